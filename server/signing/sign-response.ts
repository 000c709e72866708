// SIG-14: what an answer carries so that a TPP can be sure whose it is: Date, Digest of the bytes before
// any content encoding, X-Request-ID where the request had one, and a Signature over them. Pure.

import { sign } from 'node:crypto';
import { defined } from '../kernel/defined.ts';
import type { BankSeal } from './bank-seal.ts';
import { digestHeader } from './digest.ts';

interface SealedAnswer {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** Before content encoding; empty for an answer without body, whose Digest is that of nothing. */
  readonly body: Buffer;
  /** As it is echoed. */
  readonly requestId?: string;
}

/** The headers by name, in the order in which they are signed, then the Signature. */
export function signResponse(
  { now, body, requestId }: SealedAnswer,
  seal: Pick<BankSeal, 'keyId' | 'privateKey'>,
): Readonly<Record<string, string>> {
  const signed: Readonly<Record<string, string>> = {
    Date: new Date(now).toUTCString(),
    Digest: digestHeader(body),
    ...defined({ 'X-Request-ID': requestId }),
  };
  const lines = Object.entries(signed).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const names = Object.keys(signed).map((name) => name.toLowerCase());
  const signature = sign('RSA-SHA256', Buffer.from(lines.join('\n'), 'latin1'), seal.privateKey);
  const Signature = `keyId="${seal.keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature.toString('base64')}"`;
  return { ...signed, Signature };
}
