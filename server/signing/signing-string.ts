// SIG-09: the exact bytes that a client signed, rebuilt from what arrived and never re-rendered.
import type { RawHeaders } from '../protocol/headers.ts';
import { REQUEST_TARGET, type SignedName } from './signed-headers.ts';

/** What a signature covers. */
export interface SignedParts {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: RawHeaders;
}

/** `name: value` per listed header, one LF between, as latin1 text: one character per byte. */
export function signingString(names: readonly SignedName[], parts: SignedParts): string {
  return names.map((name) => `${name}: ${signedValue(name, parts)}`).join('\n');
}

/** The value in the line of that name, as latin1 text. */
export function signedValue(name: SignedName, { method, target, headers }: SignedParts): string {
  if (name === REQUEST_TARGET) return `${method.toLowerCase()} ${target}`;
  // SIG-08 refuses names without a value; other mistakes in a name with an empty value are still explained.
  return headers.get(name) ?? '';
}
