// A believable day of a bank: reads, payments in several states, a refused signature, an SCA that waits.
import { randomUUID, sign } from 'node:crypto';
import { signRequest } from '../../dist/client/sign.js';
import { createSandbank } from '../../dist/client/testing.js';

const BACK = 'https://app.regnskap-pluss.example/bank';
const SEPA = '/v1/payments/sepa-credit-transfers';
const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';

/** The bank, and the page of each picture. */
export async function openDay() {
  const bank = await createSandbank();
  const tpp = await bank.tpp({ name: 'Regnskap Pluss AS', headers: { 'TPP-Redirect-URI': BACK } });
  const jonas = await tpp.login('jonas');
  const [{ iban, resourceId }] = (await jonas.get('/v1/accounts?withBalance=true')).body.accounts;
  const { paymentId } = await pay(bank, jonas, { iban, currency: 'NOK' });
  await jonas.get(`/v1/accounts/${resourceId}/transactions?bookingStatus=booked`);
  await jonas.get('/v1/accounts?withBalance=yes');
  const verdict = await signedWithCrlf(bank, tpp.credentials);
  const asked = await tpp.post('/v1/consents', undefined, {
    headers: { 'PSU-IP-Address': '203.0.113.7', 'TPP-Session-ID': randomUUID() },
  });
  await jonas.get(`${DOMESTIC}/${paymentId}/status`);
  return {
    close: () => bank.close(),
    pages: {
      console: `${bank.url}/console`,
      payment: `${bank.url}/console/payments/${paymentId}`,
      log: `${bank.url}/_sandbox/requests#${verdict.split('/').at(-1)}`,
      verdict,
      sca: asked.body._links.scaRedirect.href,
      docs: `${bank.url}/docs`,
    },
  };
}

/** A settled, a rejected and a waiting payment; the answer is one that is due in some days. */
async function pay(bank, psu, debtorAccount) {
  const send = async (product, amount, currency, creditor, more) => {
    const instructedAmount = { amount, currency };
    const answer = await psu.post(product, {
      instructedAmount,
      debtorAccount,
      ...creditor,
      ...more,
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer;
  };
  const kroner = (amount, creditorName, bban, more) => {
    const creditorAccount = { bban, currency: 'NOK' };
    return send(DOMESTIC, amount, 'NOK', { creditorName, creditorAccount }, more);
  };
  await psu.approve(await kroner('12900.00', 'Utleiegården Sagene AS', '86011117947'));
  await psu.approve(await kroner('450.00', 'Sandbox ACCP', '86011117947'));
  const requestedExecutionDate = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
  const ahead = { requestedExecutionDate, remittanceInformationUnstructured: 'Strøm' };
  const planned = await kroner('899.00', 'Tromsø Kraft AS', '15032080119', ahead);
  await psu.approve(planned);
  await bank.clock.advance('PT1M');
  const iban = 'DE89370400440532013000';
  const creditor = {
    creditorName: 'Anna Schmidt',
    creditorAccount: { iban, currency: 'EUR' },
    creditorAddress: { townName: 'Köln', country: 'DE' },
  };
  await send(SEPA, '125.00', 'EUR', creditor);
  return planned.body;
}

/** A request whose client joined the lines with CRLF; where the bank says so. */
async function signedWithCrlf({ url }, credentials) {
  const request = {
    method: 'GET',
    url: `${url}/v1/accounts`,
    headers: { 'TPP-Redirect-URI': BACK },
  };
  const headers = signRequest(request, credentials);
  const names = /headers="([^"]*)"/.exec(headers.Signature)[1].split(' ');
  const values = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const lines = names.map((name) => `${name}: ${values[name]}`);
  const wrong = sign('RSA-SHA256', Buffer.from(lines.join('\r\n')), credentials.privateKey);
  headers.Signature = headers.Signature.replace(
    /signature="[^"]*"/,
    `signature="${wrong.toString('base64')}"`,
  );
  const answer = await fetch(request.url, { headers });
  return new URL(answer.headers.get('sandbank-verdict'), url).href;
}
