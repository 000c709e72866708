// Random things done to a bank over HTTP, and what its accounts must show after any of them.
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { createHeaders, PERSONS, type TestBank } from './bank.ts';
import type { Answer } from './http.ts';
import {
  type Account,
  balancesOf,
  linesOf,
  newAccount,
  PERIODIC,
  periodicFrom,
  refOf,
  type Scene,
  SEPA,
  sceneAt,
  selfOf,
  sepaFrom,
} from './payment-scene.ts';

/** Places of the accounts that the steps know (see `begin`); the last stands for one outside the bank. */
const OUTSIDE = 5;
const place = fc.nat({ max: OUTSIDE - 1 });
const creditor = fc.nat({ max: OUTSIDE });
/** Mostly the payer's own, now and then another person's. */
const debtor = fc.constantFrom(0, 0, 1, 1, 1, 2, 4, 3);
/** Minor units; up to more than there is on most accounts. */
const amount = fc.integer({ min: 1, max: 60_000 });
const days = fc.nat({ max: 9 });
const nth = fc.nat({ max: 3 });
const order = {
  from: fc.constantFrom(0, 0, 4, 1),
  frequency: fc.constantFrom('Daily', 'Weekly', 'Monthly'),
};
const step = <S extends string, R extends object>(
  weight: number,
  does: S,
  rest: { [K in keyof R]: fc.Arbitrary<R[K]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(does), ...rest }) as unknown as fc.Arbitrary<
    { readonly do: S } & R
  >,
});

const single = fc.oneof(
  step(2, 'mock', { at: place, amount, debit: fc.boolean(), pending: fc.boolean() }),
  step(6, 'pay', { from: debtor, to: creditor, amount, days: fc.constant(0) }),
  step(2, 'pay', { from: debtor, to: creditor, amount, days }),
  step(2, 'order', { ...order, to: creditor, amount, days }),
  step(7, 'approve', { nth }),
  step(1, 'fail', { nth }),
  step(1, 'delete', { nth }),
  step(1, 'cancel', { nth }),
  step(4, 'advance', {
    by: fc.constantFrom('PT1S', 'PT2S', 'PT2S', 'PT16M', 'P1D', 'P5D', 'P40D'),
  }),
);

/** Steps of which several may come at once; the others change what the model knows of an account. */
type Single = typeof single extends fc.Arbitrary<infer S> ? S : never;

