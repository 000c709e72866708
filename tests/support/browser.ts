// Starts the Chromium that is installed here, quietly and with a fresh profile. Where there is none, the
// reason is printed and the browser tests are skipped: they need a browser, the bank does not.
import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const installed = existsSync(executablePath);

if (!installed) {
  process.stderr.write(
    `browser tests skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH to one\n`,
  );
}

/** `describe` where there is a browser. */
export function describeInBrowser(name: string, block: () => void): void {
  (installed ? describe : describe.skip)(name, block);
}

/** The profile is a new temporary folder each time, removed on `close()`. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
