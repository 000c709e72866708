// "Send a signed request": the console is a TPP of this server. It signs what the form says, sends it to the bank by HTTP
// like any other client, and does the SCA for the person that the request is for.
import { LRUCache } from 'lru-cache';
import { CATCH_PATH } from '../../bank/sca/catch-address.ts';
import { defined } from '../../kernel/defined.ts';
import { CONSOLE_LOGIN } from '../../protocol/console-login.ts';
import { ApiError } from '../../protocol/errors.ts';
import { createSigner, type RequestToSign, type SignerDeps } from './sign-wrongly.ts';

export interface SendDeps extends SignerDeps {
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
  /** National id of the person that it is for; empty for nobody. */
  readonly person: string;
  /** One of WRONG_WAYS, if the signature is to be wrong. */
  readonly wrongly?: string;
}

/** The bank that it goes to. */
export interface Recipient {
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
  /** Id in the request log. */
  readonly requestId: string;
  /** Headers of the form in whose place the console put its own. */
  readonly replaced: readonly string[];
  /** What the person's SCA brought; sent along from now on. */
  readonly psu?: Readonly<Record<string, string>>;
}

const MOST_PEOPLE = 1000;
/** Of nobody: RFC 5737 keeps it for examples. */
const PSU_ADDRESS = '192.0.2.10';

/** What signing sets. */
const OF_THE_SIGNATURE = ['signature', 'tpp-signature-certificate'];

export function createSender({ uuid, ...deps }: SendDeps) {
  const sign = createSigner(deps);
  const send = async (request: RequestToSign, wrongly?: string) => {
    const { url, ...asked } = request;
    const headers = await sign(request, wrongly);
    return fetch(url, { ...asked, headers, redirect: 'manual' });
  };
  /** What each person's last SCA brought, by bank and national id. */
  const people = new LRUCache<string, Readonly<Record<string, string>>>({ max: MOST_PEOPLE });

  return async (wish: Wish, to: Recipient): Promise<SentRequest> => {
    const who = `${to.bank} ${wish.person}`;
    const ask = async () => {
      const psu = wish.person === '' ? {} : { 'PSU-IP-Address': PSU_ADDRESS, ...people.get(who) };
      const sent = { 'TPP-Redirect-URI': to.address + CATCH_PATH, ...psu, ...headersOf(wish) };
      const request = {
        ...{ url: to.address + wish.path, method: wish.method },
        ...(wish.body === ''
          ? { headers: sent }
          : { headers: { 'Content-Type': 'application/json', ...sent }, body: wish.body }),
      };
      const response = await send(request, wish.wrongly).catch(unsendable);
      return { response, ...(await answerOf(response)) };
    };
    const approve = async (flow: string) => {
      const psu = psuHeaders(await to.approve(flow, wish.person));
      // Absent if the SCA failed, for instance because the person has nothing to share.
      if (psu['PSU-ID'] !== undefined) people.set(who, psu);
    };
    if (wish.person !== '' && !people.has(who)) {
      const headers = {
        'TPP-Redirect-URI': to.address + CATCH_PATH,
        'TPP-Session-ID': uuid(),
        'X-Request-ID': CONSOLE_LOGIN + uuid(),
        'PSU-IP-Address': PSU_ADDRESS,
      };
      const url = `${to.address}/v1/bank-offered-consents`;
      const asked = await send({ method: 'POST', url, headers }).catch(unsendable);
      const flow = flowIn((await answerOf(asked)).answer);
      if (flow !== undefined) await approve(flow);
    }
    let { response, answer, isCut } = await ask();
    const flow = response.status === 401 ? flowIn(answer) : undefined;
    if (wish.person !== '' && flow !== undefined) {
      await approve(flow);
      ({ response, answer, isCut } = await ask());
    }
    return {
      status: response.status,
      headers: [...response.headers],
      answer: indented(answer),
      isCut,
      requestId: response.headers.get('x-request-id') ?? '',
      replaced: Object.keys(headersOf(wish)).filter((name) =>
        OF_THE_SIGNATURE.includes(name.toLowerCase()),
      ),
      ...defined({ psu: people.get(who) }),
    };
  };
}

/** As much of the body as arrived. */
async function answerOf({ body }: Response) {
  const parts: Uint8Array[] = [];
  let isCut = false;
  try {
    for await (const part of body ?? []) parts.push(part);
  } catch {
    isCut = true;
  }
  return { answer: Buffer.concat(parts).toString('utf8'), isCut };
}

function indented(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

/** A header or an address that HTTP cannot carry. */
function unsendable(thrown: unknown): never {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  throw new ApiError('ERR-01', 'BAD_REQUEST', `The request cannot be sent: ${why}.`);
}

function headersOf({ headers }: Wish): Record<string, string> {
  const lines = headers.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      const text = `Write each header as "Name: value"; this line has no colon: ${line.slice(0, 80)}`;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: 'headers' });
    }),
  );
}

/** The flow of the answer's scaRedirect link. */
export function flowIn(answer: string): string | undefined {
  return /"scaRedirect":\s*\{\s*"href":\s*"[^"]*\/sca\/([^"/?]+)/.exec(answer)?.[1];
}

function psuHeaders(redirect: string): Readonly<Record<string, string>> {
  const query = new URL(redirect).searchParams;
  const names = {
    'PSU-ID': 'psu-id',
    'PSU-Corporate-ID': 'psu-corporate-id',
    'TPP-Session-ID': 'tpp-session-id',
  };
  const got = Object.entries(names).flatMap(([header, parameter]) => {
    const value = query.get(parameter);
    return value === null ? [] : [[header, value] as const];
  });
  return Object.fromEntries(got);
}
