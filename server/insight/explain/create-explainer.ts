// The explainer: says why a signature was refused, in one sentence and in full (SIG-15). It never decides
// whether a request is accepted. It reveals only what the caller sent and what is public.
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { attempt } from '../../signing/attempt.ts';
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import { checkDate, parseHttpDate } from '../../signing/date-header.ts';
import { checkDigest } from '../../signing/digest.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { isSameKey } from '../../signing/key-pair.ts';
import { splitPem } from '../../signing/pem.ts';
import { checkSignatureValue } from '../../signing/signature-value.ts';
import { singleValue } from '../../signing/single-header.ts';
import { certificateElsewhere, otherStandard } from './beside-headers.ts';
import { damagedCopy } from './damaged-certificate.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { earlierDigest } from './earlier-requests.ts';
import { explainDigest, hasNoBody, NEXT_STEPS } from './explain-digest.ts';
import { explainKeyId, outlasts } from './explain-key-id.ts';
import { explainSignature, type SignatureExplained } from './explain-signature.ts';
import type { Claim, EarlierRequests, Explainer, Explanation } from './explanation.ts';
import { reading, sentenceOf, withNext } from './explanation.ts';
import { type KnownCertificates, knownCertificates } from './known-certificates.ts';
import type { Slices } from './slices.ts';

interface Around {
  /** PEMs of the bank's own authorities; the list may grow while the bank runs. */
  readonly authorities?: () => readonly string[];
  readonly signers?: KnownCertificates;
}

