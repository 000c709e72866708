// SIG-08: which headers a signature must cover, and which it may.
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { type Note, quote } from './notes.ts';
import { headerTitle, type SigningHeader, singleValue } from './single-header.ts';

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
export function checkSignedHeaders(list: string, headers: RawHeaders, note: Note): SignedName[] {
  const carried = SIGNABLE.filter((name) => singleValue(headers, name) !== undefined);
  const sent = list.split(/ +/).filter((name) => name !== '');
  const names = sent.map((name) => name.toLowerCase());
  const refuse = (text: string) =>
    new ApiError('SIG-08', 'BAD_REQUEST', text, {
      path: 'Signature',
      expected: `headers="${carried.join(' ')}"`,
      got: `headers="${list}"`,
    });
  names.forEach((name, index) => {
    const trouble = entryTrouble(name, names.indexOf(name) < index, carried);
    if (trouble !== undefined) throw refuse(trouble);
  });
  const left = carried.find((name) => !names.includes(name));
  if (left !== undefined) {
    throw refuse(
      `The request carries ${headerTitle(left)}, so it must be signed: list ${left} in the Signature's headers.`,
    );
  }
  if (names.some((name, index) => name !== sent[index])) {
    note('SIG-08', "Names in the Signature's headers should be in lower case.");
  }
  return names as SignedName[];
}

function entryTrouble(
  name: string,
  again: boolean,
  carried: readonly SignedName[],
): string | undefined {
  if (again) return `The Signature's headers list ${quote(name)} twice.`;
  if (name === REQUEST_TARGET || carried.includes(name as SignedName)) return undefined;
  if ((SIGNABLE as readonly string[]).includes(name)) {
    return `The Signature's headers list ${name}, which the request does not carry.`;
  }
  return `The Signature's headers list ${quote(name)}; only ${SIGNABLE.join(', ')} and ${REQUEST_TARGET} may be signed.`;
}
