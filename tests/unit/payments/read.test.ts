import { beforeEach, describe, expect, test } from '@jest/globals';
import { type CustomerRow, customers } from '../../../server/bank/customers/tables.ts';
import { issuePsuId } from '../../../server/bank/sca/psu-ids.ts';
import {
  createPeriodic,
  createSepa,
  type House,
  openHouse,
  PERIODIC,
  periodicBody,
  SEPA,
  selfOf,
  sepaBody,
} from './support.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

describe('PAY-14: details and status', () => {
  test('PAY-14: details are the request’s fields with id, status and links', async () => {
    const made = await createSepa(house);
    const details = await house.call('GET', selfOf(made));
    const { scaRedirect: _, ...links } = made.body['_links'] as Record<string, unknown>;
    expect(details.status).toBe(200);
    expect(details.body).toEqual({
      ...sepaBody({ instructedAmount: { amount: '100.50', currency: 'EUR' } }),
      paymentId: made.body['paymentId'],
      transactionStatus: 'RCVD',
      _links: links,
    });
  });

  test('PAY-14: status before and after approval', async () => {
    const made = await createSepa(house);
    const path = `${selfOf(made)}/status`;
    const before = await house.call('GET', path);
    expect(before.body).toMatchObject({
      paymentId: made.body['paymentId'],
      transactionStatus: 'RCVD',
    });
    expect(before.body).not.toHaveProperty('fundsAvailable');
    await house.approve(made);
    const after = await house.call('GET', path);
    expect(after.body).toMatchObject({ transactionStatus: 'PDNG', fundsAvailable: true });
    expect(after.body['_links']).not.toHaveProperty('startAuthorisation');
  });

  test('PAY-13: a periodic payment shows what comes next, moved off closed days', async () => {
    // 2026-03-15 is a Sunday; 2026-05-15 follows Ascension Day; 2026-08-15 is a Saturday.
    const made = await createPeriodic(house, { startDate: '2026-03-15' });
    const details = await house.call('GET', selfOf(made));
    expect(details.body).toMatchObject(
      periodicBody({
        startDate: '2026-03-15',
        instructedAmount: { amount: '250.00', currency: 'NOK' },
      }),
    );
    expect(details.body['executions']).toEqual([]);
    expect(details.body['nextExecutions']).toEqual([
      '2026-03-16',
      '2026-04-15',
      '2026-05-15',
      '2026-06-15',
      '2026-07-15',
    ]);
    await house.call('DELETE', selfOf(made));
    expect((await house.call('GET', selfOf(made))).body['nextExecutions']).toEqual([]);
  });
});

describe('PAY-18: whose payment it is', () => {
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

  test('PAY-18: an id that never was', async () => {
    expect(await house.call('GET', `${SEPA}/4711`)).toMatchObject(unknown);
  });

  test.each(['', '/status', '/authorisations', '/cancellation-authorisations'])(
    "PAY-18: another PSU's payment, GET …%s",
    async (tail) => {
      const made = await createSepa(house);
      const headers = { psuId: house.psuIds['ola'] as string };
      expect(await house.call('GET', selfOf(made) + tail, { headers })).toMatchObject(unknown);
    },
  );

  test("PAY-18: another PSU's payment cannot be deleted or authorised", async () => {
    const made = await createSepa(house);
    const headers = { psuId: house.psuIds['ola'] as string };
    expect(await house.call('DELETE', selfOf(made), { headers })).toMatchObject(unknown);
    const tail = `${selfOf(made)}/authorisations`;
    expect(await house.call('POST', tail, { headers })).toMatchObject(unknown);
    expect((await house.payment(made)).status).toBe('RCVD');
  });

  test("PAY-18: another TPP's payment of the same person", async () => {
    const made = await createSepa(house);
    const kari = await house.tx.get(customers, 'kari');
    const psuId = issuePsuId(house.bank(), 'another', kari as CustomerRow);
    const sent = { tpp: 'another', headers: { psuId } };
    expect(await house.call('GET', selfOf(made), sent)).toMatchObject(unknown);
    expect(await house.call('DELETE', selfOf(made), sent)).toMatchObject(unknown);
  });

  test("PAY-18: another TPP's payment that was made without PSU-ID", async () => {
    const made = await createSepa(house, {}, { headers: single });
    const answer = await house.call('GET', selfOf(made), { tpp: 'another', headers: single });
    expect([answer.status, answer.code]).toEqual([401, 'CONSENT_INVALID']);
  });

  test("PAY-18: an id under another product's path", async () => {
    const made = await createSepa(house);
    const id = String(made.body['paymentId']);
    expect(await house.call('GET', `${PERIODIC}/${id}`)).toMatchObject(unknown);
  });
});

/** No PSU-ID: PSU-Context alone. */
const single = { psuId: undefined, psuContext: 'PRIVATE' } as never;

describe('HDR-04: payments made without PSU-ID', () => {
  test('HDR-04: are served by id and TPP', async () => {
    const made = await createSepa(house, {}, { headers: single });
    expect(made.status).toBe(201);
    const read = await house.call('GET', selfOf(made), { headers: single });
    expect([read.status, read.body['transactionStatus']]).toEqual([200, 'RCVD']);
    const gone = await house.call('DELETE', selfOf(made), { headers: single });
    expect(gone.status).toBe(204);
  });

  test('HDR-04: with X-PSU-IDENTITY the person is known and the page pre-filled', async () => {
    const headers = { psuId: undefined, psuIdentity: '13039319955' } as never;
    const made = await createSepa(house, {}, { headers });
    expect(await house.payment(made)).toMatchObject({ customerId: 'kari', withoutPsuId: true });
    expect((await house.flowOf(made)).fixedCustomerId).toBe('kari');
    expect((await house.call('GET', selfOf(made), { headers })).status).toBe(200);
    const other = { psuId: undefined, psuIdentity: '12085592767' } as never;
    expect((await house.call('GET', selfOf(made), { headers: other })).status).toBe(404);
  });

  test('HDR-04: a payment made with PSU-ID asks for it', async () => {
    const made = await createSepa(house);
    // The link is the pipeline's: conformance/single-sca.test.ts.
    const answer = await house.call('GET', selfOf(made), { headers: single });
    expect([answer.status, answer.code]).toEqual([401, 'CONSENT_INVALID']);
  });
});
