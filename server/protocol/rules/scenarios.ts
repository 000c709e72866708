// Rules of the scenarios: what Sandbank promises to a client that it judges.
import type { Rule } from './rule.ts';

export const SCENARIO_RULES = [
  {
    id: 'SCEN-01',
    sentence:
      'A scenario plays on a bank of its own, which it empties and prepares. What the bank does meanwhile depends on the requests that it sees, and not on real time.',
  },
  {
    id: 'SCEN-02',
    sentence:
      'A client is judged by what the bank saw: its requests, payments, consents and sessions. It fails by what a rule forbids; a habit that costs money or patience is advice.',
  },
  {
    id: 'SCEN-03',
    sentence:
      'The same client gets the same judgements again. A client that sent no request fails, and so does one whose requests the bank refused before the scenario took place.',
  },
] as const satisfies readonly Rule[];
