// What the modules of the house export, and what of it nobody imports. A reader of words, not a compiler: the linter's
// format makes them easy to find.
import { dirname, posix } from 'node:path';
import { lineAt, type SourceFile } from './source-tree.ts';

/** What others import who are not in the repository: the package's entries, and what runs. */
export const ENTRIES: ReadonlySet<string> = new Set([
  'server/sandbank.ts',
  'server/main.ts',
  'server/insight/offline/explain-request.ts',
  'client/testing.ts',
  'client/sign.ts',
  'cli/sandbank.ts',
]);

export interface Exported {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly kind: 'type' | 'value';
}

const DECLARED =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?<word>type|interface|const|let|function\*?|class|enum) (?<name>\w+)/gm;
/** What stands before a specifier: `import … from`, `export … from`, `{ … } = await import(`. */
const STATIC = /\b(?:import|export)\b(?:\s+type\b)?(?<what>(?:[\w$*\s,]|\{[^{}]*\})*)\bfrom\s*$/;
const DYNAMIC = /\{(?<what>[^{}]*)\}\s*=\s*\(?\s*await\s+import\(\s*$/;
const FOR_ITS_EFFECT = /\bimport\s*$/;

export function exportsOf({ path, bare }: SourceFile): readonly Exported[] {
  return [...bare.matchAll(DECLARED)].map(({ index, groups }) => ({
    path,
    line: lineAt(bare, index),
    name: groups?.['name'] ?? '',
    kind: /^(?:type|interface)$/.test(groups?.['word'] ?? '') ? 'type' : 'value',
  }));
}

/** What one file imports of others, as `path#name`; `path#*` where it takes all. */
export function importedBy({ path, bare, imports }: SourceFile): readonly string[] {
  return imports
    .filter(({ text }) => text.startsWith('.'))
    .flatMap(({ text, offset }) => {
      const from = posix.join(dirname(path), text);
      return namesIn(bare.slice(Math.max(0, offset - 4000), offset)).map(
        (name) => `${from}#${name}`,
      );
    });
}

function namesIn(before: string): readonly string[] {
  if (FOR_ITS_EFFECT.test(before)) return [];
  const { what = '*' } = (STATIC.exec(before) ?? DYNAMIC.exec(before))?.groups ?? {};
  if (what.includes('*')) return ['*'];
  return what
    .split(/[{},]/)
    .map((one) => /^(?:type\s+)?(\w+)/.exec(one.trim())?.[1] ?? '')
    .filter((name) => name !== '');
}

/** What `judged` export, and no file of `importers` imports. Entry points are imported by whom nobody knows here. */
export function unusedExports(
  judged: readonly SourceFile[],
  importers: readonly SourceFile[],
  isEntry: (path: string) => boolean,
): readonly Exported[] {
  const taken = new Set(importers.flatMap(importedBy));
  return judged
    .filter(({ path }) => !isEntry(path))
    .flatMap(exportsOf)
    .filter(({ path, name }) => !taken.has(`${path}#${name}`) && !taken.has(`${path}#*`));
}
