// ORD-01: a request that breaks two rules is answered by the earlier one. One table of breakers, from
// which every pair of neighbours is made, on three routes.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CONTENT_BREAKERS } from '../support/conformance-breakers-content.ts';
import { SIGNING_BREAKERS } from '../support/conformance-breakers-signing.ts';
import {
  breakerOf,
  broken,
  ORDER_ROUTES,
  pairsOf,
  STAGES,
  type Stage,
} from '../support/conformance-pairs.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, type Scene, testScene } from '../support/conformance-scene.ts';

const BREAKERS = [...SIGNING_BREAKERS, ...CONTENT_BREAKERS].map(breakerOf);

/** Stages that a route does not have: nothing is asked there that could be wrong. */
const LACKING: Readonly<Record<(typeof ORDER_ROUTES)[number], readonly Stage[]>> = {
  read: ['body', 'business'],
  pay: [],
  mock: ['query', 'PSU, session, consent'],
};

/** The bank, and the certificates that are wrong in one thing: each is made once. */
const house = await testScene();

describe.each(ORDER_ROUTES)('ORD-01: on the route %s', (route) => {
  let scene: Scene;
  let before: string;
  const breakers = BREAKERS.filter(({ on }) => on.includes(route));
  const pairs = pairsOf(breakers, route === 'pay' ? 'full' : 'short');

  beforeAll(async () => {
    scene = await openScene(house.bank);
    before = await scene.state();
  });

  test('ORD-01: each stage has a breaker, and every two neighbours a pair', () => {
    const stages = STAGES.filter((stage) => !LACKING[route].includes(stage));
    expect(STAGES.filter((stage) => breakers.some((one) => one.stage === stage))).toEqual(stages);
    const neighbours = stages.slice(1).map((stage, at) => `${stages[at]} < ${stage}`);
    const paired = pairs.map(({ earlier, later }) => `${earlier.stage} < ${later.stage}`);
    expect(neighbours.filter((one) => !paired.includes(one))).toEqual([]);
    expect(paired).toContain(`${stages[0]} < ${stages.at(-1)}`);
  });

  test.each(breakers)('ORD-01: $stage: $name alone is refused', async (breaker) => {
    expectRefusal(await scene.send(route, await broken([breaker], house)), breaker.refusal);
  });

  test.each(
    pairs.map((pair) => ({
      ...pair,
      name: `${pair.earlier.stage} (${pair.earlier.name}) before ${pair.later.stage} (${pair.later.name})`,
    })),
  )('ORD-01: $name', async ({ earlier, later }) => {
    const answer = await scene.send(route, await broken([earlier, later], house));
    expectRefusal(answer, earlier.refusal);
  });

  test('ORD-01: none of them has left a trace', async () => {
    expect(await scene.state()).toBe(before);
  });
});
