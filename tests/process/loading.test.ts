// What is loaded later than at the start: Node never tries a module again whose loading failed once.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const DIST = fileURLToPath(new URL('../../', import.meta.url));
const read = (folder: string) => readdirSync(join(DIST, folder), { recursive: true }).map(String);

/** Loads the modules, and prints which of them read files meanwhile. */
const LOADER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
for (const name of ['readFileSync', 'openSync', 'readdirSync', 'statSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    const [, where] = /dist.((?:server|client)[^:]*\\.js):/.exec(new Error().stack) ?? [];
    if (where !== undefined && !String(args[0]).includes('node_modules')) console.log(where, String(args[0]));
    return real(...args);
  };
}
syncBuiltinESMExports();
for (const file of JSON.parse(process.argv[1])) await import(file);
process.exit();
`;

test('no module reads files while it is loaded: what fails then would fail until the process ends', () => {
  const modules = ['server', 'client'].flatMap((folder) =>
    read(folder)
      .filter((name) => name.endsWith('.js') && !/^(bundle|commonjs)/.test(name))
      .map((name) => join(DIST, folder, name)),
  );
  expect(modules.length).toBeGreaterThan(300);
  const code = ['--input-type=module', '--eval', LOADER, JSON.stringify(modules)];
  const { stdout, stderr, status } = spawnSync(process.execPath, code, { encoding: 'utf8' });
  expect([status, stderr, stdout]).toEqual([0, '', '']);
});

test('the bundle of the command is one file: nothing of it is left to load', () => {
  const text = readFileSync(join(DIST, 'server', 'bundle', 'main.cjs'), 'utf8');
  expect(text.match(/\b(?:import|from|require) ?\(?["']\.[^"']*/g)).toBeNull();
});
