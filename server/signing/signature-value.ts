// SIG-10: the signature itself, RSASSA-PKCS1-v1_5 with SHA-256 over the signing string.
import { type KeyObject, verify } from 'node:crypto';
import { ApiError } from '../protocol/errors.ts';
import { base64Trouble, decodeBase64 } from './base64.ts';

/** @param signingText latin1 text, one character per byte. Throws BAD_REQUEST, path Signature. */
export function checkSignatureValue(signature: string, signingText: string, key: KeyObject): void {
  const bytes = decodeBase64(signature);
  if (bytes === undefined || bytes.length === 0) {
    const why = signature === '' ? 'it is empty' : base64Trouble(signature);
    throw refuse(`The Signature's signature is not base64: ${why}.`, signingText, signature);
  }
  // On this thread: to wake another one takes as long as to verify.
  if (verify('RSA-SHA256', Buffer.from(signingText, 'latin1'), key, bytes)) return;
  throw refuse(WRONG, signingText, signature);
}

const WRONG =
  "The signature does not verify with the certificate's key over the signing string: one line `name: value` per listed header, in the listed order, joined by a single LF, the values exactly as sent.";

function refuse(text: string, signingText: string, got: string): ApiError {
  return new ApiError('SIG-10', 'BAD_REQUEST', text, {
    path: 'Signature',
    expected: `a signature over:\n${signingText}`,
    got,
  });
}
