// The keyId and the signature are of one certificate, TPP-Signature-Certificate holds another: what is told is
// to send the right one, and not to change a keyId that is right.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { wrongCertificate } from '../../../server/insight/explain/explain-key-id.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
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
const FIX = 'send that one, before any other.';
const SIGNER = `not the one that your keyId names and whose key signed; ${FIX}`;
const ISSUED = `probably not the one that was issued to you; ${FIX}`;
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
      `${OTHER} B2, "CN=Neighbour"), ${SIGNER}`,
    ],
    [
      'one that is not known, which is not made up',
      'serial-wrong',
      [],
      sending(neighbour),
      'SN in the keyId is "A1", which is not the serial number of the certificate in TPP-Signature-Certificate in hexadecimal; send keyId="SN=B2,CA=CN=Issuing CA,O=Trust AS,C=NO".',
    ],
    [
      'the one whose key signed',
      'serial-of-another-certificate',
      [leaf],
      { ...sending(neighbour), privateKey: other.privateKey },
      '(if you sign with its key, send that one); send keyId="SN=B2,CA=CN=Issuing CA,O=Trust AS,C=NO".',
    ],
    [
      "the issuing authority's",
      'authority-certificate',
      [leaf],
      sending(issuing),
      `${OF_AUTHORITY} C3, "CN=Issuing CA,O=Trust AS,C=NO"), ${SIGNER}`,
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
      SIGNER,
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
      `${OTHER} D4, "CN=Root CA,O=Trust AS,C=NO"), ${SIGNER}`,
    ],
    [
      'the own one, which calls itself an authority',
      'serial-wrong',
      [],
      of77,
      '; send keyId="SN=F6,CA=CN=Issuing CA,O=Trust AS,C=NO".',
    ],
  ])('SIG-05: %s', (_, mistake, known, change, says) => {
    const { readings, sentence } = told(change, known);
    expect(namesOf({ readings })).toEqual([mistake]);
    expect(sentence.replace(/ Then: .*/, '').slice(-says.length)).toBe(says);
  });
});

test('SIG-15: nothing of what does not fit the wrong certificate comes next', () => {
  const nextOf = (...given: Parameters<typeof told>) => told(...given).next.map(({ rule }) => rule);
  expect(nextOf(sending(neighbour), [leaf])).toEqual([]);
  expect(nextOf(sending(root), [leaf])).toEqual([]);
  expect(nextOf(sending(issuing), [])).toEqual([]);
  const small = { ...sending(ownCertificate({ key: rsaSpki(Buffer.alloc(128, 0xff), 3n) })) };
  expect(nextOf(small, [leaf])).toEqual([]);
  const digest = { ...sending(neighbour), headers: { digest: 'SHA-256=' } };
  expect(nextOf(digest, [leaf])).toEqual(['SIG-12']);
});

test('SIG-15: a mistake in what the right key signed comes next', () => {
  const signed = (text: string) => `${text}\n`;
  expect(told({ ...sending(neighbour), signed }, [leaf]).next).toEqual([
    { rule: 'SIG-10', text: expect.stringMatching(/^You ended the string with a newline/) },
  ]);
});

test('SIG-15: keys that cost more than usual are not tried', () => {
  const mistakes = (size: number) => {
    // With the exponent 1 the signature is what was padded.
    const signature = Buffer.alloc(size, 0xff);
    signature.set([0, 1]);
    signature[size - 33] = 0;
    const { certificate } = ownCertificate({ key: rsaSpki(Buffer.alloc(size, 0xff), 1n) });
    const wrong = wrongCertificate(signature.toString('base64'), leaf.certificate, [certificate]);
    return wrong?.mistakes;
  };
  expect(mistakes(512)).toEqual(['another-certificate']);
  expect(mistakes(513)).toBeUndefined();
});
