// The demo's TPP: signs with the client helper, sends, prints, and returns the answer.
import { randomUUID } from 'node:crypto';
import { createSigner, type SigningCredentials } from '../../client/sign.ts';
import { createRequestSender, PSU_ADDRESS } from '../../client/tpp.ts';
import type { Tour } from './tour.ts';

// biome-ignore lint/suspicious/noExplicitAny: the demo reads answers of every shape
export type Body = any;

interface Step {
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
  readonly #sign: ReturnType<typeof createSigner>;
  #headers: Readonly<Record<string, string>> = {
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': PSU_ADDRESS,
  };

  constructor(tour: Tour, url: string, credentials: SigningCredentials) {
    this.#tour = tour;
    this.url = url;
    this.#sign = createSigner(credentials, {
      'TPP-Redirect-URI': 'https://tpp.example/callback?state=demo',
    });
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
  async send({ method, path, body, headers, changed, ...step }: Step): Promise<Body> {
    const send = createRequestSender((request) => ({ ...this.#sign(request), ...changed }));
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const all = { ...this.#headers, ...headers };
    const { response, json } = await send({ method, url: this.url + path, headers: all, ...sent });
    const { status } = response;
    const asExpected = status === step.status;
    const shows = asExpected ? step.shows(json) : JSON.stringify(json);
    this.#tour.line({ method, path, status, shows });
    this.#tour.expect(asExpected, `status ${step.status}`);
    return json;
  }
}
