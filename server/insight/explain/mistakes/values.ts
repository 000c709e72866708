// Header values that were signed in another form than sent.
import { attempt } from '../../../signing/attempt.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../../signing/encoded-words.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bytesOf, type Draft } from '../string/draft.ts';
import { type MistakeContext, type Variant, valueVariant } from '../string/variant.ts';

interface Form {
  readonly mistake: MistakeName;
  /** The value as signed; `undefined` if this form equals another. */
  readonly signed: (value: string) => string | undefined;
  readonly words: (entry: string) => string;
}

/** A longer value is not rewritten. */
const LONGEST = 2000;

type Encoding = 'B' | 'Q' | 'q';

const encodedForm = (charset: string, encoding: Encoding): Form => ({
  mistake: 'value-encoded-word',
  signed: (value) => {
    if (value.startsWith('=?') || value.length > LONGEST) return undefined;
    return `=?${charset}?${encoding}?${WORD_OF[encoding](value)}?=`;
  },
  words: (entry) =>
    `You signed ${entry} as an RFC 2047 encoded word but sent it plain; sign the value as it is sent.`,
});

function inBase64(value: string): string {
  return Buffer.from(value, 'latin1').toString('base64');
}

/** Encoding Q: a space is an underscore, and bytes other than letters and digits are `=XX`. */
function quoted(value: string): string {
  return value
    .replace(
      /[^A-Za-z0-9!*+\-/ ]/g,
      (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .replaceAll(' ', '_');
}

const WORD_OF: Readonly<Record<Encoding, (value: string) => string>> = {
  B: inBase64,
  Q: quoted,
  q: quoted,
};

const FORMS: readonly Form[] = [
  encodedForm('UTF-8', 'B'),
  encodedForm('utf-8', 'B'),
  encodedForm('UTF-8', 'Q'),
  encodedForm('utf-8', 'Q'),
  encodedForm('utf-8', 'q'),
  {
    mistake: 'value-decoded',
    signed: decodedWord,
    words: (entry) =>
      `You sent ${entry} as an RFC 2047 encoded word but signed what it decodes to; sign the value as it is sent.`,
  },
  {
    mistake: 'value-quoted',
    signed: (value) => `"${value}"`,
    words: (entry) => `You signed ${entry} in quotation marks; sign the value as it is sent.`,
  },
  {
    mistake: 'value-trailing-space',
    signed: (value) => `${value} `,
    words: (entry) => `You signed ${entry} with a space after its value; sign it without.`,
  },
  {
    mistake: 'value-trailing-space',
    signed: (value) => `${value}\t`,
    words: (entry) => `You signed ${entry} with a tab after its value; sign it without.`,
  },
  {
    mistake: 'value-spaces-collapsed',
    signed: (value) => value.replace(/[ \t]{2,}/g, ' '),
    words: (entry) =>
      `You signed ${entry} with its runs of white space made one space; sign the value as it is sent.`,
  },
];

function decodedWord(value: string): string | undefined {
  const decoded = attempt(EncodedWordError, () => {
    const words = decodeWords(value);
    return words === undefined ? undefined : bytesOf(textOfWords(words));
  });
  return decoded instanceof EncodedWordError ? undefined : decoded;
}

const LINE_ENDS: readonly (readonly [end: string, words: string])[] = [
  ['\n', 'a newline'],
  ['\r', 'a CR'],
  ['\r\n', 'CRLF'],
];

export function valueMistakes({ draft }: MistakeContext): readonly Variant[] {
  return [...inOneLine(draft), ...inEveryLine(draft)];
}

type EveryLine = Pick<Variant, 'mistake' | 'sentence' | 'combines'> & {
  readonly change: (value: string, last: boolean) => string;
};

const SPACED = 'sign the values without it.';

const EVERY_LINE: readonly EveryLine[] = [
  // A map of headers that was printed.
  ...['"', "'"].map(
    (mark): EveryLine => ({
      mistake: 'value-quoted',
      sentence: 'You signed every value in quotation marks; sign the values as they are sent.',
      change: (value) => mark + value + mark,
      combines: 'usual',
    }),
  ),
  {
    mistake: 'value-trailing-space',
    sentence: `You signed every line with a space after its value; ${SPACED}`,
    change: (value) => `${value} `,
    combines: 'usual',
  },
  {
    mistake: 'value-trailing-space',
    sentence: `You signed every line with a tab after its value; ${SPACED}`,
    change: (value) => `${value}\t`,
  },
  {
    mistake: 'value-trailing-space',
    sentence: `You signed every line but the last with a space after its value; ${SPACED}`,
    change: (value, last) => (last ? value : `${value} `),
  },
];

function inEveryLine({ lines }: Draft): readonly Variant[] {
  if (lines.length < 2) return [];
  return EVERY_LINE.map(({ change, ...row }) => ({
    ...row,
    slot: 'values',
    apply: (before) => ({
      ...before,
      lines: before.lines.map((line, at) => ({
        ...line,
        value: change(line.value, at === before.lines.length - 1),
      })),
    }),
  }));
}

function inOneLine({ lines }: Draft): readonly Variant[] {
  const last = lines.at(-1);
  // Between two lines, the end of the first value looks like the joiner.
  const ended = (lines.length > 2 ? lines : [])
    .filter((line) => line !== last)
    .flatMap(({ entry, value }) =>
      LINE_ENDS.map(([end, words]) =>
        valueVariant({
          mistake: 'value-trailing-newline',
          entry,
          signed: value + end,
          sentence: `You signed ${entry} with ${words} after its value, as tools that print it end a line; sign it without.`,
        }),
      ),
    );
  const others = lines.flatMap(({ entry, value }) =>
    FORMS.flatMap((form): Variant[] => {
      const signed = form.signed(value);
      return signed === undefined || signed === value
        ? []
        : [valueVariant({ mistake: form.mistake, entry, signed, sentence: form.words(entry) })];
    }),
  );
  return [...others, ...ended, ...begun(lines)];
}

/** HTTP drops spaces before a value. In one line this would be two spaces after the colon. */
function begun(lines: Draft['lines']): readonly Variant[] {
  if (lines.length < 2) return [];
  return lines.map(({ entry, value }) =>
    valueVariant({
      mistake: 'value-leading-space',
      entry,
      signed: ` ${value}`,
      sentence: `You signed ${entry} with a space before its value, which an HTTP header does not keep; sign it without.`,
    }),
  );
}
