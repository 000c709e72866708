import { expect, test } from '@jest/globals';
import {
  bbanProblem,
  electronicIban,
  ibanProblem,
} from '../../../server/validation/account-number.ts';
import {
  expectRefused,
  expectTaken,
  PERIODIC,
  periodicBody,
  SEPA,
  sepaBody,
  withMember,
} from './bodies.ts';

test.each([
  'NO9386011117947',
  'NO93 8601 1117 947',
  'DE89370400440532013000',
  'GB29 NWBK 6016 1331 9268 19',
  'MT84MALT011000012345MTLCAST001S',
  'SE4550000000058398257466',
  // Check digits and length fit; Belgium's own modulus is no rule of the interface.
  'BE27000000000001',
  'LC55HEMM000100010012001200023015',
])('PAY-04: IBAN: %s passes', (iban) => {
  expect(ibanProblem(iban)).toBeUndefined();
});

test.each([
  ['NO9486011117947', 'check digits'],
  ['NO938601111794', 'length of its country'],
  ['NO93860111179470', 'length of its country'],
  ['NO6686011117948', 'modulus 11'],
  ['ZZ9386011117947', 'ZZ has none'],
  ['no9386011117947', 'capitals'],
  ['NO93-8601-1117-947', 'must be an IBAN'],
  ['', 'must be an IBAN'],
  ['DE8937040044053201300O', 'letters and digits where'],
  [`NO93${'1'.repeat(31)}`, 'at most 34 characters'],
])('PAY-04: IBAN: "%s" is refused: %s', (iban, why) => {
  expect(ibanProblem(iban)).toContain(why);
  const body = withMember(sepaBody, '/debtorAccount/iban', iban);
  expectRefused(SEPA, body, 'PAY-04 /debtorAccount/iban');
});

test('PAY-04: the limit of 34 counts without the spaces', () => {
  const spaced = [...'MT84MALT011000012345MTLCAST001S'].join('  ');
  expect(spaced.length).toBeGreaterThan(34);
  expectTaken(SEPA, withMember(sepaBody, '/debtorAccount/iban', spaced));
  expect(electronicIban(spaced)).toBe('MT84MALT011000012345MTLCAST001S');
});

test('PAY-04: IBAN: SEPA takes an iban, not a bban', () => {
  const body = withMember(sepaBody, '/debtorAccount/bban', '86011117947');
  expectRefused(SEPA, body, 'PAY-02 /debtorAccount/bban');
});

test('PAY-04: 11 digits whose last one is the modulus 11 check digit', () => {
  expect(bbanProblem('86011117947')).toBeUndefined();
  for (const last of '012345689') expect(bbanProblem(`8601111794${last}`)).toContain('modulus 11');
});

test.each(['8601.11.17947', '86011 117947', '8601111794', '860111179470', 'abcdefghijk', ''])(
  'PAY-04: BBAN: "%s" is refused',
  (bban) => {
    const body = withMember(periodicBody, '/creditorAccount/bban', bban);
    expectRefused(PERIODIC, body, 'PAY-04 /creditorAccount/bban');
  },
);

test('PAY-04: where the modulus gives 10 no digit fits', () => {
  const ten = '8601111705';
  for (const last of '0123456789') expect(bbanProblem(`${ten}${last}`)).toContain('modulus 11');
});

const debtor = (reference: Record<string, string>) => ({
  ...periodicBody,
  debtorAccount: { ...reference, currency: 'NOK' },
});

test.each([
  { bban: '86011117947' },
  { iban: 'NO9386011117947' },
  { bban: '86011117947', iban: 'NO93 8601 1117 947' },
])('PAY-04: account reference of a periodic payment: %j', (reference) => {
  expectTaken(PERIODIC, debtor(reference));
});

test.each([
  ['one is needed', {}, '', 'debtorAccount needs iban or bban.'],
  ['two accounts', { bban: '86011118005', iban: 'NO9386011117947' }, '/bban', ''],
  // Once, not for disagreeing too.
  ['one malformed', { bban: '12345678900', iban: 'NO9386011117947' }, '/bban', 'modulus 11'],
])('PAY-04: account reference of a periodic payment: %s', (_, reference, at, text) => {
  expectRefused(PERIODIC, debtor(reference), `PAY-04 /debtorAccount${at}`, text);
});
