// Explains SIG-12: how the client wrote the Digest header, and which form of the body it hashed.
import { defined } from '../../kernel/defined.ts';
import { parseShallow } from '../../kernel/shallow-json.ts';
import { readable, utf8Of } from '../../kernel/utf8.ts';
import { quote } from '../../protocol/shown-text.ts';
import { attempt } from '../../signing/attempt.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { SignatureExplained } from './explain-signature.ts';
import { type Claim, type Reading, reading } from './explanation.ts';
import { isCut } from './forms/body-forms.ts';
import { hashOf, withoutEscapes } from './forms/bytes.ts';
import { lower } from './forms/edits.ts';
import { bodyField } from './rows/digest-rows.ts';
import { ON_THE_WAY } from './rows/draft.ts';
import { readingsOf, search } from './search.ts';
import { nameOf, RARE } from './signature/recover.ts';
import { readingsAs, signatureReadings } from './signature/written-bytes.ts';
import type { Slices } from './slices.ts';

/** Node's names, by size in bytes. */
const HASHES = new Map(
  ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'].map((name) => {
    return [hashOf(name, '', 'binary').length, name] as const;
  }),
);
/** Of the search. */
const MOST_WORK = 3_200_000;
/** The shortest name is SHA (RFC 3230); base64 of a hash has = at its end alone. */
const LABEL = /^([a-z][\w-]{2,20}[=:]\s?)(.+)/is;
const HOLDS_BODY = reading(['digest-is-body'], 'The Digest holds the body itself; send its hash.');

const CUT = reading(
  ['body-cut'],
  'The body has a bracket or a quotation mark that nothing closes: it was probably cut on its way, or lacks one; send what you hashed, and count its length in bytes.',
);

/** Compares the Digest header with the body that the bank received. Without a reading and a remark, nothing is known. */
export function* explainDigest(
  header: string,
  { method, headers, body }: SignedRequest,
): Slices<SignatureExplained> {
  const encoding = headers.get('content-encoding') ?? '';
  const entry = header.split(/,[ \t]*/).find((one) => /^sha-(?:256|512)=/i.test(one)) ?? header;
  const [, label = '', value = entry] = LABEL.exec(entry) ?? [];
  // A hash begins with a short body by chance.
  const size = body.length < LEAST_BYTES ? undefined : body.length;
  if (body.length > 0 && Buffer.from(value, 'base64').subarray(0, size).equals(body)) {
    return { readings: [HOLDS_BODY], tried: 0 };
  }
  const field = bodyField(body);
  const rare = new Map(RARE.map((name) => [hashOf(name, field.start, 'binary'), name]));
  const written = readingsAs('Digest', value).flatMap(({ parts, bytes }) => {
    const digest = bytes.toString('latin1');
    const hash = rare.get(digest) ?? HASHES.get(bytes.length);
    return hash ? { hash, digest, parts: [...labelParts(label, hash), ...parts] } : [];
  });
  const hashes = [...new Set(written.map(({ hash }) => hash))];
  /** The ways to read the header that stand for a digest of the text. */
  const fitting = (text: string) => {
    const digests = hashes.map((name) => hashOf(name, text, 'binary'));
    return written.filter(({ digest }) => digests.includes(digest));
  };
  const isFitting = (text: string) => fitting(text).length > 0;
  const near = isFitting(field.start) ? [] : damagedDigest(entry, value, field.start);
  if (near.length > 0) return { readings: near, tried: 0 };
  if (hashes.length === 0) return { readings: [], tried: 0, remark: NO_HASH };
  const { found, text, tried } = yield* search(field, isFitting, MOST_WORK / hashes.length);
  if (text !== undefined) {
    const advice = whatToSend(text, field.start, { method, encoding });
    const all = found.flatMap((forms) =>
      fitting(text).map(({ parts }) => [...parts, ...ofForms(forms, advice)]),
    );
    return { readings: readingsOf(all), tried };
  }
  if (isCut(field.start)) return { readings: [CUT], tried };
  if (/^(?:gzip|x-gzip|deflate|br|zstd)$/i.test(encoding)) {
    const sentence =
      `The request says Content-Encoding: ${encoding}, so the Digest is probably that of the body before or after it was compressed; hash exactly the bytes that you send.` as const;
    return { readings: [{ mistakes: ['body-compressed'], sentence }], tried };
  }
  return { readings: [], tried, ...defined({ remark: otherThanJson(field.start, method) }) };
}

const NO_HASH =
  'The bank can read no hash in it: SHA-256 has 32 bytes (44 characters of base64), SHA-512 has 64 (88)';

/** Of a hash so many bytes are no chance. */
const LEAST_BYTES = 8;

/** The right digest, but something was done to its text or its bytes. */
function damagedDigest(entry: string, value: string, body: string): readonly Reading[] {
  for (const name of ['sha256', 'sha512']) {
    const text = hashOf(name, body, 'base64');
    const right = Buffer.from(text, 'base64');
    const isStart = ({ length }: Buffer) => length >= LEAST_BYTES && length < right.length;
    const short = [Buffer.from(value, 'base64'), Buffer.from(value, 'hex')].find(
      (bytes) => isStart(bytes) && bytes.equals(right.subarray(0, bytes.length)),
    );
    const inside = Buffer.from(value, 'base64').toString('latin1');
    const isWritten =
      [entry, inside].some((one) => withoutEscapes(one).includes(text)) ||
      signatureReadings(value).some(({ bytes }) => bytes.equals(right));
    const how =
      (short && `cut after ${short.length} of ${right.length} bytes`) ||
      (lower(value) === lower(text) && 'with its letters in another case') ||
      (isWritten && 'but written otherwise');
    if (!how) continue;
    const sentence = `The Digest is the right hash ${how}; send ${nameOf(name)}=${text}.` as const;
    return [reading(['digest-damaged'], sentence)];
  }
  return [];
}

