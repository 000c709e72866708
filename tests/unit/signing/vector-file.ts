// fixtures/signing-vectors.json, as the tests use it.
import { readFileSync } from 'node:fs';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { RoleNeed } from '../../../server/protocol/tpp.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';

export interface Vector {
  readonly title: string;
  readonly method: string;
  readonly target: string;
  readonly now: string;
  readonly role?: RoleNeed;
  readonly trust?: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  readonly signingString: string;
  readonly accepted: boolean;
  readonly findings?: readonly string[];
  readonly rule?: string;
  readonly code?: string;
  readonly path?: string;
}

const file = new URL('../../../../fixtures/signing-vectors.json', import.meta.url);

export const VECTORS = (JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] })
  .vectors;

export function vectorTitled(title: string): Vector {
  const vector = VECTORS.find((candidate) => candidate.title === title);
  if (vector === undefined) throw new Error(`no vector is called ${title}`);
  return vector;
}

export function requestOf({ method, target, headers, body }: Vector): SignedRequest {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => [name, each]),
  );
  return { method, target, headers: new RawHeaders(flat), body: Buffer.from(body) };
}

/** The DER of the certificate in a vector. */
export function certificateOf(title: string): Buffer {
  return Buffer.from(vectorTitled(title).headers['tpp-signature-certificate'] as string, 'base64');
}
