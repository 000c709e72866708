// Scenarios (SCEN-01): a good client passes each, and for each judgement there is a client that fails it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ScenarioPlayer } from '../../client/play-scenario.ts';
import type { ScenarioTurn } from '../../client/scenarios.ts';
import { createSigner } from '../../client/sign.ts';
import { createSandbank, scenarios } from '../../client/testing.ts';
import type { Verdict } from '../../server/insight/scenarios/judge.ts';
import type { Scenario } from '../../server/insight/scenarios/scenario.ts';
import {
  MADE,
  scenarioPage,
  scenarioTables,
} from '../../server/insight/scenarios/scenario-page.ts';
import { SCENARIOS } from '../../server/insight/scenarios/scenarios.ts';
import { createSandbank as start } from '../../server/sandbank.ts';
import { control } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { sampleOf } from '../support/corpus.ts';
import { keyStock } from '../support/key-stock.ts';
import { expectRecordedPart } from '../support/recorded.ts';
import { verdictLines } from '../support/recorded-verdict.ts';
import { type Habit, ScenarioClient, Stop } from '../support/scenario-client.ts';
import { HABITS } from '../support/scenario-habits.ts';
import { ROOT } from '../support/source-tree.ts';
import { eachTestAt } from '../support/still-clock.ts';

/** A Wednesday in summer, in the morning. */
eachTestAt(Date.UTC(2026, 5, 17, 8));

const settings = { makeKey: keyStock() };
const player = new ScenarioPlayer(start, true);
afterAll(() => player.close());

function playWith(scenario: Scenario, habit?: Habit): Promise<Verdict> {
  const client = new ScenarioClient(habit);
  const run = async (turn: Parameters<typeof client.run>[1]) => {
    return client.run(scenario.task, turn).catch((error: unknown) => {
      if (!(error instanceof Stop)) throw error;
    });
  };
  return player.play(scenario, run, { settings });
}

const named = (name: string): Scenario => {
  const found = SCENARIOS.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** What the bank has judged, and seen, is what is written in tests/fixtures/scenarios/. */
const expectJudged = (verdict: Verdict, habit = 'a good client'): void =>
  expectRecordedPart(`scenarios/${verdict.name}.txt`, habit, verdictLines(verdict));

const judgementsOf = ({ must = [], should = [] }: Scenario) => [...must, ...should];
const cases = SCENARIOS.flatMap((scenario) =>
  judgementsOf(scenario).map((judgement, i) => ({
    scenario,
    name: scenario.name,
    says: judgement.says,
    isMust: i < (scenario.must?.length ?? 0),
    habit: HABITS[scenario.name]?.[i],
  })),
);

test('SCEN-02: each scenario has a name of its own, and a client that fails each judgement', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(HABITS).sort()).toEqual([...names].sort());
  expect(cases.filter(({ habit }) => habit === undefined)).toEqual([]);
  expect(cases).toHaveLength(Object.values(HABITS).flat().length);
});

const sampled = sampleOf(SCENARIOS, ({ name }) => name);

describe('a good client', () => {
  test.each(sampled)('SCEN-02: passes: $title', async (scenario) => {
    const verdict = await playWith(scenario);
    expect([...verdict.failures, ...verdict.advice]).toEqual([]);
    expectJudged(verdict);
  });
});

describe('a bad client', () => {
  test.each(sampleOf(cases, ({ name, says }) => `${name} ${says}`))(
    'SCEN-02: fails $name: does not what a good one does, which $says',
    async (one) => {
      const { scenario, says, isMust, habit } = one;
      const verdict = await playWith(scenario, habit);
      // How many of its requests an impatient client leaves is the machine's.
      if (habit !== 'has no patience') expectJudged(verdict, habit);
      const { failures, advice } = verdict;
      const sentences = (isMust ? failures : advice).map(({ sentence }) => sentence);
      expect(sentences).toContain(`A good client ${says}.`);
    },
  );
});

test('SCEN-03: the same client gets the same judgements ten times', async () => {
  const scenario = named('payment-answer-lost');
  const first = await playWith(scenario, 'pays anew');
  const shapeOf = ({ failures, advice, requests }: Verdict) => [
    failures.map(({ sentence, cites }) => [sentence, cites]),
    advice.length,
    requests.map(({ request, status }) => [request.replace(/[0-9a-f-]{36}/, 'id'), status]),
  ];
  for (let i = 0; i < 9; i++) {
    expect(shapeOf(await playWith(scenario, 'pays anew'))).toEqual(shapeOf(first));
  }
});

describe('a client to which nothing happens', () => {
  const fails = async (scenario: Scenario, habit: Habit) => {
    const { failures } = await playWith(scenario, habit);
    const text = failures.map((one) => `${one.sentence} ${one.text}`).join('\n');
    expect(text).toMatch(/sends requests that the bank can answer\. The bank refused it: 4\d\d /);
  };
  test.each(sampled)('SCEN-03: fails if its signature is wrong: $title', (scenario) =>
    fails(scenario, 'signs wrongly'),
  );
  test('SCEN-03: fails if it never sends the request at which something happens', async () => {
    const { failures } = await playWith(named('busy-503'), 'reads no transactions');
    expect(failures.map(({ text }) => text)).toEqual([
      'Your client never sent the request at which something happens: the bank answered 503, asked to wait 20 s.',
    ]);
  });

  const paying = SCENARIOS.filter(({ task }) => ['pay', 'cancel', 'basket'].includes(task));
  test.each(sampleOf(paying, ({ name }) => name))(
    'SCEN-03: fails if its payments are refused for their form: $title',
    (scenario) => fails(scenario, 'writes payments wrongly'),
  );
});

