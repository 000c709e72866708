// The laws of the house as rows (tests/architecture.test.ts): rooms, importers, clocks, sizes.
import {
  type Check,
  CLOCK_OR_CHANCE,
  COMPOSITION,
  findCycles,
  functionsLongerThan,
  imports,
  longerThan,
  MUTABLE_MODULE_STATE,
  matches,
  named,
  refuseDependentClient,
  refuseSecondImporter,
  refuseStoreInternals,
  refuseUpwards,
} from './law-checks.ts';

/** Files by path, with what they hold. */
type Snippets = Readonly<Record<string, string>>;

export interface Law {
  readonly says: string;
  readonly check: Check;
  /** Code that the law must refuse, and where: `path:line`. */
  readonly broken: readonly {
    readonly because: string;
    readonly files: Snippets;
    readonly at: string;
  }[];
  /** Code that looks like an offence and is none. */
  readonly kept: readonly { readonly because: string; readonly files: Snippets }[];
}

const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 70;

export const LAWS: readonly Law[] = [
  {
    says: 'arrows point one way, from http down to protocol',
    check: imports(refuseUpwards),
    broken: [
      {
        because: 'the kernel importing a room above it',
        files: { 'server/kernel/a.ts': "\nimport type { B } from '../bank/ledger/b.ts';" },
        at: 'server/kernel/a.ts:2',
      },
      {
        because: 'two rooms of one floor importing one another',
        files: { 'server/signing/a.ts': "import { b } from '../validation/b.ts';" },
        at: 'server/signing/a.ts:1',
      },
      {
        because: 'a room importing the composition root',
        files: { 'server/http/a.ts': "export { b } from '../sandbank.ts';" },
        at: 'server/http/a.ts:1',
      },
      {
        because: 'the composition root importing main.ts',
        files: { 'server/sandbank.ts': "import { main } from './main.ts';" },
        at: 'server/sandbank.ts:1',
      },
      {
        because: 'a room that the house does not know',
        files: { 'server/attic/a.ts': "import { b } from '../kernel/b.ts';" },
        at: 'server/attic/a.ts:1',
      },
      {
        because: 'the server importing a test',
        files: { 'server/http/a.ts': "import { b } from '../../tests/b.ts';" },
        at: 'server/http/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'imports downwards, within a room and of packages',
        files: {
          'server/http/a.ts':
            "import { b } from '../bank/payments/b.ts'; import { c } from './deep/c.ts'; import d from 'ajv/dist/2020.js';",
          'server/sandbank.ts': "import { b } from './http/b.ts'; import { c } from './config.ts';",
        },
      },
    ],
  },
  {
    says: 'the rooms see of storage only its port',
    check: imports(refuseStoreInternals),
    broken: [
      {
        because: 'the ledger importing an implementation of the store',
        files: { 'server/bank/ledger/a.ts': "import { b } from '../../storage/lowdb/b.ts';" },
        at: 'server/bank/ledger/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'the port, and the composition root choosing an implementation',
        files: {
          'server/bank/ledger/a.ts': "import type { Tx } from '../../storage/store.ts';",
          'server/sandbank.ts': "import { b } from './storage/lowdb/b.ts';",
        },
      },
    ],
  },
  {
    says: 'nothing imports itself by a detour',
    check: findCycles,
    broken: [
      {
        because: 'a cycle of three, of which one arrow is only a type',
        files: {
          'server/kernel/a.ts': "import { b } from './b.ts';",
          'server/kernel/b.ts': "import type { C } from './c.ts';",
          'server/kernel/c.ts': "\n\nimport { a } from './a.ts';",
        },
        at: 'server/kernel/c.ts:3',
      },
    ],
    kept: [
      {
        because: 'two ways to one file',
        files: {
          'server/kernel/a.ts': "import './b.ts'; import './c.ts';",
          'server/kernel/b.ts': "import './c.ts';",
          'server/kernel/c.ts': '',
        },
      },
    ],
  },
  {
    says: 'each package has one importer',
    check: imports(refuseSecondImporter),
    broken: [
      ['express', 'control'],
      ['ejs', 'sca'],
      ['ajv/dist/2020.js', 'payments'],
      ['lowdb/node', 'banks'],
      ['pg', 'ledger'],
      ['node-forge', 'http'],
      ['pino', 'kernel'],
    ].map(([name, room]) => ({
      because: `${name} in ${room}`,
      files: { [`server/${room}/a.ts`]: `import a from '${name}';` },
      at: `server/${room}/a.ts:1`,
    })),
    kept: [
      {
        because: 'each in its own room',
        files: {
          'server/http/a.ts': "import express from 'express'; import pino from 'pino';",
          'server/validation/a.ts': "import { Ajv2020 } from 'ajv/dist/2020.js';",
          'server/storage/lowdb/a.ts': "import { Low } from 'lowdb';",
          'server/signing/a.ts': "import forge from 'node-forge';",
        },
      },
    ],
  },
  {
    says: 'only config.ts reads the environment',
    check: matches(/\bprocess\s*\.\s*env\b/, (path) => path !== 'server/config.ts'),
    broken: [
      {
        because: 'a read in the middle of the house',
        files: { 'server/bank/banks/a.ts': 'const a = 1;\nconst b = process.env.PORT;' },
        at: 'server/bank/banks/a.ts:2',
      },
    ],
    kept: [
      {
        because: 'config.ts itself, and a mention in a comment',
        files: {
          'server/config.ts': 'export const read = (env = process.env) => env;',
          'server/main.ts': '// process.env is read in config.ts',
        },
      },
    ],
  },
  {
    says: 'below the composition root nothing asks for the time or for chance',
    check: matches(CLOCK_OR_CHANCE, (path) => !COMPOSITION.test(path)),
    broken: [
      'Date.now()',
      'new Date()',
      'Math.random()',
      'Temporal.Now.instant()',
      'crypto.randomUUID()',
      "import { createHash, randomBytes } from 'node:crypto'",
    ].map((code) => ({
      because: code,
      files: { 'server/kernel/a.ts': `\n${code.startsWith('import') ? '' : 'const a = '}${code};` },
      at: 'server/kernel/a.ts:2',
    })),
    kept: [
      {
        because: 'an instant turned into a date, chance handed in, and the root itself',
        files: {
          'server/kernel/a.ts':
            'export const b = (now: number, randomBytes: (n: number) => string) => [new Date(now), randomBytes(8)];',
          'server/main.ts': 'const now = Date.now();',
        },
      },
    ],
  },
  {
    says: 'no module keeps state that two Sandbanks of one process would share',
    check: matches(MUTABLE_MODULE_STATE, (path) => path.startsWith('server/')),
    broken: ['let count = 0;', 'export const cache = new Map<string, number>();'].map((code) => ({
      because: code,
      files: { 'server/http/a.ts': `\n${code}` },
      at: 'server/http/a.ts:2',
    })),
    kept: [
      {
        because: 'a table of constants, and state inside a function',
        files: {
          'server/http/a.ts':
            'const rows = new Map([["a", 1]]);\nconst none: ReadonlyMap<string, number> = new Map();\nexport function b() {\n  let c = rows.size;\n  return () => c++;\n}',
        },
      },
    ],
  },
  {
    says: 'the client needs nothing but Node',
    check: imports(refuseDependentClient),
    broken: [
      {
        because: 'a package',
        files: { 'client/a.ts': "import forge from 'node-forge';" },
        at: 'client/a.ts:1',
      },
      {
        because: 'the server',
        files: { 'client/a.ts': "import { b } from '../server/kernel/b.ts';" },
        at: 'client/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'Node and itself',
        files: { 'client/a.ts': "import { sign } from 'node:crypto'; import { b } from './b.ts';" },
      },
    ],
  },
  {
    says: 'no barrels, and no folders named for nothing in particular',
    check: named(/(^|\/)(index\.ts$|(utils?|helpers?|common|services?|controllers?|managers?)\/)/),
    broken: [
      {
        because: 'a barrel',
        files: { 'server/http/index.ts': "export * from './app.ts';" },
        at: 'server/http/index.ts:1',
      },
      {
        because: 'a folder of leftovers',
        files: { 'server/kernel/utils/a.ts': '' },
        at: 'server/kernel/utils/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'a file whose name only contains such a word',
        files: { 'server/bank/sca/services-page.ts': '' },
      },
    ],
  },
  {
    says: `no file passes ${MAX_LINES} lines`,
    check: longerThan(MAX_LINES),
    broken: [
      {
        because: 'one line more',
        files: { 'server/http/a.ts': 'a();\n'.repeat(MAX_LINES + 1) },
        at: 'server/http/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'just as many, and generated ones',
        files: {
          'server/http/a.ts': 'a();\n'.repeat(MAX_LINES),
          'server/validation/generated/a.ts': 'a();\n'.repeat(MAX_LINES + 1),
        },
      },
    ],
  },
  {
    says: `no function passes ${MAX_FUNCTION_LINES} lines`,
    check: functionsLongerThan(MAX_FUNCTION_LINES),
    broken: [
      {
        because: 'one line more, after a result type',
        files: {
          'server/http/a.ts': `const a = 1;\nexport function b(c: () => void): Promise<void> {\n${'  c();\n'.repeat(MAX_FUNCTION_LINES - 1)}}\n`,
        },
        at: 'server/http/a.ts:2',
      },
      {
        because: 'an arrow in a call',
        files: {
          'server/http/a.ts': `a(async (b) => {\n${'  b();\n'.repeat(MAX_FUNCTION_LINES)}});`,
        },
        at: 'server/http/a.ts:1',
      },
    ],
    kept: [
      {
        because: 'just as many, a long table, and a long block',
        files: {
          'server/http/a.ts': `export function b(c) {\n${'  c();\n'.repeat(MAX_FUNCTION_LINES - 2)}}\nconst t = {\n${'  d: 1,\n'.repeat(99)}};\nif (t) {\n${'  c();\n'.repeat(99)}}`,
        },
      },
    ],
  },
];
