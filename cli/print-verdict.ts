// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.
import type { OfflineVerdict } from '../server/insight/offline/explain-request.ts';
import { clip, visible } from '../server/protocol/shown-text.ts';

export function printVerdict(verdict: OfflineVerdict): string {
  const sections = sectionsOf(verdict).flatMap(([title, text]) =>
    text
      ? [
          '',
          title,
          ...text
            .split('\n')
            .filter(Boolean)
            .map((line) => `  ${line}`),
        ]
      : [],
  );
  // Anyone can write a capture, so control characters must not reach the terminal.
  return [...headline(verdict), ...sections].map((line) => visible(line)).join('\n');
}

function headline({ refusal, request }: OfflineVerdict): readonly string[] {
  const about = `${request.method} ${request.target} (${request.form})`;
  if (refusal === undefined) return [ACCEPTED, about];
  const { rule, code, path, text } = refusal;
  const where = path === undefined ? '' : `, path ${path}`;
  return [...wrapped(`Refused: ${text}`), `${rule}, ${code}${where}`, about];
}

const ACCEPTED = 'Accepted: the signature verifies, as far as the capture shows.';

/** Prose in 80 columns. What is to be compared or copied is not broken. */
function wrapped(text: string): readonly string[] {
  const lines = text.replace(/\s+/g, ' ').match(/\S.{0,75}(?=\s|$)|\S{76}/gu) ?? [];
  return lines.map((line, at) => (at === 0 ? line : `  ${line}`));
}

const items = (texts: readonly string[]): string =>
  texts.map((text) => `- ${wrapped(text).join('\n')}`).join('\n');

const LONGEST = 700;

/** Titles and what follows under them; a section without text is left out. */
function sectionsOf(
  verdict: OfflineVerdict,
): readonly (readonly [title: string, text: string | false | undefined])[] {
  const { accepted, checks, signature, explanation, given, findings, notes } = verdict;
  const { bankString = [], diff = [], signedString } = signature ?? {};
  const { check = '', expected, got } = checks.find(({ outcome }) => outcome === 'refused') ?? {};
  const isValue = check !== 'signature';
  const isNext = explanation?.next.some(({ rule }) => rule === 'SIG-08' || rule === 'SIG-10');
  const isString = isNext || check === 'signed headers' || check === 'signature';
  // The Date and the Digest are part of the string: it is another one once they are right.
  const isFinal = isString && check !== 'date' && check !== 'digest';
  const differs = diff.some(({ op }) => op !== 'same');
  const ofRule = ({ rule, text }: OfflineVerdict['findings'][number]) => `${rule}: ${text}`;
  return [
    ['The string that you gave', given && items([given.text])],
    ['Checks', outcomes(verdict)],
    // The strings of a signature follow in full.
    ['Expected', isValue && clip(expected ?? '', LONGEST)],
    ['Sent', isValue && clip(got ?? '', LONGEST)],
    [
      'What the bank builds, and the client should sign (⏎ is a LF)',
      (accepted || isString) && bankString.map(shownPiece).join(''),
    ],
    [
      "From the client's string to the bank's (\\r is a CR): [-take this away-] {+add this+}",
      differs && diff.map(shownPiece).join(''),
    ],
    ['What the client signed', !isValue && signedString === undefined && notFound(verdict)],
    ['The right signature, with the key in tpp.key', isFinal && signature?.openssl],
    ['Next, after you fix that', items((explanation?.next ?? []).map(ofRule))],
    ['Accepted, but better fixed', items(findings.map(ofRule))],
    ['Assumed', items(notes)],
  ];
}

const MARKS = { passed: '✓', 'not judged': '?', refused: '✗', 'not reached': '·' };

const outcomes = ({ checks }: OfflineVerdict): string =>
  Object.entries(MARKS)
    .map(([outcome, mark]) => {
      const names = checks.filter((one) => one.outcome === outcome).map(({ check }) => check);
      return names.length === 0 ? '' : `${mark} ${outcome.padEnd(11)}  ${names.join(', ')}`;
    })
    .join('\n');

const CHANGES = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

interface Piece {
  readonly op?: keyof typeof CHANGES;
  readonly text: string;
  readonly end?: string;
}

function shownPiece({ op = 'same', text, end }: Piece): string {
  const [open, close] = CHANGES[op];
  // A line end that one string lacks joins its lines; here they stay apart.
  return end === 'LF' ? `${open}${text}⏎${close}\n` : `${open}${text}${close}`;
}

/** What the signature itself shows if its string is not known. */
function notFound({ signature, explanation }: OfflineVerdict): string {
  const { form, hash } = signature ?? {};
  const tried = `Not found: ${explanation?.tried ?? 0} strings were tried. Give the string that your client signed with --signed FILE, and this says where it differs.`;
  const shown = [tried, form && `The signature is ${form}.`, hash && `Hash signed: ${hash}`];
  return items(shown.filter((line) => line !== undefined));
}
