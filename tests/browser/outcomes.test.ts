// How an approval can end, each way twice: on the page in Chromium without JavaScript, and without a browser
// by POST /_sandbox/sca/{id}. Both send the PSU back with the same parameters and leave the payment in the
// same status. With SCREENSHOTS=1 pictures of the pages lie in sandbank-screenshots among the temporary files.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { completeSca, openBank, PERSONS, type TestBank } from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import type { Answer } from '../support/http.ts';
import { desk, shoot, useBrowser } from '../support/page-browser.ts';
import { type Body, openScene, refOf, type Scene, SEPA, selfOf } from '../support/payment-scene.ts';
import { BULK, bulkFrom, DOMESTIC, domesticEntry, domesticFrom } from '../support/product-scene.ts';
import type { Tpp } from '../support/tpp.ts';
import { startTppServer, type TppServer } from '../support/tpp-server.ts';

/** Valid, and nobody's here. */
const STRANGER = '01010750160';
const FRIDAY = { requestedExecutionDate: '2026-06-12' };
const scriptless = { ...desk, javaScriptEnabled: false };
const narrow = { width: 360, height: 740 };

/** What the PSU does with a link. */
type Act = 'approve' | 'cancel' | 'be a stranger';

interface Asked {
  /** What was made and is looked at in the end: a payment or a basket. */
  readonly made: Answer;
  /** The answer with the first link, where that is another one. */
  readonly link?: Answer;
  /** Who asks; the scene's PSU unless named. */
  readonly tpp?: Tpp;
}

interface Outcome {
  readonly title: string;
  ask(scene: Scene, psu: Tpp): Promise<Asked>;
  /** How long the link lies there. */
  readonly wait?: string;
  /** One for each link: after the first, of a new authorisation. */
  readonly acts: readonly [Act, ...Act[]];
  /** The page that asks for approval: its heading, and some of what it shows. */
  readonly heading?: string;
  readonly shows?: readonly string[];
  readonly picture?: string;
  /** The code of the last redirect; without one it tells of success. */
  readonly code?: string;
  /** The status right after the last redirect. */
  readonly status: string;
  /** What it is two days later. */
  readonly later: string;
  /** Members that the status answer has in the end. */
  readonly says?: Body;
  /** Approved in the bank's app. */
  readonly app?: true;
}

const kroner = (amount: string) => ({ instructedAmount: { amount, currency: 'NOK' } });

const paid =
  (change: Body = {}) =>
  async (scene: Scene, psu: Tpp): Promise<Asked> => ({
    made: await scene.pay(SEPA, scene.sepa(change), psu),
  });

async function stopped(scene: Scene, psu: Tpp): Promise<Asked> {
  const made = await scene.pay(SEPA, scene.sepa(FRIDAY), psu);
  await scene.approve(made);
  const removed = await psu.send('DELETE', selfOf(made));
  expect([removed.status, removed.body.transactionStatus]).toEqual([202, 'ACTC']);
  return { made, link: await psu.post(removed.body._links.startAuthorisation.href) };
}

/** In the order of the bulk there is enough for the first and the third. */
async function bulk(scene: Scene, psu: Tpp): Promise<Asked> {
  const entries = [
    domesticEntry({ ...kroner('6500.00'), creditorName: 'Solsiden Borettslag' }),
    domesticEntry({ ...kroner('4200.50'), creditorName: 'Tromsø Kraft AS' }),
    domesticEntry({ ...kroner('899.00'), creditorName: 'Ærlig & Sønn Rørleggerservice AS' }),
  ];
  return { made: await scene.pay(BULK, bulkFrom(scene, entries), psu) };
}

async function basket(scene: Scene, psu: Tpp): Promise<Asked> {
  const made = [
    await scene.pay(DOMESTIC, domesticFrom(scene, kroner('1250.00')), psu),
    await scene.pay(DOMESTIC, domesticFrom(scene, kroner('340.75')), psu),
    await scene.pay(SEPA, scene.sepa(), psu),
  ];
  const paymentIds = made.map(({ body }) => body.paymentId);
  return { made: await psu.post('/v1/signing-baskets', { paymentIds }) };
}

/** The TPP says neither who pays nor who has logged in. */
async function ofNobody(scene: Scene, psu: Tpp): Promise<Asked> {
  const tpp = psu.with({ 'PSU-ID': undefined, 'PSU-Context': 'PRIVATE' });
  const made = await scene.pay(SEPA, scene.sepa({ debtorAccount: refOf(scene.eur) }), tpp);
  return { made, tpp };
}

