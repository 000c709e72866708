// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.
import type { OfflineVerdict } from '../server/insight/offline/explain-request.ts';
import { visible } from '../server/protocol/shown-text.ts';

export function printVerdict(verdict: OfflineVerdict): string {
  const sections = sectionsOf(verdict).flatMap(([title, text]) =>
    text ? `\n${title}\n  ${text.trimEnd().replaceAll('\n', '\n  ')}` : [],
  );
  const lines = [headline(verdict), ...sections].join('\n').split('\n');
  // Anyone can write a capture, so control characters must not reach the terminal.
  return lines.map((line) => visible(line)).join('\n');
}

function headline({ refusal, request }: OfflineVerdict): string {
  const about = `${request.method} ${request.target} (${request.form})`;
  if (refusal === undefined) {
    return `Accepted: the signature verifies, as far as the capture shows.\n${about}`;
  }
  const { rule, code, path, text } = refusal;
  const where = path === undefined ? '' : `, path ${path}`;
  return `${wrapped(`Refused: ${text}`)}\n${rule}, ${code}${where}\n${about}`;
}

/** Prose in 80 columns. What is to be compared or copied is not broken. */
const wrapped = (text: string): string =>
  [...text.replace(/\s+/g, ' ').matchAll(/\S.{0,75}(?=\s|$)|\S{76}/gu)].join('\n  ');

const items = (texts: readonly string[]): string =>
  texts.map((text) => `- ${wrapped(text)}`).join('\n');

/** Titles and what follows under them; a section without text is left out. */
function sectionsOf(verdict: OfflineVerdict) {
  const { checks, refusal, signature, explanation, given, findings, notes } = verdict;
  const {
    bankString = [],
    signedString,
    diff = [],
    openssl,
    opensslNote,
    form,
    hash,
  } = signature ?? {};
  const { check, expected, got } = checks.find(({ outcome }) => outcome === 'refused') ?? {};
  // The strings of a signature follow in full.
  const isValue = check !== 'signature';
  // The string is another one once a Date or Digest that was refused is right.
  const isFinal = opensslNote === undefined;
  const changes = diff.some(({ op }) => op !== 'same') ? diff : [];
  const ofRule = ({ rule, text }: OfflineVerdict['findings'][number]) => `${rule}: ${text}`;
  return [
    ['The string that you gave', items(given ? [given.text] : [])],
    ['Checks', outcomes(verdict)],
    ['Expected', isValue ? expected : ''],
    ['Sent', isValue ? got : ''],
    ['What the bank builds, and you should sign (⏎ is LF)', shown(isFinal ? bankString : [])],
    ["From your string to the bank's (\\r is CR): [-take away-] {+add+}", shown(changes)],
    ['What the client signed', isValue || signedString ? '' : notFound(form, hash)],
    ['The right signature, with tpp.key', isFinal && refusal ? openssl : ''],
    ['Next, after you fix that', items((explanation?.next ?? []).map(ofRule))],
    ['Accepted, but better fixed', items(findings.map(ofRule))],
    ['Assumed', items(notes)],
  ];
}

const MARKS = { passed: '✓', 'not judged': '?', refused: '✗', 'not reached': '·' };

const outcomes = ({ checks }: OfflineVerdict): string =>
  Object.entries(MARKS)
    .flatMap(([outcome, mark]) => {
      const names = checks.filter((one) => one.outcome === outcome).map(({ check }) => check);
      return names.length === 0 ? [] : `${mark} ${outcome.padEnd(11)}  ${names.join(', ')}`;
    })
    .join('\n');

const CHANGES = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

interface Piece {
  readonly op?: keyof typeof CHANGES;
  readonly text: string;
  readonly end?: string;
}

const shown = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ op = 'same', text, end }) => {
      const [open, close] = CHANGES[op];
      // A line end that one string lacks joins its lines; here they stay apart.
      return end === 'LF' ? `${open}${text}⏎${close}\n` : `${open}${text}${close}`;
    })
    .join('');

/** What the signature itself shows if its string is not known. */
function notFound(form: string | undefined, hash: string | undefined): string {
  const next =
    'Not found. Print the string that your client signs, and give it with --signed FILE: this says where it differs.';
  const ofForm = form ? [`The signature is ${form}.`] : [];
  return items([next, ...ofForm, ...(hash ? [`Hash signed: ${hash}`] : [])]);
}
