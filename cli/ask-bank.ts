// Calls of a bank's control API, and what it means when no bank answers.
import { defined } from '../server/kernel/defined.ts';
import { parseShallow } from '../server/kernel/shallow-json.ts';

export interface Ask {
  /** The bank's control token, if it has one. */
  readonly token?: string | undefined;
  /** Default GET, or POST with a body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, or the text as it is. */
  readonly body?: object | string;
  readonly signal?: AbortSignal | undefined;
}

/** The text of the answer. Throws Refused with the bank's own text if it refuses. */
export async function askBank(address: string, ask: Ask): Promise<string> {
  const { token, body, method = body === undefined ? 'GET' : 'POST', signal } = ask;
  const response = await reach(address, {
    method,
    headers: defined({
      'Content-Type': body && 'application/json',
      Authorization: token && `Bearer ${token}`,
    }),
    ...defined({ body: typeof body === 'object' ? JSON.stringify(body) : body, signal }),
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Refused(address, response.status, messageIn(text));
}

/** The same for an answer in JSON. Throws Error if it is something else. */
export async function askJson<Answer>(address: string, ask: Ask): Promise<Answer> {
  const text = await askBank(address, ask);
  const value = text === '' ? {} : parseJson(text);
  if (value !== undefined) return value as Answer;
  throw new Error(`${address} did not answer with JSON. Is this a Sandbank?`);
}

/** The bank answered, and said no. */
export class Refused extends Error {
  readonly status: number;
  /** What the error is about. */
  readonly path: string | undefined;

  constructor(address: string, status: number, why: Message) {
    const said = why.text === '' ? '.' : `: ${why.text}`;
    super(`${address} answered ${status}${said}${nextAfter(why)}`);
    this.status = status;
    this.path = why.path;
  }
}

/** For calls that wait: `undefined` if nothing came in time. */
export function noneInTime(error: unknown): undefined {
  if (error instanceof Refused && error.status === 404) return undefined;
  throw error;
}

interface Message {
  readonly text: string;
  readonly path?: string;
  /** Whether it has the form of the bank's refusals. */
  readonly isOfBank: boolean;
}

/** The first message of an error answer, else the start of the text. */
function messageIn(text: string): Message {
  const body = parseJson(text) as { tppMessages?: Partial<Message>[] } | undefined;
  const [message] = body?.tppMessages ?? [];
  return { text: text.slice(0, 200), isOfBank: message !== undefined, ...message };
}

function nextAfter({ path, isOfBank }: Message): string {
  if (path === 'Authorization') return ' Give it with --token or SANDBANK_CONTROL_TOKEN.';
  return isOfBank ? '' : ' Is this your bank? Name its address with --url or SANDBANK_URL.';
}

/** The JSON value; `undefined` if the text is not JSON, or deeper than what a bank answers. */
export function parseJson(text: string): unknown {
  try {
    return parseShallow(text);
  } catch {
    return undefined;
  }
}

/** fetch that says what to do if there is no answer. */
async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    throw unreachable(address, error);
  }
}

/** What the failure of a fetch means. */
export function unreachable(address: string | URL, error: unknown): Error {
  if (error instanceof Error && error.name === 'AbortError') return error;
  const { host, origin, protocol } = new URL(address);
  // fetch hides the reason in `cause`.
  const { cause } = error as { cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  if (code === 'ECONNREFUSED') {
    return new Error(
      `No bank answers at ${origin}. Start one: sandbank serve (npm start in a clone). ` +
        'Or name the address of yours with --url or SANDBANK_URL.',
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Error(`There is no host ${host}. Check the address in --url or SANDBANK_URL.`);
  }
  if (protocol === 'https:' && /WRONG_VERSION|PACKET_LENGTH|EPROTO/.test(code)) {
    return new Error(`${host} does not speak https. Write http://${host}.`);
  }
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) {
    return new Error(
      `The certificate of ${host} is not trusted. Save the CA of the bank ` +
        '(/_sandbox/certificates/ca at its http address) as ca.pem, and set NODE_EXTRA_CA_CERTS=ca.pem.',
    );
  }
  return new Error(`${origin} cannot be reached: ${cause?.message ?? String(error)}.`);
}
