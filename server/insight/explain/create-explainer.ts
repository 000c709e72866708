// The explainer: says why a signature was refused, in one sentence and in full (SIG-15). It never decides
// whether a request is accepted. It reveals only what the caller sent and what is public.
import { defined } from '../../kernel/defined.ts';
import type { ApiError } from '../../protocol/errors.ts';
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { parseHttpDate } from '../../signing/date-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { splitPem } from '../../signing/pem.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { SignatureHeader } from '../../signing/signature-header.ts';
import { singleValue } from '../../signing/single-header.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { explainDigest } from './explain-digest.ts';
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
import { wholeLists } from './repaired-strings.ts';
import { stringContext } from './rows/draft.ts';
import { sentenceOf } from './sentence.ts';
import type { Slices } from './slices.ts';

export interface ExplainerOptions {
  /** PEMs of the bank's own authorities; the list may grow while the bank runs. */
  readonly authorities?: () => readonly string[];
}

export function createExplainer({ authorities = () => [] }: ExplainerOptions = {}): Explainer {
  const known = createKnownCertificates();
  return {
    know: (bank, certificate) => known.add(bank, certificate),
    explain(request, refusal, about) {
      if (!refusal.rule.startsWith('SIG-')) return undefined;
      return explanationOf(refusal, {
        request,
        known: known.of(about.bank),
        // Read only if a keyId is compared with them.
        authorities: () => authorities().flatMap(splitPem).map(readCertificate),
        about,
      });
    },
  };
}

interface Asked {
  readonly request: SignedRequest;
  readonly known: readonly SigningCertificate[];
  readonly authorities: () => readonly SigningCertificate[];
  readonly about: Explained;
}

interface Diagnosed extends Asked {
  readonly diagnosis: Diagnosis;
}

function* explanationOf(refusal: ApiError, asked: Asked): Slices<Explanation> {
  const diagnosis = diagnose(asked.request, asked.about.now, asked.about.facts);
  yield;
  const input = { ...asked, diagnosis };
  const { sent, bankString, refusals } = diagnosis;
  const first = yield* explainOne(refusal, input);
  // The text may show another second if the clock has moved on. None if the bank's levels forbid a finding.
  const sameRule = refusals.filter(({ rule }) => rule === refusal.rule);
  const same = sameRule.find(({ message }) => message === refusal.message) ?? sameRule[0];
  const later: { readonly one: ApiError; readonly explained: SignatureExplained }[] = [];
  for (const one of refusals) {
    if (one !== same) later.push({ one, explained: yield* explainOne(one, input) });
  }
  const next = isOfCertificate(first.readings)
    ? later.filter(({ one, explained }) => outlastsCertificate(one, explained))
    : later;
  const { readings, remark, signed, form, otherString } = first;
  return {
    rule: refusal.rule,
    sentence: sentenceOf(refusal.message, {
      readings,
      ...defined({ remark, bankString: otherString && bankString }),
    }),
    readings,
    ...defined({ bankString, signedString: signed, signature: form }),
    ...(sent === undefined ? {} : { expectedKeyId: keyIdOf(sent.certificate) }),
    tried: later.reduce((sum, { explained }) => sum + explained.tried, first.tried),
    next: next.map(({ one, explained }) => ({
      rule: one.rule,
      text: sentenceOf(one.message, {
        readings: explained.readings,
        ...defined({ remark: explained.remark }),
      }),
    })),
  };
}

const PLAIN: SignatureExplained = { readings: [], tried: 0 };

/** Explains one refusal of a signature; refusals of other rules are clear enough. */
function* explainOne(refusal: ApiError, input: Diagnosed): Slices<SignatureExplained> {
  const { sent, header } = input.diagnosis;
  if (refusal.rule === 'SIG-11') return ofDate(refusal, input);
  if (sent === undefined || header === undefined) return PLAIN;
  switch (refusal.rule) {
    case 'SIG-05':
    case 'SIG-06':
      return ofKeyId(refusal.rule, header, { ...input, sent });
    case 'SIG-07':
      return isOfKey(refusal) ? ofKeyId('SIG-07', header, { ...input, sent }) : PLAIN;
    case 'SIG-12':
      return yield* ofDigest(refusal, input.request);
    case 'SIG-10':
      return yield* ofString(header, input);
    default:
      return PLAIN;
  }
}

