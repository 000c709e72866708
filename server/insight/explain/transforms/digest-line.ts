// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of
// the body.
import { createHash } from 'node:crypto';
import type { BodyForm } from '../body/body-forms.ts';
import { WRITTEN } from '../encodings.ts';
import { valueIn, withLine } from '../string/draft.ts';
import {
  type Change,
  type StringContext,
  type Transform,
  type ValueRow,
  valueTransforms,
} from '../string/transform.ts';
import { around } from './changes.ts';

const ENTRY = 'digest';
const AS_SENT = 'sign the Digest header as it is sent';

export function digestTransforms(
  { draft, request: { body } }: StringContext,
  forms: readonly BodyForm[],
): readonly Transform[] {
  const [, name = '', size = ''] = /^(sha-(256|512))=/i.exec(valueIn(draft, ENTRY) ?? '') ?? [];
  if (name === '') return [];
  const digestOf = (bytes: Buffer) => `${name}=${hashOf(size, bytes).toString('base64')}`;
  const transforms = (part: string, rows: readonly ValueRow[], advice = AS_SENT) =>
    valueTransforms(draft, ENTRY, { part, rows, advice });
  return [
    ...transforms('content', contents(body, { name, size })),
    ...forms.map(
      ({ mistakes, words, bytes, cost }): Transform => ({
        mistakes,
        slot: `${ENTRY} content`,
        cost: cost + 1,
        sentence: `You signed another digest than you sent: that of the body ${words}; ${AS_SENT}.`,
        apply: (before) => withLine(before, ENTRY, (line) => ({ ...line, value: digestOf(bytes) })),
      }),
    ),
    ...transforms('encoding', encodings(), `${AS_SENT}, in base64`),
    ...transforms('marks', [
      ['digest-quoted', 3, 'with its value in quotation marks', onValue(around('"'))],
      ['digest-quoted', 2, 'with its value between colons', onValue(around(':'))],
    ]),
    ...transforms('label', labels(size)),
    ...AS_CONTENT_DIGEST,
  ];
}

const hashOf = (bits: string, bytes: Buffer): Buffer =>
  createHash(`sha${bits}`).update(bytes).digest();

interface Sent {
  /** As sent: `SHA-256`. */
  readonly name: string;
  /** In bits. */
  readonly size: string;
}

/** Other bytes than the hash of the body. */
function contents(body: Buffer, { name, size }: Sent): readonly ValueRow[] {
  const base64 = (bits: string, bytes: Buffer) => hashOf(bits, bytes).toString('base64');
  const other = size === '256' ? '512' : '256';
  const otherWords = `as the SHA-${other} of the body but sent its SHA-${size}`;
  const labels = [...new Set([`SHA-${other}`, name.replace(size, other)])];
  const hashed = hashOf(size, body);
  const rows: readonly ValueRow[] = [
    ['digest-is-body', 2, 'with the body itself', () => body.toString('latin1')],
    ...labels.map((label, at): ValueRow => {
      const value = () => `${label}=${base64(other, body)}`;
      return ['digest-other-algorithm', 3 + at, otherWords, value];
    }),
    ...[hashed, Buffer.from(hashed.toString('hex'))].map((twice, at): ValueRow => {
      const words = `as the hash of the ${at === 0 ? '' : 'hexadecimal '}hash of the body`;
      return ['digest-hashed-twice', 4, words, () => `${name}=${base64(size, twice)}`];
    }),
  ];
  return body.length === 0 ? rows.slice(1) : rows;
}

/** The line as RFC 9530 has it, or its name alone. */
const AS_CONTENT_DIGEST: readonly Transform[] = [
  {
    mistakes: ['digest-name', 'digest-quoted', 'digest-algorithm-name'],
    slot: `${ENTRY} content`,
    cost: 2,
    sentence: `You signed the line content-digest with its value between colons, as RFC 9530 has it; ${AS_SENT}.`,
    apply: (before) =>
      withLine(before, ENTRY, (line) => ({
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
    slot: `${ENTRY} name`,
    cost: 2,
    sentence: 'You named the line content-digest; its name is digest.',
    apply: (before) => withLine(before, ENTRY, (line) => ({ ...line, name: 'content-digest' })),
  },
];

/** The value after the algorithm's name. */
const onValue =
  (change: (text: string) => string): Change =>
  (value) => {
    const [, label, text = ''] = /^([\w-]+=)(.*)$/s.exec(value) ?? [];
    return label === undefined ? undefined : label + change(text);
  };

const encodings = (): readonly ValueRow[] => [
  ...WRITTEN.map(
    ([mistake, words, cost, write]): ValueRow => [
      mistake,
      cost,
      words,
      onValue((text) => write(Buffer.from(text, 'base64'))),
    ],
  ),
  ['digest-percent-encoded', 4, 'percent-encoded', onValue(encodeURIComponent)],
  ['digest-cut', 4, 'without the last part of its value', onValue((text) => text.slice(0, 32))],
];

function labels(size: string): readonly ValueRow[] {
  const label =
    (text: string): Change =>
    (value) =>
      value.replace(/^[\w-]+=/, text);
  return [
    ['digest-without-algorithm', 2, 'without its algorithm', label('')],
    ...[`sha-${size}`, `SHA-${size}`, `sha${size}`, `SHA${size}`, `Sha-${size}`].map(
      (name): ValueRow => [
        'digest-algorithm-name',
        2,
        `with ${name}= before it`,
        label(`${name}=`),
      ],
    ),
    ['digest-algorithm-name', 4, 'with a colon after the algorithm', label(`SHA-${size}:`)],
    ['digest-algorithm-name', 4, 'with a colon after the algorithm', label(`SHA-${size}: `)],
  ];
}
