import { beforeAll, describe, expect, test } from '@jest/globals';
import { isValidIBAN } from 'ibantools';
import { transactionDetailsView } from '../../../server/bank/accounts/account-views.ts';
import { type AccountRow, accounts } from '../../../server/bank/accounts/tables.ts';
import { agreements, customers, engagements } from '../../../server/bank/customers/tables.ts';
import { balances, type LineRow, lines } from '../../../server/bank/ledger/tables.ts';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { createStartingSet, startingSet } from '../../../server/bank/sandbox/starting-set.ts';
import { addDays } from '../../../server/kernel/dates.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { bbanProblem } from '../../../server/validation/account-number.ts';
import { FORMATS } from '../../../server/validation/formats.ts';
import { checkNationalId } from '../../../server/validation/national-id.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';

const TODAY = '2026-11-21';
const fixtures = readFixtures();

function bankOf(today: string): MapTx {
  const tx = mapTx();
  tx.restart(startingSet(() => fixtures, today));
  return tx;
}

/** Lines of an account in the order they were made, pending ones last. */
const linesBy = (tx: MapTx, id: string): readonly LineRow[] =>
  tx
    .all(lines)
    .filter((line) => line.accountId === id)
    .sort((a, b) => Number(a.order.split('#')[1]) - Number(b.order.split('#')[1]));

describe('SBX-02: the starting set', () => {
  let tx: MapTx;
  let current: readonly AccountRow[];
  beforeAll(() => {
    tx = bankOf(TODAY);
    current = tx.all(accounts).filter((row) => row.cashAccountType === 'CACC');
  });
  const customerOf = (number: string) => tx.all(customers).find((row) => row.number === number);

  test('customers have valid national identity numbers', () => {
    const checks = tx.all(customers).map((row) => checkNationalId(row.number));
    expect(checks).toEqual(Array(4).fill('ok'));
  });

  test('what is booked is numbered in the order of its days, on accounts and on cards', () => {
    const ids = new Set(tx.all(lines).map(({ accountId }) => accountId));
    expect(ids.size).toBeGreaterThan(8);
    for (const id of ids) {
      const booked = linesBy(tx, id).filter(({ status }) => status === 'booked');
      const days = booked.map(({ date }) => date);
      expect(days).toEqual(days.toSorted());
    }
  });

  test('numbers carry valid check digits', () => {
    for (const row of tx.all(accounts)) {
      expect(bbanProblem(row.bban)).toBeUndefined();
      expect(row.iban.endsWith(row.bban) && isValidIBAN(row.iban)).toBe(true);
    }
    for (const row of tx.all(agreements)) {
      expect(FORMATS['organisation-number']?.(row.organisationNumber)).toBeUndefined();
    }
  });

  test('SBX-03: every customer owns an agreement; companies have engagements, private ones none', () => {
    const owners = tx.all(agreements).map((row) => row.customerId);
    expect(owners.sort()).toEqual(
      tx
        .all(customers)
        .map((row) => row.id)
        .sort(),
    );
    const who = (number: string) => {
      const id = customerOf(number)?.id;
      const own = tx.all(engagements).filter((row) => row.customerId === id);
      return own.map((row) => tx.all(agreements).find((a) => a.id === row.agreementId)?.name);
    };
    expect(who('13039319955')).toEqual([]);
    expect(who('12085592767')).toEqual(Array(2).fill('Nordlys Snekkerverksted AS'));
    expect(who('18129215603')).toEqual(Array(2).fill('Nordlys Snekkerverksted AS'));
    expect(who('20079518612')).toEqual(Array(2).fill('Havbris Sjømat AS'));
    const full = tx.all(engagements).every((row) => row.roles.join() === 'REGISTER,VIEW');
    expect(full).toBe(true);
  });

  test('salaries, rent with KID, purchases in SEK and EUR, and pending ones are there', () => {
    const all = current.flatMap((account) => linesBy(tx, account.id));
    const count = (is: (details: JsonObject) => boolean) =>
      all.filter((line) => is(line.details)).length;
    const bought = (currency: string) =>
      count(({ currencyExchange: list }) => JSON.stringify(list ?? '').includes(currency));
    const text = (d: JsonObject) => String(d['remittanceInformationUnstructured'] ?? '');
    expect(count((d) => text(d).startsWith('Lønn'))).toBeGreaterThan(30);
    const rent = all.filter((line) => line.details['creditorName'] === 'Utleiegården Sagene AS');
    expect(rent.length).toBeGreaterThanOrEqual(11);
    expect(rent[0]?.details['remittanceInformationStructured']).toMatchObject({
      referenceType: 'SCOR',
    });
    expect(bought('"sourceCurrency":"SEK"')).toBeGreaterThan(50);
    expect(bought('"sourceCurrency":"EUR"')).toBeGreaterThan(50);
    for (const account of current) {
      expect(linesBy(tx, account.id).some((line) => line.status === 'pending')).toBe(true);
    }
  });

  test('purchases abroad have the exchange rate of the fixture, give or take one per cent', () => {
    const exchanges = tx
      .all(lines)
      .flatMap(({ details }) => (details['currencyExchange'] ?? []) as JsonObject[]);
    expect(exchanges.length).toBeGreaterThan(100);
    for (const { sourceCurrency, targetCurrency, exchangeRate } of exchanges) {
      const rate = Number(fixtures.rates[`${sourceCurrency}/${targetCurrency}`]);
      expect(Math.abs(Number(exchangeRate) / rate - 1)).toBeLessThanOrEqual(0.0101);
    }
  });

  test('ACC-04: every line is a valid transaction of the interface', () => {
    const validator = createValidator();
    const wrong = tx
      .all(accounts)
      .flatMap((row) =>
        linesBy(tx, row.id).map((line) => transactionDetailsView(line, row.currency)),
      )
      .flatMap((view) => validator.violations('types/transaction-with-details.json', view));
    expect(wrong).toEqual([]);
  });

  test('two runs for one date are the same; another date keeps the ids of days in both', () => {
    expect(bankOf(TODAY).dump()).toBe(tx.dump());
    const tomorrow = bankOf(addDays(TODAY, 1));
    expect(tomorrow.all(accounts)).toEqual(tx.all(accounts));
    const booked = (of: MapTx) =>
      new Map(
        of
          .all(lines)
          .filter((l) => l.status === 'booked')
          .map((l) => [l.id, l]),
      );
    const later = booked(tomorrow);
    const shared = [...booked(tx).values()].filter((line) => later.has(line.id));
    expect(shared.length).toBeGreaterThan(2_000);
    expect(shared.every((line) => later.get(line.id)?.date === line.date)).toBe(true);
  });

  test('banks that begin on one day share their rows', () => {
    const starting = createStartingSet();
    expect(starting(TODAY).key).toBe(`starting-set-1-${TODAY}`);
    expect(starting('2026-11-22').key).not.toBe(starting(TODAY).key);
  });
});

