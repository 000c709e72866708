// What the checks of every body, header, query and content say of values that are right, wrong, and at the edge of it, is
// what is written in tests/fixtures/validation/. `npm run examples` records it again.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { checkContent } from '../../../server/validation/content.ts';
import { FORMATS } from '../../../server/validation/formats.ts';
import {
  checkRequiredHeaders,
  headerReader,
  weighted,
} from '../../../server/validation/headers.ts';
import { checkNationalId, madeNationalId } from '../../../server/validation/national-id.ts';
import { parseJsonBody } from '../../../server/validation/parse-json.ts';
import { checkQuery } from '../../../server/validation/query.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { ROOT } from '../../support/source-tree.ts';
import { PERIODIC, periodicBody, refusalOf, SEPA, sepaBody, validator } from './bodies.ts';
import { CALL, CONTENTS, HEADERS, QUERIES, TEXTS } from './edge-values.ts';

const said = (work: () => unknown): string => {
  try {
    return JSON.stringify(work()) ?? 'nothing';
  } catch {
    const error = refusalOf(work);
    const { more: _, ...found } = error.details;
    const messages = error
      .messages()
      .map(({ code, path = '', text }) => `${code} ${path}: ${text}`);
    return `${error.rule} ${error.status} ${JSON.stringify(found)} ${messages.join(' | ')}`;
  }
};

const SCHEMAS = [
  ...readdirSync(join(ROOT, 'schemas', 'requests'))
    .sort()
    .map((name) => `requests/${name}`),
  ...['address', 'creditor-account-reference', 'months-of-execution', 'signed-amount'].map(
    (name) => `types/${name}.json`,
  ),
];
const EXAMPLES: Readonly<Record<string, JsonObject>> = {
  [SEPA]: sepaBody,
  [PERIODIC]: periodicBody,
};
const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  '',
  'x',
  [],
  [1, 1],
  {},
  { odd: 1, amount: '1' },
];

/** Of an example that is right: each member taken away, and of a wrong type. */
function changed(example: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.keys(example).flatMap((name) => {
    const { [name]: value, ...rest } = example;
    const wrong = typeof value === 'object' ? 7 : [value ?? null];
    return [
      [`without ${name}`, rest],
      [`another ${name}`, { ...example, [name]: wrong }],
    ] as const;
  });
}

function* schemas(): Generator<string> {
  for (const id of SCHEMAS) {
    const { type, enum: values } = validator.schema(id);
    yield `# ${id} ${JSON.stringify(type ?? values ?? '')}`;
    const tried = VALUES.map((value) => [JSON.stringify(value), value] as const);
    const example = EXAMPLES[id];
    const more = example === undefined ? [] : changed(example);
    const seen = new Set<string>();
    for (const [name, value] of [...tried, ...more]) {
      const found = validator
        .violations(id, value)
        .map(({ rule, expected = '', message: { text, path = '' } }) => {
          const end = text.includes(expected) ? '' : ` (${expected})`;
          return `${rule} ${path} ${text}${end}`.slice(0, 110);
        });
      const line = found.slice(0, 3).join(' | ');
      // Most types refuse most values alike.
      const key = line.replace(/(?:not|got) .*/, '');
      if (!seen.has(key)) yield `${name}: ${line === '' ? 'right' : line}`;
      seen.add(key);
    }
  }
}

function* formats(): Generator<string> {
  for (const [name, texts] of Object.entries(TEXTS)) {
    for (const text of texts)
      yield `${name} ${JSON.stringify(text)}: ${FORMATS[name]?.(text) ?? 'right'}`;
  }
  yield `without a row: ${Object.keys(FORMATS).filter((name) => TEXTS[name] === undefined)}`;
  for (const text of ['Kari', '1', 'å']) {
    const made = madeNationalId(text);
    yield `national id of ${text}: ${made} ${checkNationalId(made)}`;
  }
}

const DECLARED = {
  status: { required: true, schema: 'types/booking-status.json' },
  note: { required: true },
  from: { schema: 'types/date.json' },
  limit: { schema: 'query/limit.json' },
  flag: { schema: 'query/boolean.json' },
};
function* queries(): Generator<string> {
  for (const text of QUERIES) {
    const query = text === '' || text.includes('status') ? text : `status=all&note=n&${text}`;
    yield `${query}: ${said(() => checkQuery(DECLARED, query, validator))}`;
  }
}

const headersWith = (changes: readonly string[]): RawHeaders => {
  const own = new Set(changes.filter((_, at) => at % 2 === 0));
  const others = Object.entries(CALL).filter(([name]) => !own.has(name));
  return new RawHeaders([...others.flat(), ...changes]);
};

function* headers(): Generator<string> {
  const read = headerReader(validator);
  for (const set of ['create', 'psu', 'sandbox'] as const)
    yield `${set} without any: ${said(() => checkRequiredHeaders(new RawHeaders([]), set))}`;
  for (const changes of HEADERS) {
    const raw = headersWith(changes);
    const name = JSON.stringify(changes).slice(0, 100);
    for (const set of ['create', 'psu', 'sandbox'] as const) {
      const missing = said(() => checkRequiredHeaders(raw, set));
      if (missing !== 'nothing') yield `${set} ${name}: ${missing}`;
    }
    const first = said(() => read(raw));
    yield `${name}: ${first}`;
    if (said(() => read(raw)) !== first) yield 'and something else when it is read again';
  }
  for (const list of [
    '',
    ' , ',
    'a;q=0.5, B ; level=1',
    'a;q=1.0001',
    'a;q = 0',
    'a;Q=0.5',
    'a;q',
    'a;q=x',
  ])
    yield `weighted ${list}: ${JSON.stringify(weighted(list))}`;
}

function* contents(): Generator<string> {
  for (const raw of CONTENTS) {
    for (const [hasBody, bodyIgnored] of [
      [true, false],
      [true, true],
      [false, false],
    ] as const) {
      const options = { hasBody, bodyIgnored };
      yield `${raw} ${hasBody} ${bodyIgnored}: ${said(() => checkContent(new RawHeaders(raw), options))}`;
    }
  }
  for (const text of [
    '',
    ' \n',
    '{}',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '[1,]',
    '{"a":\n  tru}',
    'null x',
    '"\\ud800"',
    '['.repeat(65) + ']'.repeat(65),
    '['.repeat(64) + ']'.repeat(64),
    '1e999',
    '0.1234567890123456789',
  ])
    yield `body ${JSON.stringify(text).slice(0, 60)}: ${said(() => parseJsonBody(Buffer.from(text))).slice(0, 300)}`;
  for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0x22, 0x0a, 0xe2, 0x82], [0xc3, 0xa6, 0xff]])
    yield `body of bytes ${bytes}: ${said(() => parseJsonBody(Buffer.from(bytes)))}`;
}

test.each(Object.entries({ schemas, formats, queries, headers, contents }))(
  '%s: is what the bank answers now',
  (name, lines) => expectRecorded(`validation/${name}.txt`, [...lines()]),
);
