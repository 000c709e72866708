// The code blocks of README.md, CONTRIBUTING.md and docs/, and what the Markdown says about running them. A comment
// on the line before a block is seen by nobody who reads the page:
//   <!-- not run: the reason -->
//   <!-- fails: what its output has -->       the block ends with another code than 0
//   <!-- printed by: a command -->            the block is its output; without it, that of the commands above
//   <!-- fed to: a command -->                the block is its input
// The commands may use what the reader has: process/doc-pages.test.ts says which variables and files these are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { ROOT, repositoryFiles } from './source-tree.ts';

export type Mark = 'not run' | 'fails' | 'printed by' | 'fed to';

export interface DocBlock {
  /** `docs/signing.md` */
  readonly page: string;
  /** The nearest above it, without its marks: `openssl and curl`. */
  readonly heading: string;
  readonly line: number;
  /** `sh`, `json` …; empty if the fence has none. */
  readonly language: string;
  readonly text: string;
  readonly mark?: { readonly kind: Mark; readonly text: string };
}

export const DOC_PAGES: readonly string[] = repositoryFiles().filter((path) =>
  /^(?:README|CONTRIBUTING|docs\/.*)\.md$/.test(path),
);

const MARK = /^<!-- (not run|fails|printed by|fed to): (.+) -->$/;

/** All blocks of a page, or those below one of its headings, in their order. */
export function docBlocks(page: string, heading?: string): readonly DocBlock[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  const blocks: DocBlock[] = [];
  let [offset, current] = [0, ''];
  let mark: DocBlock['mark'];
  for (const token of inOrder(lexer(markdown))) {
    if (token.type === 'heading') current = String(token['text']);
    if (token.type === 'code') {
      offset = markdown.indexOf(token.raw.trim(), offset);
      const line = markdown.slice(0, offset).split('\n').length;
      const { text, lang = '' } = token as { text: string; lang?: string };
      const marked = mark === undefined ? {} : { mark };
      blocks.push({ page, heading: current, line, language: lang, text, ...marked });
    }
    const [, kind, text = ''] = MARK.exec(token.raw.trim()) ?? [];
    mark = kind === undefined ? undefined : { kind: kind as Mark, text };
  }
  return heading === undefined ? blocks : blocks.filter((block) => block.heading === heading);
}

/** Blocks inside a list too. */
function inOrder(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) =>
    token.type === 'list'
      ? inOrder((token as Tokens.List).items.flatMap(({ tokens: own }) => own))
      : [token],
  );
}
