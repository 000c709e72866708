// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import { distinctReadings, type Part, readingOf } from './reading.ts';
import { bitsOf, isUsual, sizeOf } from './signature/key-size.ts';
import { recover } from './signature/recover.ts';
import type { Recovered } from './signature/recovered.ts';
import { type KeyOf, repairedSignatures } from './signature/repaired-signatures.ts';
import { type SignatureBytes, signatureReadings } from './signature/signature-text.ts';
import { causeWithoutPadding } from './signature/without-padding.ts';
import type { Slices } from './slices.ts';
import { allTransforms } from './string/all-transforms.ts';
import { searchSigned } from './string/search.ts';
import type { SignatureContext } from './string/signature-context.ts';
import { listed } from './string/transform.ts';

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

/** A padding that one reading of the signature's text shows under a key. */
interface PaddingFound {
  readonly text: SignatureBytes;
  readonly recovered: Recovered;
  /** Mistakes of length, key and byte order. */
  readonly part?: Part;
}

export function* explainSignature(
  signature: string,
  context: SignatureContext,
): Slices<SignatureExplained> {
  const texts = signatureReadings(signature);
  const padding = findPadding(texts, context);
  yield;
  if (padding === undefined) {
    return { tried: 0, ...causeWithoutPadding(signature, texts, context) };
  }
  const { text, recovered, part } = padding;
  const { found, signed, tried } = yield* searchSigned(
    context.draft,
    allTransforms(context),
    recovered.test,
  );
  if (recovered.unsure === true && signed === undefined) {
    return { tried, ...looksLikePss(recovered) };
  }
  const ofPadding = { mistakes: recovered.mistakes, sentence: recovered.sentence ?? '' };
  const before = [...text.parts, ...(part === undefined ? [] : [part]), ofPadding];
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
function unguessable({ entries }: SignatureContext): string {
  const parts = [
    ['x-request-id', 'a fresh X-Request-ID'],
    ['psu-id', 'another PSU-ID'],
    ['tpp-redirect-uri', 'another redirect address'],
    ['digest', 'the digest of another body'],
    ['date', 'a Date minutes away'],
  ].flatMap(([entry = '', words = '']) => (entries.includes(entry) ? [words] : []));
  return listed([...parts, 'a foreign line'], 'or');
}

/** Padding alone proves little if the salt takes all the room. */
function looksLikePss({ form }: Recovered): Pick<SignatureExplained, 'readings' | 'remark'> {
  const remark = `The signature looks like ${form} over another string than the bank's, or was not made with the private key of the certificate you sent; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256`;
  return { readings: [], remark };
}

/**
 * The first reading of the text that shows a padding under a key; the sent certificate's key goes first.
 */
function findPadding(
  texts: readonly SignatureBytes[],
  context: SignatureContext,
): PaddingFound | undefined {
  const size = sizeOf(context.key);
  const own = [...texts, ...repairedSignatures(texts, keyOf(context.key))].flatMap((text) => {
    const recovered = isNearly(text.bytes, size) ? recover(text.bytes, context.key) : undefined;
    return recovered === undefined ? [] : [{ text, recovered }];
  });
  const sure = own.find(({ recovered }) => recovered.unsure !== true);
  if (sure !== undefined) {
    return { ...sure, ...defined({ part: shortness(sure.text.bytes, context.key) }) };
  }
  for (const text of texts.filter(({ bytes }) => bytes.length === size)) {
    const recovered = recover(Buffer.from(text.bytes).reverse(), context.key);
    if (recovered !== undefined && recovered.unsure !== true) {
      return { text, recovered, part: REVERSED };
    }
  }
  return paddingOfAnotherKey(texts, context) ?? own[0];
}

const REVERSED: Part = {
  mistakes: ['byte-order'],
  sentence:
    'The bytes of the signature are in reversed order, as the Windows CryptoAPI gives them; reverse them before base64.',
};

const keyOf = (key: KeyObject): KeyOf => {
  const size = sizeOf(key);
  return { size, makes: `RSA of ${bitsOf(key)} bits makes ${size}` };
};

/** Libraries for big numbers drop leading zero bytes; one in 256 signatures has one. */
const isNearly = ({ length }: Buffer, size: number): boolean =>
  length <= size && length >= size - 2;

function shortness({ length }: Buffer, key: KeyObject): Part | undefined {
  const { size, makes } = keyOf(key);
  if (length === size) return undefined;
  const sentence = `The signature has ${length} bytes; ${makes}: keep the zero bytes that it begins with.`;
  return { mistakes: ['signature-cut'], sentence };
}

function paddingOfAnotherKey(
  texts: readonly SignatureBytes[],
  { known, certificate }: SignatureContext,
): PaddingFound | undefined {
  for (const { publicKey } of known) {
    if (!isUsual(publicKey)) continue;
    const all = [...texts, ...repairedSignatures(texts, keyOf(publicKey))];
    for (const text of all.filter(({ bytes }) => bytes.length === sizeOf(publicKey))) {
      const recovered = recover(text.bytes, publicKey);
      if (recovered === undefined || recovered.unsure === true) continue;
      // SIG-15: the text says no more, because the certificate may be another TPP's.
      const sentence = `The signature was made with the key of another certificate than the one you sent (serial ${certificate.serial}); send the certificate that belongs to your key.`;
      return { text, recovered, part: { mistakes: ['another-key'], sentence } };
    }
  }
  return undefined;
}
