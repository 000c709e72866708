// The keyId and the signature are of one certificate, TPP-Signature-Certificate holds another: what is told is
// to send the right one, and not to change a keyId that is right.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { keyTest } from '../../../server/insight/explain/key-id/wrong-certificate.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import {
  type Owned,
  ownCertificate,
  pemOf,
  rsaPair,
  rsaSpki,
} from '../../support/own-certificate.ts';
import type { Draft } from '../signing/support.ts';
import { explained, namesOf, requestOf } from './support.ts';

const ISSUING = 'CN=Issuing CA,O=Trust AS,C=NO';
const ROOT = 'CN=Root CA,O=Trust AS,C=NO';

/** Whose keyId and signature it is, unless told. */
const mine = await rsaPair();
const other = await rsaPair();
const leaf = ownCertificate({
  serial: 'A1',
  issuer: ISSUING,
  subject: 'CN=Mine',
  key: mine.publicKey,
});
const theirs = { serial: 'B2', subject: 'CN=Neighbour', key: other.publicKey };
const neighbour = ownCertificate({ ...theirs, issuer: ISSUING });
const above = { key: other.publicKey, authority: true, issuer: ROOT };
const issuing = ownCertificate({ ...above, serial: 'C3', subject: ISSUING });
const root = ownCertificate({ ...above, serial: 'D4', subject: ROOT });
const tpp = {
  certificateBase64: leaf.certificateBase64,
  privateKey: mine.privateKey,
  keyId: keyIdOf(leaf.certificate),
};

/** @param known certificates that the bank knows */
function told(change: Partial<Draft>, known: readonly Owned[]): Explanation {
  const explainer = createExplainer();
  for (const { certificate } of known) explainer.know('default', certificate);
  return explained(requestOf(tpp, change), explainer);
}
const sending = ({ certificateBase64: certificate }: Owned): Partial<Draft> => ({ certificate });
const inHeader = (...owned: readonly Owned[]) => Buffer.from(pemOf(...owned)).toString('base64');

const HOLDS = 'TPP-Signature-Certificate holds';
const OTHER = `${HOLDS} another certificate (serial`;
const OF_AUTHORITY = `${HOLDS} an authority's certificate (serial`;
const OF_BOTH = 'not the one that your keyId names and whose key made the signature';
const ISSUED = 'not the one that was issued to you; send that one.';
const IN_CHAIN = inHeader(issuing, root, leaf);
const self = { issuer: ISSUING, subject: ISSUING, authority: true, key: mine.publicKey };
const selfSigned = ownCertificate({ ...self, serial: 'F6' });
const of77 = {
  ...sending(selfSigned),
  keyId: keyIdOf({ ...selfSigned.certificate, serial: '77' }),
};

describe('SIG-05: another certificate is sent than the one that keyId and signature are of', () => {
  test.each<[what: string, mistake: string, known: Owned[], Partial<Draft>, says: string]>([
    [
      "another TPP's",
      'another-certificate',
      [leaf],
      sending(neighbour),
      `${OTHER} B2, "CN=Neighbour"), ${OF_BOTH}; send that one.`,
    ],
    [
      'one that is not known, which is not made up',
      'serial-wrong',
      [],
      sending(neighbour),
      'SN in the keyId is "A1", but the certificate in TPP-Signature-Certificate has another serial number; send SN=B2.',
    ],
    [
      'the one whose key signed',
      'serial-of-another-certificate',
      [leaf],
      { ...sending(neighbour), privateKey: other.privateKey },
      'send SN=B2, or send that certificate if you sign with its key.',
    ],
    [
      "the issuing authority's",
      'authority-certificate',
      [leaf],
      sending(issuing),
      `${OF_AUTHORITY} C3, "CN=Issuing CA,O=Trust AS,C=NO"), ${OF_BOTH}; send that one.`,
    ],
    [
      'that of an authority which issued one that is not known',
      'authority-certificate',
      [],
      sending(issuing),
      `${OF_AUTHORITY} C3, "CN=Issuing CA,O=Trust AS,C=NO"), ${ISSUED}`,
    ],
    [
      'that, and nobody knows who signed',
      'authority-certificate',
      [],
      { ...sending(issuing), signature: '' },
      ISSUED,
    ],
    [
      'a chain that begins with the authority',
      'authority-certificate',
      [],
      { certificate: IN_CHAIN },
      `${OF_BOTH}; put that one first; it is in the header behind this one.`,
    ],
    [
      'the root, which has nothing to do with keyId and signature',
      'authority-certificate',
      [],
      sending(root),
      ISSUED,
    ],
    [
      'the root, which has not issued the right one',
      'another-certificate',
      [leaf],
      sending(root),
      `${OTHER} D4, "CN=Root CA,O=Trust AS,C=NO"), ${OF_BOTH}; send that one.`,
    ],
    ['the own one, which calls itself an authority', 'serial-wrong', [], of77, '; send SN=F6.'],
    [
      'the own one, and nobody knows who signed',
      'serial-wrong',
      [],
      { ...of77, signature: 'none' },
      '; send SN=F6.',
    ],
  ])('SIG-05: %s', (_, mistake, known, change, says) => {
    const { readings, sentence } = told(change, known);
    expect(namesOf({ readings })).toEqual([mistake]);
    expect(sentence.slice(-says.length)).toBe(says);
  });
});

