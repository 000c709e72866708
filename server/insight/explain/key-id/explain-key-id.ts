// Explains SIG-05 and SIG-06: which other thing the keyId names, or how it writes the right one.
import { quote } from '../../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import { canonicalSerial, KEY_ID_FORM, keyIdOf } from '../../../signing/key-id.ts';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { issuerReadings } from './issuer.ts';
import { type KeyIdContext, wrongCertificate } from './wrong-certificate.ts';

/** A longer keyId gets the plain refusal: no certificate's name needs as much (SIG-15). */
const LONGEST = 4000;

/**
 * What is wrong with the form or the serial number of `SN=…,CA=…` (SIG-05), or with its issuer (SIG-06).
 * Empty if nothing is, but the bank forbids the way in which it is written.
 */
export function explainKeyId(
  keyId: string,
  context: KeyIdContext,
  rule: 'SIG-05' | 'SIG-06',
): readonly Reading[] {
  if (keyId.length > LONGEST) return [];
  const match = KEY_ID_FORM.exec(keyId);
  if (match === null) {
    const sentence = `The keyId ${quote(keyId)} is not of the form SN=<serial>,CA=<issuer>; send keyId="${keyIdOf(context.certificate)}".`;
    return [{ mistakes: ['key-id-form'], sentence }];
  }
  const [, serial = '', issuer = ''] = match;
  const isNamed = (one: SigningCertificate) => formOf(serial, one) !== undefined;
  const wrong = wrongCertificate(isNamed, issuer, context);
  if (wrong !== undefined) return [wrong];
  return rule === 'SIG-05' ? serialReadings(serial, context) : issuerReadings(issuer, context);
}

/** Without a prefix and without separators between the bytes. */
const bare = (sent: string): string => sent.replace(/^0x/i, '').replace(/[:\s]/g, '');

/** How a client writes a serial number, and which one it is then; completes "SN in the keyId …". */
const SERIAL_FORMS: readonly (readonly [
  mistake: MistakeName,
  words: string,
  hexOf: (sent: string) => string | undefined,
])[] = [
  [
    'serial-colons',
    'has colons or spaces between its bytes',
    (sent) => (/[:\s]/.test(sent) ? bare(sent) : undefined),
  ],
  ['serial-prefix', 'has the prefix 0x', bare],
  [
    'serial-decimal',
    'is the serial number in decimal, not hexadecimal',
    (sent) => (/^-?\d+$/.test(sent) ? BigInt(sent).toString(16) : undefined),
  ],
  // .NET's GetSerialNumber gives the bytes in that order.
  [
    'serial-wrong',
    'has the bytes of the serial number in reversed order',
    (sent) => bare(sent).match(/../g)?.reverse().join(''),
  ],
];

/** A serial number has 20 bytes at most. */
const LONGEST_SERIAL = 200;

/** How the text writes that certificate's serial number; `undefined` if it is another number. */
const formOf = (sent: string, { serial }: SigningCertificate) =>
  sent.length > LONGEST_SERIAL
    ? undefined
    : SERIAL_FORMS.find(([, , hexOf]) => canonicalSerial(hexOf(sent) ?? '') === serial);

/** Two readings if the digits are this serial number in decimal and another one in hexadecimal. */
function serialReadings(sent: string, { certificate, others }: KeyIdContext): readonly Reading[] {
  const { serial } = certificate;
  if (canonicalSerial(sent) === serial) return [];
  const reading = (mistake: MistakeName, words: string, or = ''): Reading => ({
    mistakes: [mistake],
    sentence: `SN in the keyId ${words}; send SN=${serial}${or}.`,
  });
  const form = formOf(sent, certificate);
  const readings = form === undefined ? [] : [reading(form[0], form[1])];
  if (others.some((one) => one.serial !== serial && formOf(sent, one) !== undefined)) {
    // The text says no more, because the certificate may be another TPP's (SIG-15).
    const words =
      'is the serial number of another certificate, not of the one in TPP-Signature-Certificate';
    const or = ', or send that certificate if you sign with its key';
    readings.push(reading('serial-of-another-certificate', words, or));
  }
  if (readings.length > 0) return readings;
  const words = `is ${quote(sent)}, but the certificate in TPP-Signature-Certificate has another serial number`;
  return [reading('serial-wrong', words)];
}
