// For records of what is said of texts: the same text with something around it or in another case, and short hashes.
import { createHash } from 'node:crypto';
import type { Reading } from '../../../server/insight/explain/explanation.ts';

/** Patterns that end where they should not, or begin too late, read these alike. */
export const besides = (text: string): readonly string[] => [
  ...[`x${text}`, `${text}x`, `, ${text}`, `${text}, `, `\n${text}`, `${text}\n`, `(${text})`],
  ...[text.toUpperCase(), text.toLowerCase(), text.slice(1), text.slice(0, -1), text + text],
];

/** The first eight digits. */
export const shortHash = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 8);

export const shownReadings = (readings: readonly Reading[]): string =>
  readings.map(({ mistakes, sentence }) => `${mistakes.join(' + ')}: ${sentence}`).join(' | ');

/** Like random bytes, and always the same. */
export const noise = (length: number, name = 'noise'): Buffer =>
  createHash('shake256', { outputLength: length }).update(name).digest();
