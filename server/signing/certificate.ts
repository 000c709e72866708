// A TPP's certificate as the checks see it: read from DER once, strictly enough that nothing hostile
// gets past, and by OpenSSL for its key.

import { type KeyObject, X509Certificate } from 'node:crypto';
import { defined } from '../kernel/defined.ts';
import {
  childrenOf,
  type DerElement,
  DerError,
  expectTag,
  readDer,
  readInteger,
  readOid,
  readTime,
  TAG,
} from './der.ts';
import { type DistinguishedName, nameFromDer } from './distinguished-name.ts';
import { type Psd2Statement, QC_STATEMENTS, readPsd2Statement } from './psd2-statement.ts';

export interface SigningCertificate {
  /** Upper-case hexadecimal without leading zeros, as a number is written. */
  readonly serial: string;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** Milliseconds since the epoch; both ends belong to the period. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Absent when the certificate states nothing about PSD2. */
  readonly psd2?: Psd2Statement;
  /** Absent when OpenSSL does not know this kind of key. */
  readonly publicKey?: KeyObject;
  readonly x509: X509Certificate;
}

/** Reads one X.509 certificate. Throws DerError. */
export function readCertificate(der: Buffer): SigningCertificate {
  const [tbs] = childrenOf(readDer(der), TAG.SEQUENCE);
  const fields = childrenOf(tbs, TAG.SEQUENCE);
  // The version is [0] EXPLICIT and left out of version 1 certificates.
  if (fields[0]?.tag === VERSION) fields.shift();
  const [serial, , issuer, validity, subject] = fields;
  const [notBefore, notAfter] = childrenOf(validity, TAG.SEQUENCE);
  const psd2 = psd2Of(fields.find((field) => field.tag === EXTENSIONS));
  const x509 = openSslCertificate(der);
  const publicKey = publicKeyOf(x509);
  return {
    serial: readInteger(serial).toString(16).toUpperCase(),
    issuer: nameFromDer(issuer),
    subject: nameFromDer(subject),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    ...defined({ psd2, publicKey }),
    x509,
  };
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

function psd2Of(extensions: DerElement | undefined): Psd2Statement | undefined {
  if (extensions === undefined) return undefined;
  const list = childrenOf(childrenOf(extensions, EXTENSIONS)[0], TAG.SEQUENCE);
  const qcStatements = list
    .map((extension) => childrenOf(extension, TAG.SEQUENCE))
    .find(([id]) => readOid(id) === QC_STATEMENTS);
  if (qcStatements === undefined) return undefined;
  // [id, critical?, value]
  const value = qcStatements[qcStatements.length - 1];
  return readPsd2Statement(expectTag(value, TAG.OCTET_STRING).content);
}

function openSslCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new DerError('OpenSSL cannot read it as an X.509 certificate');
  }
}

function publicKeyOf(x509: X509Certificate): KeyObject | undefined {
  try {
    return x509.publicKey;
  } catch {
    return undefined;
  }
}
