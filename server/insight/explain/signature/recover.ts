// What an RSA signature shows under a public key: padding, hash algorithm and hash (SIG-15). This never
// decides whether a signature is good; only `checkSignatureValue` does.
import { constants, hash as hashOnce, type KeyObject, publicDecrypt } from 'node:crypto';
import { utf8Of } from '../../../kernel/utf8.ts';
import { quote } from '../../../protocol/shown-text.ts';
import { NULL, octets, oid, sequence, type Tree, toDer } from '../../../signing/der-writer.ts';
import { Find, type Reading, reading, type SignatureForm } from '../explanation.ts';
import { hashOf } from '../forms/bytes.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { WrittenBytes } from './written-bytes.ts';

export interface Recovered extends SignatureForm {
  /** What is wrong with length, hash and padding; empty if all are right. */
  readonly parts: readonly Reading[];
  /** Whether this is what was signed; one character for each byte. */
  readonly test: (text: string) => boolean;
  /** The padding may be chance; only the signed string proves it. */
  readonly unsure?: boolean;
}

/** Length of the key's signatures, in bytes; 0 if it makes none. */
export const sizeOf = (key: KeyObject | undefined): number =>
  Math.ceil((key?.asymmetricKeyDetails?.modulusLength ?? 0) / 8);

/** The caller chooses the key in its certificate, so only keys of usual cost are used. */
function isUsual(key: KeyObject | undefined): key is KeyObject {
  const exponent = Number(key?.asymmetricKeyDetails?.publicExponent);
  return key?.asymmetricKeyType === 'rsa' && sizeOf(key) <= 512 && exponent < 2 ** 32;
}

const SIGN = 'sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself';
const WANTED = 'rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256';

const SAYS = {
  'no-digest-info': `You signed the bare hash, without its DigestInfo; ${SIGN} (openssl dgst -sha256 -sign, not pkeyutl without -pkeyopt digest:sha256).`,
  'not-hashed': `You encrypted …, and not a hash in its own DigestInfo (RFC 8017, 9.2); ${SIGN}.`,
  'encryption-padding': `You padded what you signed as an encryption does (00 02); ${WANTED}.`,
  'no-padding': `You used the key without padding; ${WANTED}.`,
} as const;

const NO_NULL = `Your DigestInfo lacks the NULL behind the name of its hash (05 00; RFC 8017, 9.2); ${SIGN}.`;

const AS_X931 = `You padded what you signed as ANSI X9.31 does (6B BB … CC); ${WANTED}.` as const;

const partOf = (find: Find, name: keyof typeof SAYS) => find.says([name], SAYS[name]);

/** `SHA-256` of `sha256`. */
export const nameOf = (hash: string): string => hash.toUpperCase().replace(/^SHA(?!3-)/, 'SHA-');

const CUT = 'The signature lacks the zero byte that it begins with; keep it.';
const LONG = "The signature has a zero byte before it (say, of Java's BigInteger); leave it out.";
/** Libraries for big numbers drop and add zero bytes. */
const LENGTHS = [[reading(['signature-cut'], CUT)], [], [reading(['signature-longer'], LONG)]];

/** What the signature may show under that key; nothing if another key made it or it is damaged. */
function recover(signature: Buffer, key: KeyObject): readonly Recovered[] {
  const before = LENGTHS[1 + signature.length - sizeOf(key)];
  if (before === undefined) return [];
  const encoded = decrypted(signature, key);
  if (encoded === undefined) return [];
  const payload = readPayload(encoded);
  const read = payload === undefined ? readPss(encoded) : [payload];
  return read.map((one) => ({ ...one, parts: [...before, ...one.parts] }));
}

/** What the readings show under the key, with the mistakes in writing. */
export const shownIn = (texts: readonly WrittenBytes[], key: KeyObject): readonly Recovered[] =>
  texts.flatMap(({ bytes, parts }) =>
    recover(bytes, key).map((shown) => ({ ...shown, parts: [...parts, ...shown.parts] })),
  );

/** What is surely shown; by a key of a cost that is not usual, nothing. */
export const sureIn = (texts: readonly WrittenBytes[], key: KeyObject | undefined) =>
  isUsual(key) ? shownIn(texts, key).find(isSure) : undefined;
export const isSure = ({ unsure }: Recovered): boolean => unsure !== true;

function decrypted(signature: Buffer, key: KeyObject): Buffer | undefined {
  try {
    const number = signature[0] === 0 ? signature.subarray(1) : signature;
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, number);
  } catch {
    // Longer or larger than the modulus.
    return undefined;
  }
}

