// Makes X.509 certificates (RFC 5280), with the key of the issuer: elliptic, or RSA in data folders of older
// versions. It is imported when the first is asked for: starting a bank need not wait for node-forge.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { childrenOf, expectTag, readDer, TAG } from './der.ts';
import {
  bits,
  fromDer,
  integer,
  NULL,
  octets,
  oid,
  printable,
  sequence,
  set,
  TRUE,
  type Tree,
  tagged,
  taggedOctets,
  time,
  toDer,
  utf8,
} from './der-writer.ts';
import { publicKeyInfo } from './key-pair.ts';
import { PSD2_STATEMENT, type Psd2Statement, QC_STATEMENTS, ROLE_OIDS } from './psd2-statement.ts';

export interface SubjectName {
  /** ISO 3166-1 code of the country. */
  readonly country: string;
  readonly organisation: string;
  /** organizationIdentifier, for instance `PSDNO-FSA-987654321`. */
  readonly organisationId: string;
  readonly commonName: string;
}

export interface Signer {
  readonly name: SubjectName;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export interface CertificatePlan {
  readonly subject: SubjectName;
  readonly publicKey: KeyObject;
  /** Whose name and key sign; a root signs itself. */
  readonly issuer: Signer;
  /** Hexadecimal, positive. */
  readonly serial: string;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** `seal`: QSealC; `web`: QWAC; `server`: of the bank's own TLS port. */
  readonly kind: 'root' | 'issuing' | 'seal' | 'web' | 'server';
  /** For a QSealC or QWAC; absent: its QCStatements say nothing of PSD2. */
  readonly psd2?: Psd2Statement;
  /** For a server: its DNS names and IP addresses. */
  readonly names?: readonly string[];
  /** Where its issuer lists what it has revoked. */
  readonly crlUrl?: string;
}

/** Of a signature by a key of that type. Only RSA's has a parameter, NULL (RFC 4055, 5; RFC 5758, 3.2). */
const SIGNATURE_ALGORITHMS: ReadonlyMap<string | undefined, Tree> = new Map([
  ['ec', sequence(oid('1.2.840.10045.4.3.2'))],
  ['rsa', sequence(oid('1.2.840.113549.1.1.11'), NULL)],
]);

/** The certificate in DER. */
export function buildCertificate(plan: CertificatePlan): Buffer {
  return signed(plan.issuer, (algorithm) =>
    sequence(
      tagged(0, integer(2n)),
      integer(BigInt(`0x${plan.serial}`)),
      algorithm,
      nameOf(plan.issuer.name),
      sequence(time(plan.notBefore), time(plan.notAfter)),
      nameOf(plan.subject),
      fromDer(publicKeyInfo(plan.publicKey)),
      tagged(3, extensionsOf(plan)),
    ),
  );
}

/** What an authority signs, in DER: certificates and lists of revoked ones name the algorithm inside and outside. */
export function signed({ privateKey }: Signer, tbsOf: (algorithm: Tree) => Tree): Buffer {
  const algorithm = SIGNATURE_ALGORITHMS.get(privateKey.asymmetricKeyType);
  if (algorithm === undefined) throw new Error('an authority has an elliptic or an RSA key');
  const tbs = tbsOf(algorithm);
  return toDer(sequence(tbs, algorithm, bits(sign('sha256', toDer(tbs), privateKey))));
}

export function nameOf(name: SubjectName): Tree {
  const attribute = (type: string, value: Tree) => set(sequence(oid(type), value));
  return sequence(
    attribute('2.5.4.6', printable(name.country)),
    attribute('2.5.4.10', utf8(name.organisation)),
    attribute('2.5.4.97', utf8(name.organisationId)),
    attribute('2.5.4.3', utf8(name.commonName)),
  );
}

function extensionsOf(plan: CertificatePlan): Tree {
  return sequence(
    ...extensionsOfKind(plan),
    extension('2.5.29.14', octets(keyIdentifier(plan.publicKey))),
    authorityKeyIdentifier(plan.issuer),
    ...(plan.crlUrl === undefined ? [] : [crlDistributionPoint(plan.crlUrl)]),
  );
}

function extensionsOfKind({ kind, psd2, names = [] }: CertificatePlan): Tree[] {
  switch (kind) {
    case 'root':
    case 'issuing':
      return authorityExtensions(kind);
    case 'seal':
      return [
        ...leafExtensions(SIGNATURE_AND_NON_REPUDIATION),
        extension(QC_STATEMENTS, qcStatements(kind, psd2)),
      ];
    case 'web':
      return [
        ...leafExtensions(DIGITAL_SIGNATURE),
        extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH), oid(CLIENT_AUTH))),
        extension(QC_STATEMENTS, qcStatements(kind, psd2)),
      ];
    case 'server':
      return [
        ...leafExtensions(DIGITAL_SIGNATURE),
        extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH))),
        extension('2.5.29.17', sequence(...names.map(generalName))),
      ];
  }
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const DIGITAL_SIGNATURE = bits(Buffer.of(0b1000_0000), 7);
const SIGNATURE_AND_NON_REPUDIATION = bits(Buffer.of(0b1100_0000), 6);
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

