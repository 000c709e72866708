// Reads the project's own sources for the tests about the house: files, code without comments,
// string literals, import specifiers. A lexer, not a parser: enough for laws that are about words.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: compiled tests lie in dist/tests/support/. */
export const ROOT_URL = new URL('../../../', import.meta.url);
export const ROOT = fileURLToPath(ROOT_URL);

/** Every rule's id as docs/rules.md prints them, in its order. */
export const ruleIds = (): readonly string[] =>
  [...readFileSync(join(ROOT, 'docs/rules.md'), 'utf8').matchAll(/^\| ([A-Z0-9]+-\d\d) \|/gm)].map(
    ([, id = '']) => id,
  );

/** A piece of text in a file, and where it begins. */
export interface Located {
  readonly text: string;
  readonly offset: number;
}

export interface SourceFile {
  /** Relative to the root, with forward slashes: `server/http/app.ts`. */
  readonly path: string;
  readonly source: string;
  /** Comments blanked, same length and lines as the source. */
  readonly code: string;
  /** Comments, and what is inside string literals, blanked. */
  readonly bare: string;
  readonly strings: readonly Located[];
  /** Literals of regular expressions, with slashes and flags. */
  readonly patterns: readonly Located[];
  /** Specifiers of static, re-exporting and dynamic imports. */
  readonly imports: readonly Located[];
}

/** Every `.ts` file below the folders, sorted. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap((folder) => walk(folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Every file that belongs to the repository: what git knows or would add, else the tree itself. */
export function repositoryFiles(): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const git = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const listed = git.status === 0 ? git.stdout.split('\0').filter((path) => path !== '') : [];
  return listed.length > 0 ? listed.sort() : walk('.').sort();
}

/** By path from the root: jest's own `coverage` is there, the house's rooms of that name are below. */
const NOT_OURS = /^(?:(?:.*\/)?node_modules|dist(?:-[^/]*)?|coverage|data|\.git)$/;

function walk(folder: string): string[] {
  const base = folder === '.' ? '' : `${folder}/`;
  return entriesOf(join(ROOT, folder)).flatMap((entry) => {
    if (!entry.isDirectory()) return [base + entry.name];
    return NOT_OURS.test(base + entry.name) ? [] : walk(base + entry.name);
  });
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function readSource(path: string, source: string): SourceFile {
  const { code, bare, strings, patterns } = lex(source);
  return { path, source, code, bare, strings, patterns, imports: importsOf(bare, strings) };
}

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** Every match of the pattern in the text. */
export function findAll(text: string, pattern: RegExp): readonly Located[] {
  const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return [...text.matchAll(all)].map((match) => ({
    text: match[0],
    offset: match.index,
  }));
}

/** A string literal is a specifier when `from`, `import` or `import(` stands before it. */
function importsOf(bare: string, strings: readonly Located[]): readonly Located[] {
  return strings.filter(({ offset }) =>
    /(?:^|[\s}*;])(?:from|import)\s*$|\bimport\s*\(\s*$/.test(
      bare.slice(Math.max(0, offset - 40), offset),
    ),
  );
}

type Lexed = Pick<SourceFile, 'code' | 'bare' | 'strings' | 'patterns'>;

const PLAIN = /[^/'"`{}]+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const TEMPLATE_CHUNK = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const REGEX = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** After one of these a slash begins a regular expression, after anything else it divides. */
const BEFORE_REGEX = /(?:^|[([{},;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|void))\s*$/;

function lex(source: string): Lexed {
  let code = '';
  let bare = '';
  let at = 0;
  const strings: Located[] = [];
  const patterns: Located[] = [];
  const open: ('template' | 'brace')[] = [];

  const take = (length: number, kind: 'code' | 'comment' | 'inside'): string => {
    const text = source.slice(at, at + length);
    const blank = kind === 'code' ? text : text.replace(/[^\n]/g, ' ');
    code += kind === 'comment' ? blank : text;
    bare += blank;
    at += length;
    return text;
  };
  const here = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0].length ?? 0;
  };
  const template = (offset: number) => {
    strings.push({ text: take(here(TEMPLATE_CHUNK), 'inside'), offset });
    if (source[at] === '`') take(1, 'code');
    else if (take(2, 'code') === '${') open.push('template');
  };
  const quoted = (length: number) => {
    const offset = at;
    take(1, 'code');
    strings.push({ text: take(length - 2, 'inside'), offset });
    take(1, 'code');
  };
  const slash = () => {
    const comment = here(COMMENT);
    if (comment > 0) take(comment, 'comment');
    else if (BEFORE_REGEX.test(bare.slice(-40))) {
      patterns.push({ offset: at, text: take(here(REGEX) || 1, 'inside') });
    } else take(1, 'code');
  };

  if (source.startsWith('#!')) take(source.indexOf('\n'), 'comment');
  while (at < source.length) {
    const char = source[at] as string;
    if (char === '/') slash();
    else if (char === '`') {
      const offset = at;
      take(1, 'code');
      template(offset);
    } else if (char === '{') {
      open.push('brace');
      take(1, 'code');
    } else if (char === '}') {
      take(1, 'code');
      if (open.pop() === 'template') template(at);
    } else if (char === "'" || char === '"') quoted(Math.max(here(QUOTED), 2));
    else take(here(PLAIN), 'code');
  }
  return { code, bare, strings, patterns };
}
