// Finds a Chromium for the browser tests.
import { existsSync } from 'node:fs';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** `CHROMIUM_PATH` if it names a file, else the first usual place that has one, else `undefined`. */
export function findChromium(env = process.env) {
  const places = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : USUAL;
  return places.find((path) => existsSync(path));
}
