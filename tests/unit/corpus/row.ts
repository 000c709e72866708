// A row of the corpus (tests/corpus): a refused request as a real program sent it, without the key and
// certificate of that day. Those are minted here, and the request is made again.
import {
  constants,
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { nextPair } from '../../support/key-stock.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { CERTIFICATE_FORMS, write } from './written.ts';

export interface Row {
  readonly id: string;
  readonly stack: string;
  readonly what: string;
  readonly source?: string;
  /** When it was sent. */
  readonly at: string;
  /** Whose request it is: a name of certificates.json. */
  readonly certificate: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body?: string;
    readonly bodyBase64?: string;
  };
  readonly signed?: string;
  readonly signedBase64?: string;
  readonly signing: Signing;
  /**
   * Names of mistakes, `a | b` where either is right, `? a` where it may be named too, or the rule whose plain
   * refusal says it.
   */
  readonly expects: readonly string[];
  /** Regular expressions that the answer must match, where no mistake has that name. */
  readonly says?: readonly string[];
  readonly cause?: string;
}

interface Signing {
  readonly key?: string;
  readonly hash?: string;
  readonly padding?: string;
  readonly saltLength?: number;
  readonly hmac?: string;
  /** What was to be signed went as the signature. */
  readonly plain?: boolean;
  readonly text: readonly string[];
}

interface Identity {
  readonly serial: string;
  readonly issuer: string;
  readonly subject: string;
}

export interface Identities {
  readonly keyOf: (name: string) => KeyObject;
  readonly certificateOf: (name: string) => string;
}

/** Later than any row. */
const NOT_AFTER = Date.UTC(2036, 0);

/** Mints the certificates that the rows speak of; their names and serial numbers are always the same. */
export async function mintIdentities(all: Readonly<Record<string, Identity>>): Promise<Identities> {
  const keys = new Map<string, KeyObject>();
  const certificates = new Map<string, string>();
  for (const [name, identity] of Object.entries(all)) {
    const { publicKey: key, privateKey } = await nextPair();
    const authority = name === 'authority';
    keys.set(name, privateKey);
    certificates.set(
      name,
      ownCertificate({ ...identity, key, authority, notAfter: NOT_AFTER }).certificateBase64,
    );
  }
  keys.set('ec', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  return { keyOf: from(keys), certificateOf: from(certificates) };
}

const from =
  <T>(map: ReadonlyMap<string, T>) =>
  (name: string): T => {
    const found = map.get(name);
    if (found === undefined) throw new Error(`certificates.json has no ${name}`);
    return found;
  };

/** What a mended request has otherwise than the program sent it. */
export interface Mended {
  /** Changes the text of the keyId. */
  readonly keyId?: (sent: string) => string;
  readonly digest?: string;
  readonly certificate?: string;
}

export function remake(row: Row, identities: Identities, mended: Mended = {}): SignedRequest {
  const { method, target, headers } = row.request;
  const fill = (text: string) => withCertificates(text, identities);
  const sent = headers.find(([name]) => name.toLowerCase() === 'digest')?.[1];
  const mend = (text: string) =>
    mended.digest === undefined || !sent ? text : text.replaceAll(sent, mended.digest);
  const signed = Buffer.from(
    mend(fill(bytesOf(row.signed, row.signedBase64).toString('latin1'))),
    'latin1',
  );
  const signature = write(row.signing.text, signatureOf(signed, row.signing, identities));
  const final = headers.flatMap(([name, value]): [string, string] => {
    const filled = fill(value).replaceAll('{{signature}}', () => signature);
    const isSignature = name.toLowerCase() === 'signature';
    const { keyId } = mended;
    const whole = isSignature && keyId !== undefined ? withKeyId(filled, keyId) : filled;
    const isCertificate = name.toLowerCase() === 'tpp-signature-certificate';
    if (isCertificate) return [name, mended.certificate ?? whole];
    return [name, name.toLowerCase() === 'digest' ? mend(whole) : whole];
  });
  const { body, bodyBase64 } = row.request;
  return { method, target, headers: new RawHeaders(final), body: bytesOf(body, bodyBase64) };
}

const bytesOf = (text = '', base64: string | undefined): Buffer =>
  base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');

const withKeyId = (header: string, change: (sent: string) => string): string =>
  header.replace(/keyId="((?:[^"\\]|\\.)*)"/, (_, sent: string) => `keyId="${change(sent)}"`);

const withCertificates = (text: string, { certificateOf }: Identities): string =>
  text.replaceAll(/\{\{(\w+) certificate as ([^}]+)\}\}/g, (_, name: string, form: string) => {
    const written = CERTIFICATE_FORMS[form];
    if (written === undefined) throw new Error(`no form of a certificate is called ${form}`);
    return written(certificateOf(name));
  });

function signatureOf(text: Buffer, signing: Signing, { keyOf }: Identities): Buffer {
  const { hash = 'sha256', padding, hmac } = signing;
  if (signing.plain === true) return text;
  if (hmac !== undefined) return createHmac(hash, hmac).update(text).digest();
  const key = keyOf(signing.key ?? 'own');
  if (padding === 'pss') {
    const { saltLength = 32 } = signing;
    return sign(hash, text, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
  }
  if (padding === 'der' || padding === 'ieee-p1363') {
    return sign(hash, text, { key, dsaEncoding: padding });
  }
  if (padding === 'none') {
    const whole = Buffer.concat([Buffer.alloc(Math.max(0, 256 - text.length)), text]);
    return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, whole);
  }
  if (hash === 'none') return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, text);
  if (padding === 'without DigestInfo') {
    const digest = createHash(hash).update(text).digest();
    return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digest);
  }
  return sign(hash, text, key);
}