/** What the body is that the digest is perhaps not of. */
function otherThanJson(body: string, method: string): Claim | undefined {
  if (body === '' && hasNoBody(method)) {
    return `A ${method} has no body here, so it needs no Digest: this one was probably left from another request; leave it out, also of the list that is signed`;
  }
  if (body === '') {
    return 'The request came without a body: it was probably lost on the way, as a redirect loses it, or was not given to the HTTP library';
  }
  const [, what] =
    [
      // Base64 ends in = too.
      [/^[^\s{}<>"=]+=(?!=?$)[^\s{}<>"]*$/.test(body), 'a form (name=value, urlencoded)'] as const,
      [/^\s*--\S[^\n]*\ncontent-/i.test(body), 'of several parts (multipart)'] as const,
      [/^\s*<(?:[?!]|.*(?:<\/|\/>))/s.test(body), 'XML or HTML'] as const,
    ].find(([is]) => is) ?? [];
  if (what !== undefined) return `The body is ${what}, and the API reads JSON`;
  const trouble = whyNotTaken(body);
  if (trouble !== undefined) return `The body ${trouble}`;
  for (const [form, words] of CLUES) {
    const [found] = form.exec(body) ?? [];
    if (found !== undefined) return `The body has ${quote(found)}, which is probably ${words}`;
  }
  return undefined;
}

/** What is seldom in the body that was hashed. */
const CLUES: readonly (readonly [form: RegExp, words: string])[] = [
  [/\$?\{\{?[A-Za-z][\w.-]{0,60}\}\}?/, 'a variable without its value'],
  [/\*{4}/, 'data that something masked on its way'],
];

/** Where nothing is known. */
export const NEXT_STEPS =
  'The bank does not know what was hashed. Next: 1. print how many bytes your client hashes, and the first and last of them; 2. hash exactly the bytes that it gives to the HTTP library, or find what changes them on the way; 3. compare what often differs: the data, a number, the form (JSON, urlencoded, compressed) or the algorithm (SHA-3 of some libraries is Keccak)';

/**
 * Which of the two bodies is right is known where the API takes only one of them.
 * @param sent `encoding` is that of the received one
 */
function whatToSend(
  hashed: string,
  received: string,
  { method, encoding }: { readonly method: string; readonly encoding: string },
): string {
  if (received === '' && hasNoBody(method)) return `a ${method} has none here, nor a Digest`;
  if (received === '') return 'it came without one: send the body, or no Digest if it has none';
  const encoded = /^(?:identity)?$/i.test(encoding) ? undefined : `has it (${encoding})`;
  const trouble = encoded ?? whyNotTaken(received);
  if (trouble !== undefined && HAS_MEMBERS.test(hashed) && whyNotTaken(hashed) === undefined) {
    const alone = encoded ? ', without Content-Encoding' : '';
    return `send that body${alone}: the one that came ${trouble}, and the API takes JSON in UTF-8`;
  }
  const isLost = hashed.trimEnd() !== received && hashed.replace(/[\r\n]+/g, '') === received;
  const lost = isLost
    ? ' (only its line ends are missing: curl -d takes them out, --data-binary keeps them)'
    : '';
  return `hash exactly the bytes that you send, ${ON_THE_WAY}${lost}`;
}

/** JSON with something in it; what is printed in place of a body has nothing. */
const HAS_MEMBERS = /^\s*[[{]\s*[^\s\]}]/;

export const hasNoBody = (method: string): boolean => ['GET', 'HEAD', 'DELETE'].includes(method);

/** Completes "the body …". */
function whyNotTaken(bytes: string): string | undefined {
  if (bytes.startsWith('\xef\xbb\xbf')) return 'begins with a byte order mark (EF BB BF)';
  if (utf8Of(bytes) === undefined) return 'is not UTF-8';
  const json = attempt(SyntaxError, () => parseShallow(readable(bytes)));
  return json instanceof SyntaxError ? `is not JSON (${json.message})` : undefined;
}

function ofForms(forms: readonly Reading[], advice: string): readonly Reading[] {
  if (forms.length === 0) return [];
  const words = forms.map(({ sentence }) => sentence).join(' and ');
  const sentence =
    `The Digest is that of the body ${words}, which is not what the bank received; ${advice}.` as const;
  const mistakes = forms.flatMap((form) => form.mistakes);
  return [reading(mistakes, sentence)];
}

const ofOther = (what: string): Reading =>
  reading(
    ['digest-other-algorithm'],
    `The Digest is ${what}, which the API does not accept; write SHA-256=<base64> of a SHA-256 hash.`,
  );

/** @param label with the sign behind it, as sent; empty if there is none */
function labelParts(label: string, hash: string): readonly Reading[] {
  const title = nameOf(hash);
  if (RARE.includes(hash)) return [ofOther(`the ${title} of the body`)];
  if (hash !== 'sha256' && hash !== 'sha512') return [ofOther(`as long as a hash of ${title}`)];
  if (label.toUpperCase() === `${title}=`) return [];
  const write = `write ${title}=<base64>.`;
  if (label === '') {
    const sentence = `The Digest has no ${title}= before its value; ${write}` as const;
    return [reading(['digest-without-algorithm'], sentence)];
  }
  const isOwn = label.replace(/[-=:\s]/g, '').toLowerCase() === hash;
  const which = isOwn ? '' : `, and is a hash of ${title}`;
  const sentence = `The Digest names its algorithm "${label}"${which}; ${write}` as const;
  return [reading([isOwn ? 'digest-algorithm-name' : 'digest-other-algorithm'], sentence)];
}
