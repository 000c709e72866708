// SIG-15: what rows make of a Digest and of other values with one small thing done to them, and what they say of a string in
// which another mistake was made as well; what is looked at first where nothing is known. How many different answers, and a
// hash of all.
import { describe, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import {
  type MistakeRow,
  type StringContext,
  textAfter,
} from '../../../server/insight/explain/rows/draft.ts';
import { stringField } from '../../../server/insight/explain/rows/string-field.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';
import { READ, tpp, unknown } from './recorded-requests.ts';
import { CONTEXTS, digestOf } from './recorded-starts.ts';
import { ABOUT, refusalOf, requestOf, tell } from './support.ts';

const BODY = Buffer.from('{"a":1}');
const DATE = 'Tue, 03 Nov 2026 09:05:07 GMT';
const VALUES: Readonly<Record<string, string>> = {
  digest: digestOf(BODY),
  date: DATE,
  'x-request-id': 'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
  'psu-id': '{Kåre "K"}',
  'tpp-redirect-uri': 'https://www.Tpp.example:443/a%2Fb/?x=1&b=x%20y#f',
};

function contextOf(name: string, value: string): StringContext {
  const headers = new RawHeaders(Object.entries({ ...VALUES, [name]: value }).flat());
  const request = { method: 'POST', target: '/v1/x?a=1', headers, body: BODY };
  return { request, entries: [name] } as never;
}

/** What the rows of that line make of it; of the whole string there is a record of its own. */
const madeOf = (name: string) => (value: string) => {
  const { start, rows } = atOnce(stringField(contextOf(name, value)));
  return rows.filter(({ line }) => line === name).map((row) => textAfter(row, start));
};

describe('SIG-15: what rows make of what is like a value, and say of it', () => {
  test.each(Object.entries(VALUES))('SIG-15: of %s', (name, value) => {
    const all = [value, '', '=', value.slice(0, 9), ...touchedTexts(value)];
    const some = all
      .filter((one) => !one.includes('\n'))
      .filter((_, at) => at % 3 === 0 || at < 12);
    expectRecorded(`explain/touched-${name}.txt`, [answersTo(name, some, madeOf(name))]);
  });

  test('SIG-15: of a string in which more was done', () => {
    const lines = CONTEXTS.filter((_, at) => at % 9 === 0).map(([title, context]) => {
      const { start, rows } = atOnce(stringField(context));
      const done = rows.filter((row) => textAfter(row, start) !== undefined);
      const few = done.filter((_, at) => at % 5 === 0);
      const say = (row: MistakeRow) => {
        const signed = textAfter(row, start) ?? '';
        return [`x: y\n${signed}`, `${signed}\nx-own: 1`, signed.replace(/\n.*/s, ''), ''].map(
          (text) => row.says(row, text, start),
        );
      };
      return answersTo(title, few, say);
    });
    expectRecorded('explain/touched-says.txt', lines);
  });

  test('SIG-15: where nothing is known', () => {
    const explainer = createExplainer();
    const id = 'b96e486c-7580-4fac-a44b-cbdfcbe628ad';
    const values = [
      ...[
        `'a'`,
        `"a'`,
        `x"a"`,
        `"a"x`,
        '<a:b>',
        '<A:B>x',
        'x<a:b>',
        '(a:b)',
        `{${id}}`,
        `{${id.toUpperCase()}}`,
      ],
      ...[
        `{${id}0}`,
        '{a b}',
        '<a:b c>',
        'null',
        'undefined',
        '{{id}}',
        '%s',
        id,
        'https://a.example/x',
        '',
      ],
    ];
    const lines = values.map((value) => {
      const headers = { 'psu-id': value, 'x-request-id': 'x'.repeat(64), via: undefined };
      const request = requestOf(tpp, { ...READ, headers, signed: unknown });
      const told = tell(explainer, request, refusalOf(request), ABOUT);
      return `${value}: ${told?.sentence}`;
    });
    const proxies = ['via', 'xvia', 'via-x', 'forwarded', 'x-forwarded-host', 'y-x-forwarded-for'];
    for (const name of [...proxies, 'x-forwarded-', 'x-forwarded-for-2', 'xforwarded']) {
      const request = requestOf(tpp, { ...READ, headers: { [name]: 'p' }, signed: unknown });
      const told = tell(explainer, request, refusalOf(request), ABOUT);
      lines.push(`${name}: ${told?.sentence.replace(/.*look first at /, '')}`);
    }
    expectRecorded('explain/touched-steps.txt', lines);
  });
});
