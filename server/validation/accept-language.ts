// Which of the bank's two languages a person reads.
import type { Language } from '../protocol/psu-headers.ts';
import { weighted } from './weighted-list.ts';

const LANGUAGES: Readonly<Record<string, Language>> = { en: 'en', nb: 'nb', no: 'nb', nn: 'nb' };

/** The best liked of English and Norwegian in an Accept-Language value; `undefined` when neither is named. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return weighted(acceptLanguage ?? '')
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ name }) => LANGUAGES[name.split('-')[0] ?? ''])
    .find((language) => language !== undefined);
}
