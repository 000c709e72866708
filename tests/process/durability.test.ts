// The process and its folder: kept promises (DUR-01), one at a time (DUR-03), a full disk (DUR-04).
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { control, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { eventually } from '../support/control-bank.ts';
import {
  type BankProcess,
  runBank,
  startBank,
  temporaryFolder,
} from '../support/control-process.ts';
import { send } from '../support/http.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

let folder: ReturnType<typeof temporaryFolder>;
const running = new Set<BankProcess>();
let credentials: Credentials | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const bank of running) await bank.end('SIGKILL');
  running.clear();
  folder.remove();
});

async function open(settings: Readonly<Record<string, string>> = {}): Promise<BankProcess> {
  const bank = await startBank({ SANDBANK_DATA: folder.path, ...settings });
  running.add(bank);
  return bank;
}

async function tppAt(bank: BankProcess): Promise<Tpp> {
  credentials ??= (await control(bank.url, 'POST', '/_sandbox/certificates')).body as Credentials;
  return new Tpp(bank.url, credentials);
}

const customer = (customerNumber: string) => ({
  customerNumber,
  customerType: 'PRIVATE',
  customerName: 'Kari Nordmann',
});
const numbersAt = async (tpp: Tpp): Promise<readonly string[]> =>
  (await tpp.get('/v1/sandbox/customers')).body.customers.map(
    (one: { customerNumber: string }) => one.customerNumber,
  );
const health = async (bank: BankProcess) =>
  (await send({ method: 'GET', url: `${bank.url}/health` })).status;

describe('what was acknowledged', () => {
  test('DUR-01: is there after kill -9 at once after the answer; what was refused is not', async () => {
    const first = await open();
    const tpp = await tppAt(first);
    const [made, refused] = await Promise.all([
      tpp.post('/v1/sandbox/customers', customer('01010750160')),
      tpp.post('/v1/sandbox/customers', { ...customer('17054026641'), customerType: 'STATE' }),
    ]);
    expect([made.status, refused.status]).toEqual([201, 400]);
    expect((await first.end('SIGKILL')).signal).toBe('SIGKILL');

    const second = await open();
    const numbers = await numbersAt(await tppAt(second));
    expect(numbers.filter((number) => number === '01010750160')).toHaveLength(1);
    expect(numbers).not.toContain('17054026641');
    expect(numbers).toHaveLength(5);
  });

  test('DUR-01: certificates of before stay trusted, PSU-IDs and sessions stay good', async () => {
    const first = await open();
    const tpp = await tppAt(first);
    const headers = psuHeaders();
    const asked = await tpp.with(headers).post('/v1/bank-offered-consents');
    const flow = String(asked.body._links.scaRedirect.href).split('/').at(-1);
    const done = await control(first.url, 'POST', `/_sandbox/sca/${flow}`, {
      nationalId: PERSONS.jonas,
    });
    const psuId = new URL(done.body.redirect).searchParams.get('psu-id') ?? '';
    await first.end('SIGKILL');
    const second = await open();
    const again = (await tppAt(second)).with({ ...headers, 'PSU-ID': psuId });
    expect((await again.get('/v1/accounts')).body.accounts).toHaveLength(2);
  });
});

describe('one process per folder', () => {
  test('DUR-03: a second refuses to start, names the first, and leaves it alone', async () => {
    const first = await open();
    const link = join(folder.path, '..', `link-${first.pid}`);
    symlinkSync(folder.path, link);
    try {
      // By its real path: the same folder under another name is the same folder.
      for (const data of [folder.path, link, `${folder.path}/.`]) {
        const second = await runBank({ SANDBANK_DATA: data, PORT: '0' });
        expect([second.code, second.stdout]).toEqual([1, '']);
        expect(second.stderr).toMatch(new RegExp(`in use by process ${first.pid} on `));
      }
    } finally {
      execFileSync('rm', [link]);
    }
    expect((await (await tppAt(first)).get('/v1/sandbox/customers')).status).toBe(200);
  });

  test('DUR-03: the lock of a killed process is no obstacle; one that ended well leaves none', async () => {
    const first = await open();
    await first.end('SIGKILL');
    const second = await open();
    expect(await health(second)).toBe(200);
    expect((await second.end('SIGTERM')).code).toBe(0);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.lock'))).toEqual([]);
    expect(await health(await open())).toBe(200);
  });
});

