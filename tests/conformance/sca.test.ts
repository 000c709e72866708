// SCA flows over HTTP: the link, the page, the redirect, and the same without a browser.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  completeSca,
  consentOf,
  flowIdOf,
  hrefOf,
  PERSONS,
  psuHeaders,
  REDIRECT,
  UUID,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { newPayment } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { approve, cancel, choose, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

/** A valid national identity number that nobody here has. */
const STRANGER = '01010750160';

const house = await testBank();
const bank = eachTest(() => house.tenant());

function askConsent(headers: Record<string, string | undefined> = {}): Promise<Answer> {
  return bank.tpp.with({ ...psuHeaders(), ...headers }).post('/v1/bank-offered-consents');
}

async function paid() {
  const psu = await consentOf(bank);
  return { psu, made: await newPayment(psu) };
}

describe('the link', () => {
  test('SCA-01: a read that needs SCA is 401 with an absolute scaRedirect', async () => {
    const answer = await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    expect(answer.status).toBe(401);
    expect(answer.body._links.scaRedirect.verbs).toEqual(['GET']);
    expect(hrefOf(answer).startsWith(`${bank.url}/sca/`)).toBe(true);
  });

  test('SCA-01: two links never share an id, and the id is long', async () => {
    const ids = [flowIdOf(await askConsent()), flowIdOf(await askConsent())];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id.length).toBeGreaterThanOrEqual(32);
  });

  test('SCA-05: a used link is a 410 page', async () => {
    const link = hrefOf(await askConsent());
    const page = await identify(await openPage(link), PERSONS.jonas);
    redirectOf(await approve(page));
    const again = await openPage(link);
    expect(again.answer.status).toBe(410);
    expect(again.answer.headers['location']).toBeUndefined();
    expect(again.answer.text).toMatch(/href="https?:\/\/[^/"?]+\/">Go to http/);
  });

  test('SCA-05: it leads back to a website however its address is written, if it is one', async () => {
    const asked = await askConsent({ 'TPP-Redirect-URI': 'HTTPS://tpp.example/cb?x=1' });
    await completeSca(bank, asked, { outcome: 'cancel' });
    expect((await openPage(asked)).answer.text).toContain('href="https://tpp.example/">Go to');
    const snapshot = '/_sandbox/snapshots/edited';
    await bank.control('PUT', snapshot);
    const { tables } = (await bank.control('GET', snapshot)).body;
    for (const flow of tables.scaFlows) flow.tppRedirectUri = 'https://[';
    await bank.control('PUT', snapshot, { tables });
    await bank.control('POST', `${snapshot}/restore`);
    const { answer } = await openPage(asked);
    expect([answer.status, answer.text.includes('>Go to ')]).toEqual([410, false]);
  });

  test.each(['mytpp://done', 'x-https://tpp.example/done', 'mytpp:done'])(
    'SCA-05: one that was not approved says so, and leads back to no app: %s',
    async (uri) => {
      const link = hrefOf(await askConsent({ 'TPP-Redirect-URI': uri }));
      const page = await openPage(link);
      const { host, protocol } = new URL(uri);
      expect(page.answer.text).toContain(`<bdi>${host || protocol}</bdi>`);
      expect((await cancel(page)).answer.status).toBe(302);
      const { text } = (await openPage(link)).answer;
      expect(text).toContain('It was not approved');
      expect(text).not.toContain('>Go to ');
    },
  );

  test('SCA-04: older than 15 minutes of bank time redirects with SCA_EXPIRED, then is used for 7 days', async () => {
    await bank.control('PUT', '/_sandbox/clock', { frozen: true });
    const link = hrefOf(await askConsent());
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT15M' });
    expect((await openPage(link)).step).toBe('identify');
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' });
    const back = redirectOf(await openPage(link)).searchParams;
    expect(back.get('code')).toBe('SCA_EXPIRED');
    expect(back.get('status')).toBe('401');
    for (const [by, status] of [
      ['PT0S', 410],
      ['P6DT23H59M59S', 410],
      ['PT1S', 404],
    ] as const) {
      await bank.control('POST', '/_sandbox/clock/advance', { by });
      expect((await openPage(link)).answer.status).toBe(status);
    }
  });
});

