// SIG-15: what is said of keyIds, signatures, digests and headers with one small thing done to them, at each of their places
// in turn: how many different things, and a hash of all. So the ends of patterns, their letters and their limits are held.
import { createHash } from 'node:crypto';
import { describe, test } from '@jest/globals';
import {
  certificateElsewhere,
  otherStandard,
} from '../../../server/insight/explain/beside-headers.ts';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { explainDigest } from '../../../server/insight/explain/explain-digest.ts';
import { explainKeyId } from '../../../server/insight/explain/explain-key-id.ts';
import {
  readingsAs,
  signatureReadings,
} from '../../../server/insight/explain/signature/written-bytes.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { ownCertificate, rsaSpki } from '../../support/own-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';
import { NOW } from '../signing/support.ts';
import { CASES, own, tpp } from './recorded-requests.ts';
import { hex, line, signature, tpp as signer, WRITTEN } from './recorded-signatures.ts';
import { noise, shortHash, shownReadings } from './recorded-texts.ts';
import { ABOUT, requestOf, tell, verdictOn } from './support.ts';

const key = rsaSpki(Buffer.concat([Buffer.from([0xc1]), noise(254), Buffer.from([1])]), 65_537n);
const LONG = ownCertificate({
  serial: 'AB12CD34EF567890AB12',
  issuer: 'CN=Prøve \\"Q\\" CA\\, G1,2.5.4.97=NTRNO-974760673,O=Prøve AS,C=NO',
  subject: 'CN=tpp.example,O=Tredjepart AS,C=NO',
  key,
});
const PLAIN = ownCertificate({ serial: '0A0B0C0D0E', issuer: 'CN=Own CA,O=Eget AS,C=NO', key });
const CA = 'CN=Own CA,O=Eget AS,C=NO';
const ofPlain = (text: string) => `SN=0A0B0C0D0E,CA=${text}`;

const KEY_IDS: readonly string[] = [
  ...[ofPlain(CA), `serial_no: 0A0B0C0D0E, issuer-name: ${CA}`, `keyId="${ofPlain(CA)}"`],
  ...[`CA=${CA},SN=0A0B0C0D0E`, `SN=${CA},CA=0A0B0C0D0E`, `0A0B0C0D0E;${CA}`, `Sn: 0A, Ca: ${CA}`],
  ...[ofPlain('/C=NO/O=Eget AS/CN=Own CA'), ofPlain('C = NO, O = Eget AS, CN = Own CA')],
  ...[ofPlain('CN: Own CA\nO: Eget AS\nC: NO'), ofPlain(`<Name(${CA})>`), ofPlain(`"${CA}"`)],
  ...[ofPlain(`issuer=${CA}`), ofPlain(CA.replaceAll(',', '+')), ofPlain(encodeURIComponent(CA))],
  ...[ofPlain(`${CA},SN=07,CA=CN=x`), ofPlain(CA.replaceAll(' ', '+')), ofPlain(`CA=${CA}`)],
  ...['SN=0a:0b:0c:0d:0e', 'SN=0x0A0B0C0D0E', 'SN=43135012110', 'SN=serial=0A 0B 0C 0D 0E'].map(
    (sn) => `${sn},CA=${CA}`,
  ),
];

