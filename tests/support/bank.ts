// A bank for tests that speak HTTP: one of our own in memory, or the one that SANDBANK_URL names.
import { randomUUID } from 'node:crypto';
import { type Answer, send } from './http.ts';
import {
  borrowSandbank,
  openSandbank,
  type SandbankSettings,
  type WallClock,
} from './sandbanks.ts';
import { type Credentials, Tpp } from './tpp.ts';

export const PERSONS = {
  /** Private customers with two accounts and a card each. */
  jonas: '13039319955',
  /** Also engaged in the agreement of mari's company. */
  odd: '12085592767',
  /** Corporate customers without accounts of their own. */
  mari: '18129215603',
  thea: '20079518612',
} as const;

export const REDIRECT = 'https://tpp.example/cb?state=xyz%2F1';

export interface TestBank {
  /** Address of this bank, tenant included. */
  readonly url: string;
  readonly tpp: Tpp;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Another TPP, with a certificate of its own. */
  newTpp(request?: Readonly<Record<string, unknown>>): Promise<Tpp>;
  /** Another tenant of the same process. */
  tenant(name?: string): TestBank;
  close(): Promise<void>;
}

/** A new bank for one test file, beside those of others: where SANDBANK_URL points, else in this run's. */
export async function openBank(): Promise<TestBank> {
  const remote = process.env['SANDBANK_URL'];
  const { url: house, close } =
    remote === undefined ? await borrowSandbank() : { url: remote, close: async () => undefined };
  const url = `${house.replace(/\/$/, '')}/banks/t-${randomUUID().slice(0, 13)}`;
  return bankAt(url, await newCredentials(url), close);
}

export interface OwnBank extends TestBank {
  setWallClock(clock: WallClock): Promise<void>;
}

/** The bank `default` of a Sandbank with these settings. */
export async function openOwnBank(settings: SandbankSettings = {}): Promise<OwnBank> {
  const { url, setWallClock, close } = await openSandbank(settings);
  return { ...bankAt(url, await newCredentials(url), close), setWallClock };
}

/** The bank at that address, for the TPP with these credentials. */
export function bankAt(
  url: string,
  credentials: Credentials,
  close: () => Promise<void>,
): TestBank {
  return {
    url,
    tpp: new Tpp(url, credentials),
    control: (method, path, body) => control(url, method, path, body),
    async newTpp(request = {}) {
      return new Tpp(url, await newCredentials(url, request));
    },
    tenant(name = `t-${randomUUID().slice(0, 13)}`) {
      return bankAt(`${new URL(url).origin}/banks/${name}`, credentials, async () => undefined);
    },
    close,
  };
}

export async function newCredentials(
  url: string,
  request: Readonly<Record<string, unknown>> = {},
): Promise<Credentials> {
  const answer = await control(url, 'POST', '/_sandbox/certificates', request);
  if (answer.status !== 201) throw new Error(`certificates: ${answer.status} ${answer.text}`);
  return answer.body as Credentials;
}

export function control(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return send({
    method,
    url: url + path,
    ...(json === undefined
      ? {}
      : { headers: [['Content-Type', 'application/json']] as const, body: json }),
  });
}

/** Headers of a PSU call with the PSU present and a fresh session id. */
export function psuHeaders(sessionId: string = randomUUID()): Record<string, string> {
  return {
    'TPP-Redirect-URI': REDIRECT,
    'TPP-Session-ID': sessionId,
    'PSU-IP-Address': '192.0.2.7',
  };
}

/** Headers of a create besides those (HDR-01). */
export const createHeaders = { 'x-accept-fix': 'amount-as-string' };

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The link of an answer that asks for an SCA. */
export const hrefOf = (answer: Answer): string => answer.body._links.scaRedirect.href;

/** The last segment of a scaRedirect link. */
export function flowIdOf(answer: Answer): string {
  const href: unknown = answer.body?._links?.scaRedirect?.href;
  if (typeof href !== 'string')
    throw new Error(`no scaRedirect in ${answer.status} ${answer.text}`);
  return href.slice(href.lastIndexOf('/') + 1);
}

/** Completes an SCA flow without a browser and returns the redirect's parameters. */
export async function completeSca(
  bank: TestBank,
  answer: Answer,
  wanted: Readonly<Record<string, unknown>>,
): Promise<URLSearchParams> {
  const done = await bank.control('POST', `/_sandbox/sca/${flowIdOf(answer)}`, wanted);
  if (done.status !== 200) throw new Error(`SCA: ${done.status} ${done.text}`);
  return new URL(done.body.redirect as string).searchParams;
}

export interface Psu {
  readonly psuId: string;
  readonly sessionId: string;
  /** The TPP with PSU-ID, session, redirect and IP address on every call. */
  readonly tpp: Tpp;
}

/** Takes a person through consent to all of their accounts, or as that is `wanted`; `back` is what they came back with. */
export async function consentOf(
  bank: TestBank,
  nationalId: string = PERSONS.jonas,
  tpp: Tpp = bank.tpp,
  wanted: Readonly<Record<string, unknown>> = {},
): Promise<Psu & { readonly back: URLSearchParams }> {
  const headers = psuHeaders();
  const asked = await tpp.with(headers).post('/v1/bank-offered-consents');
  const back = await completeSca(bank, asked, { nationalId, ...wanted });
  const psuId = back.get('psu-id');
  const sessionId = back.get('tpp-session-id');
  if (psuId === null || sessionId === null) throw new Error(`no PSU-ID in ${back}`);
  return { back, psuId, sessionId, tpp: tpp.with({ ...headers, 'PSU-ID': psuId }) };
}
