// What the bank says of a value that a schema refuses: for each keyword that a schema can have, with and without a note of
// what is expected, in the body and in it, as it is written in tests/fixtures/validation/sentences.txt. `npm run examples`
// records it again.
import { expect, test } from '@jest/globals';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { messagesOf } from '../../../server/validation/messages.ts';
import { createValidator, refsOf, resolveId } from '../../../server/validation/schemas.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';

const NOTE = { 'x-expected': 'what we agreed on' };
const LONG = 'y'.repeat(70);

/** A schema of one value, and values that it may refuse. */
const VALUES: readonly (readonly [JsonObject, ...unknown[]])[] = [
  [{ type: 'string' }, 'x', null, true, 1, -0.5, [], [1], {}, { a: 1 }],
  [{ type: ['string', 'number'] }, 'x', 1, null, []],
  [{ type: ['integer', 'boolean', 'null'] }, 1.5, 'x', null],
  ...['number', 'integer', 'boolean', 'object', 'array', 'null'].map(
    (type) => [{ type }, 'x', null, false, 1.5, [], {}] as const,
  ),
  [{ enum: ['a', 'b'] }, 'a', 'c', 1, null, [], {}, LONG],
  [{ enum: ['a', 1], ...NOTE }, 'c', { a: 1 }],
  [{ type: 'string', pattern: '^a$' }, 'a', 'b', '', `${LONG}\n`],
  [{ type: 'string', pattern: '^a$', ...NOTE }, 'b'],
  [{ type: 'string', pattern: '^a$', writeOnly: true }, 'secret'],
  [{ type: 'string', format: 'bic', writeOnly: true }, 'secret'],
  [{ type: 'string', writeOnly: true }, 7],
  [{ not: { type: 'string' } }, 'x', 1],
  [{ not: { type: 'string' }, ...NOTE }, 'x'],
  [{ type: 'string', format: 'uuid' }, 'x', LONG],
  [{ type: 'string', format: 'bank-text' }, 'a\tb', '\u{1f3e6}', 'å'],
  [{ type: 'string', minLength: 1 }, '', 'x'],
  [{ type: 'string', minLength: 2 }, '', 'x', 'xy', '\u{1f3e6}'],
  [{ type: 'string', minLength: 3, maxLength: 2 }, 'xyz', 'xy', '\u{1f3e6}\u{1f3e6}\u{1f3e6}'],
  [{ type: 'number', minimum: 2, maximum: 4 }, 1, 1.9, 2, 4, 4.1, 5],
  [{ type: 'number', exclusiveMinimum: 2, multipleOf: 2 }, 2, 3, 4],
  [{ type: 'array', minItems: 1, maxItems: 1 }, [], [1], [1, 2]],
  [{ type: 'array', minItems: 2, maxItems: 2 }, [1], [1, 2], [1, 2, 3]],
  [
    { type: 'array', items: { type: ['number', 'object'] }, uniqueItems: true },
    ...[
      [1, 2],
      [1, 2, 1],
      [{ a: 1 }, 2, 3, { a: 1 }],
      ['x', 1, 'x'],
    ],
  ],
  [{ type: 'object', minProperties: 1, maxProperties: 1 }, {}, { a: 1 }, { a: 1, b: 2 }],
  [{ type: 'object', minProperties: 2, maxProperties: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 }],
  [{ const: 1 }, 1, 2],
  [{ type: 'string', 'x-row': ['accounts', 'cards'] }, 'a', 'c', 'none'],
  [{ type: 'string', 'x-row': ['cards'] }, 'a', 'c'],
  [
    {
      type: 'object',
      anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }, { minProperties: 9 }],
    },
    {},
    { a: 1 },
    { b: 1 },
  ],
  [
    {
      type: 'object',
      if: { type: 'object', required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['b'], 'x-rule': 'PAY-12' },
      else: { required: ['c'] },
    },
    { a: 1 },
    {},
    { a: 1, b: 1 },
  ],
  ...[true, 'bban'].map(
    (value) =>
      [
        { type: 'object', 'x-minor-units': true, 'x-account-agrees': value },
        ...[
          { amount: '1.23', currency: 'NOK' },
          { amount: '1.234', currency: 'NOK' },
        ],
        ...[
          { amount: 1.234, currency: 'NOK' },
          { amount: '1.2', currency: 'JPY' },
        ],
        ...[
          { amount: '1', currency: 'JPY' },
          { amount: 'x', currency: 'NOK' },
        ],
        ...[
          { amount: 1e21, currency: 'NOK' },
          { amount: -1.5, currency: 'NOK' },
        ],
        ...[
          { amount: '1.234', currency: 'nok' },
          { amount: true, currency: 'NOK' },
        ],
        ...[{ amount: '1.234' }, { currency: 'NOK' }, { amount: '1.2345', currency: 'BHD' }],
        ...[
          { amount: '1.234', currency: 'XNOK' },
          { amount: '1.234', currency: 'NOKX' },
        ],
        ...[{ iban: 'NO9386011117947', bban: '86011117947' }],
        ...[{ iban: 'NO93 8601 1117 947', bban: '99997649326' }],
        ...[{ iban: 'NO9386011117940', bban: '99997649326' }],
        ...[{ iban: 'NO9386011117947', bban: '99997649327' }, { iban: 'NO9386011117947' }],
        ...[{ bban: '86011117947' }, { iban: 1, bban: 2 }],
      ] as const,
  ),
];

