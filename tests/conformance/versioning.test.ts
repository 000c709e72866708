// The published breaking changes by the bank's clock (ACC-09), and asked for early with x-accept-fix.
import { describe, expect, test } from '@jest/globals';
import { accountPath, cardPath, type Shown } from '../support/account-reads.ts';
import { consentOf, PERSONS, type Psu } from '../support/bank.ts';
import type { Answer } from '../support/http.ts';
import { eachBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const bank = await eachBank();

/** The bank at that moment, and a PSU whose session lives there. */
async function at(now: string): Promise<Psu> {
  await bank.control('PUT', '/_sandbox/clock', { now, frozen: true });
  return consentOf(bank);
}

/** Last second before, and first second of, that day in Oslo. */
const AUGUST_2020 = ['2020-07-31T23:59:59+02:00', '2020-08-01T00:00:00+02:00'] as const;
const OCTOBER_2024 = ['2024-09-30T23:59:59+02:00', '2024-10-01T00:00:00+02:00'] as const;
const NOVEMBER_2024 = ['2024-11-12T23:59:59+01:00', '2024-11-13T00:00:00+01:00'] as const;

const fixed = (tpp: Tpp, fix: string) => tpp.with({ 'x-accept-fix': fix });

describe('ACC-09: amount-as-string, default since 2020-08-01', () => {
  /** What stands after `"amount":` in the answer, as it came over the wire. */
  const amounts = ({ text }: Answer): readonly string[] =>
    [...text.matchAll(/"amount":("?-?[\d.]+"?)/g)].map(([, amount]) => amount as string);

  const NUMBER = /^-?\d+\.\d{2}$/;
  const TEXT = /^"-?\d+\.\d{2}"$/;

  async function paths(psu: Psu): Promise<readonly string[]> {
    const account = await accountPath(psu);
    return ['/v1/accounts?withBalance=true', `${account}/balances`, '/v1/card-accounts'];
  }

  test('ACC-09: numbers before, text from midnight in Oslo', async () => {
    for (const [now, form] of [
      [AUGUST_2020[0], NUMBER],
      [AUGUST_2020[1], TEXT],
    ] as const) {
      const psu = await at(now);
      for (const path of await paths(psu)) {
        const seen = amounts(await psu.tpp.get(path));
        expect(seen.length).toBeGreaterThan(1);
        for (const amount of seen) expect(amount).toMatch(form);
      }
    }
  });

  test('ACC-09: text before, where the fix is asked for', async () => {
    const psu = await at(AUGUST_2020[0]);
    for (const path of await paths(psu)) {
      const tpp = fixed(psu.tpp, 'longer-names, amount-as-string');
      for (const amount of amounts(await tpp.get(path))) expect(amount).toMatch(TEXT);
      const other = await fixed(psu.tpp, 'longer-names').get(path);
      for (const amount of amounts(other)) expect(amount).toMatch(NUMBER);
    }
  });

  test('ACC-09: 18 digits keep every digit as a number', async () => {
    const psu = await at(AUGUST_2020[0]);
    const account = await accountPath(psu);
    const amount = '1234567890123456.78';
    const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }];
    const mock = account.replace('/v1/', '/v1/sandbox/');
    const put = await bank.tpp.send('PUT', `${mock}/balances`, { body: { balances } });
    expect(put.status).toBe(200);
    // The sandbox operations know no fixes.
    expect(amounts(put)[0]).toBe(`"${amount}"`);
    expect(amounts(await psu.tpp.get(`${account}/balances`))[0]).toBe(amount);
  });

  test('ACC-09: a text that only looks like an amount stays a text', async () => {
    const psu = await at(AUGUST_2020[0]);
    const account = await accountPath(psu);
    const text = '"amount":"1.00" and {"amount":"2.00"}';
    const transaction = {
      transactionAmount: { amount: '-3.00', currency: 'NOK' },
      remittanceInformationUnstructured: text,
    };
    const mock = `${account.replace('/v1/', '/v1/sandbox/')}/transactions`;
    expect((await bank.tpp.post(mock, transaction)).status).toBe(201);
    const { body } = await psu.tpp.get(`${account}/transactions?bookingStatus=booked`);
    const [one] = body.transactions.booked;
    expect([one.remittanceInformationUnstructured, one.transactionAmount.amount]).toEqual([
      text,
      -3,
    ]);
  });
});

