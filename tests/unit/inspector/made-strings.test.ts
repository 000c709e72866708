// Strings made of pieces by chance: what is hidden in each, and where each differs from one that is nearly the same, is what
// is written in tests/fixtures/tables/made-strings.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import {
  bytesWord,
  printfWords,
  ShellVariables,
  textWord,
} from '../../../server/insight/inspector/shell.ts';
import { differenceOf } from '../../../server/insight/inspector/string-diff.ts';
import { type Dice, diceOf } from '../../support/dice.ts';
import { expectRecorded } from '../../support/recorded.ts';

const HEADERS = [
  'Authorization',
  'Bearer abc123',
  'X-PSU-Identity',
  '13039319955',
  'X-Token',
  'geheim42',
];
const PIECES = [
  ...[
    '13039319955',
    '130393 19955',
    '130393%2019955',
    '13039319951',
    '%313039319955',
    '1',
    '99',
    'abc123',
    'geheim42',
  ],
  ...[
    'Bearer abc123',
    '"password":"',
    '"',
    '?token=',
    '&',
    ';',
    '%26pwd=',
    '%3D',
    '=',
    ' ',
    '\n',
    "'",
    '\\',
    '\\"',
  ],
  ...[
    'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln',
    '.',
    '://user:',
    'pass@',
    'host/',
    '{"apiKey": "',
    'secret',
    'x',
    '-',
    '+',
  ],
  ...[
    '00000000-0000-0000-0000-',
    'f'.repeat(32),
    'é',
    '☃',
    '%2F',
    'api_key=k',
    'private-key%3Dz',
    '\u0007',
    '\r',
  ],
];
const made = (dice: Dice, most: number) =>
  Array.from({ length: 1 + dice.upTo(most) }, () => dice.of(PIECES)).join('');

const WORDS = [
  'date: x',
  'digest: y',
  'host',
  ': ',
  '\n',
  '\r\n',
  'a',
  'b',
  '😀',
  '😁',
  ' ',
  '\t',
  '\\',
  'psu-id',
];

/** Some of its pieces are left out, doubled, moved or others. */
function changed(dice: Dice, words: readonly string[]): readonly string[] {
  const often = dice.of([0.05, 0.2, 0.5]);
  return words.flatMap((word, at) => {
    if (dice() >= often) return [word];
    return dice.of([[], [word, word], [dice.of(WORDS)], [words[at + 1] ?? 'z', word]]);
  });
}

test('WEB-06: what is hidden in strings that are made by chance: is what the bank hides now', () => {
  const dice = diceOf(45);
  const mask = createMask(HEADERS);
  const bare = createMask([]);
  const lineOf = (text: string) => {
    const variables = new ShellVariables();
    const pieces = mask.pieces(text);
    const words = [bytesWord, textWord, printfWords].map((write) => write(pieces, variables));
    const alone = bare.text(text);
    return [
      mask.text(text),
      words[dice.upTo(3)],
      alone === mask.text(text) ? '' : alone,
      variables.guard('x'),
    ]
      .map((one) => JSON.stringify(one))
      .join(' ');
  };
  const twice = ['geheim42, geheim42', 'geheim42geheim42 and geheim42', 'geheimgeheim42'];
  const lines = Array.from({ length: 300 }, () => lineOf(made(dice, 6)));
  lines.push(...twice.map(lineOf));
  expectRecorded('tables/made-masks.txt', lines);
});

test('CTRL-05: where strings that are made by chance differ: is what the bank answers now', async () => {
  const dice = diceOf(54);
  const lines: string[] = [];
  for (let i = 0; i < 150; i++) {
    const words = Array.from({ length: dice.upTo(14) }, () => dice.of(WORDS));
    const pieces = await differenceOf(words.join(''), changed(dice, words).join(''));
    const marks = { same: '', removed: '-', added: '+' };
    lines.push(
      pieces.map(({ op, text, end = '' }) => `${marks[op]}${JSON.stringify(text)}${end}`).join(' '),
    );
  }
  expectRecorded('tables/made-strings.txt', lines);
});
