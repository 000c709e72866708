// Approval in the bank's app (SCA-09): the link waits, the simulated app decides, the link goes on, once.
import { describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, flowIdOf, hrefOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openPage as openConsolePage } from '../support/console-form.ts';
import { newPayment, removeCustomer, statusOf } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import {
  approve,
  cancel,
  choose,
  identify,
  openPage,
  redirectOf,
  type ScaPage,
} from '../support/sca-browser.ts';
import { eachBank } from '../support/test-bank.ts';

const bank = await eachBank();

const APP = { 'TPP-Redirect-Preferred': 'false' };
/** A link for a person whom the request names. */
async function askKnown(nationalId: string = PERSONS.jonas, headers = {}): Promise<Answer> {
  const known = { ...psuHeaders(), ...APP, 'X-PSU-IDENTITY': nationalId, ...headers };
  return bank.tpp.with(known).post('/v1/bank-offered-consents');
}

/** The app as the waiting page links to it. */
function openApp(waiting: ScaPage, href: string): Promise<ScaPage> {
  const link = /<a href="([^"]*\/app\?lang=\w\w)"/.exec(waiting.answer.text)?.[1] ?? '';
  expect(link).toBe(`${href}/app?lang=en`);
  return openPage(link);
}

const isWaiting = ({ answer }: ScaPage): boolean =>
  answer.status === 200 && answer.headers['refresh'] === '5';

async function expectUsed(href: string): Promise<void> {
  expect((await openPage(href)).answer.status).toBe(410);
  expect((await openPage(`${href}/app`)).answer.status).toBe(410);
}

describe('SCA-09: a known PSU and TPP-Redirect-Preferred false', () => {
  test('SCA-09: the link waits, the app approves, the link goes on once', async () => {
    const asked = await askKnown();
    const href = hrefOf(asked);
    const waiting = await openPage(href);
    expect(isWaiting(waiting)).toBe(true);
    expect(waiting.answer.text).not.toContain(PERSONS.jonas);

    const app = await openApp(waiting, href);
    expect([app.step, app.accounts.length]).toEqual(['approve', 3]);
    expect(app.answer.text).toContain('<bdi>Sandbank app</bdi>');
    const { text } = (await openPage(`${href}/app?lang=nb`)).answer;
    expect(text).toContain('<bdi>Sandbank-app</bdi>');
    expect(isWaiting(await openPage(href))).toBe(true);
    const done = await approve(app);
    expect(done.answer.status).toBe(200);
    expect(done.answer.headers['location']).toBeUndefined();
    expect(done.answer.text).toContain('<h1>Approved</h1>');

    const back = redirectOf(await openPage(href)).searchParams;
    expect(back.get('context')).toBe('PRIVATE');
    const own = await consentOf(bank);
    expect(back.get('psu-id')).toBe(own.psuId);
    await expectUsed(href);
  });

  test('SCA-09: known by PSU-ID, it is the same', async () => {
    const psu = await consentOf(bank);
    const asked = await psu.tpp.with(APP).post('/v1/bank-offered-consents');
    expect(isWaiting(await openPage(asked))).toBe(true);
  });

  test('SCA-09: a payment is shown and approved in the app', async () => {
    const psu = await consentOf(bank);
    const made = await newPayment({ ...psu, tpp: psu.tpp.with(APP) });
    const href = hrefOf(made);
    const app = await openApp(await openPage(href), href);
    expect(app.answer.text).toContain('Café Zentral GmbH');
    await approve(app);
    redirectOf(await openPage(href));
    expect(await statusOf(psu, made.body.paymentId)).not.toBe('RCVD');
  });

  test('SCA-09: with several contexts the app asks for one', async () => {
    const href = hrefOf(await askKnown(PERSONS.odd));
    const app = await openApp(await openPage(href), href);
    expect(app.step).toBe('context');
    const corporate = await choose(app, app.choices[1]);
    expect([corporate.step, isWaiting(await openPage(href))]).toEqual(['approve', true]);
    await approve(corporate);
    expect(redirectOf(await openPage(href)).searchParams.get('context')).toBe('CORPORATE');
  });

  test('SCA-09: cancelled in the app, the link goes back with the error', async () => {
    const href = hrefOf(await askKnown());
    const done = await cancel(await openApp(await openPage(href), href));
    expect([done.answer.status, done.answer.headers['location']]).toEqual([200, undefined]);
    expect(done.answer.text).toContain('<h1>Not approved</h1>');
    expect(redirectOf(await openPage(href)).searchParams.get('code')).toBe('SCA_INVALID');
    await expectUsed(href);
  });

  test('SCA-09: cancelled on the waiting page, it leaves from there', async () => {
    const href = hrefOf(await askKnown());
    const back = redirectOf(await cancel(await openPage(href)));
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
    await expectUsed(href);
  });

  test('SCA-09: the waiting page cannot approve or change the person', async () => {
    const href = hrefOf(await askKnown());
    const waiting = await openPage(href);
    for (const page of [await approve(waiting), await identify(waiting, PERSONS.odd)]) {
      expect([page.answer.status, page.answer.headers['refresh']]).toEqual([422, '5']);
    }
  });

  test('SCA-05, SCA-09: a form of the app counts once', async () => {
    const href = hrefOf(await askKnown(PERSONS.odd));
    const app = await openApp(await openPage(href), href);
    await choose(app, 'PRIVATE');
    expect((await choose(app, 'PRIVATE')).answer.status).toBe(409);
  });

  test('SCA-08, SCA-09: completed without a browser, the link still goes on once', async () => {
    const asked = await askKnown();
    const href = hrefOf(asked);
    expect(isWaiting(await openPage(href))).toBe(true);
    const done = await completeSca(bank, asked, {});
    expect([...redirectOf(await openPage(href)).searchParams]).toEqual([...done]);
    await expectUsed(href);
    const again = await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {});
    expect(again.status).toBe(409);
  });

  test('SCA-08, SCA-09: a policy that answers by itself needs no app', async () => {
    const href = hrefOf(await askKnown());
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto' });
    redirectOf(await openPage(href));
    await expectUsed(href);
  });

  test('SCA-04, SCA-09: after 15 minutes the app says so and the link redirects with SCA_EXPIRED', async () => {
    const href = hrefOf(await askKnown());
    await openPage(href);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT15M1S' });
    const app = await openPage(`${href}/app`);
    expect(app.answer.status).toBe(410);
    expect(app.answer.text).toContain('This link is too old');
    expect(redirectOf(await openPage(href)).searchParams.get('code')).toBe('SCA_EXPIRED');
    await expectUsed(href);
  });

  test('SCA-07, SCA-09: a context that the person lacks ends it at once', async () => {
    const href = hrefOf(await askKnown(PERSONS.jonas, { 'PSU-Context': 'CORPORATE' }));
    expect(redirectOf(await openPage(href)).searchParams.get('code')).toBe('SCA_INVALID');
    await expectUsed(href);
  });
});

