// Which format the rows of a store or a snapshot have: of all tables together, because a bank is read as a whole.
// tests/fixtures/formats/ has a bank of each format, and what the tables were.
import { ApiError } from '../../protocol/errors.ts';
import { HOUSE } from '../../storage/bank-names.ts';
import { StoreWriteError } from '../../storage/errors.ts';
import type { Store } from '../../storage/store.ts';
import { setting } from './tables.ts';

/** The format that this program writes. It reads all older ones. */
export const ROW_FORMAT = 2;

/** Stores of the first format do not say so. */
const stored = setting('format', { rows: 1 });

/** Notes the format in the store. @throws StoreWriteError when a newer program has written there (DUR-10) */
export async function claimFormat(store: Store, own = ROW_FORMAT): Promise<void> {
  const { rows } = await store.transact(HOUSE, async (tx) => {
    const found = await stored.read(tx);
    if (found.rows < own) stored.write(tx, { rows: own });
    return found;
  });
  if (rows > own) throw new StoreWriteError(newerThan('The stored rows', rows, own), 'not done');
}

/** ApiError CTRL-04 FORMAT_ERROR for a document of a newer program. */
export function needFormat(format: number | undefined): void {
  if (format === undefined || format <= ROW_FORMAT) return;
  const text = newerThan('The rows of this snapshot', format, ROW_FORMAT);
  throw new ApiError('CTRL-04', 'FORMAT_ERROR', text, { path: '/format' });
}

const newerThan = (what: string, format: number, own: number): string =>
  `${what} have format ${format}, and this version of Sandbank reads formats up to ${own}. Use the version that wrote them, or a newer one.`;
