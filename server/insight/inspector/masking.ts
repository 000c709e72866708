// WEB-06: the inspector shows the last two digits of a national id, the two ends of a certificate, and
// nothing of keys, tokens and passwords. A text is cut into pieces, so that a command can name a hidden
// value without holding it.
import { headerPairs } from '../../protocol/headers.ts';
import { checkNationalId } from '../../validation/national-id.ts';

interface Hidden {
  readonly kind: 'national id' | 'secret';
  /** The text shown instead. */
  readonly shown: string;
  /** The hidden value. Never print it. */
  readonly value: string;
}

export type Piece = string | Hidden;

export interface Mask {
  /** The text, with the parts to hide cut out. */
  pieces(text: string): readonly Piece[];
  /** The text as it may be shown. */
  text(text: string): string;
}

/** Shown in place of a secret. */
export const REMOVED = '(removed)';

const SECRET_HEADER = /authorization|cookie|token|secret|passw|api-?key/;

/** Headers whose whole value is secret. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name.toLowerCase());
}

/** Shorter values would match other texts by accident. */
const SHORTEST_SECRET = 4;

/** Whether the text holds the value of a secret header. It looks at values first, because few are short enough. */
export function holdsSecret(text: string, rawHeaders: readonly string[]): boolean {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const value = (rawHeaders[at + 1] as string).trim();
    const fits = value.length >= SHORTEST_SECRET && value.length <= text.length;
    if (fits && text.includes(value) && isSecretHeader(rawHeaders[at] as string)) return true;
  }
  return false;
}

/**
 * @param rawHeaders name, value …: values of secret headers are hidden wherever they appear, and so are eleven
 * digits of X-PSU-IDENTITY, which are a person's number even if mistyped
 */
export function createMask(rawHeaders: readonly string[]): Mask {
  const secrets = new Set<string>();
  const numbers = new Set<string>();
  for (const [name, sent] of headerPairs(rawHeaders)) {
    const value = sent.trim();
    if (isSecretHeader(name) && value.length >= SHORTEST_SECRET) secrets.add(value);
    if (name.toLowerCase() === 'x-psu-identity') {
      for (const { digits } of elevensIn(value)) numbers.add(digits);
    }
  }
  const isPerson = (digits: string) => numbers.has(digits) || checkNationalId(digits) === 'ok';
  const pieces = (text: string) => cut(text, [...secrets], isPerson);
  return {
    pieces,
    text: (text) =>
      pieces(text)
        .map((piece) => (typeof piece === 'string' ? piece : piece.shown))
        .join(''),
  };
}

/** The first 24 and the last 8 characters of a certificate header, and its length. */
export function shortenCertificate(value: string): string {
  if (value.length <= 48) return value;
  return `${value.slice(0, 24)}…${value.slice(-8)} (${value.length} characters)`;
}

export const isShortened = (value: string): boolean => / \(\d+ characters\)$/.test(value);

interface Span extends Omit<Hidden, 'value'> {
  readonly start: number;
  readonly end: number;
}

type IsPerson = (digits: string) => boolean;

function cut(text: string, secrets: readonly string[], isPerson: IsPerson): readonly Piece[] {
  const spans = [
    ...secrets.flatMap((secret) => occurrences(text, secret)),
    ...SECRETS.flatMap((row) => secretsIn(text, row)),
    ...nationalIdsIn(text, isPerson),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, kind, shown } of spans) {
    // If two overlap, the earlier one hides the rest of the later one too.
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from > at) pieces.push(text.slice(at, from));
    pieces.push({ kind, shown, value: text.slice(from, end) });
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

const secretSpan = (start: number, value: string): Span => ({
  kind: 'secret',
  shown: REMOVED,
  start,
  end: start + value.length,
});

function occurrences(text: string, secret: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    spans.push(secretSpan(at, secret));
  }
  return spans;
}

interface SecretRow {
  readonly pattern: RegExp;
  /** Whether a match is a secret; absent: every match is. */
  readonly when?: (match: string) => boolean;
}

/** Base64, and its form in a query. */
const BASE64 = '[A-Za-z0-9+/_=-]';
const BLANK = '(?:[ +_]|%20)';
const SECRET_NAME = '(?:passw|pwd|passphrase|secret|token|api[_-]?key|private[_-]?key)';

/**
 * If a pattern has a group named `value`, that is the secret; else the whole match, with `head` in front of it.
 * The time of each grows with the text and no faster (`tests/patterns.test.ts`).
 */
