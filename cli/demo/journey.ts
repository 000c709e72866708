// The whole journey of a TPP, from the first certificate to a settled payment.
import { addDays } from '../../server/kernel/dates.ts';
import { type Body, DemoTpp } from './demo-tpp.ts';
import { walkSca } from './sca-form.ts';
import type { Tour } from './tour.ts';

/** A test user of the starting set: two accounts and a card. */
const PSU = '13039319955';
const SEPA = '/v1/payments/sepa-credit-transfers';
const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
const CREATE = { 'x-accept-fix': 'amount-as-string' };

/** Runs every chapter against the bank at `url`. Throws if it cannot continue. */
export async function playJourney(tour: Tour, url: string): Promise<void> {
  const tpp = await certificate(tour, url);
  await consent(tour, tpp);
  const account = await readAccount(tour, tpp);
  await sepaPayment(tour, tpp, account);
  await periodicPayment(tour, tpp, account);
  await refusedSignature(tour, tpp);
}

async function certificate(tour: Tour, url: string): Promise<DemoTpp> {
  tour.chapter('1. A test certificate');
  const made = await control(tour, { url, path: '/_sandbox/certificates', body: {} }, (body) =>
    String(body.keyId).slice(0, 60),
  );
  return new DemoTpp(tour, url, made as { certificate: string; privateKey: string; keyId: string });
}

async function consent(tour: Tour, tpp: DemoTpp): Promise<void> {
  tour.chapter('2. Consent: the PSU approves at the bank');
  await tpp.send({
    method: 'GET',
    path: '/v1/accounts',
    status: 401,
    shows: (body) => `${body.tppMessages[0].code}, and a scaRedirect link`,
  });
  const offered = await tpp.send({
    method: 'POST',
    path: '/v1/bank-offered-consents',
    status: 201,
    shows: () => 'only a scaRedirect link',
  });
  const back = await walkSca(tour, offered._links.scaRedirect.href, PSU);
  const psuId = back.searchParams.get('psu-id') ?? '';
  tour.expect(psuId !== '', `psu-id in ${back.href}`);
  tour.expect(back.searchParams.get('state') === 'demo', "the TPP's own query is still there");
  tour.line({ method: '→', path: back.origin + back.pathname, status: 302, shows: back.search });
  tpp.setPsu(psuId);
}

async function readAccount(tour: Tour, tpp: DemoTpp): Promise<Body> {
  tour.chapter('3. Accounts, balances, transactions');
  const list = await tpp.send({
    method: 'GET',
    path: '/v1/accounts?withBalance=true',
    status: 200,
    shows: (body) => body.accounts.map((account: Body) => account.name).join(', '),
  });
  const account = list.accounts.find((one: Body) => one.cashAccountType === 'CACC');
  tour.expect(account !== undefined, 'a current account');
  await tpp.send({
    method: 'GET',
    path: account._links.balances.href,
    status: 200,
    shows: (body) => balanceText(body),
  });
  await tpp.send({
    method: 'GET',
    path: `${account._links.transactions.href}?bookingStatus=both&limit=5`,
    status: 200,
    shows: ({ transactions }) =>
      `${transactions.booked.length} booked, ${transactions.pending.length} pending, and a next link`,
  });
  return account;
}

async function sepaPayment(tour: Tour, tpp: DemoTpp, account: Body): Promise<void> {
  tour.chapter('4. A SEPA payment: created, approved, settled');
  const payment = await tpp.send({
    method: 'POST',
    path: SEPA,
    headers: CREATE,
    body: {
      instructedAmount: { amount: '25.00', currency: 'EUR' },
      creditorName: 'Café Zentral GmbH',
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorAddress: { townName: 'Berlin', country: 'DE' },
      debtorAccount: { iban: account.iban, currency: account.currency },
      remittanceInformationUnstructured: 'Invoice 4711',
    },
    status: 201,
    shows: (body) => `${body.transactionStatus}, and a scaRedirect link`,
  });
  await walkSca(tour, payment._links.scaRedirect.href, PSU);
  await status(tpp, `${SEPA}/${payment.paymentId}`, tour, 'PDNG');
  await control(tour, advance(tpp.url, 'PT3S'), (body) => eventText(body));
  await status(tpp, `${SEPA}/${payment.paymentId}`, tour, 'ACSC');
  await tpp.send({
    method: 'GET',
    path: account._links.balances.href,
    status: 200,
    shows: (body) => `the money has moved: ${balanceText(body)}`,
  });
}

