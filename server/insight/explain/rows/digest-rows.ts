// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of the
// body.
import { hash } from 'node:crypto';
import type { Change } from '../forms/edits.ts';
import { inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bodyField } from './body-rows.ts';
import {
  behind,
  type DraftRow,
  LONGEST_BODY,
  type NamedForm,
  type StringContext,
  valueIn,
  valueRows,
  withLine,
} from './draft.ts';

const entry = 'digest';
const AS_SENT = 'sign the Digest header as it is sent';

/** Also changes the body in the draft, which may be signed itself. */
export function digestRows(context: StringContext): readonly DraftRow[] {
  const sent = valueIn(context.draft, entry) ?? '';
  const [, label = '', bits = ''] = /^(sha-(256|512)=)/i.exec(sent) ?? [];
  if (label === '') return [];
  const field = bodyField(context.request.body, LONGEST_BODY);
  const text = context.request.body.toString('latin1');
  const digest = (of: string, size = bits) =>
    hash(`sha${size}`, Buffer.from(of, 'latin1'), 'base64');
  const ofBody = field.rows.map(
    ({ mistakes, slot, cost, says, change }): DraftRow => ({
      ...{ mistakes, slot, cost: cost + 1 },
      says: `You signed another digest than you sent: that of the body ${says}; ${AS_SENT}.`,
      change(before) {
        const changed = change(before.body);
        if (changed === undefined || changed.text === before.body.text) return undefined;
        const value = label + digest(changed.text);
        return { ...withLine(before, entry, (line) => ({ ...line, value })), body: changed };
      },
    }),
  );
  const other = bits === '256' ? '512' : '256';
  const otherWords = `as the SHA-${other} of the body but sent its SHA-${bits}`;
  const ofOther = () => `SHA-${other}=${digest(text, other)}`;
  const content = [
    row('content', 'digest-is-body', 2, 'with the body itself', () => text || undefined),
    row('content', 'digest-other-algorithm', 3, otherWords, ofOther),
  ];
  return [
    ...ofBody,
    ...valueRows(context, entry, content, AS_SENT),
    ...valueRows(context, entry, SPELLINGS, `${AS_SENT}, in base64`),
    ...valueRows(context, entry, labels(bits), AS_SENT),
    ...AS_CONTENT_DIGEST,
  ];
}

const row = (
  part: string,
  name: MistakeName,
  cost: number,
  words: string,
  change: Change,
): NamedForm => ({ part, name, cost, words, change });

/** Its bytes, then its base64, in another form. */
const SPELLINGS: readonly NamedForm[] = [
  ...formsFor('digest').map((form) => ({
    ...form,
    change: behind('=', (value) => form.change(Buffer.from(value, 'base64').toString('latin1'))),
  })),
  ...formsFor('label').map((form) => ({
    ...form,
    words: `with its value ${form.words}`,
    change: behind('=', form.change),
  })),
];

const labels = (bits: string): readonly NamedForm[] =>
  inPart('label', [
    [
      { label: 'digest-without-algorithm' },
      2,
      `without its algorithm (SHA-${bits}=)`,
      labelled(''),
    ],
    ...['sha-', 'SHA-', 'sha', 'SHA', 'Sha-'].map(
      (name) =>
        [
          { label: 'digest-algorithm-name' },
          name === 'sha-' ? 2 : 3,
          `with ${name}${bits}= before it instead of SHA-${bits}=`,
          labelled(`${name}${bits}=`),
        ] as const,
    ),
    [
      { label: 'digest-algorithm-name' },
      4,
      'with a colon after the algorithm',
      labelled(`SHA-${bits}:`),
    ],
  ]).map((form) => ({ ...form, name: form.names.label as MistakeName }));

const labelled =
  (label: string): Change =>
  (value) =>
    value.replace(/^[\w-]+=/, label);

/** The line as RFC 9530 has it, or its name alone. */
const AS_CONTENT_DIGEST: readonly DraftRow[] = [
  {
    mistakes: ['digest-name', 'digest-quoted', 'digest-algorithm-name'],
    slot: 'digest name',
    cost: 2,
    says: `You signed the line content-digest with its value between colons, as RFC 9530 has it; ${AS_SENT}.`,
    change: (before) =>
      withLine(before, entry, (line) => ({
        ...line,
        name: 'content-digest',
        value: line.value.replace(
          /^([^=]*)=(.*)$/s,
          (_, label: string, text) => `${label.toLowerCase()}=:${text}:`,
        ),
      })),
  },
  {
    mistakes: ['digest-name'],
    slot: 'digest name',
    cost: 2,
    says: 'You named the line content-digest; its name is digest.',
    change: (before) => withLine(before, entry, (line) => ({ ...line, name: 'content-digest' })),
  },
];