export const extension = (id: string, value: Tree): Tree => sequence(oid(id), octets(toDer(value)));
const criticalExtension = (id: string, value: Tree): Tree =>
  sequence(oid(id), TRUE, octets(toDer(value)));

function authorityExtensions(kind: 'root' | 'issuing'): Tree[] {
  const depth = kind === 'root' ? [] : [integer(0n)];
  return [
    criticalExtension(BASIC_CONSTRAINTS, sequence(TRUE, ...depth)),
    // keyCertSign, cRLSign
    criticalExtension(KEY_USAGE, bits(Buffer.of(0b0000_0110), 1)),
  ];
}

function leafExtensions(keyUsage: Tree): Tree[] {
  return [criticalExtension(BASIC_CONSTRAINTS, sequence()), criticalExtension(KEY_USAGE, keyUsage)];
}

/** RFC 5280, 4.2.1.6: a DNS name or an IP address. */
function generalName(name: string): Tree {
  return isIP(name) === 0
    ? taggedOctets(2, Buffer.from(name))
    : taggedOctets(7, addressBytes(name));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // A URL writes it with groups of hexadecimal digits alone, and at most one "::".
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  // An empty half is one group of zeros: "::" stands for two or more.
  const [first = [], last = []] = halves.map((half) => half.split(':'));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const groups = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}

/** RFC 5280, 4.2.1.13: one address. */
function crlDistributionPoint(url: string): Tree {
  const fullName = tagged(0, taggedOctets(6, Buffer.from(url)));
  return extension('2.5.29.31', sequence(sequence(tagged(0, fullName))));
}

export const authorityKeyIdentifier = ({ publicKey }: Pick<Signer, 'publicKey'>): Tree =>
  extension('2.5.29.35', sequence(taggedOctets(0, keyIdentifier(publicKey))));

/** ETSI EN 319 412-5, 4.2.3 */
const QC_TYPES = { seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' } as const;

/** ETSI EN 319 412-5 (qualified, and for what) and TS 119 495 (PSD2). */
function qcStatements(kind: keyof typeof QC_TYPES, psd2: Psd2Statement | undefined): Tree {
  const statements = [
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid(QC_TYPES[kind]))),
  ];
  if (psd2 !== undefined) {
    const roles = psd2.roles.map((role) => sequence(oid(ROLE_OIDS[role]), utf8(role)));
    const content = sequence(sequence(...roles), utf8(psd2.ncaName), utf8(psd2.ncaId));
    statements.push(sequence(oid(PSD2_STATEMENT), content));
  }
  return sequence(...statements);
}

/** SHA-1 of the key's bits alone (RFC 5280, 4.2.1.2, method 1). */
function keyIdentifier(key: KeyObject): Buffer {
  const [, keyBits] = childrenOf(readDer(publicKeyInfo(key)), TAG.SEQUENCE);
  const { content } = expectTag(keyBits, TAG.BIT_STRING);
  return createHash('sha1').update(content.subarray(1)).digest();
}