async function periodicPayment(tour: Tour, tpp: DemoTpp, account: Body): Promise<void> {
  tour.chapter('5. A periodic payment, and its first execution a month from now');
  const clock = await control(
    tour,
    { url: tpp.url, path: '/_sandbox/clock', method: 'GET' },
    (body) => String(body.now),
  );
  const startDate = addDays(clock.now.slice(0, 10), 30);
  const payment = await tpp.send({
    method: 'POST',
    path: PERIODIC,
    headers: CREATE,
    body: {
      instructedAmount: { amount: '150.00', currency: 'NOK' },
      creditorName: 'Fjordkraft Eksempel AS',
      creditorAccount: { bban: '15032080119', currency: 'NOK' },
      debtorAccount: { bban: account.bban, currency: 'NOK' },
      startDate,
      frequency: 'Monthly',
      executionRule: 'following',
    },
    status: 201,
    shows: (body) => `${body.transactionStatus}, starting ${startDate}`,
  });
  await walkSca(tour, payment._links.scaRedirect.href, PSU);
  await status(tpp, `${PERIODIC}/${payment.paymentId}`, tour, 'ACTC');
  await control(tour, advance(tpp.url, 'P35D'), (body) => eventText(body));
  tpp.setAbsent();
  await tpp.send({
    method: 'GET',
    path: `${PERIODIC}/${payment.paymentId}`,
    status: 200,
    shows: (body) => executionText(tour, body),
  });
}

async function refusedSignature(tour: Tour, tpp: DemoTpp): Promise<void> {
  tour.chapter('6. A wrong signature, and why it is wrong');
  await tpp.send({
    method: 'GET',
    path: '/v1/accounts',
    changed: { 'X-Request-ID': 'changed-after-signing' },
    status: 400,
    shows: (body) => `${body.tppMessages[0].code}: ${body.tppMessages[0].text}`,
  });
}

async function status(tpp: DemoTpp, path: string, tour: Tour, wanted: string): Promise<void> {
  const body = await tpp.send({
    method: 'GET',
    path: `${path}/status`,
    status: 200,
    shows: (answer) => answer.transactionStatus,
  });
  tour.expect(body.transactionStatus === wanted, `transactionStatus ${wanted}`);
}

interface Control {
  readonly url: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

const advance = (url: string, by: string): Control => ({
  url,
  path: '/_sandbox/clock/advance',
  body: { by },
});

/** An unsigned call of the control API. */
async function control(
  tour: Tour,
  { url, path, method = 'POST', body }: Control,
  shows: (body: Body) => string,
): Promise<Body> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const answer = (await response.json()) as Body;
  tour.line({ method, path, status: response.status, shows: response.ok ? shows(answer) : '' });
  tour.expect(response.ok, JSON.stringify(answer));
  return answer;
}

function balanceText(body: Body): string {
  return body.balances
    .map(
      (one: Body) => `${one.balanceType} ${one.balanceAmount.amount} ${one.balanceAmount.currency}`,
    )
    .join(', ');
}

function eventText(body: Body): string {
  const types = body.events.map((event: Body) => event.type);
  return `bank time ${body.now}: ${[...new Set(types)].join(', ') || 'nothing was due'}`;
}

function executionText(tour: Tour, body: Body): string {
  const [first] = body.executions ?? [];
  tour.expect(first?.status === 'ACSC', 'the first execution settled');
  return `executed ${first?.date} ${first?.status}; next ${body.nextExecutions?.[0]}`;
}
