// Opens the ports: plain HTTP, and TLS if an HTTPS port is set (TLS-01).
import type { RequestListener } from 'node:http';
import { domainToASCII } from 'node:url';
import { type Listening, listen, type TlsSettings } from './http/server.ts';
import { defined } from './kernel/defined.ts';
import type { Ground } from './open-bank.ts';

type Sockets = Pick<Ground, 'options' | 'issuer' | 'log'>;

const LOOPBACK = '127.0.0.1';

/** Rejects with the system's error for a port in use; then none stays open. */
export async function openSockets(app: RequestListener, ground: Sockets) {
  const { host = LOOPBACK, port = 0, httpsPort } = ground.options;
  const plain = await listen(app, { port, host });
  let secure: Listening | undefined;
  try {
    if (httpsPort !== undefined) {
      secure = await listen(app, { port: httpsPort, host, tls: await tlsOf(ground) });
    }
  } catch (error) {
    await plain.close();
    throw error;
  }
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
  const hosts = [host, ...(control?.allowedHosts ?? [])];
  if (publicUrl !== undefined) hosts.push(new URL(publicUrl).hostname);
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
