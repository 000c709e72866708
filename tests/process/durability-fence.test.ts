// A process that is stopped and goes on later, while another one has taken its folder (DUR-03).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';

const folder = temporaryFolder();
const settings = { SANDBANK_DATA: folder.path };
const started: BankProcess[] = [];
async function start(): Promise<BankProcess> {
  const bank = await startBank(settings);
  started.push(bank);
  return bank;
}
afterAll(async () => {
  for (const bank of started) await bank.end('SIGKILL');
  folder.remove();
});

test('DUR-09: a bank that was paused, and whose folder another one took, writes nothing over it', async () => {
  const first = await start();
  const at = (now: string) => ({ now });
  const set = (url: string, now: string) => control(url, 'PUT', '/_sandbox/clock', at(now));
  expect((await set(first.url, '2031-01-01T10:00:00Z')).status).toBe(200);

  process.kill(first.pid, 'SIGSTOP');
  // As another container sees it: its number means nothing there. In place, as the bank has it open.
  const [lock = ''] = readdirSync(folder.path).filter((name) => name.startsWith('.lock-'));
  const holder = JSON.parse(readFileSync(join(folder.path, lock), 'utf8'));
  expect(holder).toMatchObject({ pid: first.pid, place: expect.any(String) });
  writeFileSync(join(folder.path, lock), `${JSON.stringify({ ...holder, place: 'elsewhere' })}\n`);
  const second = await start();
  expect((await set(second.url, '2032-02-02T10:00:00Z')).status).toBe(200);

  process.kill(first.pid, 'SIGCONT');
  const refused = await set(first.url, '2033-03-03T10:00:00Z');
  expect(refused.status).toBe(503);
  expect(refused.body.tppMessages[0].text).toMatch(/Another process has taken the data folder/);
  const down = [
    await control(first.url, 'GET', '/health'),
    await control(first.url, 'GET', '/_sandbox/clock'),
  ];
  expect(down.map(({ status }) => status)).toEqual([503, 503]);
  // By itself, after a while in which it says so.
  const ended = await first.ended;
  expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining('is lost')]);

  expect((await set(second.url, '2034-04-04T10:00:00Z')).status).toBe(200);
  await second.end('SIGKILL');
  const third = await start();
  const { body } = await control(third.url, 'GET', '/_sandbox/clock');
  expect(body.now).toMatch(/^2034-04-04/);
});
