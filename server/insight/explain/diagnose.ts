// What is wrong with a signed request, and what would be refused next: runs the table of checks past each
// refusal.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { collectRefusals, without } from '../../protocol/run-checks.ts';
import { attempt } from '../../signing/attempt.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { digestHeader } from '../../signing/digest.ts';
import { checkKeyId } from '../../signing/key-id.ts';
import {
  plainTools,
  SIGNATURE_CHECKS,
  type SignatureFacts,
  type SignedRequest,
} from '../../signing/signature-checks.ts';
import { checkSignatureValue } from '../../signing/signature-value.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';
import { signingString } from '../../signing/signing-string.ts';

/**
 * The key is there if it is RSA, and the signed names are what the client says it signed, even if the bank
 * refuses the key's size or the list.
 */
export interface Diagnosis extends SignatureFacts {
  readonly request: SignedRequest;
  /** The string that the bank builds, as latin1 text. */
  readonly bankString?: string;
  /** In the order of the checks. */
  readonly refusals: readonly ApiError[];
}

const silent = () => undefined;

/** Trust and roles say nothing about a signature. */
const CHECKS = without(SIGNATURE_CHECKS, 'trust', 'role');

/** What the bank's own run of the checks already read. Reading it again takes most of the time. */
export type KnownOfRequest = Pick<SignatureFacts, 'sent' | 'signature'>;

/** @param now wall clock, milliseconds */
export function diagnose(
  request: SignedRequest,
  now: number,
  { sent, signature }: KnownOfRequest = {},
): Diagnosis {
  const facts: SignatureFacts & Pick<Diagnosis, 'request'> = {
    request,
    body: request.body,
    reportFinding: silent,
    ...defined({ sent, signature }),
  };
  const refused = collectRefusals(CHECKS, {
    facts,
    tools: plainTools(now),
    instead(check, { sent, signature }) {
      if (check === 'algorithm' && sent !== undefined) return defined({ key: rsaKeyOf(sent) });
      if (check === 'signed headers' && signature !== undefined) {
        return defined({ signedNames: namesListed(signature.headers, request.headers) });
      }
      return {};
    },
  });
  const isRefused = (name: string) => refused.some(({ check }) => check === name);
  // Then the string may be right all the same.
  const isDoubtful = ['date', 'digest', 'signed headers'].some(isRefused);
  const refusals = refused.flatMap(({ check, refusal }) => {
    if (check === 'keyId') return [refusal, ...issuerRefusal(refusal, facts)];
    return check === 'signature' && isDoubtful && signsRepaired(facts, request) ? [] : [refusal];
  });
  const { signedNames } = facts;
  const isWhole = signedNames !== undefined && !isRefused('signed headers');
  return {
    ...facts,
    ...(isWhole ? { bankString: signingString(signedNames, request) } : {}),
    // Two checks read the same header and refuse a repeated one with the same text.
    refusals: [...new Map(refusals.map((one) => [`${one.rule} ${one.message}`, one])).values()],
  };
}

/** The issuer is checked after the serial number, and may be wrong as well. */
function issuerRefusal(
  { rule }: ApiError,
  { sent, signature }: SignatureFacts,
): readonly ApiError[] {
  if (rule !== 'SIG-05' || sent === undefined || signature === undefined) return [];
  const { certificate } = sent;
  const keyId = signature.keyId.replace(/^SN=[^,]*(?=,)/, () => `SN=${certificate.serial}`);
  const refused = attempt(ApiError, () => checkKeyId(keyId, certificate, silent));
  return refused instanceof ApiError && refused.rule === 'SIG-06' ? [refused] : [];
}

function rsaKeyOf({ certificate: { publicKey } }: SentCertificate): KeyObject | undefined {
  return publicKey?.asymmetricKeyType === 'rsa' ? publicKey : undefined;
}

/** Whether the signature is over what should have been sent: a client may sign that and send another thing. */
function signsRepaired(
  { signature, key, signedNames }: SignatureFacts,
  request: SignedRequest,
): boolean {
  if (signature === undefined || key === undefined || signedNames === undefined) return false;
  const sent = request.headers.get('date') ?? '';
  const date = Number.isNaN(Date.parse(sent)) ? sent : new Date(sent).toUTCString();
  const texts = [signedNames, ...wholeLists(signedNames, request)]
    .map((names) => signingString(names, request))
    .flatMap((text) => [text, text.replace(/^date: .*$/m, () => `date: ${date}`)])
    .flatMap((text) => [
      text,
      text.replace(/^digest: .*$/m, `digest: ${digestHeader(request.body)}`),
    ]);
  return [...new Set(texts)].some((text) => {
    const refused = attempt(ApiError, () => checkSignatureValue(signature.signature, text, key));
    return refused === undefined;
  });
}

/**
 * The list with its missing headers: at the end, in the bank's order, or in alphabetical order. Empty if
 * none is missing.
 */
export function wholeLists(
  listed: readonly SignedName[],
  { headers }: SignedRequest,
): readonly (readonly SignedName[])[] {
  const carried = SIGNABLE.filter((name) => headers.all(name).length === 1 && headers.get(name));
  const left = carried.filter((name) => !listed.includes(name));
  if (left.length === 0) return [];
  const all = [...listed.filter((name) => name === REQUEST_TARGET), ...carried];
  return [[...listed, ...left], all, [...all].sort()];
}

/**
 * The headers that a refused list names, whatever separates them: the client built its string from these.
 * `undefined` if one of them cannot be signed, because then the signed string is unknown.
 */
function namesListed(list: string, headers: RawHeaders): readonly SignedName[] | undefined {
  const names = list
    .toLowerCase()
    .split(/[\s,;|"'[\]]+/)
    .filter((name) => name !== '');
  const isCarriedOnce = (name: string): name is SignedName =>
    name === REQUEST_TARGET ||
    (SIGNABLE.some((known) => known === name) && headers.all(name).length === 1);
  const isPlain = names.length > 0 && new Set(names).size === names.length;
  return isPlain && names.every(isCarriedOnce) ? names : undefined;
}
