// What rows know of the refused request.
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';

/** Of the Signature's headers, in their order. */
export type Entries = readonly SignedName[];
export interface StringContext {
  readonly request: SignedRequest;
  readonly entries: Entries;
}

/** What is in front of a path of one bank among several; empty if there is nothing. */
export const bankIn = (target: string): string => /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';