const MEMBERS: JsonObject = {
  type: 'object',
  required: ['first', 'last'],
  additionalProperties: false,
  properties: {
    first: { type: 'string', 'x-rule': 'SBX-04', minLength: 2 },
    middle: {
      type: 'array',
      items: {
        type: 'object',
        'x-rule': 'SBX-05',
        required: ['a'],
        additionalProperties: false,
        properties: {
          a: { type: 'string', 'x-rule': 'SBX-06', maxLength: 1 },
          'b/~': { type: 'null' },
        },
      },
    },
    money: {
      type: 'object',
      'x-minor-units': true,
      required: ['amount'],
      properties: { amount: { type: 'string' }, currency: { enum: ['NOK', 'EUR'] } },
    },
    last: { type: 'string', format: 'bank-text', 'x-rule': 'SBX-04' },
  },
};

const BODIES: readonly unknown[] = [
  ...[{}, { odd: 1, first: 'x', last: 'y' }, { last: 1, first: 1, odd: 1 }, { first: 'xx' }],
  ...[
    { first: 'xx', last: 'a\tb' },
    { first: 'xx', last: 'y', middle: [{}, { a: 'xx', c: 1 }] },
  ],
  ...[{ first: 'xx', last: 'y', middle: [{ a: 'x', 'b/~': 1 }, 7, { a: 1, a2: 2 }] }],
  ...[{ last: 'y', first: 'xx', money: { amount: '1.234', currency: 'NOK' } }],
  ...[{ last: 'y', first: 'xx', money: { amount: '1.234', currency: 'XXX' } }],
  ...[{ last: 'y', first: 'xx', money: { amount: 1.234, currency: 'NOK' } }],
  ...[{ last: 'y', first: 'xx', money: { currency: 'XXX' } }],
  { [LONG + LONG]: 1, 'a\u202eb': 1, ...{ first: 'xx', last: 'y' } },
  { first: 'xx', last: 'y', middle: Array.from({ length: 30 }, () => ({})) },
  Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`odd${nth}`, nth])),
];

const ROWS = { has: (table: string, id: string) => table === 'accounts' && id === 'a' };

const own = new Map<string, JsonObject>();
const idOf = (schema: JsonObject): string => {
  const id = `own/${own.size}.json`;
  own.set(id, schema);
  return id;
};
const tried = VALUES.map(([schema, ...values]) => [idOf(schema), schema, values] as const);
const nested = VALUES.map(([schema]) =>
  idOf({
    type: 'object',
    'x-rule': 'CTRL-11',
    properties: { deep: { type: 'array', items: schema } },
  }),
);
const bodies = [MEMBERS, { ...MEMBERS, 'x-rule': 'CTRL-11' }].map(idOf);
const validator = createValidator(own);

const said = (id: string, value: unknown): string => {
  const all = validator.violations(id, value, ROWS).map(({ rule, expected, message }) => {
    const { code, text, path = '-' } = message;
    const more = expected !== undefined && text.includes(expected) ? '' : ` (${expected})`;
    return `${rule} ${code} ${path}: ${text}${more}`;
  });
  return all.length === 0 ? 'right' : all.join(' | ');
};