describe('SIG-15: what is said of texts with one thing done to them is recorded', () => {
  test('SIG-15: of keyIds', () => {
    const say =
      ({ certificate }: typeof LONG) =>
      (keyId: string) =>
        (['SIG-05', 'SIG-06'] as const).map((rule) =>
          shownReadings(explainKeyId(rule, { keyId, signature: '' }, certificate, [])),
        );
    const long = keyIdOf(LONG.certificate);
    expectRecorded('explain/touched-key-ids.txt', [
      ...KEY_IDS.map((keyId, at) => {
        const all = touchedTexts(keyId).filter((_, nth) => at === 0 || nth % 2 === at % 2);
        return answersTo(keyId, all, say(PLAIN));
      }),
      answersTo(long, touchedTexts(long), say(LONG)),
      answersTo(long, touchedTexts(long.replaceAll('\\', '')), say(LONG)),
    ]);
  });

  test('SIG-15: of how a signature and a Digest are written', () => {
    const say = (text: string) => [
      signatureReadings(text),
      readingsAs('Digest', text),
      readingsAs('certificate', text),
    ];
    const some = WRITTEN.filter((text) => text.length < 1000);
    const few = (text: string) => {
      const all = touchedTexts(text);
      const step = Math.max(1, Math.floor(all.length / 10));
      return all.filter((_, at) => at % step === 0);
    };
    expectRecorded(
      'explain/touched-written.txt',
      some.map((text) => answersTo(text, few(text), say)),
    );
  });

  test('SIG-15: of what a signature is instead', () => {
    const explainer = createExplainer();
    const say = (sent: string) => {
      const request = requestOf(signer, { signature: sent.replaceAll('"', "'") });
      const refusal = verdictOn(request);
      return refusal && tell(explainer, request, refusal, ABOUT)?.sentence;
    };
    const some = [
      'hello there',
      'null',
      '{{sig}}',
      `MEUCIQ${line.slice(0, 90)}`,
      line.slice(0, 43),
    ];
    const more = [hex(signature).slice(0, 64), 'eyJhbGciOiJSUzI1NiJ9.e30.abc', line.slice(0, 200)];
    expectRecorded(
      'explain/touched-instead.txt',
      [...some, ...more].map((text) => answersTo(text, touchedTexts(text), say)),
    );
  });

  test('SIG-15: of digests', () => {
    const body = Buffer.from('{"a":1}');
    const hashOf = (name: string) => createHash(name).update(body).digest();
    const say = (header: string) => {
      const work = explainDigest(header, {
        ...{ method: 'POST', target: '/v1/x', body },
        headers: new RawHeaders([]),
      });
      const { readings, remark } = atOnce(work);
      return [shownReadings(readings), remark];
    };
    const value = hashOf('sha256').toString('base64');
    const headers = [
      ...[`SHA-256=${value}`, `sha-512=${hashOf('sha512').toString('base64')}`, value],
      ...[`MD5=x, SHA-256=${value}`, `SHA-256=${hashOf('sha256').toString('hex')}`],
      ...[`SHA-256=:${value}:`, `SHA-256="${value}"`, `SHA-256: ${value}`],
      ...[`SHA-256=${encodeURIComponent(value)}`, `SHA=${hashOf('sha1').toString('base64')}`],
    ];
    expectRecorded(
      'explain/touched-digests.txt',
      headers.map((header) => answersTo(header, touchedTexts(header), say)),
    );
  });

  test('SIG-15: of headers of a Signature', () => {
    const say = (header: string) => {
      const {
        refusals,
        signature: read,
        signedNames,
      } = diagnose(requestOf(tpp, { header: () => header }), NOW);
      return [refusals.map(({ rule, message }) => `${rule} ${message}`), read, signedNames];
    };
    const right = requestOf(tpp).headers.get('signature') ?? '';
    const written = (value: string) => [
      ...[value, value.replaceAll('="', ': "'), value.replaceAll('"', "'")],
      ...[value.replaceAll('",', '"; '), value.replaceAll('"', ''), `Signature ${value}`],
      ...[value.replace('date digest', 'Date, Digest'), value.replace('headers="', 'headers="[')],
    ];
    // The signature itself is short, as its bytes are not looked at here.
    const short = right.replace(/signature="[^"]*"/, 'signature="AAAA"');
    expectRecorded(
      'explain/touched-headers.txt',
      written(short).map((header, at) => {
        // Of the first all, of what is near it some.
        const all = touchedTexts(header).filter((_, nth) => at === 0 || nth % 4 === at % 4);
        return answersTo(header, all, say);
      }),
    );
  });

  test('SIG-15: of what is beside them', () => {
    const say = (name: string) => (value: string) => {
      const headers = new RawHeaders([name, value]);
      return [certificateElsewhere(headers), otherStandard(headers)];
    };
    const pem = `-----BEGIN CERTIFICATE----- ${own.certificateBase64} -----END CERTIFICATE-----`;
    const all = [
      ['signature-input', 'sig1=("@method" "@path");created=1;keyid="a"'],
      ['signature', 'sig1=:AAAA:'],
      ['signature', 'keyId="a",algorithm="hs2019",signature="AAAA"'],
      ['authorization', 'AWS4-HMAC-SHA256 Credential=x'],
      ['authorization', 'Signature keyId="a"'],
      ['authorization', 'OAuth oauth_signature="x"'],
      ['x-jws-signature', 'eyJhbGciOiJSUzI1NiJ9..aaaaaaaaaaaaaaaaaaaaaaa'],
      ['x-signature', 'ab'.repeat(32)],
      ['x-client-cert', own.certificateBase64],
      ['x-ssl-cert', encodeURIComponent(pem)],
      ['client-cert', `:${own.certificateBase64}:`],
      ['x-forwarded-client-cert', `Hash=1;Cert="${encodeURIComponent(pem)}";URI=x`],
    ] as const;
    expectRecorded(
      'explain/touched-beside.txt',
      all.flatMap(([name, value]) => [
        answersTo(`${name}: ${value}`, touchedTexts(value), say(name)),
        answersTo(name, touchedTexts(name), (one) => say(one.replace(/[\n ]/g, '_') || 'x')(value)),
      ]),
    );
  });

  test('SIG-15: of requests that carry one header less, twice, or in another case', () => {
    const explainer = createExplainer();
    const some = ['joined by CRLF', 'a keyId of words'];
    const lines = some.flatMap((title) => {
      const right = requestOf(tpp, CASES[title]);
      const pairs = right.headers
        .names()
        .map((name) => [name, right.headers.get(name) ?? ''] as const);
      return pairs.map(([name, value], at) => {
        const changes: readonly (readonly (readonly [string, string])[])[] = [
          [],
          [
            [name, value],
            [name, value],
          ],
          [[name, value.toUpperCase()]],
          [[name, `${value} `]],
          [[name, '']],
        ];
        const said = changes.map((change) => {
          const headers = new RawHeaders(pairs.toSpliced(at, 1, ...change).flat());
          const request = { ...right, headers };
          const refusal = verdictOn(request);
          const told = refusal && tell(explainer, request, refusal, ABOUT);
          return told ? [told.rule, told.sentence, told.next] : refusal?.message;
        });
        return `${title}, ${name}: ${shortHash(said)} ${said.map((one) => (Array.isArray(one) ? one[0] : one)).join(' | ')}`;
      });
    });
    expectRecorded('explain/touched-requests.txt', lines);
  });
});