const PAYMENT = 'Approve the payment?';

const OUTCOMES: readonly Outcome[] = [
  {
    title: 'PAY-17: cancelled by the TPP and its SCA approved: CANC',
    ask: stopped,
    acts: ['approve'],
    heading: 'Stop the payment?',
    shows: ['100.50 EUR', 'Anna Schmidt', 'Stop payment', 'Keep payment'],
    picture: 'cancellation',
    status: 'CANC',
    later: 'CANC',
  },
  {
    title: 'PAY-17: cancelled by the TPP, and the PSU keeps it: it is paid',
    ask: stopped,
    acts: ['cancel'],
    heading: 'Stop the payment?',
    code: 'SCA_INVALID',
    status: 'ACTC',
    later: 'ACSC',
  },
  {
    title: 'PAY-19: a bulk accepted in part: PART',
    ask: bulk,
    acts: ['approve'],
    heading: 'Approve 3 payments?',
    shows: [
      'Total 11,599.50 NOK',
      'Payment 1 of 3',
      '6,500.00 NOK',
      'Tromsø Kraft AS',
      '4,200.50 NOK',
      'Ærlig & Sønn Rørleggerservice AS',
    ],
    picture: 'bulk',
    status: 'PDNG',
    later: 'PART',
  },
  {
    title: 'BASK-02, BASK-03: a basket of two currencies, all approved: ACSC',
    ask: basket,
    acts: ['approve'],
    heading: 'Approve 3 payments?',
    shows: ['Total 1,590.75 NOK 100.50 EUR', 'Payment 3 of 3', 'Huseier Hansen', 'Anna Schmidt'],
    picture: 'basket',
    status: 'PDNG',
    later: 'ACSC',
  },
  {
    title: 'SCA-04: an expired link: SCA_EXPIRED, and the payment stays RCVD',
    ask: paid(),
    wait: 'PT15M1S',
    acts: ['approve'],
    code: 'SCA_EXPIRED',
    status: 'RCVD',
    later: 'RCVD',
  },
  {
    title: 'SCA-04: aborted by the PSU: PAYMENT_FAILED',
    ask: paid(),
    acts: ['cancel'],
    heading: PAYMENT,
    code: 'PAYMENT_FAILED',
    status: 'RCVD',
    later: 'RCVD',
  },
  {
    title: 'SCA-04: a person whom nobody knows, thrice: PSU_CREDENTIALS_INVALID',
    ask: ofNobody,
    acts: ['be a stranger'],
    code: 'PSU_CREDENTIALS_INVALID',
    status: 'RCVD',
    later: 'RCVD',
  },
  {
    title: 'MOVE-01: the SCA fails three times: RJCT',
    ask: ofNobody,
    acts: ['cancel', 'be a stranger', 'cancel'],
    heading: PAYMENT,
    code: 'PAYMENT_FAILED',
    status: 'RJCT',
    later: 'RJCT',
  },
  {
    title: "SCA-09: approved in the bank's app: ACSC",
    ask: (scene, psu) => paid()(scene, psu.with({ 'TPP-Redirect-Preferred': 'false' })),
    acts: ['approve'],
    heading: PAYMENT,
    shows: ['Sandbank app', '100.50 EUR'],
    picture: 'app',
    app: true,
    status: 'PDNG',
    later: 'ACSC',
  },
];

/** Takes the PSU along a link; the parameters they come back to the TPP with. */
type Way = (scene: Scene, link: Answer, act: Act) => Promise<URLSearchParams>;

const withoutBrowser: Way = ({ bank }, link, act) => {
  const stranger = { outcome: 'wrong-id' };
  if (act === 'be a stranger') return completeSca(bank, link, stranger);
  const { jonas: nationalId } = PERSONS;
  const outcome = act;
  return completeSca(bank, link, { nationalId, outcome });
};

