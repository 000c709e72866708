// What a running bank writes down (WEB-06): enough to follow it, nothing that is secret.
import { afterAll, expect, test } from '@jest/globals';
import { bankAt, completeSca, consentOf, control, PERSONS, psuHeaders } from '../support/bank.ts';
import { newPayment } from '../support/control-bank.ts';
import { startBank } from '../support/control-process.ts';
import { type Answer, send } from '../support/http.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { Tpp } from '../support/tpp.ts';

const TOKEN = 'a-control-token-nobody-guesses';
const secrets = new Map<string, string>();

/** The control API with its token, in the shape that the shared helpers want. */
async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const json = JSON.stringify(body ?? {});
  return send({
    method,
    url: server.url + path,
    headers: [
      ['Authorization', `Bearer ${TOKEN}`],
      ['Content-Type', 'application/json'],
    ],
    ...(method === 'GET' ? {} : { body: json }),
  });
}

const server = await startBank({
  SANDBANK_DATA: 'memory',
  SANDBANK_LOG: 'trace',
  SANDBANK_CONTROL_TOKEN: TOKEN,
});
const credentials = (await ask('POST', '/_sandbox/certificates')).body;
const bank = { ...bankAt(server.url, credentials, async () => undefined), control: ask };
await journey();
const log = (await server.end('SIGTERM')).stdout;
afterAll(() => server.end('SIGKILL'));

/** Everything a TPP and a PSU do, well and badly, and the mistakes that put secrets in wrong places. */
async function journey(): Promise<void> {
  const { tpp } = bank;
  const headers = psuHeaders();
  const asked = await tpp.with(headers).post('/v1/bank-offered-consents');
  const link = asked.body._links.scaRedirect.href as string;
  secrets.set('the SCA link', link.slice(link.lastIndexOf('/') + 1));
  const back = redirectOf(await approve(await identify(await openPage(link), PERSONS.jonas)));
  secrets.set('the PSU-ID', back.searchParams.get('psu-id') ?? '');
  secrets.set('the TPP-Session-ID', headers['TPP-Session-ID'] ?? '');

  const psu = await consentOf(bank, PERSONS.odd);
  secrets.set('a PSU-ID', psu.psuId);
  await psu.tpp.get('/v1/accounts?withBalance=true');
  const made = await newPayment(psu);
  await completeSca(bank, made, { nationalId: PERSONS.odd });
  await tpp.with({ ...headers, 'X-PSU-IDENTITY': PERSONS.mari }).get('/v1/accounts');

  // Refused for the signature, for the body, for an identity in the path and in the query.
  const otherKey = { ...credentials, keyId: 'SN=1,CA=CN=x' };
  await new Tpp(server.url, otherKey).get('/v1/accounts');
  await tpp.post('/v1/sandbox/customers', { customerNumber: PERSONS.thea });
  await tpp.get(`/v1/sandbox/customers/${PERSONS.thea}`);
  await tpp.get(`/v1/sandbox/customers?includeAccounts=${PERSONS.thea}&psu=${psu.psuId}`);
  await send({ method: 'GET', url: `${server.url}/v1/accounts?token=${TOKEN}` });
  await send({ method: 'GET', url: `${server.url}/sca/${PERSONS.thea}` });
  await control(server.url, 'GET', `/_sandbox/${PERSONS.thea}`);
  await ask('POST', `/_sandbox/sca/${PERSONS.thea}`, { nationalId: PERSONS.thea });
}

test('WEB-06: each exchange of the interface is a line of JSON that says what came of it', () => {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThanOrEqual(9);
  expect(requests).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/v1/accounts', status: 200 }),
  );
  const refused = requests.find(({ status }) => status === 400);
  expect(refused.rule).toMatch(/^[A-Z]+-\d\d$/);
});

test.each(Object.values(PERSONS))(
  'WEB-06: of the national id %s the last two digits at most',
  (id) => {
    expect(log).not.toContain(id);
    expect(log).not.toContain(id.slice(0, 9));
  },
);

test('WEB-06: a national id in a path is masked, so that the line can still be told apart', () => {
  expect(log).toContain(`"/v1/sandbox/customers/***${PERSONS.thea.slice(-2)}"`);
});

test('WEB-06: no certificate, no key, no signature', () => {
  expect(log).not.toContain('BEGIN');
  expect(log).not.toContain(credentials.certificateBase64.slice(0, 60));
  expect(log).not.toContain(credentials.privateKey.split('\n')[2]);
  expect(log).not.toContain(credentials.keyId.slice(3, 30));
  expect(log).not.toMatch(/signature="/);
});

test('WEB-06: no token, PSU-ID, session or SCA link', () => {
  expect(secrets.size).toBe(4);
  for (const [name, value] of [...secrets, ['the control token', TOKEN]]) {
    expect(value?.length).toBeGreaterThanOrEqual(20);
    expect([name, log.includes(value as string)]).toEqual([name, false]);
  }
});
