// The redirect catcher where the control API is closed by a token, and after a restart (CTRL-06).
import { expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { type HeaderList, send } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { sandbanksOfTest } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const open = sandbanksOfTest();
const data = testFolder();
const TOKEN: HeaderList = [['Authorization', 'Bearer secret-1']];

test('CTRL-06: with a control token, catching is open, and the rest is not', async () => {
  const bank = await open({ control: { token: 'secret-1', allowedHosts: [] } });
  const ask = (method: string, path: string, headers: HeaderList = []) =>
    send({ method, url: `${bank.url}/_sandbox/${path}`, headers });
  const listed = async () => (await ask('GET', 'redirects', TOKEN)).body.redirects.length;
  // BANK-01: a stranger begins no bank.
  expect((await ask('GET', 'redirects/catch?state=1')).status).toBe(200);
  expect(await listed()).toBe(0);
  await ask('POST', 'reset', TOKEN);
  expect((await ask('GET', 'redirects/catch?state=1')).status).toBe(200);
  expect(await listed()).toBe(1);
});

test('CTRL-06: BANK-01: a browser begins no bank, a test does', async () => {
  const bank = await open();
  const arrive = (headers: HeaderList) =>
    send({ method: 'GET', url: `${bank.url}/_sandbox/redirects/catch`, headers });
  for (const [headers, last] of [
    [[['Sec-Fetch-Site', 'cross-site']], 0],
    [[['Host', 'attacker.example']], 0],
    [[], 1],
    [[['Sec-Fetch-Site', 'cross-site']], 2],
  ] as const) {
    expect((await arrive(headers)).status).toBe(200);
    expect((await control(bank.url, 'GET', '/_sandbox/redirects')).body.last).toBe(last);
  }
});

test('CTRL-06: what arrived is there after a restart', async () => {
  const first = await openSandbank({ data });
  const { body } = await control(first.url, 'GET', '/_sandbox/redirects/catch?state=1');
  await first.close();
  const second = await open({ data });
  const listed = await control(second.url, 'GET', '/_sandbox/redirects');
  expect(listed.body).toEqual({ redirects: [body], last: 1 });
});

test('CTRL-06: the thousand latest are kept', async () => {
  const bank = await open();
  const arrive = (state: string) =>
    control(bank.url, 'GET', `/_sandbox/redirects/catch?state=${state}`);
  const isKept = async (state: string) =>
    (await control(bank.url, 'GET', `/_sandbox/redirects?state=${state}`)).body.redirects.length;
  await arrive('first');
  await arrive('second');
  for (let tens = 0; tens < 99; tens++)
    await Promise.all(Array.from({ length: 10 }, () => arrive('more')));
  for (let last = 0; last < 8; last++) await arrive('more');
  expect([await isKept('first'), await isKept('second')]).toEqual([1, 1]);
  await arrive('more');
  expect([await isKept('first'), await isKept('second')]).toEqual([0, 1]);
});
