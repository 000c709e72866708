// The explainer: says why a signature was refused, in one sentence and in full (SIG-15). It never decides
// whether a request is accepted. It reveals only what the caller sent and what is public.
import { defined } from '../../kernel/defined.ts';
import type { ApiError } from '../../protocol/errors.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { readCertificate } from '../../signing/certificate.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { splitPem } from '../../signing/pem.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { SignatureHeader } from '../../signing/signature-header.ts';
import { singleValue } from '../../signing/single-header.ts';
import { DIGEST_LIMITS } from './body/body-forms.ts';
import { explainDigest } from './body/explain-digest.ts';
import { readForm } from './body/json-text.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { explainSignature, type SignatureExplained } from './explain-signature.ts';
import type { Explained, Explainer } from './explainer.ts';
import type { Explanation } from './explanation.ts';
import { explainKeyId } from './key-id/explain-key-id.ts';
import {
  isOfCertificate,
  isOfKey,
  keyTest,
  outlastsCertificate,
  wrongKey,
} from './key-id/wrong-certificate.ts';
import { createKnownCertificates } from './known-certificates.ts';
import type { MistakeName } from './mistake-names.ts';
import { sentenceOf } from './sentence.ts';
import type { Slices } from './slices.ts';
import { wholeLists } from './string/repaired-strings.ts';
import { signatureContext } from './string/signature-context.ts';

export interface ExplainerOptions {
  /** PEMs of the bank's own authorities; the list may grow while the bank runs. */
  readonly authorities?: () => readonly string[];
}

export function createExplainer(options: ExplainerOptions = {}): Explainer {
  const known = createKnownCertificates();
  return {
    know: (bank, certificate) => known.add(bank, certificate),
    explain(request, refusal, about) {
      if (!refusal.rule.startsWith('SIG-')) return undefined;
      const authorities = ownAuthorities(options);
      return explanationOf(request, { refusal, known: known.of(about.bank), authorities, about });
    },
  };
}

/** Reads the authorities only if a keyId is compared with them. */
function ownAuthorities({ authorities = () => [] }: ExplainerOptions): ExplainInput['authorities'] {
  return () => authorities().flatMap(splitPem).map(readCertificate);
}

interface ExplainInput {
  readonly known: readonly SigningCertificate[];
  readonly authorities: () => readonly SigningCertificate[];
  readonly about: Explained;
}

interface Diagnosed extends ExplainInput {
  readonly diagnosis: Diagnosis;
}

function* explanationOf(
  request: SignedRequest,
  { refusal, ...about }: ExplainInput & { readonly refusal: ApiError },
): Slices<Explanation> {
  const { now, facts } = about.about;
  const diagnosis = diagnose(request, now, facts);
  yield;
  const input = { ...about, diagnosis };
  const { sent, bankString, refusals } = diagnosis;
  const first = yield* explainOne(refusal, request, input);
  const same = sameRefusal(refusal, refusals);
  const found: Later[] = [];
  for (const one of refusals) {
    if (one !== same) found.push({ one, explained: yield* explainOne(one, request, input) });
  }
  const next = isOfCertificate(first.readings)
    ? found.filter(({ one, explained }) => outlastsCertificate(one, explained))
    : found;
  const { readings, signed, form } = first;
  return {
    rule: refusal.rule,
    sentence: sentenceOf(refusal.message, {
      ...sentenceParts(first),
      ...(first.otherString === true && bankString !== undefined ? { bankString } : {}),
    }),
    readings,
    ...defined({ bankString, signedString: signed, signature: form }),
    ...(sent === undefined ? {} : { expectedKeyId: keyIdOf(sent.certificate) }),
    tried: found.reduce((sum, { explained }) => sum + explained.tried, first.tried),
    next: next.map(({ one, explained }) => ({
      rule: one.rule,
      text: sentenceOf(one.message, sentenceParts(explained)),
    })),
  };
}

/** A refusal that would come next. */
interface Later {
  readonly one: ApiError;
  readonly explained: SignatureExplained;
}

/**
 * The refusal in the list that the bank answered. None if the bank refused because its levels forbid a
 * finding.
 */
function sameRefusal(refusal: ApiError, refusals: readonly ApiError[]): ApiError | undefined {
  const sameRule = refusals.filter(({ rule }) => rule === refusal.rule);
  // The text may show another second if the clock has moved on.
  return sameRule.find(({ message }) => message === refusal.message) ?? sameRule[0];
}

