// Where a Chromium for the browser tests is, if there is one.
import { existsSync } from 'node:fs';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** `CHROMIUM_PATH` when it names a file, else the first of the usual places; `undefined` for none. */
export function findChromium(env = process.env) {
  const places = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : USUAL;
  return places.find((path) => existsSync(path));
}
