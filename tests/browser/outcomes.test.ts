// How an approval can end on the page, in Chromium without JavaScript: the parameters that the PSU comes back with,
// and the status of the payment. That it ends alike without a browser is in tests/conformance/. With SCREENSHOTS=1
// pictures of the pages lie in sandbank-screenshots among the temporary files.
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import type { Answer } from '../support/http.ts';
import { desk, narrow, shoot, useBrowser } from '../support/page-browser.ts';
import { type Body, openScene, type Scene, SEPA, selfOf } from '../support/payment-scene.ts';
import { BULK, bulkFrom, DOMESTIC, domesticEntry, domesticFrom } from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';
import { startTppServer } from '../support/tpp-server.ts';

const FRIDAY = { requestedExecutionDate: '2026-06-12' };
const scriptless = { ...desk, javaScriptEnabled: false };

/** What the PSU does with a link. */
type Act = 'approve' | 'cancel';

interface Asked {
  /** What was made and is looked at in the end: a payment or a basket. */
  readonly made: Answer;
  /** The answer with the first link, where that is another one. */
  readonly link?: Answer;
}

interface Outcome {
  readonly title: string;
  ask(scene: Scene, psu: Tpp): Promise<Asked>;
  /** One for each link: after the first, of a new authorisation. */
  readonly acts: readonly [Act, ...Act[]];
  /** The page that asks for approval: its heading, and some of what it shows. */
  readonly heading: string;
  readonly shows?: readonly string[];
  readonly picture?: string;
  /** The code of the last redirect; without one it tells of success. */
  readonly code?: string;
  /** The status right after the last redirect. */
  readonly status: string;
  /** What it is two days later. */
  readonly later: string;
  /** Approved in the bank's app. */
  readonly app?: true;
}

const kroner = (amount: string) => ({ instructedAmount: { amount, currency: 'NOK' } });

const paid = async (scene: Scene, psu: Tpp): Promise<Asked> => ({
  made: await scene.pay(SEPA, scene.sepa(), psu),
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
    title: 'MOVE-01: the SCA fails three times: RJCT',
    ask: paid,
    acts: ['cancel', 'cancel', 'cancel'],
    heading: PAYMENT,
    code: 'PAYMENT_FAILED',
    status: 'RJCT',
    later: 'RJCT',
  },
  {
    title: "SCA-09: approved in the bank's app: ACSC",
    ask: (scene, psu) => paid(scene, psu.with({ 'TPP-Redirect-Preferred': 'false' })),
    acts: ['approve'],
    heading: PAYMENT,
    shows: ['Sandbank app', '100.50 EUR'],
    picture: 'app',
    app: true,
    status: 'PDNG',
    later: 'ACSC',
  },
];

const house = await testBank();
const tpp = await startTppServer();
afterAll(() => tpp.close());

describeInBrowser('SCA-02: how an approval ends', () => {
  const inPage = useBrowser();

  async function walk(outcome: Outcome, page: Page): Promise<void> {
    const [first, ...others] = outcome.acts;
    const scene = await openScene(house);
    const psu = scene.psu.tpp.with({ 'TPP-Redirect-URI': `${tpp.url}/cb?state=xyz%2F1` });
    const { made, link = made } = await outcome.ask(scene, psu);
    const seen = async () => (await psu.get(`${selfOf(made)}/status`)).body;
    /** Takes the PSU along a link; the parameters they come back to the TPP with. */
    const follow = async (to: Answer, act: Act): Promise<URLSearchParams> => {
      await page.goto(to.body._links.scaRedirect.href);
      if (outcome.app === true) await inApp(page, outcome, act);
      else {
        await page.getByRole('button', { name: 'Continue', exact: true }).click();
        await decide(page, outcome, act);
      }
      await page.waitForURL(`${tpp.url}/cb?**`);
      return new URL(page.url()).searchParams;
    };

    let back = await follow(link, first);
    for (const act of others) {
      expect(await seen()).toMatchObject({ transactionStatus: 'RCVD' });
      expect(back.get('status')).toBe('401');
      const anew = await psu.post(`${selfOf(made)}/authorisations`);
      expect(anew.status).toBe(201);
      back = await follow(anew, act);
    }
    expect(Object.fromEntries(back)).toEqual(expectedEnd(outcome, scene));
    expect(await seen()).toMatchObject({ transactionStatus: outcome.status });
    await scene.advance('P2D');
    await scene.advance('PT2S');
    expect(await seen()).toMatchObject({ transactionStatus: outcome.later });
  }

  function expectedEnd({ code }: Outcome, { psu }: Scene): Body {
    const state = 'xyz/1';
    return code === undefined
      ? { state, 'psu-id': psu.psuId, 'tpp-session-id': psu.sessionId, context: 'PRIVATE' }
      : { state, status: '401', code, message: expect.stringMatching(/^The .{10,}/) };
  }

  async function decide(page: Page, outcome: Outcome, act: Act): Promise<void> {
    const { heading, shows = [], picture } = outcome;
    await page.getByRole('heading', { name: heading }).waitFor();
    const text = await page.locator('body').innerText();
    for (const shown of shows) expect(text.replaceAll(/\s+/g, ' ')).toContain(shown);
    if (picture !== undefined) {
      await shootBoth(page, picture);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width);
    }
    await page.locator(`button[name="do"][value="${act}"]`).click();
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

  test.each(OUTCOMES)('$title', async (outcome) => {
    await inPage(scriptless, async (page, complaints) => {
      await walk(outcome, page);
      expect(complaints).toEqual([]);
    });
  });
});
