import { expect, test } from '@jest/globals';
import { testFolder } from '../support/test-folder.ts';
import { storeTarget } from './store-target.ts';
import { seededRandom, type TortureTarget, torture } from './torture.ts';

const [whole, spoilt] = [testFolder(), testFolder()];
const play = (target: TortureTarget, folder: string) =>
  torture({ target, folder, rounds: 5, random: seededRandom(7), report: () => undefined });

test('DUR-01: a store killed at any moment has every acknowledged write exactly once', async () => {
  const result = await play(storeTarget, whole);
  expect(result.faults).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(50);
});

test('the torture notices a write that was lost, and one that is there twice', async () => {
  const lost: TortureTarget = {
    ...storeTarget,
    async inspect(folder) {
      const { written, faults } = await storeTarget.inspect(folder);
      // A kill that came before there was much work proves nothing.
      if (written.size < 40) return { written, faults };
      // At most eight of these were not acknowledged: one for each writer.
      const [twice, ...others] = [...written.keys()].slice(20) as [string, ...string[]];
      return { written: new Map([[twice, 2], ...others.map((id) => [id, 1] as const)]), faults };
    },
  };
  const { faults } = await play(lost, spoilt);
  expect(faults.join()).toMatch(/acknowledged but lost: .*there 2 times: /);
});
