// How the bank is prepared for each scenario, and what it says of each effect, is what is written in
// tests/fixtures/tables/scenarios.txt; the sentences are in docs/scenarios/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { effectText } from '../../../server/insight/scenarios/effect-text.ts';
import { type Scenario, showsStored, TASKS } from '../../../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { variablesOf } from '../../../server/insight/scenarios/turn-variables.ts';
import { expectRecorded, shortened, shown } from '../../support/recorded.ts';

const NOW = Date.UTC(2026, 5, 17, 8);

function linesOf({ name, task, setup = {}, must = [], should = [], ...rest }: Scenario): string[] {
  const { seed, ...more } = setup;
  const made = typeof seed === 'function' ? seed(NOW) : seed;
  const judged = [...must.map((one) => ({ ...one, is: 'must' })), ...should];
  return [
    `# ${name}`,
    `${task} ${Object.values(rest).map((text) => `${text}`.length)} ${showsStored({ name, task, must, should, ...rest })}`,
    ...Object.entries(more).map(([key, value]) => `${key}: ${shortened(value, 1500)}`),
    ...Object.entries(made ?? {}).map(([key, value]) => `seed ${key}: ${shortened(value, 1500)}`),
    ...judged.map(({ says, cites, needs, ...one }) => shown([says, cites, needs, 'is' in one])),
  ];
}

const EFFECTS: readonly Parameters<typeof effectText>[0][] = [
  ...[{ status: 503 }, { code: 'CONFLICT' }, { status: 409, code: 'CONFLICT' }, { retryAfter: 20 }],
  ...[{ advance: 'PT1H' }, { revokeConsents: true }, { html: true }, { delayMs: 1500 }],
  ...[{ truncate: 10 }, { malformed: true }, { reset: true }, { loseReply: true }],
  ...[{ scaPageDown: true }, { extraMembers: true }, { callback: { state: 'x' } }],
  { status: 503, retryAfter: 1, html: true, advance: 'P1D', truncate: 0 },
] as never;

test('SCEN-01: the setups: are what the bank says now', () => {
  const turn = { name: 'n', task: 'pay', run: 2, person: 'p', payments: [{ a: 1 }] };
  const connected = { psuId: 'i', sessionId: 's', psuCorporateId: 'c' };
  const lines = [
    ...SCENARIOS.flatMap(linesOf),
    ...EFFECTS.map((effect) => `${shown(effect)}: ${effectText(effect)}`),
    shown(TASKS),
    shown(variablesOf('https://bank.example', turn as never)),
    shown(variablesOf('', { ...turn, connected, callback: 'b' } as never)),
  ];
  expectRecorded('tables/scenarios.txt', lines);
});
