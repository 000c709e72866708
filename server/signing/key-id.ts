// keyId: SN=<serial>,CA=<issuer> must name the certificate that was sent (SIG-05, SIG-06).
import { quoteBytes } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { ReportFinding } from '../protocol/tpp.ts';
import { attempt } from './attempt.ts';
import type { SigningCertificate } from './certificate.ts';
import { type DistinguishedName, formatName, sameName } from './distinguished-name.ts';
import { NameSyntaxError, parseName } from './parse-distinguished-name.ts';

/** The keyId of a certificate: `SN=…,CA=…` as SIG-05 and SIG-06 want it. */
export function keyIdOf({ serial, issuer }: Pick<SigningCertificate, 'serial' | 'issuer'>): string {
  return `SN=${serial},CA=${formatName(issuer)}`;
}

/** Reports the findings of a keyId that fits; throws as `checkKeyId` does. */
export type KeyIdCheck = typeof checkKeyId;

/**
 * `checkKeyId`, which is done once for a keyId that fits its certificate: every request of a TPP has the
 * same one. What was refused is not remembered.
 */
export function rememberingKeyIdCheck(): KeyIdCheck {
  const fitting = new WeakMap<SigningCertificate, FittingKeyId>();
  return (keyId, certificate, finding) => {
    let known = fitting.get(certificate);
    if (known?.keyId !== keyId) {
      const findings: FittingKeyId['findings'][number][] = [];
      checkKeyId(keyId, certificate, (...found) => findings.push(found));
      known = { keyId, findings };
      fitting.set(certificate, known);
    }
    for (const found of known.findings) finding(...found);
  };
}

interface FittingKeyId {
  readonly keyId: string;
  readonly findings: readonly Parameters<ReportFinding>[];
}

/** `SN=<serial>,CA=<issuer>` */
export const KEY_ID_FORM = /^SN=([^,]*),[ ]?CA=(.*)$/s;

/** Throws BAD_REQUEST, path Signature, unless the keyId names the certificate's serial and issuer. */
export function checkKeyId(
  keyId: string,
  certificate: SigningCertificate,
  finding: ReportFinding,
): void {
  const match = KEY_ID_FORM.exec(keyId);
  if (match === null) {
    throw refuse(
      'SIG-05',
      'The keyId must have the form SN=<serial>,CA=<issuer>.',
      certificate,
      keyId,
    );
  }
  const [, serial = '', issuer = ''] = match;
  checkSerial(serial, certificate, finding);
  checkIssuer(issuer, certificate, finding);
}

/** Upper-case hexadecimal without leading zeros, as the bank writes it. */
export const canonicalSerial = (hex: string): string =>
  hex.toUpperCase().replace(/^(-?)0+(?=[0-9A-F])/, '$1');

function checkSerial(sent: string, certificate: SigningCertificate, finding: ReportFinding): void {
  const expected = certificate.serial;
  const canonical = canonicalSerial(sent);
  if (canonical !== expected) {
    throw refuse('SIG-05', serialTrouble(sent, expected), certificate, `SN=${sent}`);
  }
  if (/[a-f]/.test(sent)) finding('SIG-05', 'SN in the keyId should be in upper-case hexadecimal.');
  if (canonical.length !== sent.length) finding('SIG-05', 'SN in the keyId has leading zeros.');
}

function serialTrouble(sent: string, expected: string): string {
  const wanted = `write SN=${expected}`;
  if (/^-?\d{1,64}$/.test(sent) && BigInt(sent) === hexValue(expected)) {
    return `SN in the keyId is the serial in decimal; ${wanted}.`;
  }
  if (/^0x/i.test(sent)) return `SN in the keyId has the prefix 0x; ${wanted}.`;
  if (sent.includes(':')) return `SN in the keyId has colons; ${wanted}.`;
  if (!/^-?[0-9A-Fa-f]+$/.test(sent)) return `SN in the keyId is not hexadecimal; ${wanted}.`;
  return `SN in the keyId is ${quoteBytes(sent)}, but the certificate in the request has another serial; ${wanted}.`;
}

function hexValue(hex: string): bigint {
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}

interface NameReading {
  readonly parsed: DistinguishedName | NameSyntaxError;
  /** Forms that RFC 2253 does not print, completing "CA in the keyId has …". */
  readonly findings: ReadonlySet<string>;
}

/** A keyId stands in quotes, so a client may or may not have escaped the quotes of the name itself. */
function readingsOf(sent: string): readonly NameReading[] {
  const quotes = sent.replaceAll('\\"', '"');
  const escapes = sent.replace(/\\(["\\])/g, '$1');
  return [...new Set([sent, quotes, escapes])].map((text) => {
    const doubled = text === escapes && escapes !== quotes;
    const findings = new Set(doubled ? ['its backslashes doubled; write each once'] : []);
    const parsed = attempt(NameSyntaxError, () =>
      parseName(text, (finding) => findings.add(finding)),
    );
    return { parsed, findings };
  });
}

/** Every name that the text after CA= can be read as. */
export const namesIn = (sent: string): readonly DistinguishedName[] =>
  readingsOf(sent).flatMap(({ parsed }) => (parsed instanceof NameSyntaxError ? [] : [parsed]));

function checkIssuer(sent: string, certificate: SigningCertificate, finding: ReportFinding): void {
  const readings = readingsOf(sent);
  const right = readings.find(
    ({ parsed: name }) => !(name instanceof NameSyntaxError) && sameName(name, certificate.issuer),
  );
  if (right !== undefined) {
    for (const text of right.findings) finding('SIG-06', `CA in the keyId has ${text}.`);
    return;
  }
  // What it is instead, its subject or its name in reversed order, the explanation says (SIG-15).
  const unread = readings.flatMap(({ parsed }) =>
    parsed instanceof NameSyntaxError ? [parsed.message] : [],
  );
  const trouble =
    unread.length === readings.length
      ? unread[0]
      : 'is not the issuer of the certificate in the request (compare the order, every part and the spelling)';
  throw refuse(
    'SIG-06',
    `CA in the keyId ${trouble}. Expected CA=${formatName(certificate.issuer)}`,
    certificate,
    `CA=${sent}`,
  );
}

function refuse(
  rule: RuleId,
  text: string,
  certificate: SigningCertificate,
  got: string,
): ApiError {
  const expected = keyIdOf(certificate);
  return new ApiError(rule, 'BAD_REQUEST', text, { path: 'Signature', expected, got });
}
