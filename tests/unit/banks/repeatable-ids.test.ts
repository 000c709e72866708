// The ids of a repeatable bank (CTRL-13).
import { expect, test } from '@jest/globals';
import { idOriginOf, readSaved, writeSaved } from '../../../server/bank/banks/saved.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded } from '../../support/recorded.ts';

test('CTRL-13: a repeatable bank draws the same ids again, from where it was', async () => {
  const tx = mapTx();
  const byChance = createIds(() => new Uint8Array(64));
  expect(await idOriginOf(tx, 'acme', byChance)).toEqual({ idScope: 'acme', ids: byChance });
  writeSaved(tx, { idScope: 'other' });
  expect(await idOriginOf(tx, 'acme', byChance)).toEqual({ idScope: 'other', ids: byChance });
  const drawn = async (from: number) => {
    writeSaved(tx, { idScope: 'other', at: 5, drawn: from });
    const { ids: own } = await idOriginOf(tx, 'acme', byChance);
    return [own.uuid(), own.token(), own.uuid()];
  };
  const first = await drawn(0);
  expect(await readSaved(tx)).toEqual({ idScope: 'other', at: 5, drawn: 3 });
  expect(await drawn(0)).toEqual(first);
  expect((await drawn(2))[0]).toBe(first[2]);
  expectRecorded('tables/repeatable-ids.txt', first);
});
