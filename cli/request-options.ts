// The arguments of both `sign` and `call`: METHOD URL, --body, --header.

import { readFile } from 'node:fs/promises';
import { defined } from '../server/kernel/defined.ts';
import { UsageError } from './command.ts';

export const REQUEST_OPTIONS = {
  body: { type: 'string', short: 'd' },
  header: { type: 'string', short: 'H', multiple: true },
} as const;

export const REQUEST_HELP = `  -d, --body TEXT|@FILE  the body, exactly these bytes; sent as application/json
  -H, --header 'N: v'    a header; may be given several times`;

export interface RequestArguments {
  readonly method: string;
  readonly url: URL;
  /** Values as fetch expects them: one character per UTF-8 byte. */
  readonly headers: Record<string, string>;
  readonly body?: Buffer;
}

/** Throws UsageError if the arguments are not a request. */
export async function readRequestArguments(
  positionals: readonly string[],
  values: { readonly body?: string | undefined; readonly header?: readonly string[] | undefined },
): Promise<RequestArguments> {
  const [method, address, ...more] = positionals;
  if (method === undefined || address === undefined || more.length > 0) {
    throw new UsageError('give a method and a URL');
  }
  if (!URL.canParse(address)) throw new UsageError(`${address} is not an absolute URL`);
  const headers = Object.fromEntries((values.header ?? []).map(splitHeader));
  const body = values.body === undefined ? undefined : await readBody(values.body);
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body !== undefined && !typed) headers['Content-Type'] = 'application/json';
  return {
    method: method.toUpperCase(),
    url: new URL(address),
    headers,
    ...defined({ body }),
  };
}

function splitHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError(`--header ${text} is not of the form 'Name: value'`);
  const value = Buffer.from(text.slice(colon + 1).trim()).toString('latin1');
  return [text.slice(0, colon).trim(), value];
}

async function readBody(text: string): Promise<Buffer> {
  return text.startsWith('@') ? readFile(text.slice(1)) : Buffer.from(text);
}