const anyStep = fc.oneof(
  { weight: 40, arbitrary: single },
  step(8, 'burst', { of: fc.array(single, { maxLength: 6 }) }),
  step(3, 'set', { at: place, amount }),
  step(3, 'forget', { at: place }),
  step(1, 'remove', { at: place }),
  step(1, 'initialize', {}),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

export const steps = fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' });

interface Known {
  readonly account: Account;
  /** What is on it without its lines, in minor units. */
  opening: bigint;
}

/** One bank, walked through with steps that may be refused but must never break anything. */
export class Walk {
  private readonly bank: TestBank;
  private scene: Scene | undefined;
  private known: (Known | undefined)[] = [];
  private made: Answer[] = [];

  constructor(bank: TestBank) {
    this.bank = bank;
  }

  async begin(): Promise<void> {
    const scene = await sceneAt(this.bank);
    const { tpp } = scene;
    const [savings] = (await scene.psu.tpp.get('/v1/accounts')).body.accounts.filter(
      (one: { cashAccountType: string }) => one.cashAccountType === 'SVGS',
    );
    const all = await tpp.get('/v1/sandbox/customers?includeAccounts=true');
    const seeded = all.body.customers
      .flatMap((one: { accounts: { iban: string; mockAccountId: string }[] }) => one.accounts)
      .find((one: { iban: string }) => one.iban === savings.iban);
    const accounts: Account[] = [
      scene.nok,
      scene.eur,
      await newAccount(tpp, { currency: 'JPY', balance: '50000', creditLine: '1000' }),
      await newAccount(tpp, { currency: 'EUR', customerNumber: PERSONS.odd }),
      { ...savings, id: seeded.mockAccountId },
    ];
    this.scene = scene;
    this.made = [];
    this.known = [];
    for (const account of accounts) {
      const { booked, lines } = await seen(scene, account);
      this.known.push({ account, opening: booked - sumOf(lines, 'booked') });
    }
  }

  async take(taken: Step): Promise<void> {
    switch (taken.do) {
      case 'burst':
        await Promise.all(taken.of.map((one) => this.takeSingle(one)));
        return;
      case 'set':
        return this.set(taken.at, taken.amount);
      case 'forget':
        return this.forget(taken.at);
      case 'remove':
        return this.remove(taken.at);
      case 'initialize':
        expect((await this.there.tpp.post('/v1/sandbox/initialize')).status).toBe(200);
        return this.begin();
      default:
        return this.takeSingle(taken);
    }
  }

  /** Throws unless every account shows its opening balance, its lines, and nothing else. */
  async check(): Promise<void> {
    for (const known of this.known) {
      if (known === undefined) continue;
      const { booked, expected, lines } = await seen(this.there, known.account);
      expect(booked).toBe(known.opening + sumOf(lines, 'booked'));
      expect(expected).toBe(booked + sumOf(lines, 'pending'));
    }
    for (const made of this.made) {
      const answer = await this.there.psu.tpp.get(`${selfOf(made)}/status`);
      // Unknown where its debtor account was removed.
      expect([200, 404]).toContain(answer.status);
    }
  }

  private get there(): Scene {
    if (this.scene === undefined) throw new Error('the walk has not begun');
    return this.scene;
  }

  private async takeSingle(taken: Single): Promise<void> {
    switch (taken.do) {
      case 'mock':
        return this.mock(taken);
      case 'pay':
      case 'order':
        return this.pay(taken);
      case 'advance':
        await this.there.advance(taken.by);
        return;
      default:
        return this.act(taken.do, taken.nth);
    }
  }

  private async mock(taken: Extract<Single, { do: 'mock' }>): Promise<void> {
    const known = this.known[taken.at];
    const { id = 'gone', currency = 'NOK' } = known?.account ?? {};
    const text = (taken.debit ? '-' : '') + textOf(taken.amount, currency);
    const entry = { transactionAmount: { amount: text, currency }, pending: taken.pending };
    const answer = await this.there.tpp.post(`/v1/sandbox/accounts/${id}/transactions`, entry);
    expect(answer.status).toBe(known === undefined ? 404 : 201);
  }

  private async pay(taken: Extract<Single, { do: 'pay' | 'order' }>): Promise<void> {
    const from = this.known[taken.from]?.account;
    if (from === undefined) return;
    const to = this.known[taken.to]?.account;
    const { now } = (await this.bank.control('GET', '/_sandbox/clock')).body;
    const date = new Date(Date.parse(now) + taken.days * 86_400_000).toISOString().slice(0, 10);
    const isOrder = taken.do === 'order';
    const currency = isOrder ? 'NOK' : 'EUR';
    const body = {
      ...(isOrder ? periodicFrom(from) : sepaFrom(from)),
      instructedAmount: { amount: textOf(taken.amount, currency), currency },
      ...(to === undefined ? {} : { creditorAccount: refOf(to) }),
      ...(isOrder
        ? { startDate: date, frequency: taken.frequency }
        : { requestedExecutionDate: date }),
    };
    const path = isOrder ? PERIODIC : `${SEPA}?allowLogicalDuplicate=true`;
    const answer = await this.there.psu.tpp.post(path, body, { headers: createHeaders });
    // Refused when the date has passed, the account is another person's or in a currency it cannot leave.
    expect([201, 400]).toContain(answer.status);
    if (answer.status === 201) this.made.push(answer);
  }

  private async act(what: 'approve' | 'fail' | 'delete' | 'cancel', nth: number): Promise<void> {
    const made = this.made.at(-1 - nth);
    if (made === undefined) return;
    const { tpp } = this.there.psu;
    if (what === 'delete') return void (await tpp.send('DELETE', selfOf(made)));
    const segment = what === 'cancel' ? 'cancellation-authorisations' : 'authorisations';
    const started = await tpp.post(`${selfOf(made)}/${segment}`);
    if (started.status !== 201) return expect([404, 409]).toContain(started.status);
    const link: string = started.body._links.scaRedirect.href;
    const outcome = what === 'fail' ? 'cancel' : 'approve';
    const path = `/_sandbox/sca/${link.slice(link.lastIndexOf('/') + 1)}`;
    const done = await this.bank.control('POST', path, { outcome });
    // Unknown, or already expired, when the clock moved or the account went at the same time.
    expect([200, 404, 409]).toContain(done.status);
  }

  private async set(at: number, minor: number): Promise<void> {
    const known = this.known[at];
    if (known === undefined) return;
    const { account } = known;
    const { booked } = await seen(this.there, account);
    const { currency } = account;
    const balanceAmount = { amount: textOf(minor, currency), currency };
    const body = { balances: [{ balanceType: 'closingBooked', balanceAmount }] };
    const answer = await this.there.tpp.send('PUT', `/v1/sandbox/accounts/${account.id}/balances`, {
      body,
    });
    expect(answer.status).toBe(200);
    known.opening += BigInt(minor) - booked;
  }

  private async forget(at: number): Promise<void> {
    const known = this.known[at];
    if (known === undefined) return;
    const { booked } = await seen(this.there, known.account);
    const path = `/v1/sandbox/accounts/${known.account.id}/transactions`;
    expect((await this.there.tpp.send('DELETE', path)).status).toBe(204);
    known.opening = booked;
  }

  private async remove(at: number): Promise<void> {
    const known = this.known[at];
    if (known === undefined) return;
    const path = `/v1/sandbox/accounts/${known.account.id}`;
    expect((await this.there.tpp.send('DELETE', path)).status).toBe(204);
    this.known[at] = undefined;
  }
}

interface Seen {
  readonly booked: bigint;
  readonly expected: bigint;
  readonly lines: Awaited<ReturnType<typeof linesOf>>;
}

async function seen({ tpp }: Scene, account: Account): Promise<Seen> {
  const { closingBooked = '', expected = '' } = await balancesOf(tpp, account);
  const lines = await linesOf(tpp, account);
  // More would be on a second page.
  expect(lines.length).toBeLessThan(1_000);
  return { booked: minorOf(closingBooked), expected: minorOf(expected), lines };
}

function sumOf(lines: Seen['lines'], status: 'booked' | 'pending'): bigint {
  return lines
    .filter((line) => line.status === status)
    .reduce((sum, line) => sum + minorOf(line.transactionAmount.amount), 0n);
}

/** An amount as the bank writes it always has all of its currency's digits. */
const minorOf = (text: string): bigint => BigInt(text.replace('.', ''));

function textOf(minor: number, currency: string): string {
  return currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2);
}
