// SIG-02: what the TPP-Signature-Certificate header may hold. Strict base64 of DER is the rule; a PEM
// file in base64, or white space inside, is what people send first and is accepted with a finding.

import { quoteBytes } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { TppIdentity } from '../protocol/tpp.ts';
import { attempt } from './attempt.ts';
import { base64Trouble, decodeBase64 } from './base64.ts';
import { readCertificate, type SigningCertificate } from './certificate.ts';
import { DerError, statedSize } from './der.ts';
import { holdsPrivatePem, otherPem, otherThanCertificate } from './other-than-certificate.ts';
import { splitPem } from './pem.ts';
import { standIn } from './stand-in.ts';
import { identityOf } from './tpp-identity.ts';

export interface SentCertificate {
  /** The header's value; of a certificate that came with the connection, there is none. */
  readonly value?: string;
  readonly certificate: SigningCertificate;
  /** TPP-04: who its holder is. */
  readonly identity: TppIdentity;
  /** Further certificates of a PEM file: they may link the first one to a trusted one. */
  readonly chain: readonly SigningCertificate[];
  /** Sentences for findings under SIG-02. */
  readonly findings: readonly string[];
}

const EXPECTED = 'base64 of the DER certificate, in one line';
const MAX_CHAIN = 8;

/** Reads the header's value. Throws FORMAT_ERROR, path TPP-Signature-Certificate. */
export function parseCertificateHeader(value: string): SentCertificate {
  const compact = value.replace(/[ \t]+/g, '');
  const bytes = decodeBase64(compact);
  if (bytes === undefined) throw refuse(whyNotBase64(value), value);
  const text = bytes.toString('latin1');
  const pem = splitPem(text);
  const ders = pem.length > 0 ? pem : [bytes];
  const [first, ...chain] = ders.slice(0, MAX_CHAIN).map((der) => readOrRefuse(der, value));
  const certificate = first as SigningCertificate;
  return {
    value,
    certificate,
    identity: identityOf(certificate),
    chain,
    findings: [
      ...(compact === value
        ? []
        : ['TPP-Signature-Certificate has white space inside; send one line.']),
      ...(pem.length === 0
        ? []
        : ['TPP-Signature-Certificate is base64 of a PEM file; send base64 of the DER.']),
      ...(holdsPrivatePem(text)
        ? ['TPP-Signature-Certificate holds a private key as well; never send that to anyone.']
        : []),
    ],
  };
}

const SEND = 'send base64 of the DER certificate';
const FINGERPRINT_SENT = `is as long as a fingerprint, and no certificate is so short; ${SEND}`;
/** SHA-1 and SHA-256, with or without colons. */
const FINGERPRINT = /^(?:[0-9a-f]{2}:?){20}(?:(?:[0-9a-f]{2}:?){12})?$/i;

function readOrRefuse(der: Buffer, value: string): SigningCertificate {
  const result = attempt(DerError, () => readCertificate(der));
  if (!(result instanceof DerError)) return result;
  if (FINGERPRINT.test(value)) throw refuse(FINGERPRINT_SENT, value);
  const trouble = otherThanCertificate(der)?.trouble ?? damage(der, value);
  throw refuse(trouble ?? `is not an X.509 certificate in DER: ${result.message}`, value);
}

/** What base64 begins with of bytes that are no DER, or what has no letter of it but these. */
const PACKED: readonly (readonly [form: RegExp, words: string])[] = [
  [/^H4sI/, 'is base64 of gzip'],
  [/^UEsDB/, 'is base64 of a ZIP file'],
  [/^(?:\/\/4t|LQAt)/, 'is base64 of a text in UTF-16, as PowerShell writes it'],
  [/^[A-Z2-7]{100,}={0,6}$/, 'is base32 by its letters'],
];

/** Bytes of a key and a name. */
const LEAST = 100;

/** What happened to base64 that begins as a certificate's does. */
function damage(der: Buffer, value: string): string | undefined {
  if (/^miii?[a-z0-9+/]{100}/.test(value) && !/[A-Z]/.test(value)) {
    return 'has no capital letter: it was probably put into lower case; send base64 as it is';
  }
  if ([20, 32].includes(der.length)) return FINGERPRINT_SENT;
  const text = /^[\t\n\r -~]{3,}$/.exec(der.toString('latin1'))?.[0];
  if (text !== undefined) return `is base64 of the text ${quoteBytes(text)}; ${SEND}`;
  const packed = PACKED.find(([form]) => form.test(value))?.[1];
  if (packed !== undefined) return `${packed}; ${SEND}`;
  const other = standIn(value);
  if (other !== undefined) return `${other}; ${SEND}`;
  if (der.length < LEAST) return `is ${quoteBytes(value)}, and no certificate is so short; ${SEND}`;
  // What text decoders put in place of bytes.
  if (der.toString('latin1').split('\xef\xbf\xbd').length > 9) {
    return `was read as text before base64, which lost what is no text; ${SEND}`;
  }
  if (!value.startsWith('MI')) {
    return 'does not begin as a certificate in base64 does (MII…): its beginning was lost, or it is something else';
  }
  const size = statedSize(der) ?? 0;
  return size > der.length
    ? `ends before its DER does, which says that it has ${size} bytes (${der.length} came): it was probably cut short, or damaged; send it whole, in one line`
    : undefined;
}

const INSTEAD: readonly (readonly [form: RegExp, words: string])[] = [
  [/^SN=/i, 'is a keyId'],
  [
    /^(?:(?:subject|issuer)\W+)?\/?(?:CN|C|O|OU|ST|L|2\.5\.4\.97)\s?=/i,
    'is the name in a certificate',
  ],
  [/^\{.*"kty"/s, 'is a key as JSON (JWK)'],
  [/BEGIN CERTIFICATE/, 'has the words BEGIN CERTIFICATE'],
  [/^[\w-]{27}$|^[\w-]{43}$/, 'is as long as a fingerprint in base64url (x5t)'],
  [/^Certificate:|Serial ?Number:/i, 'is the text that a program prints of a certificate'],
];

function whyNotBase64(value: string): string {
  if (FINGERPRINT.test(value)) return FINGERPRINT_SENT;
  const pem = otherPem(value);
  if (pem !== undefined) return pem.trouble;
  if (value.includes('-----BEGIN')) {
    return 'is PEM; send only the base64 between the BEGIN and END lines, in one line';
  }
  if (/^@?(?!\w+:\/\/)[^\s,;]*\.(?:pem|crt|cer|der|p12|pfx|key)$/i.test(value)) {
    return `is the name of a file, ${quoteBytes(value)}; send what it holds: base64 of the DER certificate`;
  }
  const other = INSTEAD.find(([form]) => form.test(value))?.[1] ?? standIn(value);
  if (other !== undefined) return `${other}; ${SEND}`;
  // White space is tolerated.
  const compact = value.replace(/[ \t]+/g, '');
  const isShort = compact.length < LEAST && !/^MI|\.\.|…|^[[{<$%]/.test(value);
  return isShort
    ? `is ${quoteBytes(value)}, and no certificate is so short; ${SEND}`
    : `is not base64: ${base64Trouble(compact)}`;
}

function refuse(trouble: string, got: string): ApiError {
  return new ApiError('SIG-02', 'FORMAT_ERROR', `TPP-Signature-Certificate ${trouble}.`, {
    path: 'TPP-Signature-Certificate',
    expected: EXPECTED,
    got,
  });
}
