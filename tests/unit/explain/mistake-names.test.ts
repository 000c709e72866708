// The names of mistakes against the code that uses them and the page that tells them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Place } from '../../../server/insight/explain/forms/form.ts';
import { formsFor } from '../../../server/insight/explain/forms/text-forms.ts';
import { MISTAKE_NAMES } from '../../../server/insight/explain/mistake-names.ts';
import { ROOT, sourceFiles } from '../../support/source-tree.ts';

test('SIG-15: each mistake has one name, and the code names each', () => {
  expect([...new Set(MISTAKE_NAMES)]).toEqual(MISTAKE_NAMES);
  const code = sourceFiles('server/insight/explain')
    .filter(({ path }) => !path.endsWith('mistake-names.ts'))
    .flatMap(({ strings }) => strings.flatMap(({ text }) => text.split(/[ :]+/)));
  expect(MISTAKE_NAMES.filter((name) => !code.includes(name))).toEqual([]);
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
