// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignedName } from '../../signing/signed-headers.ts';
import type { Reading, SignatureForm } from './explanation.ts';
import { listed, type StringContext } from './rows/draft.ts';
import { stringField } from './rows/string-field.ts';
import { readingsOf, search } from './search.ts';
import { isUsual, type Recovered, recover } from './signature/recover.ts';
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
interface SignatureContext extends StringContext {
  readonly certificate: SigningCertificate;
  readonly key: KeyObject;
  /** Certificates whose keys the client may have used instead. */
  readonly known: readonly SigningCertificate[];
}

/** Of the search. */
const MOST_WORK = 7_600_000;

export function* explainSignature(
  signature: string,
  context: SignatureContext,
): Slices<SignatureExplained> {
  const texts = signatureReadings(signature);
  const shown = findPadding(texts, context);
  yield;
  const other = (tried: number) => ({ tried, ...whatElse(signature, texts, context.certificate) });
  if (shown === undefined) return other(0);
  const { parts, form, hash, test } = shown;
  const isSigned = (one: string) => test(Buffer.from(one, 'latin1'));
  const { found, text, tried } = yield* search(stringField(context), isSigned, MOST_WORK);
  const about = { form: { form, ...defined({ hash }) }, tried };
  if (text !== undefined) {
    const readings = readingsOf(found.map((more) => [...parts, ...more]));
    return { ...about, readings, signed: text };
  }
  if (shown.unsure === true) return other(tried);
  if (parts.length > 0) {
    const remark = "Besides, the string that was signed is not the bank's";
    return { ...about, readings: readingsOf([parts]), remark };
  }
  const usual = UNGUESSABLE.filter(([entry]) => context.entries.includes(entry));
  const words = listed([...usual.map(([, word]) => word), ...FOREIGN], 'or');
  const remark = `The signature was made with the certificate's key, but over another string than the bank's. None of the ${tried} usual wrong ones fits; what cannot be guessed: ${words}`;
  return { ...about, readings: [], remark, otherString: true };
}

/** The parts of the string that no search can find. */
const UNGUESSABLE: readonly (readonly [entry: SignedName, word: string])[] = [
  ['(request-target)', "a proxy's prefix, another query or a fragment in (request-target)"],
  ['x-request-id', 'a fresh X-Request-ID'],
  ['psu-id', 'another PSU-ID'],
  ['tpp-redirect-uri', 'another redirect address'],
  ['digest', 'the digest of another body'],
  ['date', 'a Date minutes away'],
];
const FOREIGN = [
  'one value where you sent two with a comma',
  'a foreign line, as sha256sum prints one',
];

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
    return { ...found, parts: [{ mistakes: ['another-key'], sentence }, ...found.parts] };
  }
  return own[0];
}

/** What the readings show under the key, with the mistakes in writing. */
const shownIn = (texts: readonly WrittenBytes[], key: KeyObject): readonly Recovered[] =>
  texts.flatMap(({ bytes, parts }) => {
    const shown = recover(bytes, key);
    return shown === undefined ? [] : { ...shown, parts: [...parts, ...shown.parts] };
  });

const isSure = ({ unsure }: Recovered): boolean => unsure !== true;