const sentenceParts = ({ readings, remark }: SignatureExplained) => ({
  readings,
  ...defined({ remark }),
});

/** Explains one refusal of a signature; refusals of other rules are clear enough. */
function* explainOne(
  refusal: ApiError,
  request: SignedRequest,
  input: Diagnosed,
): Slices<SignatureExplained> {
  const { sent, header } = input.diagnosis;
  if (sent === undefined || header === undefined) return PLAIN;
  switch (refusal.rule) {
    case 'SIG-05':
    case 'SIG-06':
      return explainedKeyId(refusal.rule, header, { request, input, sent });
    case 'SIG-07':
      return isOfKey(refusal) ? explainedKeyId('SIG-07', header, { request, input, sent }) : PLAIN;
    case 'SIG-12': {
      const digest = singleValue(request.headers, 'digest');
      return digest === undefined ? PLAIN : yield* ofDigest(digest, request.body, refusal);
    }
    case 'SIG-10':
      return yield* explainedString(header, request, input);
    default:
      return PLAIN;
  }
}

/**
 * If the list was refused, the client may have signed what it lists or what it should list. Then a header
 * that looks added was more likely left out of the list.
 */
function* explainedString(
  { signature }: SignatureHeader,
  request: SignedRequest,
  { diagnosis, known, about }: Diagnosed,
): Slices<SignatureExplained> {
  const explain = function* (names: Diagnosis['names']): Slices<SignatureExplained> {
    const listed = { ...diagnosis, ...(names && { names }) };
    const context = signatureContext(request, listed, { known, now: about.now });
    return context === undefined ? PLAIN : yield* explainSignature(signature, context);
  };
  const asListed = yield* explain(diagnosis.names);
  const isClear = asListed.signed !== undefined && !names(asListed, ['header-put-in']);
  if (diagnosis.bankString !== undefined || isClear) return asListed;
  for (const whole of wholeLists(diagnosis.names ?? [], request)) {
    const other = yield* explain(whole);
    const isOfList = names(other, ['header-put-in', 'header-left-out', 'another-order']);
    if (other.signed !== undefined && !isOfList) return other;
  }
  return asListed;
}

const names = ({ readings }: SignatureExplained, wanted: readonly MistakeName[]): boolean =>
  readings.some(({ mistakes }) => mistakes.some((name) => wanted.includes(name)));

interface Sent {
  readonly request: SignedRequest;
  readonly input: Diagnosed;
  readonly sent: SentCertificate;
}

function explainedKeyId(
  rule: 'SIG-05' | 'SIG-06' | 'SIG-07',
  { keyId, signature }: SignatureHeader,
  { request, input, sent }: Sent,
): SignatureExplained {
  const { certificate, chain: behind } = sent;
  const others = [...behind, ...input.authorities(), ...input.known].filter(
    ({ x509 }) => !x509.raw.equals(certificate.x509.raw),
  );
  const madeBy = keyTest(signature);
  const charset = charsetOf(singleValue(request.headers, 'signature') ?? '');
  const context = { certificate, others, behind, madeBy, ...(charset && { charset }) };
  const readings = rule === 'SIG-07' ? wrongKey(context) : explainKeyId(keyId, context, rule);
  return { readings, tried: readings.length };
}

/** The charset that the first RFC 2047 word names. */
const charsetOf = (value: string): string | undefined =>
  /^=\?([^?]{1,20})\?/.exec(value)?.[1]?.toLowerCase();

/** If no mistake explains the Digest and not every form was tried, the refusal says so. */
function* ofDigest(
  digest: string,
  body: Buffer,
  { code, message }: ApiError,
): Slices<SignatureExplained> {
  const { readings, tried, complete } = yield* explainDigest(digest, body);
  if (readings.length === 0 && code === 'BAD_REQUEST' && isForm(body)) {
    return {
      readings,
      tried,
      remark: `${message} The body is a form (name=value, urlencoded), and the API reads JSON`,
    };
  }
  if (complete || readings.length > 0 || code !== 'BAD_REQUEST') return { readings, tried };
  const remark = `${message} The body is too long to try ${tried > 1 ? 'every other form' : 'other forms'} of it`;
  return { readings, tried, remark };
}

const isForm = (body: Buffer): boolean =>
  body.length <= DIGEST_LIMITS.body && readForm(body.toString('latin1')) !== undefined;

const PLAIN: SignatureExplained = { readings: [], tried: 0 };