export function createExplainer({
  authorities = () => [],
  signers = knownCertificates(),
}: Around = {}): Explainer {
  return {
    ...signers,
    explain(request, refusal, { bank, now, facts, earlier = () => [] }) {
      if (!refusal.rule.startsWith('SIG-')) return undefined;
      const known = signers.known(bank);
      return explanationOf(refusal, () => ({
        ...diagnose(request, now, { ...facts, refusal, known }),
        now,
        known,
        earlier,
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
  readonly earlier: EarlierRequests;
  readonly authorities: () => readonly SigningCertificate[];
}

function* explanationOf(refusal: ApiError, look: () => Case): Slices<Explanation> {
  const input = look();
  yield;
  const { sent, bankString, refusals } = input;
  const first = besideHeaders(yield* explainOne(refusal, input), refusal, input);
  // Its text may show another second if the clock has moved on.
  const same = refusals.find(({ rule }) => rule === refusal.rule);
  const next: { readonly rule: RuleId; readonly text: string }[] = [];
  let { tried } = first;
  // The string is another one once Date and Digest are there and right.
  const refused = ['date', 'digest'].filter((name) =>
    refusals.some(({ details }) => details.path?.toLowerCase() === name),
  );
  const isDated = refused.length === 0;
  // A part that was mended by its form may be meant otherwise.
  const isMended = refusals.some(({ rule }) => /^SIG-0[2348]$/.test(rule));
  const own = sent?.certificate.publicKey;
  const isOther = own && input.key && !isSameKey(input.key, own);
  for (const one of refusals) {
    const isOfSigner = isOther && one.rule === 'SIG-10';
    if (one === same || !(isOfSigner || outlasts(first.readings, one.rule))) continue;
    const explained = yield* explainOne(one, input);
    tried += explained.tried;
    const isUnknown = one.rule === 'SIG-10' && explained.readings.length === 0;
    // Of a list that is refused the lines are not told as well.
    const isOfList =
      isMended && LINES.test(explained.readings.flatMap(({ mistakes }) => mistakes).join());
    if (isUnknown && (isMended || !isDated)) continue;
    if (!isDated && isRightOnceMended(explained.signed, refused, input)) continue;
    if (isOfList || (!isDated && LACKS.test(one.message))) continue;
    next.push({ rule: one.rule, text: sentenceOf(one.message, explained) });
  }
  const { readings, signed, form, otherString } = first;
  return {
    rule: refusal.rule,
    sentence: withNext(sentenceOf(refusal.message, first, otherString && bankString), next),
    readings,
    ...defined({ bankString, signedString: signed, signature: form }),
    ...defined({ expectedKeyId: sent && keyIdOf(sent.certificate) }),
    tried,
    next,
  };
}

/** What other headers show, if nothing else explains the refusal. */
function besideHeaders(
  explained: SignatureExplained,
  { rule, message }: ApiError,
  { request: { headers } }: Case,
): SignatureExplained {
  const { readings } = explained;
  if (readings.length > 0 || !/^SIG-(?:0[1-478]|10)$/.test(rule)) return explained;
  const isOwn = rule === 'SIG-02';
  const isOfCertificate = message.includes('TPP-Signature-Certificate');
  const elsewhere = isOfCertificate ? certificateElsewhere(headers) : undefined;
  const found = elsewhere ?? (isOwn ? undefined : otherStandard(headers));
  if (found === undefined) return explained;
  // That header's own text would contradict it.
  return { ...explained, readings: [found], isBeside: !isOwn && explained.remark === undefined };
}

/** Whether nothing is wrong with what was signed but that these headers, which are refused, came otherwise. */
function isRightOnceMended(
  signed: string | undefined,
  names: readonly string[],
  { request, signature, key, bankString, now }: Case,
): boolean {
  if (!signed || !signature || !key || !bankString) return false;
  const lines = signed.split('\n');
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `));
  const headers = new RawHeaders(
    names.flatMap((name) => [name, lineOf(name)?.slice(name.length + 2) ?? '']),
  );
  const mended = bankString
    .split('\n')
    .map((line) => {
      const name = names.find((one) => line.startsWith(`${one}: `));
      return (name && lineOf(name)) ?? line;
    })
    .join('\n');
  const wrong = attempt(ApiError, () => {
    if (names.includes('date')) checkDate(headers, now, () => undefined);
    if (names.includes('digest')) checkDigest(headers, request.body);
    checkSignatureValue(signature.signature, mended, key);
  });
  return !(wrong instanceof ApiError);
}

const LINES = /header-(?:put-in|left-out)|another-order/;
const LACKS = /, which the request does not carry/;
const PLAIN = { readings: [], tried: 0 };

/** Explains one refusal of a signature; refusals of other rules are clear enough. */
function* explainOne(refusal: ApiError, input: Case): Slices<SignatureExplained> {
  const { rule } = refusal;
  const { request, sent, signature, key, signedNames, authorities, known, earlier } = input;
  if (rule === 'SIG-11')
    return { ...PLAIN, ...defined({ remark: remarkOnDate(input) }), isBeside: true };
  if (rule === 'SIG-12') return yield* explainBody(input);
  if (sent === undefined || signature === undefined) return PLAIN;
  const { certificate, chain } = sent;
  const others = (all: readonly SigningCertificate[]) =>
    all.filter(({ x509 }) => !x509.raw.equals(certificate.x509.raw));
  if (rule === 'SIG-10' && key !== undefined && signedNames !== undefined) {
    const keys = { certificate, key, known: others(known) };
    const context = { request, entries: signedNames, earlier, ...keys };
    return yield* explainSignature(signature.signature, context);
  }
  if (rule !== 'SIG-05' && rule !== 'SIG-06') return PLAIN;
  const all = others([...chain, ...authorities(), ...known]);
  const damaged = damagedCopy(certificate, all);
  const readings = damaged ? [damaged] : explainKeyId(rule, signature, certificate, all);
  const isTwice = readings.some(({ mistakes }) => mistakes.includes('issuer-encoded-twice'));
  const header = request.headers.get('signature')?.toLowerCase();
  if (isTwice && header?.startsWith('=?iso-8859-1?'))
    return { readings: [OTHER_CHARSET], tried: 1 };
  return { readings, tried: readings.length };
}

function* explainBody(input: Case): Slices<SignatureExplained> {
  const { request, signedNames, key, refusals, earlier } = input;
  const { method, headers, body } = request;
  const digest = singleValue(headers, 'digest');
  if (digest === undefined) {
    const isAdded = hasNoBody(method) && body.length > 0;
    if (!isAdded) return PLAIN;
    return {
      ...PLAIN,
      isBeside: true,
      remark: `A ${method} has no body here: your HTTP library probably added these ${body.length} bytes; send none`,
    };
  }
  const explained = yield* explainDigest(digest, request);
  if (explained.readings.length > 0) return explained;
  // What is wrong with the body that came says more than whose Digest it is.
  if (explained.remark !== undefined) return { ...explained, isBeside: true };
  const isSigned =
    key && signedNames && !refusals.some(({ rule }) => /^SIG-(?:0[3-9]|10)$/.test(rule));
  const mixed = isSigned ? yield* earlierDigest(earlier, request) : undefined;
  if (mixed !== undefined) return { readings: [mixed], tried: explained.tried };
  return { ...explained, remark: NEXT_STEPS, isBeside: true };
}

const OTHER_CHARSET = reading(
  ['issuer-encoded-twice'],
  'The RFC 2047 word in Signature says iso-8859-1, but its bytes are UTF-8; write =?utf-8?B?<base64>?=.',
);

const HOUR_IN_SECONDS = 3600;
/** Seconds by which a clock may be wrong besides. */
const SLACK = 90;
/** Zones that are half an hour from others, such as India's and Newfoundland's. */
const HALVES_EAST = new Set([3.5, 4.5, 5.5, 6.5, 9.5, 10.5]);
const HALVES_WEST = new Set([2.5, 3.5, 9.5]);
/** Nobody lives so far to the west. */
const CLOCK_OF_12 =
  'The difference is about 12 hours: it is probably of a clock of 12 hours (hh or %I); write the hour as 00 to 23 (HH or %H)';

/** A Date that is as far away as a zone is local time under the name of GMT. */
function remarkOnDate({ request, now }: Case): Claim | undefined {
  const date = singleValue(request.headers, 'date') ?? '';
  const sent = parseHttpDate(date, now);
  const skew = sent === undefined ? 0 : Math.abs(sent.seconds - now / 1000);
  const hours = Math.round((2 * skew) / HOUR_IN_SECONDS) / 2;
  const isAhead = (sent?.seconds ?? 0) > now / 1000;
  const isZone = hours % 1 === 0 ? hours > 0 : (isAhead ? HALVES_EAST : HALVES_WEST).has(hours);
  if (!isZone || hours > (isAhead ? 14 : 12) || Math.abs(skew - hours * HOUR_IN_SECONDS) > SLACK)
    return undefined;
  if (hours === 12 && !isAhead) return CLOCK_OF_12;
  const clock = hours === 12 ? ', or of a clock of 12 hours (hh or %I in place of HH or %H)' : '';
  const which = /[+-]\d{4}$/.test(date)
    ? 'not the time of the zone behind it'
    : `the local time${date.endsWith('GMT') ? ' with GMT behind it' : ''}`;
  return `The difference is about ${hours} ${hours === 1 ? 'hour' : 'hours'}: it is probably ${which}${clock}; write the time of the zone GMT, and GMT`;
}
