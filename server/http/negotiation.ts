// What a client says that it prefers: JSON or pages, packed or not, which language.
import Negotiator from 'negotiator';
import type { RawHeaders } from '../protocol/headers.ts';
import type { Language } from '../protocol/psu-headers.ts';
import type { Call } from './call.ts';

const asked = (headers: RawHeaders, name: string): Negotiator => {
  const values = headers.all(name);
  return new Negotiator({ headers: values.length === 0 ? {} : { [name]: values.join(', ') } });
};

export const acceptsGzip = (headers: RawHeaders): boolean =>
  headers.has('accept-encoding') &&
  asked(headers, 'accept-encoding').encodings(['gzip']).length > 0;

/** The media type that the client prefers; the first if it does not say. */
export const preferredType = (headers: RawHeaders, types: readonly string[]): string =>
  String(asked(headers, 'accept').mediaTypes([...types])[0] ?? types[0]);

const JSON_OR_HTML = ['application/json', 'text/html'];

/** Browsers prefer HTML to JSON. `isForm`: the answer to its form is a page too. */
export function wantsPage({ method, headers }: Call, isForm = false): boolean {
  const looks = method === 'GET' || method === 'HEAD' || isForm;
  return looks && asked(headers, 'accept').mediaTypes(JSON_OR_HTML)[0] === 'text/html';
}

/** In the address, else as chosen before, else what the browser prefers. */
export function languageOf(call: Call): Language {
  const named =
    call.asked('lang') ?? /\bsandbank_lang=(\w+)/.exec(call.headers.get('cookie') ?? '')?.[1];
  if (named === 'en' || named === 'nb') return named;
  const spoken = asked(call.headers, 'accept-language').languages(['en', 'nb', 'no', 'nn']);
  return (spoken[0] ?? 'en') === 'en' ? 'en' : 'nb';
}

/** Remembers a language that was chosen in the address. */
export function languageCookie(call: Call): Readonly<Record<string, string>> {
  const language = call.asked('lang');
  if (language !== 'en' && language !== 'nb') return {};
  const cookie = `sandbank_lang=${language}; Path=${call.mount || '/'}; Max-Age=31536000; HttpOnly; SameSite=Lax`;
  return { 'Set-Cookie': cookie };
}
