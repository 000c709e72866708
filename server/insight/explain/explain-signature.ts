// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import { listed, renderDraft, type StringContext, valueIn } from './rows/draft.ts';
import { stringField } from './rows/string-field.ts';
import { distinctReadings, readingOf, search } from './search.ts';
import { isUsual, type Recovered, recover, sizeOf } from './signature/recover.ts';
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

const LIMITS = { texts: 8000, bytes: 2 * 1024 * 1024 };

export function* explainSignature(
  signature: string,
  context: SignatureContext,
): Slices<SignatureExplained> {
  const texts = signatureReadings(signature);
  const shown = findPadding(texts, context);
  yield;
  if (shown === undefined) {
    const string = Buffer.from(renderDraft(context.draft), 'latin1');
    const { serial } = context.certificate;
    return { tried: 0, ...whatElse({ signature, texts, string, serial, key: context.key }) };
  }
  const { parts, hash, test } = shown;
  const {
    found,
    text: signed,
    tried,
  } = yield* search(stringField(context), (one) => test(Buffer.from(one, 'latin1')), LIMITS);
  if (shown.unsure === true && signed === undefined) {
    const remark = `The signature looks like ${shown.form} over another string than the bank's, or was not made with the private key of the certificate you sent; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256`;
    return { tried, readings: [], remark };
  }
  const form = { form: shown.form, ...defined({ hash }) };
  if (signed !== undefined) {
    const readings = distinctReadings(found.map((more) => [...parts, ...more]));
    return { readings, form, tried, signed };
  }
  if (parts.length === 0) {
    const remark = `The signature was made with the certificate's key, but over another string than the bank's. None of the ${tried} usual wrong ones fits; what cannot be guessed: ${unguessable(context)}`;
    return { readings: [], remark, otherString: true, form, tried };
  }
  const remark = "Besides, the string that was signed is not the bank's";
  return { readings: [readingOf(parts)], remark, form, tried };
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

/** The first reading of the text that shows a padding under a key; the sent certificate's goes first. */
function findPadding(
  texts: readonly WrittenBytes[],
  { key, known, certificate: { serial } }: SignatureContext,
): Recovered | undefined {
  const own = shownIn(texts, key);
  const sure = own.find(isSure);
  if (sure !== undefined) return sure;
  for (const { publicKey } of known) {
    const found = isUsual(publicKey) ? shownIn(texts, publicKey).find(isSure) : undefined;
    if (found === undefined) continue;
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence = `The signature was made with the key of another certificate than the one you sent (serial ${serial}); send the certificate that belongs to your key.`;
    const parts = [{ mistakes: ['another-key'] as const, sentence }, ...found.parts];
    return { ...found, parts };
  }
  return own[0];
}

/** What the readings show under the key that are as long as its signatures, with the mistakes in writing. */
const shownIn = (texts: readonly WrittenBytes[], key: KeyObject): readonly Recovered[] =>
  texts.flatMap(({ bytes, parts }) => {
    const shown = bytes.length === sizeOf(key) ? recover(bytes, key) : undefined;
    return shown === undefined ? [] : [{ ...shown, parts: [...parts, ...shown.parts] }];
  });

const isSure = ({ unsure }: Recovered): boolean => unsure !== true;
