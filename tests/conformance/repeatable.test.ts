// Repeatable banks (CTRL-13): the same requests get the same answers, to the byte.
import { describe, expect, test } from '@jest/globals';
import { consentOf, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { answered } from '../support/control-bank.ts';
import { FROZEN, type Seen, walk } from '../support/repeatable-walk.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

const reset = (bank: TestBank, body?: object) => bank.control('POST', '/_sandbox/reset', body);

async function walkFrom(body: object, bank = house.tenant()): Promise<readonly Seen[]> {
  answered(await reset(bank, body), 200);
  return walk(bank);
}

/** Every UUID and every link in the answers. */
const idsIn = (seen: readonly Seen[]): ReadonlySet<string> =>
  new Set(JSON.stringify(seen).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));

describe('CTRL-13: a bank that begins with a text and a frozen clock', () => {
  const beginning = { repeatable: 'walk', clock: FROZEN };

  test('CTRL-13: answers the same requests alike, under any name and after every reset', async () => {
    const bank = house.tenant();
    const first = await walkFrom(beginning, bank);
    expect(first.filter(([, status]) => status >= 500)).toEqual([]);
    expect(await walkFrom(beginning, bank)).toEqual(first);
    expect(await walkFrom(beginning)).toEqual(first);
  });

  test('CTRL-13: with another text it gives other ids', async () => {
    const [a, b] = [
      idsIn(await walkFrom(beginning)),
      idsIn(await walkFrom({ ...beginning, repeatable: 'run' })),
    ];
    expect(a.size).toBeGreaterThan(20);
    const people = idsIn(await walkFrom({ clock: FROZEN }));
    // The starting set's own ids are the same in every bank.
    const fixed = [...a].filter((id) => b.has(id));
    expect(fixed.filter((id) => !people.has(id))).toEqual([]);
  });

  test('CTRL-13: its clones give the same ids to what is made later', async () => {
    const golden = house.tenant();
    await reset(golden, beginning);
    await consentOf(golden);
    answered(await golden.control('PUT', '/_sandbox/snapshots/golden'), 201);
    const name = golden.url.slice(golden.url.lastIndexOf('/') + 1);
    const path = `/_sandbox/snapshots/golden/restore?bank=${name}`;
    const clones = [house.tenant(), house.tenant(), golden];
    const walks: (readonly Seen[])[] = [];
    for (const clone of clones) {
      answered(await clone.control('POST', path), 200);
      walks.push(await walk(clone));
    }
    expect(walks[1]).toEqual(walks[0]);
    expect(walks[2]).toEqual(walks[0]);
  });
});

describe('CTRL-13: a reset without the text', () => {
  test('CTRL-13: gives ids that were never there', async () => {
    const bank = house.tenant();
    const psuIds: string[] = [];
    for (const body of [
      { repeatable: 'walk' },
      undefined,
      { repeatable: 'walk' },
      { clock: FROZEN },
    ]) {
      await reset(bank, body);
      psuIds.push((await consentOf(bank)).psuId);
    }
    expect(psuIds[2]).toBe(psuIds[0]);
    expect(psuIds[3]).toBe(psuIds[1]);
    expect(psuIds[1]).not.toBe(psuIds[0]);
    const [a, b] = [
      await walkFrom({ clock: FROZEN }, bank),
      await walkFrom({ clock: FROZEN }, bank),
    ];
    const links = (seen: readonly Seen[]): readonly string[] =>
      JSON.stringify(seen).match(/\/sca\/[\w-]{32}/g) ?? [];
    expect(links(a).length).toBeGreaterThan(3);
    expect(links(a).filter((link) => links(b).includes(link))).toEqual([]);
  });

  test.each([
    [{ repeatable: '' }, '/repeatable'],
    [{ repeatable: 7 }, '/repeatable'],
    [{ repeatable: 'x'.repeat(201) }, '/repeatable'],
    [{ repeatable: 'x', seed: 1 }, '/seed'],
    [{ clock: { now: 'soon' } }, '/clock/now'],
    [{ clock: { now: '1960-01-01T00:00:00Z' } }, '/clock/now'],
    [{ clock: { frozen: 'yes' } }, '/clock/frozen'],
  ])('CTRL-03: %j is refused at %s, and resets nothing', async (body, path) => {
    const bank = house.tenant();
    await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'always' });
    expectRefusal(await reset(bank, body), { code: 'FORMAT_ERROR', path });
    expect((await bank.control('GET', '/_sandbox/sca-policy')).body.demand).toBe('always');
  });
});
