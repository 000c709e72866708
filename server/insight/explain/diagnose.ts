// Runs the checks of a signature one by one and goes on after one that refuses, as far as the next can
// be run without it: what is wrong now, and what would be refused next.

import type { KeyObject } from 'node:crypto';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { checkAlgorithm } from '../../signing/algorithm.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader, type SentCertificate } from '../../signing/certificate-header.ts';
import { checkDate } from '../../signing/date-header.ts';
import { checkDigest } from '../../signing/digest.ts';
import { checkKeyId } from '../../signing/key-id.ts';
import { readSignatureHeader, type SignatureHeader } from '../../signing/signature-header.ts';
import { checkSignatureValue } from '../../signing/signature-value.ts';
import {
  checkSignedHeaders,
  REQUEST_TARGET,
  SIGNABLE,
  type SignedName,
} from '../../signing/signed-headers.ts';
import { signingString } from '../../signing/signing-string.ts';
import { requiredValue } from '../../signing/single-header.ts';
import { checkValidity } from '../../signing/trust.ts';
import type { SignedRequest } from '../../signing/verify-request.ts';
import { withSerial } from './key-id/explain-key-id.ts';
import { stringsWhenMended } from './string/mended-strings.ts';

export interface Diagnosis {
  readonly sent?: SentCertificate;
  readonly header?: SignatureHeader;
  /** The certificate's, where it is RSA: too small a one and another algorithm's name are told apart. */
  readonly key?: KeyObject;
  /** What the client says that it signed, also where that is less than it must. */
  readonly names?: readonly SignedName[];
  /** The string that the bank builds, as latin1 text. */
  readonly bankString?: string;
  /** In the order of the checks. */
  readonly refusals: readonly ApiError[];
}

const silent = () => undefined;

/** The certificate that was sent, or what is wrong with its header. */
export function sentCertificate({ headers }: SignedRequest): SentCertificate | ApiError {
  return attempt(ApiError, () =>
    parseCertificateHeader(requiredValue(headers, 'tpp-signature-certificate')),
  );
}

/**
 * @param now wall clock, milliseconds
 * @param certificate where the caller has read it already: that takes most of the time
 */
export function diagnose(
  request: SignedRequest,
  now: number,
  certificate = sentCertificate(request),
): Diagnosis {
  const { headers, body } = request;
  const refusals: ApiError[] = [];
  function seen<T>(result: T | ApiError): T | undefined {
    if (!(result instanceof ApiError)) return result;
    // Two checks read the same header, and tell the same of one that is there twice.
    if (!refusals.some(({ rule, message }) => isSame(result, rule, message))) refusals.push(result);
    return undefined;
  }
  const run = <T>(check: () => T): T | undefined => seen(attempt(ApiError, check));

  const sent = seen(certificate);
  const header = run(() => readSignatureHeader(headers, silent));
  if (sent !== undefined && header !== undefined) {
    const { certificate } = sent;
    run(() => checkKeyId(header.keyId, certificate, silent));
    if (refusals.at(-1)?.rule === 'SIG-05') {
      // The issuer comes after the serial number: it may be wrong as well.
      const keyId = withSerial(header.keyId, certificate.serial);
      const issuer = attempt(ApiError, () => checkKeyId(keyId, certificate, silent));
      if (issuer instanceof ApiError && issuer.rule === 'SIG-06') seen(issuer);
    }
  }
  run(() => checkDate(headers, now, silent));
  run(() => checkDigest(headers, body));
  if (sent && header) run(() => checkAlgorithm(header.algorithm, sent.certificate));
  const right = header && run(() => checkSignedHeaders(header.headers, headers, silent));
  const bankString = right && signingString(right, request);
  const key = sent && rsaKeyOf(sent);
  const names = right ?? (header && namesListed(header.headers, headers));
  if (header !== undefined && key !== undefined && names !== undefined) {
    const verify = (text: string) =>
      attempt(ApiError, () => checkSignatureValue(header.signature, text, key));
    const refused = verify(signingString(names, request));
    const mended = right !== undefined && !refusals.some(({ rule }) => isOfValue(rule));
    // Where the list or a value was refused, the string may have been the right one all the time.
    const isRight = () =>
      stringsWhenMended(names, request).some((text) => verify(text) === undefined);
    if (refused instanceof ApiError && (mended || !isRight())) seen(refused);
  }
  if (sent !== undefined) run(() => checkValidity(sent.certificate, now));
  return {
    ...defined({ sent, header, key, names, bankString }),
    refusals,
  };
}

const isOfValue = (rule: string): boolean => rule === 'SIG-11' || rule === 'SIG-12';

const isSame = (one: ApiError, rule: string, message: string): boolean =>
  one.rule === rule && one.message === message;

function rsaKeyOf({ certificate: { publicKey } }: SentCertificate): KeyObject | undefined {
  return publicKey?.asymmetricKeyType === 'rsa' ? publicKey : undefined;
}

/**
 * The headers that a refused list names, whatever stands between them: of these the client made its
 * string. `undefined` where one of them cannot be signed, as nobody knows what it signed then.
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
