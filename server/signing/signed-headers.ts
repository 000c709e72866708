// SIG-08: which headers a signature must cover, and which it may.

import { remember } from '../kernel/recent.ts';
import { quoteBytes, quoteOdd } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { headerTitle, type SigningHeader } from '../protocol/sent-once.ts';
import { codePoint } from '../protocol/shown-text.ts';
import type { ReportFinding } from '../protocol/tpp.ts';
import { otherHeader, singleValue } from './single-header.ts';

export const SIGNABLE = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const satisfies readonly SigningHeader[];

export const REQUEST_TARGET = '(request-target)';

export type SignedName = (typeof SIGNABLE)[number] | typeof REQUEST_TARGET;

/**
 * The `headers` parameter as the list that is signed, in the order that was sent. Throws SIG-13 for
 * a signable header sent twice, then SIG-08.
 */
export function checkSignedHeaders(
  list: string,
  headers: RawHeaders,
  finding: ReportFinding,
): readonly SignedName[] {
  const plain = plainList(list);
  const isCarried = (name: (typeof SIGNABLE)[number]) => singleValue(headers, name) !== undefined;
  if (plain !== undefined && SIGNABLE.every((name, at) => isCarried(name) === plain.lists[at])) {
    return plain.names;
  }
  const carried = SIGNABLE.filter(isCarried);
  const sent = list.split(/ +/).filter((name) => name !== '');
  const empty = (name: string) => headers.all(name).length > 0;
  const other = (name: SigningHeader) => otherHeader(headers, name);
  const names = sent.map((name) => name.toLowerCase());
  const absent = SIGNABLE.filter((name) => names.includes(name) && !headers.has(name));
  const refuse = (text: string) =>
    new ApiError('SIG-08', 'BAD_REQUEST', text, {
      path: 'Signature',
      expected: `headers="${carried.join(' ')}"`,
      got: `headers="${list}"`,
    });
  names.forEach((name, index) => {
    const again = names.indexOf(name) < index;
    const trouble = entryTrouble(name, { again, carried, absent, empty, other });
    if (trouble !== undefined) throw refuse(separatedOtherwise(list, sent) ?? trouble);
  });
  const left = carried.filter((name) => !names.includes(name));
  if (left.length > 0) {
    const [it, titles] = [left.length === 1 ? 'it' : 'they', left.map(headerTitle).join(', ')];
    throw refuse(
      `The request carries ${titles}, so ${it} must be signed: list ${left.join(' ')} in the Signature's headers.`,
    );
  }
  if (names.some((name, index) => name !== sent[index])) {
    finding('SIG-08', "Names in the Signature's headers should be in lower case.");
  }
  return names as SignedName[];
}

interface PlainList {
  readonly names: readonly SignedName[];
  /** Which of {@link SIGNABLE} it lists. */
  readonly lists: readonly boolean[];
}

/** `undefined` for a list that no request may have. */
const plainList = remember((list): PlainList | undefined => {
  const names = list.split(' ');
  const isKnown = (name: string, at: number) =>
    names.indexOf(name) === at &&
    (name === REQUEST_TARGET || (SIGNABLE as readonly string[]).includes(name));
  if (!names.every(isKnown)) return undefined;
  return { names: names as SignedName[], lists: SIGNABLE.map((name) => names.includes(name)) };
});

interface ListedEntry {
  readonly again: boolean;
  readonly carried: readonly SignedName[];
  readonly absent: readonly SignedName[];
  /** Whether it was sent, though without a value. */
  readonly empty: (name: string) => boolean;
  /** A header that was probably meant to be it. */
  readonly other: (name: SigningHeader) => string | undefined;
}

function entryTrouble(
  name: string,
  { again, carried, absent, empty, other }: ListedEntry,
): string | undefined {
  if (again) return `The Signature's headers list ${quoteBytes(name)} twice.`;
  if (name === REQUEST_TARGET || carried.includes(name as SignedName)) return undefined;
  if ((SIGNABLE as readonly string[]).includes(name)) {
    const instead = other(name as SigningHeader);
    const unread =
      instead === undefined
        ? ''
        : `; ${instead} is not read: send ${headerTitle(name as SigningHeader)}`;
    return empty(name)
      ? `The Signature's headers list ${name}, which the request sends empty; an empty header counts as one that was not sent: give it its value, or leave it out of the list and the string.`
      : `The Signature's headers list ${absent.join(' and ')}, which the request does not carry${unread}; list what you send, or find what removes it on the way.`;
  }
  return `The Signature's headers list ${quoteOdd(name)}; only ${SIGNABLE.join(', ')} and ${REQUEST_TARGET} may be signed.`;
}

const NOT_A_SPACE = /[^\S ]|\u200b/u;

/**
 * Names that would be right, did not commas, other white space, that of a URL or a JSON array stand around them.
 * @param sent what is between spaces
 */
function separatedOtherwise(list: string, sent: readonly string[]): string | undefined {
  const names = list.split(/(?:%20|[\s\u200b,;|[\]"'\\+])+/).filter((name) => name !== '');
  const isName = (name: string) =>
    name === REQUEST_TARGET || (SIGNABLE as readonly string[]).includes(name);
  const lower = new Set(names.map((name) => name.toLowerCase()));
  const white = NOT_A_SPACE.exec(list)?.[0];
  const isOther = names.join(' ') !== sent.join(' ');
  if (!isOther || names.length === 0 || ![...lower].every(isName)) return undefined;
  const came = white === undefined ? '' : `; ${nameOfWhite(white)} is among them`;
  return `The names in the Signature's headers are separated by spaces, and by nothing else${came}: headers="${[...lower].join(' ')}".`;
}

function nameOfWhite(char: string): string {
  if (char === '\t') return 'a tab';
  if (char === '\u00a0') return 'a no-break space';
  return `${codePoint(char)}, which is not the space U+0020,`;
}
