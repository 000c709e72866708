// What the tables of the protocol say, a line for each row, is what is written in tests/fixtures/tables/protocol.txt, but
// for the sentences, which are in docs/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { ApiError, errorMessage, STATUS_OF_CODE } from '../../../server/protocol/errors.ts';
import { FIXES, isFixed } from '../../../server/protocol/fixes.ts';
import { HeaderNames, headerPairs, RawHeaders } from '../../../server/protocol/headers.ts';
import { redirect } from '../../../server/protocol/reply.ts';
import { EXERCISED_BY_SUCCESS, RULES } from '../../../server/protocol/rules.ts';
import { checkSentOnce } from '../../../server/protocol/sent-once.ts';
import {
  clip,
  codePoint,
  oddCharacter,
  quote,
  shellWord,
  shownLines,
  visible,
} from '../../../server/protocol/shown-text.ts';
import { TRANSACTION_STATUSES } from '../../../server/protocol/statuses.ts';
import { levelOf, TOLERANCES } from '../../../server/protocol/tolerances.ts';
import { element, xmlText } from '../../../server/protocol/xml.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';

const TEXTS = [
  ...['', 'plain', 'two words', "it's", 'a"b&quot;c', 'tab\tand\nline\r\n', '\u0000\u001b[31m'],
  ...['\u202eright', 'no\u00a0break', '\u200b', 'ø', '😀😀', '\ud83d', '<a href="x">&</a>'],
  ...['x'.repeat(60), `${'y'.repeat(49)}😀z`, '\\"quoted\u202e\\"', '&#34;in a page\u0007&#34;'],
];

test('ERR-01: the tables: are what the bank says now', () => {
  const days = ['2020-07-31', '2020-08-01', '2024-10-01', '2024-11-12', '2026-08-13', '2026-11-15'];
  const profiles = ['sandbox', 'production', undefined] as const;
  const lines = [
    ...RULES.map(({ id, sentence, ...rest }) => `${id} ${sentence.length} ${shown(rest)}`),
    `by success: ${[...EXERCISED_BY_SUCCESS].join(' ')}`,
    ...TOLERANCES.map((row) => shown(row)),
    ...TOLERANCES.flatMap((row) =>
      (['strict', 'lenient', 'as-observed'] as const).map((preset) => {
        const [usual, own] = [{}, { [row.rule]: 'off' as const }];
        const levels = [levelOf({ preset, own: usual }, row), levelOf({ preset, own }, row)];
        return `${row.rule} ${preset} ${levels}`;
      }),
    ),
    shown(STATUS_OF_CODE),
    `statuses ${TRANSACTION_STATUSES.join(' ')}`,
    ...FIXES.map((row) => shown(row)),
    ...FIXES.flatMap(({ name }) =>
      profiles.map((profile) => {
        const fixed = days.map((today) =>
          isFixed(name, { acceptFix: [], today, ...(profile && { profile }) }),
        );
        return `${name} ${profile} ${fixed} ${isFixed(name, { acceptFix: [name], today: '' })}`;
      }),
    ),
  ];
  expectRecorded('tables/protocol.txt', lines);
});

test('WEB-08: texts: are what the bank says now', () => {
  const lines = TEXTS.flatMap((text) => [
    `# ${JSON.stringify(text)}`,
    shown([clip(text, 5), visible(text), visible(text, 7), quote(text), shellWord(text)]),
    shown([oddCharacter(text), codePoint(text), shownLines(text), xmlText(text)]),
    shown(redirect(302, `https://tpp.example/${text}`).headers),
    shown(errorMessage('FORMAT_ERROR', text, text)),
    element('e', { name: text, count: 1 }),
    element('e', {}, [xmlText(text), element('f', {})]),
  ]);
  const more = { code: 'CONFLICT', category: 'ERROR', text: 'more' } as const;
  const errors = [
    new ApiError('PAY-01', 'CONFLICT', 'a\tb'),
    new ApiError('PAY-01', 'CONFLICT', 'x'.repeat(600), {
      status: 400,
      path: '/a\n',
      more: [more],
    }),
  ];
  for (const error of errors)
    lines.push(
      shown([error.name, error.message.length, error.status, error.rule, error.messages()]),
    );
  expectRecorded('tables/texts.txt', lines);
});

test('HDR-05: headers: are what the bank says now', () => {
  const sent = [
    'A',
    ' 1\t',
    'b',
    '',
    'a',
    '2',
    'Date',
    'x',
    'date',
    'y',
    'DATE',
    '',
    'C-D',
    ' z z ',
  ];
  const headers = new RawHeaders(sent);
  const names = ['a', 'b', 'date', 'c-d', 'none', 'A'];
  const lines = names.map((name) =>
    shown([
      name,
      headers.get(name),
      headers.has(name),
      headers.isRepeated(name),
      headers.all(name),
    ]),
  );
  lines.push(shown([headers.names(), headers.hasRepeated, new RawHeaders(['a', '1']).hasRepeated]));
  lines.push(shown([headerPairs(['a', '1', 'b']), new HeaderNames(['X', 'x', 'X']).repeated]));
  for (const title of ['A', 'B', 'Date', 'None'])
    lines.push(saidBy(() => checkSentOnce(headers, title)));
  expectRecorded('tables/headers.txt', lines);
});
