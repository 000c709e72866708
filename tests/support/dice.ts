// Choices by a seed, for what makes cases up: the same seed makes the same ones.
import { seededRandom } from '../torture/torture.ts';

export interface Dice {
  (): number;
  upTo(most: number): number;
  of<T>(list: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const of = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  return Object.assign(random, { upTo, of });
}