describe('ACC-09: longer-names, default since 2024-10-01', () => {
  const LONG = `Felleskonto for hytta på Ål og båten i Ø${'y'.repeat(30)}`;

  async function nameAt(now: string, fix = 'amount-as-string'): Promise<string> {
    const made = await bank.tpp.post('/v1/sandbox/accounts', {
      customerNumber: PERSONS.jonas,
      accountName: LONG,
      currency: 'NOK',
    });
    expect(made.status).toBe(201);
    const psu = await at(now);
    const { body } = await fixed(psu.tpp, fix).get('/v1/accounts');
    const found = body.accounts.find(({ iban }: Shown) => iban === made.body.iban);
    const one = await fixed(psu.tpp, fix).get(`/v1/accounts/${found.resourceId}`);
    expect(one.body.account.name).toBe(found.name);
    return found.name;
  }

  test('ACC-09: cut at 35 before, whole from midnight in Oslo', async () => {
    expect(LONG).toHaveLength(70);
    expect(await nameAt(OCTOBER_2024[0])).toBe(LONG.slice(0, 35));
    expect(await nameAt(OCTOBER_2024[1])).toBe(LONG);
  });

  test('ACC-09: whole before, where the fix is asked for', async () => {
    expect(await nameAt(OCTOBER_2024[0], 'longer-names')).toBe(LONG);
  });
});

describe('ACC-09: cash-account-type-iso, default since 2024-11-13', () => {
  async function typesAt(now: string, fix = 'longer-names'): Promise<readonly string[]> {
    const { body } = await fixed((await at(now)).tpp, fix).get('/v1/accounts');
    return body.accounts.map(({ cashAccountType }: Shown) => cashAccountType).sort();
  }

  test('ACC-09: Current and Savings before, CACC and SVGS from midnight in Oslo', async () => {
    expect(await typesAt(NOVEMBER_2024[0])).toEqual(['Current', 'Savings']);
    expect(await typesAt(NOVEMBER_2024[1])).toEqual(['CACC', 'SVGS']);
  });

  test('ACC-09: CACC and SVGS before, where the fix is asked for', async () => {
    expect(await typesAt(NOVEMBER_2024[0], 'Cash-Account-Type-ISO')).toEqual(['CACC', 'SVGS']);
  });
});

describe('ACC-09: the card mapping, default since 2024-11-13', () => {
  const FIX = 'cardaccount-switch-originalamount-and-transactionamount';
  const amounts = {
    transactionAmount: { amount: '-116.84', currency: 'NOK' },
    originalAmount: { amount: '-10.00', currency: 'EUR' },
  };

  async function shownAt(now: string, fix = 'longer-names') {
    const psu = await at(now);
    const card = await cardPath(psu);
    const mock = `${card.replace('/v1/', '/v1/sandbox/')}/transactions`;
    const made = await bank.tpp.post(mock, amounts);
    expect(made.status).toBe(201);
    expect(made.body.transactions[0]).toMatchObject(amounts);
    const list = await fixed(psu.tpp, fix).get(`${card}/transactions?bookingStatus=booked`);
    const { transactionAmount, originalAmount } = list.body.cardTransactions.booked[0];
    return { transactionAmount, originalAmount };
  }

  const switched = {
    transactionAmount: amounts.originalAmount,
    originalAmount: amounts.transactionAmount,
  };

  test('ACC-09: the amounts in each other’s place before, mended from midnight in Oslo', async () => {
    expect(await shownAt(NOVEMBER_2024[0])).toEqual(switched);
    expect(await shownAt(NOVEMBER_2024[1])).toEqual(amounts);
  });

  test('ACC-09: mended before, where the fix is asked for', async () => {
    expect(await shownAt(NOVEMBER_2024[0], FIX)).toEqual(amounts);
  });
});
