// `sandbank replay`: recorded requests, sent again to a bank that answers alike or not.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type RequestToSign, signRequest } from '../../client/sign.ts';
import { PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { printed, refused, sandbank } from '../support/commands.ts';
import { SEPA, sepaFrom } from '../support/payment-scene.ts';
import { FROZEN } from '../support/repeatable-walk.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const house = await testBank({});
const folder = testFolder();
const BEGINNING = JSON.stringify({ repeatable: 'replay', clock: FROZEN });

const replay = (...args: string[]) =>
  sandbank('replay', ...args, '--url', new URL(house.url).origin);

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const nameOf = ({ url }: TestBank): string => url.slice(url.lastIndexOf('/') + 1);

/** A bank that has answered some reads and a payment, and the file with its log. */
async function saved() {
  const bank = house.tenant();
  await bank.control('POST', '/_sandbox/reset', JSON.parse(BEGINNING));
  await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true');
  await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
  await bank.tpp.with(psuHeaders()).get('/v1/accounts');
  const path = join(folder, `${nameOf(bank)}.json`);
  await printed(replay('--save', path, '--bank', nameOf(bank)));
  return { bank, path };
}

test('CTRL-13: a repeatable bank that is reset answers as recorded, under another name too', async () => {
  const { bank, path } = await saved();
  const all = '3 of 3 answers are as recorded.';
  expect(await printed(replay(path, '--reset', BEGINNING))).toBe(all);
  const other = nameOf(house.tenant());
  await printed(replay(path, '--reset', BEGINNING, '--bank', other));
  const reset = `@${file('reset.json', BEGINNING)}`;
  await printed(replay(path, '--reset', reset, '--bank', nameOf(bank)));
});

test('CTRL-13: an address that names a bank is that bank, as with --bank', async () => {
  const { bank, path } = await saved();
  const to = (url: string) => sandbank('replay', path, '--reset', BEGINNING, '--url', url);
  const all = '3 of 3 answers are as recorded.';
  expect([await printed(to(bank.url)), await printed(to(house.tenant().url))]).toEqual([all, all]);
});

test('CTRL-13: the first difference is shown with its JSON path; --all shows the others', async () => {
  const { path } = await saved();
  expect(await printed(replay(path), 1)).toMatch(
    /^2\. POST .*consents differs\n {3}body \/_links\/scaRedirect\/href\n {5}recorded {2}"http.*"\n {5}now {7}"http.*"\nStopped after 2 of 3 requests; --all sends the others too\.$/,
  );
  const all = await printed(replay(path, '--all'), 1);
  expect(all.match(/ differs\n/g)).toHaveLength(2);
  expect(all).toMatch(/\n1 of 3 answers are as recorded\.$/);
});

test('CTRL-13: another status and a header that is missing are differences', async () => {
  const { path } = await saved();
  const entries = JSON.parse(readFileSync(path, 'utf8'));
  entries[0].answer.status = 202;
  const again = (name: string) => printed(replay(file(name, entries), '--reset', BEGINNING), 1);
  expect(await again('status.json')).toContain(
    'differs\n   status\n     recorded  202\n     now       200 {',
  );
  entries[0].answer.status = 200;
  entries[0].answer.headers.push(['Retry-After', '7']);
  expect(await again('header.json')).toContain(
    'header retry-after\n     recorded  7\n     now       absent',
  );
});

test('WEB-06: what the log hides cannot be sent; a wrong signature is left out', async () => {
  const bank = house.tenant();
  const body = { customerNumber: PERSONS.jonas, currency: 'NOK' };
  await bank.tpp.post('/v1/sandbox/accounts', body);
  await bank.tpp.get('/v1/accounts', {
    before: (draft) => {
      draft.text = () => 'other';
    },
  });
  const path = join(folder, 'hidden.json');
  await replay('--save', path, '--bank', nameOf(bank));
  const said = await printed(replay(path, '--all'), 1);
  expect(said).toMatch(/^1\. .*was not sent\. The record hides a national id.*as HAR\.$/m);
  expect(said).toMatch(/^2\. .*was refused for its signature, .*: left out$/m);
});

type Given = Partial<Omit<RequestToSign, 'headers'>> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends the requests and records them as a proxy does. */
async function recorded(bank: TestBank) {
  const entries: object[] = [];
  const { certificateBase64: certificate, privateKey } = bank.tpp.credentials;
  async function send(path: string, given: Given = {}) {
    const request = { method: 'GET', url: bank.url + path, ...given };
    const { method, url, headers = {}, body } = request;
    const sent = path.startsWith('/v1')
      ? signRequest(request, { certificate, privateKey })
      : headers;
    const response = await fetch(url, { method, headers: sent, body: body ?? null });
    const list = (all: Iterable<readonly [string, string]>) =>
      [...all].map(([name, value]) => ({ name, value }));
    const text = await response.text();
    entries.push({
      request: {
        method,
        url,
        headers: list(Object.entries(sent)),
        ...(body === undefined ? { bodySize: 0 } : { postData: { text: String(body) } }),
      },
      response: { status: response.status, headers: list(response.headers), content: { text } },
    });
    return { status: response.status, text, body: JSON.parse(text) };
  }
  return { send, har: { log: { version: '1.2', entries } } };
}

test.each([
  ['the default bank', () => house],
  ['another', () => house.tenant()],
])('CTRL-13: a whole journey at %s is sent again, with what the control API did', async (_, of) => {
  const bank = of();
  await bank.control('POST', '/_sandbox/reset', JSON.parse(BEGINNING));
  const { send, har } = await recorded(bank);
  const headers = { 'PSU-IP-Address': '192.0.2.7', 'TPP-Redirect-URI': 'https://tpp.example/cb' };
  const asked = await send('/v1/bank-offered-consents', { method: 'POST', headers });
  const link: string = asked.body._links.scaRedirect.href;
  const done = await send(`/_sandbox/sca/${link.slice(link.lastIndexOf('/') + 1)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ nationalId: PERSONS.jonas }),
  });
  const back = new URL(done.body.redirect).searchParams;
  const ids = {
    'PSU-ID': back.get('psu-id') ?? '',
    'TPP-Session-ID': back.get('tpp-session-id') ?? '',
  };
  const known = { headers: { ...headers, ...ids, 'x-accept-fix': 'amount-as-string' } };
  const { body } = await send('/v1/accounts?withBalance=true', known);
  const payment = JSON.stringify(sepaFrom(body.accounts[0]));
  const json = { ...known.headers, 'Content-Type': 'application/json' };
  const paid = await send(SEPA, { method: 'POST', headers: json, body: payment });
  expect([paid.status, har.log.entries.length]).toEqual([201, 4]);
  const path = file('journey.har', har);
  const all = '4 of 4 answers are as recorded.';
  expect(await printed(replay(path, '--reset', BEGINNING))).toBe(all);
  // The Location is the payment's at that bank.
  await printed(replay(path, '--reset', BEGINNING, '--bank', nameOf(house.tenant())));
  await printed(replay(path, '--reset', BEGINNING, '--as-recorded'));
  await printed(replay(path, '--reset', BEGINNING.replace('replay', 'other')), 1);
});

test.each([
  [[], /give one file/],
  [['a', 'b'], /too many arguments/],
  [['@package'], /There is no request in .*a HAR file, or/],
  [['@none'], /There is no request in .*none\.json/],
  [['@unanswered'], /\/v1\/x has no recorded answer/],
  [['@log', '--save', '@none'], /either/],
  [['--save', '@none', '--reset', '{}'], /cannot be used with option '--reset/],
  [['@log', '--as-recorded'], /needs a HAR file/],
  [['@log', '--reset', 'x'], /--reset is not JSON/],
])('wrong usage %j is exit 2 and a sentence', async (args, says) => {
  const empty = { headers: [], bodyLength: 0 };
  const answer = { status: 200, ...empty };
  const unanswered = { method: 'GET', target: '/v1/x', request: empty };
  const log = [{ ...unanswered, answer }];
  const files: Record<string, string> = {
    '@package': file('package.json', { name: 'x' }),
    '@unanswered': file('unanswered.json', [unanswered]),
    '@log': file('log.json', log),
    // As --save writes it for a bank without requests.
    '@none': file('none.json', []),
  };
  expect(await refused(replay(...args.map((arg) => files[arg] ?? arg)), 2)).toMatch(says);
});