describe('the page', () => {
  test('SCA-02: identify, tick accounts, approve; the accounts are then readable', async () => {
    const headers = psuHeaders();
    const page = await openPage(await askConsent(headers));
    expect(page.step).toBe('identify');
    const accounts = await identify(page, PERSONS.jonas);
    expect(accounts.step).toBe('approve');
    expect(accounts.accounts).toHaveLength(3);
    const back = redirectOf(await approve(accounts, accounts.accounts.slice(0, 1)));
    const psuId = back.searchParams.get('psu-id') ?? '';
    const list = await bank.tpp.with({ ...headers, 'PSU-ID': psuId }).get('/v1/accounts');
    expect(list.body.accounts).toHaveLength(1);
  });

  test('SCA-02: a person in both contexts chooses; each context has its own accounts', async () => {
    const chooser = await identify(await openPage(await askConsent()), PERSONS.odd);
    expect(chooser.step).toBe('context');
    expect(chooser.choices).toHaveLength(2);
    expect(chooser.choices[0]).toBe('PRIVATE');
    const corporate = await choose(chooser, chooser.choices[1]);
    const back = redirectOf(await approve(corporate)).searchParams;
    expect(back.get('context')).toBe('CORPORATE');
    expect(back.get('psu-corporate-id')).toMatch(UUID);
  });

  test('SBX-02: a corporate customer is offered CORPORATE only', async () => {
    const page = await identify(await openPage(await askConsent()), PERSONS.mari);
    const back = redirectOf(await approve(page)).searchParams;
    expect(back.get('context')).toBe('CORPORATE');
  });

  test('SCA-04: what cannot be an id is corrected on the page and does not count', async () => {
    let page = await openPage(await askConsent());
    for (const typed of ['abc', '1303931995', '13039319956', '']) {
      page = await identify(page, typed);
      expect(page.answer.status).toBe(422);
      expect(page.step).toBe('identify');
    }
    expect((await identify(page, PERSONS.jonas)).step).toBe('approve');
  });

  test('SCA-04: the third unknown person ends the flow with PSU_CREDENTIALS_INVALID', async () => {
    let page = await openPage(await askConsent());
    for (let times = 0; times < 2; times += 1) {
      page = await identify(page, STRANGER);
      expect(page.answer.status).toBe(422);
    }
    const back = redirectOf(await identify(page, STRANGER)).searchParams;
    expect(back.get('code')).toBe('PSU_CREDENTIALS_INVALID');
  });

  test('SCA-05: a form counts once, and an old one changes nothing', async () => {
    const first = await openPage(await askConsent());
    const second = await identify(first, PERSONS.jonas);
    const replay = await identify(first, PERSONS.odd);
    expect(replay.answer.status).toBe(409);
    expect(redirectOf(await approve(second)).searchParams.get('context')).toBe('PRIVATE');
  });

  test('SCA-02: nothing ticked is asked again, not approved', async () => {
    const page = await identify(await openPage(await askConsent()), PERSONS.jonas);
    expect(page.answer.text).toContain(' checked>');
    const again = await approve(page, []);
    expect(again.answer.status).toBe(422);
    expect(again.answer.text).not.toContain(' checked>');
    redirectOf(await approve(again));
  });

  test('SCA-02: what is shared already is ticked, and nothing else', async () => {
    const ticked = ({ answer: { text } }: { readonly answer: { readonly text: string } }) =>
      [...text.matchAll(/name="account" value="([^"]+)"( checked)?/g)].flatMap(
        ([, account = '', checked]) => (checked === undefined ? [] : [account]),
      );
    const page = await identify(await openPage(await askConsent()), PERSONS.jonas);
    const [one = '', ...others] = page.accounts;
    expect(ticked(page)).toEqual([one, ...others]);
    redirectOf(await approve(page, [one]));
    expect(ticked(await identify(await openPage(await askConsent()), PERSONS.jonas))).toEqual([
      one,
    ]);
  });

  test('SCA-02: a context that is not on offer is asked again, and one before the person is known', async () => {
    const early = await choose(await openPage(await askConsent()), 'PRIVATE');
    expect([early.answer.status, early.step]).toEqual([422, 'identify']);
    const again = await choose(await identify(early, PERSONS.odd), 'CORPORATE');
    expect([again.answer.status, again.step]).toEqual([422, 'context']);
    expect((await choose(again, 'PRIVATE')).step).toBe('approve');
  });

  test('SCA-02: nobody approves who has not said who they are', async () => {
    const page = await openPage(await askConsent());
    const early = await approve(page);
    expect([early.answer.status, early.step]).toEqual([422, 'identify']);
    redirectOf(await approve(await identify(early, PERSONS.jonas)));
  });

  test('SCA-02: the page shows who there is to try, and what they have here', async () => {
    const { text } = (await openPage(await askConsent())).answer;
    const shown = text.replaceAll('\u00a0', ' ');
    expect(shown).toMatch(/Private · \d accounts/);
    expect(shown).toMatch(/Private or corporate · [^<]* · Nordlys Snekkerverksted AS/);
  });

  test("SCA-02: an account of another person can't be ticked in", async () => {
    const strange = await identify(await openPage(await askConsent()), PERSONS.odd);
    const other = await choose(strange, 'PRIVATE');
    const mine = await identify(await openPage(await askConsent()), PERSONS.jonas);
    const again = await approve(mine, other.accounts);
    expect(again.answer.status).toBe(422);
  });

  test('SCA-02: in Norwegian for lang=nb and for Accept-Language', async () => {
    const link = hrefOf(await askConsent());
    expect((await openPage(`${link}?lang=nb`)).answer.text).toContain('lang="nb"');
    expect((await openPage(`${link}?lang=en`)).answer.text).toContain('lang="en"');
  });

  test('WEB-01, WEB-02: no inline anything, may be framed, nothing cached or sniffed', async () => {
    const { headers } = (await openPage(await askConsent())).answer;
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('form-action');
    expect(policy).not.toMatch(/frame-ancestors '(none|self)'/);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toContain('no-store');
  });
});

