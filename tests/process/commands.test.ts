// The commands against a running bank: what each does there, prints for people and for programs, and ends with.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import type { TestBank } from '../support/bank.ts';
import { printed, refused, sandbank } from '../support/commands.ts';
import { deferred } from '../support/deferred.ts';
import { ownCertificate, pemOf, rsaPair } from '../support/own-certificate.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const JONAS = '13039319955';
const MARI = '18129215603';
const BERLIN = 'DE89370400440532013000';

const folder = testFolder();
const house = await testBank({ settlementDelay: 100 });
let bank: TestBank;
/** Of the test that runs; certificates are of all banks of the house. */
let people: string;
let made = 0;
/** Where people and certificates are without --credentials. */
const kept = join(folder, 'cache', 'sandbank');
process.env['XDG_CACHE_HOME'] = join(folder, 'cache');

beforeEach(() => {
  bank = house.tenant();
  made += 1;
  people = join(folder, `people-${made}`);
});

/** With the bank of the test. */
const here = (...args: string[]) => sandbank(...args, '--url', bank.url);
/** With the certificate and the people of the test. */
const asTpp = (...args: string[]) => here(...args, '--credentials', people);
const asJonas = (...args: string[]) => asTpp(...args, '--as', JONAS);
const ACCOUNTS = ['call', 'GET', '/v1/accounts'];
/** The last address of an SCA in the output. */
const linkIn = (text: string) => /http[^\s"]+\/sca\/[\w-]+/.exec(text)?.[0] ?? '';
const requests = async () => (await bank.control('GET', '/_sandbox/requests')).body.requests;

/** As if the TPP had logged in at a bank that was there before. */
function keepStaleLogin(): void {
  const known = { [JONAS]: { psuId: crypto.randomUUID(), tppSessionId: 's' } };
  writeFileSync(join(people, 'people.json'), JSON.stringify({ known }));
}

test('call --as: 200 at the first try, and the second needs no SCA', async () => {
  expect(await printed(asJonas(...ACCOUNTS))).toMatch(/^HTTP 200 OK\nx-request-id: /);
  const json = JSON.parse(await printed(asJonas(...ACCOUNTS, '--json')));
  expect(json).toMatchObject({ status: 200, body: { accounts: expect.any(Array) } });
  const operations = (await requests()).map(({ operation }: { operation: string }) => operation);
  expect(operations).toEqual(['getAccounts', 'getAccounts', 'createBankOfferedConsent']);
});

test('call: after a reset, and for a PSU-ID that the bank does not know, it logs in again', async () => {
  await asTpp('login', JONAS);
  await here('reset');
  expect(await printed(asTpp(...ACCOUNTS))).toMatch(/^HTTP 200 OK/);
  keepStaleLogin();
  expect(await printed(asJonas(...ACCOUNTS))).toMatch(/^HTTP 200 OK/);
});

test('call: without a person: 401, and what to do next', async () => {
  const said = await printed(asTpp(...ACCOUNTS), 1);
  expect(said).toMatch(/^HTTP 401 Unauthorized\n/);
  expect(said).toContain(`sandbank approve ${linkIn(said)} --as `);
  // Whole, so that one can click it.
  expect(said).toContain(`sandbank-verdict: ${bank.url}/_sandbox/requests/x1\n`);
});

test('call: a refused request: why, as a whole URL', async () => {
  const said = await printed(asTpp('call', 'GET', '/v1/nowhere', '--as', 'nobody'), 1);
  expect(said).toMatch(new RegExp(`\nWhy: ${bank.url}/_sandbox/requests/x1$`));
});

test('call --absent: without session and PSU-IP-Address', async () => {
  await printed(asTpp('--as', 'jonas', ...ACCOUNTS, '--absent'));
  const [{ id }] = await requests();
  const { body } = await bank.control('GET', `/_sandbox/requests/${id}`);
  const names = body.request.headers.map(([name]: string[]) => name);
  expect(names).toContain('PSU-ID');
  expect(names.filter((name: string) => /session|ip-addr/i.test(name))).toEqual([]);
});

test('call: a whole URL and --bank lead to that bank', async () => {
  const { origin, pathname } = new URL(bank.url);
  const kept = ['--credentials', people, '--as', JONAS];
  for (const place of [
    [`${bank.url}/v1/accounts`],
    ['/v1/accounts', '--url', `${origin}/`, '--bank', pathname.split('/').at(-1) as string],
  ]) {
    expect(await printed(sandbank('call', 'GET', ...place, ...kept))).toMatch(/^HTTP 200/);
  }
});

test('options may stand before the command, and others behind it', async () => {
  const { origin, pathname } = new URL(bank.url);
  const at = ['--url', origin, 'snapshot', '--bank', pathname.slice('/banks/'.length)];
  await printed(here('snapshot', 'save', 'golden'));
  expect(await printed(sandbank(...at, 'list'))).toMatch(/^golden {2}/);
  expect(await printed(sandbank('--url', bank.url, 'seed', 'export'))).toMatch(/^customers:$/m);
});

test.each(['blåbær', '€'])(
  'HDR-05: call sends and prints a header with %s in UTF-8',
  async (word) => {
    const header = `TPP-Redirect-URI: https://tpp.example/${word}`;
    await printed(asTpp(...ACCOUNTS, '-H', header), 1);
    const { body } = await bank.control('GET', '/_sandbox/requests/x1');
    expect(body.request.headers.map((one: string[]) => one.join(': '))).toContain(header);
    expect(await printed(asTpp('sign', 'GET', '/v1/accounts', '-H', header))).toContain(header);
  },
);

test('call sends a body from a file byte for byte, and shows an answer without one', async () => {
  const file = join(folder, 'customer.json');
  const person = { customerNumber: '01010750160', customerType: 'PRIVATE', customerName: 'Blåbær' };
  writeFileSync(file, `${JSON.stringify(person)}  \n`);
  await printed(asTpp('call', 'POST', '/v1/sandbox/customers', '--body', `@${file}`));
  const { body } = await bank.control('GET', '/_sandbox/requests/x1');
  expect(body.request.bodyLength).toBe(statSync(file).size);
  const { customers } = (await bank.tpp.get('/v1/sandbox/customers')).body;
  const { customerId } = customers.find((one: typeof person) => one.customerName === 'Blåbær');
  const gone = await printed(asTpp('call', 'DELETE', `/v1/sandbox/customers/${customerId}`));
  expect(gone).toMatch(/^HTTP 204 No Content\nx-request-id: \S+$/);
});

test('call: an answer of 400 and above is exit code 1, but for --no-fail', async () => {
  const wrong = [...ACCOUNTS, '-H', 'PSU-IP-Address: x'];
  expect(await printed(asTpp(...wrong, '--fail'), 1)).toMatch(/^HTTP 400 /);
  await printed(asTpp(...wrong, '--no-fail'));
});

test('call: a kept certificate that cannot be read is replaced', async () => {
  await asTpp(...ACCOUNTS);
  writeFileSync(join(people, 'cert.pem'), 'damaged');
  expect(await printed(asTpp(...ACCOUNTS), 1)).toMatch(/^HTTP 401/);
});

test('call: a kept certificate is used also while another command is at work there', async () => {
  await asTpp(...ACCOUNTS);
  writeFileSync(join(people, '.certificate.lock'), String(process.pid));
  expect(await printed(asTpp(...ACCOUNTS), 1)).toMatch(/^HTTP 401/);
});

test('certs new: writes certificate, key, chain and keyId, the key for its owner only', async () => {
  const options = '--organisation-id NO-FSA-1 --valid-days 7 --roles'.split(' ');
  await printed(
    here('certs', 'new', '--out', people, ...options, 'PSP_AI, PSP_IC', '--name', 'X AS'),
  );
  const read = (name: string) => readFileSync(join(people, name), 'utf8');
  const { subject, validTo, raw } = new X509Certificate(read('cert.pem'));
  expect(subject).toContain('CN=X AS');
  expect(Math.round((Date.parse(validTo) - Date.now()) / 86_400_000)).toBe(7);
  for (const part of ['PSDNO-FSA-1', 'PSP_AI', 'PSP_IC']) expect(raw.includes(part)).toBe(true);
  expect(read('chain.pem').match(/BEGIN/g)).toHaveLength(2);
  expect(read('keyid.txt')).toMatch(/^SN=[0-9A-F]+,CA=CN=.*\n$/);
  expect(statSync(join(people, 'key.pem')).mode & 0o777).toBe(0o600);
});

test('certs new: files that are there stay as they are', async () => {
  mkdirSync(people);
  writeFileSync(join(people, 'key.pem'), 'my own');
  const said = await refused(here('certs', 'new', '--out', people));
  expect(said).toMatch(/^sandbank certs: .*key\.pem is there already.* another folder: --out /);
  expect(readFileSync(join(people, 'key.pem'), 'utf8')).toBe('my own');
  expect(readdirSync(people)).toEqual(['key.pem']);
});

test('certs new: what the bank refuses ends in one line', async () => {
  const said = await refused(here('certs', 'new', '--out', people, '--name', 'x'.repeat(65)));
  expect(said).toMatch(/answered 400: .*name.*$/);
});

test('certs: lists what is kept, with the organisation or else the whole name', async () => {
  expect(await printed(sandbank('certs'))).toBe('No certificate is stored yet.');
  await printed(here('certs', 'new', '--out', join(kept, 'issued'), '--name', 'X AS'));
  const { publicKey, privateKey } = await rsaPair();
  mkdirSync(join(kept, 'own'));
  writeFileSync(join(kept, 'own', 'key.pem'), privateKey);
  const own = ownCertificate({ subject: 'CN=ECO\\=1,C=NO', key: publicKey });
  writeFileSync(join(kept, 'own', 'cert.pem'), pemOf(own));
  expect((await printed(sandbank('certs'))).split('\n')).toEqual([
    expect.stringMatching(/issued {2}X AS +until 20/),
    expect.stringMatching(/own +C=NO, CN=ECO=1 {2}until 20/),
  ]);
});

test('sign: a folder without credentials ends in one line', async () => {
  const sign = sandbank('sign', 'GET', `${bank.url}/v1/accounts`, '--credentials', folder);
  expect(await refused(sign)).toContain('cert.pem');
});

test.each([
  ['cert.pem', 'a certificate in PEM'],
  ['key.pem', 'a private key in PEM without a passphrase'],
])('sign, call: a %s that is none is named in one line', async (name, what) => {
  await printed(here('certs', 'new', '--out', people));
  writeFileSync(join(people, name), 'damaged');
  rmSync(join(people, 'chain.pem'));
  const says = `: ${join(people, name)} is not ${what}.`;
  expect(await refused(asTpp('sign', 'GET', '/v1/accounts'))).toBe(`sandbank sign${says}`);
  expect(await refused(asTpp(...ACCOUNTS))).toBe(`sandbank call${says}`);
});

test('call --browser waits for the approval on the page', async () => {
  const out: string[] = [];
  const link = deferred<string>();
  const args = [...ACCOUNTS, '--browser', '--url', bank.url, '--credentials', people];
  const opened = run(args, {
    out: (text) => void out.push(text),
    err: (text) => link.resolve(/http\S+/.exec(text)?.[0] ?? ''),
  });
  const id = new URL(await link.promise).pathname.split('/').at(-1);
  const { body } = await bank.control('POST', `/_sandbox/sca/${id}`, { nationalId: JONAS });
  await fetch(body.redirect);
  expect([await opened, out.join()]).toEqual([0, expect.stringMatching(/^HTTP 200 OK/)]);
});

test('login: later calls act as that person, until --forget', async () => {
  const said = await printed(asTpp('login', MARI, '--context', 'CORPORATE'));
  expect(said).toMatch(/^Logged in, in CORPORATE context\. Send:\nPSU-ID: /);
  expect(said).toContain('PSU-Corporate-ID: ');
  expect(await printed(asTpp(...ACCOUNTS))).toMatch(/^HTTP 200/);
  await printed(asTpp('login', '--forget'));
  expect(await printed(asTpp(...ACCOUNTS), 1)).toMatch(/^HTTP 401/);
});

test('login: an SCA that fails is a sentence', async () => {
  expect(await refused(asTpp('login', '01010750160'))).toMatch(
    /^sandbank login: .*(?:answered 400: No customer|The SCA failed with)/,
  );
});

const money =
  /^Created {3}50 \w{3} from \S+ to \S+\n {10}\S+\/v1\/payments\/(\S+)\/\S+\nApproved {2}by the PSU\n(?:Moved .*\n)?Settled {3}ACSC$/;
const TO_BERLIN = ['EUR', '--to', BERLIN];

test('pay: says on a terminal what it waits for', async () => {
  const steps: string[] = [];
  const progress = (text: string) => void steps.push(text);
  // Otherwise it may have settled before one looks.
  await here('clock', '--freeze');
  const args = ['pay', '50', ...TO_BERLIN, '--as', JONAS, '--url', bank.url];
  await run([...args, '--credentials', people], { out: () => {}, err: () => {}, progress });
  expect(steps).toEqual([
    'Getting a certificate',
    'Looking for an account',
    'Creating the payment',
    'Waiting for the settlement',
  ]);
});

test('pay: the same payment again is another one, but for --once', async () => {
  const args = ['pay', '50', ...TO_BERLIN, '--as', 'jonas'];
  for (let i = 0; i < 2; i++) await printed(asTpp(...args));
  expect(await printed(asTpp(...args, '--once'), 1)).toMatch(/^HTTP 409 .*CONFLICT/s);
});

test.each([
  ['EUR', BERLIN, 'sepa-credit-transfers'],
  ['NOK', '15032080119', 'norwegian-domestic-credit-transfers'],
  ['NOK', 'NO9386011117947', 'norwegian-domestic-credit-transfers'],
])('pay: 50 %s to %s settles', async (currency, to, product) => {
  const said = await printed(asJonas('pay', '50', currency, '--to', to));
  expect(money.exec(said)?.[1]).toBe(product);
});

test('ACC-09: pay: finds a current account in the time before cash-account-type-iso', async () => {
  await bank.control('PUT', '/_sandbox/clock', { now: '2024-11-01T10:00:00Z' });
  expect(await printed(asJonas('pay', '50', ...TO_BERLIN))).toMatch(/\nSettled {3}ACSC$/);
});

test('pay: where the clock stands still, it moves the clock, and says so', async () => {
  await here('clock', '--freeze');
  const bic = ['--to', 'GB33BUKB20201555555555', '--bic', 'BUKBGB22'];
  const said = await printed(asJonas('pay', '50', 'USD', ...bic));
  expect(said).toContain("Moved     the bank's clock by PT5S, to 20");
  expect(said).toContain('cross-border-credit-transfers');
  expect(said).toMatch(/\nSettled {3}ACSC$/);
  const still = await printed(asJonas('pay', '1', ...TO_BERLIN, '--no-clock', '--json'), 1);
  expect(JSON.parse(still)).toMatchObject({ transactionStatus: 'PDNG' });
});

test('pay: a payment that fails, or is refused, says why', async () => {
  const poor = await printed(asJonas('pay', '1', ...TO_BERLIN, '--name', 'Sandbox ACCP'), 1);
  expect(poor).toMatch(/\nEnded {5}ACCP: rejected, because the account lacks the funds$/);
  const wrong = await printed(asJonas('pay', '1', 'EUR', '--to', 'DE00'), 1);
  expect(wrong).toMatch(/^HTTP 400 .*"path": "\/creditorAccount\/iban".*\nWhy: http/s);
  expect(wrong).toMatch(/\ncreditorAccount is the option --to <account>$/);
  const from = await refused(asJonas('pay', '1', ...TO_BERLIN, '--from', 'NO1'), 2);
  expect(from).toContain('--from NO1 is not an account that this person shares: NO');
  const customerNumber = '01010750160';
  const customer = { customerNumber, customerType: 'PRIVATE', customerName: 'Kari' };
  await bank.tpp.post('/v1/sandbox/customers', customer);
  const savings = { customerNumber, currency: 'EUR', accountName: 'x', cashAccountType: 'SVGS' };
  const { iban } = (await bank.tpp.post('/v1/sandbox/accounts', savings)).body;
  const none = await refused(asTpp('pay', '1', ...TO_BERLIN, '--as', customerNumber));
  expect(none).toContain(`This person shares no current account. Accounts: ${iban}`);
});

test('approve: ends a link, by address or by its id, with the outcome that one wants', async () => {
  const asked = async () => linkIn((await asTpp(...ACCOUNTS)).out);
  expect(await printed(sandbank('approve', await asked(), '--as', JONAS))).toMatch(
    /^Approved\. The PSU returns to http\S+psu-id=/,
  );
  const id = (await asked()).split('/').at(-1) as string;
  const cancelled = await printed(here('approve', id, '--outcome', 'cancel', '--json'));
  expect(JSON.parse(cancelled)).toMatchObject({ code: 'SCA_INVALID' });
  expect(await refused(here('approve', id))).toMatch(/answered 409: /);
  const nobody = await refused(sandbank('approve', await asked()), 2);
  expect(nobody).toContain('Who approves? Name a test user: --as ');
  const unknown = await refused(sandbank('approve', await asked(), '--as', '01010750160'));
  expect(unknown).toMatch(/answered 400: /);
});

test('SIG-01: sign prints headers, and with --curl a command that the bank accepts', async () => {
  // The bank may live in this process: it answers only while nothing blocks.
  const shell = async (script: string) => (await promisify(execFile)('sh', ['-c', script])).stdout;
  await asTpp('login', MARI);
  keepStaleLogin();
  const read = await printed(asJonas('sign', 'GET', '/v1/accounts', '--curl'));
  expect(await shell(read)).toMatch(/^HTTP\/1\.1 200 /);
  const body = join(folder, 'body.json');
  writeFileSync(body, `{"customerNumber":"it's"}`);
  const write = asTpp('sign', 'POST', '/v1/sandbox/customers', '--curl', '-d', `@${body}`);
  expect(await shell(await printed(write))).toMatch(/^HTTP\/1\.1 400 .*FORMAT_ERROR/s);
  const headers = (await printed(asTpp('sign', 'GET', '/v1/accounts'))).match(/^[\w-]+/gm);
  const added = ['Date', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature'];
  expect(headers).toEqual(expect.arrayContaining(added));
});

test('clock: shows, moves forward and sets the time', async () => {
  await printed(here('clock', '2026-12-24T10:00:00Z', '--freeze'));
  const moved = await printed(here('clock', '+1d1h'));
  expect(moved).toBe("The bank's time is 2026-12-25T11:00:00.000Z, and is frozen.");
  for (const by of ['+PT60M', '+1w']) await printed(here('clock', by));
  const shown = JSON.parse(await printed(here('clock', '--json')));
  expect(shown).toMatchObject({ now: '2027-01-01T12:00:00.000Z', frozen: true });
  expect(await printed(here('clock', '--run'))).not.toContain('is frozen');
});

test('clock: lists what fell due', async () => {
  await asTpp('login', JONAS);
  expect(await printed(here('clock', '+PT61M'))).toMatch(/\n {2}20\S+Z {2}sessionEnded {2}/);
});

test('consents: lists and revokes', async () => {
  expect(await printed(here('consents'))).toBe('Nobody has given a consent yet.');
  await asTpp('login', JONAS);
  const [{ id }] = JSON.parse(await printed(here('consents', '--json'))).consents;
  expect(await printed(here('consents'))).toMatch(
    new RegExp(`^${id} {2}valid {2}PRIVATE {2}PSDNO-\\S+ {2}until 2\\d{3}-\\d\\d-\\d\\d {2}`),
  );
  await printed(here('consents', 'revoke', id));
  expect(await printed(here('consents'))).toMatch(new RegExp(`^${id} {2}revoked`));
});

test('rules: lists them, shows one, sets a level and a preset', async () => {
  expect(await printed(here('rules'))).toMatch(/^Preset strict\n.*^SIG-05 +warn {2}keyId is/ms);
  const set = await printed(here('rules', 'set', 'SIG-05', 'error'));
  expect(set).toMatch(/^SIG-05 {2}keyId is.*\nLevel error: /);
  await printed(here('rules', 'preset', 'lenient'));
  const one = JSON.parse(await printed(here('rules', 'SIG-05', '--json')));
  expect(one).toMatchObject({ id: 'SIG-05', level: 'off' });
  expect(await refused(here('rules', 'set', 'SIG-05', 'loud'))).toMatch(/level must be one of/);
});

test('snapshot: saves, compares, restores, exports, imports and deletes', async () => {
  const file = join(folder, 'golden.json');
  const snapshot = (...args: string[]) => printed(here('snapshot', ...args));
  expect(await snapshot('list')).toBe('There is no snapshot yet.');
  for (const noun of ['snapshot', 'fault', 'consents']) {
    expect(await printed(here(noun))).toBe(await printed(here(noun, 'list')));
  }
  expect(await snapshot('save', 'golden')).toMatch(/^Saved golden, /);
  expect(await snapshot('diff', 'golden')).toBe('No row differs.');
  await asTpp('login', JONAS);
  const said = await snapshot('diff', 'golden');
  expect(said).toMatch(
    /^1 new SCA link \(1 approved\)\n1 new session\nConsent of Jonas Bakkerud to /,
  );
  expect(said).toMatch(/: new, valid\n\d+ rows differ; --rows lists them\.$/);
  expect(await snapshot('diff', 'golden', '--rows')).toMatch(/^\+ sessions /m);
  // Of a running clock, without what passed meanwhile.
  await printed(here('clock', '+20d'));
  expect(await snapshot('diff', 'golden')).toMatch(/^Clock \+20 days\n/);
  await snapshot('restore', 'golden');
  await snapshot('export', 'golden', '--output', file);
  await snapshot('import', 'copy', file);
  expect(await snapshot('diff', 'golden', 'copy')).toBe('No row differs.');
  expect(await snapshot('list')).toMatch(/^copy {4}20.*\ngolden {2}20/);
  await snapshot('delete', 'golden');
  expect(await refused(here('snapshot', 'restore', 'golden'))).toMatch(/answered 404: /);
});

test('reset: the starting state', async () => {
  expect(await printed(here('reset'))).toBe(
    `${bank.url} is in its starting state: 4 customers, 8 accounts, 2 cards.`,
  );
});

test('users: whom one can log in as, with what they have, then those with whom something goes wrong', async () => {
  await asTpp('login', '15877610028');
  const [own, magic] = (await printed(here('users'))).split('\n\n') as [string, string];
  expect(own).toContain(`${JONAS}  Jonas Bakkerud       2 accounts, 1 card`);
  expect(own).toContain('Nordlys Snekkerverksted AS');
  expect(own).not.toContain('15877610028');
  expect(magic).toMatch(
    /^15877610028 {2}Gammel Gundersen {4,}Approves, and the consent is 181 days old/m,
  );
});

test('FAULT-01: fault: set, listed, fired, removed', async () => {
  const fault = (...args: string[]) => here('fault', ...args);
  await printed(fault('new', '503', '--on', 'GET /v1/accounts', '--times', '1'));
  await printed(fault('new', 'delay-ms=1'));
  await printed(asJonas(...ACCOUNTS), 1);
  expect(await printed(fault())).toMatch(
    /^f1 {2}\{"status":503\} {2}\{"method":"GET","path":"\/v1\/accounts"\} {2}fired 1 of 1/,
  );
  expect(await printed(fault('remove', 'f1'))).toBe('Removed f1.');
  expect(await printed(fault())).toMatch(/^f2 /);
  expect(await printed(fault('remove'))).toBe('Removed all faults.');
  expect(await printed(fault())).toBe('No faults are set.');
  expect(await refused(fault('new', 'nonsense'))).toContain(
    'effect.nonsense is not a member of effect, which has status, code',
  );
  await refused(fault('new', 'reset', '--on', 'accounts'), 2);
});

test('logs: one line per request, the reason under a refused one', async () => {
  await asTpp('call', 'GET', '/v1/nowhere', '--as', 'nobody');
  await asTpp(...ACCOUNTS, '--as', 'nobody');
  const [first, why, second, sca] = (await printed(here('logs'))).split('\n');
  expect(first).toMatch(
    /^\d\d:\d\d:\d\d {2}404 {2}GET {5}\S+\/v1\/nowhere {2}NOT_FOUND {2}\d+ ms$/,
  );
  expect(why).toMatch(new RegExp(`^ +\\S.* ${bank.url}/_sandbox/requests/x1$`));
  expect(second).toContain('401');
  expect(sca).toContain('Send the PSU to the scaRedirect link.');
  const some = JSON.parse(await printed(here('logs', '--status', '404', '--json')));
  expect(some.requests).toHaveLength(1);
});

test('CTRL-05: logs takes the filter line of the console', async () => {
  await printed(asJonas(...ACCOUNTS));
  await asTpp(...ACCOUNTS, '--as', 'nobody');
  const found = async (...words: string[]): Promise<string[]> =>
    JSON.parse(await printed(here('logs', ...words, '--json'))).requests.map(
      ({ method, status }: { method: string; status: number }) => `${method} ${status}`,
    );
  expect(await found()).toEqual(['GET 401', 'GET 200', 'POST 201']);
  expect(await found('status:4xx', 'op:getAccounts')).toEqual(['GET 401']);
  // The shell takes the quotes away.
  expect(await found('person:Jonas Bakkerud', 'v1/acc')).toEqual(['GET 200']);
  expect(await found('GET\n\nv1')).toEqual([]);
  expect(await refused(here('logs', 'stauts:400'))).toContain('There is no filter stauts');
});

test('logs --follow: prints what comes, until the signal', async () => {
  await asTpp(...ACCOUNTS, '--as', 'nobody');
  const stop = new AbortController();
  const lines: string[] = [];
  const code = await run(['logs', '--follow', '--json', '--url', bank.url], {
    out(text: string) {
      lines.push(JSON.parse(text).operation);
      if (lines.length === 1) void asTpp('call', 'GET', '/v1/user', '--as', 'nobody');
    },
    // Before it waits for a third.
    progress: () => lines.length === 2 && stop.abort(),
    err: (text: string) => void lines.push(text),
    signal: stop.signal,
  });
  expect([code, ...lines]).toEqual([0, 'getAccounts', 'getUser']);
});

test('doctor: all is well', async () => {
  const lines = (await printed(asTpp('doctor'))).split('\n');
  expect(lines.map((line) => line[0])).toEqual(Array(6).fill('✓'));
  expect(lines[2]).toMatch(/: \d+ s apart$/);
});

test('TLS-02: doctor: says that no command presents a QWAC', async () => {
  const requiring = await openSandbank({ httpsPort: 0, mtls: 'require' });
  const args = ['doctor', '--url', requiring.url, '--credentials', people];
  const last = (await printed(sandbank(...args), 1)).split('\n').at(-1);
  expect(last).toMatch(/^✗ a signed request is accepted: .*QWAC.*no command.*docs\/tls\.md/);
  await requiring.close();
});

test('CTRL-10: a control token is asked for and accepted', async () => {
  const closed = await openSandbank({ control: { token: 'sesame', allowedHosts: [] } });
  const reset = ['reset', '--url', closed.url];
  const without = await refused(sandbank(...reset));
  expect(without).toContain('Give it with --token or SANDBANK_CONTROL_TOKEN.');
  await printed(sandbank(...reset, '--token', 'sesame'));
  await closed.close();
});
