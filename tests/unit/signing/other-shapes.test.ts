// What is said of DER of every shape that is one change away from a key, a request or a bundle is what is written in
// tests/fixtures/tables/der-shapes.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { otherThanCertificate } from '../../../server/signing/other-than-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';

/** A letter, or a SEQUENCE. */
type Shape = string | readonly Shape[];

/** The same letters as in the rows, which read what comes first, so that more may follow. */
const KNOWN: readonly (readonly [name: string, Shape[]])[] = [
  ['PKCS #12', ['I', ['O', '.'], ['.']]],
  ['PKCS #8', ['I', ['O', '.'], 'S']],
  ['PKCS #8 of a curve', ['I', ['O', 'O'], 'S', '.']],
  ['PKCS #1', [...'IIIIIIIII']],
  ['SEC 1', ['I', 'S', '.', '.']],
  ['PKCS #8, encrypted', [['O', ['O', 'I']], 'S']],
  ['public key', [['O', '.'], 'B']],
  ['two numbers', ['I', 'I']],
  ['request', [['I', ['.'], [['O', '.'], 'B'], '.'], ['O', '.'], 'B']],
  ['PKCS #7', ['O', '.']],
  ['certificate', [['.', 'I', ['O'], [], [['O', '.'], 'B'], '.'], ['O'], 'B']],
  ['nothing known', [['I', [['O', ['.']]], 'S'], 'I']],
  ['signed twice', ['I', [['O', ['.']]], 'S']],
];
const LETTERS: Readonly<Record<string, string>> = {
  ...{ I: '020101', B: '03020001', S: '040101', O: '06012a', '.': '0500' },
};

function derOf(shape: Shape): string {
  if (typeof shape === 'string') return LETTERS[shape] as string;
  const content = shape.map(derOf).join('');
  return `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
}

const textOf = (shape: Shape): string =>
  typeof shape === 'string' ? shape : `(${shape.map(textOf).join('')})`;

/** Everything in which one element is left out, is another, or has another before it. */
function* changesOf(shape: Shape): Generator<Shape> {
  if (typeof shape === 'string') return;
  for (const [at, one] of shape.entries()) {
    const [before, after] = [shape.slice(0, at), shape.slice(at + 1)];
    yield [...before, ...after];
    for (const other of [...Object.keys(LETTERS), [], ['O'], [one]]) {
      yield [...before, other, ...after];
      yield [...before, other, one, ...after];
      yield [...before, one, other, ...after];
    }
    for (const other of changesOf(one)) yield [...before, other, ...after];
  }
}

test('SIG-02: DER of every shape near to what is known is what the bank says now', () => {
  const seen = new Map<string, string>();
  for (const [name, known] of KNOWN) {
    seen.set(`# ${name}`, '');
    for (const shape of [known, ...changesOf(known)]) {
      const other = otherThanCertificate(Buffer.from(derOf(shape), 'hex'));
      const said = other && `${other.trouble.slice(0, 50)}${other.isSecret ? ' (secret)' : ''}`;
      if (!seen.has(textOf(shape))) seen.set(textOf(shape), `: ${said ?? 'unknown'}`);
    }
  }
  expectRecorded(
    'tables/der-shapes.txt',
    [...seen].map(([shape, said]) => `${shape}${said}`),
  );
});