describe('what the request fixes', () => {
  test('SCA-07: X-PSU-IDENTITY is shown masked and cannot be changed', async () => {
    const page = await openPage(await askConsent({ 'X-PSU-IDENTITY': PERSONS.jonas }));
    expect(page.answer.text).toContain('*********55');
    expect(page.answer.text).not.toContain(PERSONS.jonas);
    const back = redirectOf(await approve(await identify(page, PERSONS.odd))).searchParams;
    const own = await consentOf(bank, PERSONS.jonas);
    expect(back.get('psu-id')).toBe(own.psuId);
  });

  test('SCA-07: PSU-Context PRIVATE leaves a person in both contexts no choice', async () => {
    const link = hrefOf(await askConsent({ 'PSU-Context': 'PRIVATE' }));
    const page = await identify(await openPage(link), PERSONS.odd);
    expect(page.step).toBe('approve');
    expect(redirectOf(await approve(page)).searchParams.get('context')).toBe('PRIVATE');
  });

  test('SCA-07: a context that the person does not have ends the flow', async () => {
    const link = hrefOf(await askConsent({ 'PSU-Context': 'CORPORATE' }));
    const back = redirectOf(await identify(await openPage(link), PERSONS.jonas)).searchParams;
    expect(back.get('code')).toBe('SCA_INVALID');
  });
});

