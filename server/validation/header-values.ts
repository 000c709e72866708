// Reading one header: its text, the values of a list, with qualities where it has them, and the language of a
// person.
import { utf8Of } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { Language } from '../protocol/psu-headers.ts';

/** The header's value with its bytes read as UTF-8; `undefined` when absent or empty. */
export function headerText(headers: RawHeaders, name: string): string | undefined {
  const raw = headers.get(name.toLowerCase());
  if (raw === undefined) return undefined;
  const text = utf8Of(raw);
  if (text !== undefined) return text;
  const problem = `Header ${name} holds bytes that are not UTF-8.`;
  throw new ApiError('HDR-05', 'FORMAT_ERROR', problem, { path: name });
}

/** The members of a header that is a comma-separated list, sent once or several times. */
export function headerList(headers: RawHeaders, name: string): readonly string[] {
  const values = headers.all(name.toLowerCase());
  if (values.length === 0) return values;
  return values
    .join(',')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * `text/html;level=1, application/json; q=0.5` → names (lower case, without parameters) with their qualities
 * (0 … 1; 1 when not stated or not readable), in order.
 */
export function weighted(list: string) {
  return list
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
      return { name, quality: qualityOf(quality) };
    })
    .filter(({ name }) => name !== '');
}

function qualityOf(parameter: string | undefined): number {
  const text = parameter?.split('=')[1]?.trim() ?? '1';
  return /^(?:0(?:[.][0-9]{0,3})?|1(?:[.]0{0,3})?)$/.test(text) ? Number(text) : 1;
}

const LANGUAGES: Readonly<Record<string, Language>> = { en: 'en', nb: 'nb', no: 'nb', nn: 'nb' };

/** The best liked of English and Norwegian in an Accept-Language value; `undefined` when neither is named. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return weighted(acceptLanguage ?? '')
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ name }) => LANGUAGES[name.split('-')[0] ?? ''])
    .find((language) => language !== undefined);
}
