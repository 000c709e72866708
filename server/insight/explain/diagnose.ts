// What is wrong with a signed request, and what would be refused next: runs the table of checks past each
// refusal.
import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { collectRefusals, without } from '../../protocol/run-checks.ts';
import { attempt } from '../../signing/attempt.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { checkKeyId } from '../../signing/key-id.ts';
import {
  plainTools,
  SIGNATURE_CHECKS,
  type SignatureFacts,
  type SignedRequest,
} from '../../signing/signature-checks.ts';
import type { SignatureHeader } from '../../signing/signature-header.ts';
import { checkSignatureValue } from '../../signing/signature-value.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';
import { signingString } from '../../signing/signing-string.ts';
import { repairedStrings } from './repaired-strings.ts';

export interface Diagnosis {
  readonly sent?: SentCertificate;
  readonly header?: SignatureHeader;
  /**
   * The certificate's key if it is RSA. A too small key is a different mistake from another algorithm's
   * name.
   */
  readonly key?: KeyObject;
  /** The headers that the client says it signed, even if that is fewer than required. */
  readonly names?: readonly SignedName[];
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
  const { headers, body } = request;
  const facts: SignatureFacts = {
    request,
    body,
    reportFinding: silent,
    ...defined({ sent, signature }),
  };
  const refused = collectRefusals(CHECKS, {
    facts,
    tools: plainTools(now),
    instead(check, { sent, signature }) {
      if (check === 'algorithm' && sent !== undefined) return defined({ key: rsaKeyOf(sent) });
      if (check === 'signed headers' && signature !== undefined) {
        return defined({ signedNames: namesListed(signature.headers, headers) });
      }
      return {};
    },
  });
  const listRefused = refused.some(({ check }) => check === 'signed headers');
  const refusals = refused.flatMap(({ check, refusal }) => {
    if (check === 'keyId') return [refusal, ...issuerRefusal(refusal, facts)];
    if (check !== 'signature') return [refusal];
    // If the list or a value was refused, the string may be right.
    const isDoubtful = listRefused || refused.some(({ check }) => isOfValue(check));
    return isDoubtful && signsRepaired(facts, request) ? [] : [refusal];
  });
  const names = facts.signedNames;
  return {
    ...defined({
      sent: facts.sent,
      header: facts.signature,
      key: facts.sent && rsaKeyOf(facts.sent),
      names,
      bankString: names && !listRefused ? signingString(names, request) : undefined,
    }),
    // Two checks read the same header and refuse a repeated one with the same text.
    refusals: refusals.filter(
      (one, at) => refusals.findIndex((other) => isSame(one, other)) === at,
    ),
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

function signsRepaired(
  { signature, key, signedNames }: SignatureFacts,
  request: SignedRequest,
): boolean {
  if (signature === undefined || key === undefined || signedNames === undefined) return false;
  const verifies = (text: string) =>
    attempt(ApiError, () => checkSignatureValue(signature.signature, text, key)) === undefined;
  return repairedStrings(signedNames, request).some(verifies);
}

const isOfValue = (check: string): boolean => check === 'date' || check === 'digest';

const isSame = (one: ApiError, other: ApiError): boolean =>
  one.rule === other.rule && one.message === other.message;

function rsaKeyOf({ certificate: { publicKey } }: SentCertificate): KeyObject | undefined {
  return publicKey?.asymmetricKeyType === 'rsa' ? publicKey : undefined;
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
  const known = names.filter((name): name is SignedName => isCarriedOnce(name, headers));
  const isPlain = known.length === names.length && new Set(names).size === names.length;
  return isPlain && names.length > 0 ? known : undefined;
}

const isCarriedOnce = (name: string, headers: RawHeaders): boolean =>
  name === REQUEST_TARGET ||
  ((SIGNABLE as readonly string[]).includes(name) && headers.all(name).length === 1);
