// What the page of the redirect catcher shows (CTRL-06). Pure.

import { defined } from '../../kernel/defined.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { shellWord } from '../../protocol/shown-text.ts';
import type { FlowPurpose } from '../sca/tables.ts';
import { parametersOf, type ReturningPsu } from './catch-redirect.ts';

export interface CaughtPage {
  readonly language: Language;
  readonly bankName: string;
  /** `/banks/{bank}`, or nothing for the default bank. */
  readonly prefix: string;
  readonly step: 'back' | 'approved' | 'failed' | 'other';
  /** Who approved, where the bank knows it. */
  readonly person?: string;
  readonly company?: string;
  /** What was approved: which text. */
  readonly kind?: FlowPurpose['kind'];
  /** If the SCA failed: what that means, which text. */
  readonly code?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly value: string;
    /** If the bank adds it: which text. */
    readonly kind?: string;
  }[];
  /** The request that the TPP sends now. */
  readonly next?: NextRequest;
}

interface NextRequest {
  /** The request line and the headers that come from the redirect. */
  readonly request: string;
  /** The same for the command line. */
  readonly command: string;
}

/** Parameters that the bank adds (SCA-03, SCA-04). */
const KNOWN = ['psu-id', 'psu-corporate-id', 'tpp-session-id', 'context', 'system', 'code'];
/** What the parameter `code` can be in a redirect. */
const CODES = [
  'SCA_INVALID',
  'PAYMENT_FAILED',
  'PSU_CREDENTIALS_INVALID',
  'SCA_EXPIRED',
  'SYSTEM_ERROR',
];

/** Who came back, and where that person's TPP goes on. */
export interface Back extends ReturningPsu {
  /** Absolute. */
  readonly next: URL;
}

export function caughtPage(
  url: string,
  frame: Pick<CaughtPage, 'language' | 'bankName' | 'prefix'>,
  back?: Back,
): CaughtPage {
  const query = parametersOf(url);
  const code = CODES.find((known) => known === query['code']);
  const step = code !== undefined ? 'failed' : 'psu-id' in query ? 'approved' : 'other';
  const page: CaughtPage = {
    ...frame,
    step,
    ...defined({ code }),
    parameters: Object.entries(query).map(([name, value]) => ({
      name,
      value,
      ...defined({ kind: KNOWN.find((known) => known === name) }),
    })),
  };
  if (back === undefined || step !== 'approved') return page;
  const { person, company, purpose, next } = back;
  const known = {
    step: 'back',
    person,
    kind: purpose.kind,
    next: nextRequest(next, query),
  } as const;
  return { ...page, ...known, ...defined({ company }) };
}

/** Header and parameter. */
const HEADERS = [
  ['PSU-ID', 'psu-id'],
  ['PSU-Corporate-ID', 'psu-corporate-id'],
  ['TPP-Session-ID', 'tpp-session-id'],
] as const;

function nextRequest(url: URL, query: Readonly<Record<string, string>>): NextRequest {
  const headers = HEADERS.flatMap(([header, name]) => {
    const value = query[name];
    return value === undefined ? [] : [`${header}: ${value}`];
  });
  // RFC 5737 keeps this address for examples.
  headers.push('PSU-IP-Address: 192.0.2.10');
  return {
    request: [`GET ${url.pathname}`, ...headers].join('\n'),
    command: [
      `npx sandbank call GET ${url.href}`,
      // The session is any text that the TPP chose.
      ...headers.map((header) => `-H ${shellWord(header)}`),
    ].join(' \\\n  '),
  };
}
