// Random walks through banks, beside a reference model: `npm run walks -- 100000 --seed 7 --on files`. What fails is
// shortened to the fewest steps that still fail. In `npm run test:all` for some seconds on each kind of store.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasPostgres } from '../support/postgres-server.ts';
import { HOUSES, type House } from './houses.ts';
import { type Named, steps } from './steps.ts';
import { Walker } from './walker.ts';

const setting = (name: string) => Number(process.env[name] ?? 0);
const SEED = setting('WALKS_SEED') || setting('CORPUS_SEED');
/** Steps; none: until the time is over. */
const MOST = setting('WALKS_STEPS');
const SECONDS = 15;
const ONLY = process.env['WALKS_ON'];
const LENGTH = 60;

const counts = new Map<string, number>();

class Command implements fc.AsyncCommand<object, Walker> {
  readonly #named: Named;
  constructor(named: Named) {
    this.#named = named;
  }
  check(): boolean {
    return true;
  }
  toString(): string {
    return this.#named.text;
  }
  async run(_: object, walk: Walker): Promise<void> {
    const { name, step } = this.#named;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const { leave, wrong } = await step(walk, true);
    expect([...wrong, ...(await walk.look(leave))]).toEqual([]);
  }
}

async function walkOn(house: House): Promise<number> {
  const until = Date.now() + SECONDS * 1000;
  const stepsSoFar = () => [...counts.values()].reduce((sum, one) => sum + one, 0);
  const began = stepsSoFar();
  const taken = () => stepsSoFar() - began;
  const isOver = () => (MOST === 0 ? Date.now() > until : taken() >= MOST);
  const commands = fc.commands([steps.map((named) => new Command(named))], {
    maxCommands: LENGTH,
    size: 'max',
  });
  let failed = false;
  const property = fc.asyncProperty(commands, async (walked) => {
    if (!failed && isOver()) return;
    const walk = new Walker(house);
    await walk.begin();
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: walk }), walked);
    } catch (error) {
      failed = true;
      throw error;
    }
  });
  const runs = MOST === 0 ? 10_000 : Math.ceil((MOST / LENGTH) * 4);
  await fc.assert(property, { numRuns: runs, seed: SEED, interruptAfterTimeLimit: 80_000_000 });
  return taken();
}

const kinds = Object.entries(HOUSES)
  .filter(([kind]) => ONLY === undefined || ONLY === kind)
  .filter(([kind]) => kind !== 'replicas' || hasPostgres);

test.each(kinds)(
  'MOVE-01, MOVE-02, SBX-05, DUR-01: walks on %s leave a bank as the model says',
  async (kind, open) => {
    const house = await open();
    const started = Date.now();
    try {
      const taken = await walkOn(house);
      const seconds = ((Date.now() - started) / 1000).toFixed();
      process.stdout.write(`${kind}: ${taken} steps in ${seconds} s\n`);
    } finally {
      await house.close();
    }
  },
  86_400_000,
);

test('the table of the steps', () => {
  const lines = [...counts]
    .sort()
    .map(([name, count]) => `${name.padEnd(12)}${String(count).padStart(8)}`);
  lines.push(`the same again: npm run walks -- N --seed ${SEED}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(lines.length).toBeGreaterThan(10);
});
