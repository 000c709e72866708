// SES-06: what the PSU approves is what the page showed. If that is no longer so, the page is shown again.
import { describe, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import type { Answer } from '../support/http.ts';
import { SEPA } from '../support/payment-scene.ts';
import {
  approve,
  cancel,
  identify,
  openPage,
  redirectOf,
  type ScaPage,
} from '../support/sca-browser.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const payment = (amount = '100.50') => {
  const body = scene.sepa({ instructedAmount: { amount, currency: 'EUR' } });
  return scene.pay(`${SEPA}?allowLogicalDuplicate=true`, body);
};
const basketOf = (...made: readonly Answer[]) =>
  scene.pay('/v1/signing-baskets', { paymentIds: made.map(({ body }) => body.paymentId) });
const approvalPage = async (asked: Answer) => identify(await openPage(asked), PERSONS.jonas);

/** The page again, with a word about it, instead of a redirect. */
function expectAgain({ answer, step }: ScaPage): void {
  expect([answer.status, answer.headers['location'], step]).toEqual([409, undefined, 'approve']);
  expect(answer.text).toContain('has changed meanwhile');
}

describe('SES-06: what the page showed has changed', () => {
  test('SES-06: a payment of the basket was deleted: the page shows what is left, and the next click approves that', async () => {
    const [gone, stays] = [await payment('40.00'), await payment('60.25')];
    const page = await approvalPage(await basketOf(gone, stays));
    expect(page.answer.text).toContain('100.25');
    await scene.remove(gone);
    const again = await approve(page);
    expectAgain(again);
    expect(again.answer.text).toContain('60.25');
    expect(again.answer.text).not.toContain('100.25');
    expect(await scene.statusOf(stays)).toBe('RCVD');
    expectAgain(await approve(page));
    expect(redirectOf(await approve(again)).searchParams.get('psu-id')).toBe(scene.psu.psuId);
    expect([await scene.statusOf(gone), await scene.statusOf(stays)]).toEqual(['CANC', 'PDNG']);
  });

  test('SES-06: Cancel needs no second look', async () => {
    const [gone, stays] = [await payment(), await payment()];
    const page = await approvalPage(await basketOf(gone, stays));
    await scene.remove(gone);
    expect(redirectOf(await cancel(page)).searchParams.get('code')).toBe('PAYMENT_FAILED');
  });

  test('SES-06: nothing is left: the approval is refused', async () => {
    const gone = await payment();
    const page = await approvalPage(await basketOf(gone));
    await scene.remove(gone);
    expect(redirectOf(await approve(page)).searchParams.get('code')).toBe('PAYMENT_FAILED');
  });

  test('SES-06: the day ends while the page is open: another date, so the page is shown again', async () => {
    await scene.advanceTo('2026-06-10T23:55:00+02:00');
    const made = await payment();
    const page = await approvalPage(made);
    await scene.advance('PT10M');
    const again = await approve(page);
    expectAgain(again);
    expect(await scene.statusOf(made)).toBe('RCVD');
    redirectOf(await approve(again));
    expect(await scene.statusOf(made)).toBe('PDNG');
  });

  test("SES-06, SCA-09: the same in the bank's app", async () => {
    const app = { ...scene.psu.tpp.defaults, 'TPP-Redirect-Preferred': 'false' };
    const [gone, stays] = [await payment(), await payment()];
    const paymentIds = [gone, stays].map(({ body }) => body.paymentId);
    const asked = await scene.psu.tpp.with(app).post('/v1/signing-baskets', { paymentIds });
    const { href } = asked.body._links.scaRedirect;
    await openPage(href);
    const page = await openPage(`${href}/app`);
    await scene.remove(gone);
    const again = await approve(page);
    expectAgain(again);
    expect(await scene.statusOf(stays)).toBe('RCVD');
    expect((await approve(again)).answer.text).toContain('<h1>Approved</h1>');
    expect(await scene.statusOf(stays)).toBe('PDNG');
  });
});
