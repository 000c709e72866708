// Puts the parts of an explanation together: one mistake is a sentence, several are a list.
import type { Reading } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';

/** One thing that was done, and its sentence with the full stop. */
export interface Part {
  readonly mistakes: readonly MistakeName[];
  readonly sentence: string;
}

const COUNTS = ['', '', 'Two', 'Three', 'Four'];

/** @param parts the likeliest first */
export function readingOf(parts: readonly Part[]): Reading {
  const sentences = [...new Set(parts.map(({ sentence }) => sentence))].filter((one) => one !== '');
  return {
    mistakes: [...new Set(parts.flatMap(({ mistakes }) => mistakes))],
    sentence:
      sentences.length < 2
        ? sentences.join()
        : `${COUNTS[sentences.length] ?? 'Several'} mistakes: ${sentences.map((one, at) => `${at + 1}. ${one}`).join(' ')}`,
  };
}

/**
 * One reading per set of mistakes, because two transforms of one mistake say the same in other words. Those
 * with more mistakes than the shortest are dropped.
 */
export function distinctReadings(found: readonly (readonly Part[])[]): readonly Reading[] {
  const readings = found.map(readingOf);
  const fewest = Math.min(...readings.map(({ mistakes }) => mistakes.length));
  const seen = new Set<string>();
  return readings.filter(({ mistakes }) => {
    const key = [...mistakes].sort().join(' ');
    if (mistakes.length > fewest || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
