// The checks of a signature, as the bank makes them, on a captured request.
import { defined } from '../../kernel/defined.ts';
import type { CheckName } from '../../protocol/checks.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Finding } from '../../protocol/tpp.ts';
import { checkAlgorithm } from '../../signing/algorithm.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { readSignatureHeader } from '../../signing/signature-header.ts';
import { checkSignatureValue } from '../../signing/signature-value.ts';
import { checkSignedHeaders } from '../../signing/signed-headers.ts';
import { signingString } from '../../signing/signing-string.ts';
import { requiredValue } from '../../signing/single-header.ts';
import { checkRole } from '../../signing/tpp-identity.ts';
import { checkValidity } from '../../signing/trust.ts';
import { createVerifier, type SignedRequest } from '../../signing/verify-request.ts';

/** What a request goes through at every bank; which issuers are trusted is each bank's own affair. */
export const OFFLINE_CHECKS = [
  'certificate',
  'signature syntax',
  'keyId',
  'date',
  'digest',
  'algorithm',
  'signed headers',
  'signature',
  'validity',
  'role',
] as const satisfies readonly CheckName[];

export interface Judged {
  /** Checks in the order in which they were begun; where one refused, it is the last. */
  readonly begun: readonly CheckName[];
  readonly refusal?: ApiError;
  /** Set where the body is not known, so that the digest could not be judged. */
  readonly unjudged?: 'digest';
  readonly findings: readonly Finding[];
}

export interface Judging {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly bodyKnown: 'wholly' | 'partly';
}

export function judgeRequest(request: SignedRequest, { now, bodyKnown }: Judging): Judged {
  const begun: CheckName[] = [];
  const findings: Finding[] = [];
  const watch: Watching = {
    begin: (check) => void begun.push(check),
    finding: (finding) => void findings.push(finding),
  };
  const verifier = createVerifier({ ownAuthorities: () => [] });
  const seen = bodyKnown === 'wholly' ? request : { ...request, body: someBody(request) };
  const refusal = refusalOf(() => verifier.verify(seen, now, 'none', watch));
  const judged = (error: ApiError | undefined) => ({
    begun,
    findings,
    ...defined({ refusal: error }),
  });
  if (bodyKnown === 'wholly' || begun.at(-1) !== 'digest') return judged(refusal);
  // Whatever the body was, this Digest would have been refused, or its absence.
  if (refusal?.code !== 'BAD_REQUEST') return judged(refusal && withoutExpected(refusal));
  return { ...judged(refusalOf(() => goOn(request, now, watch))), unjudged: 'digest' };
}

interface Watching {
  readonly begin: (check: CheckName) => void;
  readonly finding: (finding: Finding) => void;
}

/** Where the capture shows nothing of the body, there was one all the same. */
const someBody = ({ body }: SignedRequest): Buffer => (body.length > 0 ? body : Buffer.from(' '));

function refusalOf(run: () => unknown): ApiError | undefined {
  const result = attempt(ApiError, run);
  return result instanceof ApiError ? result : undefined;
}

/** The digest that would be expected is not known with the body. */
function withoutExpected({ rule, code, message, details }: ApiError): ApiError {
  const { expected: _, ...rest } = details;
  return new ApiError(rule, code, message, rest);
}

/** The checks after the digest, which the verifier does not come to without the body. */
function goOn(request: SignedRequest, now: number, { begin, finding }: Watching): void {
  const { headers } = request;
  const note = (rule: RuleId, text: string) => finding({ rule, text });
  const { certificate } = parseCertificateHeader(
    requiredValue(headers, 'tpp-signature-certificate'),
  );
  const signature = readSignatureHeader(headers, () => undefined);
  begin('algorithm');
  const key = checkAlgorithm(signature.algorithm, certificate);
  begin('signed headers');
  const names = checkSignedHeaders(signature.headers, headers, note);
  begin('signature');
  checkSignatureValue(signature.signature, signingString(names, request), key);
  begin('validity');
  checkValidity(certificate, now);
  begin('role');
  checkRole(certificate, 'none', note);
}
