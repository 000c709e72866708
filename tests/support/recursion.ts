// Functions that call themselves, directly or by way of others of their file. What is called for each level of
// what somebody sent ends the process with enough levels, so each says what bounds it.
import { type Check, matches } from './law-checks.ts';
import type { Law } from './laws.ts';
import { findAll, lineAt, type SourceFile } from './source-tree.ts';

/** By what bounds their depth: file and name. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  'its text is parsed by parseShallow': [
    'cli/answer-difference.ts jsonDifference',
    'server/http/console/send-tool.ts mergedJson',
    'server/insight/explain/forms/json-text.ts indentation',
    'server/insight/explain/forms/json-text.ts print',
    'server/insight/explain/forms/json-text.ts remade',
  ],
  'maxDepth, counted on the way': [
    'server/kernel/json-parser.ts this.#value',
    'server/kernel/json-parser.ts this.#object',
    'server/kernel/json-parser.ts this.#array',
  ],
  'yamlNodes counts the levels, and aliases add theirs': [
    'server/bank/seeds/yaml-values.ts this.#read',
    'server/bank/seeds/yaml-values.ts this.#valueOf',
    'server/bank/seeds/yaml-values.ts this.#object',
    'server/bank/seeds/yaml-values.ts this.#list',
  ],
  'its text is parsed by kernel/json-parser.ts or yaml-values.ts': [
    'server/bank/seeds/read-seed.ts countValues',
    'server/validation/schemas.ts oversized',
  ],
  'counted on the way, MAX_DEPTH': ['server/storage/rows.ts jsonFault'],
  'jsonFault has counted before': ['server/storage/rows.ts deepFreeze'],
  'counted on the way, DEEPEST': [
    'server/signing/other-than-certificate.ts shapeOf',
    'server/openapi/reference.ts fieldsIn',
  ],
  'our own schemas and examples': [
    'server/openapi/reference.ts followed',
    'server/openapi/adapted-example.ts adaptedExample',
    'server/validation/schemas.ts refsOf',
  ],
  'with all commands, where the help of one names others': ['cli/program.ts createProgram'],
  'the checks of our own table': ['server/protocol/run-checks.ts passAll'],
  'the longest path of our own rows': ['server/http/table.ts collect'],
  'our own lists': ['server/insight/explain/forms/edits.ts permutations'],
  'a starting set begins from one other at most': [
    'server/storage/files/readable-rows.ts rowsInFile',
    'server/storage/files/readable-rows.ts setOf',
    'server/storage/files/starting-sets.ts this.refer',
    'server/storage/files/starting-sets.ts this.#removeUnused',
    'server/storage/files/starting-sets.ts this.#releaseRoot',
    'server/storage/files/starting-sets.ts this.check',
    'server/storage/files/starting-sets.ts this.load',
    'server/storage/files/starting-sets.ts this.learn',
    'server/storage/files/starting-sets.ts this.store',
    'server/storage/files/starting-sets.ts this.#read',
    'server/storage/files/starting-sets.ts this.#checkHash',
    'server/storage/files/starting-sets.ts this.#write',
    'server/storage/postgres/shared-sets.ts this.store',
    'server/storage/postgres/shared-sets.ts this.load',
    'server/storage/postgres/shared-sets.ts this.#storeRoot',
    'server/storage/postgres/shared-sets.ts this.#read',
  ],
  'once more, with what was read meanwhile': [
    'server/storage/postgres/shared-bank.ts this.#playAndKeep',
    'server/storage/postgres/shared-bank.ts this.#catchUp',
  ],
};

const LISTED: ReadonlySet<string> = new Set(Object.values(BOUNDED).flat());

interface Declared {
  readonly name: string;
  readonly offset: number;
  readonly body: string;
}

/** One offence for each function that calls itself and is not on the list. */
export const boundedRecursion: Check = (files) =>
  files.flatMap((file) =>
    recursiveIn(file)
      .filter(({ name }) => !LISTED.has(`${file.path} ${name}`))
      .map(({ name, offset }) => `${file.path}:${lineAt(file.source, offset)} ${name}`),
  );

