// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.
import type { OfflineVerdict } from '../server/insight/offline/show-verdict.ts';
import { clip, visible } from '../server/protocol/shown-text.ts';

type Section = readonly [title: string, lines: readonly string[]];

export function printVerdict(verdict: OfflineVerdict): string {
  const { given, explanation, findings, notes } = verdict;
  const ruleItem = ({ rule, text }: OfflineVerdict['findings'][number]) => item(`${rule}: ${text}`);
  const sections: readonly Section[] = [
    ['The string that you gave', given === undefined ? [] : [item(given.text)]],
    ['Checks', checkLines(verdict)],
    ...valueSections(verdict),
    ...stringSections(verdict),
    ['Next, after you fix that', (explanation?.next ?? []).map(ruleItem)],
    ['Accepted, but better fixed', findings.map(ruleItem)],
    ['Assumed', notes.map(item)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  // Anyone can write a capture, so control characters must not reach the terminal.
  return [...headline(verdict), ...shown.flatMap(([title, lines]) => ['', title, ...lines])]
    .flatMap((line) => line.split('\n'))
    .map((line) => visible(line))
    .join('\n');
}

function headline({ refusal, checks, request, findings }: OfflineVerdict): readonly string[] {
  const about = `${request.method} ${request.target} (${request.form})`;
  if (refusal === undefined) {
    const isOpen = checks.some(({ outcome }) => outcome === 'not judged');
    const isTolerated = findings.length > 0 ? ', with findings' : '';
    const how = isOpen ? ', as far as the capture shows' : isTolerated;
    return [`Accepted: the signature verifies${how}.`, about];
  }
  const { rule, code, path, text } = refusal;
  const where = path === undefined ? '' : `, path ${path}`;
  return [wrapped(`Refused: ${text}`, '  '), `${rule}, ${code}${where}`, about];
}

/** Prose in 80 columns. What is to be compared or copied is not broken. */
function wrapped(text: string, indent: string): string {
  const lines = text.replace(/\s+/g, ' ').match(/\S.{0,75}(?=\s|$)|\S{76}/gu) ?? [];
  return lines.join(`\n${indent}`);
}

const item = (text: string): string => `  - ${wrapped(text, '    ')}`;

const OUTCOMES = { passed: '✓', 'not judged': '?', refused: '✗', 'not reached': '·' };

function checkLines({ checks }: OfflineVerdict): readonly string[] {
  return Object.entries(OUTCOMES).flatMap(([outcome, mark]) => {
    const names = checks.filter((one) => one.outcome === outcome).map(({ check }) => check);
    const line = `  ${mark} ${outcome.padEnd(11)}  ${names.join(', ')}`;
    return names.length === 0 ? [] : [line];
  });
}

const refusedCheck = ({ checks }: OfflineVerdict) =>
  checks.find(({ outcome }) => outcome === 'refused');

const LONGEST = 700;

/** What the check that refused compared; the strings of a signature follow in full. */
function valueSections(verdict: OfflineVerdict): readonly Section[] {
  const { check = '', expected = '', got = '' } = refusedCheck(verdict) ?? {};
  if (check === 'signature') return [];
  const value = (text: string) => (text === '' ? [] : indented(clip(text, LONGEST)));
  const isOfCertificate = ['keyId', 'algorithm', 'validity'].includes(check);
  const facts = isOfCertificate ? Object.entries(verdict.signature?.certificate ?? {}) : [];
  return [
    ['Expected', value(expected)],
    ['Sent', value(got)],
    ['Certificate', facts.map(([name, fact]) => `  ${name.padEnd(14)}  ${fact}`)],
  ];
}

const indented = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${line}`);

/** The strings, if one of them is refused, now or after the rest is fixed. */
function stringSections(verdict: OfflineVerdict): readonly Section[] {
  const { accepted, signature, explanation } = verdict;
  const { bankString = [], diff = [], openssl = '' } = signature ?? {};
  const check = refusedCheck(verdict)?.check ?? '';
  const isNext = explanation?.next.some(({ rule }) => rule === 'SIG-08' || rule === 'SIG-10');
  const isRefused = isNext || ['signed headers', 'signature'].includes(check);
  // The Date and the Digest are part of the string: it is another one once they are right.
  const isFinal = isRefused && !['date', 'digest'].includes(check);
  const differs = diff.some(({ op }) => op !== 'same');
  const built = indented(bankString.map(withEnd).join(''));
  return [
    ['What was signed (⏎ is a LF)', accepted ? built : []],
    ['What the bank builds, and the client should sign (⏎ is a LF)', isRefused ? built : []],
    [
      "From the client's string to the bank's (\\r is a CR): [-take this away-] {+add this+}",
      differs ? indented(diff.map(changed).join('')) : [],
    ],
    ['What the client signed', check === 'signature' ? notFoundLines(verdict) : []],
    ['The right signature, with the key in tpp.key', isFinal ? indented(openssl) : []],
  ];
}

interface Piece {
  readonly text: string;
  readonly end?: string;
}

const withEnd = ({ text, end }: Piece): string => (end === 'LF' ? `${text}⏎\n` : text);

const MARKS = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

function changed({ op, text, end }: Piece & { readonly op: keyof typeof MARKS }): string {
  const [open, close] = MARKS[op];
  // A line end that one string lacks joins its lines; here they stay apart.
  return end === 'LF' ? `${open}${text}⏎${close}\n` : `${open}${text}${close}`;
}

/** What the signature itself shows if its string is not known. */
function notFoundLines({ signature, explanation }: OfflineVerdict): readonly string[] {
  const { signedString, form, hash } = signature ?? {};
  if (signedString !== undefined) return [];
  return [
    item(
      `Not found: ${explanation?.tried ?? 0} strings were tried. Give the string that your client signed with --signed FILE, and this says where it differs.`,
    ),
    ...(form === undefined ? [] : [item(`The signature is ${form}.`)]),
    ...(hash === undefined ? [] : [item(`Hash signed: ${hash}`)]),
  ];
}
