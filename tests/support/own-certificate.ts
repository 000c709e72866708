// Certificates as no authority would issue them: any key, any names, any serial number. Their signature is
// nonsense, which a bank that trusts any certificate does not look at.
import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { readCertificate, type SigningCertificate } from '../../server/signing/certificate.ts';
import {
  bits,
  fromDer,
  integer,
  NULL,
  octets,
  oid,
  sequence,
  set,
  TRUE,
  type Tree,
  tagged,
  time,
  toDer,
  utf8,
} from '../../server/signing/der-writer.ts';
import type { DistinguishedName } from '../../server/signing/distinguished-name.ts';
import { parseName } from '../../server/signing/parse-distinguished-name.ts';
import { NOW } from '../unit/signing/support.ts';
import { nextPair } from './key-stock.ts';

export interface OwnCertificate {
  /** Hexadecimal. */
  readonly serial?: string;
  /** RFC 2253. */
  readonly issuer?: string;
  readonly subject?: string;
  readonly key: KeyObject | Buffer;
  readonly authority?: boolean;
  /** Milliseconds since the epoch. */
  readonly notAfter?: number;
}

export interface Owned {
  readonly certificate: SigningCertificate;
  readonly certificateBase64: string;
}

export function ownCertificate(wanted: OwnCertificate): Owned {
  const { serial = '0A0B0C', issuer = 'CN=Own CA,O=Eget AS,C=NO', key, authority = false } = wanted;
  const { subject = 'CN=tpp.example,2.5.4.97=PSDNO-FSA-111111111,O=Eget AS,C=NO' } = wanted;
  const { notAfter = NOW + 864e5 } = wanted;
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), NULL);
  const extensions = authority
    ? [tagged(3, sequence(sequence(oid('2.5.29.19'), octets(toDer(sequence(TRUE))))))]
    : [];
  const tbs = sequence(
    tagged(0, integer(2n)),
    integer(BigInt(`0x${serial}`)),
    algorithm,
    nameOf(parseName(issuer)),
    sequence(time(NOW - 864e5), time(notAfter)),
    nameOf(parseName(subject)),
    fromDer(Buffer.isBuffer(key) ? key : key.export({ type: 'spki', format: 'der' })),
    ...extensions,
  );
  const der = toDer(sequence(tbs, algorithm, bits(Buffer.alloc(256))));
  return { certificate: readCertificate(der), certificateBase64: der.toString('base64') };
}

/** SubjectPublicKeyInfo of an RSA key that nobody has the private part of. */
export function rsaSpki(modulus: Buffer, exponent: bigint): Buffer {
  const key = sequence(integer(BigInt(`0x${modulus.toString('hex')}`)), integer(exponent));
  const algorithm = sequence(oid('1.2.840.113549.1.1.1'), NULL);
  return toDer(sequence(algorithm, bits(toDer(key))));
}

/** As a PEM file, one behind the other. */
export const pemOf = (...all: readonly { readonly certificateBase64: string }[]): string =>
  all
    .map(({ certificateBase64: der }) => `${BEGIN}\n${der}\n${BEGIN.replace('BEGIN', 'END')}\n`)
    .join('');
const BEGIN = '-----BEGIN CERTIFICATE-----';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: string;
}

export const rsaPair = async (): Promise<KeyPair> => inPem(await nextPair());
function inPem({ publicKey, privateKey }: KeyPairKeyObjectResult): KeyPair {
  return { publicKey, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** A key like that one but for its public exponent, which takes a private one of its own. */
export function withExponent({ privateKey }: KeyPair, exponent: bigint): KeyPair {
  const jwk = createPrivateKey(privateKey).export({ format: 'jwk' });
  const number = (part: 'p' | 'q') =>
    BigInt(`0x${Buffer.from(jwk[part] ?? '', 'base64url').toString('hex')}`);
  return rsaOf(number('p'), number('q'), exponent);
}

/** The pair of two primes. */
export function rsaOf(p: bigint, q: bigint, exponent: bigint): KeyPair {
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const text = (value: bigint) => {
    const hex = value.toString(16);
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString(
      'base64url',
    );
  };
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n) };
  const all = Object.entries({ ...numbers, qi: inverse(q, p) }).map(([name, value]) => {
    return [name, text(value)] as const;
  });
  const key = createPrivateKey({
    key: { kty: 'RSA', ...Object.fromEntries(all) },
    format: 'jwk',
  });
  return {
    publicKey: createPublicKey(key),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Of a number that has none it throws. */
function inverse(of: bigint, modulus: bigint): bigint {
  let [old, rest] = [of % modulus, modulus];
  let [oldFactor, factor] = [1n, 0n];
  while (rest !== 0n) {
    const times = old / rest;
    [old, rest] = [rest, old - times * rest];
    [oldFactor, factor] = [factor, oldFactor - times * factor];
  }
  if (old !== 1n) throw new RangeError('has no inverse');
  return ((oldFactor % modulus) + modulus) % modulus;
}

function nameOf(name: DistinguishedName): Tree {
  const rdns = name.map((rdn) =>
    set(...rdn.map(({ type, value }) => sequence(oid(type), utf8(value)))),
  );
  return sequence(...rdns);
}