test('PAY-02: of each keyword: is what the bank says now', () => {
  const lines: string[] = [];
  for (const [nth, [id, schema, values]] of tried.entries()) {
    lines.push(`# ${shown(schema)}`);
    for (const value of values) {
      lines.push(`${shown(value)} ${said(id, value)}`);
      const inside = said(nested[nth] as string, { deep: [value] });
      if (inside !== 'right') lines.push(`  in a list: ${inside}`);
    }
  }
  for (const id of bodies)
    for (const body of BODIES) lines.push(`${id} ${shown(body)} ${said(id, body)}`);
  expectRecorded('validation/sentences.txt', lines);
});

/** What the library can report though no schema of ours leads to it. */
const ERRORS: readonly Partial<ErrorObject>[] = [
  { keyword: 'odd', message: 'is odd' },
  { keyword: 'odd' },
  { keyword: 'format', params: { format: 'none' }, data: 'x' },
  { keyword: 'type', params: { type: 'odd' }, data: 'x' },
  { keyword: 'additionalProperties', params: { additionalProperty: 'a' } },
  { keyword: 'anyOf', schema: [{}, { required: ['a'] }, { required: ['b', 'c'] }] },
  { keyword: 'uniqueItems', params: { i: 1, j: 0 } },
  { keyword: 'enum', params: { allowedValues: [1, 'a'] }, data: 2, schemaPath: '#/anyOf/0/enum' },
];

test('PAY-02: says of any error what it can', () => {
  const lines = ERRORS.map((error) => {
    const whole = { instancePath: '/a', schemaPath: '#', params: {}, ...error } as ErrorObject;
    return `${shown(error)} ${shown(messagesOf([whole], {}))}`;
  });
  expectRecorded('validation/odd-errors.txt', lines);
});

/** Objects that are nested in each other, with so many members or entries in the innermost. */
const sized = (size: number, isList: boolean) => ({
  a: {
    b: [
      isList
        ? Array(size).fill(0)
        : Object.fromEntries(Array.from(Array(size).keys(), (at) => [at, 0])),
    ],
  },
});

test('PAY-02: a list has at most 1000 entries, an object 200 members', () => {
  const any = createValidator(
    new Map<string, JsonObject>([
      ['any', {}],
      ['large', { 'x-large': true }],
    ]),
  );
  const of = (id: string, value: unknown) =>
    any
      .violations(id, value)
      .map(({ rule, expected, message }) => [rule, expected, message.path, message.text]);
  for (const id of ['any', 'large']) {
    for (const [most, isList] of [
      [1000, true],
      [200, false],
    ] as const) {
      expect(of(id, sized(most, isList))).toEqual([]);
      const what = isList ? 'entries' : 'members';
      const refused = [
        'PAY-02',
        `at most ${most} ${what}`,
        '/a/b/0',
        `a.b[0] must have at most ${most} ${what}; it has ${most + 1}.`,
      ];
      expect(of(id, sized(most + 1, isList))).toEqual(id === 'large' && isList ? [] : [refused]);
    }
  }
});

test('refs of a schema: all of them, wherever they stand, and what they mean', () => {
  const schema = {
    $ref: 'a.json',
    items: [{ $ref: '../b.json' }, { $ref: 7, x: { $ref: '/c' } }],
    n: null,
  };
  expect(refsOf(schema)).toEqual(['a.json', '../b.json', '/c']);
  expect(refsOf(undefined)).toEqual([]);
  expect(['a.json', '../b.json', '/c'].map((ref) => resolveId(ref, 'x/y.json'))).toEqual([
    'x/a.json',
    'b.json',
    'c',
  ]);
});

test('DUR-06: any id of a row will do where it is not known which rows there are', () => {
  const schema = { type: 'string', 'x-row': ['cards'] } as JsonObject;
  const rows = createValidator(new Map([['row', schema]]));
  expect(rows.violations('row', 'c')).toEqual([]);
  expect(rows.violations('row', 'a', ROWS)).toHaveLength(1);
});

test('an array is checked until 200 mistakes are found in it', () => {
  const list = createValidator(
    new Map([['list', { type: 'array', items: { type: 'string' } } as JsonObject]]),
  );
  expect(list.violations('list', Array(1000).fill(1)).map(({ message }) => message.path)).toEqual(
    Array.from({ length: 20 }, (_, at) => `/${at}`),
  );
});
