// Sends hostile requests to every address of a bank (`npm run fuzz -- 100000 --seed 7`). The same seed sends the same
// ones. In `npm run test:all` for 45 seconds, with a seed from the commit.
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { TestBank } from '../support/bank.ts';
import { processBank } from '../support/conformance-process.ts';
import { sendRaw } from '../support/conformance-raw.ts';
import { type Answer, send } from '../support/http.ts';
import { ROOT } from '../support/source-tree.ts';
import { type Case, caseOf } from './cases.ts';
import { wrongIn } from './checks.ts';
import { type Row, rowsOf } from './rows.ts';
import { openWorld, type World } from './world.ts';

const setting = (name: string) => Number(process.env[name] ?? 0);

/** Of cases; none is until the time is over. */
const MOST = setting('FUZZ_CASES');
const FIRST = setting('FUZZ_FROM');
const SECONDS = 40;
/** Cases between two lines that say how far it is. */
const STRETCH = 10_000;
const SEED = setting('FUZZ_SEED') || setting('CORPUS_SEED');
/** Banks that are fuzzed at a time. */
const WORLDS = 4;
/** Longer than any answer takes. */
const PATIENCE = 30_000;
const SHOWN = 60;

const { bank: house, expectAlive } = await processBank();

const schemaFiles = readdirSync(join(ROOT, 'schemas'), { recursive: true, encoding: 'utf8' });
const idOf = new Map(
  schemaFiles
    .filter((file) => file.endsWith('.json'))
    .map((id) => [JSON.parse(readFileSync(join(ROOT, 'schemas', id), 'utf8')).title as string, id]),
);

/** What was found, each once for a row, with the first case that showed it. */
const findings = new Map<string, string>();
const counts = new Map<string, [cases: number, taken: number, refused: number, found: number]>();
const agent = new Agent({ keepAlive: true, maxSockets: WORLDS });

async function fire({ outgoing, bytes }: Case): Promise<Answer | undefined> {
  const sent =
    bytes === undefined
      ? send({ ...outgoing, agent })
      : sendRaw(new URL(outgoing.url).origin, bytes, { end: true }).then(([first]) => first);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
  });
  return Promise.race([sent, late]).finally(() => clearTimeout(timer));
}

async function run(sent: Case, world: World): Promise<void> {
  if (sent.isCompared) await world.restore();
  const status = await answered(sent, world);
  const isRead = /GET|HEAD/.test(sent.outgoing.method);
  if (isRead || status >= 400) return;
  // Taken: whatever is read then, and when its time has come, must be readable.
  await world.settle(sent.outgoing);
  for (const one of sent.next) await answered(one, world);
  await world.restore();
}

/** @returns the status; 0 without an answer */
async function answered(sent: Case, world: World): Promise<number> {
  const wrong: string[] = [];
  let answer: Answer | undefined;
  try {
    answer = await fire(sent);
    if (answer !== undefined) wrong.push(...wrongIn(sent, answer, idOf));
  } catch (error) {
    // A refusal of what is no request does not know that it was HEAD.
    if (!String(error).includes('Data after `Connection: close`')) wrong.push(String(error));
  }
  const { status = 0 } = answer ?? {};
  if (sent.isCompared && status >= 400) {
    for (const text of await world.changes()) wrong.push(`a refusal changed the bank: ${text}`);
  }
  note(sent, status, wrong, answer);
  return status;
}

function note(sent: Case, status: number, wrong: readonly string[], answer?: Answer): void {
  for (const kind of sent.kinds) {
    const [cases, taken, refused, found] = counts.get(kind) ?? [0, 0, 0, 0];
    const isTaken = status > 0 && status < 400;
    counts.set(kind, [
      cases + 1,
      taken + (isTaken ? 1 : 0),
      refused + (status >= 400 ? 1 : 0),
      found + (wrong.length > 0 ? 1 : 0),
    ]);
  }
  for (const one of wrong) {
    const { method, url, body = '' } = sent.outgoing;
    const key = `${sent.row.method} ${sent.row.path}: ${one}`.slice(0, 300);
    if (findings.has(key)) continue;
    const shown = `${method} ${url} ${JSON.stringify(body.toString())}`.slice(0, 300);
    const said = (answer?.text ?? '').slice(0, 250);
    const found = `case ${sent.number} (${sent.kinds}) ${shown}\n    ${status} ${said}`;
    findings.set(key, found);
    // At once: a long run may be ended before its table.
    process.stdout.write(`${key}\n  ${found}\n`);
  }
}

async function worker(number: number, rows: readonly Row[], bank: TestBank): Promise<number> {
  const world = await openWorld(bank, house);
  const until = Date.now() + SECONDS * 1000;
  let at = FIRST + number;
  for (; MOST === 0 ? Date.now() < until : at < FIRST + MOST; at += WORLDS) {
    await run(caseOf(at, SEED, rows, world), world);
    if (at % STRETCH === 0) process.stdout.write(`case ${at}: ${findings.size} found\n`);
  }
  return at;
}

function table(seconds: number): string {
  const lines = [...counts].sort().map(([kind, row]) => [kind, ...row]);
  const all = ['kind', 'cases', 'answered', 'refused', 'wrong'];
  return [all, ...lines]
    .map(
      ([kind = '', ...row]) =>
        `${String(kind).padEnd(12)}${row.map((one) => String(one).padStart(10)).join('')}`,
    )
    .concat(`in ${seconds.toFixed()} s; the same again: npm run fuzz -- N --seed ${SEED}`)
    .join('\n');
}

test('ERR-01: hostile requests to every address are refused in words, and change nothing', async () => {
  const banks = Array.from({ length: WORLDS }, () => house.tenant());
  const rows = await rowsOf(house.url);
  const started = Date.now();
  await Promise.all(banks.map((bank, at) => worker(at, rows, bank)));
  agent.destroy();
  const shown = [...findings].slice(0, SHOWN).map(([what, how]) => `${what}\n  ${how}`);
  process.stdout.write(`${rows.length} addresses\n${table((Date.now() - started) / 1000)}\n`);
  expect(shown.join('\n')).toBe('');
  await expectAlive();
}, 86_400_000);
