// The functions of a source file and how long they are. Braces are matched in the bare source, so nothing
// inside a string or comment counts.
import { lineAt, type SourceFile } from './source-tree.ts';

export interface FoundFunction {
  /** Where its parameters begin; of an arrow with one bare parameter, its arrow. */
  readonly offset: number;
  /** From there to its closing brace. */
  readonly lines: number;
}

/** Words before `(…) {` that make it a statement and no function. */
const STATEMENTS = /\b(?:if|for|while|switch|catch|await)\s*$/;
const RESULT_TYPE = /\)\s*:[^;{}=]*(?:=>[^;{}=]*)?$/;

/** Every function, method and arrow with a body in braces. */
export function functionsOf({ bare }: SourceFile): readonly FoundFunction[] {
  const found: FoundFunction[] = [];
  const starts: (number | undefined)[] = [];
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '{') starts.push(functionBefore(bare, at));
    if (bare[at] !== '}') continue;
    const offset = starts.pop();
    if (offset === undefined) continue;
    found.push({ offset, lines: lineAt(bare, at) - lineAt(bare, offset) + 1 });
  }
  return found;
}

/** Where the function begins whose body opens here; `undefined` where the brace is something else's. */
function functionBefore(bare: string, brace: number): number | undefined {
  const before = bare.slice(Math.max(0, brace - 4000), brace).trimEnd();
  const shift = Math.max(0, brace - 4000);
  const arrow = before.endsWith('=>');
  const head = (arrow ? before.slice(0, -2) : before).trimEnd();
  const typed = RESULT_TYPE.exec(head);
  const close = head.endsWith(')') ? head.length - 1 : typed?.index;
  if (close === undefined) return arrow ? shift + head.length : undefined;
  const open = openingOf(head, close);
  return STATEMENTS.test(head.slice(0, open)) ? undefined : shift + open;
}

function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) return at;
  }
  return 0;
}
