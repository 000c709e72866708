// Explains SIG-12: how the client wrote the Digest header, and which form of the body it hashed.
import { createHash } from 'node:crypto';
import type { Reading } from '../explanation.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { distinctReadings, type Part, readingOf } from '../reading.ts';
import { digestReadings } from '../signature/signature-text.ts';
import type { Slices } from '../slices.ts';
import { type BodyForm, formsOfBody } from './body-forms.ts';

export interface DigestExplained {
  readonly readings: readonly Reading[];
  /** Number of hashes made. */
  readonly tried: number;
  /** Whether every form of the body was tried. If not, the body is too long. */
  readonly complete: boolean;
}

/** Entries of the header that are examined; each may be written in a few ways. */
const MOST_ENTRIES = 4;
/** Bytes of other forms of the body that are hashed, by all algorithms the header may mean. */
const MOST_HASHED = 2 * 1024 * 1024;
/** Bytes hashed between two pauses. */
const SLICE = 64 * 1024;

/** Compares the Digest header with the body that the bank received. */
export function* explainDigest(header: string, body: Buffer): Slices<DigestExplained> {
  const { forms: others, complete } = formsOfBody(body);
  const written = writings(header);
  if (body.length > 0 && holdsBody(header, body)) {
    return { readings: [readingOf([HOLDS_BODY])], tried: 0, complete };
  }
  const asReceived: BodyForm = { mistakes: [], words: '', bytes: body, cost: 0 };
  const found: (readonly Part[])[] = [];
  let tried = 0;
  let hashed = 0;
  let paused = 0;
  for (const form of [asReceived, ...others]) {
    if (hashed > MOST_HASHED || (hashed - paused > SLICE && (yield))) {
      return { readings: distinctReadings(found), tried, complete: false };
    }
    if (hashed - paused > SLICE) paused = hashed;
    const digests = new Map(hashesOf(form, written));
    for (const { hash, bytes, parts } of written) {
      const isRight = parts.length + form.mistakes.length === 0;
      if (isRight || digests.get(hash)?.equals(bytes) !== true) continue;
      found.push([...parts, ...partsOf(form)]);
    }
    tried += digests.size;
    if (form !== asReceived) hashed += digests.size * form.bytes.length;
  }
  return { readings: distinctReadings(found), tried, complete };
}

/** What `hash.Sum(body)` of Go gives, or the body in base64. */
const holdsBody = (header: string, body: Buffer): boolean =>
  entriesOf(header).some((entry) => {
    const bytes = Buffer.from(entry.replace(/^[^=]*=/, ''), 'base64');
    return bytes.length >= body.length && bytes.subarray(0, body.length).equals(body);
  });

const HOLDS_BODY: Part = {
  mistakes: ['digest-is-body'],
  sentence:
    "The Digest holds the body itself, as Go's hash.Sum(body) gives it, which appends; write the body to the hash and send the base64 of its sum.",
};

const hashesOf = ({ bytes }: BodyForm, written: readonly Writing[]) =>
  [...new Set(written.map(({ hash }) => hash))].map(
    (hash) => [hash, createHash(hash).update(bytes).digest()] as const,
  );

function partsOf({ mistakes, words }: BodyForm): readonly Part[] {
  if (words === '') return [];
  const sentence = `The Digest is that of the body ${words}, which is not what the bank received; hash exactly the bytes that you send.`;
  return [{ mistakes, sentence }];
}

/** A way to read an entry of the header. */
interface Writing {
  readonly parts: readonly Part[];
  /** Node's name of the hash with this many bytes. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Entries that the check compares. Other algorithms count only if there are no such entries. */
function entriesOf(header: string): readonly string[] {
  const entries = header.split(/,[ \t]*/);
  const known = entries.filter((entry) => /^sha-(?:256|512)=/i.test(entry));
  return (known.length > 0 ? known : entries).slice(0, MOST_ENTRIES);
}

function writings(header: string): readonly Writing[] {
  return entriesOf(header).flatMap((entry) => {
    const label = /^((?:sha-?(?:1|224|256|384|512)|md5)[=:]\s?)(.*)$/is.exec(entry);
    const [, name = '', value = ''] = label ?? [];
    return digestReadings(label === null ? entry : value).flatMap(({ parts, bytes }): Writing[] => {
      const hash = HASH_OF_SIZE[bytes.length];
      return hash === undefined
        ? []
        : [{ parts: [...labelParts(name, hash), ...parts], hash, bytes }];
    });
  });
}

/** @param name with the sign behind it, as sent; empty if there is none */
function labelParts(name: string, hash: string): readonly Part[] {
  const title = nameOf(hash);
  const label = name.replace(/[=:\s]+$/, '');
  const meant = label.toLowerCase().replace('-', '');
  if (hash !== 'sha256' && hash !== 'sha512') {
    const says = label === '' || meant === hash ? 'is' : `says ${label} but is`;
    const what = `${says} ${title}; the API accepts SHA-256 and SHA-512: write SHA-256=<base64>`;
    return [partOf('digest-other-algorithm', what)];
  }
  if (label === '') {
    const what = `has no algorithm before its value; write ${title}=<base64>`;
    return [partOf('digest-without-algorithm', what)];
  }
  if (meant !== hash) {
    const what = `says ${label} but its value is a hash of ${title}; write ${title}=<base64>`;
    return [partOf('digest-other-algorithm', what)];
  }
  if (name.toUpperCase() === `${title}=`) return [];
  return [partOf('digest-algorithm-name', `names its algorithm ${name}; write ${title}=<base64>`)];
}

const partOf = (mistake: MistakeName, what: string): Part => ({
  mistakes: [mistake],
  sentence: `The Digest ${what}.`,
});
