// Reads the client certificate of a TLS connection (TLS-02).
import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { readCertificate } from '../../signing/certificate.ts';
import type { SentCertificate } from '../../signing/certificate-header.ts';
import { DerError } from '../../signing/der.ts';
import { identityOf } from '../../signing/tpp-identity.ts';

type ReadClientCertificate = (request: IncomingMessage) => SentCertificate | undefined;

/** Reads each connection's once. `undefined` if there is none, or none that can be read. */
export function clientCertificateReader(): ReadClientCertificate {
  const read = new WeakMap<Socket, SentCertificate | undefined>();
  return ({ socket }) => {
    if (!isTls(socket)) return undefined;
    if (!read.has(socket)) read.set(socket, sentOver(socket));
    return read.get(socket);
  };
}

function sentOver(socket: TLSSocket): SentCertificate | undefined {
  const first = socket.getPeerX509Certificate();
  if (first === undefined) return undefined;
  try {
    const certificate = readCertificate(first.raw);
    const chain = chainAbove(first).map((authority) => readCertificate(authority.raw));
    return { certificate, identity: identityOf(certificate), chain, findings: [] };
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

const isTls = (socket: Socket): socket is TLSSocket => 'getPeerX509Certificate' in socket;

const MAX_CHAIN = 8;

/** The certificates that the client sent with its own. */
function chainAbove(own: X509Certificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let above = own.issuerCertificate;
  while (above !== undefined && chain.length < MAX_CHAIN) {
    chain.push(above);
    above = above.issuerCertificate;
  }
  return chain;
}
