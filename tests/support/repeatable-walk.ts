// The same requests again and again, for tests that compare the answers of two banks to the byte.
import { randomUUID } from 'node:crypto';
import { createHeaders, flowIdOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import type { Answer } from './http.ts';
import type { TppRequest } from './tpp.ts';

export const FROZEN = { now: '2031-02-03T10:00:00Z', frozen: true } as const;

/** One answer: the request in words, status and body, with the bank's address taken out. */
export type Seen = readonly [string, number, string];

/** A client whose X-Request-IDs are those of every other walk. */
class Walker {
  readonly seen: Seen[] = [];
  readonly #bank: TestBank;
  #sent = 0;

  constructor(bank: TestBank) {
    this.#bank = bank;
  }

  async signed(method: string, path: string, request: TppRequest = {}): Promise<Answer> {
    this.#sent += 1;
    const headers = { 'X-Request-ID': `walk-${this.#sent}`, ...request.headers };
    const answer = await this.#bank.tpp.send(method, path, { ...request, headers });
    return this.#note(`${method} ${path}`, answer);
  }

  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#note(`${method} ${path}`, await this.#bank.control(method, path, body));
  }

  #note(request: string, answer: Answer): Answer {
    const { url } = this.#bank;
    const prefix = new URL(url).pathname.replace(/\/$/, '');
    const plain = (text: string) =>
      text.replaceAll(url, 'BANK').replaceAll(encodeURIComponent(url), 'BANK');
    const location = answer.headers['location'] ?? '';
    this.seen.push([
      plain(request),
      answer.status,
      plain(`${String(location).replace(prefix, '')} ${answer.text}`),
    ]);
    return answer;
  }
}

const SEPA = '/v1/payments/sepa-credit-transfers';

/** Everything of which a bank makes ids and dates: consents, sessions, payments, bookings, test data. */
export async function walk(bank: TestBank): Promise<readonly Seen[]> {
  const walker = new Walker(bank);
  const { signed, control } = {
    signed: walker.signed.bind(walker),
    control: walker.control.bind(walker),
  };
  // Without a session of its own, so that the bank makes one up.
  const asking = { ...psuHeaders(), 'TPP-Session-ID': undefined };
  const asked = await signed('POST', '/v1/bank-offered-consents', { headers: asking });
  const done = await control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {
    nationalId: PERSONS.jonas,
  });
  const back = new URL(answered(done, 200).body.redirect as string).searchParams;
  const headers = {
    ...asking,
    'TPP-Session-ID': back.get('tpp-session-id') ?? '',
    'PSU-ID': back.get('psu-id') ?? '',
  };
  const { accounts } = (await signed('GET', '/v1/accounts?withBalance=true', { headers })).body;
  const account = accounts.find(({ currency }: { currency: string }) => currency === 'NOK');
  const path = `/v1/accounts/${encodeURIComponent(account.resourceId)}`;
  const body = {
    instructedAmount: { amount: '12.50', currency: 'EUR' },
    creditorName: 'Café Zentral GmbH',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    debtorAccount: { iban: account.iban, currency: account.currency },
  };
  const pay = () =>
    signed('POST', `${SEPA}?allowLogicalDuplicate=true`, {
      body,
      headers: { ...headers, ...createHeaders },
    });
  const [paid, canceled, inBasket] = [await pay(), await pay(), await pay()];
  await control('POST', `/_sandbox/sca/${flowIdOf(paid)}`, { nationalId: PERSONS.jonas });
  await signed('DELETE', `${SEPA}/${canceled.body.paymentId}`, { headers });
  await signed('POST', '/v1/signing-baskets', {
    body: { paymentIds: [inBasket.body.paymentId] },
    headers,
  });
  await signed('GET', `${SEPA}/${paid.body.paymentId}/authorisations`, { headers });
  await signed('POST', '/v1/sandbox/customers', {
    body: { customerNumber: '01010750160', customerType: 'PRIVATE', customerName: 'Nora Test' },
  });
  await signed('POST', '/v1/sandbox/accounts', {
    body: {
      customerNumber: PERSONS.jonas,
      accountName: 'Sparekonto',
      currency: 'NOK',
      balance: { amount: '10.00', currency: 'NOK' },
    },
  });
  await control('POST', '/_sandbox/clock/advance', { by: 'PT30M' });
  await signed('GET', `${path}/transactions?bookingStatus=both&dateFrom=2031-01-01`, { headers });
  await signed('GET', '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true');
  await signed('GET', `${path}/balances`, { headers: { 'PSU-ID': headers['PSU-ID'] } });
  await signed('GET', '/v1/accounts', { headers: { ...headers, 'TPP-Session-ID': randomSession } });
  await control('GET', '/_sandbox/consents');
  return walker.seen;
}

/** One that no bank knows: the answer is 401 with a new link. */
const randomSession = randomUUID();
