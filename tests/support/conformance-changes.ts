// Ways to spoil one thing of a signed request, before or after it is signed.
import type { HeaderList } from './http.ts';
import { type Draft, digestOf, type TppRequest } from './tpp.ts';

type Headers = [name: string, value: string][];

const is = (wanted: string) => (entry: readonly [string, string]) =>
  entry[0].toLowerCase() === wanted.toLowerCase();

/** After signing: the header is not sent. */
export const without = (name: string): TppRequest => ({
  after: (headers) => headers.filter((entry) => !is(name)(entry)),
});

/** After signing: the header goes out with this value instead. */
export function replaced(name: string, change: (value: string) => string): TppRequest {
  return {
    after: (headers) =>
      headers.map((entry) => (is(name)(entry) ? [entry[0], change(entry[1])] : entry)),
  };
}

/** After signing: the header goes out twice, with the same value. */
export const twice = (name: string): TppRequest => ({
  after: (headers) => [...headers, ...headers.filter(is(name))],
});

/** After signing: one more header. */
export const plus = (name: string, value: string): TppRequest => ({
  after: (headers: Headers): HeaderList => [...headers, [name, value]],
});

/** The Signature header's value goes out changed. */
export const signature = (change: (value: string) => string): TppRequest =>
  replaced('Signature', change);

/** Before signing: the header has this value, or is not there. */
export function header(name: string, value: string | undefined): TppRequest {
  return { before: (draft) => setHeader(draft, name, value) };
}

export function setHeader(draft: Draft, name: string, value: string | undefined): void {
  for (const key of [...draft.headers.keys()]) {
    if (key.toLowerCase() === name.toLowerCase()) draft.headers.delete(key);
  }
  if (value !== undefined) draft.headers.set(name, value);
  // An empty header counts as absent, so an honest client does not list it.
  if (value === '') draft.signed = draft.signed.filter((signed) => signed !== name.toLowerCase());
}

/** Before signing: other bytes, with the digest that belongs to them. */
export function setBody(draft: Draft, body: string | Buffer): void {
  draft.body = body;
  setHeader(draft, 'Digest', digestOf(body));
  if (![...draft.headers.keys()].some((key) => key.toLowerCase() === 'content-type')) {
    draft.headers.set('Content-Type', 'application/json');
  }
}

/** Before signing, any change of the draft. */
export const drafted = (before: (draft: Draft) => void): TppRequest => ({ before });

/** Before signing: the address, path and query, is another. */
export const target = (change: (target: string) => string): TppRequest =>
  drafted((draft) => {
    draft.target = change(draft.target);
  });

/** Before signing: one more query parameter. */
export const withQuery = (pair: string): TppRequest =>
  target((path) => `${path}${path.includes('?') ? '&' : '?'}${pair}`);

/** Before signing: members of the JSON body are others. */
export const edited = (members: Readonly<Record<string, unknown>>): TppRequest =>
  drafted((draft) =>
    setBody(draft, JSON.stringify({ ...JSON.parse(String(draft.body)), ...members })),
  );

/** `=?utf-8?B?…?=` around a text. */
export const encodedWord = (text: string, charset = 'utf-8'): string =>
  `=?${charset}?B?${Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1').toString('base64')}?=`;

/** The time by now, as it is so many hours east of Greenwich: `Tue, 03 Nov 2026 10:05:07 +0100`. */
export const dateIn = (zone: string, hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toUTCString().replace('GMT', zone);

/** `Tue, 3 Nov 2026 10:05:07 +0100`: what Java's RFC 1123 formatter prints east of Greenwich. */
export function javaDate(hours: number): string {
  const zone = hours === 0 ? 'GMT' : `+${String(hours).padStart(2, '0')}00`;
  return dateIn(zone, hours).replace(/, 0/, ', ');
}
