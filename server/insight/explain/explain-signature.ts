// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.

import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { type BodyForm, bodyForms, STRING_LIMITS, workOfForms } from './body/body-forms.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';
import { absentMistakes } from './mistakes/absent.ts';
import { bodyMistakes } from './mistakes/body.ts';
import { dateMistakes } from './mistakes/date.ts';
import { digestLineMistakes } from './mistakes/digest-line.ts';
import { idMistakes } from './mistakes/ids.ts';
import { joiningMistakes } from './mistakes/joining.ts';
import { leftOutMistakes } from './mistakes/left-out.ts';
import { nameMistakes } from './mistakes/names.ts';
import { orderMistakes } from './mistakes/order.ts';
import { putInMistakes } from './mistakes/put-in.ts';
import { redirectMistakes } from './mistakes/redirect.ts';
import { requestTargetMistakes } from './mistakes/request-target.ts';
import { valueMistakes } from './mistakes/values.ts';
import { wholeMistakes } from './mistakes/whole.ts';
import { bitsOf, isUsual, KEY_WORK, sizeOf } from './signature/key-size.ts';
import { recover } from './signature/recover.ts';
import type { Recovered } from './signature/recovered.ts';
import { type KeyOf, repairedSignatures } from './signature/repaired-signatures.ts';
import { type SignatureBytes, signatureReadings } from './signature/signature-text.ts';
import { causeWithoutPadding } from './signature/without-padding.ts';
import { searchMistakes } from './string/search.ts';
import type { SignatureContext } from './string/signature-context.ts';
import type { MistakeContext, Variant } from './string/variant.ts';

export interface SignatureExplained {
  readonly readings: readonly Reading[];
  /** Known facts if no usual mistake explains the refusal, or in addition to one; without a full stop. */
  readonly remark?: string;
  /** The remark says that another string was signed, so the bank's string may follow it. */
  readonly otherString?: true;
  readonly signed?: string;
  readonly form?: SignatureForm;
  readonly tried: number;
  /** Strings that were hashed, or kilobytes of them, plus the cost of the keys that were tried. */
  readonly work: number;
}

/** The table: every wrong string that is tried. Single mistakes in this order; pairs are applied in it. */
export function mistakeTable(context: MistakeContext, now: number): readonly Variant[] {
  return rowsOf(context, { now, forms: formsSigned(context) });
}

/** If the body is not signed, its forms do not matter. */
const formsSigned = ({ entries, request }: MistakeContext): readonly BodyForm[] =>
  entries.includes('digest') ? bodyForms(request.body, STRING_LIMITS) : [];

interface TableInput {
  readonly now: number;
  readonly forms: readonly BodyForm[];
}

function rowsOf(context: MistakeContext, { now, forms }: TableInput): readonly Variant[] {
  return [
    ...dateMistakes(context, now),
    ...idMistakes(context),
    ...redirectMistakes(context),
    ...requestTargetMistakes(context),
    ...digestLineMistakes(context, forms),
    ...valueMistakes(context),
    ...orderMistakes(context),
    ...leftOutMistakes(context),
    ...putInMistakes(context, now),
    ...absentMistakes(context),
    ...nameMistakes(context),
    ...joiningMistakes(context),
    ...wholeMistakes(context),
    ...bodyMistakes(context, forms),
  ];
}

/** A padding that one reading of the signature's text shows under a key. */
interface PaddingFound {
  readonly text: SignatureBytes;
  readonly recovered: Recovered;
  /** Mistakes of length, key and byte order. */
  readonly mistakes: readonly MistakeName[];
  readonly sentence?: string;
  /** The sent certificate's key showed it, so no other key was tried. */
  readonly sure?: true;
}

