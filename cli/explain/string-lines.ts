// The two strings of a verdict, the signed one and the bank's, with visible line ends.
import type {
  OfflineCheck,
  OfflineSignature,
  OfflineVerdict,
} from '../../server/insight/offline/offline-verdict.ts';
import { cutText, wrapText } from './wrap.ts';

const TEXT = { first: '  ', rest: '  ' };
/** Further lines of a string are indented more, so that each first line is easy to see. */
const EXACT = { first: '  ', rest: '      ' };

export function refused({ checks }: OfflineVerdict): OfflineCheck | undefined {
  return checks.find(({ outcome }) => outcome === 'refused');
}

const OF_STRING = ['signed headers', 'signature'];

/** Whether the string or its signature is refused, now or after the rest is fixed. */
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

/** A CR (escaped in the text) has its own sign, so that it differs from a backslash before an r. */
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
    // A line end that one string lacks joins its lines; here they stay apart.
    if (end === 'LF') lines.push('');
  }
  return lines.filter((line) => line !== '').map((line) => cutText(line, EXACT));
}

/** Checks whose header is part of the string: fixing it changes the string. */
const IN_STRING = ['date', 'digest'];

export function opensslLines(verdict: OfflineVerdict): readonly string[] {
  const openssl = verdict.signature?.openssl;
  const isOther = IN_STRING.includes(refused(verdict)?.check ?? '');
  if (openssl === undefined || isOther || !isAboutString(verdict)) return [];
  return openssl.split('\n').map((line) => `  ${line}`);
}
