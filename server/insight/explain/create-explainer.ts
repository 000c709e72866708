// The explainer: says why a signature was refused, in one sentence and in full (SIG-15). It never decides
// whether a request is accepted. It reveals only what the caller sent and what is public.
import { LRUCache } from 'lru-cache';
import { defined } from '../../kernel/defined.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { ApiError } from '../../protocol/errors.ts';
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import { parseHttpDate } from '../../signing/date-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { splitPem } from '../../signing/pem.ts';
import type { SignedName } from '../../signing/signed-headers.ts';
import { singleValue } from '../../signing/single-header.ts';
import { type Diagnosis, diagnose, wholeLists } from './diagnose.ts';
import { explainDigest } from './explain-digest.ts';
import { explainSignature, type SignatureExplained } from './explain-signature.ts';
import { type Explainer, type Explanation, sentenceOf } from './explanation.ts';
import { explainKeyId } from './key-id/explain-key-id.ts';
import { outlasts } from './key-id/wrong-certificate.ts';
import type { MistakeName } from './mistake-names.ts';
import type { Slices } from './slices.ts';

export interface ExplainerOptions {
  /** PEMs of the bank's own authorities; the list may grow while the bank runs. */
  readonly authorities?: () => readonly string[];
}

const MOST_BANKS = 100;
/** Each one is tried against a signature that the sent certificate does not verify: 0.05 ms each. */
const MOST_OF_BANK = 50;

export function createExplainer({ authorities = () => [] }: ExplainerOptions = {}): Explainer {
  const banks = new LRUCache<string, LRUCache<string, SigningCertificate>>({ max: MOST_BANKS });
  return {
    know(bank, certificate) {
      const known = getOrSet(banks, bank, () => new LRUCache({ max: MOST_OF_BANK }));
      // Anybody can make a certificate with another one's serial number and issuer.
      known.set(certificate.x509.fingerprint256, certificate);
    },
    explain(request, refusal, { bank, now, facts }) {
      if (!refusal.rule.startsWith('SIG-')) return undefined;
      const known = [...(banks.get(bank)?.values() ?? [])];
      return explanationOf(refusal, () => ({
        ...diagnose(request, now, facts),
        now,
        known,
        // Read only if a keyId is compared with them.
        authorities: () => authorities().flatMap(splitPem).map(readCertificate),
      }));
    },
  };
}

/** A refused request, and certificates that may be meant instead of its own. */
interface Case extends Diagnosis {
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly known: readonly SigningCertificate[];
  readonly authorities: () => readonly SigningCertificate[];
}

function* explanationOf(refusal: ApiError, look: () => Case): Slices<Explanation> {
  const input = look();
  yield;
  const { sent, bankString, refusals } = input;
  const first = yield* explainOne(refusal, input);
  // The text may show another second if the clock has moved on. None if the bank's levels forbid a finding.
  const sameRule = refusals.filter(({ rule }) => rule === refusal.rule);
  const same = sameRule.find(({ message }) => message === refusal.message) ?? sameRule[0];
  const later: { readonly one: ApiError; readonly explained: SignatureExplained }[] = [];
  for (const one of refusals) {
    if (one !== same) later.push({ one, explained: yield* explainOne(one, input) });
  }
  const next = later.filter(({ one }) => outlasts(first.readings, one.rule));
  const { readings, signed, form, otherString } = first;
  return {
    rule: refusal.rule,
    sentence: sentenceOf(refusal.message, first, otherString && bankString),
    readings,
    ...defined({ bankString, signedString: signed, signature: form }),
    ...defined({ expectedKeyId: sent && keyIdOf(sent.certificate) }),
    tried: later.reduce((sum, { explained }) => sum + explained.tried, first.tried),
    next: next.map(({ one, explained }) => ({
      rule: one.rule,
      text: sentenceOf(one.message, explained),
    })),
  };
}

const PLAIN: SignatureExplained = { readings: [], tried: 0 };

/** Explains one refusal of a signature; refusals of other rules are clear enough. */
function* explainOne(refusal: ApiError, input: Case): Slices<SignatureExplained> {
  switch (refusal.rule) {
    case 'SIG-05':
    case 'SIG-06':
      return ofKeyId(refusal.rule, input);
    case 'SIG-10':
      return yield* ofString(input);
    case 'SIG-11':
      return ofDate(refusal, input);
    case 'SIG-12':
      return yield* ofDigest(refusal, input);
    default:
      return PLAIN;
  }
}

const others = (sent: SigningCertificate, all: readonly SigningCertificate[]) =>
  all.filter(({ x509 }) => !x509.raw.equals(sent.x509.raw));

function ofKeyId(
  rule: 'SIG-05' | 'SIG-06',
  { sent, signature, authorities, known }: Case,
): SignatureExplained {
  if (sent === undefined || signature === undefined) return PLAIN;
  const { certificate, chain } = sent;
  const all = others(certificate, [...chain, ...authorities(), ...known]);
  const readings = explainKeyId(rule, signature, certificate, all);
  return { readings, tried: readings.length };
}

/** If the list was refused, the client may have signed what it lists or what it should list. */
function* ofString(input: Case): Slices<SignatureExplained> {
  const { sent, signature, key, signedNames, bankString, request, now, known } = input;
  if (!sent || !signature || !key || !signedNames) return PLAIN;
  const { certificate } = sent;
  const context = { certificate, key, known: others(certificate, known) };
  const explain = (names: readonly SignedName[]) =>
    explainSignature(signature.signature, { request, entries: names, now, ...context });
  const asListed = yield* explain(signedNames);
  if (bankString !== undefined || !isOfList(asListed)) return asListed;
  for (const whole of wholeLists(signedNames, request)) {
    const other = yield* explain(whole);
    if (!isOfList(other)) return other;
  }
  return asListed;
}

const OF_LIST: readonly MistakeName[] = ['header-put-in', 'header-left-out', 'another-order'];

/** Whether another list may be what was signed: a header that looks added was left out of the list. */
const isOfList = ({ signed, readings }: SignatureExplained): boolean =>
  signed === undefined ||
  readings.some(({ mistakes }) => mistakes.some((name) => OF_LIST.includes(name)));

const HOUR = 3600;
/** Seconds by which a clock may be wrong besides. */
const SLACK = 90;

/** A Date that is whole hours away is local time under the name of GMT. */
function ofDate({ message }: ApiError, { request, now }: Case): SignatureExplained {
  const sent = parseHttpDate(singleValue(request.headers, 'date') ?? '', now);
  const skew = sent === undefined ? 0 : Math.abs(sent.seconds - now / 1000);
  const hours = Math.round(skew / HOUR);
  if (hours === 0 || hours > 14 || Math.abs(skew - hours * HOUR) > SLACK) return PLAIN;
  const remark = `${message} The difference is ${hours} ${hours === 1 ? 'hour' : 'hours'}: it is probably the local time with GMT behind it; write the time of the zone GMT`;
  return { ...PLAIN, remark };
}

/** If no mistake explains the Digest, the refusal says what was tried. */
function* ofDigest({ code, message }: ApiError, { request }: Case): Slices<SignatureExplained> {
  const digest = singleValue(request.headers, 'digest');
  if (digest === undefined) return PLAIN;
  const { readings, tried, remark } = yield* explainDigest(digest, request.body);
  const isPlain = readings.length > 0 || code !== 'BAD_REQUEST';
  return isPlain ? { readings, tried } : { readings, tried, remark: `${message} ${remark}` };
}
