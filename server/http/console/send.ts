// "Send a signed request": the console is a TPP of this server. It signs what the form says, sends it to the bank by HTTP
// like any other client, and does the SCA for the person that the request is for. It can sign with one of the usual
// mistakes, to show what the bank says of it (SIG-15).

import { createPrivateKey, sign as signBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSigner, type RequestToSign } from '../../../client/sign.ts';
import {
  askForAccess,
  createRequestSender,
  flowIn,
  headersOf,
  PSU_ADDRESS,
  psuIn,
  type RequestSender,
  scaRedirect,
  sendFor,
} from '../../../client/tpp.ts';
import { CATCH_PATH } from '../../bank/sca/catch-address.ts';
import { defined } from '../../kernel/defined.ts';
import { memoize } from '../../kernel/memoize.ts';
import { CONSOLE_LOGIN } from '../../protocol/console-login.ts';
import { ApiError } from '../../protocol/errors.ts';
import { digestHeader } from '../../signing/digest.ts';
import type { IssuedCertificate, Issuer } from '../../signing/issuer.ts';
import type { MadeCertificates } from './made-certificates.ts';
import { CONSOLE_TPP } from './template-ids.ts';

export interface SendDeps {
  readonly issuer: Pick<Issuer, 'issue'>;
  readonly uuid: () => string;
  /** The port of plain HTTP, which needs no CA. */
  readonly plainPort: () => number;
}

/** What the form says. */
export interface Wish {
  readonly method: string;
  /** Below the bank: `/v1/accounts`. */
  readonly path: string;
  /** One header a line. */
  readonly headers: string;
  readonly body: string;
  /** National id of the person that it is for; empty for none. */
  readonly person: string;
  /** Id of one that was made in the console; empty for the console's own. */
  readonly certificate?: string;
  /** One of WRONG_WAYS, if the signature is to be wrong. */
  readonly wrongly?: string;
}

/** The bank that it goes to. */
interface Recipient {
  readonly bank: string;
  /** An address at which this process answers. */
  readonly address: string;
  /** Completes an SCA flow for a person; the redirect at its end. */
  readonly approve: (flow: string, nationalId: string) => Promise<string>;
}

export interface SentRequest {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Indented, if it is JSON. */
  readonly answer: string;
  /** The connection ended in it, as a fault may want. */
  readonly isCut: boolean;
  /** The SCA flow that the answer has a link to, and the payment that it is about. */
  readonly flow?: string;
  readonly paymentId?: string;
  /** Id in the request log. */
  readonly requestId: string;
  /** Headers of the form in whose place the console put its own. */
  readonly replaced: readonly string[];
  /** What the person's SCA brought; sent along from now on. */
  readonly psu?: Readonly<Record<string, string>>;
}

const MOST_PEOPLE = 1000;

/** What signing sets. */
const OF_THE_SIGNATURE = ['signature', 'tpp-signature-certificate'];

export type Send = (wish: Wish, to: Recipient) => Promise<SentRequest>;

export function createConsoleTpp({ uuid, issuer }: SendDeps, made: MadeCertificates): Send {
  const sign = signerOf(issuer, made);
  const sending = (how: How): RequestSender => {
    const send = createRequestSender((request) => sign(request, how), { takesPart: true });
    return (request) => send(request).catch(unsendable);
  };
  /** What each person's last SCA brought, by bank and national id. */
  const people = new LRUCache<string, Readonly<Record<string, string>>>({ max: MOST_PEOPLE });

  return async (wish, to) => {
    const { certificate = '', wrongly } = wish;
    // A PSU-ID is of one TPP.
    const who = `${to.bank} ${certificate} ${wish.person}`;
    const redirect = { 'TPP-Redirect-URI': to.address + CATCH_PATH };
    const present = { ...redirect, 'PSU-IP-Address': PSU_ADDRESS };
    const approve = async (link: string) => {
      const psu = psuIn(await to.approve(flowIn(link), wish.person));
      // Absent if the SCA failed, for instance because the person has nothing to share.
      if (psu !== undefined) people.set(who, headersOf(psu));
      return people.get(who);
    };
    const renew = async (link: string | undefined) => {
      if (link !== undefined) return approve(link);
      const marked = { 'TPP-Session-ID': uuid(), 'X-Request-ID': CONSOLE_LOGIN + uuid() };
      const asked = await askForAccess(sending({ certificate }), to.address, {
        ...present,
        ...marked,
      });
      const own = scaRedirect(asked);
      return own === undefined ? undefined : approve(own);
    };
    const own = headersIn(wish);
    const request = {
      url: to.address + wish.path,
      method: wish.method,
      headers: { ...(wish.person === '' ? redirect : present), ...own },
      ...(wish.body === '' ? {} : { body: wish.body }),
    };
    const send = sending({ certificate, ...defined({ wrongly }) });
    const { response, text, json, cut } =
      wish.person === ''
        ? await send(request)
        : await sendFor(send, request, { psu: people.get(who), renew });
    const link = scaRedirect({ json });
    return {
      status: response.status,
      headers: [...response.headers],
      answer: indented(text),
      isCut: cut !== undefined,
      requestId: response.headers.get('x-request-id') ?? '',
      replaced: Object.keys(own).filter((name) => OF_THE_SIGNATURE.includes(name.toLowerCase())),
      ...defined({ psu: people.get(who), flow: link && flowIn(link), paymentId: json?.paymentId }),
    };
  };
}

