// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of the
// body.
import { hash } from 'node:crypto';
import { around, both, lower, replaced } from '../forms/edits.ts';
import { inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
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
const AS_SENT = 'sign the Digest header as it is sent, in base64';

/** Also changes the body in the draft, which may be signed itself. */
export function digestRows(context: StringContext): readonly DraftRow[] {
  const { body } = context.request;
  const [label, bits] = /^sha-(256|512)=/i.exec(valueIn(context.draft, entry) ?? '') ?? [];
  if (bits === undefined) return [];
  const digest = (bytes: Buffer, size = bits) => hash(`sha${size}`, bytes, 'base64');
  const ofBody = bodyField(body, LONGEST_BODY).rows.map(
    ({ cost, says, change, ...row }): DraftRow => ({
      ...{ ...row, cost: cost + 1 },
      says: `You signed another digest than you sent: that of the body ${says}; ${AS_SENT}.`,
      change(before) {
        const body = change(before.body);
        if (body === undefined || body.text === before.body.text) return undefined;
        const value = label + digest(Buffer.from(body.text, 'latin1'));
        return { ...withLine(before, entry, (line) => ({ ...line, value })), body };
      },
    }),
  );
  const other = bits === '256' ? '512' : '256';
  const forms = [
    ...inPart('content', [
      ['digest-is-body', 2, 'with the body itself', () => body.toString('latin1') || undefined],
      [
        'digest-other-algorithm',
        3,
        `as the SHA-${other} of the body but sent its SHA-${bits}`,
        () => `SHA-${other}=${digest(body, other)}`,
      ],
    ]),
    ...SPELLINGS,
    ...inPart('label', [
      ['digest-without-algorithm', 2, 'without its algorithm', replaced(LABEL, '')],
      ...['sha-#=', 'SHA-#=', 'sha#=', 'SHA#=', 'Sha-#=', 'SHA-#:'].map((pattern, at) => {
        const other = pattern.replace('#', bits);
        const words = `with ${other} before it instead of ${label}`;
        return ['digest-algorithm-name', at === 0 ? 2 : 4, words, replaced(LABEL, other)] as const;
      }),
    ]),
  ];
  return [...ofBody, ...valueRows(context, entry, forms, AS_SENT), ...AS_CONTENT_DIGEST];
}

const LABEL = /^[\w-]+=/;

/** Its bytes in another form, or marks around its base64. */
const SPELLINGS: readonly NamedForm[] = [
  ...formsFor('digest').map((form) => ({
    ...form,
    change: behind('=', (value) => form.change(Buffer.from(value, 'base64').toString('latin1'))),
  })),
  ...inPart(
    'marks',
    [':', '"', "'"].map((mark) => {
      const words = `with its value between ${mark} and ${mark}`;
      return ['digest-quoted', mark === ':' ? 2 : 4, words, behind('=', around(mark))] as const;
    }),
  ),
];

/** `sha-256=:…:` */
const asRfc9530 = both(replaced(LABEL, lower), replaced(/(?<==).*/s, ':$&:'));

/** The line as RFC 9530 has it, or its name alone. */
const AS_CONTENT_DIGEST: readonly DraftRow[] = [
  {
    mistakes: ['digest-name', 'digest-quoted', 'digest-algorithm-name'],
    slot: 'digest name',
    cost: 2,
    says: `You signed the line content-digest with its value between colons, as RFC 9530 has it; ${AS_SENT}.`,
    change: (before) =>
      withLine(before, entry, ({ value, ...line }) => ({
        ...line,
        name: 'content-digest',
        value: asRfc9530(value),
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
