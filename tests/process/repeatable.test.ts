// A Sandbank whose banks are all repeatable (CTRL-13), in memory and in a folder.
import { afterEach, expect, test } from '@jest/globals';
import { createSandbank, type SandbankOptions } from '../../server/sandbank.ts';
import { bankAt, control } from '../support/bank.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { FROZEN, type Seen, walk } from '../support/repeatable-walk.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { eachTest } from '../support/test-bank.ts';
import type { Credentials } from '../support/tpp.ts';

const BEGINNING = { repeatable: 'walk', clock: FROZEN };

const folder = eachTest(() => temporaryFolder());
afterEach(() => folder.remove());

/** Two walks on the default bank of a Sandbank; with a folder, it is opened again in between. */
async function twoWalks(data?: string): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let sandbank = await openSandbank({ ...BEGINNING, ...(data && { data }) });
  const made = await control(sandbank.url, 'POST', '/_sandbox/certificates');
  const walkThere = async () =>
    walk(bankAt(sandbank.url, made.body as Credentials, async () => undefined));
  seen.push(...(await walkThere()));
  if (data !== undefined) {
    await sandbank.close();
    sandbank = await openSandbank({ ...BEGINNING, data });
  }
  seen.push(...(await walkThere()));
  await sandbank.close();
  return seen;
}

test('CTRL-13: memory and files answer alike, also after a restart in between', async () => {
  const inMemory = await twoWalks();
  expect(inMemory.filter(([, status]) => status >= 500)).toEqual([]);
  expect(await twoWalks(folder.path)).toEqual(inMemory);
});

test('CTRL-13: initialize and reset begin again with the text of the Sandbank', async () => {
  const sandbank = await openSandbank(BEGINNING);
  const made = await control(sandbank.url, 'POST', '/_sandbox/certificates');
  const bank = bankAt(sandbank.url, made.body as Credentials, async () => undefined);
  const first = await walk(bank);
  await bank.tpp.post('/v1/sandbox/initialize');
  expect(await walk(bank)).toEqual(first);
  await bank.control('POST', '/_sandbox/reset');
  expect(await walk(bank)).toEqual(first);
  expect(await walk(bank.tenant())).toEqual(first);
  await sandbank.close();
});

test.each<[SandbankOptions, string]>([
  [{ repeatable: '' }, 'repeatable: "" is not a text of 1 to 200 letters'],
  [{ clock: { now: 'soon' } }, 'clock.now: "soon" is not a time such as 2026-11-03T09:00:00Z'],
  [{ clock: { at: 'noon' } as object }, 'clock.at: unknown option; known are now, frozen'],
])('SET-01: createSandbank refuses %j', async (options, text) => {
  await expect(createSandbank(options)).rejects.toThrow(text);
});
