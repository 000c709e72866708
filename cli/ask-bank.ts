// One call of a bank's control API, for the commands.
import { defined } from '../server/kernel/defined.ts';

export interface Ask {
  /** The bank's control token, if it has one. */
  readonly token: string | undefined;
  /** Sent as JSON by POST; if absent, the request is a GET. */
  readonly body?: object;
}

/** The text of the answer. Throws Error with the bank's own text if it refuses. */
export async function askBank(address: string, { token, body }: Ask): Promise<string> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: defined({
      'Content-Type': body && 'application/json',
      Authorization: token && `Bearer ${token}`,
    }),
    ...defined({ body: body && JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(`${address} answered ${response.status}: ${messageIn(text)}`);
}

/** The first message of an error answer, else the start of the text. */
function messageIn(text: string): string {
  const body = parseJson(text) as { tppMessages?: { text?: string }[] } | undefined;
  return body?.tppMessages?.[0]?.text ?? text.slice(0, 200);
}

/** The JSON value; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
