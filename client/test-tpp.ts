// A TPP for tests: a certificate of its own, signed requests, and people who log in without a browser.
import { randomUUID } from 'node:crypto';
import { createSigningFetch, type SigningFetch } from './sign.ts';

/** Test users of the starting set; any other person by national id. */
export const PERSONS = {
  jonas: '13039319955',
  odd: '12085592767',
  mari: '18129215603',
  thea: '20079518612',
} as const;

export type TestPerson = keyof typeof PERSONS | (string & {});

export interface TppOptions {
  /** `PSP_AI`, `PSP_PI` …; by default both of these. */
  readonly roles?: readonly string[];
  readonly name?: string;
  readonly organisationId?: string;
  /** `expired`, `wrong-role` … (docs/sandbox/certificates.md). */
  readonly variant?: string;
  /** On every request of this TPP. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoginOptions {
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** IBANs and masked card numbers to share; by default all. */
  readonly accounts?: readonly string[];
  readonly outcome?: string;
  /** Of the agreement, in corporate context. */
  readonly psuCorporateId?: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

type Headed = { readonly headers?: Readonly<Record<string, string>> };

export interface SigningCaller {
  get(path: string, options?: Headed): Promise<TestAnswer>;
  post(path: string, body?: unknown, options?: Headed): Promise<TestAnswer>;
  put(path: string, body?: unknown, options?: Headed): Promise<TestAnswer>;
  delete(path: string, options?: Headed): Promise<TestAnswer>;
  /** Completes the SCA of an answer that has a scaRedirect link. Returns the parameters of the redirect. */
  approve(answer: TestAnswer, options?: ApproveOptions): Promise<URLSearchParams>;
}

export interface ApproveOptions extends LoginOptions {
  /** Who approves; by default the person who logged in. */
  readonly person?: TestPerson;
}

export interface TestTpp extends SigningCaller {
  /** For signing of your own: PEM of the certificate and of the key, and the keyId. */
  readonly credentials: {
    readonly certificate: string;
    readonly privateKey: string;
    readonly keyId: string;
  };
  /** The person gives this TPP consent. The result signs for that person, who is present. */
  login(person: TestPerson, options?: LoginOptions): Promise<TestPsu>;
}

export interface TestPsu extends SigningCaller {
  readonly psuId: string;
  readonly sessionId: string;
}

interface Bank {
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly send: (method: string, path: string, body?: unknown) => Promise<any>;
}

export async function createTestTpp(bank: Bank, options: TppOptions = {}): Promise<TestTpp> {
  const { headers = {}, ...wanted } = options;
  const credentials = await bank.send('POST', '/certificates', wanted);
  const defaults = {
    'TPP-Redirect-URI': `${bank.url}/_sandbox/redirects/catch`,
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': '192.0.2.7',
    'x-accept-fix': 'amount-as-string',
    ...headers,
  };
  const callerWith = (more: Readonly<Record<string, string>>, person?: TestPerson) =>
    signingCaller(bank, createSigningFetch(credentials, { ...defaults, ...more }), person);
  return {
    ...callerWith({}),
    credentials,
    async login(person, how = {}) {
      const asking = callerWith({ 'TPP-Session-ID': randomUUID() }, person);
      const redirect = await asking.approve(await asking.post('/v1/bank-offered-consents'), how);
      const [psuId, sessionId] = [redirect.get('psu-id'), redirect.get('tpp-session-id')];
      if (psuId === null || sessionId === null) {
        throw new Error(`${person} could not log in: ${redirect}`);
      }
      const own = { 'PSU-ID': psuId, 'TPP-Session-ID': sessionId };
      return { psuId, sessionId, ...callerWith(own, person) };
    },
  };
}

function signingCaller(
  bank: Bank,
  signingFetch: SigningFetch,
  person: TestPerson | undefined,
): SigningCaller {
  async function send(
    method: string,
    path: string,
    body: unknown,
    { headers = {} }: Headed = {},
  ): Promise<TestAnswer> {
    const answer = await signingFetch(bank.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status } = answer;
    return { status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  }
  return {
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    async approve(answer, { person: other, ...how } = {}) {
      const href: unknown = answer.body?._links?.scaRedirect?.href;
      if (typeof href !== 'string') {
        const said = JSON.stringify(answer.body);
        throw new Error(`There is no scaRedirect link in this answer: ${answer.status} ${said}`);
      }
      const id = href.slice(href.lastIndexOf('/') + 1);
      const name = other ?? person;
      const nationalId = name && (PERSONS[name as keyof typeof PERSONS] ?? name);
      const { redirect } = await bank.send('POST', `/sca/${id}`, { nationalId, ...how });
      return new URL(redirect).searchParams;
    },
  };
}
