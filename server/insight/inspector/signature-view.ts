// The parts of a signature, read again from the request when somebody views it: the header's parameters,
// the certificate's facts, the two strings and their difference. Unreadable parts are absent.

import { dateOf } from '../../kernel/dates.ts';
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { clip } from '../../protocol/shown-text.ts';
import { attempt } from '../../signing/attempt.ts';
import { ORGANIZATION_IDENTIFIER } from '../../signing/attribute-types.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { attributeText, formatName } from '../../signing/distinguished-name.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { readSignatureHeader, type SignatureHeader } from '../../signing/signature-header.ts';
import { checkSignedHeaders, SIGNABLE } from '../../signing/signed-headers.ts';
import { signingString } from '../../signing/signing-string.ts';
import type { SignedCompared } from '../explain/compare-signed.ts';
import { opensslCommand } from './commands.ts';
import { explanationView, searchView } from './entry-view.ts';
import type { Mask } from './masking.ts';
import type { SeenRequest } from './seen-request.ts';
import { differenceOf, MOST_COMPARED } from './string-diff.ts';
import { readableLines, visibleLines } from './visible-text.ts';

const quiet = () => undefined;

interface Signed extends Pick<SeenRequest, 'method' | 'target' | 'rawHeaders' | 'explanation'> {
  readonly refusal?: { readonly rule: string } | undefined;
}

/** What was found out about a refused signature, and about the string that the client says it signed. */
export async function explainedView(request: Signed, mask: Mask, compared?: SignedCompared) {
  const { explanation } = request;
  return {
    explanation: explanation && {
      ...explanationView(explanation, mask),
      ...searchView(explanation, mask),
    },
    signature: await signatureView(request, mask, compared?.signed),
    given: compared && { fits: compared.fits, text: mask.text(compared.text) },
  };
}

/**
 * `undefined` if neither the Signature header nor the certificate can be read.
 *
 * @param given the string that the client says it signed
 */
async function signatureView(request: Signed, mask: Mask, given?: string) {
  const headers = new RawHeaders(request.rawHeaders);
  const header = readOr(() => readSignatureHeader(headers, quiet));
  const certificate = readOr(
    () => parseCertificateHeader(headers.get('tpp-signature-certificate') ?? '').certificate,
  );
  if (header === undefined && certificate === undefined) return undefined;
  const { explanation } = request;
  const bankString = explanation?.bankString ?? stringOf(request, headers, header);
  const signedString = given ?? explanation?.signedString;
  const expectedKeyId =
    explanation?.expectedKeyId ?? (certificate === undefined ? undefined : keyIdOf(certificate));
  return {
    header: header && headerView(header, mask),
    certificate: certificate && certificateView(certificate, mask),
    expectedKeyId: expectedKeyId === undefined ? undefined : mask.text(expectedKeyId),
    expectedHeaders: bankString && namesIn(bankString),
    bankString: linesOf(bankString, mask),
    signedString: linesOf(signedString, mask),
    ...(await differenceView(signedString, bankString, mask)),
    form: explanation?.signature?.form,
    hash: explanation?.signature?.hash,
    openssl: bankString === undefined ? undefined : opensslCommand(bankString, mask),
    opensslNote: bankString === undefined ? undefined : staleNote(request),
  };
}

const STALE: Readonly<Record<string, string>> = { 'SIG-11': 'Date', 'SIG-12': 'Digest' };

/**
 * The string is made of the sent values. If one of them was refused too, a signature of this string would
 * fail.
 */
function staleNote({ refusal, explanation }: Signed): string | undefined {
  const refused = [refusal?.rule, ...(explanation?.next.map(({ rule }) => rule) ?? [])];
  const names = Object.keys(STALE)
    .filter((rule) => refused.includes(rule as RuleId))
    .map((rule) => STALE[rule]);
  if (names.length === 0) return undefined;
  const [are, them] = names.length > 1 ? ['those', 'right ones'] : ['the one', 'right one'];
  return `The ${names.join(' and the ')} in it ${names.length > 1 ? 'are' : 'is'} ${are} of the request, refused as well: put the ${them} in first.`;
}

function readOr<T>(read: () => T): T | undefined {
  const result = attempt(ApiError, read);
  return result instanceof ApiError ? undefined : result;
}

/**
 * The string that the bank builds (SIG-08, SIG-09). If the list of headers is absent or not allowed, it is
 * the string of all headers that must be signed.
 */
function stringOf(
  { method, target }: Signed,
  headers: RawHeaders,
  header: SignatureHeader | undefined,
): string | undefined {
  // The bank cannot know which of two values the client signed (SIG-13).
  if (SIGNABLE.some((name) => headers.all(name).length > 1)) return undefined;
  const listed = header?.headers ?? '';
  const names =
    readOr(() => checkSignedHeaders(listed, headers, quiet)) ??
    SIGNABLE.filter((name) => headers.get(name) !== undefined);
  return names.length === 0 ? undefined : signingString(names, { method, target, headers });
}

const SHOWN = 24;

function headerView({ keyId, algorithm, headers, signature }: SignatureHeader, mask: Mask) {
  return {
    keyId: mask.text(keyId),
    algorithm: mask.text(algorithm),
    headers: mask.text(headers),
    signature:
      signature.length <= 2 * SHOWN
        ? mask.text(signature)
        : `${signature.slice(0, SHOWN)}… (${signature.length} characters)`,
  };
}

function certificateView(certificate: SigningCertificate, mask: Mask) {
  const { serial, issuer, subject, notBefore, notAfter, publicKey, psd2 } = certificate;
  const organisationId = attributeText(subject, ORGANIZATION_IDENTIFIER);
  return {
    serial,
    issuer: mask.text(formatName(issuer)),
    subject: mask.text(formatName(subject)),
    notBefore: dateOf(notBefore)?.toISOString(),
    notAfter: dateOf(notAfter)?.toISOString(),
    keyType: publicKey?.asymmetricKeyType,
    keyBits: publicKey?.asymmetricKeyDetails?.modulusLength,
    organisationId: organisationId === undefined ? undefined : mask.text(organisationId),
    roles: psd2 && [...psd2.roles],
  };
}

/** The Signature's `headers` for a string: the names of its lines. */
function namesIn(bytes: string): string {
  return bytes
    .split('\n')
    .map((line) => line.split(':', 1)[0])
    .join(' ');
}

/** Longer than any string that a real client signs; only the start of such a string is shown. */
const LONGEST = 16_000;

function linesOf(bytes: string | undefined, mask: Mask) {
  if (bytes === undefined) return undefined;
  const text = clip(mask.text(readableLines(bytes)), LONGEST);
  return visibleLines(text).map((line) => ({ ...line }));
}

async function differenceView(
  signedString: string | undefined,
  bankString: string | undefined,
  mask: Mask,
) {
  if (signedString === undefined || bankString === undefined) return {};
  const signed = mask.text(readableLines(signedString));
  const wanted = mask.text(readableLines(bankString));
  const pieces = await differenceOf(signed, wanted);
  const clipped = Math.max(signed.length, wanted.length) > MOST_COMPARED;
  return { diff: pieces.map((piece) => ({ ...piece })), diffClipped: clipped ? true : undefined };
}