function indented(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

/** A header or an address that HTTP cannot carry, if the console has not refused it itself. */
function unsendable(thrown: unknown): never {
  if (thrown instanceof ApiError) throw thrown;
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  throw new ApiError('ERR-01', 'BAD_REQUEST', `The request cannot be sent: ${why}.`);
}

function headersIn({ headers }: Wish): Record<string, string> {
  const lines = headers.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      // White space around a value is the sender's to leave out.
      if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1)];
      const text = `Write each header as "Name: value"; this line has no colon: ${line.slice(0, 80)}`;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: 'headers' });
    }),
  );
}

/** In the order in which they are offered. */
export const WRONG_WAYS = ['crlf', 'otherKey', 'oldDate', 'otherBody', 'otherRole'] as const;

type Headers = Readonly<Record<string, string>>;
type Credentials = Pick<IssuedCertificate, 'certificate' | 'privateKey'>;

const LONG_AGO = 'Thu, 01 Jan 2015 00:00:00 GMT';

interface How {
  readonly certificate: string;
  /** One of WRONG_WAYS; anything else signs rightly. */
  readonly wrongly?: string;
}

function signerOf(issuer: Pick<Issuer, 'issue'>, made: MadeCertificates) {
  const whose = { name: 'Sandbank console', organisationId: CONSOLE_TPP };
  const issue = () => issuer.issue(whose);
  const [own, other] = [memoize(issue), memoize(issue)];
  // No operation is for issuers of cards.
  const otherRole = memoize(() => issuer.issue({ ...whose, roles: ['PSP_IC'] }));

  const chosen = (id: string): Credentials => {
    const found = made.find(id);
    if (found !== undefined) return found;
    const text = 'The console does not have this certificate any more; make a new one.';
    throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: 'certificate' });
  };

  return async (request: RequestToSign, { certificate, wrongly }: How): Promise<Headers> => {
    const credentials = certificate === '' ? await own() : chosen(certificate);
    const signWith = (header: Headers, key: Credentials = credentials) =>
      createSigner(key)({ ...request, headers: { ...request.headers, ...header } });
    switch (wrongly) {
      case 'crlf':
        return signedOverCrlf(signWith({}), credentials);
      case 'otherKey':
        return signWith({}, { ...credentials, privateKey: (await other()).privateKey });
      case 'oldDate':
        return signWith({ Date: LONG_AGO });
      case 'otherRole':
        return signWith({}, await otherRole());
      case 'otherBody':
        return signWith({ Digest: digestHeader(Buffer.from(`${request.body ?? ''} `)) });
      default:
        return signWith({});
    }
  };
}

/** The same headers, their lines joined with CRLF where LF is right. */
function signedOverCrlf(headers: Headers, { privateKey }: Credentials): Headers {
  const right = headers['Signature'] as string;
  const values = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const names = /headers="([^"]*)"/.exec(right)?.[1]?.split(' ') ?? [];
  const lines = names.map((name) => `${name}: ${values.get(name)}`);
  const bytes = Buffer.from(lines.join('\r\n'), 'latin1');
  const signature = signBytes('RSA-SHA256', bytes, createPrivateKey(privateKey)).toString('base64');
  return {
    ...headers,
    Signature: right.replace(/signature="[^"]*"/, `signature="${signature}"`),
  };
}
