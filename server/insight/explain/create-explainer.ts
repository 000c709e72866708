// The explainer: why a signature was refused, in one sentence and in full (SIG-15). It never decides
// whether a request is accepted, and it says nothing but what the caller sent and what is public.
import { defined } from '../../kernel/defined.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { ApiError } from '../../protocol/errors.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { readCertificate } from '../../signing/certificate.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { splitPem } from '../../signing/pem.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { SignatureHeader } from '../../signing/signature-header.ts';
import { singleValue } from '../../signing/single-header.ts';
import { identityOf } from '../../signing/tpp-identity.ts';
import { explainDigest } from './body/explain-digest.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { createExplainLimit } from './explain-limit.ts';
import { explainSignature, type SignatureExplained } from './explain-signature.ts';
import type { Explained, Explainer } from './explainer.ts';
import type { Explanation } from './explanation.ts';
import { explainKeyId } from './key-id/explain-key-id.ts';
import { isOfCertificate, keyTest, outlastsCertificate } from './key-id/wrong-certificate.ts';
import { createKnownCertificates } from './known-certificates.ts';
import type { MistakeName } from './mistake-names.ts';
import { sentenceOf } from './sentence.ts';
import { KEY_WORK } from './signature/key-size.ts';
import { wholeLists } from './string/mended-strings.ts';
import { signatureScene } from './string/signature-scene.ts';

export interface ExplainerOptions {
  /** PEMs of the bank's own authorities; they may grow while it runs. */
  readonly authorities?: () => readonly string[];
}

export function createExplainer(options: ExplainerOptions = {}): Explainer {
  const known = createKnownCertificates();
  const limit = createExplainLimit();
  return {
    know: (bank, certificate) => known.add(bank, certificate),
    explain(request, refusal, about) {
      if (!refusal.rule.startsWith('SIG-')) return undefined;
      const diagnosis = memoize(() => diagnose(request, about.now, about.facts));
      if (!limit.allows(() => askerOf(diagnosis()), about.now)) return undefined;
      const scene = { known: known.of(about.bank), authorities: ownAuthorities(options), about };
      const { explanation, work } = explanationOf(request, {
        refusal,
        diagnosis: diagnosis(),
        ...scene,
      });
      limit.spend(work);
      return explanation;
    },
  };
}

/** Whoever sent the certificate; all that send none that can be read are one. */
const askerOf = ({ sent }: Diagnosis): string =>
  sent === undefined ? '' : identityOf(sent.certificate).id;

/** Read only where a keyId is compared with them. */
function ownAuthorities({ authorities = () => [] }: ExplainerOptions): Given['authorities'] {
  return () => authorities().flatMap(splitPem).map(readCertificate);
}

interface Given {
  readonly refusal: ApiError;
  readonly diagnosis: Diagnosis;
  readonly known: readonly SigningCertificate[];
  readonly authorities: () => readonly SigningCertificate[];
  readonly about: Explained;
}

interface Costed {
  readonly explanation: Explanation;
  /** Strings that were hashed, or kilobytes of them. */
  readonly work: number;
}

function explanationOf(request: SignedRequest, given: Given): Costed {
  const { refusal, diagnosis } = given;
  const { sent, bankString, refusals } = diagnosis;
  const first = explainOne(refusal, request, given);
  const later = refusals.filter((one) => one !== sameRefusal(refusal, refusals));
  const found = later.map((one) => ({ one, explained: explainOne(one, request, given) }));
  const all = [first, ...found.map(({ explained }) => explained)];
  const next = isOfCertificate(first.readings)
    ? found.filter(({ one, explained }) => outlastsCertificate(one, explained))
    : found;
  const { readings, signed, form } = first;
  const explanation: Explanation = {
    rule: refusal.rule,
    sentence: sentenceOf(refusal.message, {
      ...told(first),
      ...(first.otherString === true && bankString !== undefined ? { bankString } : {}),
    }),
    readings,
    ...defined({ bankString, signedString: signed, signature: form }),
    ...(sent === undefined ? {} : { expectedKeyId: keyIdOf(sent.certificate) }),
    tried: all.reduce((sum, { tried }) => sum + tried, 0),
    next: next.map(({ one, explained }) => ({
      rule: one.rule,
      text: sentenceOf(one.message, told(explained)),
    })),
  };
  return { explanation, work: all.reduce((sum, { work }) => sum + work, 0) };
}

