// The body, or its digest, in place of the string or after it.
import type { BodyForm } from '../body/body-forms.ts';
import type { Draft } from '../string/draft.ts';
import { type MistakeContext, type Variant, valueSigned } from '../string/variant.ts';

export function bodyMistakes(
  context: MistakeContext,
  forms: readonly BodyForm[],
): readonly Variant[] {
  return [...withBody(context, forms), ...alone(context)];
}

const AFTER_HEADERS: readonly (readonly [between: string, words: string])[] = [
  ['\n', 'after a newline'],
  ['', 'right after it'],
  ['\n\n', 'after a blank line'],
  ['\r\n\r\n', 'after a blank line'],
  ['\r\n', 'after CRLF'],
];

/** The body after the lines, or alone, as sent or in another form. */
function withBody(
  { draft, request }: MistakeContext,
  forms: readonly BodyForm[],
): readonly Variant[] {
  const body = request.body.toString('latin1');
  if (body === '') return [];
  const names = draft.lines.map(({ entry }) => entry).join(', ');
  const digestOnly = 'leave it out, the Digest header stands for it';
  return [
    ...AFTER_HEADERS.map(
      ([between, words]): Variant => ({
        mistake: 'body-appended',
        slot: 'end',
        sentence: `You signed the body as well, ${words}; ${digestOnly}.`,
        apply: (before) => ({ ...before, end: between + body }),
        // Other forms come together with wrong joiners, rarely with a wrong value.
        combines: between === '\n' || between === '' ? true : 'usual',
      }),
    ),
    {
      mistake: 'body-only',
      slot: 'all',
      sentence: `You signed the body alone; sign the lines ${names}, and ${digestOnly}.`,
      apply: (before) => ({ ...before, whole: () => body }),
    },
    ...forms.flatMap(({ mistakes: more, words, bytes }): Variant[] => {
      const other = bytes.toString('latin1');
      // Nothing after the lines is no mistake.
      if (other === '') return [];
      return [
        ...['', '\n'].map(
          (between): Variant => ({
            mistake: 'body-appended',
            more,
            slot: 'end',
            sentence: `You signed the body as well, ${words}; ${digestOnly}.`,
            apply: (before) => ({ ...before, end: between + other }),
          }),
        ),
        {
          mistake: 'body-only',
          more,
          slot: 'all',
          sentence: `You signed the body alone, ${words}; sign the lines ${names}, and ${digestOnly}.`,
          apply: (before) => ({ ...before, whole: () => other }),
        },
      ];
    }),
  ];
}

/** Only the digest's value. */
function alone(context: MistakeContext): readonly Variant[] {
  const sent = valueSigned(context, 'digest');
  if (sent === undefined) return [];
  const base64 = sent.slice(sent.indexOf('=') + 1);
  const bytes = Buffer.from(base64, 'base64');
  const name = sent.slice(0, sent.indexOf('=') + 1);
  const sentence = 'You signed the digest alone; sign every line that the Signature lists.';
  const texts = [
    sent,
    base64,
    bytes.toString('latin1'),
    bytes.toString('hex'),
    name + bytes.toString('hex'),
    ...(context.entries.length > 1 ? [`digest: ${sent}`] : []),
  ];
  return texts.map((text) => ({
    mistake: 'digest-only',
    slot: 'all',
    sentence,
    apply: (before: Draft) => ({ ...before, whole: () => text }),
  }));
}
