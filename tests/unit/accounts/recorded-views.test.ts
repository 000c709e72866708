// How accounts, cards, balances and transactions are shown, before and after each fix of the interface, asked for or not, as
// it is written in tests/fixtures/tables/account-views.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { accountNumberOf, resourceIdOf } from '../../../server/bank/accounts/account-ids.ts';
import * as views from '../../../server/bank/accounts/account-views.ts';
import { consentAt, freshAt } from '../../../server/bank/accounts/consent-store.ts';
import type { Call } from '../../../server/bank/banks/operation.ts';
import { FIXES } from '../../../server/protocol/fixes.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, shortened, shown } from '../../support/recorded.ts';
import { callOf } from './call.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows with some of their members
type Any = any;

const brief = (view: unknown): string => shortened(view, 200);

const DATES = ['2024-09-30', '2024-10-01', '2024-11-12', '2024-11-13', '2026-06-10'];
const ASKED = [[], ...FIXES.map(({ name }) => [name]), FIXES.map(({ name }) => name)];

const calls = DATES.flatMap((date) =>
  ASKED.map((acceptFix) => {
    const seen: string[] = [];
    const call: Call = {
      ...callOf(mapTx(), Date.parse(`${date}T10:00:00Z`), { headers: { acceptFix } }),
      exercises: (rule) => void seen.push(rule),
    };
    return [`${date} ${acceptFix}`, call, seen] as const;
  }),
);

const ACCOUNTS: readonly Any[] = ['CACC', 'SVGS'].map((cashAccountType, at) => ({
  ...{ id: `a${at}`, cashAccountType, name: `${'Navn '.repeat(8)}${at}`, product: 'Brukskonto' },
  ...{ currency: 'NOK', bban: '99997649326', iban: 'NO0699997649326', kid: 'none', payments: true },
}));
const BALANCES: readonly Any[] = [
  { currency: 'NOK', booked: 1250n, pending: -300n, held: -500n, creditLine: 10_000n },
  { currency: 'JPY', booked: -7n, pending: 5n, held: 0n, creditLine: 0n },
].map((row) => ({
  id: 'a',
  lastLine: 1,
  changedAt: Date.parse('2026-01-02T03:04:05.678Z'),
  ...row,
}));
const CARD: Any = {
  ...{ id: 'c', product: 'Kredittkort med et navn som er for langt', currency: 'NOK' },
  ...{ maskedPan: '492500******1026', creditLimit: 5000n },
};
const KID = { reference: '00026', referenceType: 'SCOR' };
const LINES: readonly Any[] = [
  ...[{}, { creditorName: 'Anna' }, { debtorName: 'Bo' }, { creditorName: '', debtorName: '' }],
  ...[
    { remittanceInformationUnstructured: 'a' },
    { remittanceInformationUnstructuredArray: ['b', 'c'] },
  ],
  ...[
    { remittanceInformationStructured: KID },
    { remittanceInformationStructuredArray: [KID, { reference: '1', referenceType: 'X' }] },
  ],
  ...[
    { proprietaryBankTransactionCode: 'VARE' },
    {
      proprietaryBankTransactionCode: 'VARE',
      creditorName: 'Anna',
      remittanceInformationStructured: KID,
    },
  ],
  {
    currencyExchange: [],
    merchantCategoryCode: '5411',
    purposeCode: 'OTHR',
    ultimateDebtor: 'U',
    ultimateCreditor: 'V',
    bankTransactionCode: 'B',
    endToEndId: 'E',
  },
  ...[
    { originalAmount: { amount: '1.00', currency: 'EUR' } },
    {
      originalAmount: { amount: '1.00', currency: 'EUR' },
      maskedPAN: '492500******9999',
      invoiced: true,
    },
  ],
].flatMap((details) =>
  [-1500n, 1n].flatMap((amount) =>
    ['booked', 'pending'].map((status) => ({
      ...{ id: 'l', accountId: 'a', status, date: '2026-06-01', valueDate: '2026-06-02' },
      ...{ amount, details },
    })),
  ),
);

test('ACC-09: accounts and transactions: are shown as they are now', () => {
  const lines: string[] = [];
  for (const [title, call, seen] of calls) {
    lines.push(`# ${title}`);
    const [whole] = LINES.slice(-4);
    for (const account of ACCOUNTS) lines.push(brief(views.accountView(call, account)));
    lines.push(brief(views.cardView(call, CARD, BALANCES[0])));
    for (const line of [whole, ...LINES.slice(0, 1)])
      lines.push(brief(views.cardTransactionShown(call, line, CARD)));
    lines.push(`${seen}`);
  }
  const [[, call]] = calls as Any;
  lines.push('# each');
  for (const account of ACCOUNTS) {
    lines.push(brief(views.accountReference(account)));
    for (const balance of BALANCES) lines.push(brief(views.accountView(call, account, balance)));
  }
  for (const balance of BALANCES)
    lines.push(
      brief(views.balancesView(call, balance)),
      shown(views.cardBalancesView(call, balance)),
    );
  lines.push(brief(views.cardReference(CARD)));
  for (const line of LINES) {
    lines.push(
      brief(views.transactionView(line, 'NOK')),
      shown(views.transactionDetailsView(line, 'JPY')),
    );
    lines.push(brief(views.cardTransactionView(line, CARD)));
  }
  expectRecorded('tables/account-views.txt', lines);
});

