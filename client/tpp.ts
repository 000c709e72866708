// A TPP at a bank: signs and sends, and where the bank wants an SCA first, the person approves and it sends again.
import { randomUUID } from 'node:crypto';
import type { RequestToSign } from './sign.ts';

type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly response: Response;
  /** As far as it arrived. */
  readonly text: string;
  /** What ended the connection before the end of the answer, if something did. */
  readonly cut?: unknown;
  /** `undefined` if the text is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

export type RequestSender = (request: RequestToSign) => Promise<Answer>;

/**
 * Rejects for an answer that breaks off, except with `takesPart`.
 * @param sign the request's headers, with a signature
 */
export function createRequestSender(
  sign: (request: RequestToSign) => Headers | Promise<Headers>,
  { takesPart = false } = {},
): RequestSender {
  return async (request) => {
    const { method, url, body } = request;
    // As bytes: to a text, fetch adds a Content-Type.
    const sent = body === undefined ? {} : { body: Buffer.from(body) };
    const headers = await sign(request);
    const response = await fetch(url, { method, headers, redirect: 'manual', ...sent });
    const { text, ...cut } = await bodyText(response);
    if (cut.cut !== undefined && !takesPart) throw cut.cut;
    return { response, text, ...cut, json: parsed(text) };
  };
}

async function bodyText({ body }: Response): Promise<Pick<Answer, 'text' | 'cut'>> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of body ?? []) parts.push(part);
  } catch (cut) {
    return { text: Buffer.concat(parts).toString('utf8'), cut };
  }
  return { text: Buffer.concat(parts).toString('utf8') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address to send the PSU to, if the answer has one. */
export function scaRedirect({ json }: Pick<Answer, 'json'>): string | undefined {
  const href: unknown = json?._links?.scaRedirect?.href;
  return typeof href === 'string' ? href : undefined;
}

/** The last part of an scaRedirect link. */
export function flowIn(link: string): string {
  const path = link.replace(/[?#].*/s, '');
  return encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** A person as the bank knows it after an SCA. */
export interface Psu {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly tppSessionId: string;
  readonly context: string;
}

/** @param redirect the address at the end of an SCA; `undefined` if the SCA failed */
export function psuIn(redirect: string): Psu | undefined {
  const query = new URL(redirect).searchParams;
  const psuId = query.get('psu-id');
  const psuCorporateId = query.get('psu-corporate-id');
  if (psuId === null) return undefined;
  return {
    psuId,
    ...(psuCorporateId === null ? {} : { psuCorporateId }),
    tppSessionId: query.get('tpp-session-id') ?? '',
    context: query.get('context') ?? '',
  };
}

/** The IP address of a person who is present: a documentation address (RFC 5737). */
export const PSU_ADDRESS = '192.0.2.10';

/** What a request for the person has beside its own headers. */
export function headersOf({ psuId, psuCorporateId, tppSessionId }: Psu): Record<string, string> {
  return {
    'PSU-ID': psuId,
    ...(psuCorporateId === undefined ? {} : { 'PSU-Corporate-ID': psuCorporateId }),
    'TPP-Session-ID': tppSessionId,
    'PSU-IP-Address': PSU_ADDRESS,
  };
}

/** Asks for access to a person's accounts, which is what most requests need. The answer has a link. */
export function askForAccess(
  send: RequestSender,
  base: string,
  headers: Headers = {},
): Promise<Answer> {
  const own = { 'TPP-Session-ID': randomUUID(), ...headers };
  return send({ method: 'POST', url: `${base}/v1/bank-offered-consents`, headers: own });
}

interface SentFor {
  /** Absent if nobody has logged in. */
  readonly psu: Headers | undefined;
  /** Has the person approve: what the link is about, or access to accounts. The new headers, if that succeeds. */
  readonly renew: (link: string | undefined) => Promise<Headers | undefined>;
}

/** Sends for a person, and once more after an SCA if the bank wants one first or no longer knows the PSU-ID. */
export async function sendFor(
  send: RequestSender,
  request: RequestToSign,
  { psu, renew }: SentFor,
): Promise<Answer> {
  const sendAs = (who: Headers | undefined) =>
    send({ ...request, headers: { ...who, ...request.headers } });
  const answer = await sendAs(psu ?? (await renew(undefined)));
  const link = scaRedirect(answer);
  const isUnknown = answer.json?.tppMessages?.[0]?.path === 'PSU-ID';
  if (answer.response.status < 400 || (link === undefined && !isUnknown)) return answer;
  const renewed = await renew(link);
  return renewed === undefined ? answer : sendAs(renewed);
}
