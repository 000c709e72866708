// Breakers of the checks after the signature (ORD-01).
import { PERSONS } from './bank.ts';
import { drafted, header, setBody } from './conformance-changes.ts';
import type { BreakerRow } from './conformance-pairs.ts';

const target = (change: (target: string) => string) =>
  drafted((draft) => {
    draft.target = change(draft.target);
  });
const query = (pair: string) => target((text) => `${text}${text.includes('?') ? '&' : '?'}${pair}`);
const edited = (change: (body: Record<string, unknown>) => void) =>
  drafted((draft) => {
    const body = JSON.parse(String(draft.body));
    change(body);
    setBody(draft, JSON.stringify(body));
  });

const TRUST_AND_HEADERS: readonly BreakerRow[] = [
  {
    stage: 'trust and role',
    name: 'an expired certificate',
    touches: 'certificate',
    status: 403,
    code: 'FORBIDDEN',
    variant: 'expired',
  },
  {
    stage: 'trust and role',
    name: 'a certificate of another role',
    on: ['read', 'pay'],
    touches: 'certificate',
    status: 403,
    code: 'FORBIDDEN',
    variant: 'wrong-role',
  },
  ...(['x-accept-fix', 'TPP-Session-ID', 'PSU-IP-Address'] as const).map((name) => ({
    stage: 'required headers' as const,
    name: `no ${name}`,
    on: ['pay'] as const,
    touches: name,
    code: 'HTTP_HEADER_REQUIRED',
    path: name,
    change: header(name, undefined),
  })),
  {
    stage: 'required headers',
    name: 'no TPP-Redirect-URI',
    on: ['read', 'pay'],
    touches: 'TPP-Redirect-URI',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'TPP-Redirect-URI',
    change: header('TPP-Redirect-URI', undefined),
  },
  {
    stage: 'required headers',
    name: 'no X-Request-ID',
    touches: 'X-Request-ID',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'X-Request-ID',
    change: header('X-Request-ID', undefined),
  },
  {
    stage: 'header formats',
    name: 'a PSU-ID that is no UUID',
    on: ['read', 'pay'],
    touches: 'PSU-ID',
    code: 'FORMAT_ERROR',
    path: 'PSU-ID',
    change: header('PSU-ID', 'jonas'),
  },
  {
    stage: 'header formats',
    name: 'an X-Request-ID with a space',
    touches: 'X-Request-ID',
    code: 'FORMAT_ERROR',
    path: 'X-Request-ID',
    change: header('X-Request-ID', 'two words'),
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
    stage: 'header formats',
    name: 'a body of another type',
    on: ['pay', 'mock'],
    touches: 'Content-Type',
    status: 415,
    code: 'FORMAT_ERROR',
    path: 'Content-Type',
    change: header('Content-Type', 'text/plain'),
  },
];

const CONTENT: readonly BreakerRow[] = [
  {
    stage: 'query',
    name: 'a parameter sent twice',
    on: ['pay'],
    touches: 'query',
    code: 'FORMAT_ERROR',
    path: 'allowLogicalDuplicate',
    change: query('allowLogicalDuplicate=false'),
  },
  {
    stage: 'query',
    name: 'a value that is no boolean',
    on: ['pay'],
    touches: 'query',
    code: 'FORMAT_ERROR',
    path: 'allowLogicalDuplicate',
    change: target((text) => text.replace('=true', '=maybe')),
  },
  {
    stage: 'query',
    name: 'a value that is no boolean',
    on: ['read'],
    touches: 'query',
    code: 'FORMAT_ERROR',
    path: 'withBalance',
    change: target((text) => text.replace('=true', '=maybe')),
  },
  {
    stage: 'body',
    name: 'a body that is no JSON',
    on: ['pay', 'mock'],
    touches: 'body',
    code: 'FORMAT_ERROR',
    says: /line 1, column 1/,
    change: drafted((draft) => setBody(draft, 'nothing')),
  },
  {
    stage: 'body',
    name: 'a creditorName that is too long',
    on: ['pay', 'mock'],
    touches: 'body/creditorName',
    code: 'FORMAT_ERROR',
    path: '/creditorName',
    change: edited((body) => {
      body['creditorName'] = 'x'.repeat(71);
    }),
  },
  {
    stage: 'PSU, session, consent',
    name: 'a PSU-ID that nobody has',
    on: ['read', 'pay'],
    touches: 'PSU-ID',
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    path: 'PSU-ID',
    change: header('PSU-ID', '00000000-0000-4000-8000-000000000000'),
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
    name: "another's debtor account",
    on: ['pay'],
    touches: 'body/debtorAccount',
    code: 'RESOURCE_UNKNOWN',
    path: '/debtorAccount',
    change: edited((body) => {
      body['debtorAccount'] = { iban: 'NO0399999962927', currency: 'NOK' };
    }),
  },
  {
    stage: 'business',
    name: 'a date that has passed',
    on: ['pay'],
    touches: 'body/requestedExecutionDate',
    code: 'EXECUTION_DATE_INVALID',
    path: '/requestedExecutionDate',
    change: edited((body) => {
      body['requestedExecutionDate'] = '2020-01-01';
    }),
  },
  {
    stage: 'business',
    name: 'a date to come',
    on: ['mock'],
    touches: 'body/bookingDate',
    code: 'EXECUTION_DATE_INVALID',
    path: '/bookingDate',
    change: edited((body) => {
      body['bookingDate'] = '2999-01-01';
      body['valueDate'] = '2999-01-01';
    }),
  },
];

export const CONTENT_BREAKERS: readonly BreakerRow[] = [...TRUST_AND_HEADERS, ...CONTENT];
