// Payments over HTTP: create, read, whose they are, when no SCA is needed.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PERSONS, UUID } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import {
  KINDS,
  openScene,
  PERIODIC,
  payerOf,
  refOf,
  SEPA,
  selfOf,
} from '../support/payment-scene.ts';
import { repeatable } from '../support/product-scene.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
/** Another TPP. */
const second = await house.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
const scene = eachTest(() => openScene(house));

describe.each(KINDS)('%s', (path, kind) => {
  test('PAY-01: 201 with every member, its links and its Location', async () => {
    const made = await scene.pay(path, scene[kind]());
    const { paymentId } = made.body;
    const self = `${path}/${paymentId}`;
    expect(paymentId).toMatch(UUID);
    expect(made.body).toEqual({
      paymentId,
      transactionStatus: 'RCVD',
      transactionFees: { amount: '0.00', currency: kind === 'sepa' ? 'EUR' : 'NOK' },
      transactionFeeIndicator: false,
      psuMessage: 'The payment waits for your approval in the bank.',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] },
        scaRedirect: { href: expect.stringContaining(`${scene.bank.url}/sca/`), verbs: ['GET'] },
      },
    });
    expect(made.headers['location']).toBe(new URL(scene.bank.url).pathname + self);
  });

  test('PAY-01: psuMessage is in the language of the call', async () => {
    const nb = scene.psu.tpp.with({ 'Accept-Language': 'nb, en;q=0.5' });
    const made = await scene.pay(path, scene[kind](), nb);
    expect(made.body.psuMessage).toContain('godkjenner');
    expect(made.headers['content-language']).toBe('nb');
  });

  test('PAY-14: details are what was sent, with id and status; status is both', async () => {
    const sent = scene[kind]({ creditorName: 'Åse "Ø" Ærlig' });
    const made = await scene.pay(path, sent);
    const { paymentId } = made.body;
    const { scaRedirect: _, ..._links } = made.body._links;
    const details = await scene.get(made);
    expect(details.body).toMatchObject({
      ...sent,
      paymentId,
      transactionStatus: 'RCVD',
      _links,
    });
    const known = [...Object.keys(sent), 'paymentId', 'transactionStatus', '_links'];
    const periodic = kind === 'periodic' ? ['executions', 'nextExecutions'] : [];
    expect(Object.keys(details.body).sort()).toEqual([...known, ...periodic].sort());
    expect((await scene.get(made, '/status')).body).toEqual({
      paymentId,
      transactionStatus: 'RCVD',
      psuMessage: expect.any(String),
      _links,
    });
  });

  test('PAY-16: after approval there is no startAuthorisation link any more', async () => {
    const made = await scene.pay(path, scene[kind]());
    await scene.approve(made);
    for (const part of ['', '/status']) {
      const { _links } = (await scene.get(made, part)).body;
      expect(Object.keys(_links).sort()).toEqual(['self', 'status']);
    }
  });

  const PARTS = [
    ['GET', ''],
    ['GET', '/status'],
    ['DELETE', ''],
    ['POST', '/authorisations'],
    ['GET', '/authorisations'],
    ['POST', '/cancellation-authorisations'],
    ['GET', '/cancellation-authorisations'],
  ] as const;

  test("PAY-18: another PSU's, another TPP's, and an id under another product are unknown", async () => {
    const made = await scene.pay(path, scene[kind]());
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    const elsewhere = await payerOf(scene.bank, PERSONS.jonas, second.at(scene.bank.url));
    const otherPath = path === SEPA ? PERIODIC : SEPA;
    const self = selfOf(made);
    const [authorisationId] = (await scene.get(made, '/authorisations')).body.authorisationIds;
    const parts = [...PARTS, ['GET', `/authorisations/${authorisationId}`]] as const;
    for (const [method, part] of parts) {
      const answers = [
        await odd.tpp.send(method, self + part),
        await elsewhere.tpp.send(method, self + part),
        await scene.psu.tpp.send(method, self.replace(path, otherPath) + part),
        await scene.psu.tpp.send(method, `${path}/${randomUUID()}${part}`),
      ];
      for (const answer of answers) {
        expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
      }
    }
    expect(await scene.statusOf(made)).toBe('RCVD');
    expect((await scene.get(made, '/authorisations')).body.authorisationIds).toHaveLength(1);
  });

  test('PAY-16: an authorisation that is not of this payment is 404', async () => {
    const made = await scene.pay(path, scene[kind]());
    const { currency } = scene[kind === 'sepa' ? 'eur' : 'nok'];
    const instructedAmount = { amount: '7.00', currency };
    const other = await scene.pay(path, scene[kind]({ instructedAmount }));
    const [id] = (await scene.get(other, '/authorisations')).body.authorisationIds;
    const answer = await scene.get(made, `/authorisations/${id}`);
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });
});

