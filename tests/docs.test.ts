// The documentation against the program: what is listed is there. process/doc-pages.test.ts plays its code blocks.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { helpPage, MADE } from '../cli/help-page.ts';
import { BANK_EVENT_TYPES } from '../server/bank/banks/bank-tx.ts';
import { readConfig } from '../server/composition/config.ts';
import { docBlocks } from './support/doc-blocks.ts';
import { findAll, ROOT, repositoryFiles } from './support/source-tree.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const readme = read('README.md');
const settings = read('docs/settings.md');

/** The text under a heading, up to the next one. */
function section(markdown: string, heading: string): string {
  const from = markdown.indexOf(`\n${heading}\n`) + heading.length + 2;
  const rest = markdown.slice(from);
  // A comment in a shell block looks like a heading of the first level; the README has one of those.
  const end = rest.search(/^#{2,} /m);
  return end < 0 ? rest : rest.slice(0, end);
}

test('docs/security.md names a test for each line, and there is one', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| to /.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const untested = rows.filter((row) => {
    const [, title = '', path = ''] = /\| `([^`]+)` in `(tests\/[^`]+)` \|$/.exec(row) ?? [];
    return !existsSync(join(ROOT, path)) || !new RegExp(`['"\`,] ?${title}`).test(read(path));
  });
  expect(untested).toEqual([]);
});

describe('README.md and the pages that it leads to', () => {
  test('CTRL-12: the gate of ci.md passes where payments are recorded, and all are judged and accepted', () => {
    const [{ text = '' } = {}] = docBlocks('docs/ci.md', 'Readiness');
    const [, gate = ''] = /jq -e '(.*)'/.exec(text) ?? [];
    const reports = [
      { accepted: 0, refused: 0, notChecked: [] },
      { accepted: 1, refused: 0, notChecked: [] },
      { accepted: 1, refused: 1, notChecked: [] },
      { accepted: 1, refused: 0, notChecked: [{}] },
    ];
    const input = reports.map((report) => JSON.stringify(report)).join('\n');
    const { stdout } = spawnSync('jq', [gate], { input, encoding: 'utf8' });
    expect(stdout).toBe('false\ntrue\nfalse\nfalse\n');
  });

  test('lists the settings that there are, no more and no less', () => {
    const listed = findAll(section(settings, '## Variables'), /^\| `[A-Z_]+`/m)
      .map(({ text }) => text.slice(3, -1))
      .sort();
    const known = findAll(read('server/composition/config.ts'), /'(?:SANDBANK_[A-Z_]+|PORT|HOST)'/)
      .map(({ text }) => text.slice(1, -1))
      .sort();
    expect(listed).toEqual([...new Set(known)]);
  });

  test('gives the defaults that hold', () => {
    const { port, host, data, banksInMemory, settlementDelay, log } = readConfig({});
    const row = (name: string) =>
      settings.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row('PORT')).toContain(`\`${port}\``);
    expect(row('HOST')).toContain(`\`${host}\``);
    expect(row('SANDBANK_DATA')).toContain(`\`${data}\``);
    expect(row('SANDBANK_BANKS_IN_MEMORY')).toContain(`\`${banksInMemory}\``);
    expect(row('SANDBANK_SETTLEMENT_DELAY')).toContain(`\`PT${settlementDelay / 1000}S\``);
    expect(row('SANDBANK_LOG')).toContain(`\`${log}\``);
  });

  test('names the persons who are there', () => {
    const customers = JSON.parse(read('fixtures/bank/customers.json')) as {
      number: string;
      name: string;
    }[];
    const starting = section(read('docs/sandbox/test-users.md'), '## The starting state');
    const found = [...starting.matchAll(/^\| (\S.*?) \| `(\d{11})` \|/gm)].map(
      ([, name, number]) => ({ number, name }),
    );
    expect(found).toEqual(customers.map(({ number, name }) => ({ number, name })));
  });
});

test('a page that shows the command says, or leads to, how to get it', () => {
  const pages = repositoryFiles().filter((path) => /^(?:docs\/.*|README)\.md$/.test(path));
  const showing = pages.filter((path) => /npx sandbank/.test(read(path)));
  expect(showing.length).toBeGreaterThan(5);
  expect(showing.filter((path) => !/cli\.md|npm link/.test(read(path)))).toEqual([]);
});

test('docs/cli.md has the help of every command (npm run rules)', async () => {
  const [, commands] = read('docs/cli.md').split(MADE);
  expect(MADE + commands).toBe(await helpPage());
});

test('CLOCK-01: the events of the clock are listed, no more and no less', () => {
  const rows = findAll(read('docs/sandbox/clock.md'), /^\| `[a-z]+[A-Z][A-Za-z]+` \|/m).map(
    ({ text }) => text.slice(3, -3),
  );
  expect(rows).toEqual(BANK_EVENT_TYPES);
  const schema = JSON.parse(read('schemas/control/bank-event.json'));
  expect(schema.properties.type.enum).toEqual(BANK_EVENT_TYPES);
});

describe('docs/sandbox', () => {
  const pages = repositoryFiles().filter((path) => /^docs\/sandbox\/.*\.md$/.test(path));

  test('names every operation of the control API', () => {
    const documented = pages.map(read).join('\n');
    const paths = repositoryFiles()
      .filter((path) => /^server\/.*\.ts$/.test(path))
      .flatMap((path) => findAll(read(path), /path: '\/_sandbox\/[^']*'/))
      .map(({ text }) => text.slice("path: '".length, -1));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !documented.includes(path))).toEqual([]);
  });

  test('the index names every page', () => {
    const index = read('docs/sandbox/README.md');
    const names = pages.map((page) => page.slice('docs/sandbox/'.length));
    expect(names.filter((name) => name !== 'README.md' && !index.includes(`(${name})`))).toEqual(
      [],
    );
  });
});

describe('links between documents', () => {
  const documents = repositoryFiles().filter((path) => path.endsWith('.md'));

  test.each(documents)('%s', (path) => {
    const links = findAll(read(path), /\]\((?!https?:|mailto:)[^)\s]+\)/).map(({ text }) =>
      text.slice(2, -1),
    );
    const dead = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});

test('every file that CONTRIBUTING.md and README.md name is there', () => {
  const text = read('CONTRIBUTING.md') + readme;
  const named = findAll(text, /`(?:server|tests|schemas|views|docs|scripts|cli)\/[\w./-]*`/).map(
    (hit) => hit.text.slice(1, -1),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** Headings as GitHub makes anchors of them. */
function anchorsOf(markdown: string): readonly string[] {
  return findAll(markdown, /^#+ .*$/m).map(({ text }) =>
    text
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
