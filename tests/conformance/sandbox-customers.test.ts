// Mock customers over HTTP (SBX-03), up to a payment by one who was not there before.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { completeSca, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { balancesOf, newPayment, removeCustomer, SEPA, statusOf } from '../support/control-bank.ts';
import { refuses } from '../support/control-refused.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { testBank } from '../support/test-bank.ts';

/** Valid national identity numbers that nobody of the starting set has. */
const KARI = '01010750160';
const OLA = '17054026641';

const bank = await testBank();

const CUSTOMERS = '/v1/sandbox/customers';
const customer = (change: Readonly<Record<string, unknown>> = {}) => ({
  customerNumber: KARI,
  customerType: 'PRIVATE',
  customerName: 'Kari Nordmann',
  ...change,
});

const forget = (number: string) => removeCustomer(bank.tpp, number);

describe('making one', () => {
  test('SBX-03: a private customer is there at once, with an agreement of its own', async () => {
    const made = await bank.tpp.post(CUSTOMERS, customer());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      customerNumber: KARI,
      customerType: 'PRIVATE',
      customerName: 'Kari Nordmann',
    });
    expect(made.body.agreements).toHaveLength(1);
    expect(made.body.agreements[0].organisationNumber).toMatch(/^\d{9}$/);
    const self = made.body._links.self.href;
    expect(self).toBe(`${CUSTOMERS}/${made.body.customerId}`);
    expect(made.headers['location']).toBe(new URL(bank.url).pathname.replace(/\/$/, '') + self);
    const read = await bank.tpp.get(`${self}?includeAccounts=true&includeAgreements=true`);
    expect(read.body).toEqual(made.body);
    await forget(KARI);
  });

  test('SBX-03: a corporate one has no agreement until it is given one', async () => {
    // 70 characters outside ASCII are kept as they are.
    const customerName = 'Å'.repeat(70);
    const corporate = customer({ customerType: 'CORPORATE', customerName });
    const made = await bank.tpp.post(CUSTOMERS, corporate);
    expect(made.body.customerName).toBe(customerName);
    expect(made.status).toBe(201);
    expect(made.body.agreements).toEqual([]);
    await forget(KARI);
  });

  const without = (name: string) => {
    const { [name]: _, ...rest } = customer() as Record<string, unknown>;
    return rest;
  };
  refuses({ rule: 'SBX-03', bank: () => bank, method: 'POST', path: () => CUSTOMERS }, [
    ...['customerNumber', 'customerType', 'customerName'].map(
      (name) => [`no ${name}`, without(name), `/${name}`] as const,
    ),
    [
      'a number with a wrong check digit',
      customer({ customerNumber: '01010750161' }),
      '/customerNumber',
    ],
    ['a number that is a number', customer({ customerNumber: 1010750160 }), '/customerNumber'],
    ['an unknown type', customer({ customerType: 'STATE' }), '/customerType'],
    ['a name of 71 characters', customer({ customerName: 'x'.repeat(71) }), '/customerName'],
    ['a null name', customer({ customerName: null }), '/customerName'],
    ['an unknown member', customer({ shoeSize: 43 }), '/shoeSize'],
    ['an array', [customer()]],
    [
      'a number already there',
      customer({ customerNumber: PERSONS.jonas }),
      '/customerNumber',
      'CONFLICT',
    ],
  ]);

  test('SBX-03: of two at once with one number one wins', async () => {
    const both = await Promise.all([1, 2].map(() => bank.tpp.post(CUSTOMERS, customer())));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await forget(KARI);
  });
});

