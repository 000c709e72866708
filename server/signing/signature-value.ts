// SIG-10: the signature itself, RSASSA-PKCS1-v1_5 with SHA-256 over the signing string.
import { type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../protocol/errors.ts';
import { base64Trouble, decodeBase64 } from './base64.ts';

/** Whether the signature is the key's over these bytes. */
export type Verify = (
  bytes: Buffer,
  key: KeyObject,
  signature: Buffer,
) => boolean | Promise<boolean>;

const ALGORITHM = 'RSA-SHA256';

/** On this thread, which takes less time for one request alone. */
export const verifyHere: Verify = (bytes, key, signature) =>
  verify(ALGORITHM, bytes, key, signature);

const verifyLater = promisify(verify);

/** On another thread: this one goes on with other requests meanwhile. */
export const verifyAside: Verify = async (bytes, key, signature) =>
  verifyLater(ALGORITHM, bytes, key, signature);

/**
 * Throws BAD_REQUEST, path Signature, or rejects with it if `by` gives a promise.
 *
 * @param signingText latin1 text, one character per byte
 */
export function checkSignatureValue(
  signature: string,
  signingText: string,
  key: KeyObject,
  by: Verify = verifyHere,
): void | Promise<void> {
  const bytes = decodeBase64(signature);
  if (bytes === undefined || bytes.length === 0) {
    const why = signature === '' ? 'it is empty' : base64Trouble(signature);
    throw refuse(`The Signature's signature is not base64: ${why}.`, signingText, signature);
  }
  const decide = (isRight: boolean): void => {
    if (isRight !== true) throw refuse(WRONG, signingText, signature);
  };
  const right = by(Buffer.from(signingText, 'latin1'), key, bytes);
  return right instanceof Promise ? right.then(decide) : decide(right);
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
