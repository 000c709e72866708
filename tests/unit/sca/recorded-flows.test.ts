// What comes of an SCA link in each state: its pages, what is sent from them, the same without a browser, and what time does
// with it, as it is written in tests/fixtures/tables/flows.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { readMagicPersons } from '../../../server/bank/sandbox/magic-persons.ts';
import { appPage, linkPage } from '../../../server/bank/sca/flow-pages.ts';
import { completeSca } from '../../../server/bank/sca/headless-sca.ts';
import { psuCorporateIdOf } from '../../../server/bank/sca/psu-ids.ts';
import type { ScaWork } from '../../../server/bank/sca/purpose.ts';
import { scaDueHandlers } from '../../../server/bank/sca/sca-due.ts';
import { type ScaPolicy, writeScaPolicy } from '../../../server/bank/sca/sca-policy.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import { scaOf } from '../../../server/composition/rooms.ts';
import { PROJECT_FOLDER } from '../../../server/kernel/project-folder.ts';
import { eachAnswerOnce, expectRecordedPart, shortened } from '../../support/recorded.ts';

import { depsOf, PAYMENTS, rowsOfPayments } from '../payments/payment-rows.ts';
import { changed, inBank, NOW, refusedWith } from '../seeds/filled.ts';
import { NEW as CLERK, KARI, OLA, TPP } from '../seeds/seed-scene.ts';

const QUARTER = 15 * 60_000;
const of = (title: string) => PAYMENTS[title] ?? '';
const paying = (title: string, kind = 'payment') => ({
  purpose: { kind, paymentId: of(title) },
  subject: `${kind}:${of(title)}`,
});
const kari = { fixedCustomerId: 'kari' };
const known = { customerId: 'kari', scaStatus: 'psuIdentified' };
const ready = { ...known, context: 'PRIVATE' };
const ended = { redirect: 'https://tpp.example/cb?code=x' };

/** What each link has otherwise than one of account access that was just made. */
const LINKS: Readonly<Record<string, object>> = {
  access: {},
  'a session': { purpose: { kind: 'session' } },
  'a payment of Kari': { ...paying('of today'), ...kari },
  'a payment of nobody': paying('of nobody'),
  'a payment that is rejected': { ...paying('weekly, over'), ...kari },
  'a payment that settled': { ...paying('ACSC'), ...kari },
  'a payment in a basket': { ...paying('in a basket'), ...kari },
  'a cancellation': { ...paying('ACTC', 'cancellation'), ...kari },
  'a basket': { purpose: { kind: 'basket', basketId: 'a mixture' }, ...kari },
  'a deleted basket': { purpose: { kind: 'basket', basketId: 'deleted' }, ...kari },
  'of Kari': kari,
  'of who is gone': { fixedCustomerId: 'gone' },
  'in private': { fixedContext: 'PRIVATE' },
  'of a company': { fixedContext: 'CORPORATE' },
  'of the bakery': { fixedContext: 'CORPORATE', fixedAgreementId: 'bakery' },
  'of another company': { ...kari, fixedAgreementId: 'empty' },
  known: known,
  'known, but gone': { ...known, customerId: 'gone' },
  ready: ready,
  'ready for the bakery': { ...ready, context: 'CORPORATE', agreementId: 'bakery' },
  'ready to pay': { ...paying('of today'), ...kari, ...ready },
  'ready for a basket': { purpose: { kind: 'basket', basketId: 'of two that end' }, ...ready },
  'ready, but gone': { ...ready, customerId: 'gone' },
  'after two others': { unknownTries: 2 },
  'after one': { unknownTries: 1 },
  'in the app': { ...kari, appApproval: true },
  'in the app, to pay': { ...paying('of today'), ...kari, appApproval: true },
  'in the app, refused': { ...kari, fixedAgreementId: 'empty', appApproval: true },
  'in the app of who is gone': { fixedCustomerId: 'gone', appApproval: true },
  'ready in the app': { ...kari, ...ready, appApproval: true },
  'at its end': { createdAt: NOW - QUARTER },
  'past its end': { createdAt: NOW - QUARTER - 1 },
  'ran out': { scaStatus: 'failed' },
  approved: { ...ended, scaStatus: 'finalised' },
  'approved in the app': { ...ended, ...kari, scaStatus: 'finalised', appApproval: true },
  failed: { ...ended, scaStatus: 'failed' },
  'failed, of an app': { ...ended, scaStatus: 'failed', tppRedirectUri: 'app:cb' },
  'to an app': { tppRedirectUri: 'app://ø/å?psu-id=1&state=2&context&%6Dessage=3#end' },
  'half approved': { ...paying('half approved'), ...kari },
};

const SETTINGS = {
  profile: 'sandbox',
  ...depsOf('sandbox'),
  magicPersons: readMagicPersons(PROJECT_FOLDER),
} as const;

type Step = (work: ScaWork) => Promise<unknown>;

