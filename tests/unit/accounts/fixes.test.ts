import { expect, test } from '@jest/globals';
import { shownName } from '../../../server/bank/accounts/account-views.ts';
import type { Call } from '../../../server/bank/banks/operation.ts';
import { FIXES, isFixed } from '../../../server/protocol/fixes.ts';

const unasked: readonly string[] = [];

test.each([
  ['amount-as-string', '2020-07-31', '2020-08-01'],
  ['longer-names', '2024-09-30', '2024-10-01'],
  ['cash-account-type-iso', '2024-11-12', '2024-11-13'],
  ['cardaccount-switch-originalamount-and-transactionamount', '2024-11-12', '2024-11-13'],
] as const)('ACC-09: %s holds from its day on, or when asked for', (name, before, from) => {
  for (const profile of ['sandbox', 'production'] as const) {
    expect(isFixed(name, { acceptFix: unasked, today: before, profile })).toBe(false);
    expect(isFixed(name, { acceptFix: unasked, today: from, profile })).toBe(true);
  }
  expect(isFixed(name, { acceptFix: ['x', name], today: before })).toBe(true);
  const others = FIXES.map((fix) => fix.name as string).filter((other) => other !== name);
  expect(isFixed(name, { acceptFix: others, today: before })).toBe(false);
});

test.each([
  ['sandbox', '2026-08-12', '2026-08-13'],
  ['production', '2026-11-14', '2026-11-15'],
] as const)('PAY-10: structured-addresses has its own day in %s', (profile, before, from) => {
  const at = (today: string) =>
    isFixed('structured-addresses', { acceptFix: unasked, today, profile });
  expect([at(before), at(from)]).toEqual([false, true]);
});

/** Of the last day before it. */
const call = { bank: { now: Date.UTC(2024, 8, 30) }, headers: { acceptFix: unasked } } as Call;

test.each([
  ['35 letters', 'ø'.repeat(35), 'ø'.repeat(35)],
  ['36 letters', `${'ø'.repeat(35)}x`, 'ø'.repeat(35)],
  // No operation takes such a name; a data file that was edited by hand may have one.
  ['35 characters of two UTF-16 units each', '\u{1f6a4}'.repeat(35), '\u{1f6a4}'.repeat(35)],
  ['36 of them', '\u{1f6a4}'.repeat(36), '\u{1f6a4}'.repeat(35)],
  ['one where the 35th ends', `${'x'.repeat(34)}\u{1f6a4}y`, `${'x'.repeat(34)}\u{1f6a4}`],
])('ACC-09: names before longer-names: cut at 35 code points: %s', (_, name, shown) => {
  expect(shownName(call, name)).toBe(shown);
});
