// What the clients of a tortured server start from, and what is looked at afterwards.
import { consentOf, PERSONS, type Psu, type TestBank } from '../support/bank.ts';
import { type AccountSeen, eventually } from '../support/control-bank.ts';
import type { Credentials } from '../support/tpp.ts';
import { httpBanks, openingOf, settledLines } from './http-writes.ts';
import type { Findings } from './torture.ts';

const OPENING = '10000000.00';

/** What is known of a bank before the first kill. */
export interface Known {
  readonly account: AccountSeen;
  readonly psu: Pick<Psu, 'psuId' | 'sessionId'>;
}

export interface Prepared {
  readonly credentials: Credentials;
  /** Of each bank. */
  readonly known: readonly Known[];
}

/** In each bank an account with money, and a PSU who has consented. */
export async function prepareBanks(url: string): Promise<Prepared> {
  const made = await fetch(`${url}/_sandbox/certificates`, { method: 'POST' });
  const credentials = (await made.json()) as Credentials;
  const known: Known[] = [];
  for (const bank of httpBanks(url, credentials)) {
    const account = await openingOf(bank, OPENING);
    const { psuId, sessionId } = await consentOf(bank, PERSONS.jonas);
    known.push({ account, psu: { psuId, sessionId } });
  }
  return { credentials, known };
}

/** Over all banks: every write once, and balances that are the opening plus the lines. */
export async function findingsOf(url: string, { credentials, known }: Prepared): Promise<Findings> {
  const found: Findings[] = [];
  for (const [i, bank] of httpBanks(url, credentials).entries()) {
    found.push(await findingsAt(bank, known[i] as Known));
  }
  return {
    written: new Map(found.flatMap(({ written }) => [...written])),
    faults: found.flatMap(({ faults }) => faults),
  };
}

async function findingsAt(bank: TestBank, { account }: Known): Promise<Findings> {
  const seen = await eventually(
    () => settledLines(bank, account),
    ({ pending }) => pending.length === 0,
  );
  const written = new Map<string, number>();
  for (const { creditorName } of seen.booked) {
    if (creditorName === undefined) continue;
    written.set(creditorName, (written.get(creditorName) ?? 0) + 1);
  }
  const faults = seen.pending.map((line) => `${bank.url}: never settled: ${line.creditorName}`);
  const total = [...seen.booked].reduce((sum, line) => sum + line.cents, cents(OPENING));
  for (const [type, amount] of Object.entries(seen.balances)) {
    if (cents(amount) === total) continue;
    faults.push(`${bank.url}: ${type} is ${amount}, opening and lines make ${total} cents`);
  }
  return { written, faults };
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
