// Snapshots and the data folder (CTRL-04): what a restart and a killed process leave, and what is removed.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { bankAt, consentOf, control, type TestBank } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import { startBank, temporaryFolder } from '../support/control-process.ts';
import type { Answer } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { eachTest } from '../support/test-bank.ts';
import type { Credentials } from '../support/tpp.ts';

const PATH = '/_sandbox/snapshots';

/** How a bank ends; only what is killed needs a process of its own. */
type End = 'closed' | 'killed';
let end = async (): Promise<void> => undefined;
let credentials: Credentials | undefined;

const folder = eachTest(() => temporaryFolder());
afterEach(async () => {
  await end();
  end = async () => undefined;
  credentials = undefined;
  folder.remove();
});

/** Ends the bank before, and opens one on the same folder that ends in that way. */
async function reopen(ends: End = 'closed'): Promise<TestBank> {
  await end();
  const url = ends === 'killed' ? await openToBeKilled() : await openToBeClosed();
  credentials ??= answered(await control(url, 'POST', '/_sandbox/certificates'), 201).body;
  return bankAt(url, credentials as Credentials, async () => undefined);
}

async function openToBeKilled(): Promise<string> {
  const bank = await startBank({ SANDBANK_DATA: folder.path });
  end = async () => void (await bank.end('SIGKILL'));
  return bank.url;
}

async function openToBeClosed(): Promise<string> {
  const bank = await openSandbank({ data: folder.path });
  end = bank.close;
  return bank.url;
}

const sets = (): readonly string[] =>
  readdirSync(folder.path).filter((name) => name.startsWith('_start-'));
const restore = (bank: TestBank, name: string, query = '') =>
  bank.control('POST', `${PATH}/${name}/restore${query}`);

test.each<End>(['closed', 'killed'])(
  'CTRL-04, DUR-01: where a bank was %s, the snapshots are there, and what was restored from them',
  async (ends) => {
    const first = await reopen(ends);
    const psu = await consentOf(first);
    await first.control('PUT', `${PATH}/golden`);
    await first.control('PUT', `${PATH}/gone`);
    await first.control('DELETE', `${PATH}/gone`);
    await first.control('POST', '/_sandbox/reset');
    answered(await restore(first.tenant('clone'), 'golden', '?bank=default'), 200);
    const accounts = (await psu.tpp.at(first.tenant('clone').url).get('/v1/accounts')).body;

    const second = await reopen();
    const { snapshots } = (await second.control('GET', PATH)).body;
    expect(snapshots.map(({ name }: { name: string }) => name)).toEqual(['golden']);
    const at = (bank: TestBank) => psu.tpp.at(bank.url).get('/v1/accounts');
    const ids = ({ accounts }: { accounts: { resourceId: string }[] }) =>
      accounts.map(({ resourceId }) => resourceId);
    expect(ids((await at(second.tenant('clone'))).body)).toEqual(ids(accounts));
    expect((await at(second)).status).toBe(401);
    answered(await restore(second, 'golden'), 200);
    expect(ids((await at(second)).body)).toEqual(ids(accounts));
  },
);

test('CTRL-04, DUR-01: killed while it restores, a bank is in one state or the other', async () => {
  let bank = await reopen('killed');
  await bank.control('PUT', `${PATH}/empty`);
  await consentOf(bank);
  await bank.control('PUT', `${PATH}/consented`);
  for (let round = 0; round < 3; round++) {
    const names = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'empty' : 'consented'));
    const restoring = names.map((name) => restore(bank, name).catch(() => undefined));
    await restoring[round];
    bank = await reopen('killed');
    await Promise.all(restoring);
    const diffs = await Promise.all(
      ['empty', 'consented'].map((from) => bank.control('GET', `${PATH}/diff?from=${from}`)),
    );
    const same = diffs.filter(({ body: { added, changed, removed } }) =>
      [added, changed, removed].every((rows) => rows.length === 0),
    );
    expect(same).toHaveLength(1);
  }
});

test('CTRL-04: a snapshot takes what differs from the start, and its file goes with the last bank that needs it', async () => {
  let bank = await reopen();
  await consentOf(bank);
  await bank.control('PUT', `${PATH}/golden`);
  answered(await restore(bank.tenant('clone'), 'golden', '?bank=default'), 200);
  expect(sets()).toHaveLength(2);
  await bank.control('DELETE', `${PATH}/golden`);
  await bank.control('POST', '/_sandbox/reset');
  bank = await reopen();
  expect(sets()).toHaveLength(2);
  await bank.tenant('clone').control('POST', '/_sandbox/reset');
  await reopen();
  await reopen();
  expect(sets()).toHaveLength(1);
});

/** Files that nothing in the folder names: no starting set of a bank, no bank, no lock. */
function unreferred(): readonly string[] {
  const names = readdirSync(folder.path).filter((name) => !name.startsWith('.lock'));
  const all = names.map((name) => readFileSync(`${folder.path}/${name}`, 'latin1'));
  return names.filter((name, at) => {
    const hash = /^_start-([0-9a-f]{32})\.json$/.exec(name)?.[1];
    if (hash === undefined) return !/^[a-z_][a-z0-9_@-]*\.(?:json|journal)$/.test(name);
    return !all.some((text, other) => other !== at && text.includes(hash));
  });
}

test('CTRL-04: snapshots that are saved again, imported, restored and deleted leave no file behind', async () => {
  const bank = await reopen();
  const made = (answer: Answer) => expect([200, 201, 204]).toContain(answer.status);
  for (let round = 0; round < 5; round++) {
    await bank.tpp.post('/v1/sandbox/customers', {
      customerNumber: ['15479801026', '08417701045', '02439501025'][round],
      customerName: `Person ${round}`,
    });
    made(await bank.control('PUT', `${PATH}/again`));
    made(await bank.control('PUT', `${PATH}/once-${round}`));
    const { body } = await bank.control('GET', `${PATH}/again`);
    made(await bank.control('PUT', `${PATH}/imported`, body));
    made(await restore(bank.tenant('clone'), 'imported', '?bank=default'));
    made(await restore(bank, 'again'));
    made(await bank.control('DELETE', `${PATH}/once-${round}`));
  }
  // The usual set, and what the two snapshots were saved as: each has rows of its own.
  await sooner(() => expect(sets().length).toBeLessThanOrEqual(3));
  for (const name of ['again', 'imported']) made(await bank.control('DELETE', `${PATH}/${name}`));
  for (const one of [bank, bank.tenant('clone')])
    made(await one.control('POST', '/_sandbox/reset'));
  await sooner(() => expect(sets()).toHaveLength(1));
  expect(unreferred()).toEqual([]);
  await end();
  end = async () => undefined;
  expect(unreferred()).toEqual([]);
});

/** A fold goes on in the background. */
async function sooner(expectation: () => void): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return expectation();
    } catch {
      await setTimeout(50);
    }
  }
  expectation();
}
