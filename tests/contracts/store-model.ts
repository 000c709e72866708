// A store against the plainest model there is: any sequence of transactions leaves both with the same
// rows and the same listings.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Range, Store, Tx } from '../../server/storage/store.ts';
import { startingRows, type ThingRow, thing, things } from './sample-tables.ts';
import type { StoreHarness } from './subject.ts';

type Step =
  | { readonly do: 'put'; readonly row: ThingRow }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'restart'; readonly key: 'small' | 'large' }
  /** To the rows that it has, which changes nothing. */
  | { readonly do: 'restart from a snapshot' };

interface Round {
  readonly steps: readonly Step[];
  readonly ends: 'well' | 'badly';
  readonly next: 'go on' | 'reopen';
  readonly look: { readonly group: string; readonly range: Range };
}

const SETS = { small: startingRows('small', 3), large: startingRows('large', 25) };

const ids = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'å'),
  fc.integer({ min: 0, max: 24 }).map((i) => `start-${i}`),
);
const groups = fc.constantFrom('g0', 'g1', 'g2', '');
const rows = fc
  .record({ id: ids, group: groups, rank: fc.integer({ min: 0, max: 12 }), amount: fc.bigInt() })
  .map(({ group, ...row }) => {
    const { group: _, ...rest } = thing('', row);
    return group === '' ? rest : { ...rest, group };
  });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: rows.map((row) => ({ do: 'put', row }) as const) },
  { weight: 4, arbitrary: ids.map((id) => ({ do: 'remove', id }) as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart from a snapshot' } as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('small', 'large').map((key) => ({ do: 'restart', key }) as const),
  },
);
const order = fc.integer({ min: 0, max: 12 }).map((rank) => String(rank).padStart(4, '0'));
const ranges = fc.record(
  {
    from: order,
    to: order,
    reverse: fc.boolean(),
    offset: fc.integer({ min: 0, max: 6 }),
    limit: fc.integer({ min: 0, max: 6 }),
  },
  { requiredKeys: [] },
);
const rounds: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(steps, { maxLength: 8 }),
  ends: fc.oneof({ weight: 4, arbitrary: fc.constant('well') }, fc.constant('badly')),
  next: fc.oneof({ weight: 4, arbitrary: fc.constant('go on') }, fc.constant('reopen')),
  look: fc.record({ group: groups, range: ranges }),
}) as fc.Arbitrary<Round>;

export function testAgainstModel(
  name: string,
  open: () => Promise<StoreHarness>,
  runs: { readonly numRuns: number; readonly seed: number },
): void {
  test(`${name}: any sequence of transactions leaves what a Map would hold`, async () => {
    const play = fc.asyncProperty(fc.array(rounds, { maxLength: 12 }), async (sequence) => {
      const harness = await open();
      let store = harness.store;
      let model: Model = new Map();
      try {
        for (const round of sequence) {
          model = await playRound(store, model, round);
          if (round.next === 'reopen' && harness.reopen) store = await harness.reopen();
          await compare(store, model, round);
        }
      } finally {
        await store.close();
        await harness.dispose();
      }
    });
    await fc.assert(play, runs);
  });
}

type Model = ReadonlyMap<string, ThingRow>;

/** Plays the steps on both, comparing inside the transaction too; returns the model afterwards. */
async function playRound(store: Store, before: Model, round: Round): Promise<Model> {
  const after = new Map(before);
  const bad = new Error('badly');
  const played = store.transact('bank', async (tx) => {
    for (const step of round.steps) {
      await playStep(tx, step);
      modelStep(after, step);
      await compareIn(tx, after, round);
    }
    if (round.ends === 'badly') throw bad;
  });
  if (round.ends === 'well') {
    await played;
    return after;
  }
  await expect(played).rejects.toBe(bad);
  return before;
}

async function playStep(tx: Tx, step: Step): Promise<void> {
  if (step.do === 'put') tx.put(things, step.row);
  else if (step.do === 'remove') tx.remove(things, step.id);
  else if (step.do === 'restart') tx.restart(SETS[step.key]);
  else tx.restart(await tx.snapshot());
}

function modelStep(model: Map<string, ThingRow>, step: Step): void {
  if (step.do === 'put') model.set(step.row.id, step.row);
  else if (step.do === 'remove') model.delete(step.id);
  else if (step.do === 'restart') {
    model.clear();
    for (const row of (SETS[step.key].rows.get(things)?.() ?? []) as ThingRow[])
      model.set(row.id, row);
  }
}

function compare(store: Store, model: Model, round: Round): Promise<void> {
  return store.transact('bank', (tx) => compareIn(tx, model, round));
}

async function compareIn(tx: Tx, model: Model, { look }: Round): Promise<void> {
  expectSame(
    await tx.listBy(things, 'all', 'all'),
    [...model.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const listed = await tx.listBy(things, 'byGroup', look.group, look.range);
  expectSame(listed, modelList(model, look));
  for (const id of ['a', 'start-1']) expectSame(await tx.get(things, id), model.get(id));
}

/** Node compares many times as fast as toEqual, which says how they differ. */
function expectSame(stored: unknown, model: unknown): void {
  if (!isDeepStrictEqual(stored, model)) expect(stored).toEqual(model);
}

function modelList(model: Model, { group, range }: Round['look']): ThingRow[] {
  const orderOf = (row: ThingRow): string => String(row.rank).padStart(4, '0');
  const sortKey = (row: ThingRow): string => `${orderOf(row)} ${row.id}`;
  const found = [...model.values()]
    .filter((row) => row.group === group)
    .filter((row) => orderOf(row) >= (range.from ?? '') && orderOf(row) <= (range.to ?? '~'))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  if (range.reverse) found.reverse();
  const offset = range.offset ?? 0;
  return found.slice(offset, offset + (range.limit ?? found.length));
}
