// Makes X.509 certificates with node-forge, which is loaded when the first one is asked for: it
// costs 40 ms that starting a bank need not pay. Signing is left to node:crypto.
import { constants, type KeyObject, privateEncrypt } from 'node:crypto';
import type Forge from 'node-forge';
import type { PspRole } from '../protocol/tpp.ts';
import { PSD2_STATEMENT, type Psd2Statement, QC_STATEMENTS, ROLE_OIDS } from './psd2-statement.ts';

/** Loads node-forge once. */
export async function loadForge(): Promise<typeof Forge> {
  return (await import('node-forge')).default;
}

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

/** The certificate as PEM. */
export function buildCertificate(forge: typeof Forge, plan: CertificatePlan): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forgeKey(forge, plan.publicKey);
  certificate.serialNumber = plan.serial;
  certificate.validity.notBefore = new Date(plan.notBefore);
  certificate.validity.notAfter = new Date(plan.notAfter);
  certificate.setSubject(attributes(forge, plan.subject));
  certificate.setIssuer(attributes(forge, plan.issuer.name));
  certificate.setExtensions([
    ...(plan.kind === 'seal' ? sealExtensions(forge, plan.psd2) : authorityExtensions(plan.kind)),
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: keyIdentifier(forge, plan.issuer.publicKey) },
  ]);
  certificate.sign(nativeSigner(plan.issuer.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

function attributes(forge: typeof Forge, name: SubjectName): Forge.pki.CertificateField[] {
  const { UTF8, PRINTABLESTRING } = forge.asn1.Type;
  const field = (type: string, value: string, valueTagClass: number) =>
    ({ type, value, valueTagClass }) as unknown as Forge.pki.CertificateField;
  return [
    field('2.5.4.6', name.country, PRINTABLESTRING),
    field('2.5.4.10', name.organisation, UTF8),
    field('2.5.4.97', name.organisationId, UTF8),
    field('2.5.4.3', name.commonName, UTF8),
  ];
}

function authorityExtensions(kind: 'root' | 'issuing'): object[] {
  const depth = kind === 'root' ? {} : { pathLenConstraint: 0 };
  return [
    { name: 'basicConstraints', critical: true, cA: true, ...depth },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
  ];
}

function sealExtensions(forge: typeof Forge, psd2: Psd2Statement | undefined): object[] {
  return [
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { id: QC_STATEMENTS, value: qcStatements(forge, psd2) },
  ];
}

/** ETSI EN 319 412-5 (qualified, for electronic seals) and TS 119 495 (PSD2), as DER bytes. */
function qcStatements({ asn1 }: typeof Forge, psd2: Psd2Statement | undefined): string {
  const { Type, Class } = asn1;
  const sequence = (...items: Forge.asn1.Asn1[]) =>
    asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, items);
  const oid = (dotted: string) =>
    asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(dotted).getBytes());
  const utf8 = (text: string) =>
    asn1.create(Class.UNIVERSAL, Type.UTF8, false, Buffer.from(text).toString('latin1'));
  const role = (name: PspRole) => sequence(oid(ROLE_OIDS[name]), utf8(name));
  const statements = [
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2'))),
  ];
  if (psd2 !== undefined) {
    const roles = sequence(...psd2.roles.map(role));
    const content = sequence(roles, utf8(psd2.ncaName), utf8(psd2.ncaId));
    statements.push(sequence(oid(PSD2_STATEMENT), content));
  }
  return asn1.toDer(sequence(...statements)).getBytes();
}

function forgeKey(forge: typeof Forge, key: KeyObject): Forge.pki.rsa.PublicKey {
  const pem = key.export({ type: 'spki', format: 'pem' }) as string;
  return forge.pki.publicKeyFromPem(pem) as Forge.pki.rsa.PublicKey;
}

function keyIdentifier(forge: typeof Forge, key: KeyObject): string {
  const fingerprint = forge.pki.getPublicKeyFingerprint(forgeKey(forge, key), {
    type: 'RSAPublicKey',
  });
  return fingerprint.getBytes();
}

// RFC 8017, 9.2: what stands before a SHA-256 hash inside a PKCS #1 v1.5 signature.
const SHA256_PREFIX = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** A key for forge's `sign` that has OpenSSL do the arithmetic, some thirty times faster. */
function nativeSigner(privateKey: KeyObject): Forge.pki.rsa.PrivateKey {
  const sign = (md: Forge.md.MessageDigest) => {
    const hash = Buffer.from(md.digest().getBytes(), 'latin1');
    const padded = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
    return privateEncrypt(padded, Buffer.concat([SHA256_PREFIX, hash])).toString('latin1');
  };
  return { sign } as unknown as Forge.pki.rsa.PrivateKey;
}
