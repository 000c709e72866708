// Explains SIG-12: how the client wrote the Digest header, and which form of the body it hashed.
import { hash as hashOnce } from 'node:crypto';
import type { Reading } from './explanation.ts';
import { readForm } from './forms/json-forms.ts';
import { HASH_OF_SIZE, nameOf } from './hashes.ts';
import type { MistakeName } from './mistake-names.ts';
import { bodyField } from './rows/body-rows.ts';
import { distinctReadings, type Part, readingOf, search } from './search.ts';
import { digestReadings } from './signature/written-bytes.ts';
import type { Slices } from './slices.ts';

export interface DigestExplained {
  readonly readings: readonly Reading[];
  /** Number of texts that were hashed. */
  readonly tried: number;
  /** What was tried, where nothing explains it; without a full stop. */
  readonly remark: string;
}

/** Entries of the header that are examined; each may be written in a few ways. */
const MOST_ENTRIES = 4;
const LIMITS = { texts: 3000, bytes: 1536 * 1024 };

/** Compares the Digest header with the body that the bank received. */
export function* explainDigest(header: string, body: Buffer): Slices<DigestExplained> {
  if (holdsBody(header, body)) {
    return { readings: [readingOf([HOLDS_BODY])], tried: 0, remark: '' };
  }
  const written = writings(header);
  const hashes = [...new Set(written.map(({ hash }) => hash))];
  const right = body.toString('latin1');
  /** The ways to read the header that stand for a digest of the text; the right one explains nothing. */
  const fitting = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    const digests = hashes.map((name) => hashOnce(name, bytes, 'binary'));
    return written.filter(
      ({ digest, parts }) => digests.includes(digest) && (text !== right || parts.length > 0),
    );
  };
  const field = bodyField(body);
  const { found, text, tried } = yield* search(field, (one) => fitting(one).length > 0, {
    ...LIMITS,
    bytes: LIMITS.bytes / Math.max(1, hashes.length),
  });
  const ways = text === undefined ? [] : fitting(text);
  const readings = found.flatMap((forms) => ways.map(({ parts }) => [...parts, ...ofForms(forms)]));
  const remark = field.rows.length === 0 ? TOO_LONG : remarkOn(right, tried);
  return { readings: distinctReadings(readings), tried, remark };
}

const TOO_LONG = 'The body is too long to try other forms of it';

const remarkOn = (body: string, tried: number): string =>
  readForm(body) === undefined
    ? `None of the ${tried} usual other forms of it fits; what cannot be guessed: other data or comments, a number written otherwise, or another algorithm (such as Keccak)`
    : 'The body is a form (name=value, urlencoded), and the API reads JSON';

const partOf = (mistake: MistakeName, what: string): Part => ({
  mistakes: [mistake],
  sentence: `The Digest ${what}.`,
});

/** The body, with or without a hash behind it. */
const holdsBody = (header: string, body: Buffer): boolean =>
  body.length > 0 &&
  entriesOf(header).some((entry) => {
    const bytes = Buffer.from(entry.replace(/^[^=]*=/, ''), 'base64');
    return bytes.subarray(0, body.length).equals(body);
  });

const HOLDS_BODY = partOf(
  'digest-is-body',
  "holds the body itself, as Go's hash.Sum(body) gives it, which appends; write the body to the hash and send the base64 of its sum",
);

function ofForms(forms: readonly Part[]): readonly Part[] {
  if (forms.length === 0) return [];
  const words = forms.map(({ sentence }) => sentence).join(' and ');
  const sentence = `The Digest is that of the body ${words}, which is not what the bank received; hash exactly the bytes that you send.`;
  return [{ mistakes: forms.flatMap(({ mistakes }) => mistakes), sentence }];
}

/** Entries that the check compares. Other algorithms count only if there are no such entries. */
function entriesOf(header: string): readonly string[] {
  const entries = header.split(/,[ \t]*/);
  const known = entries.filter((entry) => /^sha-(?:256|512)=/i.test(entry));
  return (known.length > 0 ? known : entries).slice(0, MOST_ENTRIES);
}

/** The ways to read each entry: Node's name of the hash with so many bytes, and the bytes as latin1 text. */
const writings = (header: string) =>
  entriesOf(header).flatMap((entry) => {
    const label = /^((?:sha-?(?:1|224|256|384|512)|md5)[=:]\s?)(.*)$/is.exec(entry);
    const [, name = '', value = entry] = label ?? [];
    return digestReadings(value).flatMap(({ parts, bytes }) => {
      const hash = HASH_OF_SIZE[bytes.length];
      if (hash === undefined) return [];
      return {
        parts: [...labelParts(name, hash), ...parts],
        hash,
        digest: bytes.toString('latin1'),
      };
    });
  });

/** @param name with the sign behind it, as sent; empty if there is none */
function labelParts(name: string, hash: string): readonly Part[] {
  const [title, label] = [nameOf(hash), name.replace(/[=:\s]+$/, '')];
  const isAccepted = hash === 'sha256' || hash === 'sha512';
  const isOther = label !== '' && label.toLowerCase().replace('-', '') !== hash;
  if (!isAccepted || isOther) {
    const write = isAccepted ? title : 'SHA-256';
    const what = `is a hash of ${title}${isOther ? `, not of ${label}` : ''}`;
    const advice = `the API accepts SHA-256 and SHA-512: write ${write}=<base64>`;
    return [partOf('digest-other-algorithm', `${what}; ${advice}`)];
  }
  const write = `write ${title}=<base64>`;
  if (label === '') {
    return [partOf('digest-without-algorithm', `has no algorithm before its value; ${write}`)];
  }
  if (name.toUpperCase() === `${title}=`) return [];
  return [partOf('digest-algorithm-name', `names its algorithm ${name}; ${write}`)];
}
