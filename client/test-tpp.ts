// A TPP for tests: a certificate of its own, signed requests, and people who log in without a browser.
import { randomUUID } from 'node:crypto';
import { createSigner, type HeadersToSend } from './sign.ts';
import {
  type Answer,
  askForAccess,
  createRequestSender,
  flowIn,
  PSU_ADDRESS,
  psuIn,
  type RequestSender,
  scaRedirect,
} from './tpp.ts';

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
  /** The parsed JSON, or the text if that is no JSON; `undefined` without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

/** `undefined` takes away a header that the request would have. */
type Headed = { readonly headers?: HeadersToSend };

interface SigningCaller {
  get(path: string, options?: Headed): Promise<TestAnswer>;
  post(path: string, body?: unknown, options?: Headed): Promise<TestAnswer>;
  put(path: string, body?: unknown, options?: Headed): Promise<TestAnswer>;
  delete(path: string, options?: Headed): Promise<TestAnswer>;
  /** Completes the SCA of an answer that has a scaRedirect link. Returns the parameters of the redirect. */
  approve(answer: TestAnswer, options?: ApproveOptions): Promise<URLSearchParams>;
}

interface ApproveOptions extends LoginOptions {
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
  /** The same person, who is not there: without session and IP address, as a client refreshes by itself. */
  readonly absent: SigningCaller;
}

interface Bank {
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly send: (method: string, path: string, body?: unknown) => Promise<any>;
}

export async function createTestTpp(bank: Bank, options: TppOptions = {}): Promise<TestTpp> {
  const { headers = {}, ...wanted } = options;
  const credentials = await bank.send('POST', '/certificates', wanted);
  const sign = createSigner(credentials, {
    'TPP-Redirect-URI': `${bank.url}/_sandbox/redirects/catch`,
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': PSU_ADDRESS,
    'x-accept-fix': 'amount-as-string',
    ...headers,
  });
  const callerWith = (more: HeadersToSend, person?: TestPerson) => {
    const send = createRequestSender((one) =>
      sign({ ...one, headers: { ...more, ...one.headers } }),
    );
    return signingCaller(bank, send, person);
  };
  return {
    ...callerWith({}),
    credentials,
    async login(person, how = {}) {
      const asked = await askForAccess(createRequestSender(sign), bank.url);
      const redirect = await approve(bank, answerOf(asked), { person, ...how });
      const psu = psuIn(redirect);
      if (psu === undefined) {
        throw new Error(`${person} could not log in: ${new URL(redirect).searchParams}`);
      }
      const own = { 'PSU-ID': psu.psuId, 'TPP-Session-ID': psu.tppSessionId };
      const absent = { ...own, 'TPP-Session-ID': undefined, 'PSU-IP-Address': undefined };
      return {
        psuId: psu.psuId,
        sessionId: psu.tppSessionId,
        ...callerWith(own, person),
        absent: callerWith(absent, person),
      };
    },
  };
}

function signingCaller(
  bank: Bank,
  send: RequestSender,
  person: TestPerson | undefined,
): SigningCaller {
  async function call(
    method: string,
    path: string,
    body: unknown,
    { headers = {} }: Headed = {},
  ): Promise<TestAnswer> {
    if (!path.startsWith('/')) {
      throw new TypeError(`A path begins with a slash, as /v1/accounts does: ${path}`);
    }
    // Of what is undefined it makes undefined: no body is sent.
    const text = JSON.stringify(body);
    return answerOf(await send({ method, url: bank.url + path, headers, body: text }));
  }
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
    async approve(answer, how) {
      const who = person === undefined ? how : { person, ...how };
      return new URL(await approve(bank, answer, { ...who })).searchParams;
    },
  };
}

function answerOf({ response: { status, headers }, text, json }: Answer): TestAnswer {
  return { status, headers, body: text === '' ? undefined : (json ?? text) };
}

/** The redirect at the end of the SCA that the answer wants. */
async function approve(
  bank: Bank,
  answer: TestAnswer | undefined,
  { person, ...how }: ApproveOptions,
): Promise<string> {
  const link = scaRedirect({ json: answer?.body });
  if (link === undefined) {
    const said = answer && `${answer.status} ${JSON.stringify(answer.body)}`;
    throw new Error(`There is no scaRedirect link in this answer: ${said}`);
  }
  const nationalId = person && (PERSONS[person as keyof typeof PERSONS] ?? person);
  const { redirect } = await bank.send('POST', `/sca/${flowIn(link)}`, { nationalId, ...how });
  return redirect;
}
