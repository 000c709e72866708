// A verdict for a terminal: plain text without colours, so that it reads the same in a log or a mail.

import type { OfflineCheck, OfflineVerdict } from '../../server/insight/offline/offline-verdict.ts';
import { visible } from '../../server/protocol/shown-text.ts';
import {
  bankLines,
  diffLines,
  isAboutString,
  opensslLines,
  refused,
  signedLines,
} from './string-lines.ts';
import { cutText, wrapText } from './wrap.ts';

type Section = (verdict: OfflineVerdict) => readonly string[];

const ITEM = { first: '  - ', rest: '    ' };

/** In printing order; a section without lines is left out. */
const SECTIONS: readonly (readonly [title: string, section: Section])[] = [
  ['Checks', ({ checks }) => checks.map(checkLine)],
  ['Expected', (verdict) => exact(refusedBefore(verdict)?.expected)],
  ['Sent', (verdict) => exact(refusedBefore(verdict)?.got)],
  ['Certificate', certificateLines],
  ['The string that you gave', ({ given }) => (given ? [wrapText(given.text, ITEM)] : [])],
  ['What was signed (⏎ is a LF)', (verdict) => (verdict.accepted ? bankLines(verdict) : [])],
  [
    'What the bank builds, and the client should sign (⏎ is a LF)',
    (verdict) => (isAboutString(verdict) ? bankLines(verdict) : []),
  ],
  ['What the client signed (⏎ is a LF, ␍ a CR)', signedLines],
  [
    'From one to the other: [-only signed-] {+only at the bank+}',
    ({ signature }) => diffLines(signature?.diff),
  ],
  ['The right signature, with the key in tpp.key', opensslLines],
  ['Next, after you fix that', ({ explanation }) => ruleLines(explanation?.next ?? [])],
  ['Accepted, but better fixed', ({ findings }) => ruleLines(findings)],
  ['Assumed', ({ notes }) => notes.map((note) => wrapText(note, ITEM))],
];

export function printVerdict(verdict: OfflineVerdict): string {
  const sections = SECTIONS.flatMap(([title, section]) => {
    const lines = section(verdict);
    return lines.length === 0 ? [] : ['', title, ...lines];
  });
  return safely([...headline(verdict), ...sections].join('\n'));
}

/** Anyone can write a capture, so control characters must not reach the terminal. */
const safely = (text: string): string =>
  text
    .split('\n')
    .map((line) => visible(line))
    .join('\n');

function headline({ refusal, checks, request, findings }: OfflineVerdict): readonly string[] {
  const { method, target, form } = request;
  const about = cutText(`${method} ${target} (${form})`, { first: '', rest: '  ' });
  if (refusal === undefined) {
    const open = checks.some(({ outcome }) => outcome === 'not judged');
    const how = open
      ? ', as far as the capture shows'
      : findings.length > 0
        ? ', with findings'
        : '';
    return [`Accepted: the signature verifies${how}.`, about];
  }
  const { rule, code, path, text } = refusal;
  const where = path === undefined ? '' : `, path ${path}`;
  return [
    wrapText(`Refused: ${text}`, { first: '', rest: '  ' }),
    `${rule}, ${code}${where}`,
    about,
  ];
}

const MARKS: Readonly<Record<OfflineCheck['outcome'], string>> = {
  passed: '✓',
  refused: '✗',
  'not reached': '·',
  'not judged': '?',
};

function checkLine({ check, outcome, rule }: OfflineCheck): string {
  const line = `  ${MARKS[outcome]} ${outcome.padEnd(11)}  ${check.padEnd(16)}  ${rule ?? ''}`;
  return line.trimEnd();
}

/** The check that refused, except the signature, whose two strings follow in full. */
function refusedBefore(verdict: OfflineVerdict): OfflineCheck | undefined {
  const found = refused(verdict);
  return found?.check === 'signature' ? undefined : found;
}

const LONGEST = 700;

/** A value to compare or copy, so its lines are not broken here. */
function exact(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const { length } = text;
  const shown = length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${length} characters)`;
  return shown.split('\n').map((line) => `  ${line}`);
}

/** Checks about the certificate; its facts help to fix them. */
const OF_CERTIFICATE = ['keyId', 'algorithm', 'validity'];

function certificateLines(verdict: OfflineVerdict): readonly string[] {
  const certificate = verdict.signature?.certificate;
  if (certificate === undefined || !OF_CERTIFICATE.includes(refused(verdict)?.check ?? ''))
    return [];
  const { serial, issuer, subject, notBefore, notAfter, keyType, keyBits } = certificate;
  return [
    `  serial   ${serial}`,
    `  issuer   ${issuer}`,
    `  subject  ${subject}`,
    `  valid    ${notBefore} to ${notAfter}`,
    `  key      ${[keyType, keyBits].filter((each) => each !== undefined).join(' ')}`,
  ];
}

function ruleLines(list: readonly { readonly rule: string; readonly text: string }[]): string[] {
  return list.map(({ rule, text }) => wrapText(`${rule}: ${text}`, ITEM));
}
