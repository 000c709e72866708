// What every page for developers needs to know of its request: the language, the bank, the same page in the other
// language.
import type { Request } from 'express';
import { isBankName } from '../../bank/banks/banks.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { placeOf } from '../addresses.ts';
import { askedLanguage } from './page-language.ts';

export interface DeskFrame {
  readonly language: Language;
  /** The same page in the other language; absent for a page without an address of its own. */
  readonly otherLanguageHref?: string;
  /** `/banks/{bank}`, or nothing for the default bank. */
  readonly prefix: string;
  /** Names of the banks that there are, for the menu. */
  readonly banks?: readonly string[];
}

export function deskFrame(request: Request): DeskFrame {
  const language = askedLanguage(request);
  const place = placeOf(request.originalUrl);
  const query = new URLSearchParams(place?.query);
  query.set('lang', language === 'nb' ? 'en' : 'nb');
  const bank = place?.bank;
  const prefix = bank !== undefined && isBankName(bank) ? `/banks/${bank}` : '';
  return { language, otherLanguageHref: `?${query}`, prefix };
}
