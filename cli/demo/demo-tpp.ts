// The demo's TPP: signs with the client helper, sends, prints, and returns the answer.
import { randomUUID } from 'node:crypto';
import { type SigningCredentials, signRequest } from '../../client/sign.ts';
import type { Tour } from './tour.ts';

// biome-ignore lint/suspicious/noExplicitAny: the demo reads answers of every shape
export type Body = any;

export interface Step {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Headers in addition to those of every PSU call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers changed after signing, like a bug in a client. */
  readonly changed?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The text to print next to the status. */
  readonly shows: (body: Body) => string;
}

export class DemoTpp {
  readonly url: string;
  readonly #tour: Tour;
  readonly #credentials: SigningCredentials;
  #headers: Readonly<Record<string, string>> = {
    'TPP-Redirect-URI': 'https://tpp.example/callback?state=demo',
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': '192.0.2.10',
  };

  constructor(tour: Tour, url: string, credentials: SigningCredentials) {
    this.#tour = tour;
    this.url = url;
    this.#credentials = credentials;
  }

  /** All later requests name that PSU. */
  setPsu(psuId: string): void {
    this.#headers = { ...this.#headers, 'PSU-ID': psuId };
  }

  /** Later reads are without the PSU: they need no session (HDR-09). */
  setAbsent(): void {
    const { 'PSU-IP-Address': _present, ...rest } = this.#headers;
    this.#headers = rest;
  }

  /** Signs, sends, prints and checks the status. */
  async send(step: Step): Promise<Body> {
    const { method, path } = step;
    const url = this.url + path;
    const text = step.body === undefined ? undefined : JSON.stringify(step.body);
    const sent = text === undefined ? {} : { body: text };
    const type: Record<string, string> =
      text === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { ...this.#headers, ...type, ...step.headers };
    const signed = signRequest({ method, url, headers, ...sent }, this.#credentials);
    const response = await fetch(url, { method, headers: { ...signed, ...step.changed }, ...sent });
    const body = (await response.json()) as Body;
    const { status } = response;
    const asExpected = status === step.status;
    const shows = asExpected ? step.shows(body) : JSON.stringify(body);
    this.#tour.line({ method, path, status, shows });
    this.#tour.expect(asExpected, `status ${step.status}`);
    return body;
  }
}
