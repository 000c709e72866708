// The two strings of a verdict, the signed one and the bank's, with visible line ends.
import type { OfflineVerdict } from '../../server/insight/offline/show-verdict.ts';

type Signature = NonNullable<OfflineVerdict['signature']>;

export const refused = ({ checks }: OfflineVerdict) =>
  checks.find(({ outcome }) => outcome === 'refused');

/** Whether the string or its signature is refused, now or after the rest is fixed. */
function isAboutString(verdict: OfflineVerdict): boolean {
  const next = verdict.explanation?.next ?? [];
  const isNext = next.some(({ rule }) => rule === 'SIG-08' || rule === 'SIG-10');
  return isNext || ['signed headers', 'signature'].includes(refused(verdict)?.check ?? '');
}

/** The string that the client should sign. */
export function bankLines(verdict: OfflineVerdict): readonly string[] {
  return isAboutString(verdict) ? stringLines(verdict.signature?.bankString) : [];
}

/** The string that was signed, if the signature verifies. */
export function rightLines({ accepted, signature }: OfflineVerdict): readonly string[] {
  return accepted ? stringLines(signature?.bankString) : [];
}

const stringLines = (lines: Signature['bankString'] = []): readonly string[] =>
  lines
    .map(({ text, end }) => withEnd(text, end))
    .filter((line) => line !== '')
    .map((line) => `  ${line}`);

/** A CR (escaped in the text) has its own sign, so that it differs from a backslash before an r. */
function withEnd(text: string, end: string | undefined): string {
  const shown = text.replace(/(?<!\\)((?:\\\\)*)\\r/g, '$1␍');
  return end === 'LF' ? `${shown}⏎` : shown;
}

export function signedLines(verdict: OfflineVerdict): readonly string[] {
  const { signature, explanation } = verdict;
  if (refused(verdict)?.check !== 'signature' || signature === undefined) return [];
  const { signedString, form, hash } = signature;
  const tried = `  Not found: ${explanation?.tried ?? 0} strings were tried.`;
  const isFound = signedString !== undefined;
  return [
    ...(isFound ? stringLines(signedString) : [tried]),
    ...(form === undefined ? [] : [`  The signature is ${form}.`]),
    ...(isFound || hash === undefined ? [] : [`  Hash signed: ${hash}`]),
  ];
}

const MARKS = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

export function diffLines({ signature }: OfflineVerdict): readonly string[] {
  const diff = signature?.diff ?? [];
  if (diff.every(({ op }) => op === 'same')) return [];
  // A line end that one string lacks joins its lines; here they stay apart.
  const pieces = diff.map(({ op, text, end }) => {
    const [open, close] = MARKS[op];
    return `${open}${withEnd(text, end)}${close}${end === 'LF' ? '\n' : ''}`;
  });
  return pieces
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${line}`);
}

export function opensslLines(verdict: OfflineVerdict): readonly string[] {
  const openssl = verdict.signature?.openssl;
  // The Date and the Digest are part of the string: it is another one once they are right.
  const isOther = ['date', 'digest'].includes(refused(verdict)?.check ?? '');
  if (openssl === undefined || isOther || !isAboutString(verdict)) return [];
  return openssl.split('\n').map((line) => `  ${line}`);
}
