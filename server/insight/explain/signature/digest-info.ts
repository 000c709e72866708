// The DigestInfo of PKCS #1 v1.5 (RFC 8017, 9.2): the hash that it names, and the hash value in it.
import { createHash, hash as hashOnce } from 'node:crypto';
import { attempt } from '../../../signing/attempt.ts';
import { childrenOf, DerError, expectTag, readDer, readOid, TAG } from '../../../signing/der.ts';
import { nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Recovered } from './recovered.ts';

interface HashRow {
  /** Node's name. */
  readonly hash: string;
  /** Absent for the right hash. */
  readonly mistake?: MistakeName;
}

const HASHES: Readonly<Record<string, HashRow>> = {
  '2.16.840.1.101.3.4.2.1': { hash: 'sha256' },
  '1.3.14.3.2.26': { hash: 'sha1', mistake: 'hash-sha1' },
  '2.16.840.1.101.3.4.2.2': { hash: 'sha384', mistake: 'hash-sha384' },
  '2.16.840.1.101.3.4.2.3': { hash: 'sha512', mistake: 'hash-sha512' },
  '2.16.840.1.101.3.4.2.4': { hash: 'sha224', mistake: 'hash-sha224' },
  '1.2.840.113549.2.5': { hash: 'md5', mistake: 'hash-md5' },
  // Hashes without a mistake name of their own; libraries differ about the parameters.
  '2.16.840.1.101.3.4.2.5': { hash: 'sha512-224', mistake: 'hash-other' },
  '2.16.840.1.101.3.4.2.6': { hash: 'sha512-256', mistake: 'hash-other' },
  '2.16.840.1.101.3.4.2.7': { hash: 'sha3-224', mistake: 'hash-other' },
  '2.16.840.1.101.3.4.2.8': { hash: 'sha3-256', mistake: 'hash-other' },
  '2.16.840.1.101.3.4.2.9': { hash: 'sha3-384', mistake: 'hash-other' },
  '2.16.840.1.101.3.4.2.10': { hash: 'sha3-512', mistake: 'hash-other' },
};

/** `undefined` if it is not a DigestInfo. */
export function fromDigestInfo(payload: Buffer): Recovered | undefined {
  const info = attempt(DerError, () => readInfo(payload));
  if (info instanceof DerError) return undefined;
  const { oid, digest, parameters } = info;
  const row = HASHES[oid];
  if (row === undefined) return ofNoneKnown(oid, digest);
  const isOther = row.mistake === 'hash-other';
  const isWhole = digest.length === lengthOf(row.hash) && (isOther || parameters !== 'others');
  if (!isWhole) return ofAnother(row.hash, digest);
  return ofHash(row, digest.toString('hex'), !isOther && parameters === 'none');
}

function ofHash({ hash, mistake }: HashRow, digest: string, withoutNull: boolean): Recovered {
  const name = nameOf(hash);
  const mistakes: readonly MistakeName[] = [
    ...(mistake === undefined ? [] : [mistake]),
    ...(withoutNull ? ['digest-info-without-null' as const] : []),
  ];
  const sentences = [
    ...(mistake === undefined ? [] : [`You hashed with ${name}; rsa-sha256 hashes with SHA-256.`]),
    ...(withoutNull
      ? ['Your DigestInfo lacks the NULL of its algorithm; let a library make it (RFC 8017, 9.2).']
      : []),
  ];
  return {
    mistakes,
    ...(sentences.length === 0 ? {} : { sentence: sentences.join(' ') }),
    form: `RSASSA-PKCS1-v1_5 with ${name}${withoutNull ? ', DigestInfo without NULL' : ''}`,
    hash: digest,
    test: (bytes) => hashOnce(hash, bytes, 'hex') === digest,
  };
}

interface Info {
  readonly oid: string;
  readonly digest: Buffer;
  /** Also `others` if a length is written too long: only this bank reads such a form. */
  readonly parameters: 'null' | 'none' | 'others';
}

/** Reads any hash with any parameters. Throws DerError. */
function readInfo(payload: Buffer): Info {
  const [algorithm, holder, ...more] = childrenOf(readDer(payload), TAG.SEQUENCE);
  if (more.length > 0) throw new DerError('a DigestInfo has two elements');
  const [oid, ...parameters] = childrenOf(algorithm, TAG.SEQUENCE);
  const digest = expectTag(holder, TAG.OCTET_STRING).content;
  const shown = parameters.map(({ bytes }) => bytes.toString('hex')).join('');
  const known = { '': 'none', '0500': 'null' } as const;
  const shortest = (oid?.content.length ?? 0) + shown.length / 2 + digest.length + 8;
  const isShortest = payload.length === shortest;
  return {
    oid: readOid(oid),
    digest,
    parameters: isShortest && (shown === '' || shown === '0500') ? known[shown] : 'others',
  };
}

function ofNoneKnown(oid: string, digest: Buffer): Recovered {
  return {
    mistakes: ['hash-other'],
    sentence: `You hashed with another hash (OID ${oid}); rsa-sha256 hashes with SHA-256.`,
    form: `RSASSA-PKCS1-v1_5 with a hash of OID ${oid}`,
    hash: digest.toString('hex'),
    test: () => false,
    unknown: true,
  };
}

/** The named hash does not fit the value. */
function ofAnother(named: string, digest: Buffer): Recovered {
  const holds =
    digest.length === lengthOf(named)
      ? 'has other parameters than NULL'
      : `holds ${digest.length} bytes, not a hash of ${lengthOf(named)}`;
  const tests = hashesIn(digest);
  return {
    mistakes: ['hash-other'],
    sentence: `Your DigestInfo names ${nameOf(named)} but ${holds}; sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself.`,
    form: `RSASSA-PKCS1-v1_5 with a DigestInfo of ${nameOf(named)} that ${holds}`,
    test: (bytes) => [...tests].some(([name, wanted]) => hashOnce(name, bytes, 'hex') === wanted),
    unknown: true,
  };
}

const lengthOf = (hash: string): number => createHash(hash).digest().length;

/** What clients put into a DigestInfo that they build themselves. */
const HASHED_BY_HAND: readonly string[] = Object.values(HASHES)
  .filter(({ mistake }) => mistake !== 'hash-other')
  .map(({ hash }) => hash);

/** The hashes that these bytes may be, or whose hexadecimal text they may be. */
function hashesIn(bytes: Buffer): ReadonlyMap<string, string> {
  const text = bytes.toString('latin1').toLowerCase();
  const hexes = [bytes.toString('hex'), ...(/^[0-9a-f]{32,}$/.test(text) ? [text] : [])];
  return new Map(
    HASHED_BY_HAND.flatMap((name) =>
      hexes
        .filter(({ length }) => length === 2 * lengthOf(name))
        .map((hex) => [name, hex] as const),
    ),
  );
}
