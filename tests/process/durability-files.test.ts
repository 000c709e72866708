// The data folder as a person meets it: read, edited and damaged while the bank is stopped, and what
// the next start makes of it (DUR-02, DUR-06).
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { type OpenSandbank, openSandbank } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

const NUMBER = '01010750160';

let folder: string;
let credentials: Credentials;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-files-'));
  await whileOpen(async (bank) => {
    credentials = (await control(bank.url, 'POST', '/_sandbox/certificates')).body;
    const body = { customerNumber: NUMBER, customerType: 'PRIVATE', customerName: 'Ada Berg' };
    const made = await new Tpp(bank.url, credentials).post('/v1/sandbox/customers', body);
    expect(made.status).toBe(201);
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function whileOpen(work: (bank: OpenSandbank) => Promise<void>): Promise<void> {
  const bank = await openSandbank({ data: folder });
  try {
    await work(bank);
  } finally {
    await bank.close();
  }
}

const snapshot = () => join(folder, 'default.json');
const journal = () => join(folder, 'default.journal');

/** The name of the customer made by hand, as the interface tells it. */
async function nameOverHttp(): Promise<string | undefined> {
  let name: string | undefined;
  await whileOpen(async (bank) => {
    const list = await new Tpp(bank.url, credentials).get('/v1/sandbox/customers');
    expect(list.status).toBe(200);
    const rows: { customerNumber: string; customerName: string }[] = list.body.customers;
    name = rows.find(({ customerNumber }) => customerNumber === NUMBER)?.customerName;
  });
  return name;
}

async function whyItRefuses(): Promise<string> {
  const before = [snapshot(), journal()].map((path) => readFileSync(path, 'utf8'));
  const error = await openSandbank({ data: folder }).then(
    async (bank) => {
      await bank.close();
      return new Error('it opened');
    },
    (reason: Error) => reason,
  );
  expect([snapshot(), journal()].map((path) => readFileSync(path, 'utf8'))).toEqual(before);
  return error.message;
}

describe('DUR-06: the JSON file', () => {
  test('DUR-06: it is JSON with one row per line, and an edit shows at the next start', async () => {
    const text = readFileSync(snapshot(), 'utf8');
    expect(() => JSON.parse(text)).not.toThrow();
    const line = text.split('\n').find((row) => row.includes(NUMBER)) ?? '';
    expect(line).toContain('Ada Berg');
    expect(() => JSON.parse(line.trim().replace(/,$/, ''))).not.toThrow();
    writeFileSync(snapshot(), text.replace('Ada Berg', 'Ada Lie'));
    expect(await nameOverHttp()).toBe('Ada Lie');
  });

  test('DUR-06: what does not parse refuses to start with line and column', async () => {
    const lines = readFileSync(snapshot(), 'utf8').split('\n');
    const at = lines.findIndex((row) => row.includes(NUMBER));
    lines[at] = (lines[at] ?? '').replace('"Ada Berg"', 'Ada Berg');
    writeFileSync(snapshot(), lines.join('\n'));
    expect(await whyItRefuses()).toMatch(new RegExp(`default\\.json.*\\b${at + 1}\\b.*\\d+`, 's'));
  });
});

describe('DUR-02: the journal', () => {
  test('DUR-02: a torn last line is dropped and the bank opens as it was', async () => {
    appendFileSync(journal(), '{"torn":');
    expect(await nameOverHttp()).toBe('Ada Berg');
  });

  test('DUR-02: damage in a whole line refuses to start, naming file and line', async () => {
    appendFileSync(journal(), 'nonsense\n');
    expect(await whyItRefuses()).toMatch(/default\.journal.*\b1\b/s);
  });
});
