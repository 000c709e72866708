// Opens the ports: plain HTTP, and TLS if an HTTPS port is set (TLS-01).
import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { domainToASCII } from 'node:url';
import { listen, type TlsSettings } from '../http/server.ts';
import { defined } from '../kernel/defined.ts';
import type { Ground } from './open-bank.ts';

type Sockets = Pick<Ground, 'options' | 'issuer' | 'log'>;

const LOOPBACK = '127.0.0.1';

/** Rejects with the system's error for a port in use; then none stays open. */
export async function openSockets(app: RequestListener, ground: Sockets) {
  const { host = LOOPBACK, port = 0, httpsPort } = ground.options;
  const tls = httpsPort === undefined ? undefined : await tlsOf(ground);
  // One address for both, and the plain port last: /health is where others look whether the bank is open.
  const at = { host: (await lookup(host)).address, ...connectionsOf(ground, tls ? 2 : 1) };
  const secure = tls && (await listen(app, { ...at, port: httpsPort ?? 0, tls }));
  const plain = await listen(app, { ...at, port }).catch(async (error: unknown) => {
    await secure?.close();
    throw error;
  });
  const addressed = reachable(host);
  const httpsUrl = secure && `https://${addressed}:${secure.port}`;
  return {
    addresses: {
      url: `http://${addressed}:${plain.port}`,
      port: plain.port,
      ...defined({ httpsUrl }),
    },
    async close() {
      await Promise.all([plain.close(), secure?.close()]);
    },
  };
}

/** Files that the store, the pages and what the bank sends itself may have open beside the connections. */
const OTHER_FILES = 256;
/** Those that it needs before the first connection, and few more. */
const LEAST_FILES = 32;

/** Connections that leave enough of the files that the process may open: without one, nothing works. */
function connectionsOf({ log }: Sockets, ports: number) {
  const files = openFiles();
  if (files === undefined) return {};
  const most = mostConnections(files, ports);
  let isLogged = false;
  const onDropped = () => {
    if (!isLogged) log.warn({ most, files }, 'more connections than open files allow: closed some');
    isLogged = true;
  };
  return { most, onDropped };
}

/** Of each port. @param files that the process may open */
export function mostConnections(files: number, ports: number): number {
  return Math.ceil(Math.max(files - OTHER_FILES, (files - LEAST_FILES) / 2, 1) / ports);
}

/** `undefined` where the system does not say it, or sets no limit. */
function openFiles(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const [, files] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return files === undefined ? undefined : Number(files);
  } catch {
    return undefined;
  }
}

async function tlsOf({ options, issuer, log }: Sockets): Promise<TlsSettings> {
  return {
    identity: await issuer.server(serverNames(options)),
    requestsCertificate: (options.mtls ?? 'off') !== 'off',
    onRefused: ({ reason, message }) =>
      log.info({ reason: reason ?? message }, 'a TLS handshake failed'),
  };
}

/** Every name that a client may use for the bank. */
function serverNames({ host = LOOPBACK, control, publicUrl }: Sockets['options']): string[] {
  const shown = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const hosts = [host, ...(control?.allowedHosts ?? []), ...shown];
  const others = hosts.map((name) => (name.startsWith('[') ? name.slice(1, -1) : name));
  const names = ['localhost', LOOPBACK, '::1', ...others].map((name) =>
    isAscii(name) ? name.toLowerCase() : domainToASCII(name),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

const isAscii = (name: string): boolean => /^[\x21-\x7e]+$/.test(name);

/** The address that a client on this machine uses. */
function reachable(host: string): string {
  const shown = host === '0.0.0.0' || host === '::' ? LOOPBACK : host;
  return shown.includes(':') ? `[${shown}]` : shown;
}
