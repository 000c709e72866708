// The mistake table, row by row, against strings that this test puts together by itself: each is named, and
// nothing else with it.
import { expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { MISTAKE_GROUPS } from '../../../server/insight/explain/mistake-names.ts';
import { sample } from '../../support/corpus.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { type Odd, PSU, type Row, SHAPE, TEXT } from './right-string.ts';
import { ROWS_OF_HEADERS } from './rows-of-headers.ts';
import { ROWS_OF_LINES } from './rows-of-lines.ts';
import { ROWS_OF_TEXTS, TOGETHER } from './rows-of-texts.ts';
import { ROWS_OF_VALUES } from './rows-of-values.ts';
import { explained, namesOf, ownTpp, requestOf, tableOf } from './support.ts';

const ROWS: Readonly<Record<string, Row>> = {
  ...ROWS_OF_LINES,
  ...ROWS_OF_HEADERS,
  ...ROWS_OF_VALUES,
  ...ROWS_OF_TEXTS,
};
const instead = (signed: string): Odd => [SHAPE, () => signed];

const tpp = await ownTpp();

test('SIG-15: the string that these tests take for right is', () => {
  expect(diagnose(requestOf(tpp, SHAPE), NOW)).toMatchObject({ bankString: TEXT, refusals: [] });
});

const sorted = (names: string) => names.split(' + ').sort().join(' + ');

/** The string is explained by those mistakes, in a sentence that has the words of each. */
function expectNamed(names: string, [sent, signed]: Odd): void {
  const right = diagnose(requestOf(tpp, sent), NOW).bankString ?? '';
  expect(signed(right)).not.toBe(right);
  const explanation = explained(requestOf(tpp, { ...sent, signed }));
  expect(namesOf(explanation).map(sorted).sort()).toEqual(names.split(' | ').map(sorted).sort());
  expect(explanation.signedString).toBe(signed(right));
  for (const { mistakes, sentence } of explanation.readings) {
    for (const mistake of mistakes) expect(sentence).toMatch(ROWS[mistake]?.says ?? /^$/);
  }
}

test.each(Object.entries(ROWS))('SIG-15: %s', (mistake, { signed = [], odd = [] }) => {
  // The first of them, and a sample of the others.
  for (const text of sample(signed, 5)) expectNamed(mistake, instead(text));
  for (const one of sample(odd, 3)) expectNamed(mistake, one);
});

test.each(TOGETHER)('SIG-15: %s', (names, signed) => {
  expectNamed(names, typeof signed === 'string' ? instead(signed) : signed);
});

// The tests above explain a sample; this looks every row up, which needs no search.
test('SIG-15: the table has every string that one mistake makes', () => {
  const usual = tableOf(SHAPE, tpp);
  const isIn = ({ rows }: typeof usual, text: string, mistake: string) =>
    rows.some(
      (row) => row.text === text && row.transform.mistakes.some((name) => name === mistake),
    );
  const lacking = Object.entries(ROWS).flatMap(([mistake, { signed = [], odd = [] }]) => [
    ...signed.filter((text) => !isIn(usual, text, mistake)).map((text) => [mistake, text]),
    ...odd
      .filter(([sent, change]) => {
        const table = tableOf(sent, tpp);
        return !isIn(table, change(table.right), mistake);
      })
      .map(([sent]) => [mistake, sent]),
  ]);
  expect(lacking).toEqual([]);
});

const shouted = (text: string) => text.replace(/^[()\w-]+(?=:)/gm, (name) => name.toUpperCase());
const said = (sent: Partial<Draft>) => explained(requestOf(tpp, sent)).sentence;

test('SIG-15: of names in capitals the first is shown, or the one', () => {
  expect(said({ signed: shouted })).toBe(
    'You wrote the names in capitals, DATE for instance; in the signing string they are in lower case, date.',
  );
  expect(said({ signed: (text) => text.replace('psu-id:', 'Psu-Id:') })).toBe(
    'You wrote the name Psu-Id in capitals; in the signing string it is psu-id.',
  );
  expect(said({ ...SHAPE, signed: shouted })).toContain('DATE for instance');
});

const SEVEN: Partial<Draft> = {
  names: [...(SHAPE.names ?? []), 'psu-corporate-id'],
  headers: { 'psu-corporate-id': PSU.replace('6c', '7d') },
};

test('SIG-15: of seven lines every one may stand in another place', () => {
  const places = [...Array(7).keys()];
  const moves = places.flatMap((from) =>
    places.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  for (const [from, to] of sample(moves, 5)) {
    const signed = (text: string) => {
      const lines = text.split('\n');
      const [line = ''] = lines.splice(from, 1);
      return lines.toSpliced(to, 0, line).join('\n');
    };
    expect(namesOf(explained(requestOf(tpp, { ...SEVEN, signed })))).toEqual(['another-order']);
  }
});

test('SIG-15: of seven lines two values that are wrong are still found, however much else is tried', () => {
  const hosted = { host: 'bank.example', 'content-type': 'application/json' };
  const explanation = explained(
    requestOf(tpp, {
      ...SEVEN,
      headers: { ...SEVEN.headers, ...hosted, 'content-length': '28' },
      body: '{"a":1}',
      signed: (text) => text.replace(/digest: .*/, 'digest: {"a":1}').replace(/\ntpp-.*/, ''),
    }),
  );
  expect(namesOf(explanation)).toEqual(['digest-is-body + header-left-out']);
});

test('SIG-15: an address that was sent as it is typed is not said to be encoded again', () => {
  const typed = 'https://tpp.example/blåbær';
  const encoded = (uri: string, other: string) =>
    said({
      headers: { 'tpp-redirect-uri': uri },
      signed: (text) => text.replace(uri, other),
    });
  const first = encoded(Buffer.from(typed).toString('latin1'), encodeURI(typed));
  expect(first).toContain('tpp-redirect-uri percent-encoded (');
  expect(encoded(encodeURI(typed), encodeURI(encodeURI(typed)))).toContain(
    'percent-encoded again (',
  );
});

test('SIG-15: a header that is listed and sent empty is told of as that, whatever was signed', () => {
  const names = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
  const sentence = said({ headers: { 'psu-id': '' }, names, signed: (text) => `${text}!` });
  expect(sentence).toMatch(/list psu-id, which the request sends empty;/);
});

test('SIG-15: with one line there is nothing to join, to order or to leave out', () => {
  const one: Partial<Draft> = {
    ...{ method: 'GET', body: '', names: ['date'] },
    headers: { 'x-request-id': undefined, 'psu-id': undefined, 'tpp-redirect-uri': undefined },
  };
  const parts = tableOf(one, tpp).rows.map(({ transform }) => transform.slot);
  expect(parts).not.toContain('joiner');
  const signed = (text: string) => text.replace('date: ', '');
  expect(namesOf(explained(requestOf(tpp, { ...one, signed })))).toEqual(['names-left-out']);
});

test('SIG-15: every mistake that a string can have is here', () => {
  const elsewhere = [
    'Hash, padding and key',
    'Encoding the signature',
    'TPP-Signature-Certificate',
    'keyId',
  ];
  const ofStrings = MISTAKE_GROUPS.filter(({ title }) => !elsewhere.includes(title)).flatMap(
    ({ mistakes }) => Object.keys(mistakes),
  );
  expect(ofStrings.length).toBeGreaterThan(70);
  expect(ofStrings.filter((name) => !(name in ROWS))).toEqual([]);
  const tried = ({ signed = [], odd = [] }: Row) => signed.length + odd.length;
  expect(Object.entries(ROWS).filter(([, row]) => tried(row) === 0)).toEqual([]);
});
