// TPP-06, CTRL-14: what a certificate is: the API, the control API, the console and the command line agree at every moment
// of real time, and after it was revoked.
import { expect, test } from '@jest/globals';
import { printed, sandbank } from '../support/commands.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openPage, postForm } from '../support/console-form.ts';
import { answered } from '../support/control-bank.ts';
import { openSandbank, schemaErrors } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const DAY = 86_400_000;
const ORGANISATION = 'PSDNO-FSA-987654326';
const house = await testBank({});

interface Known {
  readonly id: string;
  readonly organisationId: string;
  readonly status: string;
  readonly daysLeft?: number;
  readonly issuedHere: boolean;
}

async function known(): Promise<readonly Known[]> {
  const { body } = answered(await house.control('GET', '/_sandbox/certificates'), 200);
  expect(await schemaErrors('control/certificates.json', body)).toEqual([]);
  return body.certificates;
}

const ofIt = (all: readonly Known[]) =>
  all.find(({ organisationId }) => organisationId === ORGANISATION) as Known;

/** Whether the API takes it, and what the rest says. */
async function seen(tpp: Tpp) {
  const { status } = await tpp.get('/v1/sandbox/customers');
  const one = ofIt(await known());
  const { text } = await openPage(`${house.url}/console`, 'certificates?lang=en');
  const card = text.slice(text.indexOf(`<code class="note">${ORGANISATION}`));
  const [, tag] = /<span class="tag[^"]*">([a-z ]+)<\/span> (?=<s)/.exec(card) ?? [];
  const said = await printed(sandbank('certs', 'seen', '--url', house.url));
  const [, command] = new RegExp(`${one.id} +(\\S+)`).exec(said) ?? [];
  return { api: status, control: one.status, tag, command, daysLeft: one.daysLeft };
}

test('TPP-01, CTRL-14: valid to its last day, then expired', async () => {
  const start = Date.now();
  const tpp = await house.newTpp({ organisationId: ORGANISATION, validDays: 4 });
  const is = (api: number, word: string) => ({ api, control: word, tag: word, command: word });
  expect(await seen(tpp)).toEqual({ ...is(200, 'valid'), daysLeft: expect.any(Number) });
  for (const [days, api, status] of [
    [1, 200, 'valid'],
    [2.5, 200, 'valid'],
    [5, 403, 'expired'],
    [400, 403, 'expired'],
  ] as const) {
    const now = start + days * DAY;
    await house.setWallClock({ at: now });
    expect(await seen({ get: dated(tpp, now) } as Tpp)).toMatchObject(is(api, status));
  }
  await house.setWallClock({ ahead: 0 });
});

/** Signed with the date of that moment. */
const dated = (tpp: Tpp, now: number) => (path: string) =>
  tpp.with({ Date: new Date(now).toUTCString() }).get(path);

/** Whether the page has a button for it. */
async function offersToRevoke(id: string): Promise<boolean> {
  const { text } = await openPage(`${house.url}/console`, 'certificates');
  return text.includes(`name="{id} text" value="${id}"`);
}

test('TPP-06: revoked in the console: the next request is 403, and the list and the command say so', async () => {
  const tpp = await house.newTpp({ organisationId: ORGANISATION });
  answered(await tpp.get('/v1/sandbox/customers'), 200);
  const { id } = ofIt(await known());
  const console = `${house.url}/console`;
  expect(await offersToRevoke(id)).toBe(true);
  const form = { operation: 'revokeCertificate', '{id} text': id };
  expect((await postForm(console, 'certificates', form)).status).toBe(200);
  expect(await offersToRevoke(id)).toBe(false);
  expectRefusal(await tpp.get('/v1/sandbox/customers'), { status: 403, code: 'FORBIDDEN' });
  const word = 'revoked';
  expect(await seen(tpp)).toEqual({ api: 403, control: word, tag: word, command: word });
  // All banks of the process have one authority.
  expectRefusal(await tpp.with({}).get('/v1/sandbox/customers'), { code: 'FORBIDDEN' });
});

test('TPP-06: by command; unknown is 404, one of another CA 409', async () => {
  const tpp = await house.newTpp({ organisationId: ORGANISATION });
  const { id } = ofIt(await known());
  await printed(sandbank('certs', 'revoke', id, '--url', house.url));
  expectRefusal(await tpp.get('/v1/sandbox/customers'), { code: 'FORBIDDEN' });
  const remove = (one: string) => house.control('DELETE', `/_sandbox/certificates/${one}`);
  expectRefusal(await remove('none'), { status: 404, code: 'RESOURCE_UNKNOWN' });
  await house.newTpp({ organisationId: 'PSDNO-FSA-222222222', variant: 'unknown-ca' });
  const other = (await known()).find((one) => one.organisationId === 'PSDNO-FSA-222222222');
  expect(other?.issuedHere).toBe(false);
  expectRefusal(await remove(String(other?.id)), { status: 409, code: 'CONFLICT' });
  expect(await offersToRevoke(String(other?.id))).toBe(false);
});

test('TPP-05: the page takes a registration away and gives it back', async () => {
  const console = `${house.url}/console`;
  const tpp = await house.newTpp({ organisationId: 'PSDNO-FSA-333333333' });
  const set = (registered: string) =>
    postForm(console, 'certificates?lang=en', {
      operation: 'putTpp',
      '{organisationId} text': 'PSDNO-FSA-333333333',
      '/registered flag': registered,
    });
  expect((await set('false')).text).toMatch(
    /PSDNO-FSA-333333333<\/code> <span class="tag failed">not registered.*<button>Register again/s,
  );
  expectRefusal(await tpp.get('/v1/sandbox/customers'), { code: 'FORBIDDEN' });
  expect((await set('true')).text).not.toContain('Register again');
  answered(await tpp.get('/v1/sandbox/customers'), 200);
});

test('TPP-06: a bank that has seen none says so', async () => {
  const other = await openSandbank();
  const said = await printed(sandbank('certs', 'seen', '--url', other.url));
  expect(said).toBe('The bank has seen no certificate yet.');
  await other.close();
});
