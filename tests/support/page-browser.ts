// Pages of a browser for one describe block, and with them a server of pages that is reset for each test.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { joinBrowser } from './browser.ts';
import { type PageServer, startPageServer } from './page-server.ts';

/** Where screenshots go, with SCREENSHOTS=1: among the temporary files, overwritten by the next run. */
export const shots = join(tmpdir(), 'sandbank-screenshots');
export const phone = { viewport: { width: 320, height: 568 } };
export const desk = { viewport: { width: 900, height: 800 } };
/** A phone of today, which is wider than `phone`. */
export const narrow = { width: 360, height: 740 };

/** Work in a page that nobody else uses meanwhile, without cookies. `complaints` fills with what the console says. */
export type InPage = <T>(
  options: BrowserContextOptions,
  work: (page: Page, complaints: string[]) => Promise<T>,
) => Promise<T>;

/** Pages in the browser of the run, for the describe block that calls this. */
export function useBrowser(): InPage {
  let browser: Browser;
  /** By what cannot be changed later, used again where all went well: a new one takes longer than many a test. */
  const pages = new Map<string, Page>();

  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    browser = await joinBrowser();
  });

  afterAll(() => browser.close());

  return async (options, work) => {
    const {
      viewport,
      colorScheme = 'light',
      reducedMotion = 'no-preference',
      ...lasting
    } = options;
    const key = JSON.stringify(lasting);
    const page = pages.get(key) ?? (await (await browser.newContext(lasting)).newPage());
    // A busy machine takes many times as long as a free one.
    page.setDefaultTimeout(120_000);
    pages.delete(key);
    await page.setViewportSize(viewport ?? desk.viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    const complaints: string[] = [];
    const hear = (message: ConsoleMessage) => complaints.push(message.text());
    page.on('console', hear);
    const done = await work(page, complaints);
    page.off('console', hear);
    await page.context().clearCookies();
    await page.goto('about:blank');
    pages.set(key, page);
    return done;
  };
}

export interface PageBrowser {
  readonly server: () => PageServer;
  readonly inPage: InPage;
}

/** Call inside a describe block. */
export function usePageBrowser(): PageBrowser {
  const inPage = useBrowser();
  let server: PageServer;

  beforeAll(async () => {
    server = await startPageServer(new URL('../../../', import.meta.url));
  });

  beforeEach(() => {
    server.posted.length = 0;
    server.redirect = undefined;
    server.approved = false;
    server.refreshes = false;
  });

  afterAll(() => server.close());

  return { server: () => server, inPage };
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe looks at: what costs least and finds what can be wrong on the page. */
const SCOPES = {
  /** Everything, best practices too. */
  page: { rules: { 'target-size': { enabled: true } } },
  /** A page of a view that was looked at. */
  content: { runOnly: WCAG },
  /** The same, in colours that were looked at: those cost more than all the rest. */
  variant: { runOnly: WCAG, rules: { 'color-contrast': { enabled: false } } },
  /** What can differ by night, or in another language. */
  theme: { runOnly: ['color-contrast', 'target-size', 'html-has-lang', 'valid-lang'] },
};

/** What axe finds wrong, or that it looked at no colours. */
export async function axeFindings(page: Page, scope: keyof typeof SCOPES): Promise<string[]> {
  const options = { resultTypes: ['violations'], selectors: false, iframes: false };
  const context = scope === 'content' || scope === 'variant' ? "'main'" : 'document';
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axeSource);
  return page.evaluate(
    `axe.run(${context}, ${JSON.stringify({ ...options, ...SCOPES[scope] })}).then(
      ({ violations, passes }) => [
        ...violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.html).join()),
        ...(${scope !== 'variant'} && !passes.some(({ id }) => id === 'color-contrast') ? ['no colours'] : []),
      ])`,
  );
}

/** A picture of the whole page, for those who want to look: each takes longer than most tests. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  const path = join(shots, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true });
}
