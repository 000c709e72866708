// What a refused part of a request was meant to be, where that can be read: so that the checks behind it can run, and
// the refusal can say what comes next. Only its form is mended, never a value.
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import type { SignatureFacts } from '../../signing/signature-checks.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';

/** A longer header is none that somebody wrote wrongly (SIG-15). */
const LONGEST = 16 * 1024;

/** Of a PEM its lines, escaped or not, and of a text in quotation marks what is between them. */
const AROUND_BASE64 = /-----[^-]*-----|\\[nr]|%0[AD]|[^A-Za-z\d+/=]/gi;

function certificateIn(value: string): Pick<SignatureFacts, 'sent'> {
  const sent = attempt(ApiError, () => parseCertificateHeader(value.replace(AROUND_BASE64, '')));
  return sent instanceof ApiError ? {} : { sent };
}

const START = '(?:^|[\\s,;{])["\']?';
const SIGN = '["\']?\\s{0,9}[=:]\\s{0,9}';
const NAMES = { keyId: 'key-?_?id', algorithm: 'alg', headers: 'header', signature: 'sig' };
const beginning = (name: string): RegExp => new RegExp(`${START}${name}\\w*${SIGN}`, 'i');
const BEGINNINGS = {
  keyId: beginning(NAMES.keyId),
  algorithm: beginning(NAMES.algorithm),
  headers: beginning(NAMES.headers),
  signature: beginning(NAMES.signature),
};
const NEXT = new RegExp(
  `(?<![\\s,;])[\\s,;]+["']?(?:${Object.values(NAMES).join('|')})\\w*${SIGN}`,
  'i',
);
const QUOTE = '["\'“”„‟`]';
/** A value in marks that look like quotes, up to the one before the next parameter or the end. */
const QUOTED = new RegExp(`^\\\\*${QUOTE}(.*?)${QUOTE}(?=[,;}\\s]|$)`, 's');
/** Before a quote that somebody escaped. */
const BACKSLASHES = /(?<!\\)\\+$/;

function parametersIn(value: string, { sent }: SignatureFacts): Pick<SignatureFacts, 'signature'> {
  const textOf = (name: keyof typeof NAMES) => {
    const found = BEGINNINGS[name].exec(value);
    if (found === null) return undefined;
    const rest = value.slice(found.index + found[0].length);
    const end = rest.search(NEXT);
    return (
      QUOTED.exec(rest)?.[1]?.replace(BACKSLASHES, '') ?? rest.slice(0, end < 0 ? undefined : end)
    );
  };
  const [headers, signature] = [textOf('headers'), textOf('signature')];
  if (!headers || !signature) return {};
  const keyId = textOf('keyId') ?? (sent && keyIdOf(sent.certificate)) ?? '';
  const algorithm = textOf('algorithm') ?? 'rsa-sha256';
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
  const sentAs = (name: string) => readable((request.headers.get(name) ?? '').slice(0, LONGEST));
  if (check === 'certificate') return certificateIn(sentAs('tpp-signature-certificate'));
  if (check === 'signature syntax') return parametersIn(sentAs('signature'), facts);
  if (check === 'signed headers') {
    const signedNames = namesIn(signature?.headers ?? '', facts);
    return signedNames.length > 0 ? { signedNames } : {};
  }
  const key = check === 'algorithm' ? sent?.certificate.publicKey : undefined;
  return key?.asymmetricKeyType === 'rsa' ? { key } : {};
}
