// Consent, read and payment with the client that @hey-api/openapi-ts makes.
import { randomUUID } from 'node:crypto';
import { client } from './hey-api/client.gen.js';
import {
  createBankOfferedConsent,
  createNorwegianDomesticCreditTransfer,
  getAccounts,
  getNorwegianDomesticCreditTransferStatus,
  getTransactions,
} from './hey-api/sdk.gen.js';
import { client as control } from './hey-control/client.gen.js';
import { completeSca, createCertificate } from './hey-control/sdk.gen.js';
import { type Credentials, check, flowOf, signed } from './signing-hook.js';

const baseUrl = process.argv[2] ?? '';
client.setConfig({ baseUrl });
control.setConfig({ baseUrl });

const issued = await createCertificate({ body: { name: 'Test TPP' } });
const credentials: Credentials = check('certificate', issued.data, issued.error);
client.interceptors.request.use((request) => signed(request, credentials));

const session = randomUUID();
const headers = () => ({
  'X-Request-ID': randomUUID(),
  'TPP-Redirect-URI': 'https://tpp.example/callback',
  'TPP-Session-ID': session,
  'PSU-IP-Address': '192.0.2.7',
});

async function approve(href: string | undefined): Promise<URLSearchParams> {
  const done = await completeSca({
    path: { id: flowOf(check('scaRedirect', href)) },
    body: { nationalId: '13039319955' },
  });
  return new URL(check('SCA', done.data, done.error).redirect).searchParams;
}

const asked = await createBankOfferedConsent({ headers: headers() });
const given = await approve(check('consent', asked.data, asked.error)._links?.scaRedirect?.href);
const psu = { 'PSU-ID': given.get('psu-id') ?? '' };

const read = await getAccounts({ query: { withBalance: true }, headers: { ...headers(), ...psu } });
const { accounts } = check('accounts', read.data, read.error);
const account = check(
  'an account in NOK',
  accounts.find(({ currency }) => currency === 'NOK'),
);
const listed = await getTransactions({
  path: { accountId: account.resourceId },
  query: { bookingStatus: 'booked' },
  headers: { ...headers(), ...psu },
});
check('transactions', listed.data, listed.error);

const made = await createNorwegianDomesticCreditTransfer({
  headers: { ...headers(), ...psu, 'x-accept-fix': 'amount-as-string' },
  body: {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { iban: account.iban, currency: 'NOK' },
  },
});
const payment = check('payment', made.data, made.error);
await approve(payment._links.scaRedirect?.href);
const status = await getNorwegianDomesticCreditTransferStatus({
  path: { paymentId: payment.paymentId },
  headers: { ...headers(), ...psu },
});
console.log(check('status', status.data, status.error).transactionStatus);
