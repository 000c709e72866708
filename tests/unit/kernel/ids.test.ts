import { expect, test } from '@jest/globals';
import { createIds, derivedToken, derivedUuid, stocked } from '../../../server/kernel/ids.ts';

let drawn = 0;
const draws: number[] = [];
const counting = (size: number) => {
  draws.push(size);
  return Uint8Array.from({ length: size }, () => {
    drawn += 1;
    return drawn % 251;
  });
};

test('fresh ids: come from one draw, and no byte of it is handed out twice', () => {
  const random = stocked(counting);
  const handed = [16, 24, 7].flatMap((size) => [...random(size)]);
  expect(handed).toEqual(Array.from({ length: 47 }, (_, at) => (at + 1) % 251));
  expect(draws).toHaveLength(1);
  expect(random(5000)).toHaveLength(5000);
  for (let ids = 0; ids < 300; ids++) expect(random(16)).toHaveLength(16);
  expect(draws).toEqual([4096, 5000, 4096]);
  // As many as a stock has are drawn for themselves, and the stock remains.
  expect(random(4096)).toHaveLength(4096);
  expect(random(16)).toHaveLength(16);
  expect(draws).toEqual([4096, 5000, 4096, 4096]);
});

test('fresh ids: are UUIDs of version 4, and tokens of 192 bits', () => {
  const ids = createIds(() => Uint8Array.from({ length: 24 }, () => 0xff));
  expect(ids.uuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(ids.token()).toBe('_'.repeat(32));
  const dashes = createIds((size) => new Uint8Array(size).fill(0xfb));
  expect(dashes.token()).toMatch(/^_.*-/);
  // Only the first character may not be a dash: the command line would take the token for an option.
  const inside = createIds((size) =>
    Uint8Array.from({ length: size }, (_, at) => [3, 224, 0][at % 3] ?? 0),
  );
  expect(inside.token()).toBe('A-AA'.repeat(8));
});

test('SCA-06: derived ids: are the same for ever', () => {
  expect(derivedUuid('consent', 'tpp', 'person')).toBe('3ec83ae9-31e9-8817-b165-a4a9306d0225');
  expect(derivedToken(['session', 'tpp', 'person'])).toBe('Hrd4dN0RCKwum0JQrcvXmnrG');
  expect(derivedToken(['session', 'tpp', 'person'], 32)).toHaveLength(32);
});

test('derived ids: keep their parts apart', () => {
  expect(derivedToken(['a', 'bc'])).not.toBe(derivedToken(['ab', 'c']));
});
