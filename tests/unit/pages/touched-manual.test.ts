// The manual with one small thing done to its Markdown and to what is searched in it, at each of their places in turn: how
// many different pages and finds, and a hash of all. And with which headers its documents leave.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from '@jest/globals';
import { documentArea } from '../../../server/http/documents/documents.ts';
import {
  createManual,
  documentationMenu,
  everything,
  indexOf,
  markdownAt,
} from '../../../server/http/documents/manual.ts';
import { createManualSearch } from '../../../server/http/documents/manual-search.ts';
import { expectRecorded, saidBy, shortened, shown } from '../../support/recorded.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { testFolder } from '../../support/test-folder.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';

const folder = testFolder();
const put = (path: string, text: string): void => {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
};
const PAGE =
  '<!-- not shown -->\n# A *b* `c`\n\nText [d](e.md) |x|\n\n## The 2nd_part, é!\n\nMore ---\n';
const VARIANTS = [PAGE, ...touchedTexts(PAGE)];

put(
  'README.md',
  '[no](docs/zero.md)\n| [b](docs/b.md) | [v](docs/v7.md) |\n| [s](docs/sandbox/README.md) |\n',
);
put('docs/sandbox/README.md', '# All\n| [two](two.md) | [up](../a.md) |\n[one](one.md)\n');
for (const name of ['a', 'b', 'zero', 'sandbox/one', 'sandbox/two', 'quickstart/q', 'scenarios/s'])
  put(`docs/${name}.md`, `# ${name}\n\nOf ${name}.\n`);
put('docs/other.txt', '# none');
for (const [at, text] of VARIANTS.entries()) put(`docs/v${at}.md`, text);

const manual = createManual(pathToFileURL(`${folder}/`));
const reader = { mount: '/m', bank: 'acme', prefix: '/m/banks/acme', origin: 'https://o.example' };

