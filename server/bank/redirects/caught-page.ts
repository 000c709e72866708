// What the page of the redirect catcher shows (CTRL-06). Pure.
import { defined } from '../../kernel/defined.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { parametersOf } from './catch-redirect.ts';

export interface CaughtPage {
  readonly language: Language;
  readonly bankName: string;
  readonly step: 'approved' | 'failed' | 'other';
  readonly parameters: readonly {
    readonly name: string;
    readonly value: string;
    /** If the bank says something about it: which text. */
    readonly kind?: string;
  }[];
}

/** Parameters that the bank adds (SCA-03, SCA-04). */
const KNOWN = ['psu-id', 'psu-corporate-id', 'tpp-session-id', 'context', 'system'];
/** What the parameter `code` can be in a redirect. */
const CODES = [
  'SCA_INVALID',
  'PAYMENT_FAILED',
  'PSU_CREDENTIALS_INVALID',
  'SCA_EXPIRED',
  'SYSTEM_ERROR',
];

export function caughtPage(
  url: string,
  frame: Pick<CaughtPage, 'language' | 'bankName'>,
): CaughtPage {
  const query = parametersOf(url);
  const isFailure = CODES.includes(query['code'] ?? '');
  return {
    ...frame,
    step: isFailure ? 'failed' : 'psu-id' in query ? 'approved' : 'other',
    parameters: Object.entries(query).map(([name, value]) => ({
      name,
      value,
      ...defined({ kind: kindOf(name, value) }),
    })),
  };
}

function kindOf(name: string, value: string): string | undefined {
  if (name === 'code') return CODES.find((code) => code === value);
  return KNOWN.find((known) => known === name);
}
