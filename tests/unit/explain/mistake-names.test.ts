// The names of mistakes against the code that uses them and the page that tells them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Find, reading } from '../../../server/insight/explain/explanation.ts';
import { type Place, under } from '../../../server/insight/explain/forms/form.ts';
import { formsFor } from '../../../server/insight/explain/forms/text-forms.ts';
import { MISTAKE_NAMES } from '../../../server/insight/explain/mistake-names.ts';
import { ROOT, sourceFiles } from '../../support/source-tree.ts';

test('SIG-15: each mistake has one name, and the code names each', () => {
  expect([...new Set(MISTAKE_NAMES)]).toEqual(MISTAKE_NAMES);
  const code = sourceFiles('server/insight/explain')
    .filter(({ path }) => !path.endsWith('mistake-names.ts'))
    .flatMap(({ strings }) => strings.flatMap(({ text }) => text.split(/[ :]+/)));
  // What is done to a certificate's text is done to a signature's as well, and has its name.
  const isNamed = (name: string) =>
    code.includes(name) || code.includes(name.replace('certificate', 'signature'));
  expect(MISTAKE_NAMES.filter((name) => !isNamed(name))).toEqual([]);
  const places: readonly Place[] = ['string', 'hash', 'digest', 'body', 'issuer', 'value'];
  const others: readonly Place[] = ['id', 'date', 'redirect', 'target'];
  const forms = [...places, ...others].flatMap((place) => formsFor(place));
  expect(MISTAKE_NAMES).toEqual(expect.arrayContaining(forms.map(({ name }) => name)));
});

test('SIG-15: docs/mistakes.md says what each means', () => {
  const page = readFileSync(join(ROOT, 'docs', 'mistakes.md'), 'utf8').split('\n');
  const said = page.flatMap((line) => /^\| `([^`]+)` \| \S/.exec(line)?.[1] ?? []);
  expect(said).toEqual(MISTAKE_NAMES);
  expect(page.every((line) => line.length < 140)).toBe(true);
});

test('SIG-15: a heading of forms takes names and places that there are, and no other', () => {
  const heading = under('marks', { string: 'string-quoted' });
  expect(heading).toEqual({ part: 'marks', at: { string: 'string-quoted' } });
  // @ts-expect-error a name that is misspelt does not compile
  under('marks', { string: 'string-qouted' });
  // @ts-expect-error nor does a place
  under('marks', { strings: 'string-quoted' });
});

test('SIG-15: what a client did is said by a find alone: a text that was signed or hashed', () => {
  expect(Find.of('signed', (text) => text === 'other')).toBeUndefined();
  expect(Find.of('signed', () => true)).toBeUndefined();
  const find = Find.of('signed', (text) => text === 'signed');
  expect(find?.says(['crlf'], 'You did this.').sentence).toBe('You did this.');
  expect(reading(['crlf'], 'The Digest has this.').sentence).toBe('The Digest has this.');
  expect(reading(['crlf'], 'You probably did this.').mistakes).toEqual(['crlf']);
  // @ts-expect-error a text that claims it without a find does not compile
  reading(['crlf'], 'You did this.');
  const made = `${MISTAKE_NAMES[0]}`;
  // @ts-expect-error nor does one that is put together
  reading(['crlf'], `You did ${made}.`);
  // @ts-expect-error and nobody makes a find without a test that the text passes
  expect(new Find('signed').text).toBe('signed');
});
