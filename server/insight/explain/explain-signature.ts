// SIG-10 explained: what the signature's text stands for, what it shows under the certificate's key, and
// which string was signed.

import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { type BodyForm, bodyForms, ROOM_OF_STRING, workOfForms } from './body/body-forms.ts';
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
import { type SignatureBytes, signatureReadings } from './signature/signature-text.ts';
import { type KeyOf, undone } from './signature/undone.ts';
import { unlit } from './signature/unlit.ts';
import { searchMistakes } from './string/search.ts';
import type { SignatureScene } from './string/signature-scene.ts';
import type { Scene, Variant } from './string/variant.ts';

export interface SignatureExplained {
  readonly readings: readonly Reading[];
  /** What is known where no usual mistake explains it, or on top of one; completed by a full stop. */
  readonly remark?: string;
  /** The remark says that it was another string: the bank's may follow it. */
  readonly otherString?: true;
  readonly signed?: string;
  readonly form?: SignatureForm;
  readonly tried: number;
  /** Strings that were hashed, or kilobytes of them, and as many as the keys cost that were tried. */
  readonly work: number;
}

/** The table: every wrong string that is tried. Single mistakes in this order; pairs are applied in it. */
export function mistakeTable(scene: Scene, now: number): readonly Variant[] {
  return rowsOf(scene, { now, forms: formsSigned(scene) });
}

/** Of a body that is not signed no form matters. */
const formsSigned = ({ entries, request }: Scene): readonly BodyForm[] =>
  entries.includes('digest') ? bodyForms(request.body, ROOM_OF_STRING) : [];

interface Circumstances {
  readonly now: number;
  readonly forms: readonly BodyForm[];
}

function rowsOf(scene: Scene, { now, forms }: Circumstances): readonly Variant[] {
  return [
    ...dateMistakes(scene, now),
    ...idMistakes(scene),
    ...redirectMistakes(scene),
    ...requestTargetMistakes(scene),
    ...digestLineMistakes(scene, forms),
    ...valueMistakes(scene),
    ...orderMistakes(scene),
    ...leftOutMistakes(scene),
    ...putInMistakes(scene, now),
    ...absentMistakes(scene),
    ...nameMistakes(scene),
    ...joiningMistakes(scene),
    ...wholeMistakes(scene),
    ...bodyMistakes(scene, forms),
  ];
}

/** What came to light of one way to read the signature's text. */
interface Lit {
  readonly text: SignatureBytes;
  readonly recovered: Recovered;
  /** Mistakes of length, key and byte order. */
  readonly mistakes: readonly MistakeName[];
  readonly sentence?: string;
  /** It was the sent certificate's key at once, so no other one was tried. */
  readonly sure?: true;
}

export function explainSignature(signature: string, scene: SignatureScene): SignatureExplained {
  const texts = signatureReadings(signature);
  const lit = light(texts, scene);
  const keys = lit?.sure === true ? 0 : scene.known.length * KEY_WORK;
  if (lit === undefined) return { tried: 0, work: keys, ...unlit(signature, texts, scene) };
  const { text, recovered } = lit;
  const forms = formsSigned(scene);
  const rows = rowsOf(scene, { now: scene.now, forms });
  const found = searchMistakes(scene.draft, rows, recovered.test);
  const { signed, tried } = found;
  const work = Math.max(tried, found.bytes / 1024) + workOfForms(forms) + keys;
  if (recovered.unsure === true && signed === undefined) {
    return { tried, work, ...looksLikePss(recovered) };
  }
  const before = [...text.mistakes, ...lit.mistakes, ...recovered.mistakes];
  const sentences = [...text.sentences, lit.sentence, recovered.sentence].filter(
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

/** Padding by itself proves little where the salt takes all the room. */
function looksLikePss({ form }: Recovered): Pick<SignatureExplained, 'readings' | 'remark'> {
  const remark = `The signature looks like ${form} over another string than the bank's, or was not made with the private key of the certificate you sent; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256`;
  return { readings: [], remark };
}

/** The first reading of the text under which a key shows a padding: the sent certificate's goes first. */
function light(texts: readonly SignatureBytes[], scene: SignatureScene): Lit | undefined {
  const size = sizeOf(scene.key);
  const own = [...texts, ...undone(texts, keyOf(scene.key))].flatMap((text) => {
    const recovered = isNearly(text.bytes, size) ? recover(text.bytes, scene.key) : undefined;
    return recovered === undefined ? [] : [{ text, recovered }];
  });
  const sure = own.find(({ recovered }) => recovered.unsure !== true);
  if (sure !== undefined) {
    return { ...sure, ...shortness(sure.text.bytes, scene.key), sure: true };
  }
  for (const text of texts.filter(({ bytes }) => bytes.length === size)) {
    const recovered = recover(Buffer.from(text.bytes).reverse(), scene.key);
    if (recovered === undefined || recovered.unsure === true) continue;
    const sentence =
      'The bytes of the signature are in reversed order, as the Windows CryptoAPI gives them; reverse them before base64.';
    return { text, recovered, mistakes: ['byte-order'], sentence };
  }
  const [unsure] = own;
  return anotherKeysLight(texts, scene) ?? (unsure && { ...unsure, mistakes: [] });
}

const keyOf = (key: KeyObject): KeyOf => {
  const size = sizeOf(key);
  return { size, makes: `RSA of ${bitsOf(key)} bits makes ${size}` };
};

/** Libraries for big numbers drop leading zero bytes; one in 256 signatures has one. */
const isNearly = ({ length }: Buffer, size: number): boolean =>
  length <= size && length >= size - 2;

function shortness({ length }: Buffer, key: KeyObject): Pick<Lit, 'mistakes' | 'sentence'> {
  const size = sizeOf(key);
  if (length === size) return { mistakes: [] };
  const sentence = `The signature has ${length} bytes; RSA of ${bitsOf(key)} bits makes ${size}: keep the zero bytes that it begins with.`;
  return { mistakes: ['signature-cut'], sentence };
}

function anotherKeysLight(
  texts: readonly SignatureBytes[],
  scene: SignatureScene,
): Lit | undefined {
  for (const { publicKey } of scene.known) {
    if (!isUsual(publicKey)) continue;
    const all = [...texts, ...undone(texts, keyOf(publicKey))];
    for (const text of all.filter(({ bytes }) => bytes.length === sizeOf(publicKey))) {
      const recovered = recover(text.bytes, publicKey);
      if (recovered === undefined || recovered.unsure === true) continue;
      // SIG-15: no more is said of it, since it may be another TPP's.
      const sentence = `The signature was made with the key of another certificate than the one you sent (serial ${scene.certificate.serial}); send the certificate that belongs to your key.`;
      return { text, recovered, mistakes: ['another-key'], sentence };
    }
  }
  return undefined;
}