describe('the redirect', () => {
  test("SCA-03: the TPP's own query is still there, ours is appended, the fragment stays last", async () => {
    const uri = 'https://tpp.example/cb?state=a%2Fb&psu-id=forged&x#part';
    const headers = { ...psuHeaders('my-session'), 'TPP-Redirect-URI': uri };
    const page = await identify(await openPage(await askConsent(headers)), PERSONS.jonas);
    const location = String((await approve(page)).answer.headers['location']);
    expect(location).toMatch(
      /^https:\/\/tpp\.example\/cb\?state=a%2Fb&x&psu-id=[0-9a-f-]{36}&tpp-session-id=my-session&context=PRIVATE#part$/,
    );
  });

  test('SCA-03: a parameter of ours is replaced however the TPP has written its name', async () => {
    const uri = 'https://tpp.example/cb?psu%2Did=forged&tpp+session=mine';
    const asked = await askConsent({ 'TPP-Redirect-URI': uri });
    const back = await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    expect(back.getAll('psu-id')).toEqual([expect.stringMatching(UUID)]);
    expect(back.get('tpp session')).toBe('mine');
  });

  test('SCA-08: an address in UTF-8 is percent-encoded, in the headless answer too', async () => {
    const uri = Buffer.from('https://tpp.example/€').toString('latin1');
    const link = hrefOf(await askConsent({ 'TPP-Redirect-URI': uri }));
    const body = { nationalId: PERSONS.jonas };
    const done = await bank.control('POST', `/_sandbox/sca/${link.split('/').at(-1)}`, body);
    expect(done.body.redirect).toMatch(/^https:\/\/tpp\.example\/%E2%82%AC\?psu-id=/);
  });

  test('SCA-03: an app scheme is a fine address', async () => {
    const headers = { 'TPP-Redirect-URI': 'mytpp://done' };
    const page = await identify(await openPage(await askConsent(headers)), PERSONS.jonas);
    const location = String((await approve(page)).answer.headers['location']);
    expect(location.startsWith('mytpp://done?psu-id=')).toBe(true);
  });

  test('HDR-02: without TPP-Session-ID the bank makes one up and it works', async () => {
    const asked = await askConsent({ 'TPP-Session-ID': undefined });
    const back = await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    const tpp = bank.tpp.with({
      ...psuHeaders(back.get('tpp-session-id') ?? ''),
      'PSU-ID': back.get('psu-id') ?? '',
    });
    expect((await tpp.get('/v1/accounts')).status).toBe(200);
  });

  test('SCA-04: Cancel is SCA_INVALID, status 401, with a message', async () => {
    const back = redirectOf(await cancel(await openPage(await askConsent())));
    expect(back.href.startsWith(`${REDIRECT}&`)).toBe(true);
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
    expect(back.searchParams.get('status')).toBe('401');
    expect(back.searchParams.get('message')).not.toBe('');
    expect(back.searchParams.get('system')).toBeNull();
  });

  test('SCA-04: Cancel of a payment is PAYMENT_FAILED', async () => {
    const { made } = await paid();
    const back = redirectOf(await cancel(await openPage(made)));
    expect(back.searchParams.get('code')).toBe('PAYMENT_FAILED');
  });

  test('SCA-06: the PSU-ID is a UUID, one per bank, TPP and person, the same for ever', async () => {
    const first = await consentOf(bank);
    const again = await consentOf(bank);
    expect(first.psuId).toMatch(UUID);
    expect(again.psuId).toBe(first.psuId);
    const person = await consentOf(bank, PERSONS.mari);
    const otherTpp = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const tpp = await consentOf(bank, PERSONS.jonas, otherTpp);
    const otherBank = await consentOf(house.tenant());
    const ids = [first.psuId, person.psuId, tpp.psuId, otherBank.psuId];
    expect(new Set(ids).size).toBe(4);
  });
});