async function comesOf(
  link: object,
  step: Step,
  more: { readonly policy?: Partial<ScaPolicy>; readonly now?: number } = {},
): Promise<string> {
  const rows = await rowsOfPayments();
  const told: unknown[] = [];
  const deps = scaOf(SETTINGS, (event) => void told.push(event));
  return inBank(
    async (bank) => {
      bank.tx.put(flows, {
        ...{ id: 'link', tppId: TPP, tppName: 'T', tppSessionId: 's', authorisationId: 'own' },
        ...{ tppRedirectUri: 'https://tpp.example/cb', purpose: { kind: 'access' } },
        ...{ scaStatus: 'started', unknownTries: 0, formToken: 't', appApproval: false },
        ...{ createdAt: NOW, number: 1, ...link },
      } as never);
      scheduleDue(bank, NOW + QUARTER + 1, 'scaLinkExpires', 'link');
      if (more.policy !== undefined) writeScaPolicy(bank.tx, { mode: 'page', ...more.policy });
      const before = await bank.tx.snapshot();
      const happened = (event: unknown) => void told.push(event);
      const result = await step({ bank: { ...bank, happened } as BankTx, deps }).catch(refusedWith);
      const left = changed(before, await bank.tx.snapshot()).map((row) => shortened(row, 120));
      return [shortened(result, 200), ...told.map((one) => shortened(one)), ...left].join('\n');
    },
    { rows, ...(more.now === undefined ? {} : { now: more.now }) },
  );
}

/** Those on which most steps have an end of their own; of the others, the steps of {@link ALL} say enough. */
const FULL =
  /^(?:access|a payment of|of Kari|in private|of a company|of the bakery|of another company|known|ready(?: for the bakery)?|after two others|in the app)$/;
const ALL = /^(?:\{"nationalId":"154.{8}"\}|\{\}|.*cancel.*|nationalId=08.*|do=approve|what .*)$/;

/** Of the links that the pattern names. */
async function expectComing(
  title: string,
  steps: Readonly<Record<string, Step>>,
  { links = /./, ...more }: { links?: RegExp; policy?: Partial<ScaPolicy>; now?: number } = {},
): Promise<void> {
  const said: [string, string][] = [];
  const isWhole = Object.keys(steps).length < 10;
  for (const [name, link] of Object.entries(LINKS).filter(([one]) => links.test(one)))
    for (const [step, work] of Object.entries(steps)) {
      if (!isWhole && !FULL.test(name) && !ALL.test(step)) continue;
      said.push([`${name}: ${step}`, await comesOf(link, work, more)]);
    }
  expectRecordedPart('tables/flows.txt', title, eachAnswerOnce(said));
}

const bakery = psuCorporateIdOf('own', TPP, 'bakery');
const WANTED: readonly object[] = [
  ...[{}, { nationalId: KARI }, { nationalId: OLA }, { nationalId: '01010750160' }],
  ...[{ outcome: 'cancel' }, { outcome: 'wrong-id' }, { outcome: 'expire' }, { outcome: 'error' }],
  ...[
    { nationalId: KARI, context: 'CORPORATE' },
    { nationalId: OLA, context: 'PRIVATE' },
  ],
  ...[{ nationalId: OLA, psuCorporateId: bakery }, { psuCorporateId: bakery }],
  { nationalId: OLA, psuCorporateId: '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11' },
  { nationalId: KARI, context: 'PRIVATE', accounts: ['NO06 9999 7649 326', '492500******1026'] },
  { nationalId: KARI, accounts: ['NO0699997649326', 'NO9386011117947'] },
  { nationalId: KARI, accounts: [] },
  ...[{ nationalId: CLERK }, { nationalId: CLERK, psuCorporateId: bakery }],
  ...['03817010023', '05827110002', '07837210091', '09847310070', '11857410140'].map(
    (nationalId) => ({ nationalId }),
  ),
  ...['PRIVATE', 'CORPORATE'].map((context) => ({ nationalId: '19897810096', context })),
  ...['13867510049', '15877610028', '17887710007', '19897810096'].map((nationalId) => ({
    nationalId,
  })),
];
const completing = Object.fromEntries(
  WANTED.map((wanted): [string, Step] => [
    JSON.stringify(wanted),
    (work) => completeSca(work, 'link', wanted),
  ]),
);

