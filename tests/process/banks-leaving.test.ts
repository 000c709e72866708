// More banks than may be in memory (BANK-02): each is there when it is asked, wakes by itself, and survives a kill.
import { afterEach, expect, test } from '@jest/globals';
import {
  bankAt,
  completeSca,
  consentOf,
  control,
  PERSONS,
  type TestBank,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { answered, newPayment, statusOf } from '../support/control-bank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';
import { readExposition } from '../support/exposition.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { eachTest } from '../support/test-bank.ts';
import type { Credentials } from '../support/tpp.ts';

const MOST = 3;
const NAMES = Array.from({ length: 12 }, (_, n) => `team-${n}`);

let running: BankProcess | undefined;
let credentials: Credentials | undefined;
const folder = eachTest(() => temporaryFolder());
afterEach(async () => {
  await running?.end('SIGKILL');
  credentials = undefined;
  folder.remove();
});

async function open(delay = 'PT0S'): Promise<TestBank> {
  running = await startBank({
    SANDBANK_DATA: folder.path,
    SANDBANK_SETTLEMENT_DELAY: delay,
    SANDBANK_BANKS_IN_MEMORY: String(MOST),
  });
  const { url } = running;
  credentials ??= answered(await control(url, 'POST', '/_sandbox/certificates'), 201).body;
  return bankAt(url, credentials as Credentials, async () => undefined);
}

async function inMemory(bank: TestBank): Promise<number | undefined> {
  const { text } = await bank.control('GET', '/_sandbox/metrics');
  return readExposition(text).get('sandbank_banks_in_memory')?.samples[0]?.value;
}

/** Uses so many other banks that the others leave. */
async function crowdOut(bank: TestBank): Promise<void> {
  for (let n = 0; n < MOST; n++) {
    answered(await bank.tenant(`crowd-${n}`).tpp.get('/v1/sandbox/customers'), 200);
  }
  expect(await inMemory(bank)).toBe(MOST);
}

test('BANK-02, DUR-01: banks that have left, and a clone of one, have all that was acknowledged, before and after kill -9', async () => {
  const first = await open();
  const paid = new Map<string, Awaited<ReturnType<typeof pay>>>();
  const pay = async (bank: TestBank) => {
    const psu = await consentOf(bank);
    return { psu, id: (await newPayment(psu)).body.paymentId as string };
  };
  for (const name of NAMES) paid.set(name, await pay(first.tenant(name)));
  await crowdOut(first);
  const saved = await first.tenant('team-4').control('PUT', '/_sandbox/snapshots/golden');
  answered(saved, 201);
  await crowdOut(first);
  const path = '/_sandbox/snapshots/golden/restore?bank=team-4';
  answered(await first.tenant('clone').control('POST', path), 200);
  await crowdOut(first);
  const all = async (bank: TestBank) => {
    for (const [name, { psu, id }] of paid) {
      expect(await statusOf({ ...psu, tpp: psu.tpp.at(bank.tenant(name).url) }, id)).toBe('RCVD');
    }
    const { psu, id } = paid.get('team-4') as Awaited<ReturnType<typeof pay>>;
    expect(await statusOf({ ...psu, tpp: psu.tpp.at(bank.tenant('clone').url) }, id)).toBe('RCVD');
  };
  await all(first);
  await running?.end('SIGKILL');
  await all(await open());
});

test('BANK-02: two requests at once to a bank that has left are both done', async () => {
  const bank = await open();
  const one = bank.tenant('one');
  const psu = await consentOf(one);
  await crowdOut(bank);
  const made = await Promise.all([newPayment(psu), newPayment(psu), newPayment(psu)]);
  const ids = made.map(({ body }) => body.paymentId as string);
  expect(new Set(ids).size).toBe(3);
  await crowdOut(bank);
  expect(await Promise.all(ids.map((id) => statusOf(psu, id)))).toEqual(['RCVD', 'RCVD', 'RCVD']);
});

test('BANK-02, CLOCK-01, CTRL-06: a bank that has left wakes for what falls due, and the client that waits for it hears of it', async () => {
  const bank = await open('PT2S');
  const one = bank.tenant('one');
  const psu = await consentOf(one);
  const made = await newPayment(psu);
  await completeSca(one, made, { nationalId: PERSONS.jonas });
  const approved = await statusOf(psu, made.body.paymentId);
  const query = '?type=paymentSettled&after=0&timeout=PT60S';
  const waiting = one.control('GET', `/_sandbox/events/next${query}`);
  await crowdOut(bank);
  const { status, body } = await waiting;
  expect([approved, status, body.paymentId]).toEqual(['PDNG', 200, made.body.paymentId]);
  expect(await statusOf(psu, made.body.paymentId)).toBe('ACSC');
});

test('BANK-02: where nothing is stored on disk, a bank or a snapshot more is refused, and the others go on', async () => {
  const sandbank = await openSandbank({ banksInMemory: 2 });
  try {
    const { url } = sandbank;
    const issued = await control(url, 'POST', '/_sandbox/certificates');
    const bank = bankAt(url, issued.body as Credentials, async () => undefined);
    const psu = await consentOf(bank.tenant('a'));
    await consentOf(bank.tenant('b'));
    const says = /as many banks and snapshots in memory as it takes: 2\. Use the name of a bank/;
    const refusal = { code: 'SYSTEM_ERROR', status: 503, says };
    const third = bank.tenant('c');
    expectRefusal(await third.tpp.get('/v1/sandbox/customers'), refusal);
    expectRefusal(await third.control('PUT', '/_sandbox/clock', { frozen: true }), refusal);
    expectRefusal(await third.control('POST', '/_sandbox/reset'), refusal);
    const save = () => bank.tenant('a').control('PUT', '/_sandbox/snapshots/golden');
    expectRefusal(await save(), refusal);
    // Looking around begins no bank, so it needs no room.
    answered(await third.control('GET', '/_sandbox/clock'), 200);
    answered(await newPayment(psu), 201);
    answered(await bank.tenant('b').control('POST', '/_sandbox/reset'), 200);
    expect(await inMemory(bank)).toBe(2);
  } finally {
    await sandbank.close();
  }
});
