// What the bank checks in each transfer of a payment: KIDs (PAY-05), structured addresses (PAY-10), and what
// it accepts with a warning.

import { modulus10, modulus11 } from '../../../kernel/check-digits.ts';
import { type TppMessage, warningMessage } from '../../../protocol/errors.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import { KID_TYPE, remittanceOf } from '../../ledger/remittance.ts';
import type { Product } from '../products.ts';
import { type Entry, ibanOf } from '../request-body.ts';
import { MAX_MESSAGES, type Problem, refuse } from './check-payment.ts';

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

/**
 * Name, town, country and the creditor's bank, as far as they are absent and cannot be inferred. A domestic
 * payment needs none of them.
 */
export function addressGaps(
  product: Product,
  entries: readonly Entry[],
  directory: BankDirectory,
): readonly Problem[] {
  return product.domestic ? [] : entries.flatMap((entry) => gapsOf(entry, directory));
}

function gapsOf({ body, path }: Entry, directory: BankDirectory): readonly Problem[] {
  const { creditorName, creditorAddress, creditorAgent, creditorAccount } = body;
  const gaps: Problem[] = [];
  if (isBlank(creditorName)) {
    const text = 'creditorName is required and empty.';
    gaps.push({ path: `${path}/creditorName`, text });
  }
  if (creditorAddress === undefined) {
    const text = 'creditorAddress with townName and country is required and absent.';
    gaps.push({ path: `${path}/creditorAddress`, text });
  } else if (isBlank(creditorAddress.townName) && isBlank(creditorAddress.city)) {
    const how = creditorAddress.townName === undefined ? 'absent' : 'empty';
    const text = `creditorAddress.townName is required and ${how}.`;
    gaps.push({ path: `${path}/creditorAddress/townName`, text });
  }
  if (creditorAgent === undefined && findBic(ibanOf(creditorAccount), directory) === undefined) {
    const text =
      "creditorAgent, the BIC of the creditor's bank, is required and absent; it cannot be inferred from this account.";
    gaps.push({ path: `${path}/creditorAgent`, text });
  }
  return gaps;
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** In the order of the body. @param gaps what will be refused once PAY-10 is enforced */
export function warningsOf(
  entries: readonly Entry[],
  gaps: readonly Problem[],
): readonly TppMessage[] {
  const warnings = [
    ...gaps.map(({ path, text }) => ({
      path,
      text: `${text} The bank will refuse it once structured addresses are enforced.`,
    })),
    ...entries.flatMap(ofEntry),
  ];
  return warnings
    .slice(0, MAX_MESSAGES)
    .map(({ path, text }) => warningMessage('FORMAT_ERROR', text, path));
}

function ofEntry({ body, path }: Entry): readonly Problem[] {
  const warnings: Problem[] = [];
  if (body.creditorAddress?.city !== undefined) {
    const text = 'city is deprecated: send townName.';
    warnings.push({ path: `${path}/creditorAddress/city`, text });
  }
  const single = body.remittanceInformationStructured !== undefined;
  if (single) {
    const text =
      'remittanceInformationStructured is deprecated: send remittanceInformationStructuredArray.';
    warnings.push({ path: `${path}/remittanceInformationStructured`, text });
  }
  const structured = single || body.remittanceInformationStructuredArray !== undefined;
  if (structured && body.remittanceInformationUnstructured !== undefined) {
    const text =
      'Send structured or unstructured remittance, not both; the creditor gets the structured one.';
    warnings.push({ path: `${path}/remittanceInformationUnstructured`, text });
  }
  return warnings;
}

interface DirectoryRow {
  readonly country: string;
  /** How the account number begins after the IBAN's check digits; empty for every account. */
  readonly bban: string;
  readonly bic: string;
}

export type BankDirectory = readonly DirectoryRow[];

/** The BIC (11 characters) of the bank of that account. @param iban without spaces */
export function findBic(iban: string, directory: BankDirectory): string | undefined {
  const country = iban.slice(0, 2);
  const bban = iban.slice(4);
  return directory.find((row) => row.country === country && bban.startsWith(row.bban))?.bic;
}
