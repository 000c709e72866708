// What an added seed draws: ids, and with them account numbers and amounts. The same draw gives the same, so that one gets
// what the preview has shown.
import { derivedToken, derivedUuid, type Ids } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { StartingRows } from '../../storage/store.ts';

interface DrawnIds extends Ids {
  /** Throws ApiError CONFLICT if rows of that draw are among them: they would be overwritten. */
  checkFree(rows: StartingRows): void;
}

export function drawnIds(draw: string): DrawnIds {
  const drawn = new Set<string>();
  const parts = () => ['draw', draw, String(drawn.size)];
  const uuid = () => {
    const id = derivedUuid(...parts());
    drawn.add(id);
    return id;
  };
  return {
    uuid,
    token: () => derivedToken([uuid()]),
    checkFree({ rows }) {
      for (const list of rows.values()) {
        if (!list().some(({ id }) => drawn.has(id))) continue;
        const text = 'This draw has been added already. Preview again, or leave draw out.';
        throw new ApiError('CTRL-15', 'CONFLICT', text, { path: 'draw' });
      }
    },
  };
}
