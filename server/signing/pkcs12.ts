// PKCS #12 (RFC 7292): a private key, its certificate and the chain in one file, which key stores import.
// Forge's own would cost 70 ms to load, and reads no certificate that an elliptic key signed.
import { createHash, createHmac, type KeyObject } from 'node:crypto';
import {
  bmp,
  fromDer,
  integer,
  NULL,
  octets,
  oid,
  sequence,
  set,
  type Tree,
  tagged,
  toDer,
} from './der-writer.ts';

export interface Pkcs12Parts {
  readonly privateKey: KeyObject;
  /** DER; the certificate of the key first, then its chain. */
  readonly certificates: readonly [own: Buffer, ...chain: Buffer[]];
  readonly password: string;
  /** 8 random bytes. */
  readonly salt: Buffer;
}

/** The file's bytes. */
export function buildPkcs12({ privateKey, certificates, password, salt }: Pkcs12Parts): Buffer {
  const [own, ...chain] = certificates;
  // The same on key and certificate: a key store finds one by the other.
  const attributes = attributesOf(own);
  const encrypted = { cipher: 'aes-256-cbc', passphrase: password } as const;
  const key = privateKey.export({ type: 'pkcs8', format: 'der', ...encrypted });
  const safe = sequence(
    data(sequence(certificateBag(own, attributes), ...chain.map((der) => certificateBag(der)))),
    data(sequence(bag(SHROUDED_KEY, fromDer(key), attributes))),
  );
  return toDer(sequence(integer(3n), data(safe), macOf(toDer(safe), password, salt)));
}

const SHROUDED_KEY = '1.2.840.113549.1.12.10.1.2';

function certificateBag(der: Buffer, ...attributes: Tree[]): Tree {
  const value = sequence(oid('1.2.840.113549.1.9.22.1'), tagged(0, octets(der)));
  return bag('1.2.840.113549.1.12.10.1.3', value, ...attributes);
}

const bag = (id: string, value: Tree, ...attributes: Tree[]): Tree =>
  sequence(oid(id), tagged(0, value), ...attributes);

/** A PKCS #7 ContentInfo of the type data. */
const data = (content: Tree): Tree =>
  sequence(oid('1.2.840.113549.1.7.1'), tagged(0, octets(toDer(content))));

function attributesOf(certificate: Buffer): Tree {
  const localKeyId = octets(sha1(certificate));
  return set(
    sequence(oid('1.2.840.113549.1.9.20'), set(bmp('sandbank'))),
    sequence(oid('1.2.840.113549.1.9.21'), set(localKeyId)),
  );
}

/**
 * With SHA-1, which every key store can read, and one round, which is the default and so is not written: the
 * password is beside the file, and more would guard nothing.
 */
function macOf(safe: Buffer, password: string, salt: Buffer): Tree {
  const mac = createHmac('sha1', macKey(password, salt)).update(safe).digest();
  const algorithm = sequence(oid('1.3.14.3.2.26'), NULL);
  return sequence(sequence(algorithm, octets(mac)), octets(salt));
}

/** RFC 7292, B.2, as far as one round and one block of SHA-1 need it. */
function macKey(password: string, salt: Buffer): Buffer {
  const text = utf16(`${password}\0`);
  const filled = (bytes: Buffer) => Buffer.alloc(BLOCK * Math.ceil(bytes.length / BLOCK), bytes);
  return sha1(Buffer.alloc(BLOCK, FOR_MAC), filled(salt), filled(text));
}

/** Bytes that SHA-1 takes in at a time. */
const BLOCK = 64;
const FOR_MAC = 3;

/** Big-endian, as BMPString has it. */
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

function sha1(...parts: readonly Buffer[]): Buffer {
  return createHash('sha1').update(Buffer.concat(parts)).digest();
}
