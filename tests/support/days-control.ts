// Days of a bank whose control API is asked in every way that is wrong, and in those that are right but rare: faults,
// snapshots, persons, redirects.
import { corporateConsentOf } from './account-reads.ts';
import { consentOf, flowIdOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { type Answer, send } from './http.ts';
import { type Body, PERIODIC, SEPA, START } from './payment-scene.ts';
import { repeatable } from './product-scene.ts';
import { daysFrom, type Live } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { Tpp } from './tpp.ts';
import { NO_FAULTS, WRONG } from './wrong-control.ts';

const BACK = '/_sandbox/redirects';

const SMALL = {
  repeatable: 'control',
  clock: { now: START, frozen: true },
  ...peopleWith({ approvalLimit: 500, registerLimit: 600 }),
  accounts: [
    { customerNumber: PERSONS.jonas, accountName: 'En', currency: 'NOK', bban: '99997649326' },
    // The number that the first account of a magic person would have.
    { customerNumber: PERSONS.jonas, accountName: 'To', currency: 'NOK', bban: '99993403446' },
    { customerNumber: PERSONS.mari, accountName: 'Drift', currency: 'NOK', bban: '99996025671' },
  ],
  cards: [{ customerNumber: PERSONS.jonas, currency: 'NOK', creditLimit: 100 }],
};

const scened = daysFrom(SMALL);

/** Each is set alone, and meets some requests. */
const FAULTS: readonly Body[] = [
  { effect: { status: 400 } },
  { effect: { status: 404, retryAfter: 7 } },
  { effect: { status: 418 } },
  { effect: { status: 599, html: true } },
  { effect: { status: 429, code: 'CONFLICT' } },
  { effect: { code: 'CONSENT_EXPIRED' } },
  { effect: { truncate: 20 } },
  { effect: { malformed: true } },
  { effect: { extraMembers: true } },
  { effect: { delayMs: 1 }, match: { operation: 'getUser' } },
  { effect: { delayMs: { distribution: 'uniform', min: 0, max: 2 } } },
  { effect: { delayMs: { distribution: 'log-normal', median: 1, sigma: 0.5 } } },
  { effect: { slowBodyMs: 1 } },
  { effect: { advance: 'PT5M' }, times: 1 },
  { effect: { revokeConsents: true } },
  { effect: { status: 503 }, match: { path: '/v1/agr*nts' } },
  { effect: { status: 503 }, match: { path: '*user' } },
  { effect: { status: 503 }, match: { path: '/v1/%75ser' } },
  { effect: { status: 503 }, match: { path: '/v1/a*e*s' } },
  { effect: { status: 503 }, match: { method: 'POST' } },
  { effect: { status: 503 }, match: { nth: 2 } },
  { effect: { status: 503 }, match: { nth: 2 }, times: 1, after: 1 },
  { effect: { status: 503 }, after: 1, times: 1 },
  { effect: { status: 503 }, probability: 0.5, seed: 4 },
  { effect: { status: 503 }, probability: 0 },
  { effect: { status: 503 }, match: { tpp: 'NO-FSA-987654321' } },
  { effect: { status: 503 }, match: { tpp: 'PSDNO-FSA-1' } },
  { effect: { status: 503 }, match: { psuId: 'nobody' } },
  { effect: { status: 503 }, expiry: '2026-06-10T08:00:00Z' },
  { effect: { status: 503 }, expiry: 'PT0S' },
];

export const CONTROL_DAYS: Readonly<Record<string, Live>> = {
  /** Nothing of it changes anything. */
  'control refused': scened(async (_scene, day) => {
    await day.step('wrong requests', async () => {
      for (const [method, path, ...bodies] of WRONG) {
        for (const body of bodies) await day.ask(shown(body), method, `/_sandbox${path}`, body);
      }
      for (const fault of NO_FAULTS) await day.ask(shown(fault), 'POST', '/_sandbox/faults', fault);
    });
  }),
  faults: scened(async ({ psu, bank }, day) => {
    // Answers with a fault are not held to their schemas.
    const tpp = new Tpp(bank.url, psu.tpp.credentials, psu.tpp.defaults);
    for (const fault of FAULTS) {
      await day.ask('set', 'POST', '/_sandbox/faults', fault);
      for (const path of ['/v1/agreements', '/v1/user', '/v1/agreements']) {
        // A damaged answer may be none.
        const said = await tpp.get(path).catch((error: Error) => error.message);
        day.note(`${path}: ${typeof said === 'string' ? said : withoutIds(said)}`);
      }
      await day.ask('seen', 'GET', '/_sandbox/faults');
      await day.ask('clear', 'DELETE', '/_sandbox/faults');
    }
    await day.passOver();
    await day.step('after all', async () => undefined);
    for (let nth = 1; nth < 100; nth++)
      answered(await bank.control('POST', '/_sandbox/faults', FAULTS[9]), 201);
    await day.ask('the hundredth', 'POST', '/_sandbox/faults', FAULTS[9]);
    await day.ask('one more', 'POST', '/_sandbox/faults', FAULTS[9]);
  }),
  /** What the bank has of people, at each turn of what they do. */
  people: scened(async (scene, day) => {
    const { bank } = scene;
    const look = async (...ids: readonly string[]) => {
      for (const id of ids) await day.ask('person', 'GET', `/_sandbox/people/${id}`);
    };
    await look(PERSONS.jonas, PERSONS.odd, PERSONS.mari);
    await corporateConsentOf(bank, PERSONS.odd);
    const absent = scene.psu.tpp.with({ 'PSU-IP-Address': undefined });
    const { accounts } = answered(await absent.get('/v1/accounts'), 200).body;
    for (const { resourceId } of accounts) {
      const path = `/v1/accounts/${resourceId}`;
      for (const part of ['balances', 'balances', 'transactions'])
        await absent.get(`${path}/${part}`);
    }
    const made = await scene.pay(repeatable(SEPA), scene.sepa());
    const plan = await scene.pay(PERIODIC, scene.periodic());
    for (const id of [scene.nok.id, scene.nok.resourceId, 'enc!!unknown']) {
      const path = `/_sandbox/accounts/${id}/permissions`;
      await day.ask('permissions', 'PUT', path, { payments: true });
    }
    await look(PERSONS.jonas, PERSONS.odd);
    await scene.approve(made);
    await scene.approve(plan);
    await scene.advance('PT30M');
    const waits = await scene.pay(repeatable(SEPA), scene.sepa({ creditorName: 'Waits' }));
    await look(PERSONS.jonas);
    await scene.advance('PT16M');
    await look(PERSONS.jonas);
    await bank.control('DELETE', `/_sandbox/consents/${await firstConsent(bank)}`);
    await scene.advance('P181D');
    await look(PERSONS.jonas, PERSONS.odd);
    await day.ask('consents', 'GET', '/_sandbox/consents');
    await day.ask('the link', 'POST', `/_sandbox/sca/${flowIdOf(waits)}`);
  }),
  /** Test users whose SCA or consent ends in a certain way, over the control API and at their first reads. */
  'magic persons': scened(async ({ bank, tpp }, day) => {
    for (const nationalId of MAGIC) {
      const asking = tpp.with(psuHeaders());
      const asked = await asking.post('/v1/bank-offered-consents');
      await day.control(nationalId, 'POST', `/_sandbox/sca/${flowIdOf(asked)}`, { nationalId });
      await day.ask('person', 'GET', `/_sandbox/people/${nationalId}`);
    }
    for (const nationalId of MAGIC.slice(-5)) {
      const psu = await consentOf(bank, nationalId, tpp);
      await day.passOver();
      await day.answer(nationalId, () => psu.tpp.get('/v1/accounts'));
      await day.answer('absent', () =>
        psu.tpp.with({ 'PSU-IP-Address': undefined }).get('/v1/accounts'),
      );
      await day.answer('user', () => psu.tpp.get('/v1/user'));
    }
  }),
  /** What arrived at the catcher, and which page the person sees there. */
  redirects: scened(async ({ bank, tpp }, day) => {
    const page = async (url: string) => {
      const headers = [['Accept', 'text/html']] as const;
      const { status, text } = await send({ method: 'GET', url: url.replace(/#.*/, ''), headers });
      day.note(`page ${url}: ${status} ${wordsOf(text)}`);
    };
    for (const [state, wanted] of [
      ['?state=1&state=2', { nationalId: PERSONS.odd, context: 'CORPORATE' }],
      ['/deep?x=%C3%A6&state=b', { nationalId: PERSONS.jonas }],
      ['', { outcome: 'cancel' }],
      ['?odd', { outcome: 'error' }],
      ['#part', { outcome: 'wrong-id' }],
    ] as const) {
      const catcher = `${bank.url}${BACK}/catch${state}`;
      const asking = tpp.with({ ...psuHeaders(), 'TPP-Redirect-URI': catcher });
      await day.step(`back to ${state}`, async () => {
        const asked = await asking.post('/v1/bank-offered-consents');
        const { body } = await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, wanted);
        await page(body.redirect);
      });
    }
    for (const address of ['?code=SCA_EXPIRED', '?psu-id=x&state=b', '?code=odd&a=%3Cb%3E', ''])
      await page(`${bank.url}${BACK}/catch${address}`);
    for (const query of ['', '?state=b', '?limit=1', '?after=2', '?scaFlow=none', '?after=9'])
      await day.ask('redirects', 'GET', BACK + query);
    await day.ask('next', 'GET', `${BACK}/next?after=1&timeout=PT1S`);
    await day.ask('next', 'GET', `${BACK}/next?after=0&state=b&timeout=PT1S`);
    await day.control('delete', 'DELETE', BACK);
    await day.ask('none', 'GET', BACK);
  }),
};

const MAGIC = [
  ...['03817010023', '05827110002', '07837210091', '09847310070', '11857410140'],
  ...['13867510049', '15877610028', '17887710007', '19897810096', '21907910013'],
];

/** A damaged id is not known again. */
function withoutIds({ status, headers, text }: Answer): string {
  const said = text.includes('psuId') ? `${text.length} characters` : text;
  return [status, headers['content-type'], headers['retry-after'], said].filter(Boolean).join(' ');
}

const wordsOf = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const shown = (body: unknown): string =>
  body === undefined ? 'without a body' : JSON.stringify(body).slice(0, 90);

async function firstConsent(bank: TestBank): Promise<string> {
  const { consents } = answered(await bank.control('GET', '/_sandbox/consents'), 200).body;
  return encodeURIComponent(consents[0].id);
}
