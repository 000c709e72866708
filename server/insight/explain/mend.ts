// What a refused part of a request was meant to be, where that can be read: so that the checks behind it can run, and
// the refusal can say what comes next. Only its form is mended, never a value.
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import { headerPairs } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import type { SignatureFacts } from '../../signing/signature-checks.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';
import { lower } from './forms/edits.ts';

/** A longer header is none that somebody wrote wrongly (SIG-15). */
const LONGEST = 16 * 1024;

/** Of a PEM its lines, escaped or not, and of a text in quotation marks what is between them. */
const AROUND_BASE64 = /-----[^-]*-----|\\[nr]|%0[AD]|[^A-Za-z\d+/=]/gi;

function certificateIn(value: string): Pick<SignatureFacts, 'sent'> {
  const sent = attempt(ApiError, () => parseCertificateHeader(value.replace(AROUND_BASE64, '')));
  return sent instanceof ApiError ? {} : { sent };
}

/** What is before the value of a parameter, as somebody may write it: its name is known by its beginning. */
const PARAMETER =
  /(?:^|(?<![\s,;{])[\s,;{]+)["']?(key-?_?id|alg|header|sig)\w*["']?\s{0,9}[=:]\s{0,9}/i;
/** A value in marks that look like quotes, or are escaped; the last one may be missing. */
const QUOTED =
  /^(?:\\*["'“”„‟`]|&(?:quot|#34|#x22);|\\u0022)(.*?)(?:$|(?:["'“”„‟`]|&(?:quot|#34|#x22);?|\\u0022)(?=[,;}\s]|$))/is;
const PLAIN = /^[a-z\d() -]+$/i;
const BARE = /^[\w+/-]+={0,2}$/;
/** Before a quote that somebody escaped. */
const BACKSLASHES = /(?<!\\)\\+$/;

function parametersIn(value: string, { sent }: SignatureFacts): Pick<SignatureFacts, 'signature'> {
  const [, ...pieces] = value.split(PARAMETER);
  const texts = new Map(headerPairs(pieces).map(([name, text]) => [lower(name.slice(0, 3)), text]));
  // Which of two is meant is not known.
  if (2 * texts.size < pieces.length) return {};
  const textOf = (name: 'key' | 'alg' | 'hea' | 'sig') => {
    const text = texts.get(name);
    return text && (QUOTED.exec(text)?.[1]?.replace(BACKSLASHES, '') ?? text.replace(/"$/, ''));
  };
  const [headers, signature] = [textOf('hea'), textOf('sig')];
  if (!headers || !signature) return {};
  const keyId = textOf('key') ?? (sent && keyIdOf(sent.certificate)) ?? '';
  const algorithm = textOf('alg') ?? 'rsa-sha256';
  // What is left of another form around them would be taken for mistakes of their own.
  const isPlain = [headers, algorithm].every((text) => PLAIN.test(text)) && BARE.test(signature);
  // A quotation mark of the issuer's own may have ended the keyId.
  const isWhole = keyId.split('"').length % 2 === 1;
  if (!isPlain || !isWhole) return {};
  return { signature: { keyId, algorithm, headers, signature } };
}

/** Those that were sent and may be signed, each once, in their order. */
function namesIn(list: string, { request: { headers } }: SignatureFacts): readonly SignedName[] {
  const isName = (name: string): name is SignedName =>
    name === REQUEST_TARGET ||
    ((SIGNABLE as readonly string[]).includes(name) && headers.get(name) !== undefined);
  return [...new Set(list.toLowerCase().split(/[^\w()-]+/))].filter(isName);
}

/** Facts to go on with after that check has refused; none where nothing can be read. */
export function mendedAfter(check: string, facts: SignatureFacts): Partial<SignatureFacts> {
  const { request, signature, sent } = facts;
  // Which of two is meant is not known.
  const sentAs = (name: string) =>
    request.headers.isRepeated(name)
      ? ''
      : readable((request.headers.get(name) ?? '').slice(0, LONGEST));
  if (check === 'certificate') return certificateIn(sentAs('tpp-signature-certificate'));
  if (check === 'signature syntax') return parametersIn(sentAs('signature'), facts);
  if (check === 'signed headers') {
    const signedNames = namesIn(signature?.headers ?? '', facts);
    return signedNames.length > 0 ? { signedNames } : {};
  }
  const key = check === 'algorithm' ? sent?.certificate.publicKey : undefined;
  return key?.asymmetricKeyType === 'rsa' ? { key } : {};
}
