// How the laws of the house are checked (tests/support/laws.ts): each check answers offences.
import { dirname, posix } from 'node:path';
import { functionsOf } from './functions.ts';
import { placeOf, roomOf } from './house-picture.ts';
import { findAll, lineAt, type SourceFile } from './source-tree.ts';

/** One line per offence, `path:line what`, in the order of the files. */
export type Check = (files: readonly SourceFile[]) => readonly string[];

/** What the store looks like from outside; the rest of the room belongs to it and to the root. */
const STORAGE_PORT = /^server\/storage\/[a-z-]+\.ts$/;
const ROOT_FILES = /^server\/(composition\/)?[a-z-]+\.ts$/;
export const COMPOSITION = /^(server\/(sandbank|main)\.ts$|cli\/|client\/)/;

/** Who alone may import a package, or read a name. */
const ONE_IMPORTER: readonly { readonly what: RegExp; readonly where: RegExp }[] = [
  { what: /^(express|ejs|helmet)$/, where: /^server\/http\// },
  { what: /^ajv(-formats)?($|\/)/, where: /^server\/validation\// },
  { what: /^yaml$/, where: /^server\/(bank\/seeds|http\/documents)\// },
  { what: /^lowdb($|\/)/, where: /^server\/storage\/files\// },
  { what: /^pg($|\/)/, where: /^server\/storage\/postgres\// },
  { what: /^node-forge($|\/)/, where: /^server\/signing\// },
  { what: /^commander($|\/)/, where: /^cli\// },
];

/** Sources of time and chance. Importing a random function counts, being handed one does not. */
export const CLOCK_OR_CHANCE =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bTemporal\.Now\b|\bcrypto\.(?:random\w+|getRandomValues)|\bimport\s*\{[^}]*\b(?:random(?:UUID|Bytes|Int|Fill\w*)|webcrypto)\b[^}]*\}/;

/** Bound at the top level (column 0): shared by every Sandbank in the process. */
export const MUTABLE_MODULE_STATE =
  /^(?:export )?(?:let|var) \w+|^(?:export )?const \w+\b(?!: Readonly)[^=\n]*= new (?:Map|Set|LRUCache)(?:<[^;\n]*>)?\(\s*\)/m;

const offence = (file: SourceFile, offset: number, what: string): string =>
  `${file.path}:${lineAt(file.source, offset)} ${what}`;

/** One offence per match of the pattern, in the files that `where` names. */
export function matches(pattern: RegExp, where: (path: string) => boolean): Check {
  return (files) =>
    files
      .filter((file) => where(file.path))
      .flatMap((file) =>
        findAll(file.bare, pattern).map(({ text, offset }) =>
          offence(file, offset, text.replace(/\s+/g, ' ')),
        ),
      );
}

/** One offence per import that `refuses` gives a reason for. */
export function imports(refuses: (from: string, to: string) => string | undefined): Check {
  return (files) =>
    files.flatMap((file) =>
      file.imports.flatMap(({ text, offset }) => {
        const reason = refuses(file.path, resolve(file.path, text));
        return reason === undefined ? [] : [offence(file, offset, reason)];
      }),
    );
}

/** A relative specifier as a path from the root; a package's stays as it is. */
const resolve = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(dirname(from), specifier) : specifier;

/**
 * A room may import from rooms on floors below it, in a group also from those on lower steps, and from itself. The
 * composition root, `server/*.ts`, is above them all.
 */
export function refuseUpwards(from: string, to: string): string | undefined {
  if (!from.startsWith('server/') || !to.includes('/') || /^(node:|@)/.test(to)) return undefined;
  if (!/^(server|cli|client|tests|bench|scripts)\//.test(to)) return undefined;
  // The console is a TPP too, and uses a TPP's client; the client knows nothing of the server.
  if (from.startsWith('server/http/console/') && to.startsWith('client/')) return undefined;
  if (!to.startsWith('server/')) return `imports ${to}, which is outside the server`;
  const [here, there] = [roomOf(from), roomOf(to)];
  const [mine, its] = [placeOf(here), placeOf(there)];
  if (mine === undefined || its === undefined)
    return `${mine === undefined ? here : there} is no room of the house`;
  const isLower = its.floor < mine.floor || (its.floor === mine.floor && its.step < mine.step);
  const allowed = here === there || isLower || (ROOT_FILES.test(from) && its.floor === mine.floor);
  return allowed ? undefined : `${here} imports ${there}`;
}

export function refuseStoreInternals(from: string, to: string): string | undefined {
  const inside = to.startsWith('server/storage/') && !STORAGE_PORT.test(to);
  return inside && !from.startsWith('server/storage/') && !ROOT_FILES.test(from)
    ? `imports ${to}, which is behind the storage port`
    : undefined;
}

export function refuseSecondImporter(from: string, to: string): string | undefined {
  const row = ONE_IMPORTER.find(({ what }) => what.test(to));
  return row === undefined || row.where.test(from) ? undefined : `imports ${to}`;
}

/** The test kit starts banks, and plays scenarios on them. */
const isOfKit = (path: string): boolean =>
  /^client\/(?:testing|scenarios|play-scenario)\.ts$/.test(path);

export function refuseDependentClient(from: string, to: string): string | undefined {
  if (!from.startsWith('client/') || to.startsWith('node:') || to.startsWith('client/'))
    return undefined;
  // The test kit starts a bank; what signs for it knows nothing of the bank.
  if (isOfKit(from) && to === 'server/sandbank.ts') return undefined;
  if (isOfKit(from) && to.startsWith('server/insight/scenarios/')) return undefined;
  return `imports ${to}`;
}

/** One offence per cycle, told at the import that closes it. */
export function findCycles(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: SourceFile, trail: readonly string[]): void => {
    for (const { text, offset } of file.imports) {
      const next = byPath.get(resolve(file.path, text));
      if (next === undefined || done.has(next.path)) continue;
      const start = trail.indexOf(next.path);
      if (start >= 0)
        found.push(offence(file, offset, [...trail.slice(start), next.path].join(' → ')));
      else visit(next, [...trail, next.path]);
    }
    done.add(file.path);
  };
  for (const file of files) if (!done.has(file.path)) visit(file, [file.path]);
  return found;
}

/** One offence per file whose path the pattern fits. */
export const named =
  (pattern: RegExp): Check =>
  (files) =>
    files.filter(({ path }) => pattern.test(path)).map((file) => offence(file, 0, 'by its name'));

/** One offence per file of more lines than that; generated files may be as long as they like. */
export const longerThan =
  (lines: number): Check =>
  (files) =>
    files
      .filter(({ path }) => !path.includes('/generated/'))
      .map((file) => ({ file, length: lineAt(file.source.trimEnd(), file.source.length) }))
      .filter(({ length }) => length > lines)
      .map(({ file, length }) => offence(file, 0, `${length} lines`));

/** One offence per function of more lines than that. */
export const functionsLongerThan =
  (most: number): Check =>
  (files) =>
    files.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > most)
        .map(({ offset, lines }) => offence(file, offset, `a function of ${lines} lines`)),
    );