describe('SCA-08: without a browser', () => {
  test.each([
    ['cancel', 'SCA_INVALID', '401', null],
    ['wrong-id', 'PSU_CREDENTIALS_INVALID', '401', null],
    ['expire', 'SCA_EXPIRED', '401', null],
    ['error', 'SYSTEM_ERROR', '500', 'sandbank'],
  ])('SCA-08: outcome %s redirects with %s', async (outcome, code, status, system) => {
    const back = await completeSca(bank, await askConsent(), { outcome });
    expect(back.get('code')).toBe(code);
    expect(back.get('status')).toBe(status);
    expect(back.get('system')).toBe(system);
  });

  test.each([
    ['an unknown id', '/_sandbox/sca/nothing', {}, 404, 'SCA_NOT_FOUND', undefined],
    ['no nationalId', '', {}, 400, 'FORMAT_ERROR', '/nationalId'],
    ...[{ nationalId: '1' }, { outcome: 'approved' }, { context: 'both' }, { accounts: [] }].map(
      (body) =>
        [JSON.stringify(body), '', body, 400, 'FORMAT_ERROR', `/${Object.keys(body)[0]}`] as const,
    ),
    ['a stranger', '', { nationalId: STRANGER }, 400, 'RESOURCE_UNKNOWN', '/nationalId'],
    [
      'a context the person lacks',
      '',
      { nationalId: PERSONS.jonas, context: 'CORPORATE' },
      400,
      'BAD_REQUEST',
      '/context',
    ],
    [
      "another person's account",
      '',
      { nationalId: PERSONS.jonas, accounts: ['DE89370400440532013000'] },
      400,
      'RESOURCE_UNKNOWN',
      '/accounts/0',
    ],
  ])('SCA-08: %s is refused and the link lives', async (_, path, body, status, code, pointer) => {
    const asked = await askConsent();
    const answer = await bank.control('POST', path || `/_sandbox/sca/${flowIdOf(asked)}`, body);
    expect([answer.status, answer.body.tppMessages[0].code]).toEqual([status, code]);
    expect(answer.body.tppMessages[0].path).toBe(pointer);
    expect((await openPage(asked)).step).toBe('identify');
  });

  test('SCA-08: accounts say nothing where a payment is approved', async () => {
    const { made } = await paid();
    const back = await completeSca(bank, made, { accounts: ['DE89370400440532013000'] });
    expect(back.get('code')).toBeNull();
  });

  test('SCA-08: of many completions at once exactly one wins, the others are 409', async () => {
    const id = flowIdOf(await askConsent());
    const body = { nationalId: PERSONS.jonas };
    const tries = Array.from({ length: 20 }, () =>
      bank.control('POST', `/_sandbox/sca/${id}`, body),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  test('SCA-08: the auto policy makes the link itself answer with the redirect', async () => {
    const policy = { mode: 'auto', nationalId: PERSONS.jonas, outcome: 'approve' };
    const put = await bank.control('PUT', '/_sandbox/sca-policy', policy);
    expect([put.status, put.body]).toEqual([200, policy]);
    const back = redirectOf(await openPage(await askConsent()));
    expect(back.searchParams.get('psu-id')).toMatch(UUID);
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', outcome: 'cancel' });
    const failed = redirectOf(await openPage(await askConsent()));
    expect(failed.searchParams.get('code')).toBe('SCA_INVALID');
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'page' });
    expect((await openPage(await askConsent())).step).toBe('identify');
  });

  test('SCA-08: an auto policy that cannot answer says so itself, and leaves the link as it was', async () => {
    const asked = await askConsent();
    const refusals = [
      [
        {},
        'FORMAT_ERROR',
        'nationalId is absent, and the request that started this SCA named no PSU.',
      ],
      [{ nationalId: STRANGER }, 'RESOURCE_UNKNOWN', 'No customer of this bank has that'],
    ] as const;
    for (const [change, code, says] of refusals) {
      await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', ...change });
      const answer = await send({ method: 'GET', url: hrefOf(asked) });
      expectRefusal(answer, { code, path: '/nationalId' });
      const [{ text }] = answer.body.tppMessages;
      expect(text).toContain(
        `The bank's sca-policy answers links by itself (mode auto), and cannot answer this one: ${says}`,
      );
    }
    const headers = [['Accept', 'text/html']] as const;
    const page = await send({ method: 'GET', url: hrefOf(asked), headers });
    expect([page.status, page.headers['content-type']]).toEqual([
      400,
      expect.stringMatching(/^text\/html/),
    ]);
    expect(page.text).toContain('sca-policy answers links by itself');
    const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
    const body = `a=${'x'.repeat(100_000)}`;
    const long = await send({
      method: 'POST',
      url: hrefOf(asked),
      headers: [...headers, form],
      body,
    });
    expect([long.status, long.text]).toEqual([413, expect.stringContaining('</html>')]);
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'page' });
    expect((await openPage(asked)).step).toBe('identify');
  });
});

