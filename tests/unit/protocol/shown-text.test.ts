// Foreign text in what the bank says: nothing in it moves a cursor or turns the direction of writing.
import { expect, test } from '@jest/globals';
import { junitOf } from '../../../server/insight/coverage/junit.ts';
import { ApiError, errorMessage, warningMessage } from '../../../server/protocol/errors.ts';
import { shownLines, visible } from '../../../server/protocol/shown-text.ts';

const HOSTILE = 'a\tb\u001b[2J\u0085\u202egnp\u2066\u200fz';
const SHOWN = 'a\\tb\\u{1b}[2J\\u{85}\\u{202e}gnp\\u{2066}\\u{200f}z';

test('ERR-01: a refusal shows foreign text in its text and path, and shows it once', () => {
  const more = [errorMessage('FORMAT_ERROR', HOSTILE, HOSTILE)];
  const error = new ApiError('ERR-01', 'NOT_FOUND', HOSTILE, { path: HOSTILE, more });
  expect(error.message).toBe(SHOWN);
  for (const message of error.messages()) {
    expect(message).toMatchObject({ path: SHOWN, text: SHOWN });
  }
  expect(visible(SHOWN)).toBe(SHOWN);
});

test('lines keep their ends and tabs, and JSON keeps its meaning', () => {
  const lines = 'Ærlig\u00a0talt\t1\r\n2\n';
  expect(shownLines(lines)).toBe(lines);
  expect(shownLines('1\r2\u009b\u001b')).toBe('1\\u{d}2\\u{9b}\\u{1b}');
  const value = { text: '"\u202e\u061c\\\u2069\u200e', '\u202e': ['\u0085'] };
  const shown = shownLines(JSON.stringify(value));
  expect(shown).toMatch(/^[ -~]+$/);
  expect(JSON.parse(shown)).toEqual(value);
});

test('WEB-08: outside of quotation marks the escape has braces, as in a refusal', () => {
  expect(shownLines(`"a": 1\n${HOSTILE}`)).toBe(`"a": 1\n${SHOWN.replace('\\t', '\t')}`);
  expect(shownLines('<dd>&#34;Øy&#34; \u202egnp</dd>')).toBe('<dd>&#34;Øy&#34; \\u{202e}gnp</dd>');
  expect(shownLines('<pre>{&#34;a&#34;: &#34;\u202e')).toBe('<pre>{&#34;a&#34;: &#34;\\u202e');
});

test('WEB-08: a line of a million marks is read once, not once for each', () => {
  const million = 1_000_000;
  expect(shownLines('\u202e'.repeat(million))).toBe('\\u{202e}'.repeat(million));
  expect(shownLines(`"\\"\\\\\u202e${'\u202e'.repeat(million)}`)).toBe(
    `"\\"\\\\${'\\u202e'.repeat(million + 1)}`,
  );
});

test('a report in XML has none either', () => {
  const advice = [
    { id: HOSTILE, text: HOSTILE, title: HOSTILE, count: 1, examples: [HOSTILE] },
  ] as never;
  const report = { sections: [], advice, percent: 1, since: HOSTILE } as never;
  expect(junitOf(report)).toMatch(/gnp/);
  expect(junitOf(report)).not.toMatch(/[\u202e\u0085\u001b\u2066]/);
});

// The interface allows 512 characters, in errors and in warnings.
test('ERR-01: a text is cut at 512 characters, never inside a surrogate pair', () => {
  const long = `${'x'.repeat(510)}😀${'y'.repeat(90)}`;
  const [error] = new ApiError('ERR-01', 'BAD_REQUEST', long).messages();
  for (const text of [error?.text ?? '', warningMessage('BAD_REQUEST', long).text]) {
    expect(text).toBe(`${'x'.repeat(510)}…`);
  }
  expect(warningMessage('BAD_REQUEST', 'z'.repeat(512)).text).toBe('z'.repeat(512));
});
