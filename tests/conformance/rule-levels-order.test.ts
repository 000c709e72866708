// ORD-01 with rule levels: where tolerated forms are refused, they take their place in the order of
// checks like any other mistake, and their refusals leave no trace.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CONTENT_BREAKERS } from '../support/conformance-breakers-content.ts';
import { SIGNING_BREAKERS } from '../support/conformance-breakers-signing.ts';
import { type Breaker, breakerOf, broken, STAGES } from '../support/conformance-pairs.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, type Scene } from '../support/conformance-scene.ts';
import { TOLERANT_RULES, TOLERATED_FORMS } from '../support/tolerated-forms.ts';

const BREAKERS = [...SIGNING_BREAKERS, ...CONTENT_BREAKERS].map(breakerOf);
const placeOf = ({ stage }: Breaker) => STAGES.indexOf(stage);
const collide = (a: Breaker, b: Breaker) => a.touches.split('/')[0] === b.touches.split('/')[0];

interface Pair {
  readonly title: string;
  readonly earlier: Breaker;
  readonly later: Breaker;
}

/** Pairs that both routes have are tried on one. */
const onRead = ({ earlier, later }: Pair) =>
  earlier.on.includes('read') && later.on.includes('read');
const PAIRS = {
  read: pairsOn('read'),
  pay: pairsOn('pay').filter((pair) => !onRead(pair)),
} as const;

/** Both orders of a tolerated form and an outright mistake, and two tolerated forms. */
function pairsOn(route: 'read' | 'pay'): readonly Pair[] {
  const on = (row: Breaker) => row.on.includes(route);
  return TOLERATED_FORMS.filter(on).flatMap((form, at) =>
    [...BREAKERS, ...TOLERATED_FORMS.slice(at + 1)]
      .filter((other) => on(other) && !collide(form, other) && placeOf(form) !== placeOf(other))
      .map((other) => {
        const [earlier, later] = placeOf(form) < placeOf(other) ? [form, other] : [other, form];
        const title = `${earlier.stage} (${earlier.name}) before ${later.stage} (${later.name})`;
        return { title, earlier, later };
      }),
  );
}

describe.each(['read', 'pay'] as const)(
  'ORD-01, CTRL-07: on the route %s, all at error',
  (route) => {
    let scene: Scene;
    let before: string;
    const pairs = PAIRS[route];

    beforeAll(async () => {
      scene = await openScene();
      const levels = Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'error']));
      const set = await scene.bank.control('PUT', '/_sandbox/rules', { preset: 'strict', levels });
      expect(set.status).toBe(200);
      before = await scene.state();
    });
    afterAll(() => scene.close());

    test.each(pairs)('ORD-01: $title', async ({ earlier, later }) => {
      const answer = await scene.send(route, await broken([earlier, later], scene));
      expectRefusal(answer, earlier.refusal);
    });

    test('ORD-01: none of them has left a trace', async () => {
      expect(await scene.state()).toBe(before);
    });
  },
);

test('ORD-01: every form stands before some mistake, and after some', () => {
  const all = [...PAIRS.read, ...PAIRS.pay];
  const first = all.map(({ earlier }) => earlier.name);
  const last = all.map(({ later }) => later.name);
  for (const { name } of TOLERATED_FORMS) {
    expect([name, first.includes(name), last.includes(name)]).toEqual([name, true, true]);
  }
});

describe('ORD-01: at warn, a mistake answers whatever was tolerated before it', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());

  const form = TOLERATED_FORMS.find(({ name }) => name === 'a serial in lower case');
  const mistakes = BREAKERS.filter((row) => row.on.includes('pay') && row.stage !== 'keyId');

  test.each(mistakes)('FIND-01: $stage: $name', async (mistake) => {
    if (form === undefined) throw new Error('no such form');
    const answer = await scene.send('pay', await broken([form, mistake], scene));
    expectRefusal(answer, mistake.refusal);
    const reached = placeOf(mistake) > placeOf(form);
    expect(answer.headers['sandbank-findings']).toBe(reached ? 'SIG-05' : undefined);
  });
});