export function explainSignature(signature: string, context: SignatureContext): SignatureExplained {
  const texts = signatureReadings(signature);
  const padding = findPadding(texts, context);
  const keys = padding?.sure === true ? 0 : context.known.length * KEY_WORK;
  if (padding === undefined) {
    return { tried: 0, work: keys, ...causeWithoutPadding(signature, texts, context) };
  }
  const { text, recovered } = padding;
  const forms = formsSigned(context);
  const rows = rowsOf(context, { now: context.now, forms });
  const found = searchMistakes(context.draft, rows, recovered.test);
  const { signed, tried } = found;
  const work = Math.max(tried, found.bytes / 1024) + workOfForms(forms) + keys;
  if (recovered.unsure === true && signed === undefined) {
    return { tried, work, ...looksLikePss(recovered) };
  }
  const before = [...text.mistakes, ...padding.mistakes, ...recovered.mistakes];
  const sentences = [...text.sentences, padding.sentence, recovered.sentence].filter(
    (one) => one !== undefined,
  );
  const form = {
    form: recovered.form,
    ...defined({ hash: recovered.hash }),
  };
  if (signed !== undefined) {
    const readings = found.readings.map(({ mistakes, sentence }) => ({
      mistakes: [...before, ...mistakes],
      sentence: [...sentences, sentence].filter((one) => one !== '').join(' '),
    }));
    return { readings, form, tried, work, signed };
  }
  if (before.length === 0) {
    const remark =
      "The signature was made with the certificate's key, but over another string than the bank's";
    return { readings: [], remark, otherString: true, form, tried, work };
  }
  const readings = [{ mistakes: before, sentence: sentences.join(' ') }];
  if (recovered.unknown === true) return { readings, form, tried, work };
  const remark = "Besides, the string that was signed is not the bank's";
  return { readings, remark, form, tried, work };
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
    return { ...sure, ...shortness(sure.text.bytes, context.key), sure: true };
  }
  for (const text of texts.filter(({ bytes }) => bytes.length === size)) {
    const recovered = recover(Buffer.from(text.bytes).reverse(), context.key);
    if (recovered === undefined || recovered.unsure === true) continue;
    const sentence =
      'The bytes of the signature are in reversed order, as the Windows CryptoAPI gives them; reverse them before base64.';
    return { text, recovered, mistakes: ['byte-order'], sentence };
  }
  const [unsure] = own;
  return paddingOfAnotherKey(texts, context) ?? (unsure && { ...unsure, mistakes: [] });
}

const keyOf = (key: KeyObject): KeyOf => {
  const size = sizeOf(key);
  return { size, makes: `RSA of ${bitsOf(key)} bits makes ${size}` };
};

/** Libraries for big numbers drop leading zero bytes; one in 256 signatures has one. */
const isNearly = ({ length }: Buffer, size: number): boolean =>
  length <= size && length >= size - 2;

function shortness(
  { length }: Buffer,
  key: KeyObject,
): Pick<PaddingFound, 'mistakes' | 'sentence'> {
  const size = sizeOf(key);
  if (length === size) return { mistakes: [] };
  const sentence = `The signature has ${length} bytes; RSA of ${bitsOf(key)} bits makes ${size}: keep the zero bytes that it begins with.`;
  return { mistakes: ['signature-cut'], sentence };
}

function paddingOfAnotherKey(
  texts: readonly SignatureBytes[],
  context: SignatureContext,
): PaddingFound | undefined {
  for (const { publicKey } of context.known) {
    if (!isUsual(publicKey)) continue;
    const all = [...texts, ...repairedSignatures(texts, keyOf(publicKey))];
    for (const text of all.filter(({ bytes }) => bytes.length === sizeOf(publicKey))) {
      const recovered = recover(text.bytes, publicKey);
      if (recovered === undefined || recovered.unsure === true) continue;
      // SIG-15: the text says no more, because the certificate may be another TPP's.
      const sentence = `The signature was made with the key of another certificate than the one you sent (serial ${context.certificate.serial}); send the certificate that belongs to your key.`;
      return { text, recovered, mistakes: ['another-key'], sentence };
    }
  }
  return undefined;
}
