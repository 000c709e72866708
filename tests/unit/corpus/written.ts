// How programs write a signature's bytes, and a certificate. Shared with the recorder that made the rows
// (tests/corpus/made-by), so that what it found can be written again.

import {
  fromDer,
  integer,
  oid,
  sequence,
  set,
  tagged,
  toDer,
} from '../../../server/signing/der-writer.ts';

type Step = (bytes: Buffer) => string;

const latin1: Step = (bytes) => bytes.toString('latin1');
const inLines =
  (length: number, end: string): Step =>
  (bytes) =>
    split(latin1(bytes), length).join(end);

const split = (text: string, length: number): readonly string[] =>
  text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];

/** A base64 text is cut into lines of 64 or 76, by what stands for a line end in a header. */
const LINES = Object.fromEntries(
  [60, 64, 76].flatMap((length) =>
    [' ', '  ', '\r\n ', '\n', '\r\n', '\\n', '\\r\\n'].map((end): [string, Step] => [
      `lines of ${length} by ${JSON.stringify(end)}`,
      inLines(length, end),
    ]),
  ),
);

export const STEPS: Readonly<Record<string, Step>> = {
  base64: (bytes) => bytes.toString('base64'),
  'base64 without =': (bytes) => bytes.toString('base64').replaceAll('=', ''),
  base64url: (bytes) => bytes.toString('base64url'),
  'base64url with =': (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  hex: (bytes) => bytes.toString('hex'),
  HEX: (bytes) => bytes.toString('hex').toUpperCase(),
  'HEX-with-hyphens': (bytes) => split(bytes.toString('hex').toUpperCase(), 2).join('-'),
  'hex:with:colons': (bytes) => split(bytes.toString('hex'), 2).join(':'),
  'decimal numbers': (bytes) => [...bytes].join(','),
  'signed decimal numbers': (bytes) => [...new Int8Array(bytes)].join(', '),
  reversed: (bytes) => latin1(Buffer.from(bytes).reverse()),
  percent: (bytes) => encodeURIComponent(latin1(bytes)),
  '+ as space': (bytes) => latin1(bytes).replaceAll('+', ' '),
  'latin1 as UTF-8': (bytes) => latin1(Buffer.from(latin1(bytes), 'utf8')),
  'read as UTF-8': (bytes) => latin1(Buffer.from(bytes.toString('utf8'), 'utf8')),
  'encoded word': (bytes) => `=?utf-8?B?${bytes.toString('base64')}?=`,
  "b''": (bytes) => `b'${latin1(bytes)}'`,
  'cut to 255': (bytes) => latin1(bytes).slice(0, 255),
  'cut to 256': (bytes) => latin1(bytes).slice(0, 256),
  'slashes as \\/': (bytes) => latin1(bytes).replaceAll('/', '\\/'),
  'LF at the end': (bytes) => `${latin1(bytes)}\n`,
  'two spaces at the end': (bytes) => `${latin1(bytes)}  `,
  ...LINES,
};

/** From a signature's bytes to its text; each step but the first reads the text before as ISO-8859-1. */
export const write = (steps: readonly string[], raw: Buffer): string =>
  latin1(steps.reduce((bytes, name) => Buffer.from(step(name)(bytes), 'latin1'), raw));

function step(name: string): Step {
  const found = STEPS[name];
  if (found === undefined) throw new Error(`no way of writing is called ${name}`);
  return found;
}

const pem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${split(base64, 64).join('\n')}\n-----END CERTIFICATE-----\n`;

/** As `openssl crl2pkcs7 -nocrl` and Java's `CertPath.getEncoded("PKCS7")` write it. */
const pkcs7 = (certificate: Buffer): Buffer =>
  toDer(
    sequence(
      oid('1.2.840.113549.1.7.2'),
      tagged(
        0,
        sequence(
          integer(1n),
          set(),
          sequence(oid('1.2.840.113549.1.7.1')),
          tagged(0, fromDer(certificate)),
          set(),
        ),
      ),
    ),
  );

/** From a certificate's base64. */
export const CERTIFICATE_FORMS: Readonly<Record<string, (base64: string) => string>> = {
  'pem percent-encoded': (base64) => encodeURIComponent(pem(base64)),
  'pem trimmed, percent-encoded': (base64) => encodeURIComponent(pem(base64).trim()),
  'pem with \\n': (base64) => pem(base64).replaceAll('\n', '\\n'),
  'pem with \\n, trimmed': (base64) => pem(base64).trim().replaceAll('\n', '\\n'),
  'pem in base64': (base64) => Buffer.from(pem(base64)).toString('base64'),
  'pem in a line': (base64) => pem(base64).replaceAll('\n', ''),
  'pem by spaces': (base64) => pem(base64).trim().replaceAll('\n', ' '),
  'base64 percent-encoded': (base64) => encodeURIComponent(base64),
  'base64 in lines': (base64) => split(base64, 64).join(' '),
  'base64 twice': (base64) => Buffer.from(base64).toString('base64'),
  base64url: (base64) => Buffer.from(base64, 'base64').toString('base64url'),
  hex: (base64) => Buffer.from(base64, 'base64').toString('hex'),
  HEX: (base64) => Buffer.from(base64, 'base64').toString('hex').toUpperCase(),
  'hex:with:colons': (base64) => step('hex:with:colons')(Buffer.from(base64, 'base64')),
  'PKCS #7': (base64) => pkcs7(Buffer.from(base64, 'base64')).toString('base64'),
  base64: (base64) => base64,
};
