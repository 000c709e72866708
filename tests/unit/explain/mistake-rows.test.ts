// The mistake table, row by row, against strings that this test puts together by itself: each is named, and
// nothing else with it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import {
  explainSignature,
  mistakeTable,
} from '../../../server/insight/explain/explain-signature.ts';
import type { Reading } from '../../../server/insight/explain/explanation.ts';
import { MISTAKE_GROUPS } from '../../../server/insight/explain/mistake-names.ts';
import { renderDraft } from '../../../server/insight/explain/string/draft.ts';
import { signatureContext } from '../../../server/insight/explain/string/signature-context.ts';
import { ofEachKind, sample } from '../../support/corpus.ts';
import { type Credentials, type Draft, NOW } from '../signing/support.ts';
import { ODD_LIBRARIES } from './odd-libraries.ts';
import { ODD } from './odd-rows.ts';
import { PSU, SHAPE, TEXT } from './right-string.ts';
import { ROWS_OF_LIBRARIES } from './rows-of-libraries.ts';
import { ROWS_OF_LINES } from './rows-of-lines.ts';
import { PAIRS, ROWS_OF_VALUES } from './rows-of-values.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';
import { SAYS } from './what-is-said.ts';

const ROWS = [...ROWS_OF_LINES, ...ROWS_OF_VALUES, ...ROWS_OF_LIBRARIES, ...PAIRS];
const ODD_ROWS = [...ODD, ...ODD_LIBRARIES];

let tpp: Credentials;
beforeAll(async () => {
  tpp = await ownTpp();
});

/** Each mistake of a reading has its words in the sentence. */
function expectSaid(readings: readonly Reading[]): void {
  for (const { mistakes, sentence } of readings) {
    for (const mistake of mistakes) expect(sentence).toMatch(SAYS[mistake] ?? /^$/);
  }
}

const sorted = (names: string) => names.split(' + ').sort().join(' + ');

describe('SIG-15: each row of the table', () => {
  test('SIG-15: the string that this test takes for right is', () => {
    expect(diagnose(requestOf(tpp, SHAPE), NOW)).toMatchObject({ bankString: TEXT, refusals: [] });
  });

  test.each(
    ofEachKind(ROWS, 5, ([mistakes]) => mistakes).map(
      (row) => [`${row[0]} ${row[1]}`.trim(), row] as const,
    ),
  )('SIG-15: %s', (_, [mistakes, , signed]) => {
    expect(signed).not.toBe(TEXT);
    const { readings, signedString } = explained(
      requestOf(tpp, { ...SHAPE, signed: () => signed }),
    );
    expect(namesOf({ readings }).map(sorted)).toEqual([sorted(mistakes)]);
    expect(signedString).toBe(signed);
    expectSaid(readings);
  });
});

test.each(
  ofEachKind(ODD_ROWS, 3, ([mistakes]) => mistakes.join()).map(
    (row) => [`${row[0]}: ${row[1]}`, row] as const,
  ),
)('SIG-15: %s', (_, [mistakes, , sent, signed]) => {
  const right = diagnose(requestOf(tpp, sent), NOW).bankString ?? '';
  expect(signed(right)).not.toBe(right);
  const { readings } = explained(requestOf(tpp, { ...sent, signed }));
  expect([...namesOf({ readings })].sort()).toEqual([...mistakes].sort());
  expectSaid(readings);
});

/** The strings of the whole table for a request, each with its mistakes. */
function tableOf(sent: Partial<Draft>) {
  const request = requestOf(tpp, sent);
  const context = signatureContext(request, diagnose(request, NOW), { known: [], now: NOW });
  if (context === undefined) throw new Error('no context');
  const table = new Map<string, readonly string[]>();
  for (const { mistake, apply } of mistakeTable(context, NOW)) {
    const text = renderDraft(apply(context.draft));
    table.set(text, [...(table.get(text) ?? []), mistake]);
  }
  return { right: renderDraft(context.draft), namesOf: (text: string) => table.get(text) ?? [] };
}

// The tests above explain a sample; this looks every row up, which needs no search.
test('SIG-15: the table has every string that one mistake makes', () => {
  const { namesOf: named } = tableOf(SHAPE);
  const rows = ROWS.filter(([mistakes]) => !mistakes.includes(' + '));
  const lacking = rows.filter(([mistake, , signed]) => !named(signed).includes(mistake));
  expect(lacking.map(([mistake, what]) => `${mistake} ${what}`)).toEqual([]);
  const odd = ODD_ROWS.filter(([mistakes]) => !mistakes.join().includes(' + '));
  const lackingOdd = odd.filter(([mistakes, , sent, signed]) => {
    const table = tableOf(sent);
    const found = table.namesOf(signed(table.right));
    return mistakes.some((mistake) => !found.includes(mistake));
  });
  expect(lackingOdd.map(([mistakes, what]) => `${mistakes} ${what}`)).toEqual([]);
});