describe('reading', () => {
  test('SBX-03: the list shows everybody, with belongings only when asked', async () => {
    const plain = await bank.tpp.get(CUSTOMERS);
    expect(Object.keys(plain.body)).toContain('customers');
    for (const one of plain.body.customers) {
      expect([one.accounts, one.cardAccounts, one.agreements]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    const accounts = await bank.tpp.get(`${CUSTOMERS}?includeAccounts=true`);
    const numbers = accounts.body.customers.map(
      (one: { accounts: unknown[] }) => one.accounts.length,
    );
    expect(numbers).toEqual([2, 2, 2, 2]);
    expect(accounts.body.customers[0].agreements).toBeUndefined();
    const agreements = await bank.tpp.get(`${CUSTOMERS}?includeAgreements=true`);
    expect(agreements.body.customers[0].agreements).toHaveLength(1);
    expect(agreements.body.customers[0].accounts).toBeUndefined();
  });

  test.each(['includeAccounts', 'includeAgreements'])(
    'SBX-03: %s is true or false',
    async (name) => {
      const answer = await bank.tpp.get(`${CUSTOMERS}?${name}=perhaps`);
      expectRefusal(answer, { code: 'FORMAT_ERROR', path: name });
    },
  );

  test.each(['GET', 'DELETE'])('SBX-03: %s of an unknown id is 404', async (method) => {
    for (const id of [randomUUID(), KARI, '..', '__proto__', '%00']) {
      const answer = await bank.tpp.send(method, `${CUSTOMERS}/${id}`);
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });
});

describe('a customer of one’s own', () => {
  test('SBX-03: logs in at the SCA page, shares an account and pays from it', async () => {
    await bank.tpp.post(CUSTOMERS, customer());
    const account = await bank.tpp.post('/v1/sandbox/accounts', {
      customerNumber: KARI,
      accountName: 'Reisekonto',
      currency: 'NOK',
      balance: { amount: '5000.00', currency: 'NOK' },
    });
    expect(account.status).toBe(201);

    const headers = psuHeaders();
    const asked = await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked), KARI);
    expect(page.answer.text).toContain('Reisekonto');
    const psuId = redirectOf(await approve(page)).searchParams.get('psu-id') ?? '';
    const sessionId = headers['TPP-Session-ID'] ?? '';
    const psu = { psuId, sessionId, tpp: bank.tpp.with({ ...headers, 'PSU-ID': psuId }) };

    const list = await psu.tpp.get('/v1/accounts?withBalance=true');
    expect(list.body.accounts).toHaveLength(1);
    const [shared] = list.body.accounts;
    expect([shared.iban, shared.name, shared.resourceId]).toEqual([
      account.body.iban,
      'Reisekonto',
      account.body.resourceId,
    ]);
    expect(balancesOf(shared)).toEqual({ closingBooked: '5000.00', expected: '5000.00' });

    const made = await newPayment(psu);
    await completeSca(bank, made, { nationalId: KARI });
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT2S' });
    expect(await statusOf(psu, made.body.paymentId)).toBe('ACSC');
    const after = await psu.tpp.get('/v1/accounts?withBalance=true');
    const { closingBooked } = balancesOf(after.body.accounts[0]);
    expect(Number(closingBooked)).toBeLessThan(4_990);
    const booked = await psu.tpp.get(
      `/v1/accounts/${shared.resourceId}/transactions?bookingStatus=booked`,
    );
    const creditors = booked.body.transactions.booked.map(
      (one: { creditorName?: string }) => one.creditorName,
    );
    expect(creditors).toContain('Café Zentral GmbH');

    // And is gone with everything, payments and PSU-ID too.
    await forget(KARI);
    for (const path of ['/v1/accounts', `${SEPA}/${made.body.paymentId}`]) {
      expectRefusal(await psu.tpp.get(path), { code: 'PSU_CREDENTIALS_INVALID' });
    }
    const gone = await bank.tpp.get(`/v1/sandbox/accounts/${account.body.mockAccountId}`);
    expectRefusal(gone, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-03: a deleted one cannot log in, and one made again is a new one', async () => {
    const made = await bank.tpp.post(CUSTOMERS, customer({ customerNumber: OLA }));
    await forget(OLA);
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked), OLA);
    expect(page.step).toBe('identify');
    const again = await bank.tpp.post(CUSTOMERS, customer({ customerNumber: OLA }));
    expect(again.status).toBe(201);
    expect(again.body.customerId).not.toBe(made.body.customerId);
    await forget(OLA);
  });
});
