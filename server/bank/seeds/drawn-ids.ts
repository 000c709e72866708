// What an added seed draws: ids, and with them account numbers and amounts. The same draw gives the same, so that one gets
// what the preview has shown.
import { derivedToken, derivedUuid, type Ids } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { StartingRows } from '../../storage/store.ts';

/** What a preview's answer has as `draw`: what ids are drawn from, and what tells whether the same is added. */
export interface Draw {
  readonly source: string;
  readonly print: string;
}

/** A UUID, and 24 characters of {@link derivedToken}. */
export const DRAW_FORM = '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.([A-Za-z0-9_-]{24})$';

const DRAW = new RegExp(DRAW_FORM);

export const drawText = ({ source, print }: Draw): string => `${source}.${print}`;

/** Throws ApiError FORMAT_ERROR if it is none. */
export function drawIn(text: string): Draw {
  const [, source, print] = DRAW.exec(text) ?? [];
  if (source !== undefined) return { source, print: print as string };
  const problem = 'This is no draw: send the one that the answer to a preview has.';
  throw new ApiError('CTRL-15', 'FORMAT_ERROR', problem, { path: 'draw' });
}

/**
 * Its ids throw ApiError CONFLICT where a row has the id already.
 * @param rows of the bank before the seed is added
 */
export function drawnIds(source: string, { rows }: StartingRows): Ids {
  let count = 0;
  let taken: ReadonlySet<string> | undefined;
  const parts = () => {
    count += 1;
    return ['draw', source, String(count)];
  };
  const free = (id: string) => {
    taken ??= new Set([...rows.values()].flatMap((list) => list().map((row) => row.id)));
    if (!taken.has(id)) return id;
    throw new ApiError('CTRL-15', 'CONFLICT', `The bank has the id ${id}.`, { path: 'draw' });
  };
  return {
    uuid: () => free(derivedUuid(...parts())),
    token: () => free(derivedToken(parts())),
  };
}