test('SIG-15: of names in capitals the first is shown, or the one', () => {
  const said = (signed: (text: string) => string) => explained(requestOf(tpp, { signed })).sentence;
  expect(said((text) => text.replace(/^[\w-]+(?=:)/gm, (name) => name.toUpperCase()))).toBe(
    'You wrote the names in capitals, DATE for instance; in the signing string they are in lower case, date.',
  );
  expect(said((text) => text.replace('psu-id:', 'Psu-Id:'))).toBe(
    'You wrote the name Psu-Id in capitals; in the signing string it is psu-id.',
  );
  const names = [
    '(request-target)',
    'date',
    'digest',
    'x-request-id',
    'psu-id',
    'tpp-redirect-uri',
  ];
  const all = explained(
    requestOf(tpp, {
      names,
      signed: (text) => text.replace(/^[()\w-]+(?=:)/gm, (name) => name.toUpperCase()),
    }),
  );
  expect(all.sentence).toContain('DATE for instance');
});

test('SIG-15: of seven lines every one may stand in another place', () => {
  const names = [
    '(request-target)',
    'date',
    'digest',
    'x-request-id',
    'psu-id',
    'psu-corporate-id',
    'tpp-redirect-uri',
  ];
  const shape = { names, headers: { 'psu-corporate-id': PSU.replace('6c', '7d') } };
  const moves = names.flatMap((_, from) =>
    names.map((_to, to) => ({ from, to })).filter(({ to }) => to !== from),
  );
  for (const { from, to } of sample(moves, 5)) {
    const move = (text: string) => {
      const lines = text.split('\n');
      return lines
        .toSpliced(from, 1)
        .toSpliced(to, 0, lines[from] as string)
        .join('\n');
    };
    const { readings } = explained(requestOf(tpp, { ...shape, signed: move }));
    expect(namesOf({ readings })).toEqual(['another-order']);
  }
});

test('SIG-15: of seven lines two values that are wrong are still found, however much else is tried', () => {
  const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id'];
  const { readings } = explained(
    requestOf(tpp, {
      names: [...names, 'psu-corporate-id', 'tpp-redirect-uri'],
      headers: {
        'psu-corporate-id': PSU.replace('6c', '7d'),
        host: 'bank.example',
        'content-type': 'application/json',
        'content-length': '28',
      },
      body: '{"a":1}',
      signed: (text) => text.replace(/digest: .*/, 'digest: {"a":1}').replace(/\ntpp-.*/, ''),
    }),
  );
  expect(namesOf({ readings })).toEqual(['digest-is-body + header-left-out']);
});

test('SIG-15: an address that was sent as it is typed is not said to be encoded again', () => {
  const typed = 'https://tpp.example/blåbær';
  const said = (uri: string, other: string) =>
    explained(
      requestOf(tpp, {
        headers: { 'tpp-redirect-uri': uri },
        signed: (text) => text.replace(uri, other),
      }),
    ).sentence;
  const first = said(Buffer.from(typed).toString('latin1'), encodeURI(typed));
  expect(first).toContain('tpp-redirect-uri percent-encoded (');
  expect(said(encodeURI(typed), encodeURI(encodeURI(typed)))).toContain('percent-encoded again (');
});

test('SIG-15: a header that is listed and sent empty is told of as that, whatever was signed', () => {
  const names = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
  const request = requestOf(tpp, {
    headers: { 'psu-id': '' },
    names,
    signed: (text) => `${text}!`,
  });
  expect(explained(request).sentence).toMatch(/list psu-id, which the request sends empty;/);
});

test('SIG-15: with one line there is nothing to join, to order or to leave out', () => {
  const request = requestOf(tpp, {
    method: 'GET',
    body: '',
    names: ['date'],
    headers: { 'x-request-id': undefined, 'psu-id': undefined, 'tpp-redirect-uri': undefined },
  });
  const context = signatureContext(request, diagnose(request, NOW), { known: [], now: NOW });
  if (context === undefined) throw new Error('no context');
  const { readings } = explainSignature('', context);
  expect(readings satisfies readonly Reading[]).toEqual([]);
  const named = explained(
    requestOf(tpp, {
      method: 'GET',
      body: '',
      names: ['date'],
      headers: { 'x-request-id': undefined, 'psu-id': undefined, 'tpp-redirect-uri': undefined },
      signed: (text) => text.replace('date: ', ''),
    }),
  );
  expect(namesOf(named)).toEqual(['names-left-out']);
});

test('SIG-15: every mistake that a string can have is here', () => {
  const titles = [
    'Hash, padding and key',
    'Encoding the signature',
    'TPP-Signature-Certificate',
    'keyId',
  ];
  const ofStrings = MISTAKE_GROUPS.filter(({ title }) => !titles.includes(title)).flatMap(
    ({ mistakes }) => Object.keys(mistakes),
  );
  const rows = ROWS.flatMap(([names]) => names.split(' + '));
  const here = new Set([...rows, ...ODD_ROWS.flatMap(([names]) => names)]);
  expect(ofStrings.filter((name) => !here.has(name))).toEqual([]);
  expect(ofStrings.filter((name) => !(name in SAYS))).toEqual([]);
  expect(ofStrings.length).toBeGreaterThan(70);
});
