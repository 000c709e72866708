// Explains SIG-12: how the client wrote the Digest header, and which form of the body it hashed.

import { createHash } from 'node:crypto';
import { decodeBase64 } from '../../../signing/base64.ts';
import type { Reading } from '../explanation.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type BodyForm, formsOfBody, workOfForms } from './body-forms.ts';

export interface DigestExplained {
  readonly readings: readonly Reading[];
  /** Number of hashes made. */
  readonly tried: number;
  /** The number of hashes, or the kilobytes that were hashed. */
  readonly work: number;
  /** Whether every form of the body was tried. If not, the body is too long. */
  readonly complete: boolean;
}

/** Entries of the header that are examined; each may be written in a few ways. */
const MOST_ENTRIES = 4;
/** Bytes of other forms of the body that are hashed, by all algorithms the header may mean. */
const MOST_HASHED = 2 * 1024 * 1024;

/** Compares the Digest header with the body that the bank received. */
export function explainDigest(header: string, body: Buffer): DigestExplained {
  const { forms: others, complete } = formsOfBody(body);
  let left = false;
  const forms: readonly BodyForm[] = [{ mistakes: [], words: '', bytes: body }, ...others];
  const hashes = createHashes();
  let nearest = Number.POSITIVE_INFINITY;
  const readings: Reading[] = [];
  for (const written of writings(header)) {
    for (const form of forms) {
      const mistakes = [...written.mistakes, ...form.mistakes];
      if (mistakes.length === 0 || mistakes.length > nearest) continue;
      if (form.words !== '' && hashes.bytes() > MOST_HASHED) {
        left = true;
        break;
      }
      if (!hashes.of(written.hash, form).equals(written.bytes)) continue;
      // Explanations with more mistakes than the best one are dropped.
      if (mistakes.length < nearest) readings.length = 0;
      nearest = mistakes.length;
      readings.push({ mistakes, sentence: sentenceOf(written, form) });
    }
  }
  const tried = hashes.tried();
  const work = Math.max(tried, hashes.bytes() / 1024) + workOfForms(others);
  return { readings: distinct(readings), tried, work, complete: complete && !left };
}

/** Hashes each form once for each algorithm. */
function createHashes() {
  const made = new Map<string, Map<BodyForm, Buffer>>();
  let tried = 0;
  let bytes = 0;
  return {
    tried: () => tried,
    bytes: () => bytes,
    of(hash: string, form: BodyForm): Buffer {
      const known = made.get(hash) ?? new Map<BodyForm, Buffer>();
      made.set(hash, known);
      const digest = known.get(form) ?? createHash(hash).update(form.bytes).digest();
      if (known.has(form)) return digest;
      known.set(form, digest);
      tried += 1;
      bytes += form.bytes.length;
      return digest;
    },
  };
}

interface Writing {
  readonly mistakes: readonly MistakeName[];
  readonly sentence: string;
  /** Node's name of the hash with this many bytes. */
  readonly hash: string;
  readonly bytes: Buffer;
}

function sentenceOf({ sentence }: Writing, { words }: BodyForm): string {
  const body =
    words === ''
      ? ''
      : `The Digest is that of the body ${words}, which is not what the bank received; hash exactly the bytes that you send.`;
  return [sentence, body].filter((part) => part !== '').join(' ');
}

/** Entries that the check compares. Other algorithms count only if there are no such entries. */
function entriesOf(header: string): readonly string[] {
  const entries = header.split(/,[ \t]*/);
  const known = entries.filter((entry) => /^sha-(?:256|512)=/i.test(entry));
  return (known.length > 0 ? known : entries).slice(0, MOST_ENTRIES);
}

/** Ways to read the header: the algorithm's name and the value of each entry. */
function writings(header: string): readonly Writing[] {
  return entriesOf(header).flatMap((entry) => {
    const named = /^([A-Za-z][A-Za-z0-9-]*)([=:])(.*)$/s.exec(entry);
    const name = named === null ? undefined : labelOf(named);
    return valuesOf(named !== null && name !== undefined ? (named[3] as string) : entry).flatMap(
      ({ mistakes, sentence, bytes }) => {
        const hash = HASH_OF_SIZE[bytes.length];
        if (hash === undefined) return [];
        const label = labelTrouble(named, name, hash);
        return [
          {
            mistakes: [...(label === undefined ? [] : [label.mistake]), ...mistakes],
            sentence: [label?.sentence ?? '', sentence].filter((part) => part !== '').join(' '),
            hash,
            bytes,
          },
        ];
      },
    );
  });
}