describe('SCA-09: the ordinary page', () => {
  test.each([
    ['TPP-Redirect-Preferred true', { 'TPP-Redirect-Preferred': 'true' }],
    ['TPP-Redirect-Preferred absent', { 'TPP-Redirect-Preferred': undefined }],
    ['a person whom nobody has named', { 'X-PSU-IDENTITY': undefined }],
  ])('SCA-09: for %s', async (_, headers) => {
    const asked = await askKnown(PERSONS.jonas, headers);
    expect((await openPage(asked)).step).toBe('identify');
    expect((await openPage(`${hrefOf(asked)}/app`)).answer.status).toBe(404);
  });

  test('SCA-09: for a person who was deleted meanwhile', async () => {
    const asked = await askKnown();
    await removeCustomer(bank.tpp, PERSONS.jonas);
    const page = await openPage(asked);
    expect(page.step).toBe('identify');
    expect((await identify(page, PERSONS.odd)).step).toBe('context');
  });

  test('SCA-07: nobody else completes it for a person who was deleted meanwhile', async () => {
    const asked = await askKnown();
    await removeCustomer(bank.tpp, PERSONS.jonas);
    const completed = (nationalId: string) =>
      bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, { nationalId });
    for (const one of [PERSONS.jonas, PERSONS.odd])
      expectRefusal(await completed(one), { code: 'BAD_REQUEST', path: '/nationalId' });
  });
});