/** Where a limit on file sizes can be put on a running process, which stands in for a full disk. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;
if (!canLimit) process.stderr.write('no prlimit here: DUR-04 and half of CTRL-01 are not tested\n');

(canLimit ? describe : describe.skip)('a full disk', () => {
  let bank: BankProcess;
  let tpp: Tpp;
  /** No file may grow past that many bytes; files that are longer already cannot be written. */
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(bank.pid), `--fsize=${bytes}:unlimited`]);
  const fill = () => limit('1');
  const free = () => limit('unlimited');

  beforeEach(async () => {
    bank = await open({ SANDBANK_SETTLEMENT_DELAY: 'PT0S' });
    tpp = await tppAt(bank);
    await tpp.get('/v1/sandbox/customers');
  });

  test('DUR-04: a write is 500 SYSTEM_ERROR and not done; reads go on; with space all goes on', async () => {
    const before = await numbersAt(tpp);
    fill();
    const refused = await tpp.post('/v1/sandbox/customers', customer('01010750160'));
    expectRefusal(refused, { code: 'SYSTEM_ERROR', says: /logged as [0-9a-f-]{36}/ });
    expect(refused.text).not.toContain(folder.path);
    const id = /logged as ([0-9a-f-]{36})/.exec(refused.text)?.[1] ?? 'none';
    const logged = async () => bank.output().includes(id);
    expect(await eventually(logged, (yes) => yes)).toBe(true);
    expect(await numbersAt(tpp)).toEqual(before);

    free();
    const made = await tpp.post('/v1/sandbox/customers', customer('01010750160'));
    expect(made.status).toBe(201);
    await bank.end('SIGKILL');
    bank = await open();
    const numbers = await numbersAt(await tppAt(bank));
    expect([...numbers].sort()).toEqual([...before, '01010750160'].sort());
  });

  test('DUR-04: of concurrent writes each is refused or kept, none by half', async () => {
    const { body } = await tpp.get('/v1/sandbox/customers?includeAccounts=true');
    const [account] = body.customers[0].accounts;
    const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
    const post = (n: number) =>
      tpp.post(path, {
        transactionAmount: { amount: '1.00', currency: 'NOK' },
        creditorName: `full ${n}`,
      });
    const answers = Array.from({ length: 30 }, async (_, n) => {
      if (n === 10) fill();
      if (n === 20) free();
      return { n, status: (await post(n)).status };
    });
    const settled = await Promise.all(answers);
    free();
    expect(settled.every(({ status }) => status === 201 || status === 500)).toBe(true);
    await bank.end('SIGKILL');
    bank = await open();
    const list = await (await tppAt(bank)).get(`${path}?limit=1000`);
    const there = list.body.transactions
      .flatMap(
        (one: { creditorName?: string }) => /^full (\d+)$/.exec(one.creditorName ?? '')?.[1] ?? [],
      )
      .map(Number);
    const kept = settled.filter(({ status }) => status === 201).map(({ n }) => n);
    expect(there.sort((a: number, b: number) => a - b)).toEqual(kept);
  });

  test('CTRL-01: /health is 503 while writes fail, and 200 again by itself', async () => {
    expect(await health(bank)).toBe(200);
    fill();
    await tpp.post('/v1/sandbox/customers', customer('01010750160'));
    const down = await send({ method: 'GET', url: `${bank.url}/health` });
    expect([down.status, down.body]).toEqual([503, { status: 'down' }]);
    free();
    expect(
      await eventually(
        () => health(bank),
        (status) => status === 200,
      ),
    ).toBe(200);
  });

  test('WEB-06: the log of it names the folder, and nobody', async () => {
    fill();
    await tpp.post('/v1/sandbox/customers', customer('01010750160'));
    const { stdout } = await bank.end('SIGKILL');
    expect(stdout).toContain(folder.path);
    expect(stdout).not.toContain('01010750160');
    expect(stdout).not.toContain('Kari Nordmann');
  });

  test('DUR-05: told to stop with the disk full, it stops in time', async () => {
    await tpp.post('/v1/sandbox/customers', customer('01010750160'));
    fill();
    const started = Date.now();
    await bank.end('SIGTERM');
    expect(Date.now() - started).toBeLessThan(5_000);
    bank = await open();
    expect(await numbersAt(await tppAt(bank))).toContain('01010750160');
  });
});
