// The order of checks of a signed request (ORD-01) as names: what a verdict is a list of.

/** Every check in the contract's order; a request is answered by the first that refuses. */
export const CHECKS = [
  'size',
  'path and method',
  'certificate',
  'signature syntax',
  'keyId',
  'date',
  'digest',
  'algorithm',
  'signed headers',
  'signature',
  'validity',
  'trust',
  'role',
  'registration',
  'required headers',
  'header formats',
  'context',
  'content',
  'query',
  'body',
  'operation',
] as const;

export type CheckName = (typeof CHECKS)[number];
