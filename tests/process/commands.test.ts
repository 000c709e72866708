// The commands against a running bank: what each does there, prints for people and for programs, and ends with.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import type { TestBank } from '../support/bank.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const JONAS = '13039319955';
const MARI = '18129215603';
const BERLIN = 'DE89370400440532013000';

const folder = testFolder();
const house = await testBank({ settlementDelay: 100 });
let bank: TestBank;
let out: string[];
let err: string[];
/** Of the test that runs; certificates are of all banks of the house. */
let people: string;
let made = 0;

const sandbank = (...args: string[]) =>
  run(args, { out: (text) => void out.push(text), err: (text) => void err.push(text) });
/** With the bank of the test. */
const here = (...args: string[]) => sandbank(...args, '--url', bank.url);
/** With the certificate and the people of the test. */
const asTpp = (...args: string[]) => here(...args, '--credentials', people);
const printed = () => out.join('\n');
const json = () => JSON.parse(printed());
/** The last address in the output. */
const link = () => /http[^\s"]+\/sca\/[\w-]+/.exec(printed())?.[0] ?? '';

beforeEach(() => {
  bank = house.tenant();
  made += 1;
  people = join(folder, `people-${made}`);
  out = [];
  err = [];
});
afterEach(() => expect(err).toEqual([]));

describe('call', () => {
  test('--as: 200 at the first try, and the second needs no SCA', async () => {
    expect(await asTpp('call', 'GET', '/v1/accounts', '--as', JONAS)).toBe(0);
    expect(printed()).toMatch(/^HTTP 200 OK\nx-request-id: /);
    out = [];
    expect(await asTpp('call', 'GET', '/v1/accounts', '--as', JONAS, '--json')).toBe(0);
    expect(json()).toMatchObject({ status: 200, body: { accounts: expect.any(Array) } });
    const { body } = await bank.control('GET', '/_sandbox/requests');
    expect(body.requests.map(({ operation }: { operation: string }) => operation)).toEqual([
      'getAccounts',
      'getAccounts',
      'createBankOfferedConsent',
    ]);
  });

  test('after a reset, and for a PSU-ID that the bank does not know, it logs in again', async () => {
    await asTpp('login', JONAS);
    await here('reset');
    out = [];
    expect(await asTpp('call', 'GET', '/v1/accounts')).toBe(0);
    expect(printed()).toMatch(/^HTTP 200 OK/);
    writeFileSync(
      join(people, 'people.json'),
      JSON.stringify({ known: { [JONAS]: { psuId: crypto.randomUUID(), tppSessionId: 's' } } }),
    );
    out = [];
    expect(await asTpp('call', 'GET', '/v1/accounts', '--as', JONAS)).toBe(0);
    expect(printed()).toMatch(/^HTTP 200 OK/);
  });

  test('without a person: 401, and what to do next', async () => {
    expect(await asTpp('call', 'GET', '/v1/accounts')).toBe(1);
    expect(printed()).toMatch(/^HTTP 401 Unauthorized\n/);
    expect(printed()).toContain(`sandbank approve ${link()} --as `);
    // Whole, so that one can click it.
    expect(printed()).toContain(`sandbank-verdict: ${bank.url}/_sandbox/requests/x1\n`);
  });

  test('a refused request: why, as a whole URL', async () => {
    expect(await asTpp('call', 'GET', '/v1/nowhere', '--as', 'nobody')).toBe(1);
    expect(printed()).toMatch(new RegExp(`\nWhy: ${bank.url}/_sandbox/requests/x1$`));
  });

  test('--absent: without session and PSU-IP-Address', async () => {
    expect(await asTpp('--as', 'jonas', 'call', 'GET', '/v1/accounts', '--absent')).toBe(0);
    const { requests } = (await bank.control('GET', '/_sandbox/requests')).body;
    const { body } = await bank.control('GET', `/_sandbox/requests/${requests[0].id}`);
    const names = body.request.headers.map(([name]: string[]) => name);
    expect(names).toContain('PSU-ID');
    expect(names.filter((name: string) => /session|ip-addr/i.test(name))).toEqual([]);
  });

  test('a whole URL and --bank lead to that bank', async () => {
    const { origin, pathname } = new URL(bank.url);
    const name = pathname.split('/').at(-1) as string;
    const kept = ['--credentials', people, '--as', JONAS];
    expect(await sandbank('call', 'GET', `${bank.url}/v1/accounts`, ...kept)).toBe(0);
    expect(
      await sandbank('call', 'GET', '/v1/accounts', '--url', origin, '--bank', name, ...kept),
    ).toBe(0);
    expect(out.map((text) => text.slice(0, 8))).toEqual(['HTTP 200', 'HTTP 200']);
  });

  test('--browser waits for the approval on the page', async () => {
    const opened = asTpp('call', 'GET', '/v1/accounts', '--browser');
    let shown = '';
    while (shown === '') {
      await new Promise((resolve) => setImmediate(resolve));
      shown = /http\S+/.exec(err.join())?.[0] ?? '';
    }
    err = [];
    const path = new URL(shown).pathname.split('/').at(-1);
    const { body } = await bank.control('POST', `/_sandbox/sca/${path}`, { nationalId: JONAS });
    await fetch(body.redirect);
    expect(await opened).toBe(0);
    expect(printed()).toMatch(/^HTTP 200 OK/);
  });
});

describe('login', () => {
  test('later calls act as that person, until --forget', async () => {
    expect(await asTpp('login', MARI, '--context', 'CORPORATE')).toBe(0);
    expect(printed()).toMatch(/^Logged in, in CORPORATE context\. Send:\nPSU-ID: /);
    expect(printed()).toContain('PSU-Corporate-ID: ');
    out = [];
    await asTpp('call', 'GET', '/v1/accounts');
    expect(printed()).toMatch(/^HTTP 200/);
    expect(await asTpp('login', '--forget')).toBe(0);
    out = [];
    await asTpp('call', 'GET', '/v1/accounts');
    expect(printed()).toMatch(/^HTTP 401/);
  });

  test('an SCA that fails is a sentence', async () => {
    expect(await asTpp('login', '01010750160')).toBe(1);
    expect(err.join()).toMatch(
      /^sandbank login: .*(?:answered 400: No customer|The SCA failed with)/,
    );
    err = [];
  });
});

describe('pay', () => {
  const money =
    /^Created {3}50 \w{3} from \S+ to \S+\n {10}\S+\/v1\/payments\/(\S+)\/\S+\nApproved {2}by the PSU\n(?:Moved .*\n)?Settled {3}ACSC$/;

  test('says on a terminal what it waits for', async () => {
    const steps: string[] = [];
    const terminal = {
      out: () => {},
      err: () => {},
      progress: (text: string) => void steps.push(text),
    };
    // Otherwise it may have settled before one looks.
    await here('clock', '--freeze');
    const args = ['pay', '50', 'EUR', '--to', BERLIN, '--as', JONAS];
    await run([...args, '--url', bank.url, '--credentials', people], terminal);
    expect(steps).toEqual([
      'Getting a certificate',
      'Looking for an account',
      'Creating the payment',
      'Waiting for the settlement',
    ]);
  });

  test('the same payment again is another one, but for --once', async () => {
    const args = ['pay', '50', 'EUR', '--to', BERLIN, '--as', 'jonas'];
    expect([await asTpp(...args), await asTpp(...args)]).toEqual([0, 0]);
    out = [];
    expect(await asTpp(...args, '--once')).toBe(1);
    expect(printed()).toMatch(/^HTTP 409 .*CONFLICT/s);
  });

  test.each([
    ['EUR', BERLIN, 'sepa-credit-transfers'],
    ['NOK', '15032080119', 'norwegian-domestic-credit-transfers'],
  ])('50 %s to %s settles', async (currency, to, product) => {
    expect(await asTpp('pay', '50', currency, '--to', to, '--as', JONAS)).toBe(0);
    expect(money.exec(printed())?.[1]).toBe(product);
  });

  test('where the clock stands still, it moves the clock, and says so', async () => {
    await here('clock', '--freeze');
    out = [];
    const args = ['pay', '50', 'USD', '--to', 'GB33BUKB20201555555555', '--bic', 'BUKBGB22'];
    expect(await asTpp(...args, '--as', JONAS)).toBe(0);
    expect(printed()).toContain("Moved     the bank's clock by PT5S, to 20");
    expect(printed()).toContain('cross-border-credit-transfers');
    expect(printed()).toMatch(/\nSettled {3}ACSC$/);
    out = [];
    const still = ['pay', '1', 'EUR', '--to', BERLIN, '--as', JONAS, '--no-clock', '--json'];
    expect(await asTpp(...still)).toBe(1);
    expect(json()).toMatchObject({ transactionStatus: 'PDNG' });
  });

  test('a payment that fails, or is refused, says why', async () => {
    const args = ['--to', BERLIN, '--as', JONAS];
    expect(await asTpp('pay', '1', 'EUR', ...args, '--name', 'Sandbox ACCP')).toBe(1);
    expect(printed()).toMatch(/\nEnded {5}ACCP: rejected, because the account lacks the funds$/);
    out = [];
    expect(await asTpp('pay', '1', 'EUR', '--to', 'DE00', '--as', JONAS)).toBe(1);
    expect(printed()).toMatch(/^HTTP 400 .*"path": "\/creditorAccount\/iban".*\nWhy: http/s);
    expect(printed()).toMatch(/\ncreditorAccount is the option --to <account>$/);
    expect(await asTpp('pay', '1', 'EUR', ...args, '--from', 'NO1')).toBe(2);
    expect(err.join()).toContain('--from NO1 is not an account that this person shares: NO');
    err = [];
  });
});

describe('approve', () => {
  test('ends a link, by address or by its id, with the outcome that one wants', async () => {
    await asTpp('call', 'GET', '/v1/accounts');
    const first = link();
    out = [];
    expect(await sandbank('approve', first, '--as', JONAS)).toBe(0);
    expect(printed()).toMatch(/^Approved\. The PSU returns to http\S+psu-id=/);
    out = [];
    await asTpp('call', 'GET', '/v1/accounts');
    const id = link().split('/').at(-1) as string;
    out = [];
    expect(await here('approve', id, '--outcome', 'cancel', '--json')).toBe(0);
    expect(json()).toMatchObject({ code: 'SCA_INVALID' });
    expect(await here('approve', id)).toBe(1);
    expect(err.join()).toMatch(/answered 409: /);
    err = [];
    await asTpp('call', 'GET', '/v1/accounts');
    expect(await sandbank('approve', link())).toBe(2);
    expect(err.join()).toContain('Who approves? Name a test user: --as ');
    err = [];
  });
});

describe('sign', () => {
  const shell = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8' });

  test('--curl prints a command that the bank accepts', async () => {
    await asTpp('login', MARI);
    // Of a bank that was there before.
    const stale = { known: { [JONAS]: { psuId: crypto.randomUUID(), tppSessionId: 's' } } };
    writeFileSync(join(people, 'people.json'), JSON.stringify(stale));
    out = [];
    expect(await asTpp('sign', 'GET', '/v1/accounts', '--as', JONAS, '--curl')).toBe(0);
    expect(shell(printed())).toMatch(/^HTTP\/1\.1 200 /);
    const body = join(folder, 'body.json');
    writeFileSync(body, '{"customerNumber":"x"}');
    out = [];
    const place = ['--credentials', people, '--curl', '-d', `@${body}`];
    expect(await here('sign', 'POST', '/v1/sandbox/customers', ...place)).toBe(0);
    expect(shell(printed())).toMatch(/^HTTP\/1\.1 400 .*FORMAT_ERROR/s);
  });
});

describe('the control API', () => {
  test('clock: shows, moves forward and sets the time', async () => {
    expect(await here('clock', '2026-12-24T10:00:00Z', '--freeze')).toBe(0);
    expect(await here('clock', '+1d1h')).toBe(0);
    expect(await here('clock', '+PT60M')).toBe(0);
    expect(await here('clock', '+1w')).toBe(0);
    expect(await here('clock', '--json')).toBe(0);
    expect(out[1]).toBe("The bank's time is 2026-12-25T11:00:00.000Z, and is frozen.");
    expect(JSON.parse(out[4] as string)).toMatchObject({
      now: '2027-01-01T12:00:00.000Z',
      frozen: true,
    });
    expect(await here('clock', '--run')).toBe(0);
    expect(out[5]).not.toContain('is frozen');
  });

  test('clock: lists what fell due', async () => {
    await asTpp('login', JONAS);
    out = [];
    await here('clock', '+PT61M');
    expect(printed()).toMatch(/\n {2}20\S+Z {2}sessionEnded {2}/);
  });

  test('consents: lists and revokes', async () => {
    expect(await here('consents')).toBe(0);
    expect(printed()).toBe('Nobody has given a consent yet.');
    await asTpp('login', JONAS);
    out = [];
    await here('consents', '--json');
    const { id } = json().consents[0];
    out = [];
    await here('consents');
    expect(printed()).toMatch(
      new RegExp(`^${id} {2}valid {2}PRIVATE {2}PSDNO-\\S+ {2}until 2\\d{3}-\\d\\d-\\d\\d {2}`),
    );
    expect(await here('consents', 'revoke', id)).toBe(0);
    out = [];
    await here('consents');
    expect(printed()).toMatch(new RegExp(`^${id} {2}revoked`));
  });

  test('rules: lists them, shows one, sets a level and a preset', async () => {
    expect(await here('rules')).toBe(0);
    expect(printed()).toMatch(/^Preset strict\n/);
    expect(printed()).toMatch(/^SIG-05 +warn {2}keyId is/m);
    out = [];
    expect(await here('rules', 'set', 'SIG-05', 'error')).toBe(0);
    expect(printed()).toMatch(/^SIG-05 {2}keyId is.*\nLevel error: /);
    expect(await here('rules', 'preset', 'lenient')).toBe(0);
    out = [];
    await here('rules', 'SIG-05', '--json');
    expect(json()).toMatchObject({ id: 'SIG-05', level: 'off' });
    expect(await here('rules', 'set', 'SIG-05', 'loud')).toBe(1);
    expect(err.join()).toMatch(/level must be one of/);
    err = [];
  });

  test('snapshot: saves, compares, restores, exports, imports and deletes', async () => {
    const file = join(folder, 'golden.json');
    expect(await here('snapshot', 'list')).toBe(0);
    expect(await here('snapshot', 'save', 'golden')).toBe(0);
    expect(await here('snapshot', 'diff', 'golden')).toBe(0);
    await asTpp('login', JONAS);
    expect(await here('snapshot', 'diff', 'golden')).toBe(0);
    expect(out[0]).toBe('There is no snapshot yet.');
    expect(out[1]).toMatch(/^Saved golden, /);
    expect(out[2]).toBe('No row differs.');
    expect(out[4]).toMatch(/^\+ sessions /m);
    expect(await here('snapshot', 'restore', 'golden')).toBe(0);
    expect(await here('snapshot', 'export', 'golden', '--output', file)).toBe(0);
    expect(await here('snapshot', 'import', 'copy', file)).toBe(0);
    out = [];
    await here('snapshot', 'diff', 'golden', 'copy');
    await here('snapshot', 'list');
    await here('snapshot', 'delete', 'golden');
    expect(out[0]).toBe('No row differs.');
    expect(out[1]).toMatch(/^copy {4}20.*\ngolden {2}20/);
    expect(await here('snapshot', 'restore', 'golden')).toBe(1);
    expect(err.join()).toMatch(/answered 404: /);
    err = [];
  });

  test('reset: the starting state', async () => {
    expect(await here('reset')).toBe(0);
    expect(printed()).toBe(
      `${bank.url} is in its starting state: 4 customers, 8 accounts, 2 cards.`,
    );
  });

  test('users: whom one can log in as, with what they have, then those with whom something goes wrong', async () => {
    expect(await here('users')).toBe(0);
    const [own, magic] = printed().split('\n\n') as [string, string];
    expect(own).toContain(`${JONAS}  Jonas Bakkerud       2 accounts, 1 card`);
    expect(own).toContain('Nordlys Snekkerverksted AS');
    expect(magic).toMatch(
      /^15877610028 {2}Gammel Gundersen {4,}Approves, and the consent is 181 days old/m,
    );
  });

  test('FAULT-01: fault: set, listed, fired, removed', async () => {
    expect(await here('fault', 'new', '503', '--on', 'GET /v1/accounts', '--times', '1')).toBe(0);
    expect(await here('fault', 'new', 'delay-ms=1')).toBe(0);
    expect(await asTpp('call', 'GET', '/v1/accounts', '--as', JONAS)).toBe(1);
    out = [];
    await here('fault');
    expect(printed()).toMatch(
      /^f1 {2}\{"status":503\} {2}\{"method":"GET","path":"\/v1\/accounts"\} {2}fired 1 of 1/,
    );
    await here('fault', 'remove', 'f1');
    await here('fault', 'remove');
    out = [];
    await here('fault');
    expect(printed()).toBe('No faults are set.');
    expect(await here('fault', 'new', 'nonsense')).toBe(1);
    expect(err.join()).toContain(
      'effect.nonsense is not a member of effect, which has status, code',
    );
    err = [];
    expect(await here('fault', 'new', 'reset', '--on', 'accounts')).toBe(2);
    err = [];
  });

  test('logs: one line per request, the reason under a refused one', async () => {
    await asTpp('call', 'GET', '/v1/nowhere', '--as', 'nobody');
    await asTpp('call', 'GET', '/v1/accounts', '--as', 'nobody');
    out = [];
    expect(await here('logs')).toBe(0);
    const [first, why, second, sca] = printed().split('\n');
    expect(first).toMatch(
      /^\d\d:\d\d:\d\d {2}404 {2}GET {5}\S+\/v1\/nowhere {2}NOT_FOUND {2}\d+ ms$/,
    );
    expect(why).toMatch(new RegExp(`^ +\\S.* ${bank.url}/_sandbox/requests/x1$`));
    expect(second).toContain('401');
    expect(sca).toContain('The PSU must approve first.');
    out = [];
    await here('logs', '--status', '404', '--json');
    expect(json().requests).toHaveLength(1);
  });

  test('logs --follow: prints what comes, until the signal', async () => {
    await asTpp('call', 'GET', '/v1/accounts', '--as', 'nobody');
    out = [];
    const stop = new AbortController();
    const { signal } = stop;
    const lines: string[] = [];
    const arrived = new Promise<void>((resolve) => {
      const terminal = {
        out(text: string) {
          lines.push(JSON.parse(text).operation);
          if (lines.length === 1) void asTpp('call', 'GET', '/v1/user', '--as', 'nobody');
          if (lines.length === 2) stop.abort();
        },
        err: (text: string) => void err.push(text),
        signal,
      };
      void run(['logs', '--follow', '--json', '--url', bank.url], terminal).then(() => resolve());
    });
    await arrived;
    expect(lines).toEqual(['getAccounts', 'getUser']);
  });

  test('doctor: all is well', async () => {
    expect(await asTpp('doctor')).toBe(0);
    expect(
      printed()
        .split('\n')
        .map((line) => line[0]),
    ).toEqual(Array(6).fill('✓'));
  });

  test('CTRL-10: a control token is asked for and accepted', async () => {
    const closed = await openSandbank({ control: { token: 'sesame', allowedHosts: [] } });
    expect(await sandbank('reset', '--url', closed.url)).toBe(1);
    expect(err.join()).toContain('Give it with --token or SANDBANK_CONTROL_TOKEN.');
    err = [];
    expect(await sandbank('reset', '--url', closed.url, '--token', 'sesame')).toBe(0);
    await closed.close();
  });
});
