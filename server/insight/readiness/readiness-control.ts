// `{b}/_sandbox/readiness`: checks the recorded payments against the rules of another date and profile
// (CTRL-12).

import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { PaymentDeps } from '../../bank/payments/deps.ts';
import { dateAt, isPlainDate, type PlainDate } from '../../kernel/dates.ts';
import { ApiError } from '../../protocol/errors.ts';
import { PROFILES, type Profile } from '../../protocol/profile.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RequestLog } from '../inspector/request-log.ts';
import { readinessReport } from './readiness-report.ts';

export interface ReadinessDeps {
  /** The inspector's requests of a bank, newest first. */
  readonly requests: RequestLog['list'];
  /** The profile is this bank's own. */
  readonly payments: Pick<PaymentDeps, 'profile' | 'bankDirectory'>;
}

export function readinessOperation({ requests, payments }: ReadinessDeps): ControlOperation {
  const { profile: own, bankDirectory } = payments;
  return {
    id: 'getReadiness',
    method: 'GET',
    path: '/_sandbox/readiness',
    summary: 'Which recorded payments the bank would refuse on another date, and why',
    rule: 'CTRL-12',
    success: { status: 200, schema: 'control/readiness.json' },
    view: 'readiness',
    query: ['at', 'profile'],
    async handle({ bank, query }): Promise<Reply> {
      const today = dateAt(bank.now);
      const date = dateOf(query['at'] ?? today);
      const profile = profileOf(query['profile'] ?? own);
      const report = readinessReport({
        requests: await requests(bank.bank),
        now: { date: today, profile: own },
        later: { date, profile },
        bankDirectory,
      });
      return { status: 200, body: report };
    },
  };
}

function dateOf(text: string): PlainDate {
  if (isPlainDate(text)) return text;
  const sentence = 'at must be a date that exists, such as 2026-11-15.';
  throw new ApiError('CTRL-12', 'FORMAT_ERROR', sentence, { path: 'at' });
}

function profileOf(text: string): Profile {
  const profile = PROFILES.find((known) => known === text);
  if (profile !== undefined) return profile;
  const sentence = `profile must be ${PROFILES.join(' or ')}.`;
  throw new ApiError('CTRL-12', 'FORMAT_ERROR', sentence, { path: 'profile' });
}
