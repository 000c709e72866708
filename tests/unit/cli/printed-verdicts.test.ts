// What `sandbank explain` prints of verdicts of every shape, and where answers differ first, as it is written in
// tests/fixtures/printed/verdicts.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { firstDifference } from '../../../cli/answer-difference.ts';
import { columns } from '../../../cli/columns.ts';
import { printVerdict } from '../../../cli/print-verdict.ts';
import { openerOn } from '../../../server/open-browser.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';

const LONG = `A sentence of many words ${'that goes on and on '.repeat(8)}${'x'.repeat(90)} to its end.`;
const request = { method: 'GET', target: '/v1/a\u001b[1m', form: 'HAR' };
const check = (name: string, outcome: string, more: object = {}) => ({
  check: name,
  outcome,
  ...more,
});
const ALL = [
  check('size', 'passed'),
  check('digest', 'passed'),
  check('clock', 'not judged'),
  check('signature', 'refused', { expected: 'e', got: 'g' }),
  check('body', 'not reached'),
];
const refusal = { rule: 'SIG-10', code: 'C', text: LONG, path: 'Signature' };
const signature = {
  bankString: [{ text: 'date: x', end: 'LF' }, { text: 'host: y' }],
  openssl: 'printf x |\n  openssl\n',
};
const diff = [
  { op: 'same', text: 'date: ' },
  { op: 'removed', text: 'x', end: 'LF' },
  { op: 'added', text: 'y\u0007' },
];
const base = { request, checks: ALL, findings: [], notes: [] };
const VERDICTS: readonly object[] = [
  { ...base, checks: [check('size', 'passed')] },
  { ...base, refusal },
  { ...base, refusal: { ...refusal, path: undefined, text: '' }, signature },
  { ...base, refusal, signature: { ...signature, opensslNote: 'n', diff } },
  { ...base, refusal, signature: { ...signature, diff, form: 'f', hash: 'h' } },
  { ...base, refusal, signature: { ...signature, signedString: 's', diff: diff.slice(0, 1) } },
  { ...base, signature: { form: 'f' }, given: { text: LONG } },
  { ...base, checks: [check('digest', 'refused', { expected: 'a\nb\n', got: '' })], refusal },
  { ...base, refusal, explanation: { next: [{ rule: 'A-1', text: LONG }] } },
  {
    ...base,
    findings: [
      { rule: 'A-1', text: 'f' },
      { rule: 'A-2', text: LONG },
    ],
    notes: ['n', LONG],
  },
  {
    ...base,
    refusal: { ...refusal, text: `${'é'.repeat(160)} ${'z'.repeat(76)} ${'w'.repeat(77)}` },
  },
];

const answer = (change: object = {}) => ({
  status: 200,
  headers: { a: '1' },
  body: '{"a":1}',
  ...change,
});
const body = (value: unknown) =>
  answer({ body: typeof value === 'string' ? value : JSON.stringify(value) });
const ANSWERS = [
  ...[answer(), answer({ status: 500, body: 'x'.repeat(300) }), answer({ headers: {} })],
  ...[
    answer({ headers: { a: '2', b: '3' } }),
    answer({ headers: { a: '1', date: 'x', via: 'y' } }),
  ],
  ...[
    answer({ headers: { a: '1', 'x-date': 'x' } }),
    answer({ headers: { a: '1', 'date-x': 'x' } }),
  ],
  ...[{ a: 2 }, { a: null }, {}, { a: 1, b: [] }, { a: [1] }, { a: { 0: 1 } }, [1], null, 1].map(
    body,
  ),
  ...[
    '',
    '{"a": 1}',
    '{"a":1',
    'text',
    'texts',
    'tixt',
    't'.repeat(300),
    `${'t'.repeat(290)}😀`,
  ].map(body),
  body({ a: { b: [1, { c: 'x'.repeat(300) }] } }),
  body({ a: { b: [1, { c: 'y' }, 2] } }),
];

test('verdicts and differences are printed as before', () => {
  const lines = VERDICTS.map((one) => `${printVerdict(one as never)}\n--`);
  for (const was of ANSWERS) {
    lines.push(`# ${shown(was).slice(0, 90)}`);
    for (const is of ANSWERS) {
      const { place, ...values } = firstDifference(was, is) ?? { place: 'same' };
      lines.push(`${place} ${shown(values).slice(0, 120)}`);
    }
  }
  const tables = [[], [[]], [['a'], ['bb', 'c'], ['', 'd ', 'e ']], [['a', 'b'], ['aaa']]];
  lines.push(...tables.map((rows) => shown(columns(rows))));
  const platforms = ['darwin', 'win32', 'linux', 'constructor-less'];
  lines.push(
    ...platforms.map((name) => shown([openerOn(name), openerOn(name, 'b'), openerOn(name, '')])),
  );
  expectRecorded('printed/verdicts.txt', lines.join('\n').split('\n'));
});
