// Makes X.509 certificates (RFC 5280), with the key of the issuer: elliptic, or RSA in data folders of older
// versions. It is imported when the first is asked for: starting a bank need not wait for node-forge.
import { createHash, type KeyObject, sign } from 'node:crypto';
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
  readonly kind: 'root' | 'issuing' | 'seal';
  /** For a seal certificate; absent: its QCStatements say nothing of PSD2. */
  readonly psd2?: Psd2Statement;
}

/** Of a signature by a key of that type. Only RSA's has a parameter, NULL (RFC 4055, 5; RFC 5758, 3.2). */
const SIGNATURE_ALGORITHMS: ReadonlyMap<string | undefined, Tree> = new Map([
  ['ec', sequence(oid('1.2.840.10045.4.3.2'))],
  ['rsa', sequence(oid('1.2.840.113549.1.1.11'), NULL)],
]);

/** The certificate in DER. */
export function buildCertificate(plan: CertificatePlan): Buffer {
  const { privateKey } = plan.issuer;
  const algorithm = SIGNATURE_ALGORITHMS.get(privateKey.asymmetricKeyType);
  if (algorithm === undefined) throw new Error('an authority has an elliptic or an RSA key');
  const tbs = sequence(
    tagged(0, integer(2n)),
    integer(BigInt(`0x${plan.serial}`)),
    algorithm,
    nameOf(plan.issuer.name),
    sequence(time(plan.notBefore), time(plan.notAfter)),
    nameOf(plan.subject),
    fromDer(publicKeyInfo(plan.publicKey)),
    tagged(3, extensionsOf(plan)),
  );
  return toDer(sequence(tbs, algorithm, bits(sign('sha256', toDer(tbs), privateKey))));
}

function nameOf(name: SubjectName): Tree {
  const attribute = (type: string, value: Tree) => set(sequence(oid(type), value));
  return sequence(
    attribute('2.5.4.6', printable(name.country)),
    attribute('2.5.4.10', utf8(name.organisation)),
    attribute('2.5.4.97', utf8(name.organisationId)),
    attribute('2.5.4.3', utf8(name.commonName)),
  );
}

function extensionsOf({ kind, psd2, publicKey, issuer }: CertificatePlan): Tree {
  return sequence(
    ...(kind === 'seal' ? sealExtensions(psd2) : authorityExtensions(kind)),
    extension('2.5.29.14', octets(keyIdentifier(publicKey))),
    extension('2.5.29.35', sequence(taggedOctets(0, keyIdentifier(issuer.publicKey)))),
  );
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';

const extension = (id: string, value: Tree): Tree => sequence(oid(id), octets(toDer(value)));
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

function sealExtensions(psd2: Psd2Statement | undefined): Tree[] {
  return [
    criticalExtension(BASIC_CONSTRAINTS, sequence()),
    // digitalSignature, nonRepudiation
    criticalExtension(KEY_USAGE, bits(Buffer.of(0b1100_0000), 6)),
    extension(QC_STATEMENTS, qcStatements(psd2)),
  ];
}

/** ETSI EN 319 412-5 (qualified, for electronic seals) and TS 119 495 (PSD2). */
function qcStatements(psd2: Psd2Statement | undefined): Tree {
  const statements = [
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2'))),
  ];
  if (psd2 !== undefined) {
    const roles = psd2.roles.map((role) => sequence(oid(ROLE_OIDS[role]), utf8(role)));
    const content = sequence(sequence(...roles), utf8(psd2.ncaName), utf8(psd2.ncaId));
    statements.push(sequence(oid(PSD2_STATEMENT), content));
  }
  return sequence(...statements);
}

const publicKeyInfo = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** SHA-1 of the key's bits alone (RFC 5280, 4.2.1.2, method 1). */
function keyIdentifier(key: KeyObject): Buffer {
  const [, keyBits] = childrenOf(readDer(publicKeyInfo(key)), TAG.SEQUENCE);
  const { content } = expectTag(keyBits, TAG.BIT_STRING);
  return createHash('sha1').update(content.subarray(1)).digest();
}
