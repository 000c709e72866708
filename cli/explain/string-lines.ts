// The two strings of a verdict, what was signed and what the bank builds, with their line ends to be seen.
import type {
  OfflineCheck,
  OfflineSignature,
  OfflineVerdict,
} from '../../server/insight/offline/offline-verdict.ts';
import { cutText, wrapText } from './wrap.ts';

const TEXT = { first: '  ', rest: '  ' };
/** A line of a string goes on further in, so that its beginnings stand out. */
const EXACT = { first: '  ', rest: '      ' };

export function refused({ checks }: OfflineVerdict): OfflineCheck | undefined {
  return checks.find(({ outcome }) => outcome === 'refused');
}

const OF_STRING = ['signed headers', 'signature'];

/** Whether the string, or the signature over it, is refused, now or once the rest is fixed. */
export function isAboutString(verdict: OfflineVerdict): boolean {
  const next = verdict.explanation?.next ?? [];
  const isNext = next.some(({ rule }) => rule === 'SIG-08' || rule === 'SIG-10');
  return isNext || OF_STRING.includes(refused(verdict)?.check ?? '');
}

type Lines = OfflineSignature['bankString'];

export function bankLines({ signature }: OfflineVerdict): readonly string[] {
  return stringLines(signature?.bankString);
}

function stringLines(lines: Lines): readonly string[] {
  return (lines ?? [])
    .map(({ text, end }) => withEnd(text, end))
    .filter((line) => line !== '')
    .map((line) => cutText(line, EXACT));
}

/** A CR, escaped in the text, shows as a sign of its own; a backslash before an r does not. */
function withEnd(text: string, end: string | undefined): string {
  const shown = text.replace(/(?<!\\)((?:\\\\)*)\\r/g, '$1␍');
  return end === 'LF' ? `${shown}⏎` : shown;
}

export function signedLines(verdict: OfflineVerdict): readonly string[] {
  const { signature, explanation } = verdict;
  if (refused(verdict)?.check !== 'signature' || signature === undefined) return [];
  const { signedString, form, hash } = signature;
  const shown =
    signedString === undefined
      ? [wrapText(`Not found: ${explanation?.tried ?? 0} strings were tried.`, TEXT)]
      : stringLines(signedString);
  const found = form === undefined ? [] : [wrapText(`The signature is ${form}.`, TEXT)];
  const unknown =
    hash === undefined || signedString !== undefined ? [] : [`  Hash signed: ${hash}`];
  return [...shown, ...found, ...unknown];
}

export function diffLines(diff: OfflineSignature['diff']): readonly string[] {
  if (diff === undefined || diff.every(({ op }) => op === 'same')) return [];
  const lines = [''];
  for (const { op, text, end } of diff) {
    const shown = withEnd(text, end);
    const marked = op === 'same' ? shown : op === 'removed' ? `[-${shown}-]` : `{+${shown}+}`;
    lines[lines.length - 1] += marked;
    // A line end that one of the two lacks joins the lines in its string; here they stay apart.
    if (end === 'LF') lines.push('');
  }
  return lines.filter((line) => line !== '').map((line) => cutText(line, EXACT));
}

/** Checks whose header the string holds: once it is fixed, the string is another. */
const IN_STRING = ['date', 'digest'];

export function opensslLines(verdict: OfflineVerdict): readonly string[] {
  const openssl = verdict.signature?.openssl;
  const isOther = IN_STRING.includes(refused(verdict)?.check ?? '');
  if (openssl === undefined || isOther || !isAboutString(verdict)) return [];
  return openssl.split('\n').map((line) => `  ${line}`);
}
