// What is said of two states of a bank, in words and as rows, for each kind of row that came, changed or went, and of two
// clocks, as it is written in tests/fixtures/tables/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { accounts, cardAccounts, consents, quota } from '../../../server/bank/accounts/tables.ts';
import type { Between } from '../../../server/bank/banks/snapshot-control.ts';
import {
  changesIn,
  differencesJson,
  tablesJson,
} from '../../../server/bank/banks/snapshot-json.ts';
import { settings } from '../../../server/bank/banks/tables.ts';
import { baskets } from '../../../server/bank/baskets/tables.ts';
import { changeWords } from '../../../server/bank/changes/change-words.ts';
import { clockWords } from '../../../server/bank/changes/clock-words.ts';
import { agreements, customers, engagements, psus } from '../../../server/bank/customers/tables.ts';
import { faults } from '../../../server/bank/faults/tables.ts';
import { balances, lines } from '../../../server/bank/ledger/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { redirects } from '../../../server/bank/redirects/tables.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import { tpps } from '../../../server/bank/tpps/tables.ts';
import type { StartingRows } from '../../../server/storage/store.ts';
import type { AnyTable, Row } from '../../../server/storage/table.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';
import { DAY, type Given, MINUTE, NOW, PAIRS } from './row-pairs.ts';

const TABLES: readonly AnyTable[] = [
  ...[settings, customers, agreements, engagements, psus, accounts, cardAccounts, balances, lines],
  ...[consents, sessions, quota, flows, payments, baskets, tpps, faults, redirects],
];
/** The rows of a bank, by the name of their table. */
const rowsOf = (given: Given): StartingRows => ({
  key: 'own',
  rows: new Map(TABLES.map((table) => [table, () => (given[table.name] ?? []) as readonly Row[]])),
});
const between = (from: Given, to: Given, later = 0): Between => ({
  from: { at: NOW, rows: rowsOf(from) },
  to: { at: NOW + later, rows: rowsOf(to) },
});

const differences = ({ from, to }: Between): string => {
  const all = differencesJson(changesIn(from.rows, to.rows));
  return Object.entries(all)
    .filter(([, rows]) => rows.length > 0 && rows.length < 9)
    .map(([name, rows]) => `${name} ${shown(rows)}`)
    .join(' ');
};

/** Of many lines, how many there are, and the last two. */
const brief = (words: readonly string[]): readonly string[] =>
  words.length < 10 ? words : [`${words.length} lines`, ...words.slice(-2)];

test('CTRL-04: two states of a bank: are told apart as they are now', () => {
  const told: string[] = [];
  for (const [title, from, to, later] of PAIRS) {
    told.push(`# ${title}`);
    for (const both of [between(from, to, later), between(to, from, later)]) {
      told.push(...brief(changeWords(changesIn(both.from.rows, both.to.rows), both)), '-');
    }
    told.push(differences(between(from, to)));
  }
  told.push(shown(tablesJson(rowsOf(PAIRS[34]?.[2] ?? {}))));
  expectRecorded('tables/change-words.txt', told);
});

const SPANS = [
  ...[0, 1, 499, 500, 999, 1000, 1499, 1500, 29_999, MINUTE - 1, MINUTE, 59 * MINUTE + 59_499],
  ...[60 * MINUTE - 1, 60 * MINUTE, 60 * MINUTE + 29_999, 60 * MINUTE + 30_000, 61 * MINUTE],
  ...[DAY - 1, DAY, DAY + 61 * MINUTE, 2 * DAY + MINUTE, 400 * DAY, DAY + MINUTE / 2],
];

test('CLOCK-01: two clocks: are told apart as they are now', () => {
  const clock = (frozen: boolean, offset: number): Given => ({
    settings: [{ id: 'clock', value: frozen ? { offset: 0, frozenAt: 1 } : { offset } }],
  });
  const told = SPANS.flatMap((span) => [span, -span]).map((span) => {
    const said = [
      between(clock(true, 0), clock(true, 0), span),
      between({}, clock(false, span), 7),
      between(clock(false, 5), clock(false, 5 + span), 7),
      between(clock(true, 5), clock(false, 5), span),
      between(clock(false, 5), clock(true, 5), span),
    ].map((both) => clockWords(both).join(', '));
    return `${span} ${said.join(' | ')}`;
  });
  expectRecorded('tables/clock-words.txt', told);
});