const HOUR = 3600;
/** Seconds by which a clock may be wrong besides. */
const SLACK = 90;

/** A Date that is whole hours away is local time under the name of GMT. */
function ofDate({ message }: ApiError, { request, about: { now } }: Diagnosed): SignatureExplained {
  const sent = parseHttpDate(singleValue(request.headers, 'date') ?? '', now);
  const skew = sent === undefined ? 0 : sent.seconds - now / 1000;
  const hours = Math.round(skew / HOUR);
  const isLocal = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(skew - hours * HOUR) <= SLACK;
  if (!isLocal) return PLAIN;
  const remark = `${message} The difference is ${Math.abs(hours)} ${Math.abs(hours) === 1 ? 'hour' : 'hours'}: it is probably the local time with GMT behind it; write the time of the zone GMT`;
  return { ...PLAIN, remark };
}

/**
 * If the list was refused, the client may have signed what it lists or what it should list. Then a header
 * that looks added was more likely left out of the list.
 */
function* ofString({ signature }: SignatureHeader, input: Diagnosed): Slices<SignatureExplained> {
  const { diagnosis, known, about, request } = input;
  const { sent, key } = diagnosis;
  if (sent === undefined || key === undefined || diagnosis.names === undefined) return PLAIN;
  const { certificate } = sent;
  const others = known.filter(({ x509 }) => !x509.raw.equals(certificate.x509.raw));
  const explain = (names: NonNullable<Diagnosis['names']>) => {
    const context = stringContext(request, names, about.now);
    return explainSignature(signature, { ...context, certificate, key, known: others });
  };
  const asListed = yield* explain(diagnosis.names);
  const isClear = asListed.signed !== undefined && !hasMistake(asListed, ['header-put-in']);
  if (diagnosis.bankString !== undefined || isClear) return asListed;
  for (const whole of wholeLists(diagnosis.names, request)) {
    const other = yield* explain(whole);
    const isOfList = hasMistake(other, ['header-put-in', 'header-left-out', 'another-order']);
    if (other.signed !== undefined && !isOfList) return other;
  }
  return asListed;
}

const hasMistake = ({ readings }: SignatureExplained, wanted: readonly MistakeName[]): boolean =>
  readings.some(({ mistakes }) => mistakes.some((name) => wanted.includes(name)));

function ofKeyId(
  rule: 'SIG-05' | 'SIG-06' | 'SIG-07',
  { keyId, signature }: SignatureHeader,
  { authorities, known, sent }: Diagnosed & { readonly sent: SentCertificate },
): SignatureExplained {
  const { certificate, chain: behind } = sent;
  const others = [...behind, ...authorities(), ...known].filter(
    ({ x509 }) => !x509.raw.equals(certificate.x509.raw),
  );
  const context = { certificate, others, behind, madeBy: keyTest(signature) };
  const readings = rule === 'SIG-07' ? wrongKey(context) : explainKeyId(keyId, context, rule);
  return { readings, tried: readings.length };
}

/** If no mistake explains the Digest, the refusal says what was tried. */
function* ofDigest(
  { code, message }: ApiError,
  { headers, body }: SignedRequest,
): Slices<SignatureExplained> {
  const digest = singleValue(headers, 'digest');
  if (digest === undefined) return PLAIN;
  const { readings, tried, remark } = yield* explainDigest(digest, body);
  const isPlain = readings.length > 0 || code !== 'BAD_REQUEST';
  return isPlain ? { readings, tried } : { readings, tried, remark: `${message} ${remark}` };
}
