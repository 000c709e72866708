// WEB-01: Chromium walks every page, in both languages, at 360 and at 1280 pixels, light and dark. With SCREENSHOTS=1
// pictures of all go to sandbank-screenshots among the temporary files.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import { bankPages, modelPages, type PageRow, signInPages } from '../support/every-page.ts';
import { axeFindings, shoot, usePageBrowser } from '../support/page-browser.ts';
import type { Language } from '../support/page-models.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';

const VIEWS = new URL('../../../views/', import.meta.url);
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

const locked = await openSandbank({ control: { token: 'correct horse', allowedHosts: [] } });
afterAll(() => locked.close());
const rows = [...(await bankPages(await testBank())), ...signInPages(locked.url)];

/** The second one looks only at what can be another than in the first. */
const WALKS = [
  { language: 'en', colorScheme: 'light', first: true },
  { language: 'nb', colorScheme: 'dark', first: false },
] as const;

interface Walk {
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  readonly first: boolean;
  readonly complaints: string[];
}

describeInBrowser('WEB-01: every page', () => {
  const { server, inPage } = usePageBrowser();
  const everyRow = () => [...modelPages(() => server().bank), ...rows];

  test('WEB-01: the table has every view that is a page', () => {
    expect([...new Set(everyRow().map(({ view }) => view))].sort()).toEqual(pageViews());
  });

  test('WEB-01: axe finds nothing, nothing is too wide, and the console of the browser stays empty', async () => {
    const [english, others] = [true, false].map((wanted) =>
      everyRow().filter((row) => (row.english === true) === wanted),
    );
    const found = await Promise.all(
      WALKS.flatMap((walk) =>
        [english, others].map((pages = []) => {
          const { language, colorScheme } = walk;
          const locale = language === 'nb' ? 'nb-NO' : 'en-GB';
          return inPage({ locale, colorScheme, viewport: WIDE }, (page, complaints) =>
            walkPages(page, pages, { ...walk, complaints }),
          );
        }),
      ),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** Every file below views/ that no other one includes. */
function pageViews(): readonly string[] {
  const names = readdirSync(VIEWS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ejs'))
    .map((name) => name.replace(/\.ejs$/, ''));
  const sources = names.map((name) => readFileSync(new URL(`${name}.ejs`, VIEWS), 'utf8')).join('');
  const isIncluded = (name: string) => sources.includes(`part('${name}'`);
  return names.filter((name) => name !== 'layout' && !isIncluded(name)).sort();
}

/** What is wrong, page by page. */
async function walkPages(page: Page, pages: readonly PageRow[], walk: Walk): Promise<object[]> {
  const wrong: object[] = [];
  const seen = new Set<string>();
  // Those of one view follow each other.
  for (const row of pages.toSorted((a, b) => a.view.localeCompare(b.view))) {
    const isNew = !seen.has(row.view);
    seen.add(row.view);
    // English pages are the same in both walks but for their colours.
    if (!walk.first && row.english && !isNew) continue;
    const problems = await lookAt(page, row, walk, isNew);
    if (problems.length > 0) wrong.push({ page: row.name, view: row.view, problems });
  }
  return wrong;
}

/** Shows that page's content in the place of the one that is open; its scripts do not run. */
async function showBody(page: Page, url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  await page.evaluate(
    `(() => {
      const { body, documentElement } = new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html');
      history.replaceState(null, '', ${JSON.stringify(url)});
      document.documentElement.lang = documentElement.lang;
      document.body.replaceWith(body);
    })()`,
  );
}

/** How wide the page is when everything on it is opened. */
const WIDTH_OPENED = `(() => {
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const one of closed) one.open = true;
  const width = document.documentElement.scrollWidth;
  for (const one of closed) one.open = false;
  return width;
})()`;

/** @param isNew no other page of this view was looked at */
async function lookAt(
  page: Page,
  row: PageRow,
  { language, colorScheme, first, complaints }: Walk,
  isNew: boolean,
): Promise<readonly string[]> {
  complaints.length = 0;
  // Another page of the same view differs in its body alone, and to open one takes long.
  const url = row.url(language);
  const isNear = new URL(url).origin === new URL(page.url()).origin;
  if (row.variant && !isNew && isNear) await showBody(page, url);
  else await page.goto(url);
  await row.act?.(page);
  const problems: string[] = [];
  const lang = await page.getAttribute('html', 'lang');
  if (lang !== (row.english ? 'en' : language)) problems.push(`language ${lang}`);
  if (isNew) problems.push(...(await axeFindings(page, first ? 'page' : 'theme')));
  else if (first) problems.push(...(await axeFindings(page, row.variant ? 'variant' : 'content')));
  const isWide = page.viewportSize()?.width === WIDE.width;
  for (const size of isWide ? [WIDE, NARROW] : [NARROW, WIDE]) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    const width = await page.evaluate(WIDTH_OPENED);
    if (width !== size.width) problems.push(`${width} pixels wide at ${size.width}`);
    const name = `${row.view}-${row.name}-${size.width}-${colorScheme}`;
    await shoot(page, name.replace(/[^\w-]+/g, '-'));
  }
  const isExpected = (text: string) => row.refused === true && /status of 40[0-9]/.test(text);
  return [...problems, ...complaints.filter((text) => !isExpected(text))];
}
