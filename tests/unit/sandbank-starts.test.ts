// How a bank of this process starts and ends (server/sandbank.ts): what is refused, what is said of its own faults, and
// what is left behind.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createSandbank, type Sandbank, type SandbankOptions } from '../../server/sandbank.ts';
import { control } from '../support/bank.ts';
import { nextPair } from '../support/key-stock.ts';
import { expectRecorded, thrownText } from '../support/recorded.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';
import { closeServer, freePort, listen, portOf } from '../support/tpp-server.ts';

const folder = testFolder();
const file = filesIn(folder);
const opened: Sandbank[] = [];
afterEach(async () => {
  for (const bank of opened.splice(0)) await bank.close();
});

async function open(options: SandbankOptions = {}): Promise<Sandbank> {
  const bank = await createSandbank({ makeKey: nextPair, ...options });
  opened.push(bank);
  return bank;
}

const refused = (options: SandbankOptions): Promise<string> =>
  createSandbank({ makeKey: nextPair, ...options }).then(() => 'it is open', thrownText);

test('SET-01: what a bank does not start with, and in which words, is what is written in tests/fixtures/printed/starts.txt', async () => {
  const taken = await listen(() => undefined);
  const port = portOf(taken);
  const seeds: Readonly<Record<string, string | object>> = {
    'no such file': join(folder, 'no-seed.yaml'),
    'a folder': folder,
    'a file of nothing': file('empty.yaml', ''),
    'no YAML': file('wrong.yaml', 'a: [1\n'),
    'one mistake': file('one.yaml', 'customers: 7\n'),
    'two mistakes': file('two.json', '{"customers": 7, "other": 1}'),
    'a document with one': { customers: 7 },
    'a document with two': { customers: 7, other: 1 },
  };
  const lines: string[] = [];
  for (const [title, seed] of Object.entries(seeds)) {
    lines.push(`a seed, ${title}: ${await refused({ seed })}`);
  }
  const data = join(folder, 'seeded');
  lines.push(`a seed and a folder: ${await refused({ data, seed: { customers: 7 } })}`);
  const locks = readdirSync(data).filter((name) => name.startsWith('.lock'));
  lines.push(`a port in use: ${await refused({ port })}`, `what is left of the folder: ${locks}`);
  lines.push(`a file for a folder: ${await refused({ data: file('data.txt', '') })}`);
  await closeServer(taken);
  const plain = lines.join('\n').replaceAll(folder, 'FOLDER').replaceAll(String(port), 'PORT');
  expectRecorded('printed/starts.txt', plain.split('\n'));
  // The folder is free again.
  await open({ data });
});

test('CTRL-01: it listens at its address, under its port, until it is closed, once or several times', async () => {
  const port = await freePort();
  const bank = await open({ port });
  expect([bank.url, bank.port, bank.httpsUrl]).toEqual([
    `http://127.0.0.1:${port}`,
    port,
    undefined,
  ]);
  expect(bank.app).toBe(bank.app);
  expect((await fetch(`${bank.url}/health`)).status).toBe(200);
  await Promise.all([bank.close(), bank.close()]);
  await bank.close();
  await expect(fetch(bank.url)).rejects.toThrow('fetch failed');
});

test('CTRL-02: reset is of the bank that it names, and of the default one without a name', async () => {
  const bank = await open();
  const policies = async () => {
    const all = ['', '/banks/north'].map(async (prefix) => {
      const { body } = await control(bank.url + prefix, 'GET', '/_sandbox/sca-policy');
      return body.demand;
    });
    return Promise.all(all);
  };
  const always = async () => {
    for (const prefix of ['', '/banks/north']) {
      await control(bank.url + prefix, 'PUT', '/_sandbox/sca-policy', { demand: 'always' });
    }
  };
  const [usual] = await policies();
  await always();
  expect(await policies()).toEqual(['always', 'always']);
  await bank.reset('north');
  expect(await policies()).toEqual(['always', usual]);
  await always();
  await bank.reset();
  expect(await policies()).toEqual([usual, 'always']);
});

test('WEB-09: without a log of its own, a fault is said on standard error, with its time, and nothing else is', async () => {
  const written: string[] = [];
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation(((text: string) => {
    written.push(text);
    return true;
  }) as never);
  try {
    let isBroken = false;
    const bank = await open({
      wallClock: () => Date.UTC(2026, 10, 3, 9, 5, 7),
      onRequest: () => {
        if (isBroken) throw new Error('of the listener');
      },
    });
    await fetch(`${bank.url}/v1/accounts`);
    expect(written).toEqual([]);
    isBroken = true;
    await fetch(`${bank.url}/v1/accounts`).catch(() => undefined);
    const lines = written.map((text) => JSON.parse(text));
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, time: Date.UTC(2026, 10, 3, 9, 5, 7) }),
    ]);
  } finally {
    spy.mockRestore();
  }
});

test('DUR-05: clients that wait are answered when it closes', async () => {
  const bank = await open();
  const waiting = ['requests?wait=60', 'events?wait=60'].map((path) =>
    fetch(`${bank.url}/_sandbox/${path}`).then(
      ({ status }) => status,
      () => 'cut',
    ),
  );
  await fetch(`${bank.url}/health`);
  await bank.close();
  expect(await Promise.all(waiting)).not.toContain('cut');
});
