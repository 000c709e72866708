// What an installation of the package puts on disk.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from '../row.ts';
import { inFolder, ROOT } from '../servers.ts';

export const installed: Section = ({ say }) => {
  say('the installed package');
  return inFolder(async (folder) => {
    run(['pack', '--silent', '--pack-destination', folder], ROOT);
    const [tarball = ''] = readdirSync(folder);
    run(
      ['install', '--no-audit', '--no-fund', '--silent', '--prefix', folder, join(folder, tarball)],
      folder,
    );
    const modules = join(folder, 'node_modules');
    return [
      {
        measure: 'installed package',
        value: bytesIn(modules) / 1024 / 1024,
        unit: 'MB',
        goal: { most: 22 },
      },
      {
        measure: 'packages that it brings',
        value: packagesIn(modules),
        unit: 'packages',
        goal: { most: 85 },
      },
    ];
  });
};

function run(args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}`);
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

function packagesIn(modules: string): number {
  let count = 0;
  for (const { name } of readdirSync(modules, { withFileTypes: true })) {
    if (name.startsWith('.')) continue;
    const path = join(modules, name);
    if (name.startsWith('@')) count += packagesIn(path);
    else count += 1;
  }
  return count;
}
