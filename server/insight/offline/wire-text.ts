// Captured text as the bytes that were sent.
import { utf8Of } from '../../kernel/utf8.ts';

/**
 * Text of a program (JSON, a function's argument) as sent. Bytes as latin1 (Node's `rawHeaders`) stay
 * unchanged; other text becomes its UTF-8 bytes.
 */
export function wireText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const isBytes = /^[\0-\xff]*$/.test(text) && utf8Of(text) !== undefined;
  return isBytes ? text : Buffer.from(text).toString('latin1');
}

/** Path and query of an address as a client sends them, and the host; a fragment is never sent. */
export function splitAddress(address: string): { readonly target: string; readonly host?: string } {
  const [, authority, rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  const path = (authority === undefined ? address : rest).replace(/#.*$/s, '');
  const target = path.startsWith('/') ? path : `/${path}`;
  const host = authority?.replace(/^.*@/, '');
  return { target, ...(host === undefined || host === '' ? {} : { host }) };
}

/** The headers, with Host first if it is known and missing. */
export function withHost(
  rawHeaders: readonly string[],
  host: string | undefined,
): readonly string[] {
  const named = rawHeaders.some((text, i) => i % 2 === 0 && text.toLowerCase() === 'host');
  return host === undefined || named ? rawHeaders : ['Host', host, ...rawHeaders];
}

/** The value of the first header of that name. */
export function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}
