// Explains SIG-10: what the signature's text means, what it shows under the certificate's key, and which
// string was signed.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { quote } from '../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignedName } from '../../signing/signed-headers.ts';
import { signedValue, signingString } from '../../signing/signing-string.ts';
import { standIn } from '../../signing/stand-in.ts';
import { earlierSignature } from './earlier-requests.ts';
import type {
  Claim,
  EarlierRequests,
  Reading,
  SentenceParts,
  SignatureForm,
} from './explanation.ts';
import { listed, reading } from './explanation.ts';
import { hashOf } from './forms/bytes.ts';
import { bankIn, type StringContext } from './rows/draft.ts';
import { stringField } from './rows/string-field.ts';
import { readingsOf, search } from './search.ts';
import { isSure, type Recovered, shownIn, sizeOf, sureIn } from './signature/recover.ts';
import { SIGN, whatElse } from './signature/what-else.ts';
import { signatureReadings, type WrittenBytes } from './signature/written-bytes.ts';
import type { Slices } from './slices.ts';

export interface SignatureExplained extends SentenceParts {
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
  readonly earlier: EarlierRequests;
}

/** Of the search. */
const MOST_WORK = 7_900_000;

export function* explainSignature(
  signature: string,
  context: SignatureContext,
): Slices<SignatureExplained> {
  const texts = signatureReadings(signature);
  const shown = findPadding(texts, context);
  yield;
  const other = (tried: number) => {
    const unsigned = knownThing(signature, texts, context);
    return unsigned
      ? { tried, readings: [unsigned] }
      : { tried, ...whatElse(signature, texts, context.certificate) };
  };
  if (shown === undefined) return other(0);
  const { parts, form, hash, test } = shown;
  const field = yield* stringField(context);
  const { found, text, tried } = yield* search(field, test, MOST_WORK);
  const about = { form: { form, ...defined({ hash }) }, tried };
  if (text !== undefined) {
    const readings = readingsOf(found.map((more) => [...parts, ...more]));
    return { ...about, readings, signed: text };
  }
  if (shown.unsure === true) return other(tried);
  const mixed = yield* earlierSignature(context.earlier, context, test);
  if (mixed !== undefined) return { ...about, readings: readingsOf([[...parts, mixed]]) };
  if (parts.length > 0) {
    // Of no hash it is not known of which string it is.
    const isKnown = !form.endsWith('of no hash');
    const remark = isKnown
      ? ("The hash in it is not that of the bank's string either" as const)
      : undefined;
    return { ...about, readings: readingsOf([parts]), ...defined({ remark }) };
  }
  return { ...about, readings: [], remark: nextSteps(context), otherString: true };
}

/** What was sent in place of a signature, if it is something of this request. */
function knownThing(
  sent: string,
  texts: readonly WrittenBytes[],
  { request, entries, certificate }: SignatureContext,
): Reading | undefined {
  const string = signingString(entries, request);
  const body = request.body.toString('latin1');
  const things: readonly (readonly [words: string, bytes: string])[] = [
    ['the SHA-256 hash of the string', hashOf('sha256', string, 'binary')],
    ['the SHA-256 hash of an empty text', hashOf('sha256', '', 'binary')],
    ['the SHA-256 hash of the body', hashOf('sha256', body, 'binary')],
    ['the string itself', string],
    ['the body', body || string],
    ['the Digest', request.headers.get('digest') ?? string],
    ['the certificate', certificate.x509.raw.toString('latin1')],
    ['nothing but zero bytes', '\0'.repeat(sizeOf(certificate.publicKey))],
  ];
  const all = [sent, ...texts.map(({ bytes }) => bytes.toString('latin1'))];
  const [words] = things.find(([, bytes]) => all.includes(bytes)) ?? [];
  if (words === undefined) return undefined;
  return reading(['not-signed'], `The signature is ${words}, and no key was used; ${SIGN}.`);
}

const IN_MARKS: readonly (readonly [form: RegExp, words: string])[] = [
  [/^(["']).*\1$/, 'is in quotation marks'],
  [/^[<{(](?:[\da-f-]{36}|\w+:[^\s<>]*)[>})]$/i, 'is in brackets'],
];

/** The likeliest steps for this request, if what was signed is not known. */
function nextSteps({ request, entries }: SignatureContext): Claim {
  const { headers, target } = request;
  const [id] = /^[\w.-]{1,64}$/.exec(headers.get('x-request-id') ?? '') ?? [];
  const page = `${bankIn(target)}/_sandbox/requests${id === undefined ? ', in this request' : `/${id}`}`;
  const proxy = headers.names().find((name) => /^(?:via|forwarded|x-forwarded-\w+)$/.test(name));
  const odd = entries.flatMap((name) => {
    const value = signedValue(name, request);
    const other = standIn(value)
      ?.split(/; |: a /)[0]
      ?.replace(/^is /, 'is probably ');
    const words = IN_MARKS.find(([form]) => form.test(value))?.[1] ?? other;
    const isRight = words === undefined || /UUID|a URL$/.test(words);
    return isRight ? [] : [`${name}, which came as ${quote(value)} and ${words}`];
  });
  const places = [
    ...odd,
    ...(proxy === undefined ? [] : [`what a proxy changes (${proxy})`]),
    ...PLACES.flatMap(([entry, words]) => (entries.includes(entry) ? [words] : [])),
    "the lines' form",
    'a hash instead',
  ];
  return `The certificate's key signed another string or hash than the bank's; the bank does not know which. Next: 1. print the string your client signs; 2. paste it at ${page}, which shows where it differs (or sandbank explain --signed FILE); 3. look first at ${listed(places)}`;
}

/** What no search can find. */
const PLACES: readonly (readonly [entry: SignedName, words: string])[] = [
  ['(request-target)', "a proxy's prefix, a fragment or the query"],
  ['x-request-id', 'X-Request-ID (a new one)'],
  ['digest', 'Digest'],
  ['psu-id', 'PSU-ID'],
  ['date', 'Date (made twice)'],
  ['tpp-redirect-uri', 'TPP-Redirect-URI'],
];

const COPY = ', as the other has it: yours is probably a damaged copy';

/** The first reading of the text that shows a padding under a key; the sent certificate's goes first. */
function findPadding(
  texts: readonly WrittenBytes[],
  { key, known, certificate: { serial } }: SignatureContext,
): Recovered | undefined {
  const own = shownIn(texts, key);
  const sure = own.find(isSure);
  if (sure !== undefined) return sure;
  for (const { publicKey, serial: other } of known) {
    const found = sureIn(texts, publicKey);
    if (found === undefined) continue;
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence =
      `The signature was made with the key of another certificate than the one you sent (serial ${serial}${other === serial ? COPY : ''}); send the certificate that belongs to your key, or sign with the key of this one.` as const;
    const part = reading(['another-key'], sentence);
    return { ...found, parts: [part, ...found.parts] };
  }
  return own[0];
}