const request = (work: ScaWork, language: 'en' | 'nb' = 'en', id = 'link') => ({
  ...work,
  id,
  frame: { language, bankName: 'Bank', address: 'http://b/sca/link' },
});
const FORMS = [
  ...[
    'do=identify&nationalId=',
    `do=identify&nationalId=${KARI}`,
    `nationalId=${OLA}`,
    `nationalId=${CLERK}`,
  ],
  ...[
    'nationalId=154798+01026',
    'nationalId=1',
    'nationalId=15479801027',
    'nationalId=01010750160',
  ],
  ...['nationalId=03817010023', 'nationalId=13867510049', 'do=context&choice=PRIVATE'],
  ...['do=context&choice=bakery', 'do=context', 'do=approve', 'do=approve&account=main'],
  ...['do=approve&account=second&account=card&account=drift', 'do=cancel', ''],
];
const posting = (page: typeof linkPage): Readonly<Record<string, Step>> => ({
  ...Object.fromEntries(
    FORMS.map((form): [string, Step] => [
      form,
      (work) => page.submit(request(work), new URLSearchParams(`token=t&${form}`)),
    ]),
  ),
  'an old form': (work) => page.submit(request(work), new URLSearchParams('do=cancel&token=x')),
  'no token': (work) => page.submit(request(work), new URLSearchParams('do=cancel')),
  /** What is seen is what is approved. */
  'what it shows': async (work) => {
    const shown = await page.open(request(work));
    const token = shown.kind === 'page' && 'token' in shown.page ? shown.page.token : 't';
    return page.submit(
      request(work),
      new URLSearchParams({ token, do: 'approve', account: 'main' }),
    );
  },
});
const opening: Readonly<Record<string, Step>> = {
  'its page': (work) => linkPage.open(request(work)),
  'its page in Norwegian': (work) => linkPage.open(request(work, 'nb')),
  'its app': (work) => appPage.open(request(work)),
  'its app in Norwegian': (work) => appPage.open(request(work, 'nb')),
  'its page fails': (work) => linkPage.fail(request(work), 'r-1'),
  'its app fails': (work) => appPage.fail(request(work), 'r-1'),
};

const due =
  (type: string): Step =>
  async ({ bank, deps }) =>
    scaDueHandlers(deps)[type as 'scaAnswers']?.(bank, 'link');
const TIMES = ['scaAnswers', 'secondApproves', 'scaLinkExpires', 'scaLinkForgotten'];
const passing = Object.fromEntries(TIMES.map((type) => [type, due(type)]));

const twice: Step = async (work) => {
  await linkPage.open(request(work));
  const { bank } = work;
  return linkPage.open(request({ ...work, bank: { ...bank, now: bank.now + 10_000 } }));
};

test('SCA-08: a link, without a browser: ends as it does now', async () => {
  await expectComing('complete', completing);
});

test('SCA-02: a link that is opened: shows what it shows now', async () => {
  await expectComing('open', opening);
});

test.each([
  ['link', linkPage],
  ['app', appPage],
] as const)('SCA-05: a form of the %s: does what it does now', async (name, page) => {
  const links = name === 'app' ? /app$|app[, ]|ready$/ : /./;
  await expectComing(`form of the ${name}`, posting(page), { links });
});

test('SCA-04: time passes: a link is what it becomes now', async () => {
  await expectComing('due', passing);
});

const POLICIES: Readonly<Record<string, Partial<ScaPolicy>>> = {
  'answers for Kari': { mode: 'auto', nationalId: KARI },
  'answers for a company': {
    mode: 'auto',
    nationalId: OLA,
    context: 'CORPORATE',
    psuCorporateId: bakery,
  },
  'answers for nobody': { mode: 'auto' },
  cancels: { mode: 'auto', outcome: 'cancel' },
  'answers later': { mode: 'auto', nationalId: KARI, after: 'PT40S' },
  'needs two': { secondApproval: 'PT2H' },
  'needs two, later': { mode: 'auto', nationalId: KARI, after: 'PT40S', secondApproval: 'PT2H' },
};

test.each(Object.keys(POLICIES))(
  'SCA-08: the policy %s: a link ends as it does now',
  async (name) => {
    const policy = POLICIES[name] ?? {};
    const links =
      /^(?:access|a payment of|a basket|of Kari|in private|of the bakery|in the app$|ready to pay|half)/;
    const steps = {
      'its page': opening['its page'] as Step,
      'its app': opening['its app'] as Step,
      ...(policy.mode === 'auto'
        ? { scaAnswers: due('scaAnswers'), 'its page, twice': twice }
        : {
            approve: (work: ScaWork) => completeSca(work, 'link', { nationalId: KARI }),
            'what it shows': posting(linkPage)['what it shows'] as Step,
          }),
    };
    await expectComing(`policy ${name}`, steps, { links, policy });
  },
);

test('SES-02: an SCA ends the sessions that were, and begins one of an hour', async () => {
  const approve =
    (tppSessionId: string): Step =>
    async ({ bank, deps }) => {
      const link = await bank.tx.get(flows, 'link');
      bank.tx.put(flows, { ...link, tppSessionId, createdAt: bank.now } as never);
      await completeSca({ bank, deps }, 'link', { nationalId: KARI });
      return (await bank.tx.listBy(sessions, 'byCustomer', 'kari')).map((row) => [
        ...[row.tppSessionId, row.context, row.startedAt - NOW, row.endsAt - NOW],
      ]);
    };
  const steps = {
    'a new one': approve('new'),
    'the same': approve('a'),
    'the old': approve('old'),
  };
  for (const days of [0, 0.99, 1, 1.01]) {
    const now = NOW + days * 86_400_000;
    await expectComing(`sessions after ${days} days`, steps, { links: /^of Kari/, now });
  }
});