test.each([
  ['authority-certificate', ISSUING],
  ['another-certificate', ROOT],
])(
  'SIG-07: a certificate whose key cannot sign is sent, with its own keyId: %s',
  (mistake, subject) => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const sent = ownCertificate({ serial: 'E5', issuer: ROOT, subject, authority: true, key });
    const { readings, sentence } = told({ ...sending(sent), keyId: keyIdOf(sent.certificate) }, [
      leaf,
    ]);
    expect(namesOf({ readings })).toEqual([mistake]);
    expect(sentence).toMatch(
      /, not the one whose key made the signature; send that one, and use its keyId\.$/,
    );
  },
);

describe('SIG-15: what comes next, once the right certificate is sent', () => {
  const nextOf = (...given: Parameters<typeof told>) =>
    told(...given).next.map(({ rule, text }) => `${rule} ${text}`);

  test('SIG-15: nothing of what does not fit the wrong one', () => {
    expect(nextOf(sending(neighbour), [leaf])).toEqual([]);
    expect(nextOf(sending(root), [leaf])).toEqual([]);
    expect(nextOf(sending(issuing), [])).toEqual([]);
    const small = { ...sending(ownCertificate({ key: rsaSpki(Buffer.alloc(128, 0xff), 3n) })) };
    expect(nextOf(small, [leaf])).toEqual([]);
  });

  test('SIG-15: what is wrong with the string, where the key is known, and with the rest', () => {
    const newline = { ...sending(neighbour), signed: (text: string) => `${text}\n` };
    expect(nextOf(newline, [leaf])).toEqual([expect.stringMatching(/^SIG-10 .*newline/)]);
    const unknown = { ...sending(neighbour), signed: (text: string) => `${text}!` };
    expect(nextOf(unknown, [leaf])).toEqual([expect.stringMatching(/^SIG-10 .*not the bank's/)]);
    const algorithm = { ...sending(neighbour), algorithm: 'none' };
    expect(nextOf(algorithm, [leaf])).toEqual([expect.stringMatching(/^SIG-07 .*"none"/)]);
  });
});

describe('SIG-15: whose key made a signature', () => {
  const of = (key: SigningCertificate['publicKey']) =>
    ({ ...leaf.certificate, publicKey: key }) as SigningCertificate;

  test('SIG-15: keys that cost more than usual are not tried', () => {
    const slow = ownCertificate({ key: rsaSpki(Buffer.alloc(1025, 0xff), 3n), serial: '1' });
    const madeBy = keyTest(Buffer.alloc(256, 7).toString('base64'));
    expect(madeBy(slow.certificate)).toBeUndefined();
    expect(madeBy(of(undefined))).toBeUndefined();
    expect(madeBy(leaf.certificate)).toBe(false);
  });
});
