// The HTTPS server of the TLS port (TLS-01).
import type { RequestListener, ServerOptions } from 'node:http';
import type { Server } from 'node:https';
import type { ServerIdentity } from '../signing/server-certificate.ts';

interface HandshakeError extends Error {
  /** OpenSSL's own words. */
  readonly reason?: string;
}

export interface TlsSettings {
  /** Asked at each connection, so that a renewed certificate is used at once. */
  readonly identity: () => ServerIdentity;
  /** TLS-02: the handshake requests a client certificate; what it must be is checked by the signed API. */
  readonly requestsCertificate: boolean;
  /** A client did not get through the handshake. */
  readonly onRefused: (error: HandshakeError) => void;
}

export async function createTlsServer(
  options: ServerOptions,
  handler: RequestListener,
  { identity, requestsCertificate, onRefused }: TlsSettings,
): Promise<Server> {
  // It takes some ms to load, which a bank without TLS need not pay.
  const { createServer } = await import('node:https');
  let current = identity();
  const settings = {
    minVersion: 'TLSv1.2',
    requestCert: requestsCertificate,
    // A client must get an answer that says what is wrong with its certificate.
    rejectUnauthorized: false,
  } as const;
  const server = createServer({ ...options, ...settings, ...current }, handler);
  // Before the server's own listener, which begins the handshake.
  server.prependListener('connection', () => {
    const next = identity();
    if (next !== current) server.setSecureContext({ minVersion: settings.minVersion, ...next });
    current = next;
  });
  server.on('tlsClientError', onRefused);
  return server;
}
