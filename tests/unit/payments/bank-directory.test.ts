import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findBic } from '../../../server/bank/payments/create/check-entries.ts';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { FORMATS } from '../../../server/validation/formats.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const { bankDirectory } = readPaymentFixtures(ROOT_URL);

/** The IBANs that documentation of the SEPA countries uses as examples. */
const EXAMPLES = `
  AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034
  BG80BNBG96611020345678 CH9300762011623852957 CY17002001280000001200527600
  CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243 EE382200221020145685
  ES9121000418450200051332 FI2112345600000785 FR1420041010050500013M02606
  GB29NWBK60161331926819 GI75NWBK000000007099453 GR1601101250000000012300695
  HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678
  IS140159260076545510730339 IT60X0542811101000000123456 LI21088100002324013AA
  LT121000011101001000 LU280019400644750000 LV80BANK0000435195001
  MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951
  MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947
  PL61109010140000071219812874 PT50000201231234567890154 RO49AAAA1B31007593840000
  RS35260005601001611379 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
  SM86U0322509800000000270100 VA59001123000012345678`
  .trim()
  .split(/\s+/);

test.each(EXAMPLES)('PAY-10: banks inferred from IBANs: %s', (iban) => {
  expect(FORMATS['iban']?.(iban)).toBeUndefined();
  const bic = findBic(iban, bankDirectory);
  expect(FORMATS['bic']?.(bic ?? '')).toBeUndefined();
  expect(bic?.slice(4, 6)).toBe(iban.slice(0, 2));
});

test('PAY-10: there is an example of every country that SEPA reaches', () => {
  const source = readFileSync(
    new URL('server/bank/payments/create/check-payment.ts', ROOT_URL),
    'utf8',
  );
  const listed = [...source.matchAll(/'((?:[A-Z]{2} ?)+)'/g)].flatMap(([, codes = '']) =>
    codes.trim().split(' '),
  );
  const countries = EXAMPLES.map((iban) => iban.slice(0, 2));
  expect(countries.sort()).toEqual(listed.sort());
});

test.each(['NO0399999962927', 'NO9386011117947', 'NO1212120000009'])(
  'PAY-10: every Norwegian account has a bank: %s',
  (iban) => {
    expect(findBic(iban, bankDirectory)).toBe('SNBKNO22XXX');
  },
);

test('PAY-10: another bank of the same country is unknown', () => {
  expect(findBic('DE37700515400123456789', bankDirectory)).toBeUndefined();
  // The bank code counts where it stands, not anywhere in the number.
  expect(findBic('DE00000000003704004400', bankDirectory)).toBeUndefined();
});

test.each(bankDirectory)(
  'PAY-10: banks inferred from IBANs: $bic is a bank of $country',
  ({ bic, country, bban }) => {
    expect(bic).toMatch(/^[A-Z]{6}[A-Z0-9]{5}$/);
    expect(bic.slice(4, 6)).toBe(country);
    expect(bban).toMatch(/^[A-Z0-9]*$/);
  },
);
