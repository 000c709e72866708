// The DigestInfo of PKCS #1 v1.5 (RFC 8017, 9.2): which hash it names, and the hash that it holds.
import { createHash, hash as hashOnce } from 'node:crypto';
import { attempt } from '../../signing/attempt.ts';
import { childrenOf, DerError, expectTag, readDer, readOid, TAG } from '../../signing/der.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Recovered } from './recovered.ts';

interface HashRow {
  /** Node's name. */
  readonly hash: string;
  readonly mistake?: MistakeName;
  /** DER of the DigestInfo before the hash, with and without the NULL of its parameters. */
  readonly prefixes: readonly [withNull: string, without: string];
}

const HASHES: readonly HashRow[] = [
  {
    hash: 'sha256',
    prefixes: ['3031300d060960864801650304020105000420', '302f300b06096086480165030402010420'],
  },
  {
    hash: 'sha1',
    mistake: 'hash-sha1',
    prefixes: ['3021300906052b0e03021a05000414', '301f300706052b0e03021a0414'],
  },
  {
    hash: 'sha384',
    mistake: 'hash-sha384',
    prefixes: ['3041300d060960864801650304020205000430', '303f300b0609608648016503040202' + '0430'],
  },
  {
    hash: 'sha512',
    mistake: 'hash-sha512',
    prefixes: ['3051300d060960864801650304020305000440', '304f300b06096086480165030402030440'],
  },
  {
    hash: 'sha224',
    mistake: 'hash-sha224',
    prefixes: ['302d300d06096086480165030402040500041c', '302b300b0609608648016503040204041c'],
  },
  {
    hash: 'md5',
    mistake: 'hash-md5',
    prefixes: ['3020300c06082a864886f70d020505000410', '301e300a06082a864886f70d02050410'],
  },
];

const NAMES: Readonly<Record<string, string>> = {
  'sha512-224': 'SHA-512/224',
  'sha512-256': 'SHA-512/256',
};

export const nameOf = (hash: string): string =>
  NAMES[hash] ?? hash.toUpperCase().replace(/^SHA(?!3-)/, 'SHA-');

/** Those without a mistake's name of their own: Node's names. */
const OTHER_HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.5': 'sha512-224',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
};

/** `undefined` where it is no DigestInfo. */
export function fromDigestInfo(payload: Buffer): Recovered | undefined {
  const hex = payload.toString('hex');
  for (const row of HASHES) {
    for (const [at, prefix] of row.prefixes.entries()) {
      const size = createHash(row.hash).digest().length;
      if (hex.startsWith(prefix) && payload.length === prefix.length / 2 + size) {
        return ofHash(row, hex.slice(prefix.length), at === 1);
      }
    }
  }
  const info = attempt(DerError, () => readInfo(payload));
  return info instanceof DerError ? undefined : ofInfo(info);
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
}

/** Of any hash, with any parameters. Throws DerError. */
function readInfo(payload: Buffer): Info {
  const [algorithm, digest, ...more] = childrenOf(readDer(payload), TAG.SEQUENCE);
  if (more.length > 0) throw new DerError('a DigestInfo has two elements');
  const [oid] = childrenOf(algorithm, TAG.SEQUENCE);
  return { oid: readOid(oid), digest: expectTag(digest, TAG.OCTET_STRING).content };
}

const OIDS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '1.2.840.113549.2.5': 'md5',
};

function ofInfo({ oid, digest }: Info): Recovered {
  const hash = digest.toString('hex');
  const other = OTHER_HASHES[oid];
  if (other !== undefined && digest.length === lengthOf(other)) {
    const name = nameOf(other);
    return {
      mistakes: ['hash-other'],
      sentence: `You hashed with ${name}; rsa-sha256 hashes with SHA-256.`,
      form: `RSASSA-PKCS1-v1_5 with ${name}`,
      hash,
      test: (bytes) => hashOnce(other, bytes, 'hex') === hash,
    };
  }
  const named = other ?? OIDS[oid];
  if (named === undefined) {
    return {
      mistakes: ['hash-other'],
      sentence: `You hashed with another hash (OID ${oid}); rsa-sha256 hashes with SHA-256.`,
      form: `RSASSA-PKCS1-v1_5 with a hash of OID ${oid}`,
      hash,
      test: () => false,
      unknown: true,
    };
  }
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

/** The hashes that these bytes may be, or be the hexadecimal text of. */
function hashesIn(bytes: Buffer): ReadonlyMap<string, string> {
  const text = bytes.toString('latin1').toLowerCase();
  const hexes = [bytes.toString('hex'), ...(/^[0-9a-f]{32,}$/.test(text) ? [text] : [])];
  return new Map(
    Object.values(OIDS).flatMap((name) =>
      hexes
        .filter(({ length }) => length === 2 * lengthOf(name))
        .map((hex) => [name, hex] as const),
    ),
  );
}
