// Signing baskets (BASK-01 … BASK-03): one SCA for several payments, each with a life of its own.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { removeCustomer } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { type Body, payerOf, refOf, SEPA, selfOf } from '../support/payment-scene.ts';
import {
  CROSS_BORDER_ALIAS,
  crossBorderFrom,
  DOMESTIC,
  domesticFrom,
  PRODUCT_CASES,
  STRAKS,
} from '../support/product-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const BASKETS = '/v1/signing-baskets';

const scene = await eachScene();

const idOf = (made: Answer): string => made.body.paymentId;
const post = (paymentIds: readonly unknown[], tpp = scene.psu.tpp) =>
  tpp.post(BASKETS, { paymentIds });
const domestic = (change: Body = {}, path = DOMESTIC) =>
  scene.pay(`${path}?allowLogicalDuplicate=true`, domesticFrom(scene, change));
const grouped = async (...made: readonly Answer[]): Promise<Answer> => {
  const basket = await post(made.map(idOf));
  expect({ status: basket.status, text: basket.text }).toEqual({ status: 201, text: basket.text });
  return basket;
};
const basketStatus = async (basket: Answer) =>
  (await scene.psu.tpp.get(`${selfOf(basket)}/status`)).body.transactionStatus;

describe('BASK-01: what it takes', () => {
  test('BASK-01: 201 with id, status, links and Location', async () => {
    const basket = await grouped(await domestic(), await domestic());
    const { basketId } = basket.body;
    const self = `${BASKETS}/${basketId}`;
    expect(basket.body).toEqual({
      basketId,
      transactionStatus: 'RCVD',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] },
        scaRedirect: { href: expect.stringContaining(`${scene.bank.url}/sca/`), verbs: ['GET'] },
      },
    });
    expect(basket.headers['location']).toBe(new URL(scene.bank.url).pathname + self);
  });

  test.each(PRODUCT_CASES.filter((row) => row.single))('BASK-01: $name', async (row) => {
    await grouped(await scene.pay(row.path, row.body(scene)));
  });

  test.each(PRODUCT_CASES.filter((row) => !row.single))(
    'BASK-01: $name inside is REFERENCE_MIX_INVALID, and the others stay free',
    async (row) => {
      const other = await domestic();
      const made = await scene.pay(row.path, row.body(scene));
      const mix = { code: 'REFERENCE_MIX_INVALID', path: '/paymentIds/1' };
      expectRefusal(await post([idOf(other), idOf(made)]), mix);
      await grouped(other);
    },
  );

  test.each([
    ['none', [], '/paymentIds'],
    ['101', Array.from({ length: 101 }, () => randomUUID()), '/paymentIds'],
    ['a number', [7], '/paymentIds/0'],
  ])('BASK-01: %s is FORMAT_ERROR', async (_, ids, path) => {
    expectRefusal(await post(ids), { code: 'FORMAT_ERROR', path });
  });

  test('BASK-01: the same twice is FORMAT_ERROR', async () => {
    const id = idOf(await domestic());
    expectRefusal(await post([id, id]), { code: 'FORMAT_ERROR', path: '/paymentIds' });
  });

  test("BASK-01: unknown, another person's and another TPP's are 400 RESOURCE_UNKNOWN", async () => {
    const mine = idOf(await domestic());
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    const second = await scene.bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const elsewhere = await payerOf(scene.bank, PERSONS.jonas, second);
    const unknown = { code: 'RESOURCE_UNKNOWN' };
    expectRefusal(await post([mine, randomUUID()]), { ...unknown, path: '/paymentIds/1' });
    for (const { tpp } of [odd, elsewhere]) {
      expectRefusal(await post([mine], tpp), { ...unknown, path: '/paymentIds/0' });
    }
  });

  test('BASK-01: one that was created without PSU-ID is in reach of the PSU who approves it', async () => {
    const { 'PSU-ID': _, ...single } = scene.psu.tpp.defaults;
    const unknown = scene.bank.tpp.with({ ...single, 'PSU-Context': 'PRIVATE' });
    await grouped(await scene.pay(SEPA, scene.sepa(), unknown));
  });

  test('BASK-01: one such payment and one of the PSU, in any order: the basket is that of the PSU', async () => {
    const { 'PSU-ID': _, ...single } = scene.psu.tpp.defaults;
    const unknown = scene.bank.tpp.with({ ...single, 'PSU-Context': 'PRIVATE' });
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    for (const order of [[unknown, scene.psu.tpp] as const, [scene.psu.tpp, unknown] as const]) {
      const made = [];
      for (const tpp of order)
        made.push(await scene.pay(`${SEPA}?allowLogicalDuplicate=true`, scene.sepa(), tpp));
      const basket = await grouped(...made);
      const refusal = { status: 404, code: 'RESOURCE_UNKNOWN' };
      expectRefusal(await odd.tpp.get(selfOf(basket)), refusal);
      await expect(scene.approve(basket, { nationalId: PERSONS.odd })).rejects.toThrow();
      expect((await scene.approve(basket)).get('code')).toBeNull();
    }
  });

  test('BASK-01: approved, deleted, or in another basket is 409', async () => {
    const approved = await domestic();
    await scene.approve(approved);
    const deleted = await domestic();
    await scene.remove(deleted);
    const inside = await domestic();
    await grouped(inside);
    for (const made of [approved, deleted, inside]) {
      const conflict = { code: 'CONFLICT', path: '/paymentIds/0' };
      expectRefusal(await post([idOf(made)]), conflict);
    }
  });

  test('BASK-01: without PSU-ID it is 401 with scaRedirect', async () => {
    const id = idOf(await domestic());
    const answer = await post([id], scene.psu.tpp.with({ 'PSU-ID': undefined }));
    expectRefusal(answer, { code: 'CONSENT_INVALID', path: 'PSU-ID' });
    expect(answer.body._links.scaRedirect).toBeDefined();
  });
});

