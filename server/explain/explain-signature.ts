// SIG-10 explained: what the signature's text stands for, what it shows under the certificate's key, and
// which string was signed.
import type { KeyObject } from 'node:crypto';
import type { SigningCertificate } from '../signing/certificate.ts';
import { formatName } from '../signing/distinguished-name.ts';
import { type BodyForm, bodyForms, workOfForms } from './body-forms.ts';
import { renderDraft } from './draft.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';
import { bodyMistakes } from './mistakes/body.ts';
import { coverageMistakes } from './mistakes/coverage.ts';
import { dateMistakes } from './mistakes/date.ts';
import { digestLineMistakes } from './mistakes/digest-line.ts';
import { idMistakes } from './mistakes/ids.ts';
import { joiningMistakes } from './mistakes/joining.ts';
import { nameMistakes } from './mistakes/names.ts';
import { orderMistakes } from './mistakes/order.ts';
import { redirectMistakes } from './mistakes/redirect.ts';
import { requestTargetMistakes } from './mistakes/request-target.ts';
import { valueMistakes } from './mistakes/values.ts';
import { wholeMistakes } from './mistakes/whole.ts';
import { type Recovered, recover } from './recover.ts';
import { searchMistakes } from './search.ts';
import { shownText } from './shown.ts';
import type { SignatureScene } from './signature-scene.ts';
import { isEcdsa, isHash, type SignatureBytes, signatureReadings } from './signature-text.ts';
import type { Scene, Variant } from './variant.ts';

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
  entries.includes('digest') ? bodyForms(request.body) : [];

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
    ...coverageMistakes(scene),
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

/** What an operation with another key costs, in strings hashed. */
const KEY_WORK = 50;

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
    ...(recovered.hash === undefined ? {} : { hash: recovered.hash }),
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
  const remark = "Besides, the string that was signed is not the bank's";
  const readings = [{ mistakes: before, sentence: sentences.join(' ') }];
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
  const own = texts.flatMap((text) => {
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

const sizeOf = (key: KeyObject): number => Math.ceil(bitsOf(key) / 8);

/** Libraries for big numbers drop leading zero bytes; one in 256 signatures has one. */
const isNearly = ({ length }: Buffer, size: number): boolean =>
  length <= size && length >= size - 2;

function shortness({ length }: Buffer, key: KeyObject): Pick<Lit, 'mistakes' | 'sentence'> {
  const size = sizeOf(key);
  if (length === size) return { mistakes: [] };
  const sentence = `The signature has ${length} bytes; RSA of ${bitsOf(key)} bits makes ${size}: keep the zero bytes that it begins with.`;
  return { mistakes: ['signature-cut'], sentence };
}

const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0;

/** Whoever made the certificate chose its key: only keys that cost as little as usual are tried. */
function isUsual(key: KeyObject | undefined): key is KeyObject {
  const { modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
  const cheap = modulusLength <= 4096 && publicExponent < 2n ** 32n;
  return key?.asymmetricKeyType === 'rsa' && cheap;
}

function anotherKeysLight(
  texts: readonly SignatureBytes[],
  scene: SignatureScene,
): Lit | undefined {
  for (const { publicKey } of scene.known) {
    if (!isUsual(publicKey)) continue;
    for (const text of texts.filter(({ bytes }) => bytes.length === sizeOf(publicKey))) {
      const recovered = recover(text.bytes, publicKey);
      if (recovered === undefined || recovered.unsure === true) continue;
      const holders = scene.known.filter((one) => one.publicKey?.equals(publicKey) === true);
      const sentence = anotherKey(holders, scene);
      return { text, recovered, mistakes: ['another-key'], sentence };
    }
  }
  return undefined;
}

const MOST_HOLDERS = 2;

/** A renewed certificate may have the key of the one before it. */
function anotherKey(
  holders: readonly SigningCertificate[],
  { certificate }: SignatureScene,
): string {
  const named = holders
    .slice(0, MOST_HOLDERS)
    .map(({ serial, subject }) => `serial ${serial}, ${shownText(formatName(subject))}`);
  return `The signature was made with the key of another certificate (${named.join('; or ')}) than the one you sent (serial ${certificate.serial}); send the certificate that belongs to your key.`;
}

type Unlit = Pick<SignatureExplained, 'readings' | 'remark'>;

const unlitBy = (mistake: MistakeName, sentence: string): Unlit => ({
  readings: [{ mistakes: [mistake], sentence }],
});

/** What can be said of a signature that shows nothing under any key. */
function unlit(
  signature: string,
  texts: readonly SignatureBytes[],
  { key, certificate, draft }: SignatureScene,
): Unlit {
  const makes = `RSA of ${bitsOf(key)} bits makes ${sizeOf(key)}`;
  const fitting = texts.find(({ bytes }) => bytes.length === sizeOf(key));
  if (fitting !== undefined) {
    const remark = `The signature was not made with the private key of the certificate you sent (serial ${certificate.serial}), or was damaged on the way: check that the two belong together (openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same)`;
    const { mistakes, sentences } = fitting;
    const readings = mistakes.length > 0 ? [{ mistakes, sentence: sentences.join(' ') }] : [];
    return { readings, remark };
  }
  const unsigned = texts.find(({ bytes }) => isHash(bytes, renderDraft(draft)));
  if (unsigned !== undefined) {
    const sentence = `The signature has ${unsigned.bytes.length} bytes and is a hash or an HMAC, not a signature (${makes}); sign the string with your private key, RSA-SHA256.`;
    return unlitBy('not-signed', sentence);
  }
  const ecdsa = texts.find(({ bytes }) => isEcdsa(bytes));
  if (ecdsa !== undefined) {
    const sentence = `The signature has ${ecdsa.bytes.length} bytes and looks like ECDSA; the certificate's key is RSA of ${bitsOf(key)} bits: sign with its private key, RSA-SHA256.`;
    return unlitBy('ecdsa', sentence);
  }
  const short = texts.find(({ bytes }) => bytes.length < sizeOf(key));
  if (short !== undefined && ![128, 256, 384, 512].includes(short.bytes.length)) {
    const sentence = `The signature has ${short.bytes.length} bytes; ${makes}: it was cut short on the way.`;
    return unlitBy('signature-cut', sentence);
  }
  const any = short ?? texts[0];
  if (any !== undefined) {
    const remark = `The signature has ${any.bytes.length} bytes, but the key of the certificate you sent (RSA, ${bitsOf(key)} bits) makes ${sizeOf(key)}; it was made with another key: sign with the private key of that certificate`;
    return { readings: [], remark };
  }
  if (signature === '') {
    return { readings: [], remark: 'The signature is empty; send signature="<base64>"' };
  }
  if (/^[A-Za-z0-9+/]+$/.test(signature)) {
    const sentence = `The signature has ${signature.length} characters, which no base64 has; ${makes} bytes, so ${4 * Math.ceil(sizeOf(key) / 3)} characters: it was cut short on the way.`;
    return unlitBy('signature-cut', sentence);
  }
  const remark = `The signature ${shownText(signature)} is not base64; send the bytes of the signature in base64 (A to Z, a to z, 0 to 9, +, / and =), on one line`;
  return { readings: [], remark };
}