describe('SCA-08: a policy with a time', () => {
  const policy = { mode: 'auto', after: 'PT40S', nationalId: PERSONS.jonas };
  const NEW_SESSION = { 'TPP-Session-ID': 'another' };
  const advance = (by: string) => bank.control('POST', '/_sandbox/clock/advance', { by });

  test('SCA-08: the payment is approved so long after its link was opened, and the link goes on once', async () => {
    const psu = await consentOf(bank);
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const payment = await newPayment(psu);
    const href = hrefOf(payment);
    expect(isWaiting(await openPage(href))).toBe(true);
    await advance('PT39S');
    expect(isWaiting(await openPage(href))).toBe(true);
    expect(await statusOf(psu, payment.body.paymentId)).toBe('RCVD');
    await advance('PT2S');
    expect(await statusOf(psu, payment.body.paymentId)).toBe('PDNG');
    expect(redirectOf(await openPage(href)).searchParams.get('psu-id')).toBe(psu.psuId);
    await expectUsed(href);
  });

  test('SCA-08: the person can cancel on the page meanwhile, and someone unknown has no app', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const href = hrefOf(await askKnown());
    const back = redirectOf(await cancel(await openPage(href)));
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
    await advance('PT41S');
    expect((await openPage(href)).answer.status).toBe(410);
    const unknown = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    expect(redirectOf(await openPage(hrefOf(unknown))).searchParams.has('psu-id')).toBe(true);
  });

  test('SCA-08, SCA-09: nor has a person who was deleted meanwhile', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const [opened, fresh] = [await askKnown(), await askKnown()];
    expect(isWaiting(await openPage(opened))).toBe(true);
    await removeCustomer(bank.tpp, PERSONS.jonas);
    for (const asked of [opened, fresh]) {
      const { answer } = await openPage(asked);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('sca-policy')]);
    }
    const { events } = (await advance('PT41S')).body;
    expect(events).toEqual([]);
    expect(redirectOf(await openPage(opened)).searchParams.get('code')).toBe('SYSTEM_ERROR');
  });

  test('SCA-08: an outcome that the policy names comes after that time, too', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { ...policy, outcome: 'cancel' });
    const href = hrefOf(await askKnown());
    expect(isWaiting(await openPage(href))).toBe(true);
    await advance('PT41S');
    expect(redirectOf(await openPage(href)).searchParams.get('code')).toBe('SCA_INVALID');
  });

  test('SCA-04, SCA-08: at the last moment of the link the person still answers', async () => {
    await bank.control('PUT', '/_sandbox/clock', { frozen: true });
    await bank.control('PUT', '/_sandbox/sca-policy', { ...policy, after: 'PT15M' });
    const href = hrefOf(await askKnown());
    expect(isWaiting(await openPage(href))).toBe(true);
    await advance('PT16M');
    expect(redirectOf(await openPage(href)).searchParams.has('psu-id')).toBe(true);
  });

  test.each(['PT15M0.001S', 'PT20M'])(
    'SCA-04, SCA-08: after %s the link has expired, and nobody approves by it any more',
    async (after) => {
      await bank.control('PUT', '/_sandbox/clock', { frozen: true });
      const psu = await consentOf(bank);
      await bank.control('PUT', '/_sandbox/sca-policy', { ...policy, after });
      const payment = await newPayment(psu);
      const links = [hrefOf(payment), hrefOf(await askKnown(PERSONS.jonas, NEW_SESSION))];
      for (const href of links) expect(isWaiting(await openPage(href))).toBe(true);
      const { events } = (await advance('PT21M')).body;
      const types = events.map(({ type }: { type: string }) => type);
      expect(types).toEqual(['scaLinkExpired', 'scaLinkExpired']);
      expect(await statusOf(psu, payment.body.paymentId)).toBe('RCVD');
      for (const href of links) {
        expect(redirectOf(await openPage(href)).searchParams.get('code')).toBe('SCA_EXPIRED');
        await expectUsed(href);
      }
      const read = await psu.tpp.with(NEW_SESSION).get('/v1/accounts');
      expect([read.status, read.body.tppMessages[0].code]).toEqual([401, 'CONSENT_INVALID']);
    },
  );

  test('SCA-04, SCA-08: once the link has expired, nobody is said to answer later', async () => {
    const said = async () => {
      const { text } = await openConsolePage(`${bank.url}/console`, 'clock?lang=en');
      return text.match(/The person answers in the app/g) ?? [];
    };
    await bank.control('PUT', '/_sandbox/sca-policy', { ...policy, after: 'PT20M' });
    const asked = await askKnown();
    // The page looks again by itself, and the person answers once.
    for (let times = 0; times < 2; times += 1) await openPage(asked);
    expect(await said()).toHaveLength(1);
    await advance('PT16M');
    expect(await said()).toEqual([]);
  });

  test('SCA-08: what is no duration is refused', async () => {
    const { status, body } = await bank.control('PUT', '/_sandbox/sca-policy', { after: 'soon' });
    expect([status, body.tppMessages[0].path]).toEqual([400, '/after']);
  });
});
