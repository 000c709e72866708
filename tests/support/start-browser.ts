// Before the first test file that needs a browser: the host of Sandbanks, and the one Chromium of the run, quiet and with
// a fresh profile.
import { type BrowserServer, chromium } from 'playwright-core';
import { BROWSER, chromiumPath } from './chromium.ts';
import startHost from './start-host.ts';

let server: BrowserServer | undefined;

export default async function startBrowser(): Promise<void> {
  await startHost();
  if (server !== undefined || chromiumPath === undefined) return;
  server = await chromium.launchServer({
    executablePath: chromiumPath,
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
  process.env[BROWSER] = server.wsEndpoint();
}

export async function stopBrowser(): Promise<void> {
  await server?.close();
  server = undefined;
}
