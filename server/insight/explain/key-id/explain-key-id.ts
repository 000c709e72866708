// Explains SIG-05 and SIG-06: which other thing the keyId names, or how it writes the right one.
import { quote } from '../../../protocol/shown-text.ts';
import { keyIdOf } from '../../../signing/key-id.ts';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { issuerReadings } from './issuer.ts';
import {
  bareSerial,
  canonicalSerial,
  hexOfDecimal,
  type KeyIdContext,
  wrongCertificate,
} from './wrong-certificate.ts';

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
  return rule === 'SIG-05' ? serialReadings(serial, context) : issuerReadings(issuer, context);
}

type SerialForm = readonly [
  mistake: MistakeName,
  words: string,
  read: (sent: string) => string | undefined,
];

const SERIAL_FORMS: readonly SerialForm[] = [
  [
    'serial-colons',
    'has colons or spaces between its bytes',
    (sent) => (/[:\s]/.test(sent) ? bareSerial(sent) : undefined),
  ],
  ['serial-prefix', 'has the prefix 0x', bareSerial],
  ['serial-decimal', 'is the serial number in decimal, not hexadecimal', hexOfDecimal],
  // .NET's GetSerialNumber gives the bytes in that order.
  [
    'serial-wrong',
    'has the bytes of the serial number in reversed order',
    (sent) => (bareSerial(sent).match(/../g) ?? []).reverse().join(''),
  ],
];

/** Two readings if the digits are this serial number in decimal and another one in hexadecimal. */
function serialReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const { certificate, others, madeBy } = context;
  const expected = certificate.serial;
  if (canonicalSerial(sent) === expected) return [];
  const wanted = `send SN=${expected}`;
  const form = SERIAL_FORMS.find(([, , read]) => canonicalSerial(read(sent) ?? '') === expected);
  const readings: Reading[] =
    form === undefined
      ? []
      : [{ mistakes: [form[0]], sentence: `SN in the keyId ${form[1]}; ${wanted}.` }];
  const digits = [canonicalSerial(bareSerial(sent)), hexOfDecimal(sent)];
  const other = others.find(({ serial }) => serial !== expected && digits.includes(serial));
  if (other !== undefined) {
    const sure = other.x509.ca || madeBy?.(certificate) === true;
    const or = sure ? '' : ', or send that certificate if you sign with its key';
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence = `SN in the keyId is the serial number of another certificate, not of the one in TPP-Signature-Certificate; ${wanted}${or}.`;
    readings.push({ mistakes: ['serial-of-another-certificate'], sentence });
  }
  if (readings.length > 0) return readings;
  const trouble = /^-?[0-9A-F]+$/i.test(bareSerial(sent))
    ? 'but the certificate in TPP-Signature-Certificate has another serial number'
    : 'which is not hexadecimal';
  const sentence = `SN in the keyId is ${quote(sent)}, ${trouble}; ${wanted}.`;
  return [{ mistakes: ['serial-wrong'], sentence }];
}