test('SCEN-03: a client that sends nothing fails', async () => {
  const { failures } = await playWith(named('texts'), 'does nothing');
  expect(failures[0]?.text).toMatch(/^The bank saw no request/);
});

test('SCEN-01: a bank with the usual clock does not play one that needs another, and stays as it was', async () => {
  const bank = await start({ makeKey: keyStock() });
  const path = '/_sandbox/scenarios';
  const before = await control(bank.url, 'GET', '/_sandbox/seed');
  const refused = await control(bank.url, 'POST', `${path}/clock-off`);
  const after = await control(bank.url, 'GET', '/_sandbox/seed');
  const { turn } = (await control(bank.url, 'GET', path)).body;
  await bank.close();
  expectRefusal(refused, { status: 409, code: 'CONFLICT' });
  expect(refused.body.tppMessages[0].text).toMatch(/^clock-off needs a bank with another clock: /);
  expect([after.body, turn]).toEqual([before.body, undefined]);
});

test('SCEN-01: the clock is not waited for: three days and their weekend pass at once', async () => {
  const { failures } = await playWith(named('accepted-and-waits'));
  expect(failures).toEqual([]);
});

test('the pages in docs/ are what npm run rules prints', () => {
  for (const scenario of SCENARIOS) {
    expect(readFileSync(join(ROOT, `docs/scenarios/${scenario.name}.md`), 'utf8')).toBe(
      scenarioPage(scenario),
    );
  }
  expect(readdirSync(join(ROOT, 'docs/scenarios'))).toHaveLength(SCENARIOS.length);
  const [, tables] = readFileSync(join(ROOT, 'docs/scenarios.md'), 'utf8').split(MADE);
  expect(MADE + tables).toBe(scenarioTables());
});

describe('in the test kit', () => {
  test('SIG-11: while the clock is off, answers have the Date of the bank; a client connects before that', async () => {
    const off: number[] = [];
    const ask = async ({ url, certificate, privateKey, keyId }: ScenarioTurn) => {
      const sign = createSigner({ certificate, privateKey, keyId });
      const asked = { method: 'POST', url: `${url}/v1/bank-offered-consents` };
      const own = { 'TPP-Redirect-URI': 'https://tpp.example/', 'PSU-IP-Address': '192.0.2.7' };
      const answer = await fetch(asked.url, {
        method: asked.method,
        headers: sign({ ...asked, headers: own }),
      });
      off.push(Date.parse(answer.headers.get('date') ?? '') - Date.now());
      const { _links } = (await answer.json()) as { _links?: { scaRedirect: { href: string } } };
      if (_links !== undefined) await fetch(_links.scaRedirect.href, { redirect: 'manual' });
    };
    const [scenario] = scenarios.of('read').filter(({ name }) => name === 'clock-off');
    const verdict = await scenario?.play(ask, { settings, connect: ask });
    expect(verdict?.error).toBeUndefined();
    const [before = Number.NaN, later = Number.NaN] = off;
    expect(Math.abs(before)).toBeLessThan(45_000);
    expect(later).toBeGreaterThan(45_000);
    expect(verdict?.requests.map(({ status }) => status)).toEqual([400]);
  });

  test('SCEN-01: a scenario is played with a client, whose failure is handed back', async () => {
    const [scenario] = scenarios.of('read').filter(({ name }) => name === 'many-transactions');
    if (scenario === undefined) throw new Error('no such scenario');
    const verdict = await scenario.play(
      async (turn) => {
        expect(Object.keys(turn.connected ?? {}).sort()).toEqual(
          expect.arrayContaining(['psuId', 'sessionId', 'tpp']),
        );
        await new ScenarioClient('reads the first page only').run('read', turn);
        throw new Error('gave up');
      },
      { settings },
    );
    expect(verdict.error).toEqual(new Error('gave up'));
    expect(verdict.failures).toEqual([
      {
        sentence: 'A good client follows every next link, until an answer has none.',
        cites: 'ACC-03',
        text: 'This answer has transactions._links.next (offset 100), which was not followed.',
        request: expect.stringMatching(/^x\d+$/),
      },
    ]);
  });

  test('SCEN-01: a client with a certificate of its own connects by itself', async () => {
    const bank = await createSandbank(settings);
    const own = await bank.control('POST', '/certificates', {
      organisationId: 'PSDNO-FSA-900000001',
    });
    await bank.close();
    const [scenario] = scenarios
      .of('read')
      .filter(({ name }) => name === 'session-over-before-read');
    const client = new ScenarioClient();
    const ownTurn = (turn: Parameters<typeof client.run>[1]) => ({ ...turn, ...own });
    const verdict = await scenario?.play((turn) => client.run('read', ownTurn(turn)), {
      settings,
      connect: (turn) => new ScenarioClient().run('connect', ownTurn(turn)),
    });
    expect(verdict?.error).toBeUndefined();
    expect(verdict?.failures).toEqual([]);
    expect(verdict?.requests.map(({ status }) => status)).toContain(200);
  });
});
