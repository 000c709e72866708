// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of the
// body.
import { hash } from 'node:crypto';
import { signedValue } from '../../../signing/signing-string.ts';
import { around, lower, replaced } from '../forms/edits.ts';
import { type Form, type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeRow } from '../search.ts';
import {
  behind,
  formRows,
  inLine,
  type Mistakes,
  rowsOf,
  type StringContext,
  valueRows,
} from './draft.ts';

const entry = 'digest';
const AS_SENT = 'sign the Digest header as it is sent, in base64';

/** For a body that is signed; shorter than one that is only hashed, as other things are tried too. */
const LONGEST_BODY = 32 * 1024;
const OF_BODY = formsFor('body')
  // What machines do to a body on its way, the digest that was signed does not show.
  .filter(({ cost }) => cost < 5)
  .map((form) => ({ ...form, cost: form.cost + 1 }));

/** Also changes the body in the draft, which may be signed itself. */
export function digestRows(context: StringContext): readonly MistakeRow[] {
  const { body } = context.request;
  const [label, bits] = /^sha-(256|512)=/i.exec(signedValue(entry, context.request)) ?? [];
  if (bits === undefined) return [];
  const digest = (bytes: Buffer, size = bits) => hash(`sha${size}`, bytes, 'base64');
  const says = (words: string) =>
    `You signed another digest than you sent: that of the body ${words}; ${AS_SENT}.`;
  const ofBody = formRows('body', says, body.length > LONGEST_BODY ? [] : OF_BODY, (change) => {
    return ({ text, body }) => {
      const other = change(body);
      if (other === undefined || other === body) return undefined;
      const value = label + digest(Buffer.from(other, 'latin1'));
      return { text: inLine(entry, () => value)(text) ?? text, body: other };
    };
  });
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
  return [...ofBody, ...valueRows(context, entry, forms, AS_SENT)];
}

const LABEL = /^[\w-]+=/;

/** Its bytes in another form, or marks around its base64. */
const SPELLINGS: readonly Form[] = [
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

const ALL = ['digest-name', 'digest-quoted', 'digest-algorithm-name'] as const;
const asRfc9530 = replaced(/^digest: ([\w-]+)=(.*)/m, (_, label = '', value = '') => {
  return `content-digest: ${lower(label)}=:${value}:`;
});

const NAMES: readonly FormRow<Mistakes>[] = [
  [ALL, 2, 'content-digest with its value between colons, as RFC 9530 has it', asRfc9530],
  ['digest-name', 2, 'content-digest', replaced(/^digest(?=: )/m, 'content-digest')],
];

/** The line as RFC 9530 has it, or its name alone. */
export const digestNameRows = (): readonly MistakeRow[] =>
  rowsOf(entry, 'name', (what) => `You signed the line ${what}; its name is digest.`, NAMES);