/** Where NIST has numbered its hashes. */
const NIST = '2.16.840.1.101.3.4.2';
export const RARE = ['sha512-224', 'sha512-256', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'];
const HASHES: readonly (readonly [hash: string, oid: string, mistake?: MistakeName])[] = [
  ['sha256', `${NIST}.1`],
  ['sha384', `${NIST}.2`, 'hash-sha384'],
  ['sha512', `${NIST}.3`, 'hash-sha512'],
  ['sha224', `${NIST}.4`, 'hash-sha224'],
  ...RARE.map((hash, at) => [hash, `${NIST}.${at + 5}`, 'hash-other'] as const),
  ['sha1', '1.3.14.3.2.26', 'hash-sha1'],
  ['md5', '1.2.840.113549.2.5', 'hash-md5'],
];

/**
 * 00 01 FF … FF 00, or zeros if there is none; one in 2^64 signatures of other keys begins with so many. 00 02 … 00 is an
 * encryption's, and as short as chance.
 */
const PADDING = /^(?:\0\x01\xff{8,}\0|\0{8,}|\0\x02[^\0]{8,}\0)(.*)$/s;

const X931 = /^\x6b\xbb{8,}\xba(.*)[\x33-\x38]\xcc$/s;

function readPayload(encoded: Buffer): Recovered | undefined {
  const isPadded = (block: string) =>
    (PADDING.test(block) && /[^\0]/.test(block)) || X931.test(block);
  const find = Find.of(encoded.toString('latin1'), isPadded);
  if (find === undefined) return undefined;
  const { form, ...read } = ofPayload(find);
  if (encoded[0] === 0x6b) {
    const parts = [find.says(['encryption-padding'], AS_X931)];
    return { ...read, form: `ANSI X9.31 ${form}`, parts };
  }
  if (encoded[1] === 1) return { ...read, form: `RSASSA-PKCS1-v1_5 ${form}` };
  if (encoded[1] === 0)
    return { ...read, form: `raw RSA ${form}`, parts: [partOf(find, 'no-padding')] };
  const parts = [partOf(find, 'encryption-padding'), ...read.parts];
  return { ...read, form: `RSAES-PKCS1-v1_5 ${form}`, parts, unsure: !form.startsWith('with') };
}

/** A hash in its DigestInfo (RFC 8017, 9.2) or alone, or something else, which the search may find. */
function ofPayload(find: Find): Recovered {
  const text = find.text.replace(PADDING, '$1').replace(X931, '$1');
  const bytes = Buffer.from(text, 'latin1');
  const isHex = /^(?:[0-9a-f]{8}){4,16}$/i.test(text);
  // Random bytes are not all letters.
  const isText = /^[\n -~]+$/.test(text);
  for (const [name, id, mistake] of HASHES) {
    const size = hashed(name).length;
    const digest = bytes.subarray(-size);
    const isBare = bytes.length === size && !isText;
    const isInfo = (...parameters: readonly Tree[]) =>
      toDer(sequence(sequence(oid(id), ...parameters), octets(digest))).equals(bytes);
    const lacksNull = isInfo();
    if (!isBare && !lacksNull && !isInfo(NULL)) continue;
    const sentence = `You signed a hash of ${nameOf(name)}, as its DigestInfo says; rsa-sha256 hashes with SHA-256.`;
    const ofHash = mistake === undefined ? [] : [find.says([mistake], sentence)];
    const ofInfo = lacksNull ? [find.says(['no-digest-info'], NO_NULL)] : [];
    const hash = digest.toString('hex');
    return {
      parts: isBare ? [partOf(find, 'no-digest-info')] : [...ofHash, ...ofInfo],
      form: `${isBare ? 'of a bare hash,' : 'with'} ${nameOf(name)}`,
      hash,
      test: (one) => hashOf(name, one, 'hex') === hash,
    };
  }
  // As in the DigestInfo of another hash.
  const ends = (one: string) => text.endsWith(hashOf('sha256', one, 'binary'));
  const shown = utf8Of(text) === undefined ? `${bytes.length} bytes` : quote(text);
  const said = SAYS['not-hashed'].replace('…', () => shown);
  const parts = [isHex ? partOf(find, 'no-digest-info') : find.says(['not-hashed'], said)];
  return { parts, form: 'of no hash', test: (one) => one === text || ends(one) };
}

/** EMSA-PSS, read backwards (RFC 8017, 9.1.2): its padding shows it, then any string can be tested. */
function readPss(encoded: Buffer): readonly Recovered[] {
  if (encoded.at(-1) !== 0xbc) return [];
  const read = ['sha256', 'sha512', 'sha384', 'sha1'].flatMap((hash) =>
    // Some programs mask with SHA-1 whatever they hash with.
    [hash, 'sha1'].flatMap((mask) => readPssWith(hash, mask, encoded) ?? []),
  );
  const isOfOne = (text: string) => read.some(({ test }) => test(text));
  return read.map((one) => ({ ...one, test: isOfOne }));
}

/** Zeros before the salt that may be chance, in one of some thousands of other signatures. */
const MOST_UNSURE = 8;

function readPssWith(hash: string, mask: string, encoded: Buffer): Recovered | undefined {
  const size = hashed(hash).length;
  const digest = encoded.subarray(-size - 1, -1);
  // MGF1
  const masks = Array.from({ length: encoded.length / hashed(mask).length }, (_, at) =>
    hashed(mask, digest, Buffer.from([0, 0, 0, at])),
  );
  const ones = Buffer.concat(masks);
  const block = encoded.subarray(0, -size - 1).map((byte, at) => byte ^ ones.readUInt8(at));
  // The padded message is one bit shorter than the modulus, which fills its bytes.
  block[0] = (block[0] ?? 0) & 0x7f;
  const find = Find.of(Buffer.from(block).toString('latin1'), (padded) => /^\0*\x01/.test(padded));
  if (find === undefined) return undefined;
  const one = find.text.indexOf('\x01');
  const salt = block.subarray(one + 1);
  const name = nameOf(hash);
  return {
    parts: [find.says(['pss'], `You signed with RSASSA-PSS (${name}); ${WANTED}.`)],
    form: `RSASSA-PSS with ${name}`,
    test: (text) =>
      hashed(hash, Buffer.alloc(8), hashed(hash, Buffer.from(text, 'latin1')), salt).equals(digest),
    unsure: one <= MOST_UNSURE,
  };
}

const hashed = (name: string, ...parts: readonly Uint8Array[]): Buffer =>
  hashOnce(name, Buffer.concat(parts), 'buffer');
