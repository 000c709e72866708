// Every status of a payment against every event that comes from outside (MOVE-01): what the table of
// moves does not have is refused with CONFLICT and changes nothing.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { openScene, selfOf } from '../support/payment-scene.ts';
import { DOMESTIC, domesticFrom, repeatable } from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

const scene = await openScene(await testBank());

/** A payment in that status, with a link to approve it that was made before it got there. */
async function paymentIn(status: string): Promise<{ made: Answer; link: Answer }> {
  const sent = domesticFrom(scene, { creditorName: `Sandbox ${status}` });
  const made = await scene.pay(repeatable(DOMESTIC), sent);
  const link = await scene.start(made);
  if (status !== 'RCVD') await scene.approve(made);
  expect(await scene.statusOf(made)).toBe(status);
  return { made, link };
}

const EVENTS = ['DELETE', 'approve', 'authorise', 'cancel'] as const;
type Event = (typeof EVENTS)[number];

/** What the table has; every other cell is a refusal. */
const MOVES: Readonly<Record<string, Partial<Record<Event, string>>>> = {
  RCVD: { DELETE: 'CANC', approve: 'PDNG', authorise: 'RCVD' },
  ACTC: { DELETE: 'ACTC', cancel: 'CANC' },
  ACWC: { DELETE: 'ACWC', cancel: 'CANC' },
};

/** Of those that are answered at once: until it is approved a DELETE is done, then it takes an SCA. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  DELETE: { RCVD: 204, ACTC: 202, ACWC: 202 },
  authorise: { RCVD: 201 },
  cancel: { ACTC: 201, ACWC: 201 },
};

/** Makes the event happen; the refusal, where there is one to see at once. */
async function happen(event: Event, made: Answer, link: Answer): Promise<Answer | undefined> {
  const self = selfOf(made);
  if (event === 'DELETE') return scene.remove(made);
  if (event === 'authorise') return scene.psu.tpp.post(`${self}/authorisations`);
  if (event === 'approve') {
    const back = await scene.approve(link);
    expect([null, 'PAYMENT_FAILED']).toContain(back.get('code'));
    return undefined;
  }
  const started = await scene.psu.tpp.post(`${self}/cancellation-authorisations`);
  if (started.status === 201) await scene.approve(started);
  return started;
}

const STATUSES = 'ACCP ACSC ACSP ACTC ACWC ACWP RCVD PDNG RJCT CANC PART'.split(' ');

describe.each(STATUSES)('%s', (status) => {
  test.each(EVENTS)('MOVE-01, PAY-17: %s', async (event) => {
    const { made, link } = await paymentIn(status);
    const before = [await scene.balances(scene.nok), (await scene.get(made)).text];
    const answer = await happen(event, made, link);
    const after = MOVES[status]?.[event];
    if (after !== undefined) {
      // Sandbox RCVD is no magic name: its approval goes the ordinary way.
      expect([await scene.statusOf(made), answer?.status]).toEqual([
        after,
        ANSWERS[event]?.[status],
      ]);
      expect((await scene.get(made, '/authorisations')).status).toBe(200);
      return;
    }
    if (answer !== undefined) {
      expectRefusal(answer, { code: 'CONFLICT', says: new RegExp(status) });
    }
    expect([await scene.balances(scene.nok), (await scene.get(made)).text]).toEqual(before);
  });

  test('MOVE-01: three failed SCAs reject it only while it waits for approval', async () => {
    const { made, link } = await paymentIn(status);
    const links = [link];
    if (status === 'RCVD') {
      links.push(made, await scene.start(made));
    }
    for (const one of links) await scene.approve(one, { outcome: 'cancel' });
    expect(await scene.statusOf(made)).toBe(status === 'RCVD' ? 'RJCT' : status);
  });
});

test('MOVE-01: time alone moves none of them', async () => {
  const made = await Promise.all(STATUSES.map((status) => paymentIn(status)));
  await scene.advance('P30D');
  const after = await Promise.all(made.map((one) => scene.statusOf(one.made)));
  expect(after).toEqual(STATUSES);
});
