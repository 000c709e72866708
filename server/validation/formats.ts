// What the schemas' `format` names mean here. One table: the validator asks whether, the message why.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { modulus11 } from '../kernel/check-digits.ts';
import { durationMillis, isPlainDate } from '../kernel/dates.ts';
import { codePoint } from '../protocol/shown-text.ts';
import { bbanProblem, ibanProblem } from './account-number.ts';
import { checkNationalId } from './national-id.ts';

/** Says what is wrong with the text, as the end of a sentence that begins with its name. */
type FormatCheck = (text: string) => string | undefined;

const MAX_DIGITS = 18;

/** ajv's own are laxer than the interface: its uuid, date and date-time. */
export const FORMATS: Readonly<Record<string, FormatCheck>> = {
  'bank-text': bankTextProblem,
  amount: (text) =>
    decimalProblem(text, '') ?? (/[1-9]/.test(text) ? undefined : 'must be more than 0'),
  'unsigned-amount': (text) => decimalProblem(text, ''),
  'signed-amount': (text) => decimalProblem(text, '-?'),
  iban: ibanProblem,
  bban: bbanProblem,
  'account-number': unless(
    /^[0-9A-Za-z]{1,30}$/,
    'must be an account number of 1 to 30 letters and digits, without spaces',
  ),
  bic: unless(
    /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
    'must be a BIC of 8 or 11 characters: six capital letters, then capital letters and digits',
  ),
  date: (text) =>
    isPlainDate(text) ? undefined : 'must be a date that exists, written YYYY-MM-DD',
  'date-time': (text) =>
    isDateTime(text)
      ? undefined
      : 'must be a date-time with its offset, for instance 2026-11-21T08:00:00+01:00',
  duration: (text) =>
    durationMillis(text) === undefined
      ? 'must be an ISO 8601 duration that is not negative, for instance PT61M or P1D, without months or years'
      : undefined,
  uuid: unless(
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    'must be a UUID, for instance 3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11',
  ),
  // RFC 5321's limit of 64 before the @ is not in ajv's.
  email: (text) =>
    text.indexOf('@') <= 64 && (fullFormats.email as RegExp).test(text)
      ? undefined
      : 'must be an e-mail address, for instance psd2@tpp.example',
  identifier: identifierProblem,
  'national-id': nationalIdProblem,
  'organisation-number': organisationNumberProblem,
  'ip-address': (text) =>
    isIP(text) === 0 || text.includes('%') ? 'must be an IPv4 or IPv6 address' : undefined,
  'redirect-uri': redirectUriProblem,
  certificate: unreadable((text) => new X509Certificate(text), 'a certificate in PEM'),
  'private-key': unreadable(createPrivateKey, 'a private key in PEM'),
};

/** As long as the id of a row can be (storage/rows.ts). */
const LONGEST_IDENTIFIER = 400;

function identifierProblem(text: string): string | undefined {
  if (text.length > LONGEST_IDENTIFIER)
    return `must have at most ${LONGEST_IDENTIFIER} characters; it has ${text.length}`;
  return /\p{Cc}/u.test(text) ? 'must have no control characters' : undefined;
}

/** PAY-09: what the bank's back end cannot carry. */
function bankTextProblem(text: string): string | undefined {
  const match = /[\p{Cc}\u{10000}-\u{10FFFF}]/u.exec(text);
  if (match === null) return undefined;
  const [char] = match;
  const kind = char.length > 1 ? 'outside the Basic Multilingual Plane' : 'a control character';
  const position = [...text.slice(0, match.index)].length + 1;
  return `holds ${codePoint(char)} (${kind}) as character ${position}, which the bank cannot carry`;
}

/** PAY-03, but for the currency's fraction digits (`keywords.ts`) and zero. */
function decimalProblem(text: string, sign: '' | '-?'): string | undefined {
  if (!/^-?[0-9]+(?:[.][0-9]+)?$/.test(text) || (sign === '' && text.startsWith('-'))) {
    const wanted = sign === '' ? 'without sign,' : 'at most a minus sign before, without';
    return `must be decimal text such as 1234.50: digits, a point where there is a fraction, ${wanted} exponent, spaces or other separators`;
  }
  const digits = text.replace(/[-.]/g, '').length;
  return digits > MAX_DIGITS
    ? `must have at most ${MAX_DIGITS} digits; it has ${digits}`
    : undefined;
}

function isDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    );
  return match !== null && isPlainDate(match[1] as string);
}

function nationalIdProblem(text: string): string | undefined {
  switch (checkNationalId(text)) {
    case 'ok':
      return undefined;
    case 'malformed':
      return 'must be a national identity number or D-number: 11 digits that begin with a date (ddmmyy)';
    case 'check-digits':
      return 'must be a national identity number or D-number with valid check digits; the last two digits are wrong';
  }
}

function organisationNumberProblem(text: string): string | undefined {
  if (!/^[0-9]{9}$/.test(text)) return 'must be an organisation number of 9 digits';
  return modulus11(text.slice(0, 8)) === Number(text[8])
    ? undefined
    : 'must be an organisation number; its last digit fails modulus 11';
}

function unreadable(read: (text: string) => unknown, what: string): FormatCheck {
  return (text) => {
    try {
      read(text);
      return undefined;
    } catch {
      return `must be ${what}, and cannot be read`;
    }
  };
}

function unless(pattern: RegExp, problem: string): FormatCheck {
  return (text) => (pattern.test(text) ? undefined : problem);
}

/** Schemes that run or show something in the browser instead of going to the TPP. */
const REFUSED = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
]);

/** What is wrong with the TPP-Redirect-URI, as the end of a sentence that begins with its name. */
function redirectUriProblem(text: string): string | undefined {
  // The URL parser drops tabs and line breaks silently (`java\tscript:`): look before it does.
  if (/[\p{Cc}\p{Z}]/u.test(text)) return 'must not have spaces or control characters';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined || /^[a-z0-9.-]+:[0-9]+(?:[/?#]|$)/i.test(text)) {
    return 'must be absolute, with its scheme: https://tpp.example/callback';
  }
  if (REFUSED.has(scheme)) return `must be an https, http or app address; ${scheme} is refused`;
  if (/^https?:$/.test(scheme) && !/^https?:\/\/[^/?#]/i.test(text)) {
    return `must name a host after ${scheme}//`;
  }
  if (text.length === scheme.length || !URL.canParse(text)) {
    return 'must be a valid address, for instance https://tpp.example/callback';
  }
  return undefined;
}
