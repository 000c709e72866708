// Seeds (CTRL-11): a bank begins with what a document says, and can be written as one.
import { defined } from '../../kernel/defined.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Banks } from '../banks/banks.ts';
import type { ControlOperation } from '../banks/control-operation.ts';
import { STARTING_COUNTS } from '../sandbox/room.ts';
import { addSeed } from './add-seed.ts';
import { drawIn } from './drawn-ids.ts';
import { exportSeed } from './export-seed.ts';
import type { ReadSeed } from './read-seed.ts';

export interface SeedParts {
  readonly banks: Pick<Banks, 'replace' | 'restart' | 'transact' | 'look'>;
  readonly readSeed: ReadSeed;
}

export const seedsRoom = {
  control: (parts: SeedParts) => [resetOperation(parts), EXPORT, addOperation(parts)],
};

/** Bytes: JSON with some 20,000 transactions. */
export const MAX_SEED = 8 * 1024 * 1024;

const resetOperation = ({ banks, readSeed }: SeedParts): ControlOperation => ({
  id: 'reset',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Put the bank back to its beginning, or begin it from a seed',
  rule: 'CTRL-11',
  success: { status: 200, schema: 'control/begun.json' },
  body: { schema: 'control/seed.json', optional: true, most: MAX_SEED },
  asText: true,
  async outside({ bank, body }) {
    const seed = typeof body === 'string' ? await readSeed(body) : undefined;
    const answer = await banks.replace(bank, (opened) => banks.restart(opened, seed));
    return { status: 200, body: answer ?? { ...STARTING_COUNTS } };
  },
});

const EXPORT: ControlOperation = {
  id: 'getSeed',
  method: 'GET',
  path: '/_sandbox/seed',
  summary: 'The bank as a seed',
  rule: 'CTRL-11',
  success: { status: 200, schema: 'control/seed.json' },
  handle: async ({ bank }) => ({ status: 200, body: await exportSeed(bank) }),
};

const addOperation = ({ banks, readSeed }: SeedParts): ControlOperation => ({
  id: 'addSeed',
  method: 'POST',
  path: '/_sandbox/seed',
  summary: 'Add a seed to the bank as it is, or preview what that would change',
  rule: 'CTRL-15',
  success: { status: 200, schema: 'control/seed-added.json' },
  body: { schema: 'control/seed.json', most: MAX_SEED },
  asText: true,
  query: ['preview', 'draw'],
  async outside({ bank, body, query }) {
    const draw = query['draw'] === undefined ? undefined : drawIn(query['draw']);
    const { content } = await readSeed(String(body ?? ''), true);
    const isPreview = query['preview'] === 'true';
    const work = (opened: BankTx) => {
      // Drawn with a draw too: a repeatable bank, which draws the same after each preview, then goes on to another.
      const source = isPreview || draw !== undefined ? opened.ids.uuid() : undefined;
      const fill = async (into: BankTx) => content?.fill(into);
      return addSeed(opened, { fill, ...defined({ source, draw }) });
    };
    // A preview stores nothing.
    const added = await (isPreview ? banks.look(bank, work) : banks.transact(bank, work));
    return { status: 200, body: { preview: isPreview, ...added } };
  },
});
