// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.
import type { OfflineVerdict } from '../server/insight/offline/explain-request.ts';
import { clip, visible } from '../server/protocol/shown-text.ts';

type Section = readonly [title: string, lines: readonly string[]];

export function printVerdict(verdict: OfflineVerdict): string {
  const { given, explanation, findings, notes } = verdict;
  const ofRule = ({ rule, text }: OfflineVerdict['findings'][number]) => item(`${rule}: ${text}`);
  const sections: readonly Section[] = [
    ['The string that you gave', given === undefined ? [] : [item(given.text)]],
    ['Checks', checkLines(verdict)],
    ...refusedSections(verdict),
    ['Next, after you fix that', (explanation?.next ?? []).map(ofRule)],
    ['Accepted, but better fixed', findings.map(ofRule)],
    ['Assumed', notes.map(item)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  // Anyone can write a capture, so control characters must not reach the terminal.
  return [...headline(verdict), ...shown.flatMap(([title, lines]) => ['', title, ...lines])]
    .flatMap((line) => line.split('\n'))
    .map((line) => visible(line))
    .join('\n');
}

function headline({ refusal, request }: OfflineVerdict): readonly string[] {
  const about = `${request.method} ${request.target} (${request.form})`;
  if (refusal === undefined) return [ACCEPTED, about];
  const { rule, code, path, text } = refusal;
  const where = path === undefined ? '' : `, path ${path}`;
  return [wrapped(`Refused: ${text}`, '  '), `${rule}, ${code}${where}`, about];
}

const ACCEPTED = 'Accepted: the signature verifies, as far as the capture shows.';

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

const LONGEST = 700;

/** What the check that refused compared, and the strings if one of them is refused, now or next. */
function refusedSections({
  accepted,
  checks,
  signature,
  explanation,
}: OfflineVerdict): readonly Section[] {
  const { bankString = [], signedString, diff = [], form, hash, openssl = '' } = signature ?? {};
  const { check, expected, got } = checks.find(({ outcome }) => outcome === 'refused') ?? {};
  const isOf = (...names: readonly string[]) => names.includes(`${check}`);
  const isNext = explanation?.next.some(({ rule }) => rule === 'SIG-08' || rule === 'SIG-10');
  const isString = isNext || isOf('signed headers', 'signature');
  const facts = isOf('keyId', 'algorithm', 'validity')
    ? Object.entries(signature?.certificate ?? {})
    : [];
  // The strings of a signature follow in full.
  const value = (text = '') => (isOf('signature') ? [] : indented(clip(text, LONGEST)));
  const differs = diff.some(({ op }) => op !== 'same');
  const unknown = [
    `Not found: ${explanation?.tried ?? 0} strings were tried. Give the string that your client signed with --signed FILE, and this says where it differs.`,
    form && `The signature is ${form}.`,
    hash && `Hash signed: ${hash}`,
  ].filter((line) => line !== undefined);
  return [
    ['Expected', value(expected)],
    ['Sent', value(got)],
    ['Certificate', facts.map(([name, fact]) => `  ${name.padEnd(14)}  ${fact}`)],
    [
      'What the bank builds, and the client should sign (⏎ is a LF)',
      accepted || isString ? indented(bankString.map(shownPiece).join('')) : [],
    ],
    [
      "From the client's string to the bank's (\\r is a CR): [-take this away-] {+add this+}",
      differs ? indented(diff.map(shownPiece).join('')) : [],
    ],
    [
      'What the client signed',
      isOf('signature') && signedString === undefined ? unknown.map(item) : [],
    ],
    // The Date and the Digest are part of the string: it is another one once they are right.
    [
      'The right signature, with the key in tpp.key',
      isString && !isOf('date', 'digest') ? indented(openssl) : [],
    ],
  ];
}

const indented = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${line}`);

interface Piece {
  readonly op?: keyof typeof MARKS;
  readonly text: string;
  readonly end?: string;
}

const MARKS = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

function shownPiece({ op = 'same', text, end }: Piece): string {
  const [open, close] = MARKS[op];
  // A line end that one string lacks joins its lines; here they stay apart.
  return end === 'LF' ? `${open}${text}⏎${close}\n` : `${open}${text}${close}`;
}
