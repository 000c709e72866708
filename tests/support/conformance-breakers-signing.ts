// Breakers of the checks up to and including the signature (ORD-01).
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  drafted,
  header,
  replaced,
  setBody,
  signature,
  twice,
  without,
} from './conformance-changes.ts';
import type { BreakerRow } from './conformance-pairs.ts';
import { headerOf } from './tpp.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const target = (change: (target: string) => string) =>
  drafted((draft) => {
    draft.target = change(draft.target);
  });

const BEFORE_SIGNING: readonly BreakerRow[] = [
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
    touches: 'target',
    status: 404,
    code: 'NOT_FOUND',
    change: target((text) => text.replace('/v1/', '/v1/nowhere/')),
  },
  {
    stage: 'path and method',
    name: 'a wrong method',
    status: 405,
    code: 'BAD_REQUEST',
    change: drafted((draft) => {
      draft.method = 'PUT';
    }),
  },
  {
    stage: 'path and method',
    name: 'an unknown product',
    on: ['pay'],
    touches: 'target',
    status: 404,
    code: 'PRODUCT_UNKNOWN',
    change: target((text) => text.replace('sepa-credit', 'gold')),
  },
  {
    stage: 'certificate',
    name: 'no certificate',
    touches: 'certificate',
    code: 'HTTP_HEADER_REQUIRED',
    path: CERTIFICATE,
    change: without(CERTIFICATE),
  },
  {
    stage: 'certificate',
    name: 'a certificate of nonsense',
    touches: 'certificate',
    code: 'FORMAT_ERROR',
    path: CERTIFICATE,
    change: replaced(CERTIFICATE, () => 'AAAA'),
  },
  {
    stage: 'certificate',
    name: 'two certificates',
    touches: 'certificate',
    code: 'FORMAT_ERROR',
    path: CERTIFICATE,
    change: twice(CERTIFICATE),
  },
];

const SIGNATURE: readonly BreakerRow[] = [
  {
    stage: 'Signature syntax',
    name: 'no Signature',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'Signature',
    change: without('Signature'),
  },
  {
    stage: 'Signature syntax',
    name: 'a Signature without quotes',
    code: 'FORMAT_ERROR',
    path: 'Signature',
    change: signature((value) => value.replaceAll('"', '')),
  },
  {
    stage: 'Signature syntax',
    name: 'two Signatures',
    code: 'FORMAT_ERROR',
    path: 'Signature',
    change: twice('Signature'),
  },
  {
    stage: 'keyId',
    name: 'another serial',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /SN in the keyId/,
    change: drafted((draft) => {
      draft.keyId = draft.keyId.replace('SN=', 'SN=1');
    }),
  },
  {
    stage: 'keyId',
    name: 'another issuer',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /CA in the keyId/,
    change: drafted((draft) => {
      draft.keyId = draft.keyId.replace('CA=', 'CA=OU=X,');
    }),
  },
  {
    stage: 'algorithm',
    name: 'another algorithm',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /algorithm/,
    change: drafted((draft) => {
      draft.algorithm = 'rsa-sha512';
    }),
  },
  {
    stage: 'algorithm',
    name: 'a key of 1024 bits',
    touches: 'certificate',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /1024 bits/,
    variant: 'weak-key',
  },
  {
    stage: 'signed headers',
    name: 'an unlisted Date',
    touches: 'Date',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /list date/,
    change: drafted((draft) => {
      draft.signed = draft.signed.filter((name) => name !== 'date');
    }),
  },
  {
    stage: 'signed headers',
    name: 'host listed',
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /"host"/,
    change: drafted((draft) => {
      const carried = draft.signed.filter((name) => headerOf(draft.headers, name) !== undefined);
      draft.signed = [...carried, 'host'];
      draft.keepAbsent = true;
    }),
  },
  {
    stage: 'signed headers',
    name: 'two X-Request-IDs',
    touches: 'X-Request-ID',
    code: 'FORMAT_ERROR',
    path: 'X-Request-ID',
    change: twice('X-Request-ID'),
  },
  {
    stage: 'signature',
    name: "another's signature",
    code: 'BAD_REQUEST',
    path: 'Signature',
    // The sentence of SIG-15, or the plain one beyond its limit per second.
    says: /does not verify|private key of the certificate/,
    change: drafted((draft) => {
      draft.signer = (text) => sign('RSA-SHA256', text, stranger);
    }),
  },
];

const DATE_AND_DIGEST: readonly BreakerRow[] = [
  {
    stage: 'Date',
    name: 'no Date',
    touches: 'Date',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'Date',
    change: header('Date', undefined),
  },
  {
    stage: 'Date',
    name: 'a Date that is none',
    touches: 'Date',
    code: 'FORMAT_ERROR',
    path: 'Date',
    change: header('Date', 'today'),
  },
  {
    stage: 'Date',
    name: 'a Date of long ago',
    touches: 'Date',
    code: 'BAD_REQUEST',
    path: 'Date',
    change: header('Date', 'Tue, 03 Nov 2020 10:05:07 GMT'),
  },
  {
    stage: 'Digest',
    name: 'no Digest',
    on: ['pay', 'mock'],
    touches: 'Digest',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'Digest',
    change: header('Digest', undefined),
  },
  {
    stage: 'Digest',
    name: 'a Digest of nonsense',
    touches: 'Digest',
    code: 'FORMAT_ERROR',
    path: 'Digest',
    change: header('Digest', 'nonsense'),
  },
  {
    stage: 'Digest',
    name: 'the Digest of another body',
    touches: 'Digest',
    code: 'BAD_REQUEST',
    path: 'Digest',
    change: header('Digest', 'SHA-256=AAAA'),
  },
];

export const SIGNING_BREAKERS: readonly BreakerRow[] = [
  ...BEFORE_SIGNING,
  ...SIGNATURE,
  ...DATE_AND_DIGEST,
];
