// SIG-15: which texts the search tries, in which order, when it pauses and where it ends; and what it says of some of them,
// as if each was the one that was signed. So the order, the costs and the limits are held, and no time is measured.
import { createHash } from 'node:crypto';
import { describe, test } from '@jest/globals';
import { bodyField } from '../../../server/insight/explain/rows/digest-rows.ts';
import { stringField } from '../../../server/insight/explain/rows/string-field.ts';
import { type Field, readingsOf, search } from '../../../server/insight/explain/search.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { BODIES, CONTEXTS } from './recorded-starts.ts';

/** When so many texts are tried: the hash of all up to here. */
const MARKS = [2, 10, 50, 100, 200, 400, 800, 1500, 3000, 6000, 9000];
/** Those up to here are signed as well; later ones take long to find. */
const MOST_SIGNED = 3000;

/** @param most work, in the search's own measure */
function linesOf(title: string, field: Field, most: number): readonly string[] {
  const all = createHash('sha256');
  const marks: string[] = [];
  const marked: string[] = [];
  let tried = 0;
  const note = (text: string) => {
    all.update(`${text}\0`, 'latin1');
    tried += 1;
    if (MARKS.includes(tried)) {
      marks.push(`${tried} ${all.copy().digest('hex').slice(0, 8)}`);
      if (tried <= MOST_SIGNED) marked.push(text);
    }
    return false;
  };
  let pauses = 0;
  const work = search(field, note, most);
  let step = work.next(false);
  for (; step.done !== true; step = work.next(false)) pauses += 1;
  const last = `${step.value.tried} ${all.digest('hex').slice(0, 8)}`;
  const order = `${title}: ${[...marks, last].join(', ')}, ${pauses} pauses`;
  return [order, ...marked.map((text) => `  ${saidOf(field, text, most)}`)];
}

function saidOf(field: Field, signed: string, most: number): string {
  const { found, tried } = atOnce(search(field, (text) => text === signed, most));
  const said = readingsOf(found).map(
    ({ mistakes, sentence }) => `${mistakes.join(' + ')}: ${sentence}`,
  );
  return `${tried} ${said.join(' | ')}`;
}

/** Compressed bytes are other ones with another zlib. */
const uncompressed = ({ rows, ...field }: Field): Field => ({
  ...field,
  rows: rows.filter(({ words }) => !words.startsWith('after it was compressed')),
});

describe('SIG-15: what is tried in which order, and what is said of it, is recorded', () => {
  test('SIG-15: of signing strings', () => {
    const some = CONTEXTS.filter((_, at) => at % 2 === 0);
    const lines = some.flatMap(([title, context], at) => {
      const field = atOnce(stringField(context));
      return linesOf(title, field, at % 4 === 0 ? 7_900_000 : 1_500_000);
    });
    expectRecorded('explain/search-of-strings.txt', lines);
  });

  test('SIG-15: of bodies', () => {
    const lines = Object.entries(BODIES).flatMap(([title, body]) =>
      linesOf(title, uncompressed(bodyField(body)), 1_000_000),
    );
    expectRecorded('explain/search-of-bodies.txt', lines);
  });
});
