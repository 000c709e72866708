// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import { listed, renderDraft, type StringContext, valueIn } from './rows/draft.ts';
import { stringField } from './rows/string-field.ts';
import { distinctReadings, type Part, readingOf, search } from './search.ts';
import { bitsOf, isUsual, type Recovered, recover, sizeOf } from './signature/recover.ts';
import { repaired } from './signature/repaired.ts';
import { whatElse } from './signature/what-else.ts';
import { signatureReadings, type WrittenBytes } from './signature/written-bytes.ts';
import type { Slices } from './slices.ts';

export interface SignatureExplained {
  readonly readings: readonly Reading[];
  /** Known facts if no usual mistake explains the refusal, or in addition to one; without a full stop. */
  readonly remark?: string;
  /** The remark says that another string was signed, so the bank's string may follow it. */
  readonly otherString?: true;
  readonly signed?: string;
  readonly form?: SignatureForm;
  readonly tried: number;
}

/** The right string in parts, and the certificate whose key should have signed. */
export interface SignatureContext extends StringContext {
  readonly certificate: SigningCertificate;
  readonly key: KeyObject;
  /** Certificates whose keys the client may have used instead. */
  readonly known: readonly SigningCertificate[];
}

/** A padding that one reading of the signature's text shows under a key. */
interface PaddingFound {
  readonly text: WrittenBytes;
  readonly recovered: Recovered;
}

const LIMITS = { texts: 8000, bytes: 2 * 1024 * 1024 };

export function* explainSignature(
  signature: string,
  context: SignatureContext,
): Slices<SignatureExplained> {
  const texts = signatureReadings(signature);
  const padding = findPadding(texts, context);
  yield;
  if (padding === undefined) return { tried: 0, ...withoutPadding(signature, texts, context) };
  const { text, recovered } = padding;
  const test = (one: string) => recovered.test(Buffer.from(one, 'latin1'));
  const { found, text: signed, tried } = yield* search(stringField(context), test, LIMITS);
  if (recovered.unsure === true && signed === undefined) {
    const remark = `The signature looks like ${recovered.form} over another string than the bank's, or was not made with the private key of the certificate you sent; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256`;
    return { tried, readings: [], remark };
  }
  const ofPadding = { mistakes: recovered.mistakes, sentence: recovered.sentence ?? '' };
  const before = [...text.parts, ofPadding];
  const form = { form: recovered.form, ...defined({ hash: recovered.hash }) };
  if (signed !== undefined) {
    const readings = distinctReadings(found.map((parts) => [...before, ...parts]));
    return { readings, form, tried, signed };
  }
  const reading = readingOf(before);
  if (reading.mistakes.length === 0) {
    const remark = `The signature was made with the certificate's key, but over another string than the bank's. None of the ${tried} usual wrong ones fits; what cannot be guessed: ${unguessable(context)}`;
    return { readings: [], remark, otherString: true, form, tried };
  }
  if (recovered.unknown === true) return { readings: [reading], form, tried };
  const remark = "Besides, the string that was signed is not the bank's";
  return { readings: [reading], remark, form, tried };
}

/** The parts of the string that no search can find. */
const UNGUESSABLE: readonly (readonly [entry: string, words: string])[] = [
  ['(request-target)', "a proxy's prefix, another query or a fragment in (request-target)"],
  ['x-request-id', 'a fresh X-Request-ID'],
  ['psu-id', 'another PSU-ID'],
  ['tpp-redirect-uri', 'another redirect address'],
  ['digest', 'the digest of another body'],
  ['date', 'a Date minutes away'],
];

function unguessable({ entries, draft }: StringContext): string {
  const parts = UNGUESSABLE.filter(([entry]) => entries.includes(entry)).map(([, words]) => words);
  const joined = entries
    .filter((entry) => entry !== 'date' && valueIn(draft, entry)?.includes(', '))
    .map((entry) => `one of two values that were joined by a comma in ${entry}`);
  return listed([...joined, ...parts, 'a foreign line, such as what sha256sum prints'], 'or');
}

const makesOf = (key: KeyObject): string => `RSA of ${bitsOf(key)} bits makes ${sizeOf(key)}`;

/** Every reading of the text that is as long as the key's signatures. */
function fitting(texts: readonly WrittenBytes[], key: KeyObject): readonly WrittenBytes[] {
  const all = [...texts, ...repaired(texts, sizeOf(key), makesOf(key))];
  return all.filter(({ bytes }) => bytes.length === sizeOf(key));
}

function shownIn(texts: readonly WrittenBytes[], key: KeyObject): readonly PaddingFound[] {
  return texts.flatMap((text) => {
    const recovered = recover(text.bytes, key);
    return recovered === undefined ? [] : [{ text, recovered }];
  });
}

const isSure = ({ recovered }: PaddingFound): boolean => recovered.unsure !== true;

const REVERSED: Part = {
  mistakes: ['byte-order'],
  sentence:
    'The bytes of the signature are in reversed order, as the Windows CryptoAPI gives them; reverse them before base64.',
};

/**
 * The first reading of the text that shows a padding under a key; the sent certificate's key goes first.
 */
function findPadding(
  texts: readonly WrittenBytes[],
  { key, known, certificate }: SignatureContext,
): PaddingFound | undefined {
  const all = fitting(texts, key);
  const own = shownIn(all, key);
  const reversed = () =>
    all.map(({ bytes, parts }) => ({
      bytes: Buffer.from(bytes).reverse(),
      parts: [...parts, REVERSED],
    }));
  const sure = own.find(isSure) ?? shownIn(reversed(), key).find(isSure);
  if (sure !== undefined) return sure;
  for (const { publicKey } of known) {
    if (!isUsual(publicKey)) continue;
    const found = shownIn(fitting(texts, publicKey), publicKey).find(isSure);
    if (found === undefined) continue;
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence = `The signature was made with the key of another certificate than the one you sent (serial ${certificate.serial}); send the certificate that belongs to your key.`;
    const parts: readonly Part[] = [...found.text.parts, { mistakes: ['another-key'], sentence }];
    return { ...found, text: { ...found.text, parts } };
  }
  return own[0];
}

function withoutPadding(
  signature: string,
  texts: readonly WrittenBytes[],
  { key, draft, certificate: { serial } }: SignatureContext,
) {
  const [bits, size] = [bitsOf(key), sizeOf(key)];
  return whatElse({ signature, texts, string: renderDraft(draft), bits, size, serial });
}