/** Names on the list that call themselves no more. */
export function staleBounds(files: readonly SourceFile[]): readonly string[] {
  const names = files.flatMap((file) =>
    recursiveIn(file).map(({ name }) => `${file.path} ${name}`),
  );
  return [...LISTED].filter((name) => !names.includes(name));
}

function recursiveIn(file: SourceFile): readonly Declared[] {
  const all = declaredIn(file);
  const calls = new Map(
    all.map(({ name, body }) => [name, all.filter((one) => isUsed(one.name, body))] as const),
  );
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (calls.get(from) ?? []).some(({ name }) => {
      if (name === to) return true;
      if (seen.has(name)) return false;
      seen.add(name);
      return reaches(name, to, seen);
    });
  return all.filter(({ name }) => reaches(name, name, new Set()));
}

/** At column 0, or a method. */
const DECLARED =
  /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?=[^=\n]*= (?:async )?(?:<[^>\n]*>)?(?:\(|\w+ =>)))|^ {2}(?:private |static |readonly )*(?:async )?\*?(#?\w+)(?=(?:<[^>\n]*>)?\()/gm;
const NO_NAME = /^(?:if|for|while|switch|catch|return|constructor|throw|await|super)$/;

function declaredIn({ bare }: SourceFile): readonly Declared[] {
  const heads = [...bare.matchAll(DECLARED)]
    .map((match) => ({
      name: match[1] ?? match[2] ?? match[3] ?? '',
      isMethod: match[3] !== undefined,
      offset: match.index,
      end: match.index + match[0].length,
    }))
    .filter(({ name }) => !NO_NAME.test(name));
  return heads.map(({ name, isMethod, offset, end }) => {
    const next = findAll(bare.slice(end), isMethod ? /^ {0,2}\}/gm : /^(?! )[\w/}]/gm)[0]?.offset;
    const body = bare.slice(end, next === undefined ? bare.length : end + next);
    return { name: isMethod ? `this.${name}` : name, offset, body };
  });
}

/** Called, or handed to something that calls it. */
const isUsed = (name: string, body: string): boolean =>
  new RegExp(
    `(?<![\\w.#])${name.replace('.', '\\.')}(?:<[^>\\n]*>)?\\(|[(,]\\s*${name.replace('.', '\\.')}[,)]`,
  ).test(body);

/** Rows of tests/support/laws.ts. */
export const RECURSION_LAWS: readonly Law[] = [
  {
    says: 'what calls itself for each level says what bounds the levels (tests/support/recursion.ts)',
    check: boundedRecursion,
    broken: [
      {
        because: 'a function that walks a value',
        files: { 'server/kernel/a.ts': '\nexport function a(b: B): C {\n  return b.map(a);\n}\n' },
        at: 'server/kernel/a.ts:2',
      },
      {
        because: 'two methods that call one another',
        files: {
          'server/kernel/a.ts':
            'class A {\n  #b(): void {\n    if (x) this.c();\n  }\n  c(): void {\n    this.c();\n  }\n}\n',
        },
        at: 'server/kernel/a.ts:5',
      },
    ],
    kept: [
      {
        because: 'a call of a function of another file with that name, and of one above',
        files: {
          'server/kernel/a.ts':
            'function b() {\n  return 1;\n}\nexport function a() {\n  return c.a(b());\n}\n',
        },
      },
    ],
  },
  {
    says: 'nothing catches a stack that is full, and nothing is written for it',
    check: matches(/\bRangeError\b/, () => true),
    broken: [
      {
        because: 'a reader that goes on until it cannot',
        files: { 'server/kernel/a.ts': 'if (error instanceof RangeError) return TOO_DEEP;' },
        at: 'server/kernel/a.ts:1',
      },
    ],
    kept: [
      { because: 'a count', files: { 'server/kernel/a.ts': 'if (levels > MOST) throw fault;' } },
    ],
  },
];
