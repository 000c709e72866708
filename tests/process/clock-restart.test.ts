// Due work without anybody asking, and after the bank was closed meanwhile (CLOCK-01, DUR-01).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import {
  bankAt,
  completeSca,
  consentOf,
  control,
  PERSONS,
  type TestBank,
} from '../support/bank.ts';
import {
  accountOf,
  allTransactions,
  balancesOf,
  eventually,
  newPayment,
} from '../support/control-bank.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { type OpenSandbank, openSandbank, type SandbankSettings } from '../support/sandbanks.ts';
import { eachTest } from '../support/test-bank.ts';
import type { Credentials } from '../support/tpp.ts';

const DAY = 86_400_000;
let open: OpenSandbank | undefined;
let credentials: Credentials | undefined;

const folder = eachTest(() => temporaryFolder());
afterEach(async () => {
  await open?.close();
  folder.remove();
});

/** Opens the folder at that moment of the wall clock; its TPP's Date is of then. */
async function reopen(options: SandbankSettings = {}, ahead = 0): Promise<TestBank> {
  await open?.close();
  open = await openSandbank({ data: folder.path, wallClock: { ahead }, ...options });
  const { url } = open;
  credentials ??= (await control(url, 'POST', '/_sandbox/certificates')).body as Credentials;
  const bank = bankAt(url, credentials, open.close);
  return { ...bank, tpp: bank.tpp.with({ Date: new Date(Date.now() + ahead).toUTCString() }) };
}

async function approvePayment(bank: TestBank, change: Readonly<Record<string, unknown>> = {}) {
  const made = await newPayment(await consentOf(bank), change);
  await completeSca(bank, made, { nationalId: PERSONS.jonas });
  return made.body.paymentId as string;
}

/** Lines that the payment left on the payer's account. */
async function linesOf(bank: TestBank): Promise<readonly Record<string, unknown>[]> {
  const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
  const all = await allTransactions(bank, `/v1/sandbox/accounts/${mockAccountId}/transactions`);
  return (all as Record<string, unknown>[]).filter(
    (line) => line['creditorName'] === 'Café Zentral GmbH',
  );
}

/** What is on disk, read without asking the bank. */
const onDisk = (): string =>
  readdirSync(folder.path)
    // A fold writes beside the file and moves it into place: that name is gone in a moment.
    .filter((name) => name.startsWith('default.') && !name.endsWith('.tmp'))
    .map((name) => readFileSync(join(folder.path, name), 'utf8'))
    .join('\n');
/** The payment's row in that status. */
const saved = (paymentId: string, status: string) =>
  new RegExp(`"id":"${paymentId}"[^\n]*"status":"${status}"`).test(onDisk());

const inOslo = (instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(instant);

test('CLOCK-01: a payment settles by itself, without any request', async () => {
  const bank = await reopen({ settlementDelay: 150 });
  const id = await approvePayment(bank);
  const settled = await eventually(
    async () => saved(id, 'ACSC'),
    (yes) => yes,
  );
  expect(settled).toBe(true);
  expect(await linesOf(bank)).toHaveLength(1);
});

test('CLOCK-01: what fell due while the bank was closed runs once, with its own date', async () => {
  const first = await reopen();
  const before = balancesOf(await accountOf(first, PERSONS.jonas));
  const date = inOslo(Date.now() + 2 * DAY);
  const id = await approvePayment(first, { requestedExecutionDate: date });
  expect(await linesOf(first)).toEqual([]);

  const second = await reopen({}, 5 * DAY);
  // By itself: nobody has asked this bank for anything yet.
  const ran = await eventually(
    async () => saved(id, 'ACSC'),
    (yes) => yes,
  );
  expect(ran).toBe(true);
  const lines = await linesOf(second);
  expect(lines.map((line) => [line['bookingDate'], line['status']])).toEqual([[date, 'booked']]);
  const after = balancesOf(await accountOf(second, PERSONS.jonas));
  expect(Number(after['closingBooked'])).toBeLessThan(Number(before['closingBooked']) - 100);

  const third = await reopen({}, 9 * DAY);
  expect(await linesOf(third)).toEqual(lines);
  expect(balancesOf(await accountOf(third, PERSONS.jonas))).toEqual(after);
});

test('CLOCK-01: a clock set ahead, or frozen, is so after a restart', async () => {
  const first = await reopen();
  await first.control('POST', '/_sandbox/clock/advance', { by: 'P100D' });
  const second = await reopen();
  const ahead = (await second.control('GET', '/_sandbox/clock')).body;
  expect(Math.abs(Date.parse(ahead.now) - Date.now() - 100 * DAY)).toBeLessThan(30_000);
  await second.control('PUT', '/_sandbox/clock', { now: '2030-01-01T00:00:00Z', frozen: true });
  const third = await reopen({}, 3 * DAY);
  expect((await third.control('GET', '/_sandbox/clock')).body).toEqual({
    now: '2030-01-01T00:00:00.000Z',
    frozen: true,
  });
});

test('CLOCK-01: a frozen clock lets nothing fall due, however long one waits', async () => {
  const first = await reopen();
  await first.control('PUT', '/_sandbox/clock', { frozen: true });
  const id = await approvePayment(first);
  const later = await reopen({}, 9 * DAY);
  expect((await later.control('GET', '/_sandbox/clock')).body.frozen).toBe(true);
  expect([saved(id, 'PDNG'), saved(id, 'ACSC')]).toEqual([true, false]);
});
