// What is done to a body before it is hashed; rows of different parts combine, so `json.dumps(sort_keys=True)` is
// two of them. And the digest line: another spelling of the sent digest, the body itself, or another body's digest.
import {
  around,
  type Change,
  type FormRow,
  hashOf,
  inPart,
  lower,
  replaced,
} from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { Field } from '../search.ts';
import {
  behind,
  Draft,
  type Entries,
  formRows,
  type MistakeRow,
  rowsOf,
  valueRows,
} from './draft.ts';
import { OF_EMPTY } from './value-rows.ts';

/** Bytes of a body; a longer one has no other forms (SIG-15). */
const LONGEST = 128 * 1024;
const BODY = formRows('body', '…', formsFor('body'));
const NEWLINE = BODY.find(({ name }) => name === 'body-trailing-newline') as MistakeRow;

/** The body as a field; of its rows `says` completes "the body …". */
export const bodyField = (bytes: Buffer): Field => ({
  start: new Draft(bytes.toString('latin1')),
  rows: bytes.length > LONGEST ? [] : BODY,
  newline: NEWLINE,
});

const entry = 'digest';
const LABEL = /^sha-(256|512)=/i;
const AS_SENT = 'sign the Digest header as it is sent, in base64';

/** For a body that is signed; shorter than one that is only hashed, as other things are tried too. */
const LONGEST_BODY = 32 * 1024;
/** The digest of a body that was changed, also in the draft: the body may be signed itself. */
const OF_BODY = formRows(
  entry,
  `You signed another digest than you sent: that of the body …; ${AS_SENT}.`,
  // What machines do to a body on its way, the digest that was signed does not show.
  formsFor('body').filter(({ cost }) => cost < 5),
).map(({ cost, change, ...row }): MistakeRow => {
  const digest: Change = (value, body = '') => {
    const [label, size] = LABEL.exec(value) ?? [];
    return label && label + hashOf(`sha${size}`, body, 'base64');
  };
  const ofBody: Change = (body) => (body.length > LONGEST_BODY ? undefined : change(body));
  return { ...row, cost: cost + 1, line: entry, ofBody, change: digest };
});

/** SHA-512 for SHA-256, or the other way round. */
const asOther: Change = (value, body = '') => {
  const size = /^sha-256=/i.test(value) ? '512' : '256';
  return `SHA-${size}=${hashOf(`sha${size}`, body, 'base64')}`;
};
const OF_CONTENT = rowsOf(entry, 'content', `You signed digest …; ${AS_SENT}.`, [
  ['digest-is-body', 2, 'with the body itself', (_, body) => body || undefined],
  ['digest-other-algorithm', 3, 'as that of another algorithm', asOther],
]).map((row) => ({ ...row, line: entry }));

const LABELS = ['SHA-$1=', 'sha$1=', 'SHA$1=', 'Sha-$1=', 'SHA-$1:'].map((label) =>
  replaced(LABEL, label),
);
const QUOTED = ['"', "'", "b'"].map((mark) => behind('=', around(mark, mark.at(-1))));

/** Its bytes in another form, marks around its base64, or its algorithm otherwise. */
const SPELLINGS = valueRows(
  entry,
  [
    ...formsFor('digest').map((form) => ({
      ...form,
      change: behind('=', (value) => form.change(Buffer.from(value, 'base64').toString('latin1'))),
    })),
    ...inPart('marks', [
      ['digest-quoted', 2, 'with its value between colons', behind('=', around(':'))],
      ['digest-quoted', 4, 'with its value in quotation marks', ...QUOTED],
    ]),
    ...OF_EMPTY.map((form) => ({ ...form, change: behind('=', form.change) })),
    ...inPart('label', [
      ['digest-without-algorithm', 2, 'without its algorithm', replaced(LABEL, '')],
      ['digest-algorithm-name', 2, 'with its algorithm in lower case', replaced(LABEL, 'sha-$1=')],
      ['digest-algorithm-name', 4, 'with its algorithm in another spelling', ...LABELS],
      ['digest-algorithm-name', 4, 'with its algorithm twice', replaced(LABEL, '$&$&')],
      ['digest-damaged', 4, 'in lower case', lower],
    ]),
  ],
  AS_SENT,
);

export const digestRows = (entries: Entries): readonly MistakeRow[] =>
  entries.includes(entry) ? [...OF_BODY, ...OF_CONTENT, ...SPELLINGS] : [];

const ALL = ['digest-name', 'digest-quoted', 'digest-algorithm-name'] as const;
const asRfc9530 = replaced(/^digest: ([\w-]+)=(.*)/m, (_, label = '', value = '') => {
  return `content-digest: ${lower(label)}=:${value}:`;
});

const NAMES: readonly FormRow[] = [
  [ALL, 2, 'content-digest with its value between colons, as RFC 9530 has it', asRfc9530],
  ['digest-name', 2, 'content-digest', replaced(/^digest(?=: )/m, 'content-digest')],
];

/** The line as RFC 9530 has it, or its name alone. */
export const digestNameRows = (): readonly MistakeRow[] =>
  rowsOf(entry, 'name', 'You signed the line …; its name is digest.', NAMES);
