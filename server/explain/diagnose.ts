// Runs the checks of a signature one by one and goes on after one that refuses, as far as the next can
// be run without it: what is wrong now, and what would be refused next.
import type { KeyObject } from 'node:crypto';
import { ApiError } from '../protocol/errors.ts';
import { checkAlgorithm } from '../signing/algorithm.ts';
import { attempt } from '../signing/attempt.ts';
import { parseCertificateHeader, type SentCertificate } from '../signing/certificate-header.ts';
import { checkDate } from '../signing/date-header.ts';
import { checkDigest } from '../signing/digest.ts';
import { checkKeyId } from '../signing/key-id.ts';
import { readSignatureHeader, type SignatureHeader } from '../signing/signature-header.ts';
import { checkSignatureValue } from '../signing/signature-value.ts';
import { checkSignedHeaders, type SignedName } from '../signing/signed-headers.ts';
import { signingString } from '../signing/signing-string.ts';
import { requiredValue } from '../signing/single-header.ts';
import { checkValidity } from '../signing/trust.ts';
import type { SignedRequest } from '../signing/verify-request.ts';
import { withSerial } from './explain-key-id.ts';

export interface Diagnosis {
  readonly sent?: SentCertificate;
  readonly header?: SignatureHeader;
  readonly key?: KeyObject;
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
    refusals.push(result);
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
      if (keyId !== header.keyId) run(() => checkKeyId(keyId, certificate, silent));
    }
  }
  run(() => checkDate(headers, now, silent));
  run(() => checkDigest(headers, body));
  const key = sent && header && run(() => checkAlgorithm(header.algorithm, sent.certificate));
  const names = header && run(() => checkSignedHeaders(header.headers, headers, silent));
  const bankString = names && signingString(names, request);
  if (header !== undefined && key !== undefined && bankString !== undefined) {
    run(() => checkSignatureValue(header.signature, bankString, key));
  }
  if (sent !== undefined) run(() => checkValidity(sent.certificate, now));
  return {
    ...(sent === undefined ? {} : { sent }),
    ...(header === undefined ? {} : { header }),
    ...(key === undefined ? {} : { key }),
    ...(names === undefined ? {} : { names }),
    ...(bankString === undefined ? {} : { bankString }),
    refusals,
  };
}
