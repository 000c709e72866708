// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.
import type { OfflineVerdict } from '../../server/insight/offline/show-verdict.ts';
import { clip, visible } from '../../server/protocol/shown-text.ts';
import {
  bankLines,
  diffLines,
  opensslLines,
  refused,
  rightLines,
  signedLines,
} from './string-lines.ts';

/** In printing order; a section without lines is left out. */
const SECTIONS: readonly (readonly [
  title: string,
  section: (verdict: OfflineVerdict) => readonly string[],
])[] = [
  ['Checks', ({ checks }) => checks.map(checkLine)],
  ['Expected', (verdict) => exact(refusedBefore(verdict)?.expected)],
  ['Sent', (verdict) => exact(refusedBefore(verdict)?.got)],
  ['Certificate', certificateLines],
  ['The string that you gave', ({ given }) => (given ? [item(given.text)] : [])],
  ['What was signed (⏎ is a LF)', rightLines],
  ['What the bank builds, and the client should sign (⏎ is a LF)', bankLines],
  ['What the client signed (⏎ is a LF, ␍ a CR)', signedLines],
  ['From one to the other: [-only signed-] {+only at the bank+}', diffLines],
  ['The right signature, with the key in tpp.key', opensslLines],
  ['Next, after you fix that', ({ explanation }) => (explanation?.next ?? []).map(ruleItem)],
  ['Accepted, but better fixed', ({ findings }) => findings.map(ruleItem)],
  ['Assumed', ({ notes }) => notes.map(item)],
];

export function printVerdict(verdict: OfflineVerdict): string {
  const sections = SECTIONS.flatMap(([title, section]) => {
    const lines = section(verdict);
    return lines.length === 0 ? [] : ['', title, ...lines];
  });
  // Anyone can write a capture, so control characters must not reach the terminal.
  return [...headline(verdict), ...sections]
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

const ruleItem = ({ rule, text }: OfflineVerdict['findings'][number]): string =>
  item(`${rule}: ${text}`);

const MARKS = { passed: '✓', refused: '✗', skipped: '·', 'not reached': '·', 'not judged': '?' };

function checkLine({ check, outcome, rule = '' }: OfflineVerdict['checks'][number]): string {
  return `  ${MARKS[outcome]} ${outcome.padEnd(11)}  ${check.padEnd(16)}  ${rule}`.trimEnd();
}

/** The check that refused, except the signature, whose two strings follow in full. */
function refusedBefore(verdict: OfflineVerdict) {
  const found = refused(verdict);
  return found?.check === 'signature' ? undefined : found;
}

const LONGEST = 700;

/** A value to compare or copy. */
const exact = (text = ''): readonly string[] =>
  text === ''
    ? []
    : clip(text, LONGEST)
        .split('\n')
        .map((line) => `  ${line}`);

/** Checks about the certificate; its facts help to fix them. */
const OF_CERTIFICATE = ['keyId', 'algorithm', 'validity'];

function certificateLines(verdict: OfflineVerdict): readonly string[] {
  const certificate = verdict.signature?.certificate;
  if (certificate === undefined || !OF_CERTIFICATE.includes(refused(verdict)?.check ?? '')) {
    return [];
  }
  return Object.entries(certificate).map(([name, value]) => `  ${name.padEnd(14)}  ${value}`);
}