describe('BASK-02: its life', () => {
  test('BASK-02: details are the ids in their order', async () => {
    const made = [await domestic(), await domestic({}, STRAKS)];
    const basket = await grouped(...made);
    const { scaRedirect: _, ..._links } = basket.body._links;
    const read = await scene.psu.tpp.get(selfOf(basket));
    expect(read.body).toEqual({ payments: made.map(idOf), transactionStatus: 'RCVD', _links });
    const status = await scene.psu.tpp.get(`${selfOf(basket)}/status`);
    expect(status.body).toEqual({ transactionStatus: 'RCVD' });
  });

  test('BASK-02: one SCA approves all', async () => {
    const made = [
      await domestic(),
      await domestic({ requestedExecutionDate: '2026-06-12' }),
      await domestic({}, STRAKS),
    ];
    const basket = await grouped(...made);
    const back = await scene.approve(basket);
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    const statuses = await Promise.all(made.map((one) => scene.statusOf(one)));
    expect(statuses).toEqual(['PDNG', 'ACTC', 'ACSC']);
    const list = await scene.psu.tpp.get(`${selfOf(basket)}/authorisations`);
    const [authorisationId, ...others] = list.body.authorisationIds;
    expect(others).toEqual([]);
    const one = await scene.psu.tpp.get(`${selfOf(basket)}/authorisations/${authorisationId}`);
    expect(one.body).toEqual({ scaStatus: 'finalised' });
    const links = Object.keys((await scene.psu.tpp.get(selfOf(basket))).body._links);
    expect(links.sort()).toEqual(['self', 'status']);
  });

  test('BASK-02: its page lists the payments with a total per currency', async () => {
    const basket = await grouped(
      await domestic(),
      await domestic({ instructedAmount: { amount: '20.50', currency: 'NOK' } }),
      await scene.pay(CROSS_BORDER_ALIAS, crossBorderFrom(scene)),
    );
    const { href } = basket.body._links.scaRedirect;
    const cookieless = (body?: URLSearchParams) =>
      fetch(`${href}?lang=en`, body === undefined ? {} : { method: 'POST', body });
    const first = await (await cookieless()).text();
    const token = /name="token" value="([^"]+)"/.exec(first)?.[1] ?? '';
    const page = await (await cookieless(new URLSearchParams({ token, do: 'identify' }))).text();
    for (const shown of ['120.50', 'NOK', '1,000', 'JPY', 'Payment 3 of 3', 'Yamada Shoten']) {
      expect(page.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('&nbsp;', ' ')).toContain(shown);
    }
  });

  test('BASK-02: a payment inside is not authorised by itself, by its old link neither', async () => {
    const made = await domestic();
    await grouped(made);
    expectRefusal(await scene.start(made), { code: 'CONFLICT' });
    expect((await scene.get(made)).body._links).not.toHaveProperty('startAuthorisation');
    expect((await scene.approve(made)).get('code')).toBe('PAYMENT_FAILED');
    expect(await scene.statusOf(made)).toBe('RCVD');
  });

  test('BASK-02: a payment inside can be deleted; the others are approved', async () => {
    const [gone, stays] = [await domestic(), await domestic()];
    const basket = await grouped(gone, stays);
    expect((await scene.remove(gone)).status).toBe(204);
    expect(await basketStatus(basket)).toBe('CANC');
    await scene.approve(basket);
    expect(await scene.statusOf(stays)).toBe('PDNG');
    expect(await scene.statusOf(gone)).toBe('CANC');
  });

  test('BASK-02: DELETE before approval: 204, CANC, readable, and its payments are free', async () => {
    const made = await domestic();
    const basket = await grouped(made);
    expect((await scene.remove(basket)).status).toBe(204);
    expect(await basketStatus(basket)).toBe('CANC');
    expect(await scene.statusOf(made)).toBe('RCVD');
    expect((await scene.approve(basket)).get('code')).toBe('PAYMENT_FAILED');
    expectRefusal(await scene.remove(basket), {
      code: 'CONFLICT',
      says: /CANC/,
    });
    await scene.approve(await grouped(made));
    expect(await scene.statusOf(made)).toBe('PDNG');
  });

  test('BASK-02, MOVE-01: failures at the links of a deleted basket do not count', async () => {
    const made = await domestic();
    const basket = await grouped(made);
    const path = `${selfOf(basket)}/authorisations`;
    const links = [basket, await scene.post(path), await scene.post(path)];
    await scene.remove(basket);
    for (const link of links) await scene.approve(link, { outcome: 'cancel' });
    expect(await scene.statusOf(made)).toBe('RCVD');
  });

  test('BASK-02: after approval neither DELETE nor another SCA', async () => {
    const basket = await grouped(await domestic());
    await scene.approve(basket);
    for (const answer of [await scene.remove(basket), await scene.start(basket)]) {
      expectRefusal(answer, { code: 'CONFLICT', says: /PDNG/ });
    }
  });

  test('BASK-02, MOVE-01: again after a failed SCA; the third failure rejects its payments', async () => {
    const made = await domestic();
    const basket = await grouped(made);
    const path = `${selfOf(basket)}/authorisations`;
    expect((await scene.approve(basket, { outcome: 'cancel' })).get('code')).toBe('PAYMENT_FAILED');
    await scene.approve(await scene.post(path), { outcome: 'wrong-id' });
    const third = await scene.post(path);
    expect(third.status).toBe(201);
    expect(await basketStatus(basket)).toBe('RCVD');
    await scene.approve(third, { outcome: 'cancel' });
    expect([await scene.statusOf(made), await basketStatus(basket)]).toEqual(['RJCT', 'RJCT']);
    expectRefusal(await scene.post(path), { code: 'CONFLICT' });
  });

  test("BASK-02, PAY-18: another PSU's and another TPP's basket is unknown", async () => {
    const basket = await grouped(await domestic());
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    const second = await scene.bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const elsewhere = await payerOf(scene.bank, PERSONS.jonas, second);
    const self = selfOf(basket);
    for (const { tpp } of [odd, elsewhere]) {
      for (const [method, part] of [
        ['GET', ''],
        ['GET', '/status'],
        ['DELETE', ''],
        ['POST', '/authorisations'],
        ['GET', '/authorisations'],
        ['GET', `/authorisations/${randomUUID()}`],
      ] as const) {
        const answer = await tpp.send(method, self + part);
        expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
      }
    }
    expect(await basketStatus(basket)).toBe('RCVD');
  });

  test('BASK-02, PAY-20: payments of single SCA: the basket’s link identifies the person', async () => {
    const pisp = scene.tpp.with({ ...psuHeaders(), 'x-accept-fix': 'x', 'PSU-Context': 'PRIVATE' });
    const made = [
      await pisp.post(`${DOMESTIC}?allowLogicalDuplicate=true`, domesticFrom(scene)),
      await pisp.post(`${DOMESTIC}?allowLogicalDuplicate=true`, domesticFrom(scene)),
    ];
    const basket = await post(made.map(idOf), pisp);
    expect(basket.status).toBe(201);
    const wrong = await scene.approve(basket, { nationalId: PERSONS.odd });
    expect(wrong.get('code')).toBe('PAYMENT_FAILED');
    const self = selfOf(basket);
    const again = await pisp.post(`${self}/authorisations`);
    await scene.approve(again, { nationalId: PERSONS.jonas });
    expect((await pisp.get(`${self}/status`)).body.transactionStatus).toBe('PDNG');
    expectRefusal(await post([idOf(await domestic())], pisp), { code: 'CONSENT_INVALID' });
  });
});