const SECRETS: readonly SecretRow[] = [
  // A private key as PEM, complete or cut.
  {
    pattern: new RegExp(
      `-----BEGIN${BLANK}(?:[A-Z0-9]+${BLANK})*PRIVATE${BLANK}KEY-----[^]*?(?:-----END${BLANK}(?:[A-Z0-9]+${BLANK})*PRIVATE${BLANK}KEY-----|$)`,
      'gd',
    ),
  },
  // The same in base64 again, as some clients send a certificate's PEM.
  {
    pattern: new RegExp(`LS0tLS1CRUdJTi${BASE64}+`, 'gd'),
    when: (match) => Buffer.from(match, 'base64').includes('PRIVATE KEY'),
  },
  // PKCS #8 and PKCS #1 in DER.
  { pattern: new RegExp(`MII${BASE64}{3}IBADANBgkqhkiG9w0BAQEFAAS${BASE64}*`, 'gd') },
  { pattern: new RegExp(`MII[CEJ]${BASE64}{2}IBAAKC${BASE64}{60,}`, 'gd') },
  // The same and SEC 1 of elliptic curves, and PKCS #12, which may hold any of them.
  { pattern: new RegExp(`MI[E-H]${BASE64}AgEAM${BASE64}{60,}`, 'gd') },
  { pattern: new RegExp(`M(?:Hc|I[GH]${BASE64})(?:CAQEE|AgEBB)${BASE64}{60,}`, 'gd') },
  { pattern: new RegExp(`MII${BASE64}{3}IBAz[AC]${BASE64}{60,}`, 'gd') },
  { pattern: new RegExp(`MIACAQMw${BASE64}{60,}`, 'gd') },
  // A JSON web token. Its first part is read backwards from the point, so that no part is read twice.
  { pattern: /\.(?<=\b(?<head>eyJ[\w-]{8,})\.)eyJ[\w-]{8,}\.[\w-]*/dg },
  // https://user:password@host
  { pattern: /:\/\/[^\s/?#@:"']{0,100}:(?<value>[^\s/?#@"']{1,200})@/dg },
  // {"password": "…"}
  {
    pattern: new RegExp(
      String.raw`"[^"\\]{0,40}${SECRET_NAME}[^"\\]{0,40}"\s*:\s*"(?<value>(?:[^"\\]|\\.)+)`,
      'gdi',
    ),
  },
  // ?password=…, also in a form or an encoded address
  {
    pattern: new RegExp(
      String.raw`(?<=^|[?&;#,{(\s"']|%26|%3F)[\w.[\]-]{0,40}${SECRET_NAME}[\w.[\]-]{0,40}(?:=|%3D)(?<value>[^&;#%\s"]+)`,
      'gdi',
    ),
  },
];

function secretsIn(text: string, { pattern, when }: SecretRow): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    if (when?.(match[0]) === false) continue;
    const { value, head = '' } = match.groups ?? {};
    const [start] = match.indices?.groups?.['value'] ?? [match.index - head.length];
    spans.push(secretSpan(start, value ?? head + match[0]));
  }
  return spans;
}

/** A digit, also percent-encoded (once or more) or escaped as in JSON. */
const DIGIT = String.raw`(?:[0-9]|%(?:25)*3[0-9]|(?<!\\)\\+u003[0-9])`;
const ANY_DIGIT = new RegExp(DIGIT, 'g');
const BETWEEN = '(?: |-|\\+|%(?:25)*20)?';
// The digits of an escape (%22, ") may stand right before a number but are not part of it.
const START = String.raw`(?<=^|[^0-9]|%(?:25){0,9}[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})`;
// Eleven digits of a UUID, a hash or a serial number are not a national id.
const NO_PERSON = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,}';
const ELEVEN = new RegExp(
  `${NO_PERSON}|${START}(?<date>${DIGIT}{6})${BETWEEN}(?<rest>${DIGIT}{5})(?![0-9])`,
  'g',
);

/** Finds national ids; the last two digits stay visible. */
function nationalIdsIn(text: string, isPerson: IsPerson): readonly Span[] {
  return elevensIn(text)
    .filter(({ digits }) => isPerson(digits))
    .map(({ digits, value, start }) => {
      const shown = `*********${digits.slice(-2)}`;
      return { kind: 'national id', shown, start, end: start + value.length };
    });
}

/** Eleven digits, each as in the text. */
function elevensIn(text: string) {
  const found: { readonly digits: string; readonly value: string; readonly start: number }[] = [];
  for (const { 0: value, groups, index: start } of text.matchAll(ELEVEN)) {
    const { date, rest } = groups ?? {};
    if (date === undefined || rest === undefined) continue;
    const digits = `${date} ${rest}`.match(ANY_DIGIT) ?? [];
    found.push({ digits: digits.map((one) => one.slice(-1)).join(''), value, start });
  }
  return found;
}
