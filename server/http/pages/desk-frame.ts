// What every page for developers needs to know of its request: the language, the bank, the same page in the other
// language.
import { DEFAULT_BANK } from '../../bank/banks/banks.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { Call } from '../call.ts';
import { languageOf } from '../negotiation.ts';

/** Where a page is: what its links begin with. */
export interface PagePlace {
  /** Path of the process: empty, or where the bank is mounted. Documents and assets are below it. */
  readonly mount: string;
  /** Path of the bank: `mount`, and `/banks/{bank}` for any but the default bank. */
  readonly prefix: string;
  /** The bank's name. */
  readonly bank: string;
}

export interface DeskFrame extends PagePlace {
  readonly language: Language;
  /** The same page in the other language; absent for a page without an address of its own. */
  readonly otherLanguageHref?: string;
  /** Names of the banks that there are, for the menu. */
  readonly banks?: readonly string[];
}

export function deskFrame(call: Call): DeskFrame {
  const language = languageOf(call);
  const query = new URLSearchParams(call.query);
  query.set('lang', language === 'nb' ? 'en' : 'nb');
  return { ...placeOf(call), language, otherLanguageHref: `?${query}` };
}

const placeOf = ({ mount, prefix, ownBank }: Call): PagePlace => ({
  mount,
  prefix,
  bank: ownBank,
});

/**
 * Address of a page of the documentation, which is one for all banks; its links lead back to the bank of this page.
 * @param path what follows `/docs`: `/signing#digest`, or `#SIG-06` in the reference
 */
export function docsAddress({ mount = '', bank = DEFAULT_BANK }: Partial<PagePlace>, path = '') {
  const [page = '', anchor] = path.split('#', 2);
  const query = bank === DEFAULT_BANK ? '' : `?bank=${bank}`;
  return `${mount}/docs${page}${query}${anchor === undefined ? '' : `#${anchor}`}`;
}
