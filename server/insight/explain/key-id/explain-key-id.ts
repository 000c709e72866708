// Explains SIG-05 and SIG-06: which other thing the keyId names, or how it writes the right one.
import { quote } from '../../../protocol/shown-text.ts';
import { keyIdOf } from '../../../signing/key-id.ts';
import type { Reading } from '../explanation.ts';
import { explainIssuer, type KeyIdContext } from './explain-issuer.ts';
import { bareSerial, canonicalSerial, hexOfDecimal } from './serial-text.ts';
import { wrongCertificate } from './wrong-certificate.ts';

/** A longer keyId gets the plain refusal: no certificate's name needs as much (SIG-15). */
const LONGEST = 4000;

/**
 * What is wrong with `SN=…,CA=…`: its form and serial number (SIG-05), or its issuer (SIG-06). Empty if
 * nothing is wrong.
 */
export function explainKeyId(
  keyId: string,
  context: KeyIdContext,
  rule: 'SIG-05' | 'SIG-06',
): readonly Reading[] {
  if (keyId.length > LONGEST) return [];
  const match = /^SN=([^,]*),[ ]?CA=(.*)$/s.exec(keyId);
  if (match === null) {
    const sentence = `The keyId ${quote(keyId)} is not of the form SN=<serial>,CA=<issuer>; send keyId="${keyIdOf(context.certificate)}".`;
    return [{ mistakes: ['key-id-form'], sentence }];
  }
  const [, serial = '', issuer = ''] = match;
  const wrong = wrongCertificate(serial, issuer, context);
  if (wrong !== undefined) return [wrong];
  return rule === 'SIG-05' ? serialReadings(serial, context) : explainIssuer(issuer, context);
}

/** The keyId with another serial number, so that its issuer can be checked alone. */
export function withSerial(keyId: string, serial: string): string {
  return keyId.replace(/^SN=[^,]*(?=,)/, () => `SN=${serial}`);
}

/** Two readings if the digits are this serial number in decimal and another one in hexadecimal. */
function serialReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const { certificate, others, madeBy } = context;
  const expected = certificate.serial;
  if (canonicalSerial(sent) === expected) return [];
  const wanted = `send SN=${expected}`;
  const decimal = hexOfDecimal(sent);
  const bare = bareSerial(sent);
  if (bare !== sent && canonicalSerial(bare) === expected) {
    const apart = /[:\s]/.test(sent);
    const words = apart ? 'has colons or spaces between its bytes' : 'has the prefix 0x';
    const mistake = apart ? 'serial-colons' : 'serial-prefix';
    return [{ mistakes: [mistake], sentence: `SN in the keyId ${words}; ${wanted}.` }];
  }
  const readings: Reading[] = [];
  if (decimal === expected) {
    const sentence = `SN in the keyId is the serial number in decimal; ${wanted} (upper-case hexadecimal).`;
    readings.push({ mistakes: ['serial-decimal'], sentence });
  }
  const other = others.find(
    ({ serial }) =>
      canonicalSerial(bare) === serial || (decimal !== expected && decimal === serial),
  );
  if (other !== undefined) {
    const sure = other.x509.ca || madeBy?.(certificate) === true;
    const or = sure ? '' : ', or send that certificate if you sign with its key';
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence = `SN in the keyId is the serial number of another certificate, not of the one in TPP-Signature-Certificate; ${wanted}${or}.`;
    readings.push({ mistakes: ['serial-of-another-certificate'], sentence });
  }
  if (readings.length > 0) return readings;
  // .NET's GetSerialNumber gives the bytes in that order.
  const isReversed = canonicalSerial((bare.match(/../g) ?? []).reverse().join('')) === expected;
  const trouble = isReversed
    ? 'which has the bytes of the serial number in reversed order'
    : /^-?[0-9A-F]+$/i.test(bare)
      ? 'but the certificate in TPP-Signature-Certificate has another serial number'
      : 'which is not hexadecimal';
  const sentence = `SN in the keyId is ${quote(sent)}, ${trouble}; ${wanted}.`;
  return [{ mistakes: ['serial-wrong'], sentence }];
}
