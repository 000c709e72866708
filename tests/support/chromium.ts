// The Chromium that is installed here, which the test files of a run share.
import { existsSync } from 'node:fs';

const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Nothing where there is none: the browser tests are skipped. They need a browser, the bank does not. */
export const chromiumPath = existsSync(path) ? path : undefined;

/** The environment variable with the address of the browser of this run. */
export const BROWSER = 'BROWSER_OF_THIS_TEST_RUN';
