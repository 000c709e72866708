// KID, the Norwegian payment reference (PAY-05). Creditors in this bank can require one.

import { modulus10, modulus11 } from '../../kernel/check-digits.ts';
import type { AccountRow } from '../accounts/tables.ts';
import { KID_TYPE, remittanceOf } from '../ledger/remittance.ts';
import { type Problem, refuse } from './check-payment.ts';
import type { Entry } from './request-body.ts';

/** 2–25 digits, the last one a check digit by modulus 10 or 11; modulus 11 writes 10 as `-`. */
export function isKid(reference: string): boolean {
  if (!/^\d{1,24}[\d-]$/.test(reference)) return false;
  const digits = reference.slice(0, -1);
  const check = reference.slice(-1);
  return check === String(modulus11(digits) ?? '-') || check === String(modulus10(digits));
}

/**
 * Throws 400 KID_MISSING or KID_INVALID, one message per entry or reference, at most 20.
 * @param creditors of the entries, `undefined` if in another bank
 */
export function checkKids(
  entries: readonly Entry[],
  creditors: readonly (AccountRow | undefined)[],
): void {
  const problems = entries.flatMap((entry, at) => problemsOf(entry, creditors[at]));
  refuse('PAY-05', 'KID_INVALID', problems);
}

const ARRAY = 'remittanceInformationStructuredArray';
const SINGLE = 'remittanceInformationStructured';

function problemsOf({ body, path }: Entry, creditor: AccountRow | undefined): readonly Problem[] {
  if (creditor === undefined || creditor.kid === 'none') return [];
  const member = body[ARRAY] === undefined ? SINGLE : ARRAY;
  const { structured = [] } = remittanceOf(body);
  const kids = structured
    .map(({ reference, referenceType }, at) => ({ reference, referenceType, at }))
    .filter(({ referenceType }) => referenceType === KID_TYPE);
  if (kids.length === 0) {
    if (creditor.kid === 'optional') return [];
    const text = `The creditor's account accepts only payments with a KID: send it as a structured reference with referenceType ${KID_TYPE}.`;
    return [{ code: 'KID_MISSING', path: `${path}/${ARRAY}`, text }];
  }
  return kids
    .filter(({ reference }) => !isKid(reference))
    .map(({ at }) => ({
      code: 'KID_INVALID',
      path: `${path}/${member}${member === ARRAY ? `/${at}` : ''}/reference`,
      text: 'The reference is not a KID: 2 to 25 digits, the last one a check digit by modulus 10 or modulus 11 (there also -).',
    }));
}
