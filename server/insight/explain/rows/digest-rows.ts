// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of the
// body.
import { hash } from 'node:crypto';
import type { Change } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import { bodyField } from './body-rows.ts';
import {
  type DraftRow,
  type StringContext,
  type ValueForm,
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
  const { body } = context.request;
  const rows = (part: string, forms: readonly ValueForm[], advice = AS_SENT) =>
    valueRows(context, { entry, part, advice }, forms);
  const digest = (text: string, size = bits) =>
    hash(`sha${size}`, Buffer.from(text, 'latin1'), 'base64');
  const other = bits === '256' ? '512' : '256';
  const otherWords = `as the SHA-${other} of the body but sent its SHA-${bits}`;
  const text = body.toString('latin1');
  const ofBody = bodyField(body, 32 * 1024).rows.map(
    ({ mistakes, slot, cost, says, change }): DraftRow => ({
      ...{ mistakes, slot: `body ${slot}`, cost: cost + 1 },
      says: `You signed another digest than you sent: that of the body ${says}; ${AS_SENT}.`,
      change(before) {
        const changed = change(before.body);
        if (changed === undefined || changed.text === before.body.text) return undefined;
        const value = label + digest(changed.text);
        return { ...withLine(before, entry, (line) => ({ ...line, value })), body: changed };
      },
    }),
  );
  return [
    ...ofBody,
    ...rows('content', [
      ['digest-is-body', 2, 'with the body itself', () => (text === '' ? undefined : text)],
      ['digest-other-algorithm', 3, otherWords, () => `SHA-${other}=${digest(text, other)}`],
    ]),
    ...rows(
      'encoding',
      formsFor('digest').map(({ name, cost, words, change }) => [
        name,
        cost,
        words,
        onValue((value) => change(Buffer.from(value, 'base64').toString('latin1'))),
      ]),
      `${AS_SENT}, in base64`,
    ),
    ...rows(
      'marks',
      formsFor('label').map(({ name, cost, words, change }) => [
        name,
        cost,
        `with its value ${words}`,
        onValue(change),
      ]),
    ),
    ...rows('label', labels(bits)),
    ...AS_CONTENT_DIGEST,
  ];
}

/** The value after the algorithm's name. */
const onValue =
  (change: Change): Change =>
  (value) => {
    const [, label = '', text = ''] = /^([\w-]+=)(.*)$/s.exec(value) ?? [];
    const changed = label === '' ? undefined : change(text);
    return changed === undefined ? undefined : label + changed;
  };

const labels = (bits: string): readonly ValueForm[] => [
  ['digest-without-algorithm', 2, `without its algorithm (SHA-${bits}=)`, labelled('')],
  ...['sha-', 'SHA-', 'sha', 'SHA', 'Sha-'].map((name): ValueForm => {
    const words = `with ${name}${bits}= before it instead of SHA-${bits}=`;
    return ['digest-algorithm-name', name === 'sha-' ? 2 : 3, words, labelled(`${name}${bits}=`)];
  }),
  ['digest-algorithm-name', 4, 'with a colon after the algorithm', labelled(`SHA-${bits}:`)],
];

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