/** Node's name of the hash that a label means; `undefined` if it is not a label. */
function labelOf([, name = '']: RegExpExecArray): string | undefined {
  return /^(?:sha-?(?:1|224|256|384|512)|md5)$/i.test(name)
    ? name.toLowerCase().replace('-', '')
    : undefined;
}

interface LabelTrouble {
  readonly mistake: MistakeName;
  readonly sentence: string;
}

function labelTrouble(
  named: RegExpExecArray | null,
  label: string | undefined,
  hash: string,
): LabelTrouble | undefined {
  const title = nameOf(hash);
  if (hash !== 'sha256' && hash !== 'sha512') {
    const says = label === undefined || label === hash ? 'is' : `says ${named?.[1]} but is`;
    const sentence = `The Digest ${says} ${title}; the API accepts SHA-256 and SHA-512: write SHA-256=<base64>.`;
    return { mistake: 'digest-other-algorithm', sentence };
  }
  if (label === undefined || named === null) {
    const sentence = `The Digest has no algorithm before its value; write ${title}=<base64>.`;
    return { mistake: 'digest-without-algorithm', sentence };
  }
  if (label !== hash) {
    const sentence = `The Digest says ${named[1]} but its value is a hash of ${title}; write ${title}=<base64>.`;
    return { mistake: 'digest-other-algorithm', sentence };
  }
  if (named[2] === '=' && (named[1] as string).toUpperCase() === title) return undefined;
  const sentence = `The Digest names its algorithm ${named[1]}${named[2]}; write ${title}=<base64>.`;
  return { mistake: 'digest-algorithm-name', sentence };
}

interface Value {
  readonly mistakes: readonly MistakeName[];
  readonly sentence: string;
  readonly bytes: Buffer;
}

function valuesOf(text: string): readonly Value[] {
  const bare = /^"(.*)"$/s.exec(text)?.[1] ?? /^:(.*):$/s.exec(text)?.[1];
  if (bare === undefined) return bareValues(text);
  const quoted = `The value of the Digest stands between ${text[0] === '"' ? 'quotation marks' : 'colons'}; write the base64 alone.`;
  return bareValues(bare).map(({ mistakes, sentence, bytes }) => ({
    mistakes: ['digest-quoted', ...mistakes],
    sentence: [quoted, sentence].filter((part) => part !== '').join(' '),
    bytes,
  }));
}

const hexText = (size: number): string =>
  `The Digest is base64 of the hexadecimal text of the hash; base64 its ${size} bytes themselves.`;
const HEXADECIMAL = 'The Digest is written in hexadecimal; write the bytes of the hash in base64.';
const URL_SAFE =
  'The Digest is written in base64url (with - and _); write it in base64 with + and /.';
const UNPADDED = 'The base64 of the Digest lacks its padding (=) at the end.';

function bareValues(text: string): readonly Value[] {
  const base64 = decodeBase64(text);
  const hexadecimal = [text, base64?.toString('latin1') ?? '']
    .filter((hex) => /^(?:[0-9a-f]{2})+$/i.test(hex))
    .map((hex) => {
      const bytes = Buffer.from(hex, 'hex');
      return oneMistake('digest-hex', hex === text ? HEXADECIMAL : hexText(bytes.length), bytes);
    });
  if (base64 !== undefined) return [{ mistakes: [], sentence: '', bytes: base64 }, ...hexadecimal];
  return [
    ...hexadecimal,
    ...(/[-_]/.test(text)
      ? [oneMistake('digest-base64url', URL_SAFE, Buffer.from(text, 'base64url'))]
      : []),
    ...(/^[A-Za-z0-9+/]+$/.test(text)
      ? [oneMistake('digest-without-padding', UNPADDED, Buffer.from(text, 'base64'))]
      : []),
  ];
}

const oneMistake = (mistake: MistakeName, sentence: string, bytes: Buffer): Value => ({
  mistakes: [mistake],
  sentence,
  bytes,
});

function distinct(readings: readonly Reading[]): readonly Reading[] {
  const seen = new Set<string>();
  return readings.filter(({ mistakes }) => {
    const key = [...mistakes].sort().join();
    return !seen.has(key) && seen.add(key);
  });
}
