// Explains a signature that shows no padding under any key. If its bytes prove what it is, the cause says
// so. If not, the cause says how long it is and how long it should be.

import { createHash } from 'node:crypto';
import { quote } from '../../../protocol/shown-text.ts';
import { hexIn } from '../encodings.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import { renderDraft } from '../string/draft.ts';
import type { SignatureContext } from '../string/signature-context.ts';
import { isDamagedByText, textIn } from './byte-text.ts';
import { whatElse } from './containers.ts';
import { bitsOf, sizeOf } from './key-size.ts';
import { ofAnotherKind, ofAnotherLength, unreadable } from './lengths.ts';
import { repairedSignatures } from './repaired-signatures.ts';
import {
  type Cause,
  causeOf,
  hasMistake,
  isProven,
  isText,
  type SignatureEvidence,
  withRemark,
} from './signature-evidence.ts';
import { holdsBase64, type SignatureBytes } from './signature-text.ts';

/** @param read the ways to read it; none shows a padding under any key */
export function causeWithoutPadding(
  signature: string,
  read: readonly SignatureBytes[],
  context: SignatureContext,
): Cause {
  const { key } = context;
  const size = sizeOf(key);
  const makes = `RSA of ${bitsOf(key)} bits makes ${size}`;
  const texts = [...read, ...repairedSignatures(read, { size, makes }, true)];
  const words = [signature, ...texts.map(({ bytes }) => textIn(bytes) ?? '')];
  const evidence = { signature, texts, words, likely: likelyOf(texts, size), context, size, makes };
  for (const find of CAUSES) {
    const cause = find(evidence);
    if (cause !== undefined) return cause;
  }
  return unreadable(evidence);
}

type FindCause = (evidence: SignatureEvidence) => Cause | undefined;

/** Proven causes come before those that only the length suggests. */
const CAUSES: readonly FindCause[] = [
  container,
  damagedAsText,
  signingStringItself,
  otherKey,
  hashOnly,
  textOnly,
  ofAnotherKind,
  ofAnotherLength,
];

function likelyOf(texts: readonly SignatureBytes[], size: number): readonly SignatureBytes[] {
  // Spaces between words are not lost plus signs, and many texts contain base64 of something else.
  const isFact = (text: SignatureBytes): boolean =>
    text.bytes.length === size || !hasMistake(text, 'signature-plus-lost', 'signature-in-text');
  const proven = texts.filter((text) => isProven(text) && isFact(text));
  if (proven.length > 0) return proven.filter(({ bytes }) => !isText(bytes));
  return texts.some(({ bytes }) => isText(bytes)) ? [] : texts.filter(isFact);
}

function container({ texts, words }: SignatureEvidence): Cause | undefined {
  const sentence = whatElse(
    words,
    texts.map(({ bytes }) => bytes),
  );
  return sentence === undefined ? undefined : causeOf('signature-container', sentence);
}

function damagedAsText({ texts }: SignatureEvidence): Cause | undefined {
  if (!texts.some(({ bytes }) => isDamagedByText(bytes))) return undefined;
  const sentence =
    'The bytes of the signature were read as text before base64, which lost those that are no text; write the bytes themselves in base64, with no string in between.';
  return causeOf('signature-as-text', sentence);
}

function signingStringItself({ texts, context }: SignatureEvidence): Cause | undefined {
  const string = renderDraft(context.draft).trim();
  if (!texts.some(({ bytes }) => bytes.toString('latin1').trim() === string)) return undefined;
  const sentence = `The signature is the base64 of the signing string itself; ${SIGN}, and send that signature in base64.`;
  return causeOf('not-signed', sentence);
}

function otherKey({ likely, context, size }: SignatureEvidence): Cause | undefined {
  const fitting = likely.find(({ bytes }) => bytes.length === size);
  const remark = `The signature was not made with the private key of the certificate you sent (serial ${context.certificate.serial}), or was damaged on the way: check that the two belong together (openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same)`;
  return fitting && withRemark(fitting, remark);
}

const SIGN = 'sign the string with your private key, RSA-SHA256';

/** A hash of the string, the digits of a hash, or a length that only hashes have. */
function hashOnly({ words, likely, context, makes }: SignatureEvidence): Cause | undefined {
  const text = renderDraft(context.draft);
  const digits = words
    .map(hexIn)
    .filter((bytes) => bytes !== undefined && bytes.length in HASH_OF_SIZE);
  // 64 bytes may be a signature of another kind.
  const hex = digits.find((bytes) => bytes?.length !== 64);
  const known = [...digits, ...likely.map(({ bytes }) => bytes)].find(
    (bytes) => bytes !== undefined && isHashOf(bytes, text),
  );
  if (known !== undefined) {
    const title = nameOf(HASH_OF_SIZE[known.length] ?? '');
    const sentence = `The signature is the ${title} hash of the string (${known.length} bytes), not a signature of it (${makes}); ${SIGN}, which hashes it.`;
    return causeOf('not-signed', sentence);
  }
  if (hex !== undefined) {
    const sentence = `The signature is ${2 * hex.length} hexadecimal digits, ${hex.length} bytes as a hash or an HMAC has them, not a signature (${makes}); ${SIGN} (openssl dgst -sha256 -sign, without -hex).`;
    return causeOf('not-signed', sentence);
  }
  const short = likely.find(({ bytes }) => [16, 20, 28, 32].includes(bytes.length));
  if (short === undefined) return undefined;
  const sentence = `The signature has ${short.bytes.length} bytes, as a hash or an HMAC has, and is not a signature (${makes}); ${SIGN}.`;
  return causeOf('not-signed', sentence);
}

function isHashOf(bytes: Buffer, text: string): boolean {
  const name = HASH_OF_SIZE[bytes.length];
  if (name === undefined) return false;
  return createHash(name).update(text, 'latin1').digest().equals(bytes);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function textOnly({ words: all, texts, likely }: SignatureEvidence): Cause | undefined {
  if (all.some((one) => UUID.test(one.trim()))) {
    const sentence = `The signature is a UUID, as X-Request-ID is; ${SIGN}, and send that signature in base64.`;
    return causeOf('not-signed', sentence);
  }
  const text = likely.length > 0 ? undefined : texts.find(({ bytes }) => isText(bytes));
  if (text === undefined) return undefined;
  const words = textIn(text.bytes) ?? '';
  const shown = quote(words.trim().replace(/\s+/g, ' '));
  const what = text.parts.length === 0 ? 'base64 of the text' : 'the text';
  const sentence = `The signature is ${what} ${shown}, not of a signature; ${SIGN} (openssl dgst -sha256 -sign)${holdsBase64(words) ? '' : ', and see that the command did not fail'}.`;
  return causeOf('not-signed', sentence);
}