describe('SCA-08: HEAD never uses a link up', () => {
  const head = (url: string) => send({ method: 'HEAD', url });

  test.each(['page', 'auto'])('SCA-08: where the policy is %s', async (mode) => {
    await bank.control('PUT', '/_sandbox/sca-policy', { mode, nationalId: PERSONS.jonas });
    const asked = await askConsent();
    for (let times = 0; times < 4; times += 1) {
      const answer = await head(hrefOf(asked));
      expect([answer.status, answer.text]).toEqual([mode === 'page' ? 200 : 302, '']);
    }
    expect((await openPage(asked)).answer.status).toBe(mode === 'page' ? 200 : 302);
  });

  test('SCA-08: nothing comes of it: neither PSU-ID nor session', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', nationalId: PERSONS.jonas });
    const headers = psuHeaders();
    const answer = await head(hrefOf(await askConsent(headers)));
    const psuId = new URL(String(answer.headers['location'])).searchParams.get('psu-id') ?? '';
    expect(psuId).toMatch(UUID);
    const read = await bank.tpp.with({ ...headers, 'PSU-ID': psuId }).get('/v1/accounts');
    expect(read.body.tppMessages[0].code).toBe('PSU_CREDENTIALS_INVALID');
  });

  test('SCA-04: nor is the redirect of a link that ran out', async () => {
    const asked = await askConsent();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT16M' });
    expect((await head(hrefOf(asked))).status).toBe(302);
    const back = redirectOf(await openPage(asked));
    expect(back.searchParams.get('code')).toBe('SCA_EXPIRED');
    expect((await head(hrefOf(asked))).status).toBe(410);
    expect((await head(`${hrefOf(asked)}x`)).status).toBe(404);
  });

  test('SCA-09: nor is that of a page that waits for the app', async () => {
    const headers = { 'TPP-Redirect-Preferred': 'false', 'X-PSU-IDENTITY': PERSONS.jonas };
    const asked = await askConsent(headers);
    expect((await head(hrefOf(asked))).status).toBe(200);
    expect((await head(`${hrefOf(asked)}/app`)).status).toBe(200);
    await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {});
    for (let times = 0; times < 2; times += 1) {
      expect((await head(hrefOf(asked))).status).toBe(302);
    }
    const back = redirectOf(await openPage(asked));
    expect(back.searchParams.get('psu-id')).toMatch(UUID);
    expect((await openPage(asked)).answer.status).toBe(410);
  });
});

describe('TPP sessions', () => {
  test('SES-01, SES-02: an hour of bank time, then SCA_EXPIRED with a link', async () => {
    const psu = await consentOf(bank);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT59M59S' });
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' });
    const answer = await psu.tpp.get('/v1/accounts');
    expect([answer.status, answer.body.tppMessages[0].code]).toEqual([401, 'SCA_EXPIRED']);
    expect(hrefOf(answer)).toContain('/sca/');
  });

  test('SES-03: a new id that is completed kills the old one', async () => {
    const old = await consentOf(bank);
    const fresh = await consentOf(bank);
    expect((await fresh.tpp.get('/v1/accounts')).status).toBe(200);
    const answer = await old.tpp.get('/v1/accounts');
    expect([answer.status, answer.body.tppMessages[0].code]).toEqual([401, 'CONSENT_INVALID']);
    expect(answer.body.tppMessages[0].text).toMatch(/a later session has replaced it/);
  });

  test('SES-03: a new id that is aborted leaves the old one alive', async () => {
    const old = await consentOf(bank);
    const fresh = old.tpp.with({ 'TPP-Session-ID': randomUUID() });
    const asked = await fresh.get('/v1/accounts');
    expect(asked.status).toBe(401);
    await completeSca(bank, asked, { outcome: 'cancel' });
    expect((await old.tpp.get('/v1/accounts')).status).toBe(200);
    expect((await fresh.get('/v1/accounts')).status).toBe(401);
  });

  test('SES-04: the SCA of a payment opens account reads of the same session', async () => {
    const { psu, made } = await paid();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT2H' });
    const later = await psu.tpp.get('/v1/accounts');
    expect(later.status).toBe(401);
    const start = `${made.body._links.self.href}/authorisations`;
    const started = await psu.tpp.post(start);
    await completeSca(bank, started, {});
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });

  test("SES-05: another PSU's session id is not shared", async () => {
    const jonas = await consentOf(bank);
    const mari = await consentOf(bank, PERSONS.mari);
    const crossed = mari.tpp.with({ 'TPP-Session-ID': jonas.sessionId });
    expect((await crossed.get('/v1/accounts')).status).toBe(401);
    expect((await jonas.tpp.get('/v1/accounts')).status).toBe(200);
  });

  test("SES-05: another TPP's session id is not shared", async () => {
    const mine = await consentOf(bank);
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await consentOf(bank, PERSONS.jonas, other);
    const crossed = theirs.tpp.with({ 'TPP-Session-ID': mine.sessionId });
    expect((await crossed.get('/v1/accounts')).status).toBe(401);
  });
});
