// Differences of strings, and lines that filter, as they are written in tests/fixtures/pages/strings.txt. `npm run
// examples` records them again.
import { test } from '@jest/globals';
import { lineOf, termsOf } from '../../../server/insight/inspector/filter-line.ts';
import { differenceOf } from '../../../server/insight/inspector/string-diff.ts';
import { readableLines, visibleLines } from '../../../server/insight/inspector/visible-text.ts';
import { expectRecorded } from '../../support/recorded.ts';

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

const PAIRS = [
  ...[
    ['', ''],
    ['a', 'a'],
    ['', 'a'],
    ['a', ''],
    ['date: x\nb', 'date: y\nb'],
    ['a\nb\nc', 'a\nc'],
    ['a\nc', 'a\nb\nc'],
  ],
  ...[
    ['a\r\nb', 'a\nb'],
    ['abcdef', 'abXdef'],
    ['abcdef', 'aXcdXf'],
    ['abcdefgh', 'aXcdefXh'],
    ['one two', 'two one'],
  ],
  ...[
    ['a\\b', 'a\\\\b'],
    ['tab\t', 'tab '],
    ['😀', '😁'],
    ['x😀', 'x'],
    ['é', 'e'],
    ['a\n', 'a'],
    ['a', 'a\n\n'],
  ],
  ...[
    ['host: a\ndate: 1\ndigest: z', 'date: 1\ndigest: z\nhost: a'],
    ['aXbXc', 'aYbYc'],
    ['a  b', 'a b'],
    ['ab\nab', 'ba\nba'],
  ],
  ...[
    [`${'x'.repeat(3999)}😀y`, `${'x'.repeat(3999)}😀z`],
    ['ab'.repeat(700), 'cd'.repeat(700)],
    ['x'.repeat(4001), 'x'.repeat(4000)],
  ],
] as const;

test('CTRL-05: differences of strings, and lines that filter: is what the bank answers now', async () => {
  const lines: string[] = [];
  const brief = (text: string) =>
    text.length > 60 ? `${text.slice(0, 30)}… ${text.length}` : text;
  for (const [signed = '', wanted = ''] of PAIRS) {
    lines.push(`# ${JSON.stringify([brief(signed), brief(wanted)])}`);
    for (const { op, text, end } of await differenceOf(signed, wanted))
      lines.push(`${op} ${JSON.stringify(brief(text))} ${end ?? ''}`);
  }
  for (const bytes of [
    '',
    'a\nb',
    'a\n',
    '\n',
    'a\r\nb\\',
    latin1('é\nø'),
    'é\n\u0000',
    `${latin1('é')}\nÿ`,
  ])
    lines.push(JSON.stringify([readableLines(bytes), visibleLines(readableLines(bytes))]));
  for (const line of [
    ...[
      '',
      'a',
      'status:4xx',
      '-status:4xx',
      'person:"Kari Nordmann" x',
      'person:"Kari',
      '"a:b"',
      '"a',
      'https://x/y',
      'a://b',
    ],
    ...[
      'q://x',
      'q:x"y"z',
      '-"a b"',
      '- a',
      'a:b:c',
      'a::b',
      ':a',
      'a:',
      'A:b',
      'a1:b',
      'é:b',
      'x-y:z',
      '""',
      'a""b',
      'name:""',
    ],
  ]) {
    const terms = termsOf(line);
    lines.push(`${line} → ${JSON.stringify(terms)} → ${lineOf(terms)}`);
  }
  for (const term of [
    { value: 'a b' },
    { value: 'a:b' },
    { value: '-a:b' },
    { name: 'x', value: '//y' },
    { name: 'x', value: 'a"b', isNot: true },
    { value: '1:2' },
    { value: '//a' },
  ])
    lines.push(lineOf([term, term]));
  expectRecorded('pages/strings.txt', lines);
});
