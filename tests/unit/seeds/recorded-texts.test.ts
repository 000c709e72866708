// What texts of seeds become, where each of their values is, and at which place a text that is none is refused, as it is
// written in tests/fixtures/seeds/texts.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { parseSeedText } from '../../../server/bank/seeds/seed-text.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { Json } from '../../../server/protocol/json.ts';
import { expectRecorded } from '../../support/recorded.ts';

/** A value in so many lists, or objects. */
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`;
const indented = (levels: number) =>
  Array.from({ length: levels }, (_, nth) => `${' '.repeat(nth)}a:\n`).join('');
const dashes = (levels: number) => `${'- '.repeat(levels)}1`;

const TEXTS: readonly string[] = [
  ...['', ' ', '\n', '\uFEFF', '# only a comment', '---', '...', '---\n...', '~', 'null', 'a'],
  ...['{}', '[]', ' {}', '\n\t {"a": 1}', '{ "a": 1 } x', '{a: 1}', "{'a': 1}", '{"a": 1, b: 2}'],
  ...['{"a": 1, "a": 2}', '{"a": [1, {"b": null}]}', '{"a": 1e400}', '{"a": 12345678901234567890}'],
  ...['{"a": "\\ud800"}', '{"__proto__": 1}', '{"a":}', '{"a" 1}', '{"a": tru}', '{"a": "\n"}'],
  ...['\uFEFF{"a": 1}', '\uFEFFa: 1', ' \uFEFFa: 1', 'a: \uFEFF1', 'é: ø\nå: "æ"', 'a: 😀\nb: *c'],
  ...['a: 1\nb:\n  - c: 2\n    d: [3, 4]\n  - {e: 5, f: {}}\n', 'a:\n- 1\n-\n- - 2\n  - 3'],
  ...['? a\n: 1', '? [a, b]\n: 1', '? {a: 1}\n: 2', '1: a\ntrue: b\nnull: c\n~: d', '"a b": 1'],
  ...['a: 1\na: 2', '{a: 1, a: 2}', 'a: {b: 1}\nb: 2\na: 3', '1: a\n"1": b', "a: 1\n'a': 2"],
  ...[`${'n'.repeat(70)}: 1\n${'n'.repeat(70)}: 2`, 'a: &x\n  b: 1\n<<: *x', '<<: {a: 1}'],
  ...['__proto__: 1', 'a: {__proto__: 1}', 'a: [{"__proto__": 1}]', 'constructor: 1', '"": 1'],
  ...['a: &x 1\nb: *x', 'a: *x', 'a: &x [1, *x]', 'a: &x {b: *x}', '&x a: 1\nb: *x', '*x : 1'],
  ...['a: &x 1\nb: &x 2\nc: *x', 'a: &x [1, 2]\nb: [*x, *x]\nc: *x', 'a: &x\nb: *x', '&x [*x]'],
  ...['a: &x {c: [1, {d: 2}]}\nb: *x', `a: *${'x'.repeat(70)}`, `a: &x ${lists(60)}\nb: [[*x]]`],
  ...[`a: &x ${lists(62)}\nb: [*x]`, `a: &x ${lists(62)}\nb: [[*x]]`, `a: &x ${lists(63)}\nb: *x`],
  ...[`a: &x ${lists(63)}\nb: [*x]`, `a: &x ${objects(62)}\nb: [{c: *x}]`],
  ...['.inf', '-.Inf', '.nan', '0x1F', '0o17', '017', '08', '0', '-0', '+1', '1.', '.5', '1e3'],
  ...['1_000', '123456789', '12345678', '012345678', '0123', '00', '1234567890123456789', '1.10'],
  ...['0.1', '0.30000000000000004', '123456.789012345678', '1e-400', '1e22', '12345678.123456789'],
  ...['true', 'True', 'TRUE', 'yes', 'on', 'null', 'Null', 'NULL', '~', '2031-03-05', '12:30:45'],
  ...['"\\ud800"', '"\\ud83c\\udfe6"', '"\\x41\\u00e6"', '"\\q"', "'it''s'", '"a\\\n  b"', '"open'],
  ...['|\n  a\n  b\n', '>\n  a\n  b\n', '|-\n  a', '|2\n   a', '@a', '`a', '%a', '!x', '!!str 1'],
  ...[
    '!!int "1"',
    '!!binary aGk=',
    '!!set {a}',
    '!!omap [a: 1]',
    '!!timestamp 2031-03-05',
    '!a!b c',
  ],
  ...['*a', '&a', '&a *b', '[1, 2', '[1 2]', '[,]', '[1,]', '{a', '{a: 1', '{a, b}', ']', '}', ','],
].flatMap((text, nth) => (nth < 74 ? [text] : [text, `k: ${text}`, `l:\n  - ${text}\n`]));