test('ACC-01: a view that is made once is the same for the same row, TPP, bank and fixes, and for no other', () => {
  const remembered = views.rememberedAccounts();
  const [first, second] = ACCOUNTS;
  for (const [, call] of calls) {
    const made = remembered(call, first);
    expect(remembered(call, first)).toBe(made);
    expect(made.view).toEqual(views.accountView(call, first));
    expect(made.json).toBe(JSON.stringify(made.view));
    for (const bank of ['default', 'tpp', 'defaul', '']) {
      for (const id of ['tpp', 'ttpp', '', 'default']) {
        const other = { ...call, tpp: { id, name: '' }, bank: { ...call.bank, idScope: bank } };
        expect(remembered(other, first).view).toEqual(views.accountView(other, first));
        expect(remembered(other, second).view).toEqual(views.accountView(other, second));
      }
    }
  }
});

test('ACC-01: of one account fifty forms are remembered', () => {
  const remembered = views.rememberedAccounts();
  const [[, call]] = calls as Any;
  const [account] = ACCOUNTS;
  const of = (nth: number) => remembered({ ...call, tpp: { id: `t${nth}`, name: '' } }, account);
  const made = Array.from({ length: 50 }, (_, nth) => of(nth));
  // The fiftieth is the last that has room.
  expect(of(49) === made[49]).toBe(false);
  const again = of(49);
  expect([of(49) === again, of(48) === made[48]]).toEqual([true, false]);
});

test('ACC-01: a list of remembered views is made once, until one of them is another', () => {
  const lists = views.rememberedLists('accounts');
  const [a, b, c]: Any = ['a', 'b', 'c'].map((id) => ({ view: { id }, json: `{"id":"${id}"}` }));
  const plain = { view: { id: 'd' } };
  const list = lists([a, b]);
  expect(shown(list)).toBe(
    '{body: {accounts: [{id: "a"},{id: "b"}]}, json: {text: "{\\"accounts\\":[{\\"id\\":\\"a\\"},{\\"id\\":\\"b\\"}]}"}}',
  );
  expect(lists([a, b])).toBe(list);
  for (const others of [[a, c], [a], [a, b, c], [b, a]]) expect(lists(others)).not.toBe(list);
  expect(shown(lists([]))).toBe('{body: {accounts: []}, json: {text: "{\\"accounts\\":[]}"}}');
  expect(shown(lists([plain, a]).json)).toBe(
    '{text: "{\\"accounts\\":[{\\"id\\":\\"d\\"},{\\"id\\":\\"a\\"}]}"}',
  );
});

const DAY = 86_400_000;
const NOW = 1000 * DAY;

test('CONS-07: a consent: is in the state that it is in now', () => {
  const lists = [[], [0], [-180], [-181], [-180, 0], [-181, -200], [1], [-1, -2]].map((days) =>
    days.map((day, at) => ({ accountId: `a${at}`, lastScaAt: NOW + day * DAY })),
  );
  const edges = [-1, 0, 1].map((ms) => [{ accountId: 'e', lastScaAt: NOW - 180 * DAY + ms }]);
  const lines = [...lists, ...edges].flatMap((accounts) =>
    (['valid', 'revoked'] as const).map((status) => {
      const fresh = freshAt(accounts, NOW).map(({ accountId }) => accountId);
      return `${status} ${shown(accounts)}: ${shown(consentAt({ status, accounts }, NOW))} ${fresh}`;
    }),
  );
  expectRecorded('tables/consent-states.txt', lines);
});

test('ids: of resources and numbers are those that they are now', () => {
  expect(accountNumberOf('NO0699997649326')).toBe('99997649326');
  for (const text of [
    'NO069999764932',
    'NO06999976493261',
    'xNO0699997649326',
    'no0699997649326',
    'SE0699997649326',
  ])
    expect(accountNumberOf(text)).toBeUndefined();
  expect(resourceIdOf('default', 'tpp', 'a')).toMatch(/^enc!![\w-]{32}$/);
  expect(resourceIdOf('defaultt', 'pp', 'a')).not.toBe(resourceIdOf('default', 'tpp', 'a'));
});
