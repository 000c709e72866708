// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of the
// body.
import { hash } from 'node:crypto';
import { around, lower, replaced, upper } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeRow } from '../search.ts';
import {
  behind,
  formRows,
  inLine,
  type Mistakes,
  onText,
  rowsOf,
  type StringContext,
  valueRows,
} from './draft.ts';

const entry = 'digest';
const AS_SENT = 'sign the Digest header as it is sent, in base64';

/** For a body that is signed; shorter than one that is only hashed, as other things are tried too. */
const LONGEST_BODY = 32 * 1024;
/** The digest of a body that was changed, also in the draft: the body may be signed itself. */
const OF_BODY = formRows(
  entry,
  (words) => `You signed another digest than you sent: that of the body ${words}; ${AS_SENT}.`,
  // What machines do to a body on its way, the digest that was signed does not show.
  formsFor('body').flatMap((form) => (form.cost > 4 ? [] : { ...form, cost: form.cost + 1 })),
  (change) =>
    ({ text, body }) => {
      const [line = '', label, size] = /^digest: (sha-(256|512)=).*/im.exec(text) ?? [];
      const isLong = line === '' || body.length > LONGEST_BODY;
      const other = isLong ? undefined : change(body);
      if (other === undefined || other === body) return undefined;
      const digest = hash(`sha${size}`, Buffer.from(other, 'latin1'), 'base64');
      return { text: text.replace(line, `digest: ${label}${digest}`), body: other };
    },
);

const OF_CONTENT = formRows(
  entry,
  (words) => `You signed digest ${words}; ${AS_SENT}.`,
  inPart('content', [
    ['digest-is-body', 2, 'with the body itself', (body) => body || undefined],
    ...['256', '512'].map((size): FormRow => {
      const digest = (body: string) =>
        `SHA-${size}=${hash(`sha${size}`, Buffer.from(body, 'latin1'), 'base64')}`;
      return [
        'digest-other-algorithm',
        3,
        `as the SHA-${size} of the body but sent another`,
        digest,
      ];
    }),
  ]),
  (change) => (draft) => {
    const other = change(draft.body);
    const isSent = (value: string) => upper(value.slice(0, 8)) === other?.slice(0, 8);
    return onText(inLine(entry, (value) => (isSent(value) ? undefined : other)))(draft);
  },
);

const LABEL = /^sha-(256|512)=/i;
const LABELS = ['sha-$1=', 'SHA-$1=', 'sha$1=', 'SHA$1=', 'Sha-$1=', 'SHA-$1:'];

/** Its bytes in another form, marks around its base64, or its algorithm otherwise. */
const SPELLINGS = valueRows(
  entry,
  [
    ...formsFor('digest').map((form) => ({
      ...form,
      change: behind('=', (value) => form.change(Buffer.from(value, 'base64').toString('latin1'))),
    })),
    ...inPart(
      'marks',
      [':', '"', "'"].map((mark): FormRow => {
        const words = `with its value between ${mark} and ${mark}`;
        return ['digest-quoted', mark === ':' ? 2 : 4, words, behind('=', around(mark))];
      }),
    ),
    ...inPart('label', [
      ['digest-without-algorithm', 2, 'without its algorithm', replaced(LABEL, '')],
      ...LABELS.map((label, at): FormRow => {
        const words = 'with its algorithm in another spelling';
        return ['digest-algorithm-name', at === 0 ? 2 : 4, words, replaced(LABEL, label)];
      }),
    ]),
  ],
  AS_SENT,
);

export const digestRows = ({ entries }: StringContext): readonly MistakeRow[] =>
  entries.includes(entry) ? [...OF_BODY, ...OF_CONTENT, ...SPELLINGS] : [];

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