const MORE: readonly string[] = [
  ...['\ta: 1', 'a:\n\tb: 1', 'a:\n  \tb: 1', 'a: 1\n\t', 'a:\tb', '- \ta', '  a: 1\n b: 2'],
  ...['a: 1\n  b: 2', 'a: b: c', 'a:\n- b\n c', 'a:\n  b: 1\n c: 2', 'a: 1 b', 'a:1', '- a\nb: 1'],
  ...['a: 1\n---\nb: 2', '---\na: 1\n---', '---\na: 1\n...\n', '---\na: 1\n...\nb: 2', '...\na: 1'],
  ...[
    '%YAML 1.1\n---\na: yes',
    '%YAML 1.2\n---\na: 1',
    '%YAML 3\n---\na: 1',
    '%TAG ! x\n---\na: 1',
  ],
  ...['%FOO\n---\na: 1', '%YAML\na: 1', '# c\na: 1 # d\n# e', 'a: "x" # y', 'a: x#y', 'a: #'],
  ...['a: 1\r\nb: *c', 'a: 1\rb: *c', 'a:\r\n  - b\r\n  - *c', 'a: [\n1,\n*c]', 'a: {\n b: *c\n}'],
  ...['a:\n  b:\n    - c: 1\n      d: *e', 'a: [{b: 1}, {c: *d}]', '- - - *a', 'a: {b: [1, *c]}'],
  ...[
    'a: {"b c": *d}',
    "a: {'b''c': !x 1}",
    '"a\\tb": !x 1',
    '? a\n  b\n: !x 1',
    'a: {b: , c: *d}',
  ],
  ...['a: "\\q"', 'a:\n  - "\\q"', 'a: {b: "\\q"}', '"\\q": 1', 'a: {"\\q": 1}', 'a: [1, "\\q"]'],
  ...[0, 1, 63, 64, 65, 66, 67, 100].flatMap((levels) => [
    lists(levels) || '0',
    objects(levels),
    dashes(levels),
    indented(levels) || '0',
    `{"a": ${lists(levels) || '0'}}`,
  ]),
];

/** Every place that a refusal can name: each value, and what is not there in it. */
function pointersIn(value: Json, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Object.entries(value) as [string, Json][];
  const inside = entries.map(([name, one]) =>
    pointersIn(one, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [at, ...inside.flat(), `${at}/none`, `${at}/0/none`];
}

const brief = (text: string): string => {
  const shown = JSON.stringify(text);
  return shown.length > 150 ? `${shown.slice(0, 60)}… ${shown.length}` : shown;
};

/** `3:5` of `Line 3, column 5: `. */
const short = (place: string): string => place.replace(/^Line (\d+), column (\d+): $/, '$1:$2');

async function said(text: string): Promise<string> {
  try {
    const { value, placesOf } = await parseSeedText(text);
    const pointers = pointersIn(value).slice(0, 30);
    const places = placesOf(pointers).map((place, nth) => `${pointers[nth]} ${short(place)}`);
    return `${brief(JSON.stringify(value))} at ${brief(places.join(', '))}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `! ${error.details.path} ${error.message}`;
  }
}

test('CTRL-11: texts of seeds: are read, or refused at their place, as the bank does now', async () => {
  const lines: string[] = [];
  for (const text of [...TEXTS, ...MORE]) lines.push(`${brief(text)} → ${await said(text)}`);
  expectRecorded('seeds/texts.txt', lines);
});

const MIB = 1024 * 1024;

test('CTRL-11: a seed in YAML may have two million characters, one in JSON more', async () => {
  const filled = (length: number, text: string) => text + ' '.repeat(length - text.length);
  const yaml = 'customers: []\n#';
  expect((await parseSeedText(filled(2 * MIB, yaml))).value).toEqual({ customers: [] });
  await expect(parseSeedText(filled(2 * MIB + 1, yaml))).rejects.toThrow(
    `at most ${2 * MIB} characters; this one has ${2 * MIB + 1}`,
  );
  const json = '{"customers": []}';
  expect((await parseSeedText(filled(2 * MIB + 1, json))).value).toEqual({ customers: [] });
});

test('CTRL-11: aliases may stand for half a million values, names included, and for no more', async () => {
  // The object, its three names, its three lists, and what stands in them: a list and 999 numbers each time.
  const seed = (numbers: number) =>
    `c: [${'1,'.repeat(numbers)}]\na: &a [${'1,'.repeat(999)}]\nb: [${'*a,'.repeat(498)}]\n`;
  const most = 500_000 - 1 - 3 - 2 - 499 * 1000;
  await expect(parseSeedText(seed(most))).resolves.toBeDefined();
  await expect(parseSeedText(seed(most + 1))).rejects.toThrow('expand to too many values');
});
