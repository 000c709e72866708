// The browser of this run (start-browser.ts) in a test file.
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { BROWSER, chromiumPath } from './chromium.ts';

/** `describe` where there is a browser. */
export function describeInBrowser(name: string, block: () => void): void {
  (chromiumPath === undefined ? describe.skip : describe)(name, block);
}

/** The pages that a file opens in it are closed with its `close()`. */
export function joinBrowser(): Promise<Browser> {
  const address = process.env[BROWSER];
  if (address === undefined) throw new Error('no browser: run the tests with `npm test`');
  return chromium.connect(address);
}
