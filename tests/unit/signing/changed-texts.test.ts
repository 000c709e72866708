// What is said of a header of which one character is gone, doubled, or has another beside it is what is written in
// tests/fixtures/signing/. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { base64Trouble } from '../../../server/signing/base64.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import { checkDate } from '../../../server/signing/date-header.ts';
import { checkDigest } from '../../../server/signing/digest.ts';
import { checkKeyId, keyIdOf } from '../../../server/signing/key-id.ts';
import { readSignatureHeader } from '../../../server/signing/signature-header.ts';
import { checkSignedHeaders } from '../../../server/signing/signed-headers.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';
import { NO_DATES } from './no-dates.ts';
import { digest, NOW, refusalOf } from './support.ts';
import { certificateOf } from './vector-file.ts';

type Report = (rule: string, text: string) => void;

const certificate = certificateOf('openssl: body, five headers');
const { certificate: known } = parseCertificateHeader(certificate.toString('base64'));
const BODY = '{"a":"ø"}';
const all = new RawHeaders(
  ['Date', 'X-Request-ID', 'PSU-ID', 'TPP-Redirect-URI'].flatMap((name) => [name, 'x']),
);

/** Each with what is right, what stands beside it in turn, and what reads it. */
const READERS: Readonly<
  Record<string, readonly [string, string, (sent: string, report: Report) => unknown]>
> = {
  signature: [
    'keyId="SN=1,CA=CN=a",algorithm="rsa-sha256",headers="date x-request-id",signature="c2ln"',
    '", =\x92a',
    (sent, report) => readSignatureHeader(new RawHeaders(['Signature', sent]), report),
  ],
  date: [
    new Date(NOW).toUTCString(),
    ' ,:-0',
    (sent, report) => checkDate(new RawHeaders(['Date', sent]), NOW, report),
  ],
  digest: [
    digest(BODY),
    ' ,=_"a',
    (sent) => checkDigest(new RawHeaders(['Digest', sent]), Buffer.from(BODY)),
  ],
  'key-id': [keyIdOf(known), ' ,=\\"+', (sent, report) => checkKeyId(sent, known, report)],
  'signed-headers': [
    'date x-request-id tpp-redirect-uri psu-id',
    ' ,-:D',
    (sent, report) => checkSignedHeaders(sent, all, report),
  ],
};

function* changesOf(text: string, beside: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    yield before + after;
    yield before + text[at] + text.slice(at);
    for (const char of beside) yield before + char + text.slice(at);
  }
  for (const char of beside) yield text + char;
}

test.each(Object.keys(READERS))(
  'SIG-03: one character of %s is wrong: the bank says what it says now',
  (name) => {
    const [right, beside, read] = READERS[name] as (typeof READERS)[string];
    const said = new Map<string, string>();
    for (const text of [right, ...changesOf(right, beside)]) {
      const findings: string[] = [];
      const report: Report = (rule, words) => void findings.push(`${rule} ${words}`);
      let answer: string;
      try {
        answer = `is ${shown(read(text, report))}`;
      } catch (error) {
        const {
          rule,
          code,
          path,
          text: words,
        } = refusalOf(() => {
          throw error;
        });
        answer = `${rule} ${code} ${path} ${words}`;
      }
      said.set(text, [answer, ...findings].join(' | '));
    }
    expect(said.get(right)).toMatch(/^is /);
    expectRecorded(
      `signing/${name}.txt`,
      [...said].map(([text, answer]) => `${shown(text)}\n  ${answer}`),
    );
  },
);

test('SIG-11: what is no date, with a word or a mark more, less or otherwise: the bank says what it says now', () => {
  const said = (sent: string) =>
    saidBy(() => checkDate(new RawHeaders(['Date', sent]), NOW, () => undefined));
  expectRecorded(
    'signing/no-dates.txt',
    NO_DATES.map(([value]) => answersTo(value, touchedTexts(value), said)),
  );
});

const plain = 'QUJD'.repeat(50);
const NO_BASE64 = [
  ...[
    '',
    '12345',
    '-7',
    '- 7',
    'QUI',
    'QUI-_A==',
    'QU%2Bb',
    'QUJD...QUJD',
    'QU..JD',
    'QUJD\xe2\x80\xa6',
  ],
  ...[
    'QUJD\\nQUJD',
    'QUJD\\r',
    'QU JD',
    'QU\tJD',
    '\xef\xbb\xbfQUJD',
    'QU\xc3\xb8D',
    '{{signature}}',
  ],
  ...[
    plain,
    `${plain}Q`,
    `${plain.slice(0, -2)}+`,
    '-----BEGIN X-----',
    'undefined',
    '[object Object]',
  ],
];

test('SIG-10: what is no base64, with a word or a mark more, less or otherwise: the bank says what it says now', () => {
  expectRecorded('signing/no-base64.txt', [
    ...NO_BASE64.map((text) => `${shown(text)}: ${base64Trouble(text)}`),
    ...NO_BASE64.map((text) => answersTo(text, touchedTexts(text), base64Trouble)),
  ]);
});
