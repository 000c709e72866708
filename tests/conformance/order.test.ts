// ORD-01: of all that is wrong with a request the earliest check answers. From the first stage on all of
// them are broken, then from the second on, and so on; a tolerated form takes its place among them.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BREAKERS, type Breaker, broken, isOn, ORDER_ROUTES, STAGES } from '../support/breakers.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, type Scene, testScene } from '../support/conformance-scene.ts';
import { TOLERANT_RULES, TOLERATED_FORMS } from '../support/tolerated-forms.ts';

/** The certificates that are wrong in one thing are its; each is made once. */
const house = await testScene();

/** Stages that a route does not have: nothing is asked there that could be wrong. */
const LACKING: Readonly<Record<(typeof ORDER_ROUTES)[number], readonly string[]>> = {
  read: ['body', 'business'],
  pay: [],
  mock: ['query', 'PSU, session, consent'],
};

const placeOf = ({ stage }: Breaker): number => STAGES.indexOf(stage);

describe.each(ORDER_ROUTES)('ORD-01: on the route %s', (route) => {
  const breakers = BREAKERS.filter(isOn(route));
  let scene: Scene;
  let before: string;

  beforeAll(async () => {
    scene = await openScene(house.bank);
    before = await scene.state();
  });

  test('ORD-01: each stage that it has is broken, and none twice', () => {
    const stages = STAGES.filter((stage) => !LACKING[route].includes(stage));
    expect(breakers.map(({ stage }) => stage)).toEqual(stages);
  });

  test.each(breakers.map((breaker, at) => ({ breaker, at, name: breaker.name })))(
    'ORD-01: $name answers, whatever is broken after it',
    async ({ breaker, at }) => {
      expectRefusal(await scene.send(route, await broken(breakers.slice(at), house)), breaker);
    },
  );

  test.each(breakers)('ORD-01: $name alone is refused', async (breaker) => {
    expectRefusal(await scene.send(route, await broken([breaker], house)), breaker);
  });

  test('ORD-01: none of them has left a trace', async () => {
    expect(await scene.state()).toBe(before);
  });
});

describe('ORD-01, CTRL-07: forms that are refused, at level error', () => {
  let scene: Scene;
  let before: string;

  beforeAll(async () => {
    scene = await openScene(house.bank);
    const levels = Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'error']));
    const set = await scene.bank.control('PUT', '/_sandbox/rules', { preset: 'strict', levels });
    expect(set.status).toBe(200);
    before = await scene.state();
  });
  afterAll(async () => expect(await scene.state()).toBe(before));

  const mistakes = BREAKERS.filter(isOn('pay'));

  test.each(TOLERATED_FORMS)('ORD-01: $name before and after mistakes', async (form) => {
    const later = mistakes.filter((one) => placeOf(one) > placeOf(form));
    expectRefusal(await scene.send('pay', await broken([form, ...later], house)), form);
    const [earlier] = mistakes.filter((one) => placeOf(one) < placeOf(form)).slice(-1);
    if (earlier === undefined) throw new Error(`nothing before ${form.stage}`);
    expectRefusal(await scene.send('pay', await broken([earlier, form], house)), earlier);
  });
});

describe('ORD-01: at warn, a mistake answers whatever was tolerated before it', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(house.bank);
  });

  const form = TOLERATED_FORMS.find(({ name }) => name === 'a serial in lower case') as Breaker;
  const mistakes = BREAKERS.filter(isOn('pay')).filter(({ stage }) => stage !== 'keyId');

  test.each(mistakes)('FIND-01: $stage: $name', async (mistake) => {
    const answer = await scene.send('pay', await broken([form, mistake], house));
    expectRefusal(answer, mistake);
    const reached = placeOf(mistake) > placeOf(form);
    expect(answer.headers['sandbank-findings']).toBe(reached ? 'SIG-05' : undefined);
  });
});
