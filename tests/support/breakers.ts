// For each stage of the order of checks (ORD-01) a way to break it and nothing else. All of them can be
// broken in one request.
import { generateKeyPairSync, sign } from 'node:crypto';
import { PERSONS } from './bank.ts';
import {
  drafted,
  edited,
  header,
  setBody,
  setHeader,
  signature,
  target,
  without,
  withQuery,
} from './conformance-changes.ts';
import type { Refusal } from './conformance-refusal.ts';
import type { Change, RouteName, Scene } from './conformance-scene.ts';

/** The order of checks of the contract's section 1; "signature" is SIG-07, SIG-08, SIG-10 in this order. */
export const STAGES = [
  'size',
  'path and method',
  'certificate',
  'Signature syntax',
  'keyId',
  'Date',
  'Digest',
  'algorithm',
  'signed headers',
  'signature',
  'trust and role',
  'required headers',
  'header formats',
  'query',
  'body',
  'PSU, session, consent',
  'business',
] as const;

export type Stage = (typeof STAGES)[number];

/** Breaks one stage, whatever else is broken. */
export interface Breaker extends Refusal {
  readonly stage: Stage;
  readonly name: string;
  /** All of ORDER_ROUTES unless told. */
  readonly on?: readonly RouteName[];
  readonly change?: Change;
  /** Signs with a certificate of this variant. */
  readonly variant?: string;
}

export const ORDER_ROUTES = ['read', 'pay', 'mock'] as const satisfies readonly RouteName[];

export const isOn =
  (route: RouteName) =>
  ({ on }: Breaker): boolean =>
    on === undefined || on.includes(route);

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const REQUIRED = 'HTTP_HEADER_REQUIRED';
const CERTIFICATE = 'TPP-Signature-Certificate';
export const AT_SIGNATURE = { code: 'BAD_REQUEST', path: 'Signature' } as const;

export const BREAKERS: readonly Breaker[] = [
  {
    stage: 'size',
    name: 'a body over 1 MiB',
    status: 413,
    code: 'BAD_REQUEST',
    change: drafted((draft) => setBody(draft, String(draft.body ?? '').padEnd(1024 * 1024 + 1))),
  },
  {
    stage: 'path and method',
    name: 'an unknown path',
    code: 'NOT_FOUND',
    change: target((path) => path.replace('/v1/', '/v1/nowhere/')),
  },
  {
    stage: 'certificate',
    name: 'no certificate',
    code: REQUIRED,
    path: CERTIFICATE,
    change: without(CERTIFICATE),
  },
  {
    stage: 'Signature syntax',
    name: 'a Signature without quotes',
    code: 'FORMAT_ERROR',
    path: 'Signature',
    change: signature((value) => value.replaceAll('"', '')),
  },
  {
    stage: 'keyId',
    name: 'another issuer',
    ...AT_SIGNATURE,
    says: /CA in the keyId/,
    change: drafted((draft) => {
      draft.keyId = draft.keyId.replace('CA=', 'CA=OU=X,');
    }),
  },
  {
    stage: 'Date',
    name: 'a Date of long ago',
    code: 'BAD_REQUEST',
    path: 'Date',
    change: header('Date', 'Tue, 03 Nov 2020 10:05:07 GMT'),
  },
  {
    stage: 'Digest',
    name: 'the Digest of another body',
    code: 'BAD_REQUEST',
    path: 'Digest',
    change: drafted((draft) => setHeader(draft, 'Digest', 'SHA-256=AAAA')),
  },
  {
    stage: 'algorithm',
    name: 'another algorithm',
    ...AT_SIGNATURE,
    says: /algorithm/,
    change: drafted((draft) => {
      draft.algorithm = 'rsa-sha512';
    }),
  },
  {
    stage: 'signed headers',
    name: 'an unlisted Date',
    ...AT_SIGNATURE,
    says: /list date/,
    change: drafted((draft) => {
      draft.signed = draft.signed.filter((name) => name !== 'date');
    }),
  },
  {
    stage: 'signature',
    name: "another's signature",
    ...AT_SIGNATURE,
    // The sentence of SIG-15, or the plain one beyond its limit per second.
    says: /does not verify|private key of the certificate/,
    change: drafted((draft) => {
      draft.signer = (text) => sign('RSA-SHA256', text, stranger);
    }),
  },
  {
    stage: 'trust and role',
    name: 'an expired certificate',
    code: 'FORBIDDEN',
    variant: 'expired',
  },
  {
    stage: 'required headers',
    name: 'no TPP-Redirect-URI',
    on: ['read', 'pay'],
    code: REQUIRED,
    path: 'TPP-Redirect-URI',
    change: header('TPP-Redirect-URI', undefined),
  },
  {
    stage: 'required headers',
    name: 'no X-Request-ID',
    on: ['mock'],
    code: REQUIRED,
    path: 'X-Request-ID',
    change: header('X-Request-ID', undefined),
  },
  {
    stage: 'header formats',
    name: 'an Accept without JSON',
    status: 406,
    code: 'FORMAT_ERROR',
    path: 'Accept',
    change: header('Accept', 'text/html'),
  },
  {
    stage: 'query',
    name: 'a parameter sent twice',
    on: ['pay'],
    code: 'FORMAT_ERROR',
    path: 'allowLogicalDuplicate',
    change: withQuery('allowLogicalDuplicate=false'),
  },
  {
    stage: 'query',
    name: 'a value that is no boolean',
    on: ['read'],
    code: 'FORMAT_ERROR',
    path: 'withBalance',
    change: target((path) => path.replace('=true', '=maybe')),
  },
  {
    stage: 'body',
    name: 'a creditorName that is too long',
    on: ['pay', 'mock'],
    code: 'FORMAT_ERROR',
    path: '/creditorName',
    change: edited({ creditorName: 'x'.repeat(71) }),
  },
  {
    stage: 'PSU, session, consent',
    name: 'X-PSU-IDENTITY of another person',
    on: ['read', 'pay'],
    code: 'BAD_REQUEST',
    path: 'X-PSU-IDENTITY',
    change: header('X-PSU-IDENTITY', PERSONS.odd),
  },
  {
    stage: 'business',
    name: 'a date that has passed',
    on: ['pay'],
    code: 'EXECUTION_DATE_INVALID',
    path: '/requestedExecutionDate',
    change: edited({ requestedExecutionDate: '2020-01-01' }),
  },
  {
    stage: 'business',
    name: 'a date to come',
    on: ['mock'],
    code: 'EXECUTION_DATE_INVALID',
    path: '/bookingDate',
    change: edited({ bookingDate: '2999-01-01', valueDate: '2999-01-01' }),
  },
];

/** One request with all of them broken. A later stage's change comes first, so that signing still covers it. */
export async function broken(breakers: readonly Breaker[], issuer: Scene): Promise<Change> {
  const order = breakers.toSorted((a, b) => STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage));
  const variant = breakers.find((one) => one.variant !== undefined)?.variant;
  return {
    ...(variant === undefined ? {} : { as: await issuer.certificate({ variant }) }),
    before: (draft) => {
      for (const { change } of order) change?.before?.(draft);
    },
    after: (headers) => {
      let list = headers;
      for (const { change } of order) list = (change?.after?.(list) ?? list) as typeof headers;
      return list;
    },
  };
}