test('WEB-01: pages of the manual: are read as they are now', () => {
  const pages = manual.pages();
  const place = { mount: '', bank: 'default', prefix: '' };
  const paths = [
    '',
    'a',
    '/docs/a.md',
    '/docs/sandbox/README.md',
    'sandbox',
    '/docs/other.txt',
    'v0',
  ];
  expectRecorded('pages/touched-manual.txt', [
    pages
      .map(({ path }) => path)
      .join(' ')
      .replace(/(?: v\d+)+/g, ' v…'),
    ...pages.filter(({ path }) => !/^v\d/.test(path)).map((page) => shown(page)),
    answersTo(
      'variants',
      pages.filter(({ path }) => /^v\d/.test(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      (page) => page,
    ),
    ...paths.map((path) => shortened([manual.find(path)?.title, markdownAt(manual, path)])),
    shortened(indexOf(manual), 300),
    shortened(everything(manual), 300),
    ...[reader, place].map((one) =>
      shortened(documentationMenu(manual, { place: one, current: 'a' }), 900),
    ),
    shortened(manual.readme()),
  ]);
});

const LINKS = [
  ...['a.md.b.md', 'aREADME.md.md'],
  ...[
    'a.md',
    '../README.md#x',
    'sandbox/README.md',
    '/docs/a.md?q=1',
    'README.md',
    'aREADME.md',
    'a.mdx',
  ],
  ...[
    '/console',
    '/console/x?a=b',
    '/consoles',
    '/_sandbox',
    '/_sandbox/requests',
    '/_sandbox/openapi.json',
  ],
  ...[
    'mailto:a@b',
    '#top',
    'https://x.example/a.md',
    'x/docs/b.md',
    '/fixtures/x.json#c',
    '/openapi.json',
  ],
];
const BLOCKS = [
  '| A "q" | `b` | |\n|-|-|-|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n',
  '## H `c` [l](a.md)\n\n<name> & <!-- c --> text\n\n<!-- whole -->\n',
  '```sh\ncurl http://127.0.0.1:8080/v1\n```\n\n![p](pictures/a.svg "t")\n',
];

test('WEB-01: pages of the manual: are shown as they are now', () => {
  const render = (file: string) => (markdown: string) =>
    saidBy(() => manual.render({ file, markdown } as never, reader));
  const links = LINKS.map((href) => `[t](${href})`);
  const files = ['signing.md', 'sandbox/clock.md'];
  expectRecorded('pages/touched-rendered.txt', [
    ...files.flatMap((file) => links.map((link) => `${file} ${link}: ${render(file)(link)}`)),
    ...links.map((link) => answersTo(link, touchedTexts(link), render('signing.md'))),
    ...BLOCKS.flatMap((block) => [
      render('signing.md')(block),
      answersTo(block, touchedTexts(block), render('signing.md')),
    ]),
  ]);
});

const section = (title: string, text: string) => ({ anchor: title.toLowerCase(), title, text });
const SEARCHED = [
  [
    'money',
    'Lack of funds',
    'What a bank does where there is a lack of funds, and an overdrawn account.',
  ],
  [
    'faults',
    'Faults',
    `${'Before it. '.repeat(14)}A lost reply is loseReply. ${'After it. '.repeat(14)}`,
  ],
  ['banks', 'A second bank', 'Several teams have a second bank each. The bank is simulated.'],
  ['clock', 'Clock', 'The clock moves by consents that are signed. Signing moves the clock.'],
  ['interface', 'Interface', 'The clock of the interface, consents, and what is absent.'],
  ['scenarios/one', 'One', 'Pagination of consents. The clock, and the clock again.'],
  ...Array.from({ length: 52 }, (_, at) => [
    `many/${at}`,
    `Many ${at}`,
    `Seven words of many pages ${at}`,
  ]),
].map(([path = '', title = '', text = '']) => ({
  ...{ path, file: `${path}.md`, title, markdown: '' },
  sections: [section(title, text), section(`More of ${title}`, 'Other words.')],
}));

test('WEB-01: what is searched in the manual: finds what it finds now', () => {
  const search = createManualSearch(() => SEARCHED);
  const found = (question: string) =>
    search(question).map(({ page, section, extract }) => [page.path, section.anchor, extract]);
  const questions = [
    ...['not enough money', 'lost reply', 'many teams', 'multi-tenant', 'change the time'],
    ...['different from the real bank', 'back ground', 'paging of consents signed', 'the what is'],
    ...[
      'one two three four five six seven eight nine',
      'many',
      'seven',
      'x'.repeat(499),
      `${'x'.repeat(492)} consent`,
    ],
  ];
  expectRecorded('pages/touched-searches.txt', [
    ...questions.map((question) => answersTo(question, [question], found)),
    ...questions.slice(0, 4).map((one) => answersTo(one, touchedTexts(one).slice(0, 30), found)),
  ]);
});

test('WEB-01: documents: leave with their types and headers, and are asked for at their addresses', async () => {
  const made: string[] = [];
  const page =
    (name: string) =>
    (...given: readonly unknown[]) => {
      made.push(
        `${name} ${shortened(
          given.map((one) => (typeof one === 'object' ? Object.keys(one ?? {}) : one)),
          300,
        )}`,
      );
      return { html: name, headers: { A: name } };
    };
  const pages = Object.fromEntries(
    ['home', 'docs', 'manual', 'found', 'problem'].map((one) => [one, page(one)]),
  );
  const options = {
    operations: [],
    control: [],
    version: '1',
    today: () => '2031-03-05',
    schema: () => ({}),
  };
  const area = documentArea({
    root: ROOT_URL,
    pages,
    persons: async () => [],
    ...options,
  } as never);
  const lines = [shown({ ...area, rows: area.rows.length, present: 0 })];
  const bank = { prefix: '/banks/acme', bank: 'acme', isNamed: true };
  for (const row of area.rows) {
    if (/^\/(?:assets|docs\/pictures|fixtures|schemas)/.test(row.path)) continue;
    const { handle, ...rest } = row;
    lines.push(shown(rest));
    for (const path of row.path === '/docs/*'
      ? ['/docs/signing/', '/docs/none', '/docs/signing.md', '/docs/search', '/docs/']
      : [row.path])
      for (const more of [{}, bank, { query: 'bank=acme&q=clock' }, { query: 'bank=No+Name' }]) {
        const query = new URLSearchParams('query' in more ? more.query : '');
        const call = {
          ...{
            method: 'GET',
            mount: '',
            prefix: '',
            bank: 'default',
            isNamed: false,
            path,
            url: path,
          },
          ...{
            origin: 'http://o',
            baseUrl: 'http://o',
            headers: { get: () => undefined, all: () => [], has: () => false },
          },
          ...{ asked: (name: string) => query.get(name) ?? undefined, ...more },
        };
        const answer = async () => handle(call as never);
        const said = await answer().then(
          ({ status, headers, html, text, file }) =>
            shortened(
              [
                status,
                headers,
                html,
                text?.type,
                String(text?.content).length > 40,
                file === undefined,
              ],
              400,
            ),
          String,
        );
        lines.push(`  ${path}: ${said} ${made.splice(0).join()}`);
      }
  }
  const told = lines.filter((line, at) => line !== lines[at - 1]);
  expectRecorded('pages/documents.txt', told);
});
