import { expect, test } from '@jest/globals';
import { isKid } from '../../../server/bank/payments/create/check-entries.ts';

// Modulus 10 from the examples of Norwegian payment documentation; modulus 11 worked out by hand.
test.each([
  ['12345678903', 'both'],
  ['1234567897', 'modulus 10'],
  ['1234567892', 'modulus 11'],
  ['26', 'modulus 10'],
  ['27', 'modulus 11'],
  ['6-', 'modulus 11, remainder 10'],
  ['00', 'nothing but zeros'],
  ['1234567890123456789012340', 'the longest'],
])('PAY-05: KID check digits: %s by %s', (reference) => {
  expect(isKid(reference)).toBe(true);
});

test.each(['', '0', '-', '60', '5-', '-6', '6-7', '2 6', '２６', '12345678901234567890123459'])(
  'PAY-05: KID check digits: not %j',
  (reference) => {
    expect(isKid(reference)).toBe(false);
  },
);

test('PAY-05: one digit changed is always noticed by both moduli', () => {
  const ten = '1234567897';
  for (let at = 0; at < ten.length - 1; at += 1) {
    const fits = [...'0123456789'].filter((digit) => {
      const changed = ten.slice(0, at) + digit + ten.slice(at + 1);
      return isKid(changed) && changed !== ten;
    });
    // At most the one other digit for which modulus 11 gives the same check digit.
    expect(fits.length).toBeLessThanOrEqual(1);
  }
});
