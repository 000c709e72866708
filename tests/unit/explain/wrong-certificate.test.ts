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
const elsewhere = ownCertificate({ ...theirs, issuer: 'CN=Another CA' });
const above = { key: other.publicKey, authority: true, issuer: ROOT };
const issuing = ownCertificate({ ...above, serial: 'C3', subject: ISSUING });
const root = ownCertificate({ ...above, serial: 'D4', subject: ROOT });
const tpp = {
  certificateBase64: leaf.certificateBase64,
  privateKey: mine.privateKey,
  keyId: keyIdOf(leaf.certificate),
};

/** @param known certificates that the bank knows */
function told(change: Partial<Draft>, known: readonly Owned[] = []): Explanation {
  const explainer = createExplainer();
  for (const { certificate } of known) explainer.know('default', certificate);
  return explained(requestOf(tpp, change), explainer);
}
const sending = ({ certificateBase64: certificate }: Owned): Partial<Draft> => ({ certificate });
const inHeader = (...owned: readonly Owned[]) => Buffer.from(pemOf(...owned)).toString('base64');
/** No explanation of these may ask for the keyId of the certificate that was sent. */
function expectMend({ readings, sentence }: Explanation, mistake: string, says: RegExp): void {
  expect(namesOf({ readings })).toEqual([mistake]);
  expect(sentence).toMatch(says);
  expect(sentence).not.toMatch(/send (?:SN|CA|keyId)=/);
}

describe("SIG-05: another TPP's certificate is sent", () => {
  test('SIG-05: of the same authority', () => {
    expectMend(
      told(sending(neighbour), [leaf]),
      'another-certificate',
      /holds another certificate \(serial B2, "CN=Neighbour"\) than the one that your keyId names and whose key made the signature; send that one\.$/,
    );
  });

  test('SIG-05: one that the bank does not know is not made up', () => {
    const { readings, sentence } = told(sending(neighbour));
    expect(namesOf({ readings })).toEqual(['serial-wrong']);
    expect(sentence).toContain('another serial number');
  });

  test('SIG-05: only the serial number is, where the signature is of the key that was sent', () => {
    const keyId = keyIdOf(leaf.certificate);
    const { readings, sentence } = told(
      { ...sending(neighbour), keyId, privateKey: other.privateKey },
      [leaf],
    );
    expect(namesOf({ readings })).toEqual(['serial-of-another-certificate']);
    expect(sentence).toMatch(/send SN=B2\.$/);
  });

  test('SIG-05: the whole keyId names another one, and the signature is of neither', () => {
    const nobody = { publicKey: other.publicKey, privateKey: mine.privateKey };
    const third = ownCertificate({ serial: 'E5', issuer: ISSUING, key: nobody.publicKey });
    const keyId = keyIdOf(third.certificate);
    expectMend(
      told({ ...sending(elsewhere), keyId }, [third]),
      'another-certificate',
      /names another certificate than TPP-Signature-Certificate holds \(serial B2, .*made with the key of neither; send the certificate of the key/,
    );
    expectMend(
      told({ ...sending(elsewhere), keyId, signature: 'none' }, [third]),
      'another-certificate',
      /; send the one whose key you sign with, and its keyId\.$/,
    );
  });
});

describe("SIG-05: an authority's certificate is sent", () => {
  const AUTHORITY = /^You sent the certificate of an authority \("CN=Issuing CA,/;

  test('SIG-05: the issuer of the one that the bank knows', () => {
    const explanation = told(sending(issuing), [leaf]);
    expectMend(explanation, 'authority-certificate', AUTHORITY);
    expect(explanation.sentence).toMatch(/are of the one that it issued to you; send that one\.$/);
  });

  test('SIG-05: the issuer of one that nobody has seen', () => {
    expectMend(
      told(sending(issuing)),
      'authority-certificate',
      /^You sent the certificate of an authority \("CN=Issuing CA,[^"]*"\), the one that CA in your keyId names as the issuer; send the certificate that was issued to you\.$/,
    );
    expectMend(told({ ...sending(issuing), signature: '' }), 'authority-certificate', AUTHORITY);
  });

  test('SIG-05: before the own one in a chain', () => {
    expectMend(
      told({ certificate: inHeader(issuing, root, leaf) }),
      'authority-certificate',
      /; put that one first; it is in the header behind this one\.$/,
    );
    expectMend(
      told({ certificate: inHeader(issuing, root, leaf), signature: 'none' }),
      'authority-certificate',
      /yours is the one that the keyId names; put that one first; it is in the header/,
    );
  });

  test('SIG-05: the root, which has nothing to do with keyId and signature', () => {
    expectMend(
      told(sending(root)),
      'authority-certificate',
      /^You sent the certificate of an authority \("CN=Root CA,.*neither the serial number in the keyId nor the signature fits it\. Send your own certificate/,
    );
    expectMend(
      told(sending(root), [leaf]),
      'another-certificate',
      /whose key made the signature; send that one\.$/,
    );
  });

  test('SIG-05: a self-signed certificate that calls itself an authority is not sent away', () => {
    const own = { issuer: ISSUING, subject: ISSUING, authority: true, key: mine.publicKey };
    const { certificateBase64, certificate } = ownCertificate({ ...own, serial: 'F6' });
    const keyId = keyIdOf({ ...certificate, serial: '77' });
    const { readings, sentence } = told({ certificate: certificateBase64, keyId });
    expect(namesOf({ readings })).toEqual(['serial-wrong']);
    expect(sentence).toMatch(/send SN=F6\.$/);
    const unreadable = told({ certificate: certificateBase64, keyId, signature: 'none' });
    expect(namesOf(unreadable)).toEqual(['serial-wrong']);
  });
});

describe('SIG-07: a certificate whose key cannot have made the signature is sent, with its own keyId', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const ofKey = (subject: string) =>
    ownCertificate({ serial: 'E5', issuer: ROOT, subject, authority: true, key: elliptic });
  const whole = (owned: Owned) => ({ ...sending(owned), keyId: keyIdOf(owned.certificate) });

  test('SIG-07: of the authority that issued the right one', () => {
    expectMend(
      told(whole(ofKey(ISSUING)), [leaf]),
      'authority-certificate',
      /^You sent the certificate of an authority \("CN=Issuing CA,[^"]*"\)\. Your signature is of the one that it issued to you; send that one, and use its keyId\.$/,
    );
  });

  test('SIG-07: of anybody else', () => {
    expectMend(
      told(whole(ofKey(ROOT)), [leaf]),
      'another-certificate',
      /\(serial E5, "CN=Root CA,[^"]*"\) than the one whose key made the signature; send that one, and use its keyId\.$/,
    );
  });
});

describe('SIG-15: what comes next, once the right certificate is sent', () => {
  const nextOf = (...given: Parameters<typeof told>) =>
    told(...given).next.map(({ rule, text }) => `${rule} ${text}`);

  test('SIG-15: nothing of what does not fit the wrong one', () => {
    expect(nextOf(sending(neighbour), [leaf])).toEqual([]);
    expect(nextOf(sending(root), [leaf])).toEqual([]);
    expect(nextOf(sending(issuing))).toEqual([]);
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