describe('exempt from SCA', () => {
  const savings = () => scene.newAccount({ currency: 'EUR' });

  test('PAY-01, SES-06: between own accounts in a session: PDNG at once, and two links; not after its end', async () => {
    const creditorAccount = refOf(await savings());
    const made = await scene.pay(SEPA, scene.sepa({ creditorAccount }));
    const self = selfOf(made);
    expect(made.body).toEqual({
      paymentId: made.body.paymentId,
      transactionStatus: 'PDNG',
      transactionFees: { amount: '0.00', currency: 'EUR' },
      transactionFeeIndicator: false,
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
      },
    });
    expect((await scene.get(made, '/authorisations')).body.authorisationIds).toEqual([]);
    await scene.advance('PT61M');
    const late = await scene.pay(repeatable(SEPA), scene.sepa({ creditorAccount }));
    expect(late.body.transactionStatus).toBe('RCVD');
  });

  test('PAY-01, SES-06: with its date ahead, or periodic, it is ACTC at once', async () => {
    const creditorAccount = refOf(await savings());
    const ahead = { creditorAccount, requestedExecutionDate: '2026-06-12' };
    const later = await scene.pay(SEPA, scene.sepa(ahead));
    const own = refOf(await scene.newAccount({ currency: 'NOK' }));
    const periodic = await scene.pay(PERIODIC, scene.periodic({ creditorAccount: own }));
    for (const { body } of [later, periodic]) {
      expect(body.transactionStatus).toBe('ACTC');
      expect(Object.keys(body._links).sort()).toEqual(['self', 'status']);
    }
  });

  test.each([
    ['outside a session', { 'TPP-Session-ID': 'a-new-one' }, PERSONS.jonas],
    ['to another person', {}, PERSONS.odd],
  ])('SES-06: %s it needs its SCA', async (_, headers, customerNumber) => {
    const account = await scene.newAccount({ currency: 'EUR', customerNumber });
    const body = scene.sepa({ creditorAccount: refOf(account) });
    const made = await scene.pay(SEPA, body, scene.psu.tpp.with(headers));
    expect(made.body.transactionStatus).toBe('RCVD');
    expect(made.body._links.scaRedirect).toBeDefined();
  });
});

test.each([
  ['POST', '/v1/payments/nothing', 404, 'PRODUCT_UNKNOWN'],
  ['GET', `/v1/payments/nothing/${randomUUID()}`, 404, 'PRODUCT_UNKNOWN'],
  ['POST', '/v1/periodic-payments/SEPA-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
  ['POST', '/v1/periodic-payments/sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
  ['DELETE', `/v1/bulk-payments/sepa-credit-transfers/${randomUUID()}`, 403, 'PRODUCT_INVALID'],
])('PROD-01: %s %s is %i %s', async (method, path, status, code) => {
  const body = method === 'POST' ? scene.sepa() : undefined;
  const says = status === 404 ? /it offers: [\w-]+-credit-transfers/ : /it is at \/v1\/payments/;
  expectRefusal(await scene.psu.tpp.send(method, path, { body }), { status, code, says });
});
