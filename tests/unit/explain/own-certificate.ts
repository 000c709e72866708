// Certificates as no authority would issue them: any key, any names, any serial number. Their signature is
// nonsense, which a bank that trusts any certificate does not look at.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { readCertificate, type SigningCertificate } from '../../../server/signing/certificate.ts';
import type { DistinguishedName } from '../../../server/signing/distinguished-name.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { nextPair } from '../../support/key-stock.ts';
import { NOW } from '../signing/support.ts';

export interface OwnCertificate {
  /** Hexadecimal. */
  readonly serial?: string;
  /** RFC 2253. */
  readonly issuer?: string;
  readonly subject?: string;
  readonly key: KeyObject | Buffer;
  readonly authority?: boolean;
}

export interface Owned {
  readonly certificate: SigningCertificate;
  readonly certificateBase64: string;
}

export function ownCertificate(wanted: OwnCertificate): Owned {
  const { serial = '0A0B0C', issuer = 'CN=Own CA,O=Eget AS,C=NO', key, authority = false } = wanted;
  const { subject = 'CN=tpp.example,2.5.4.97=PSDNO-FSA-111111111,O=Eget AS,C=NO' } = wanted;
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), tlv(0x05, Buffer.alloc(0)));
  const extensions = authority
    ? [tlv(0xa3, sequence(sequence(oid('2.5.29.19'), tlv(0x04, sequence(tlv(0x01, ONES))))))]
    : [];
  const tbs = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    integer(serial),
    algorithm,
    nameOf(parseName(issuer)),
    sequence(time(NOW - 864e5), time(NOW + 864e5)),
    nameOf(parseName(subject)),
    Buffer.isBuffer(key) ? key : key.export({ type: 'spki', format: 'der' }),
    ...extensions,
  );
  const der = sequence(tbs, algorithm, tlv(0x03, Buffer.alloc(257)));
  return { certificate: readCertificate(der), certificateBase64: der.toString('base64') };
}

/** SubjectPublicKeyInfo of an RSA key that nobody has the private part of. */
export function rsaSpki(modulus: Buffer, exponent: bigint): Buffer {
  const key = sequence(integer(modulus.toString('hex')), integer(exponent.toString(16)));
  const algorithm = sequence(oid('1.2.840.113549.1.1.1'), tlv(0x05, Buffer.alloc(0)));
  return sequence(algorithm, tlv(0x03, Buffer.concat([Buffer.alloc(1), key])));
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
/** Too weak for the bank, and quickly made. */
export const weakPair = (): KeyPair => inPem(generateKeyPairSync('rsa', { modulusLength: 1024 }));

function inPem({ publicKey, privateKey }: KeyPairKeyObjectResult): KeyPair {
  return { publicKey, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** A key like that one but for its public exponent, which takes a private one of its own. */
export function withExponent({ privateKey }: KeyPair, exponent: bigint): KeyPair {
  const jwk = createPrivateKey(privateKey).export({ format: 'jwk' });
  const number = (part: 'n' | 'p' | 'q' | 'qi') =>
    BigInt(`0x${Buffer.from(jwk[part] ?? '', 'base64url').toString('hex')}`);
  const [p, q] = [number('p'), number('q')];
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const text = (value: bigint) => {
    const hex = value.toString(16);
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString(
      'base64url',
    );
  };
  const key = createPrivateKey({
    key: { ...jwk, e: text(exponent), d: text(d), dp: text(d % (p - 1n)), dq: text(d % (q - 1n)) },
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

const ONES = Buffer.from([0xff]);

function tlv(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = body.length.toString(16);
  const size = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, body]);
}

const sequence = (...items: readonly Buffer[]): Buffer => tlv(0x30, ...items);

/** Positive; a leading zero where the first bit is set. */
function integer(hex: string): Buffer {
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return tlv(0x02, (bytes[0] as number) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits: number[] = [];
    for (let left = part, last = true; last || left > 0; left = Math.floor(left / 128)) {
      digits.unshift((left % 128) | (last ? 0 : 0x80));
      last = false;
    }
    return digits;
  });
  return tlv(0x06, Buffer.from(bytes));
}

const time = (at: number): Buffer =>
  tlv(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

function nameOf(name: DistinguishedName): Buffer {
  const rdns = name.map((rdn) =>
    tlv(0x31, ...rdn.map(({ type, value }) => sequence(oid(type), tlv(0x0c, Buffer.from(value))))),
  );
  return sequence(...rdns);
}
