// What is done to a body before it is hashed; rows of different parts combine, so `json.dumps(sort_keys=True)` is
// two of them. And the digest line: another spelling of the sent digest, the body itself, or another body's digest.
import { hashOf } from '../forms/bytes.ts';
import { around, type Change, lower, replaced } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { Field } from '../search.ts';
import type { MistakeRow, StringContext } from './draft.ts';
import { behind, formRows, ON_THE_WAY, rowsOf, valueRows } from './draft.ts';
import { OF_EMPTY } from './value-rows.ts';

/** Bytes of a body; a longer one has no other forms (SIG-15). */
const LONGEST = 128 * 1024;
const BODY = formRows('body', '…', formsFor('body'));
const NEWLINE = BODY.find(({ name }) => name === 'body-trailing-newline') as MistakeRow;

/** The body as a field; of its rows `says` completes "the body …". */
export const bodyField = (bytes: Buffer): Field => ({
  start: bytes.toString('latin1'),
  rows: bytes.length > LONGEST ? [] : BODY,
  newline: NEWLINE,
});

const entry = 'digest';
const LABEL = /^sha-(256|512)=/i;
const AS_SENT = 'sign the Digest header as it is sent, in base64';

/** For a body that is signed; shorter than one that is only hashed, as other things are tried too. */
const LONGEST_BODY = 32 * 1024;
const OTHER_BODY = `You signed another digest than the bank received: that of the body …; ${AS_SENT}.`;
const OF_BODY = formsFor('body').filter(({ cost }) => cost < 5);

/** Of the body itself: that of a changed one, by another algorithm, or the body in its place. */
function bodyRows(body: string): readonly MistakeRow[] {
  if (body.length > LONGEST_BODY) return [];
  const digestOf = (change: Change): Change => {
    return (value) => {
      const [label, size] = LABEL.exec(value) ?? [];
      const changed = change(body);
      const isOther = label !== undefined && changed !== undefined && changed !== body;
      return isOther ? label + hashOf(`sha${size}`, changed, 'base64') : undefined;
    };
  };
  const asOther: Change = (value) => {
    const size = /^sha-256=/i.test(value) ? '512' : '256';
    return `SHA-${size}=${hashOf(`sha${size}`, body, 'base64')}`;
  };
  return [
    ...formRows(
      entry,
      OTHER_BODY,
      OF_BODY.map(({ name, part, cost, words, change }) => {
        return { name, part, cost: cost + 1, words, change: digestOf(change) };
      }),
      entry,
    ),
    ...formRows(
      entry,
      `You signed digest …; ${AS_SENT}, ${ON_THE_WAY}.`,
      inPart('content', [
        ['digest-is-body', 2, 'with the body itself', () => body || undefined],
        ['digest-other-algorithm', 3, 'as that of another algorithm', asOther],
      ]),
      entry,
    ),
  ];
}

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
    ]),
  ],
  AS_SENT,
);

export const digestRows = ({ entries, request }: StringContext): readonly MistakeRow[] =>
  entries.includes(entry) ? [...bodyRows(request.body.toString('latin1')), ...SPELLINGS] : [];

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
