// The manual of a small project: its pages, its menu and its search are what is written in tests/fixtures/pages/manual.txt.
// `npm run examples` records them again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import {
  createManual,
  documentationMenu,
  everything,
  indexOf,
  markdownAt,
} from '../../../server/http/documents/manual.ts';
import { createManualSearch } from '../../../server/http/documents/manual-search.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { ROOT } from '../../support/source-tree.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const parts = readFileSync(join(ROOT, 'tests', 'fixtures', 'small-manual.txt'), 'utf8').split(
  '=== ',
);
for (const part of parts.slice(1)) {
  const end = part.indexOf('\n');
  const file = join(folder, part.slice(0, end));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, part.slice(end + 1));
}
const manual = createManual(pathToFileURL(`${folder}/`));
const USUAL = { mount: '', bank: 'default', prefix: '' };
const OTHER = { mount: '/proxy', bank: 'acme', prefix: '/proxy/banks/acme' };

const QUESTIONS = [
  ...[
    'signing',
    'sign',
    'SIGNED',
    'clock',
    'clocks',
    'set it',
    'the',
    'how do i',
    '',
    '  ',
    '!',
    'nothing-like-it',
  ],
  ...[
    'insufficient funds',
    'no money',
    'overdrawn',
    'paging',
    'decoupled',
    'many tpps',
    'multi-tenancy',
    'time travel',
  ],
  ...[
    'lost answer',
    'lost reply',
    'background',
    'back ground',
    'different from production',
    'insomnia',
    'more teams',
  ],
  ...[
    'consents expired',
    'consent expire',
    'clock signing',
    'real time',
    'signing of nothing',
    'where clock nothing',
  ],
  ...[
    'rules',
    'pic',
    'cur',
    'curl',
    'bank teams people',
    'a b c d e f g h clock',
    'ærlig',
    'x'.repeat(600),
  ],
];

test('WEB-01: the manual: is what the bank answers now', () => {
  const lines: string[] = [];
  for (const page of manual.pages()) {
    const { path, file, title, sections } = page;
    lines.push(`# ${path} ${file} ${title}`, ...sections.map((one) => JSON.stringify(one)));
    lines.push(manual.render(page, { ...USUAL, origin: 'http://h:1' }));
  }
  const [first] = manual.pages();
  lines.push(
    '# for another bank',
    manual.render(first as never, { ...OTHER, origin: 'https://b' }),
  );
  for (const place of [USUAL, OTHER])
    for (const current of ['', 'clock']) {
      lines.push(`# menu ${current}`);
      for (const { label, pages } of documentationMenu(manual, { place, current }).groups)
        lines.push(`${label}: ${pages.map((one) => JSON.stringify(one)).join(' ')}`);
    }
  lines.push(indexOf(manual));
  for (const path of [
    '/docs/clock.md',
    '/docs/clock',
    '/docs/sandbox/README.md',
    '/docs/none.md/',
    'docs/clock.md',
  ])
    lines.push(`${path} ${JSON.stringify(markdownAt(manual, path))}`);
  for (const path of ['clock', 'sandbox', 'sandbox/faults', 'sandbox/', ''])
    lines.push(`${path} ${manual.find(path)?.file}`);
  expectRecorded('pages/manual.txt', lines);
  const whole = everything(manual);
  expect(whole.split('\n').filter((line) => line.startsWith('<!-- '))).toHaveLength(
    manual.pages().length + 2,
  );
  for (const { markdown } of manual.pages()) expect(whole).toContain(markdown);
});

test('WEB-01: the search of the manual: is what the bank answers now', () => {
  const search = createManualSearch(manual.pages);
  const lines = QUESTIONS.flatMap((question) => [
    `# ${question.slice(0, 80)}`,
    ...search(question).map(
      ({ page, section, extract }) => `${page.path}#${section.anchor}: ${extract}`,
    ),
  ]);
  expectRecorded('pages/manual-search.txt', lines);
});
