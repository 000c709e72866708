// A bank on a database as a process: how it starts, how it stops, and who does the work of one that was killed.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bankAt, completeSca, consentOf, control, PERSONS } from '../support/bank.ts';
import { eventually, newPayment } from '../support/control-bank.ts';
import { type BankProcess, runBank, startBank } from '../support/control-process.ts';
import { docBlocks } from '../support/doc-blocks.ts';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { startProxy } from '../support/postgres-proxy.ts';
import {
  inDatabase,
  type PostgresServer,
  schemaIn,
  startPostgres,
} from '../support/postgres-server.ts';
import type { Credentials } from '../support/tpp.ts';

test.each([
  ['mysql://db.example/bank', 'is not an address'],
  ['postgres//x:hunter2@db', 'is not an address'],
  ['postgres://x:h@hunter2@db/bank', 'in a password, @ is %40'],
])('SET-01: SANDBANK_STORE=%s is refused, and not shown', async (address, why) => {
  const { code, stderr } = await runBank({ PORT: '0', SANDBANK_STORE: address });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
  expect(stderr).toContain('SANDBANK_STORE');
  expect(stderr).not.toContain('hunter2');
});

test('SET-01: without its database the bank does not start, and says why', async () => {
  const nowhere = 'postgres://sandbank:hunter2@127.0.0.1:1/bank';
  const { code, stdout, stderr } = await runBank({ PORT: '0', SANDBANK_STORE: nowhere });
  expect(code).toBe(1);
  // In one sentence: no line with a stack beside it.
  expect(stderr).toMatch(/^sandbank: The database cannot be used: .*ECONNREFUSED.*\n$/);
  expect(stdout).not.toContain('ECONNREFUSED');
  expect(stdout + stderr).not.toContain('hunter2');
});

test('SET-01: a database that wants a password and hears of none ends the start at once', async () => {
  const asks = (kind: number, text: string) => {
    const message = Buffer.from(`R${'\0'.repeat(8)}${text}`, 'latin1');
    message.writeInt32BE(message.length - 1, 1);
    message.writeInt32BE(kind, 5);
    return message;
  };
  // SCRAM of PostgreSQL, as far as its first question; then it waits for as long as the other side does.
  const questions = [asks(10, 'SCRAM-SHA-256\0\0'), asks(11, 'r=x,s=c2FsdA==,i=4096')];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(questions.shift() ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = `postgres://sandbank@127.0.0.1:${port}/bank`;
  const { code, stderr } = await runBank({ PORT: '0', SANDBANK_STORE: store });
  server.close();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'sandbank: The database cannot be used: it wants a password, and its address has none\n',
  });
});

const FIRST = '2026-06-10T08:00:00Z';

describeOnPostgres('on a database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  test('DUR-05: SIGTERM ends it with 0, and what it was told is there at the next start', async () => {
    const settings = { SANDBANK_STORE: await schemaIn(server.url, 1), SANDBANK_LOG: 'error' };
    const first = await startBank(settings);
    const moved = { now: '2026-06-10T08:00:00Z', frozen: true };
    await control(first.url, 'PUT', '/_sandbox/clock', moved);
    const ended = await first.end('SIGTERM');
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(ended.stdout).toContain('(state stored in the database localhost/postgres)');
    const second = await startBank(settings);
    const { body } = await control(second.url, 'GET', '/_sandbox/clock');
    await second.end('SIGTERM');
    expect(body).toEqual({ now: '2026-06-10T08:00:00.000Z', frozen: true });
  });

  test('CLOCK-01: the work of a replica that was killed is done by another, though nobody asks it', async () => {
    const settings = {
      SANDBANK_STORE: await schemaIn(server.url, 2),
      SANDBANK_SETTLEMENT_DELAY: 'PT1S',
      SANDBANK_LOG: 'error',
    };
    const [one, other] = await Promise.all([startBank(settings), startBank(settings)]);
    const issued = await control(one.url, 'POST', '/_sandbox/certificates');
    const bank = bankAt(one.url, issued.body as Credentials, async () => undefined);
    const made = await newPayment(await consentOf(bank));
    await completeSca(bank, made, { nationalId: PERSONS.jonas });
    await one.end('SIGKILL');
    // The list opens no transaction on the bank, so it is not what does the work.
    const events = async () => (await control(other.url, 'GET', '/_sandbox/events')).body.events;
    const seen = await eventually(events, (list) => list.length > 0);
    await other.end('SIGTERM');
    const shown = docBlocks('docs/postgres.md', 'How it works').filter(
      ({ language }) => language === 'sql',
    );
    for (const line of shown.flatMap(({ text }) => text.split('\n'))) {
      expect(await inDatabase(settings.SANDBANK_STORE, line)).not.toEqual([]);
    }
    expect(seen).toMatchObject([{ type: 'paymentSettled', paymentId: made.body.paymentId }]);
  });

  test('DUR-11: what a replica did that dies with its commit is there once, on another one and at the next start', async () => {
    const store = await schemaIn(server.url, 3);
    const proxy = await startProxy(store);
    const started: BankProcess[] = [];
    const start = async (url: string) => {
      const bank = await startBank({ SANDBANK_STORE: url, SANDBANK_LOG: 'error' });
      started.push(bank);
      return bank;
    };
    const listed = async ({ url }: BankProcess) =>
      (await control(url, 'GET', '/_sandbox/events')).body;
    try {
      const [one, other] = await Promise.all([start(proxy.url), start(store)]);
      await control(other.url, 'PUT', '/_sandbox/clock', { now: FIRST, frozen: true });
      const issued = await control(other.url, 'POST', '/_sandbox/certificates');
      const bank = bankAt(other.url, issued.body as Credentials, async () => undefined);
      const made = await newPayment(await consentOf(bank));
      await completeSca(bank, made, { nationalId: PERSONS.jonas });
      // It reads the bank, so that the next statement changes it; it has no requests to log.
      await control(one.url, 'GET', '/_sandbox/clock');
      const waited = control(other.url, 'GET', '/_sandbox/events/next?type=paymentSettled&after=0');
      const dead = proxy.cut('after', /UPDATE sandbank_banks SET version/).then(() => {
        proxy.refuse(true);
        proxy.endAll();
        return one.end('SIGKILL');
      });
      const lost = control(one.url, 'POST', '/_sandbox/clock/advance', { by: 'PT1H' });
      await expect(lost).rejects.toThrow();
      await dead;
      const { now } = (await control(other.url, 'GET', '/_sandbox/clock')).body;
      expect(now).toBe('2026-06-10T09:00:00.000Z');
      const { paymentId } = made.body;
      expect((await waited).body).toMatchObject({ type: 'paymentSettled', paymentId });
      const seen = await listed(other);
      await other.end('SIGTERM');
      expect(await listed(await start(store))).toEqual(seen);
      const events: readonly { number: number; type: string; at: string }[] = seen.events;
      expect(events.filter(({ type }) => type === 'paymentSettled')).toHaveLength(1);
      expect(events.map(({ number }) => number)).toEqual(events.map((_, i) => events.length - i));
      expect(events.map(({ at }) => at)).toEqual(
        events
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
    } finally {
      for (const bank of started) await bank.end('SIGKILL');
      await proxy.close();
    }
  });
});
