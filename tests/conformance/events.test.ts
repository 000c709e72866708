// What a bank did by itself, over HTTP (CTRL-06): listed, filtered and waited for.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { SEPA } from '../support/payment-scene.ts';
import { domesticFrom, STRAKS } from '../support/product-scene.ts';
import { openPage } from '../support/sca-browser.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const list = async (query = '') =>
  (await scene.bank.control('GET', `/_sandbox/events${query}`)).body;
const next = (query: string) => scene.bank.control('GET', `/_sandbox/events/next${query}`);

async function approved(): Promise<string> {
  const made = await scene.pay(`${SEPA}?allowLogicalDuplicate=true`, scene.sepa());
  await scene.approve(made);
  return made.body.paymentId;
}

describe('the list', () => {
  test('CTRL-06: has what clock/advance reported, newest first, with numbers', async () => {
    await approved();
    const settled = await scene.advance('PT10S');
    const ended = await scene.advance('PT2H');
    expect(settled.map(({ type }) => type)).toEqual(['paymentSettled']);
    const { events, last } = await list();
    const plain = events.map(({ number: _, ...event }: { number: number }) => event);
    expect(plain).toEqual([...settled, ...ended].reverse());
    expect(last).toBe(events[0].number);
    const numbers = events.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  test('CTRL-06: is filtered by type and payment, and is of one bank alone', async () => {
    const ids = [await approved(), await approved()];
    await scene.advance('PT2H');
    const { events } = await list(`?type=paymentSettled&paymentId=${ids[1]}`);
    expect(events).toMatchObject([{ type: 'paymentSettled', paymentId: ids[1] }]);
    expect((await list('?type=paymentSettled')).events).toHaveLength(2);
    expect((await list('?type=paymentSettled&limit=1')).events).toHaveLength(1);
    const other = await scene.bank.tenant().control('GET', '/_sandbox/events');
    expect(other.body).toEqual({ events: [], last: 0 });
  });
});

test('CTRL-06: a payment that settles when it is approved is an event too', async () => {
  const made = await scene.pay(STRAKS, domesticFrom(scene));
  await scene.approve(made);
  const { paymentId } = made.body;
  const { events } = await list(`?type=paymentSettled&paymentId=${paymentId}`);
  expect(events).toMatchObject([{ paymentId, transactionStatus: 'ACSC' }]);
});

test('CTRL-06: so is one that needs no approval', async () => {
  await scene.bank.control('PUT', '/_sandbox/sca-policy', { demand: 'never' });
  const { body } = await scene.pay(STRAKS, domesticFrom(scene));
  const { paymentId, transactionStatus } = body;
  const { events } = await list(`?type=paymentSettled&paymentId=${paymentId}`);
  expect([transactionStatus, events]).toMatchObject(['ACSC', [{ transactionStatus: 'ACSC' }]]);
});

test('CLOCK-01, CTRL-06: so is one that settles when the clock reaches its approval, as clock/advance says', async () => {
  const policy = { mode: 'auto', after: 'PT40S' };
  await scene.bank.control('PUT', '/_sandbox/sca-policy', policy);
  const { body } = await scene.pay(STRAKS, domesticFrom(scene));
  await openPage(body._links.scaRedirect.href);
  const told = await scene.advance('PT2H');
  const { paymentId } = body;
  const settled = { type: 'paymentSettled', paymentId, transactionStatus: 'ACSC' };
  expect(told).toMatchObject([settled, { type: 'sessionEnded' }]);
  const { events } = await list();
  expect(events).toMatchObject([...told].reverse());
});

describe('waiting', () => {
  test('CTRL-06: next answers when a payment settles by itself', async () => {
    const { last } = await list();
    await scene.bank.control('PUT', '/_sandbox/clock', { frozen: false });
    const paymentId = await approved();
    const query = `?type=paymentSettled&paymentId=${paymentId}&after=${last}&timeout=PT60S`;
    const { status, body } = await next(query);
    expect([status, body.type, body.paymentId]).toEqual([200, 'paymentSettled', paymentId]);
    expect(body.transactionStatus).toBe('ACSC');
    expect((await list()).events).toContainEqual(body);
  });

  test('CTRL-06: next without after counts only what happens later', async () => {
    await approved();
    await scene.advance('PT2H');
    const none = { status: 404, code: 'RESOURCE_UNKNOWN', says: /No event that matches/ };
    expectRefusal(await next('?type=paymentSettled&timeout=PT0S'), none);
    expect((await next('?after=0&type=paymentSettled&timeout=PT0S')).status).toBe(200);
  });
});
