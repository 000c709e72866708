// Other local servers that people test against. Each is installed into a temporary folder, in the version that
// is written here; one that cannot be installed is left out, and the table says so.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './servers.ts';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Once it is installed in the folder. */
  readonly command: (folder: string) => Command;
  /** The unsigned read that is measured. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const inModules = (folder: string, ...path: readonly string[]): string =>
  join(folder, 'node_modules', ...path);

const PEERS: readonly Peer[] = [
  {
    name: 'emulate',
    version: '0.11.0',
    // After five thousand requests an hour it answers 403, which takes it less time than a read.
    path: '/.well-known/openid-configuration',
    command: (folder) => ({
      args: (port) => [
        inModules(folder, 'emulate', 'dist', 'index.js'),
        ...['start', '--service', 'google', '--port', String(port)],
      ],
      cwd: folder,
      path: '/.well-known/openid-configuration',
    }),
  },
  {
    name: 'stripe-stateful-mock',
    version: '0.0.16',
    path: '/v1/customers',
    headers: { Authorization: 'Bearer sk_test_bench' },
    command: (folder) => ({
      args: () => [inModules(folder, 'stripe-stateful-mock', 'dist', 'cli.js')],
      env: (port) => ({ PORT: String(port), LOG_LEVEL: 'silent' }),
      path: '/v1/customers',
      headers: { Authorization: 'Bearer sk_test_bench' },
    }),
  },
  {
    name: 'json-server',
    version: '0.17.4',
    path: '/accounts',
    command(folder) {
      const accounts = [{ id: 1, iban: 'NO4599996896389', currency: 'NOK' }];
      writeFileSync(join(folder, 'db.json'), JSON.stringify({ accounts }));
      return {
        args: (port) => [
          inModules(folder, 'json-server', 'lib', 'cli', 'bin.js'),
          ...['--quiet', '--host', '127.0.0.1', '--port', String(port), 'db.json'],
        ],
        cwd: folder,
        path: '/accounts',
      };
    },
  },
];

/** Those that could be installed into the folder. */
export function installPeers(folder: string): readonly Peer[] {
  return PEERS.filter(({ name, version }) => {
    const { status } = spawnSync(
      'npm',
      ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', `${name}@${version}`],
      { stdio: 'ignore' },
    );
    return status === 0;
  });
}
