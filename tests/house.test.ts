// What must never be in the repository: registry hosts, keys, one machine's paths, unfinished marks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { ENTRIES, unusedExports } from './support/exports.ts';
import {
  findAll,
  lineAt,
  ROOT,
  readSource,
  repositoryFiles,
  type SourceFile,
  sourceFiles,
} from './support/source-tree.ts';

interface TextFile {
  readonly path: string;
  readonly text: string;
}

const MISSING = { path: '', text: '' };

/** Files of text; what git lists but is deleted in the tree is left out. */
function textFiles(): readonly TextFile[] {
  return repositoryFiles()
    .map((path) => {
      try {
        return { path, text: readFileSync(join(ROOT, path), 'utf8') };
      } catch {
        return MISSING;
      }
    })
    .filter(({ path, text }) => path !== '' && !text.includes('\0'));
}

interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  readonly where?: (path: string) => boolean;
  /** Assembled from pieces, so that this very file passes. */
  readonly broken: string;
}

const isTest = (path: string) => path.startsWith('tests/');
const isCode = (path: string) => /\.(ts|mjs|js|sh|ejs|json|ya?ml)$/.test(path);

const BANS: readonly Ban[] = [
  {
    what: 'a private key as PEM',
    // With what follows its first line: a test may well say what a key begins with.
    pattern: /BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|[\s'"+,])*[A-Za-z0-9+/]{40}/,
    broken: `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEowIBAAKCAQEA'.repeat(4)}`,
  },
  {
    what: 'a private RSA key as the base64 of PKCS#8 or PKCS#1',
    pattern:
      /MII[A-Za-z0-9+/]{3}IBADANBgkqhkiG9w0BAQEFAAS|\bMIIE[op][A-Za-z0-9+/]{2}IBAAKC[A-Za-z0-9+/]{60}/,
    broken: ['MIIEvQ', 'IBADANBgkqhkiG9w0BAQEFAAS', 'CBKcwggSj'].join(''),
  },
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.-])\/(?:wor[k]|far[m]|hom[e]|User[s])\/[a-z]/,
    where: isCode,
    broken: ['cd /wo', 'rk/main'].join(''),
  },
  {
    what: 'a mark of unfinished work',
    // As a word anywhere; the third one, which is also a currency code, in comments only.
    pattern: /\b(?:TOD[O]|FIXM[E])\b|(?:\/\/|#|\*).*\bXX[X]\b/,
    where: isCode,
    broken: ['// TO', 'DO: later'].join(''),
  },
  {
    what: 'a test that is left out or runs alone',
    pattern: /\.(?:onl[y]|ski[p])\(|\b[xf](?:it|test|describe)\(/,
    where: isTest,
    broken: ['test.on', "ly('a', f)"].join(''),
  },
  {
    what: 'keys compared by KeyObject.equals, after which reading a private key fails: isSameKey compares them',
    pattern: /\b\w*[kK]ey\b\??\.equals\(/,
    where: (path) => /\.(ts|mjs|js)$/.test(path),
    broken: ['one.publicKey', '?.equals(key)'].join(''),
  },
  {
    what: 'an action that is not pinned by its commit, with the version as comment',
    // A tag can be moved, and what it runs then has the rights of the release.
    pattern: /\buses: *(?!\.\/|\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)\S+/m,
    where: (path) => /^(?:\.github\/.*|action)\.ya?ml$/.test(path),
    broken: '      - uses: actions/checkout@v5',
  },
  {
    what: 'how the work on the project was organised',
    pattern: /\bissue #?\d|\bsub-?agen[t]/i,
    where: (path) => path !== 'CONTRIBUTING.md',
    broken: ['as iss', 'ue 2 wants'].join(''),
  },
];

const files = textFiles();

describe.each(BANS)('the repository holds not $what', ({ pattern, where, broken }) => {
  test('anywhere', () => {
    const found = files
      .filter(({ path }) => path !== 'package-lock.json' && (where?.(path) ?? true))
      .flatMap(({ path, text }) =>
        findAll(text, pattern).map((hit) => `${path}:${lineAt(text, hit.offset)} ${hit.text}`),
      );
    expect(found).toEqual([]);
  });

  test('and would be noticed', () => {
    expect(broken).toMatch(pattern);
  });
});

test('the files that are looked at are the project’s', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('package.json');
  expect(paths).toContain('server/protocol/errors.ts');
  expect(paths.filter((path) => /(^|\/)(node_modules|dist[^/]*)\//.test(path))).toEqual([]);
});

describe('the lock file', () => {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');

  test('names no registry host', () => {
    expect(findAll(lock, /"resolved":\s*"https?:\/\/[^"]*"/).map(({ text }) => text)).toEqual([]);
  });

  test('has no install script that a user runs', () => {
    const { packages } = JSON.parse(lock) as {
      packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
    };
    const scripts = Object.entries(packages).filter(([, row]) => row.hasInstallScript === true);
    expect(scripts.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
    expect(scripts.map(([path]) => path)).toContain('node_modules/esbuild');
    const { scripts: own } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys(own).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
  });

  test('pins every package by its hash', () => {
    const { packages } = JSON.parse(lock) as {
      packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }>;
    };
    const unpinned = Object.entries(packages).filter(
      ([path, row]) =>
        path !== '' && row.integrity === undefined && row.link !== true && row.inBundle !== true,
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });
});

/** They ask for a notice, and for nothing else. */
const PERMISSIVE = ['Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT/X11'];

test('everything that is installed with the package has a permissive licence', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string; dev?: boolean }>;
  };
  const isPermissive = (license: string): boolean =>
    license.split(/[()]|\s+or\s+/i).some((one) => PERMISSIVE.includes(one));
  const others = Object.entries(packages).filter(
    ([path, { license = '', dev }]) => path !== '' && dev !== true && !isPermissive(license),
  );
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

describe('the shipped package', () => {
  const { dependencies, license, engines } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>;
    license: string;
    engines: { node: string };
  };

  test('is Apache-2.0, and LICENSE says so too', () => {
    expect(license).toBe('Apache-2.0');
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toContain('Apache License');
  });

  test('runs on Node 20 and later', () => {
    expect(engines.node).toBe('>=20.19');
  });

  test('depends on what the server imports, and on nothing else', () => {
    const imported = files
      .filter(({ path }) => /^(server|cli|client)\/.*\.ts$/.test(path))
      .map(({ text }) => text)
      .join('\n');
    const unused = Object.keys(dependencies).filter(
      (name) => !new RegExp(`from '${name}(/[^']*)?'|import\\('${name}`).test(imported),
    );
    expect(unused).toEqual([]);
  });

  test('needs no other library outside its bundle', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['dist/cli/sandbank.js', 'dist/client/sign.js'],
      ...{ bundle: true, write: false, metafile: true, splitting: true, outdir: 'none' },
      ...{ platform: 'node', format: 'esm', packages: 'external' },
    });
    const read = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    const packages = read
      .filter(({ path, external }) => external === true && !path.startsWith('node:'))
      .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');
    expect(packages).toContain('commander');
    expect([...new Set(packages)].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  });
});

describe('a property takes its cases from a seed', () => {
  /** Where `fc.assert(…)` names no seed: it would take others in every run. */
  const unseeded = ({ path, bare }: SourceFile): readonly string[] =>
    [...bare.matchAll(/\bfc\.assert\(/g)]
      .filter(({ index }) => !/\b(?:runs|RUNS)\b/.test(callAt(bare, index)))
      .map(({ index }) => `${path}:${lineAt(bare, index)}`);
  /** Up to the parenthesis that closes it. */
  const callAt = (bare: string, from: number): string => {
    let depth = 0;
    for (let at = bare.indexOf('(', from); at < bare.length; at++) {
      if (bare[at] === '(') depth++;
      if (bare[at] === ')' && --depth === 0) return bare.slice(from, at);
    }
    return bare.slice(from);
  };

  test('that the run prints, or its own', () => {
    expect(sourceFiles('tests').flatMap(unseeded)).toEqual([]);
  });

  test('and one without would be noticed', () => {
    const seeded = 'fc.assert(fc.property(a, (b) => f(b)), runs(40));\n';
    const source = `${seeded}fc.assert(fc.property(a, (b) => f(b)));\n${seeded}`;
    expect(unseeded(readSource('tests/x.test.ts', source))).toEqual(['tests/x.test.ts:2']);
  });
});

describe('what is exported is imported somewhere', () => {
  const own = sourceFiles('server', 'cli', 'client', 'bench');

  test('by another file of the house or a test', () => {
    const isLeftOut = (path: string) => ENTRIES.has(path) || path.includes('/generated/');
    const unused = unusedExports(own, [...own, ...sourceFiles('tests')], isLeftOut);
    expect(unused.map(({ path, line, name }) => `${path}:${line} ${name}`)).toEqual([]);
  });

  test('and would be noticed', () => {
    const files = [
      [
        'a.ts',
        'export interface A {}\nexport const b = 1;\nexport async function c() {}\nexport class D {}',
      ],
      ['e.ts', "import { type A, b as f } from './a.ts';\nexport type G = A;\nexport const h = 1;"],
      ['i.ts', "const { c } = await import('./a.ts');\nexport * from './e.ts';\nimport './a.ts';"],
    ].map(([path = '', source = '']) => readSource(path, source));
    const unused = unusedExports(files, files, () => false);
    expect(unused.map(({ path, line, name, kind }) => [path, line, name, kind])).toEqual([
      ['a.ts', 4, 'D', 'value'],
    ]);
  });
});
