// What a client that plays gets to know, as environment variables (docs/scenarios.md).
import type { Turn } from './play.ts';

export const variablesOf = (url: string, turn: Turn): Readonly<Record<string, string>> => ({
  SANDBANK_URL: url,
  SANDBANK_SCENARIO: turn.name,
  SANDBANK_TASK: turn.task,
  SANDBANK_RUN: String(turn.run),
  SANDBANK_PERSON: turn.person,
  SANDBANK_PSU_ID: turn.connected?.psuId ?? '',
  SANDBANK_SESSION_ID: turn.connected?.sessionId ?? '',
  SANDBANK_PSU_CORPORATE_ID: turn.connected?.psuCorporateId ?? '',
  SANDBANK_PAYMENTS: JSON.stringify(turn.payments),
  SANDBANK_CALLBACK: turn.callback ?? '',
});