describeInBrowser('SCA-02, SCA-08: how an approval ends', () => {
  const inPage = useBrowser();
  let house: TestBank;
  let tpp: TppServer;

  beforeAll(async () => {
    house = await openBank();
    tpp = await startTppServer();
  });
  afterAll(async () => {
    await tpp.close();
    await house.close();
  });

  async function walk(outcome: Outcome, way: Way): Promise<void> {
    const [first, ...others] = outcome.acts;
    const scene = await openScene(house);
    const psu = scene.psu.tpp.with({ 'TPP-Redirect-URI': `${tpp.url}/cb?state=xyz%2F1` });
    const { made, link = made, tpp: asking = psu } = await outcome.ask(scene, psu);
    if (outcome.wait !== undefined) await scene.advance(outcome.wait);
    const seen = async () => (await asking.get(`${selfOf(made)}/status`)).body;

    let back = await way(scene, link, first);
    for (const act of others) {
      expect(await seen()).toMatchObject({ transactionStatus: 'RCVD' });
      expect(back.get('status')).toBe('401');
      const anew = await asking.post(`${selfOf(made)}/authorisations`);
      expect(anew.status).toBe(201);
      back = await way(scene, anew, act);
    }
    expect(Object.fromEntries(back)).toEqual(expectedEnd(outcome, scene));
    expect(await seen()).toMatchObject({ transactionStatus: outcome.status });
    await scene.advance('P2D');
    await scene.advance('PT2S');
    expect(await seen()).toMatchObject({ transactionStatus: outcome.later, ...outcome.says });
  }

  function expectedEnd({ code }: Outcome, { psu }: Scene): Body {
    const state = 'xyz/1';
    return code === undefined
      ? { state, 'psu-id': psu.psuId, 'tpp-session-id': psu.sessionId, context: 'PRIVATE' }
      : { state, status: '401', code, message: expect.stringMatching(/^The .{10,}/) };
  }

  const onPage =
    (outcome: Outcome, page: Page): Way =>
    async (_, link, act) => {
      await page.goto(link.body._links.scaRedirect.href);
      if (outcome.app === true) await inApp(page, outcome, act);
      else if (outcome.wait === undefined) await identifyAndDecide(page, outcome, act);
      await page.waitForURL(`${tpp.url}/cb?**`);
      return new URL(page.url()).searchParams;
    };

  async function identifyAndDecide(page: Page, outcome: Outcome, act: Act): Promise<void> {
    const typed = page.getByLabel('National identity number');
    const next = page.getByRole('button', { name: 'Continue', exact: true });
    if (act === 'be a stranger') {
      for (const left of [2, 1, 0]) {
        await typed.fill(STRANGER);
        await next.click();
        if (left > 0) await page.getByRole('alert').getByText(`Tries left: ${left}`).waitFor();
      }
      return;
    }
    if (await typed.isVisible()) await typed.fill(PERSONS.jonas);
    await next.click();
    await decide(page, outcome, act);
  }

  async function decide(page: Page, outcome: Outcome, act: Act): Promise<void> {
    const { heading = '', shows = [], picture } = outcome;
    await page.getByRole('heading', { name: heading }).waitFor();
    const text = await page.locator('body').innerText();
    for (const shown of shows) expect(text.replaceAll(/\s+/g, ' ')).toContain(shown);
    if (picture !== undefined) {
      await shootBoth(page, picture);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width);
    }
    const value = act === 'approve' ? 'approve' : 'cancel';
    await page.locator(`button[name="do"][value="${value}"]`).click();
  }

  async function inApp(page: Page, outcome: Outcome, act: Act): Promise<void> {
    await page.getByRole('status').getByText('Waiting for your approval').waitFor();
    if (outcome.picture !== undefined) await shootBoth(page, 'waiting');
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the simulated app' }).click();
    const app = await opening;
    await decide(app, outcome, act);
    const end = act === 'approve' ? 'Approved' : 'Not approved';
    await app.getByRole('heading', { name: end, exact: true }).waitFor();
    if (outcome.picture !== undefined) await shootBoth(app, 'app-end');
    // It may have gone on by itself meanwhile.
    const checking = page.getByRole('link', { name: 'Check now' }).click();
    await Promise.race([checking, page.waitForURL(`${tpp.url}/cb?**`)]);
  }

  /** Leaves the page as narrow as a phone. */
  async function shootBoth(page: Page, name: string): Promise<void> {
    await shoot(page, `outcome-${name}`);
    await page.setViewportSize(narrow);
    await shoot(page, `outcome-${name}-360`);
  }

  test.each(OUTCOMES)(
    '$title, on the page',
    async (outcome) => {
      await inPage(scriptless, async (page, complaints) => {
        await walk(outcome, onPage(outcome, page));
        // A refused number is a 422, which Chromium notes.
        expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
      });
    },
    30_000,
  );

  test.each(OUTCOMES)(
    '$title, without a browser',
    async (outcome) => {
      await walk(outcome, withoutBrowser);
    },
    30_000,
  );
});