describe.each(['2026-11-21', '2026-01-01', '2026-03-01', '2027-12-31', '2028-02-29', '2031-07-13'])(
  'SBX-02: on %s',
  (today) => {
    const tx = bankOf(today);

    test('each current account has a year of 300 transactions or more, none after today', () => {
      for (const { id, cashAccountType } of tx.all(accounts)) {
        const own = linesBy(tx, id);
        const dates = own.map((line) => line.date);
        expect(dates.every((date) => date >= addDays(today, -365) && date <= today)).toBe(true);
        if (cashAccountType === 'CACC') expect(own.length).toBeGreaterThanOrEqual(300);
      }
      expect(new Set(tx.all(lines).map((line) => line.id)).size).toBe(tx.all(lines).length);
    });

    test('no balance ever goes below its credit line, holds counted, and all add up', () => {
      for (const balance of tx.all(balances)) {
        let running = balance.opening;
        for (const line of linesBy(tx, balance.id)) {
          if (line.status === 'pending' && line.amount > 0n) continue;
          running += line.amount;
          expect(running >= -balance.creditLine).toBe(true);
        }
        expect(running).toBe(balance.booked + balance.held);
        const own = linesBy(tx, balance.id);
        const pending = own.filter((line) => line.status === 'pending');
        expect(balance.pending).toBe(pending.reduce((so, line) => so + line.amount, 0n));
        expect(balance.lastLine).toBe(own.length);
      }
    });

    test('every currency sums to zero', () => {
      for (const currency of ['NOK', 'EUR']) {
        const of = tx.all(balances).filter((balance) => balance.currency === currency);
        expect(of.reduce((so, balance) => so + balance.booked, 0n)).toBe(0n);
      }
    });
  },
);
