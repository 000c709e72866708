// Sends hostile requests to every address of a bank (`npm run fuzz -- 100000 --seed 7`). The same seed sends the same
// ones. In `npm run test:all` for 45 seconds, with a seed from the commit.
import { expect, test } from '@jest/globals';
import type { TestBank } from '../support/bank.ts';
import { processBank } from '../support/conformance-process.ts';
import { sendRaw } from '../support/conformance-raw.ts';
import { type Answer, keepConnections, send } from '../support/http.ts';
import { A_DAY, enough, FIRST, SEED, Table } from '../support/many-cases.ts';
import { type Case, caseOf, type Sent } from './cases.ts';
import { wrongIn } from './checks.ts';
import { type Row, rowsOf } from './rows.ts';
import { openWorld, type World } from './world.ts';

const SECONDS = 40;
/** Banks that are fuzzed at a time. */
const WORLDS = 4;

const { bank: house, expectAlive } = await processBank();

const isEnough = enough(SECONDS);
/** What was found, each once for a row. */
const findings = new Set<string>();
const table = new Table();
keepConnections();

function fire({ outgoing, bytes }: Sent): Promise<Answer | undefined> {
  if (bytes === undefined) return send({ ...outgoing, patience: 30_000 });
  return sendRaw(new URL(outgoing.url).origin, bytes, { end: true }).then(([first]) => first);
}

async function run(sent: Case, world: World): Promise<void> {
  if (sent.isCompared) await world.restore();
  const status = await answered(sent, world);
  const isRead = /GET|HEAD/.test(sent.outgoing.method);
  if (isRead || status >= 400) return;
  // Taken: whatever is read then, and when its time has come, must be readable.
  await world.settle(sent.outgoing);
  for (const one of sent.next()) await answered(one, world);
  await world.restore(sent.outgoing);
}

/** @returns the status; 0 without an answer */
async function answered(sent: Sent, world: World): Promise<number> {
  const wrong: string[] = [];
  let answer: Answer | undefined;
  try {
    answer = await fire(sent);
    if (answer !== undefined) wrong.push(...wrongIn(sent, answer));
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

function note(sent: Sent, status: number, wrong: readonly string[], answer?: Answer): void {
  const [refused, answered] = [status >= 400, status > 0 && status < 400];
  const figures = { cases: 1, answered, refused, wrong: wrong.length > 0 };
  for (const kind of sent.kinds) table.add(kind, figures);
  for (const one of wrong) {
    const { method, url, body = '' } = sent.outgoing;
    const key = `${sent.row.method} ${sent.row.path}: ${one}`.slice(0, 300);
    if (findings.has(key)) continue;
    findings.add(key);
    const shown = `${method} ${url} ${JSON.stringify(body.toString())}`.slice(0, 300);
    const said = `${status} ${answer?.text ?? ''}`.slice(0, 250);
    // At once: a long run may be ended before its table.
    process.stdout.write(`${key}\n  case ${sent.number} (${sent.kinds}) ${shown}\n    ${said}\n`);
  }
}

async function worker(number: number, rows: readonly Row[], bank: TestBank): Promise<void> {
  const world = await openWorld(bank, house);
  for (let at = number; !isEnough(at); at += WORLDS)
    await run(caseOf(FIRST + at, SEED, rows, world), world);
}

test(
  'ERR-01: hostile requests to every address are refused in words, and change nothing',
  async () => {
    const banks = Array.from({ length: WORLDS }, () => house.tenant());
    const rows = await rowsOf(house.url);
    await Promise.all(banks.map((bank, at) => worker(at, rows, bank)));
    process.stdout.write(`${rows.length} addresses\n`);
    table.print('fuzz');
    expect([...findings]).toEqual([]);
    await expectAlive();
  },
  A_DAY,
);
