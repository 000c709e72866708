// The laws of the house, held over every source file. Each law is a row: what it says, how it is
// checked, and code that breaks it, so that a law which no longer notices anything fails as well.
import { describe, expect, test } from '@jest/globals';
import { LAWS, type Law } from './support/laws.ts';
import { staleBounds } from './support/recursion.ts';
import { readSource, sourceFiles } from './support/source-tree.ts';

const files = sourceFiles('server', 'cli', 'client');

describe.each(LAWS.map((law) => [law.says, law] as const))('law: %s', (_says, law: Law) => {
  test('holds', () => {
    expect(law.check(files)).toEqual([]);
  });

  test.each(law.broken)('is broken by $because', ({ files: snippets, at }) => {
    const sources = Object.entries(snippets).map(([path, source]) => readSource(path, source));
    const offences = law.check(sources);
    expect(offences.map((offence) => offence.split(' ')[0])).toEqual([at]);
  });

  test.each(law.kept)('allows $because', ({ files: snippets }) => {
    const sources = Object.entries(snippets).map(([path, source]) => readSource(path, source));
    expect(law.check(sources)).toEqual([]);
  });
});

test('the walk finds the sources it is meant to judge', () => {
  const paths = files.map((file) => file.path);
  expect(paths).toContain('server/protocol/errors.ts');
  expect(paths.some((path) => path.startsWith('server/storage/files/'))).toBe(true);
  expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(files.length);
});

test('every function with a bound on its recursion calls itself', () => {
  expect(staleBounds(files)).toEqual([]);
});

test('the conformance tests know the bank from outside alone', () => {
  const specifiers = sourceFiles('tests/conformance').flatMap(({ path, imports }) =>
    imports.map(({ text }) => `${path} ${text}`),
  );
  expect(specifiers.length).toBeGreaterThan(100);
  expect(specifiers.filter((one) => /\/(?:server|cli|client|unit|process)\//.test(one))).toEqual(
    [],
  );
});

describe('the reader of sources', () => {
  const read = (source: string) => readSource('server/x.ts', source);

  test('finds every form of import, and none in comments or strings', () => {
    const { imports } = read(
      [
        "import { a } from './a.ts';",
        "import type {\n  B,\n} from './b.ts';",
        "export { c } from './c.ts';",
        "import './d.ts';",
        "const e = await import('./e.ts');",
        "// import { no } from './no.ts';",
        "/* import './no.ts' */",
        'const text = "import x from \'./no.ts\'";',
      ].join('\n'),
    );
    expect(imports.map(({ text }) => text)).toEqual([
      './a.ts',
      './b.ts',
      './c.ts',
      './d.ts',
      './e.ts',
    ]);
  });

  test('blanks comments and strings, keeps code inside templates, and is not led astray by regular expressions', () => {
    const source = `const r = /['"\`/]/; const t = \`a \${f("b")} // c\`; g(); // d\nh() / 2; "e"`;
    const { bare, code } = read(source);
    expect(bare).toHaveLength(source.length);
    expect(bare.replace(/\s+/g, ' ')).toBe(
      `const r = ; const t = \` \${f(" ")} \`; g(); h() / 2; " "`,
    );
    expect(code).not.toContain('// d');
    expect(code).toContain('// c');
  });
});
