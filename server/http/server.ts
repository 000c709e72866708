// A listening socket, with or without TLS: starts, refuses hostile bytes politely, and answers open requests before it stops (DUR-05).
// And the bank as an Express application, to mount it in a server of one's own.

import { constants } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { errorMessage } from '../protocol/errors.ts';
import type { ServerIdentity } from '../signing/server-certificate.ts';
import type { Door } from './door.ts';
import { LeanRequest } from './lean-request.ts';
import { type BytesError, malformedBy } from './malformed.ts';
import { sendOnSocket } from './send.ts';

/** A certificate with its chain is some 3 kB of base64; nothing a client means to send comes near this. */
const MAX_HEADERS = 32 * 1024;

interface Listening {
  readonly port: number;
  /** No new connections; requests in flight are answered; then resolves. Idempotent. */
  close(): Promise<void>;
}

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** Absent: plain HTTP. */
  readonly tls?: TlsSettings;
  /** Connections at a time; more are closed as they come. Absent: as many as the system allows. */
  readonly most?: number;
  /** A connection was closed because there were so many. */
  readonly onDropped?: () => void;
}

/** Connections that wait to be accepted, as far as the system allows: where there is no room, a client waits for seconds. */
const BACKLOG = 4_096;

export async function listen(
  handler: RequestListener,
  { port, host, tls, most, onDropped }: ListenOptions,
): Promise<Listening> {
  // Without Node's own answer to a missing Host, which has no body: the handler has one.
  const options: ServerOptions = {
    maxHeaderSize: MAX_HEADERS,
    keepAliveTimeout: 30_000,
    requireHostHeader: false,
    IncomingMessage: LeanRequest,
  };
  const handOver: RequestListener = (request, response) => {
    if (request instanceof LeanRequest) request.isHandedOver = true;
    handler(request, response);
  };
  const server: HalfOpenServer = tls
    ? await createTlsServer(options, handOver, tls)
    : createServer(options, handOver);
  // Past a count, Node 20 drops headers silently and Node 24 refuses; the limit in bytes is enough.
  server.maxHeadersCount = 0;
  server.httpAllowHalfOpen = true;
  server.prependListener(tls ? 'secureConnection' : 'connection', allowHalfOpen);
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  if (most !== undefined) server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
    onDropped?.();
  });
  refuseAfterAnswers(server);
  // The reader of bodies says when a body may be sent (body.ts). A server that the bank is mounted in has said so itself.
  server.on('checkContinue', (request, response) =>
    handOver(Object.assign(request, { asksToSend: true }), response),
  );
  // Anything else that is expected is not refused (RFC 9110, 10.1.1: 417 is optional).
  server.on('checkExpectation', handOver);
  await new Promise<void>((resolve, reject) => {
    // Later ones are connections that could not be accepted; the next ones may be.
    server.on('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      closing ??= closeServer(server, connections);
      return closing;
    },
  };
}

/** Node has it in every version, and in no documentation: a client that has sent its end gets its answers. */
interface HalfOpenServer extends Server {
  httpAllowHalfOpen?: boolean;
}

/** Longer than any answer is delayed by a fault or a wait. In ms. */
const HALF_OPEN_TIMEOUT = 90_000;

/** Whose client has sent its end may be gone: its connection goes when nothing has moved for a while. */
function allowHalfOpen(socket: Socket): void {
  // Over TLS not before the handshake is done: a client that left in it would stay for minutes.
  socket.allowHalfOpen = true;
  // Node's server destroys what has timed out.
  socket.once('end', () => socket.setTimeout(HALF_OPEN_TIMEOUT));
}

/** How long requests in flight may take before they are cut; folding has the rest of DUR-05's 5 s. */
const GRACE = 3_000;

/** What became idle is closed so often, in ms. */
const SWEEP = 20;

function closeServer(server: Server | TlsServer, connections: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE);
    // An answer that was under way leaves its connection open for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    // Node does not count as idle what has sent nothing yet, as a browser's spare connection.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}

/**
 * Bytes that follow a whole request are refused after its answer, which would be lost otherwise: its client would not
 * know that the bank has done what it asked for.
 */
function refuseAfterAnswers(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => void answers.set(socket, response));
  server.on('clientError', (error, socket) => {
    // What the client goes on sending is no request either.
    if (refused.has(socket)) return;
    refused.add(socket);
    const before = answers.get(socket);
    const isDue = before?.req.complete === true && !before.writableEnded;
    if (isDue) before.once('close', () => refuseBytes(error, socket));
    else refuseBytes(error, socket);
  });
}

/** What a client goes on sending is read for so long: closing at once would cost it the refusal. In ms. */
const LINGER = 5_000;

/** What does not even parse as HTTP is answered in the interface's own form, then cut off. */
function refuseBytes(error: BytesError, failed: Duplex): void {
  const socket = error.code === 'ERR_SSL_HTTP_REQUEST' ? socketBelow(failed) : failed;
  // The answer before has closed the connection, and its client may still read that.
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, text, path } = malformedBy(error, MAX_HEADERS);
  sendOnSocket(socket, status, { tppMessages: [errorMessage('BAD_REQUEST', text, path)] });
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** Plain HTTP at the TLS port is answered in plain HTTP. Node does not document where the connection below TLS is. */
const socketBelow = (secure: Duplex & { readonly _parent?: Duplex }): Duplex =>
  secure._parent ?? secure;

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

/** The server of the TLS port (TLS-01). */
async function createTlsServer(
  options: ServerOptions,
  handler: RequestListener,
  { identity, requestsCertificate, onRefused }: TlsSettings,
): Promise<TlsServer> {
  // It takes some ms to load, which a bank without TLS need not pay.
  const [{ createServer }, { DEFAULT_CIPHERS }] = await Promise.all([
    import('node:https'),
    import('node:tls'),
  ]);
  let current = identity();
  const context = {
    minVersion: 'TLSv1.2',
    // Newer OpenSSL ends the handshake at a weak key, without a word: it must get an answer too (TLS-02).
    ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=1`,
    // A session has the client's certificate, and nothing of the chain that it sent: there is none to resume.
    ...(requestsCertificate ? { secureOptions: constants.SSL_OP_NO_TICKET } : {}),
  } as const;
  const settings = {
    requestCert: requestsCertificate,
    // A client must get an answer that says what is wrong with its certificate.
    rejectUnauthorized: false,
  };
  const server = createServer({ ...options, ...context, ...settings, ...current }, handler);
  // Before the server's own listener, which begins the handshake.
  server.prependListener('connection', () => {
    const next = identity();
    if (next !== current) server.setSecureContext({ ...context, ...next });
    current = next;
  });
  server.on('tlsClientError', onRefused);
  return server;
}

const require = createRequire(import.meta.url);

/** An Express application, which is also a handler for Node's HTTP server. */
export function mountable(door: Door): RequestListener {
  const express = require('express') as () => Express;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => door(request, response));
  return app;
}