describe('BASK-02: what it rests on goes', () => {
  test('SBX-03: a customer who is deleted takes their baskets along, links included', async () => {
    const basket = await grouped(await domestic());
    await removeCustomer(scene.tpp, PERSONS.jonas);
    const link = await fetch(basket.body._links.scaRedirect.href);
    expect(link.status).toBe(404);
  });

  test('SBX-04: payments of a deleted account are gone, the others are approved', async () => {
    const from = await scene.newAccount({ currency: 'NOK', balance: '500.00' });
    const [gone, stays] = [await domestic({ debtorAccount: refOf(from) }), await domestic()];
    const basket = await grouped(gone, stays);
    await scene.tpp.send('DELETE', `/v1/sandbox/accounts/${from.id}`);
    expect((await scene.psu.tpp.get(selfOf(basket))).body).toMatchObject({
      payments: [idOf(gone), idOf(stays)],
      transactionStatus: 'RCVD',
    });
    await scene.approve(basket);
    expect(await basketStatus(basket)).toBe('PDNG');
  });
});

describe('BASK-03: the worst of its payments', () => {
  test('BASK-03: ACWC before ACSP before ACSC', async () => {
    const better = ['ACSC', 'ACWC', 'ACSP'];
    const made: Answer[] = [];
    for (const one of better) made.push(await domestic({ creditorName: `Sandbox ${one}` }));
    const basket = await grouped(...made);
    await scene.approve(basket);
    expect(await Promise.all(made.map((one) => scene.statusOf(one)))).toEqual(better);
    expect(await basketStatus(basket)).toBe('ACWC');
  });

  test('BASK-03: not atomic: without funds for one, the other is paid', async () => {
    const amount = (text: string) => ({ instructedAmount: { amount: text, currency: 'NOK' } });
    const made = [await domestic(amount('6000.00')), await domestic(amount('4000.01'))];
    const basket = await grouped(...made);
    await scene.approve(basket);
    await scene.advance('PT2S');
    const statuses = await Promise.all(made.map((one) => scene.statusOf(one)));
    expect([...statuses, await basketStatus(basket)]).toEqual(['ACSC', 'ACCP', 'ACCP']);
  });

  test('BASK-03, CONS-11: what could not be approved is free again', async () => {
    const sent = await scene.pay(SEPA, scene.sepa());
    const paid = await domestic();
    const basket = await grouped(sent, paid);
    const permissions = `/_sandbox/accounts/${scene.eur.id}/permissions`;
    await scene.bank.control('PUT', permissions, { payments: false });
    expect((await scene.approve(basket)).get('code')).toBeNull();
    expect(await scene.statusOf(paid)).toBe('PDNG');
    expect([await scene.statusOf(sent), await basketStatus(basket)]).toEqual(['RCVD', 'RCVD']);
    await scene.bank.control('PUT', permissions, { payments: true });
    await scene.approve(await scene.start(sent));
    expect(await scene.statusOf(sent)).toBe('PDNG');
  });

  test('MOVE-02: approvals and deletions of baskets at once leave one outcome each', async () => {
    const debtor = await scene.newAccount({ currency: 'EUR', balance: '10.00' });
    const sent = scene.sepa({
      debtorAccount: refOf(debtor),
      instructedAmount: { amount: '1.00', currency: 'EUR' },
    });
    const all: { made: Answer; basket: Answer }[] = [];
    for (let i = 0; i < 12; i += 1) {
      const made = await scene.pay(`${SEPA}?allowLogicalDuplicate=true`, sent);
      all.push({ made, basket: await grouped(made) });
    }
    const outcomes = await Promise.all(
      all.map(async ({ basket }, i) => {
        const acts = [
          async () => ((await scene.approve(basket)).get('code') === null ? 'approved' : 'no'),
          async () => ((await scene.remove(basket)).status === 204 ? 'deleted' : 'no'),
        ];
        const both = await Promise.all((i % 2 === 0 ? acts : acts.reverse()).map((act) => act()));
        return both.filter((one) => one !== 'no');
      }),
    );
    for (const [i, outcome] of outcomes.entries()) {
      expect(outcome).toHaveLength(1);
      const status = outcome[0] === 'approved' ? 'PDNG' : 'RCVD';
      expect(await scene.statusOf(all[i]?.made as Answer)).toBe(status);
    }
    await scene.advance('PT2S');
    const settled = outcomes.filter(([one]) => one === 'approved').length;
    const left = (10 - Math.min(settled, 10)).toFixed(2);
    expect((await scene.balances(debtor))['closingBooked']).toBe(left);
  });
});
