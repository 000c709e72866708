// The address that somebody meant who misspelt it.
import { lettersApart } from '../kernel/letters-apart.ts';

const MOST_APART = 2;
/** Of longer paths nothing is said. */
const LONGEST = 200;

/**
 * @param sent what the client wrote, if more stands before it in `path`
 * @returns the one that is spelt most like it, with its parameters filled in from the path: at most two letters apart,
 *   or in other case, or without a slash at the end
 */
export function nearestAddress(
  addresses: readonly string[],
  path: string,
  sent = path,
): string | undefined {
  if (path.length > LONGEST) return undefined;
  const segments = path.replace(/\/$/, '').split('/');
  let nearest: string | undefined;
  let least = MOST_APART + 1;
  for (const address of addresses) {
    const wanted = address.split('/');
    if (wanted.length !== segments.length || wanted.at(-1) === '*') continue;
    const pairs = wanted.map((segment, at) => [segment, segments[at] as string] as const);
    const apart = pairs.reduce((sum, pair) => sum + segmentsApart(...pair), 0);
    if (apart >= least) continue;
    const filled = pairs.map(([segment, given]) => (segment.startsWith('{') ? given : segment));
    if (filled.join('/') === sent) continue;
    least = apart;
    nearest = filled.join('/');
  }
  return nearest;
}

function segmentsApart(wanted: string, given: string): number {
  if (wanted.startsWith('{')) return given === '' ? Number.POSITIVE_INFINITY : 0;
  const apart = lettersApart(wanted.toLowerCase(), given.toLowerCase());
  // Of a short word two other letters make another word.
  return apart * 2 > wanted.length ? Number.POSITIVE_INFINITY : apart;
}