/** Of those found now the one that refused; none where a finding refused that this bank's levels forbid. */
function sameRefusal(refusal: ApiError, refusals: readonly ApiError[]): ApiError | undefined {
  const sameRule = refusals.filter(({ rule }) => rule === refusal.rule);
  // Where the clock has moved on since, the text may say another second.
  return sameRule.find(({ message }) => message === refusal.message) ?? sameRule[0];
}

const told = ({ readings, remark }: SignatureExplained) => ({
  readings,
  ...defined({ remark }),
});

/** One refusal of a signature; those of other rules say enough by themselves. */
function explainOne(refusal: ApiError, request: SignedRequest, given: Given): SignatureExplained {
  const { sent, header } = given.diagnosis;
  if (sent === undefined || header === undefined) return PLAIN;
  switch (refusal.rule) {
    case 'SIG-05':
    case 'SIG-06':
      return explainedKeyId(refusal.rule, header, { request, given, sent });
    case 'SIG-12': {
      const digest = singleValue(request.headers, 'digest');
      return digest === undefined ? PLAIN : ofDigest(digest, request.body, refusal);
    }
    case 'SIG-10':
      return explainedString(header, request, given);
    default:
      return PLAIN;
  }
}

/**
 * Of a list that was refused nobody knows whether the client signed what it lists or what it should have
 * listed: a header that looks put in was rather left out of the list.
 */
function explainedString(
  { signature }: SignatureHeader,
  request: SignedRequest,
  { diagnosis, known, about }: Given,
): SignatureExplained {
  const explain = (names: Diagnosis['names']) => {
    const scene = signatureScene(
      request,
      { ...diagnosis, ...(names && { names }) },
      { known, now: about.now },
    );
    return scene === undefined ? PLAIN : explainSignature(signature, scene);
  };
  const asListed = explain(diagnosis.names);
  const isClear = asListed.signed !== undefined && !names(asListed, ['header-put-in']);
  if (diagnosis.bankString !== undefined || isClear) return asListed;
  let { work } = asListed;
  for (const whole of wholeLists(diagnosis.names ?? [], request)) {
    const other = explain(whole);
    work += other.work;
    const isOfList = names(other, ['header-put-in', 'header-left-out', 'another-order']);
    if (other.signed !== undefined && !isOfList) return { ...other, work };
  }
  return { ...asListed, work };
}

const names = ({ readings }: SignatureExplained, wanted: readonly MistakeName[]): boolean =>
  readings.some(({ mistakes }) => mistakes.some((name) => wanted.includes(name)));

interface Sent {
  readonly request: SignedRequest;
  readonly given: Given;
  readonly sent: SentCertificate;
}

function explainedKeyId(
  rule: 'SIG-05' | 'SIG-06',
  { keyId, signature }: SignatureHeader,
  { request, given, sent }: Sent,
): SignatureExplained {
  const { certificate, chain: behind } = sent;
  const others = [...behind, ...given.authorities(), ...given.known].filter(
    ({ x509 }) => !x509.raw.equals(certificate.x509.raw),
  );
  const { madeBy, tried } = keyTest(signature);
  const charset = charsetOf(singleValue(request.headers, 'signature') ?? '');
  const scene = { certificate, others, behind, madeBy, ...(charset && { charset }) };
  const readings = explainKeyId(keyId, scene, rule);
  return { readings, tried: readings.length, work: tried() * KEY_WORK };
}

/** What the first RFC 2047 word says that its bytes are. */
const charsetOf = (value: string): string | undefined =>
  /^=\?([^?]{1,20})\?/.exec(value)?.[1]?.toLowerCase();

/** Where nothing explains it and not every form of the body was tried, the refusal says so. */
function ofDigest(digest: string, body: Buffer, { code, message }: ApiError): SignatureExplained {
  const { readings, tried, work, complete } = explainDigest(digest, body);
  const plain = { readings, tried, work };
  if (complete || readings.length > 0 || code !== 'BAD_REQUEST') return plain;
  const remark = `${message} The body is too long to try ${tried > 1 ? 'every other form' : 'other forms'} of it`;
  return { ...plain, remark };
}

const PLAIN: SignatureExplained = { readings: [], tried: 0, work: 0 };
