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
import { RECURSION_LAWS } from './recursion.ts';

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

/** Files that turn requests into calls, and replies into bytes. */
const SEES_REQUESTS =
  /^server\/http\/(?:addresses|body|call|door|gone|in-turn|lean-request|send|server|unread|v1\/client-certificate)\.ts$/;

const HTTP = 'server/http/a.ts';
const KERNEL = 'server/kernel/a.ts';

/** One file that breaks a law, in that line. */
const breaks = (because: string, path: string, code: string, line = 1): Law['broken'][number] => ({
  because,
  files: { [path]: code },
  at: `${path}:${line}`,
});
const keeps = (because: string, path: string, code: string): Law['kept'][number] => ({
  because,
  files: { [path]: code },
});

export const LAWS: readonly Law[] = [
  {
    says: 'arrows point one way, from http down to protocol',
    check: imports(refuseUpwards),
    broken: [
      breaks(
        'the kernel importing a room above it',
        KERNEL,
        "\nimport type { B } from '../bank/ledger/b.ts';",
        2,
      ),
      breaks(
        'two rooms of one floor importing one another',
        'server/signing/a.ts',
        "import { b } from '../validation/b.ts';",
      ),
      breaks(
        'a room of a group importing one on a higher step',
        'server/bank/accounts/a.ts',
        "import { b } from '../payments/b.ts';",
      ),
      breaks(
        'two rooms of one step importing one another',
        'server/bank/sandbox/a.ts',
        "import { b } from '../faults/b.ts';",
      ),
      breaks(
        'a group importing one above it',
        'server/bank/seeds/a.ts',
        "import { b } from '../../insight/explain/b.ts';",
      ),
      breaks(
        'pages importing the console that they show',
        'server/http/pages/a.ts',
        "import { b } from '../console/b.ts';",
      ),
      breaks('a room importing the composition root', HTTP, "export { b } from '../sandbank.ts';"),
      breaks(
        'the composition root importing main.ts',
        'server/sandbank.ts',
        "import { main } from './main.ts';",
      ),
      breaks(
        'a room that the house does not know',
        'server/attic/a.ts',
        "import { b } from '../kernel/b.ts';",
      ),
      breaks('the server importing a test', HTTP, "import { b } from '../../tests/b.ts';"),
    ],
    kept: [
      keeps(
        'imports downwards, within a room and of packages',
        HTTP,
        "import { b } from '../bank/payments/b.ts'; import { c } from './c.ts'; import d from 'ajv/dist/2020.js';",
      ),
      keeps(
        'the composition root importing the house',
        'server/sandbank.ts',
        "import { b } from './http/b.ts'; import { c } from './composition/config.ts';",
      ),
    ],
  },
  {
    says: 'the rooms see of storage only its port',
    check: imports(refuseStoreInternals),
    broken: [
      breaks(
        'the ledger importing an implementation of the store',
        'server/bank/ledger/a.ts',
        "import { b } from '../../storage/files/b.ts';",
      ),
    ],
    kept: [
      {
        because: 'the port, and the composition root choosing an implementation',
        files: {
          'server/bank/ledger/a.ts': "import type { Tx } from '../../server/storage/store.ts';",
          'server/sandbank.ts': "import { b } from './storage/files/b.ts';",
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
          [KERNEL]: "import { b } from './b.ts';",
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
          [KERNEL]: "import './b.ts'; import './c.ts';",
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
      ['yaml', 'kernel'],
      ['node-forge', 'http'],
      ['commander', 'http'],
    ].map(([name, room]) =>
      breaks(`${name} in ${room}`, `server/${room}/a.ts`, `import a from '${name}';`),
    ),
    kept: [
      {
        because: 'each in its own room',
        files: {
          [HTTP]: "import express from 'express';",
          'server/validation/a.ts': "import { Ajv2020 } from 'ajv/dist/2020.js';",
          'server/storage/files/a.ts': "import { Low } from 'lowdb';",
          'server/signing/a.ts': "import forge from 'node-forge';",
        },
      },
    ],
  },
  {
    says: 'only config.ts and the command line in one place read the environment',
    check: matches(
      /\bprocess\s*\.\s*env\b/,
      (path) => path !== 'server/composition/config.ts' && path !== 'cli/environment.ts',
    ),
    broken: [
      breaks(
        'a read in the middle of the house',
        'server/bank/banks/a.ts',
        'const a = 1;\nconst b = process.env.PORT;',
        2,
      ),
      breaks('a command that reads it', 'cli/a-command.ts', 'const a = process.env.HOME;'),
    ],
    kept: [
      keeps(
        'config.ts itself',
        'server/composition/config.ts',
        'export const r = (env = process.env) => env;',
      ),
      keeps('a mention in a comment', 'server/main.ts', '// process.env is read in config.ts'),
    ],
  },
  {
    says: 'below the composition root nothing asks for the time or for chance',
    check: matches(CLOCK_OR_CHANCE, (path) => !COMPOSITION.test(path)),
    broken: [
      ...[
        'Date.now()',
        'new Date()',
        'Math.random()',
        'Temporal.Now.instant()',
        'crypto.randomUUID()',
      ].map((code) => breaks(code, KERNEL, `\nconst a = ${code};`, 2)),
      breaks('an import', KERNEL, "import { createHash, randomBytes } from 'node:crypto';"),
    ],
    kept: [
      keeps(
        'an instant turned into a date, and chance handed in',
        KERNEL,
        'export const b = (now: number, randomBytes: (n: number) => string) => [new Date(now), randomBytes(8)];',
      ),
      keeps('the root itself', 'server/main.ts', 'const now = Date.now();'),
    ],
  },
  {
    says: 'the bank connects to nothing but its database',
    check: matches(
      /\bfetch\(|\b(?:https?|net|tls|dns|dgram)\.(?:request|get|connect|createConnection|createSocket)\(|\bimport\s*\{[^}]*\b(?:request|connect|createConnection|createSocket)\b[^}]*\}/g,
      (path) => path.startsWith('server/') && !path.startsWith('server/storage/postgres/'),
    ),
    broken: [
      breaks('a call', HTTP, "\nawait fetch('https://tpp.example');", 2),
      breaks('a socket', KERNEL, "import { connect } from 'node:net';"),
      breaks('a request', HTTP, "import { createServer, request } from 'node:https';"),
      breaks('by the module', HTTP, "\nhttps.request('https://tpp.example');", 2),
    ],
    kept: [
      keeps('a server', HTTP, "import { createServer } from 'node:http';"),
      keeps('the database', 'server/storage/postgres/a.ts', "import { connect } from 'node:net';"),
    ],
  },
  {
    says: 'where requests are explained, dates are made by the kernel, which looks whether there is such a date',
    check: matches(/\bnew Date\(|\bDate\.parse\(/g, (path) =>
      /^server\/insight\/(?:explain|offline)\//.test(path),
    ),
    broken: ['new Date(sent)', 'Date.parse(sent)'].map((code) =>
      breaks(code, 'server/insight/explain/a.ts', `\nconst a = ${code};`, 2),
    ),
    kept: [
      keeps('elsewhere', KERNEL, 'export const b = (now: number) => new Date(now);'),
      keeps('the kernel', 'server/insight/offline/a.ts', 'const a = dateOf(sent);'),
    ],
  },
  {
    says: 'no module keeps state that two Sandbanks of one process would share',
    check: matches(MUTABLE_MODULE_STATE, (path) => path.startsWith('server/')),
    broken: ['let count = 0;', 'export const cache = new Map<string, number>();'].map((code) =>
      breaks(code, HTTP, `\n${code}`, 2),
    ),
    kept: [
      keeps(
        'a table of constants, and state inside a function',
        HTTP,
        'const rows = new Map([["a", 1]]);\nconst none: ReadonlyMap<string, number> = new Map();\nexport function b() {\n  let c = rows.size;\n  return () => c++;\n}',
      ),
    ],
  },
  {
    says: 'a handler sees neither a request nor a response: what is before it does (the door, the call, sender and reader)',
    check: matches(/\b(?:IncomingMessage|ServerResponse)\b/, (path) => !SEES_REQUESTS.test(path)),
    broken: [
      breaks(
        'a page that reads a request',
        'server/http/console/a.ts',
        "\nimport type { IncomingMessage } from 'node:http';",
        2,
      ),
      breaks('a room of the bank', 'server/bank/sca/a.ts', 'const a = (b: ServerResponse) => b;'),
    ],
    kept: [keeps('the sender', 'server/http/send.ts', 'const a = (b: ServerResponse) => b;')],
  },
  {
    says: 'an answer leaves in one place, and a refusal gets its form in one',
    check: matches(
      /\.writeHead\s*\(|(?<!function )\brenderError\s*\(/,
      (path) => path !== 'server/http/send.ts' && path !== 'server/http/door.ts',
    ),
    broken: [
      breaks('a second sender', 'server/http/sca/sca.ts', 'a();\nresponse.writeHead(200);', 2),
      breaks(
        'a second renderer',
        'server/http/console/a.ts',
        'const b = renderError(thrown, deps);',
      ),
    ],
    kept: [keeps('the one renderer', 'server/http/door.ts', 'function renderError() {}')],
  },
  {
    says: 'the client needs nothing but Node',
    check: imports(refuseDependentClient),
    broken: [
      breaks('a package', 'client/a.ts', "import forge from 'node-forge';"),
      breaks('the server', 'client/a.ts', "import { b } from '../server/kernel/b.ts';"),
    ],
    kept: [
      keeps(
        'Node and itself',
        'client/a.ts',
        "import { sign } from 'node:crypto'; import { b } from './b.ts';",
      ),
    ],
  },
  {
    says: 'no barrels, and no folders named for nothing in particular',
    check: named(/(^|\/)(index\.ts$|(utils?|helpers?|common|services?|controllers?|managers?)\/)/),
    broken: [
      breaks('a barrel', 'server/http/index.ts', "export * from './app.ts';"),
      breaks('a folder of leftovers', 'server/kernel/utils/a.ts', ''),
    ],
    kept: [
      keeps('a file whose name only contains such a word', 'server/bank/sca/services-page.ts', ''),
    ],
  },
  {
    says: `no file passes ${MAX_LINES} lines`,
    check: longerThan(MAX_LINES),
    broken: [breaks('one line more', HTTP, 'a();\n'.repeat(MAX_LINES + 1))],
    kept: [
      keeps('just as many', HTTP, 'a();\n'.repeat(MAX_LINES)),
      keeps('generated ones', 'server/validation/generated/a.ts', 'a();\n'.repeat(MAX_LINES + 1)),
    ],
  },
  {
    says: `no function passes ${MAX_FUNCTION_LINES} lines`,
    check: functionsLongerThan(MAX_FUNCTION_LINES),
    broken: [
      breaks(
        'one line more, after a result type',
        HTTP,
        `const a = 1;\nexport function b(c: () => void): Promise<void> {\n${'  c();\n'.repeat(MAX_FUNCTION_LINES - 1)}}\n`,
        2,
      ),
      breaks(
        'an arrow in a call',
        HTTP,
        `a(async (b) => {\n${'  b();\n'.repeat(MAX_FUNCTION_LINES)}});`,
      ),
    ],
    kept: [
      keeps(
        'just as many, a long table, and a long block',
        HTTP,
        `export function b(c) {\n${'  c();\n'.repeat(MAX_FUNCTION_LINES - 2)}}\nconst t = {\n${'  d: 1,\n'.repeat(99)}};\nif (t) {\n${'  c();\n'.repeat(99)}}`,
      ),
    ],
  },
  ...RECURSION_LAWS,
];
