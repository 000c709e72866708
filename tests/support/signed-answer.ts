// Sends a request and keeps the answer's bytes and headers as they came off the wire; takes its Signature
// apart with code of its own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from './http.ts';

export interface BankCertificate {
  /** PEM. */
  readonly certificate: string;
  /** The issuing certificate, then the root. */
  readonly chain: readonly [string, string];
  readonly keyId: string;
}

/** The parameters of the Signature header. */
export function signatureOf(answer: Answer): Readonly<Record<string, string>> {
  const value = String(answer.headers['signature']);
  return Object.fromEntries(
    [...value.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  );
}

/** What was signed: a line for each header that the Signature lists. */
export function signedText(answer: Answer): string {
  const names = signatureOf(answer)['headers']?.split(' ') ?? [];
  return names.map((name) => `${name}: ${String(answer.headers[name])}`).join('\n');
}

export const digestOf = (text: string): string =>
  `SHA-256=${createHash('sha256').update(text).digest('base64')}`;

/** Whether the openssl command line accepts the chain, and the signature over `text`. */
export function opensslVerifies(answer: Answer, bank: BankCertificate, text = signedText(answer)) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-seal-'));
  const put = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const openssl = (...args: readonly string[]) => spawnSync('openssl', args, { encoding: 'utf8' });
  try {
    const certificate = put('seal.pem', bank.certificate);
    const [issuing, root] = [put('issuing.pem', bank.chain[0]), put('root.pem', bank.chain[1])];
    const key = put('seal.pub', openssl('x509', '-in', certificate, '-pubkey', '-noout').stdout);
    const bytes = Buffer.from(signatureOf(answer)['signature'] ?? '', 'base64');
    const [signature, signed] = [put('signature', bytes), put('signed', text)];
    const chain = openssl('verify', '-CAfile', root, '-untrusted', issuing, certificate);
    const value = openssl('dgst', '-sha256', '-verify', key, '-signature', signature, signed);
    return { chain: chain.status === 0, signature: value.status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
