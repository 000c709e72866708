// Where the keyId is right and TPP-Signature-Certificate holds another certificate than the one it names: that
// of an authority, or of another key. Then no other keyId would help, and none is asked for (SIG-05, SIG-06).

import type { ApiError } from '../../../protocol/errors.ts';
import { clip, quote } from '../../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import { formatName, sameName } from '../../../signing/distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { isUsual, sizeOf } from '../signature/key-size.ts';
import { recover } from '../signature/recover.ts';
import { signatureReadings } from '../signature/signature-text.ts';
import { type KeyIdScene, readName } from './explain-issuer.ts';
import { namesSerial } from './serial-text.ts';

/** Anybody can make certificates with the same serial number; each costs an operation with its key. */
const MOST_NAMED = 4;

/** Shorter than the signature of any RSA key, and longer than an elliptic curve's. */
const SHORTEST_RSA = 128;

export interface KeyTest {
  /** Whether that one's key made the signature; `undefined` where nobody can tell. */
  readonly madeBy: (certificate: SigningCertificate) => boolean | undefined;
  /** Keys that were tried so far. */
  readonly tried: () => number;
}

/** @param signature the parameter's text, whatever it holds */
export function keyTest(signature: string): KeyTest {
  const texts = signatureReadings(signature);
  let tried = 0;
  return {
    madeBy({ publicKey }) {
      if (publicKey === undefined) return undefined;
      if (publicKey.asymmetricKeyType === 'ec' || publicKey.asymmetricKeyType === 'ed25519') {
        return texts.some(({ bytes }) => bytes.length >= SHORTEST_RSA) ? false : undefined;
      }
      if (!isUsual(publicKey)) return undefined;
      const fitting = texts.filter(({ bytes }) => bytes.length === sizeOf(publicKey));
      if (fitting.length === 0) return undefined;
      tried += fitting.length;
      const shown = fitting.map(({ bytes }) => recover(bytes, publicKey));
      if (shown.some((one) => one !== undefined && one.unsure !== true)) return true;
      return shown.some((one) => one !== undefined) ? undefined : false;
    },
    tried: () => tried,
  };
}

const MISTAKES: readonly MistakeName[] = ['another-certificate', 'authority-certificate'];

/** Whether that explains a refusal by the wrong certificate. */
export const isOfCertificate = (readings: readonly Reading[]): boolean =>
  readings.some(({ mistakes }) => mistakes.some((name) => MISTAKES.includes(name)));

interface Later {
  readonly readings: readonly Reading[];
  readonly remark?: string;
}

/**
 * Whether a later refusal stays when the right certificate is sent: not what does not fit the wrong one. Of
 * a signature by a known key it is known what else is wrong with it.
 */
export function outlastsCertificate(
  { rule, message }: ApiError,
  { readings, remark }: Later,
): boolean {
  if (rule === 'SIG-07') return !message.startsWith("The certificate's");
  if (rule !== 'SIG-10') return !/^(?:SIG-0[56]|TPP-)/.test(rule);
  const byKnown = readings.filter(({ mistakes }) => mistakes.includes('another-key'));
  return byKnown.some(({ mistakes }) => mistakes.length > 1 || remark !== undefined);
}

/**
 * `undefined` unless all that is known says that the certificate is the wrong one.
 * @param serial SN as sent
 * @param issuer CA as sent
 */
export function wrongCertificate(
  serial: string,
  issuer: string,
  scene: KeyIdScene,
): Reading | undefined {
  const { certificate, others, madeBy = () => undefined } = scene;
  if (namesSerial(serial, certificate.serial)) return undefined;
  const named = others.filter((one) => namesSerial(serial, one.serial)).slice(0, MOST_NAMED);
  const authority = isAuthority(certificate);
  if (named.length === 0 && !authority) return undefined;
  const own = madeBy(certificate);
  // Then the certificate is right and the keyId is not.
  if (own === true) return undefined;
  const signer = named.find((one) => madeBy(one) === true);
  if (signer !== undefined) return signedByAnother(signer, scene);
  const names = readName(issuer);
  const isIssuedBy = (one: SigningCertificate) => names.some((name) => sameName(name, one.issuer));
  // An authority's serial number and issuer are taken from the wrong file, whatever certificate is sent.
  const whole = named.find((one) => !isAuthority(one) && isIssuedBy(one));
  const isSubject = names.some((name) => sameName(name, certificate.subject));
  if (authority && !isSelfIssued(certificate) && isSubject) {
    return issuersOwn(whole, scene);
  }
  if (whole !== undefined && !isIssuedBy(certificate)) {
    return namedInFull(own === false && madeBy(whole) === false, scene);
  }
  if (!authority || own !== false) return undefined;
  const sentence = `You sent the certificate of an authority (${subjectOf(certificate)}); neither the serial number in the keyId nor the signature fits it. Send your own certificate in TPP-Signature-Certificate.`;
  return { mistakes: ['authority-certificate'], sentence };
}

const isAuthority = ({ x509 }: SigningCertificate): boolean => x509.ca;

/** Many a self-signed certificate says of itself that it is an authority's. */
const isSelfIssued = ({ subject, issuer }: SigningCertificate): boolean =>
  sameName(subject, issuer);

const subjectOf = ({ subject }: SigningCertificate): string => quote(formatName(subject));

/** Only of the certificate that was sent: another one may be another TPP's (SIG-15). */
const shownCertificate = (sent: SigningCertificate): string =>
  `serial ${shortSerial(sent)}, ${subjectOf(sent)}`;

/** A number as long as a header leaves no room for what is to be done. */
const shortSerial = ({ serial }: SigningCertificate): string => clip(serial, 64);

const ahead = (one: SigningCertificate, { behind = [] }: KeyIdScene): string =>
  behind.some(({ x509 }) => x509.raw.equals(one.x509.raw))
    ? 'put that one first; it is in the header behind this one'
    : 'send that one';

function signedByAnother(signer: SigningCertificate, scene: KeyIdScene): Reading {
  const { certificate } = scene;
  const fix = ahead(signer, scene);
  if (isAuthority(certificate) && sameName(certificate.subject, signer.issuer)) {
    const sentence = `You sent the certificate of an authority (${subjectOf(certificate)}). Your keyId and your signature are of the one that it issued to you; ${fix}.`;
    return { mistakes: ['authority-certificate'], sentence };
  }
  const sentence = `TPP-Signature-Certificate holds another certificate (${shownCertificate(certificate)}) than the one that your keyId names and whose key made the signature; ${fix}.`;
  return { mistakes: ['another-certificate'], sentence };
}

/** CA in the keyId is the subject of what was sent. */
function issuersOwn(whole: SigningCertificate | undefined, scene: KeyIdScene): Reading {
  const { certificate } = scene;
  const fix =
    whole === undefined
      ? 'send the certificate that was issued to you'
      : `yours is the one that the keyId names; ${ahead(whole, scene)}`;
  const sentence = `You sent the certificate of an authority (${subjectOf(certificate)}), the one that CA in your keyId names as the issuer; ${fix}.`;
  return { mistakes: ['authority-certificate'], sentence };
}

/** @param neither whether the signature is of neither of the two */
function namedInFull(neither: boolean, { certificate }: KeyIdScene): Reading {
  const lead = `The keyId names another certificate than TPP-Signature-Certificate holds (${shownCertificate(certificate)})`;
  const sentence = neither
    ? `${lead}, and the signature was made with the key of neither; send the certificate of the key that you sign with, and its keyId.`
    : `${lead}; send the one whose key you sign with, and its keyId.`;
  return { mistakes: ['another-certificate'], sentence };
}
