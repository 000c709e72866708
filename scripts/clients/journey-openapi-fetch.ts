// Consent, read and payment with the types of openapi-typescript and the client openapi-fetch.
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { paths } from './generated/api.js';
import type { paths as ControlPaths } from './generated/control.js';
import { type Credentials, check, flowOf, signed } from './signing-hook.js';

const baseUrl = process.argv[2] ?? '';
const control = createClient<ControlPaths>({ baseUrl });
const bank = createClient<paths>({ baseUrl });

const issued = await control.POST('/_sandbox/certificates', { body: { name: 'Test TPP' } });
const credentials: Credentials = check('certificate', issued.data, issued.error);
bank.use({ onRequest: ({ request }) => signed(request, credentials) });

const session = randomUUID();
const header = () => ({
  'X-Request-ID': randomUUID(),
  'TPP-Redirect-URI': 'https://tpp.example/callback',
  'TPP-Session-ID': session,
  'PSU-IP-Address': '192.0.2.7',
});

async function completeSca(href: string | undefined): Promise<URLSearchParams> {
  const done = await control.POST('/_sandbox/sca/{id}', {
    params: { path: { id: flowOf(check('scaRedirect', href)) } },
    body: { nationalId: '13039319955' },
  });
  return new URL(check('SCA', done.data, done.error).redirect).searchParams;
}

const asked = await bank.POST('/v1/bank-offered-consents', { params: { header: header() } });
const given = await completeSca(
  check('consent', asked.data, asked.error)._links?.scaRedirect?.href,
);
const psu = { 'PSU-ID': given.get('psu-id') ?? '' };

const read = await bank.GET('/v1/accounts', {
  params: { query: { withBalance: true }, header: { ...header(), ...psu } },
});
const { accounts } = check('accounts', read.data, read.error);
const account = check(
  'an account in NOK',
  accounts.find(({ currency }) => currency === 'NOK'),
);
const listed = await bank.GET('/v1/accounts/{accountId}/transactions', {
  params: {
    path: { accountId: account.resourceId },
    query: { bookingStatus: 'booked' },
    header: { ...header(), ...psu },
  },
});
check('transactions', listed.data, listed.error);

const path = '/v1/payments/norwegian-domestic-credit-transfers';
const made = await bank.POST(path, {
  params: { header: { ...header(), ...psu, 'x-accept-fix': 'amount-as-string' } },
  body: {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { iban: account.iban, currency: 'NOK' },
  },
});
const payment = check('payment', made.data, made.error);
await completeSca(payment._links.scaRedirect?.href);
const status = await bank.GET(`${path}/{paymentId}/status`, {
  params: { path: { paymentId: payment.paymentId }, header: { ...header(), ...psu } },
});
console.log(check('status', status.data, status.error).transactionStatus);
