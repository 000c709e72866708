// The way that a TPP and its customer take, at a real bank in a real browser. With SCREENSHOTS=1 every page's
// picture lies in the folder sandbank-screenshots among the temporary files.
import { afterAll, expect, test } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import {
  consentOf,
  createHeaders,
  hrefOf,
  PERSONS,
  psuHeaders,
  type TestBank,
  UUID,
} from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import { desk, shoot, useBrowser } from '../support/page-browser.ts';
import { testBank } from '../support/test-bank.ts';
import { startTppServer } from '../support/tpp-server.ts';

const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

const scriptless = { ...desk, javaScriptEnabled: false };
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'nb-NO',
} as const;

const bank = await testBank();
const tpp = await startTppServer();
/** Where the bank sends people back to. */
const redirect = `${tpp.url}/cb?state=xyz%2F1`;
afterAll(() => tpp.close());

describeInBrowser('a TPP and its customer', () => {
  const inPage = useBrowser();

  /** Waits until the person is back at the TPP; the parameters that came along. */
  async function backAtTpp(page: Page): Promise<URLSearchParams> {
    await page.waitForURL(`${tpp.url}/cb?**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('state')).toBe('xyz/1');
    expect(await page.locator('#back').textContent()).toBe(new URL(page.url()).search);
    return searchParams;
  }

  const logIn = (place: Page | FrameLocator, name: string): Promise<void> =>
    place.getByRole('button', { name }).click();

  const psuHeadersHere = (): Record<string, string> => ({
    ...psuHeaders(),
    'TPP-Redirect-URI': redirect,
  });

  async function askConsent(at: TestBank = bank, headers: Record<string, string> = {}) {
    const asked = await at.tpp
      .with({ ...psuHeadersHere(), ...headers })
      .post('/v1/bank-offered-consents');
    expect(asked.status).toBe(201);
    return hrefOf(asked);
  }

  test('SCA-02, SCA-03: without JavaScript, from the link to the accounts', async () => {
    const headers = psuHeadersHere();
    const link = await askConsent(bank, headers);
    const psuId = await inPage(scriptless, async (page, complaints) => {
      await page.goto(link);
      await shoot(page, 'journey-1-identify');
      await page.getByLabel('National identity number').fill(PERSONS.jonas);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('heading', { name: 'Share your accounts?' }).waitFor();
      await shoot(page, 'journey-2-accounts');
      await page.getByRole('button', { name: 'Share what is ticked' }).click();
      const back = await backAtTpp(page);
      expect(complaints).toEqual([]);
      expect(Object.fromEntries(back)).toEqual({
        state: 'xyz/1',
        'psu-id': expect.stringMatching(UUID),
        'tpp-session-id': headers['TPP-Session-ID'],
        context: 'PRIVATE',
      });
      return back.get('psu-id') as string;
    });
    const list = await bank.tpp.with({ ...headers, 'PSU-ID': psuId }).get('/v1/accounts');
    expect(list.body.accounts).toHaveLength(2);
  });

  test('SCA-02, WEB-02: in a frame of the TPP, in Norwegian, without JavaScript, on a phone', async () => {
    await inPage({ ...phone, javaScriptEnabled: false }, async (page, complaints) => {
      const link = await askConsent();
      await page.goto(`${tpp.url}/frame?${encodeURIComponent(link)}`);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: 'Hvem er du?' }).waitFor();
      await shoot(page, 'frame-1-identify');
      await logIn(frame, 'Jonas Bakkerud');
      await frame.getByRole('checkbox', { name: 'Kredittkort' }).uncheck();
      await shoot(page, 'frame-2-accounts');
      await frame.getByRole('button', { name: 'Del det som er krysset av' }).click();
      const query = new URLSearchParams((await frame.locator('#back').textContent()) ?? '');
      expect(query.get('state')).toBe('xyz/1');
      expect(query.get('psu-id')).toMatch(UUID);
      expect(complaints).toEqual([]);
    });
  });

  test('SCA-02: a standing order in Norwegian, on a phone: approved, then stopped again', async () => {
    const psu = await consentOf(bank);
    const list = await psu.tpp.get('/v1/accounts');
    const debtor = list.body.accounts.find((account: { iban: string }) => account.iban.length > 0);
    const at = await bank.control('GET', '/_sandbox/clock');
    const startDate = new Date(Date.parse(at.body.now) + 40 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const here = psu.tpp.with({ 'TPP-Redirect-URI': redirect, ...createHeaders });
    const made = await here.post(PERIODIC, {
      instructedAmount: { amount: '8950.00', currency: 'NOK' },
      creditorName: 'Solsiden Borettslag',
      creditorAccount: { bban: '15032080119', currency: 'NOK' },
      debtorAccount: { bban: debtor.bban, currency: 'NOK' },
      remittanceInformationUnstructured: 'Husleie, leilighet H0403',
      startDate,
      frequency: 'Monthly',
    });
    expect(made.status).toBe(201);
    const order = `${PERIODIC}/${made.body.paymentId}`;
    await inPage(phone, async (page) => {
      await page.goto(hrefOf(made));
      await page.getByRole('button', { name: 'Fortsett' }).click();
      await page.getByRole('heading', { name: 'Godkjenne den faste betalingen?' }).waitFor();
      await shoot(page, 'phone-1-standing-order');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await page.getByRole('button', { name: 'Godkjenn fast betaling' }).click();
      await backAtTpp(page);
      expect((await here.get(`${order}/status`)).body.transactionStatus).toBe('ACTC');

      const stop = await here.post(`${order}/cancellation-authorisations`);
      await page.goto(hrefOf(stop));
      await page.getByRole('button', { name: 'Fortsett' }).click();
      await page.getByRole('heading', { name: 'Stoppe betalingen?' }).waitFor();
      await shoot(page, 'phone-2-stop');
      await page.getByRole('button', { name: 'Stopp betaling' }).click();
      await backAtTpp(page);
      expect((await here.get(`${order}/status`)).body.transactionStatus).toBe('CANC');
    });
  });

  test('SCA-02, SCA-03: a person who may act for a company chooses it, with the keyboard alone', async () => {
    await inPage(desk, async (page) => {
      await page.goto(await askConsent());
      await page.getByLabel('National identity number').focus();
      await page.keyboard.type(PERSONS.odd);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Who are you acting for?' }).waitFor();
      await shoot(page, 'company-1-context');
      await page.getByRole('radio', { name: 'Odd Arne Fjellstad' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Share your accounts?' }).waitFor();
      await shoot(page, 'company-2-accounts');
      expect(await page.locator('.who').textContent()).toContain('Nordlys Snekkerverksted AS');
      await page.getByRole('button', { name: 'Share what is ticked' }).click();
      const back = await backAtTpp(page);
      expect(back.get('context')).toBe('CORPORATE');
      expect(back.get('psu-corporate-id')).toMatch(UUID);
    });
  });

  test('SCA-07: what the request has fixed is shown and cannot be changed', async () => {
    await inPage(phone, async (page) => {
      await page.goto(
        await askConsent(bank, { 'X-PSU-IDENTITY': PERSONS.odd, 'PSU-Context': 'CORPORATE' }),
      );
      await page.getByText('*********67').waitFor();
      await shoot(page, 'fixed-identify');
      await page.getByRole('button', { name: 'Fortsett' }).click();
      await page.getByRole('heading', { name: 'Dele kontoene dine?' }).waitFor();
      expect(await page.locator('.who').textContent()).toContain('Nordlys Snekkerverksted AS');
      await page.getByRole('button', { name: 'Del det som er krysset av' }).click();
      expect((await backAtTpp(page)).get('context')).toBe('CORPORATE');
    });
  });

  test('SCA-02: the first page says who banks here and what they have', async () => {
    const notes = async (page: Page) =>
      (await page.locator('h2 + form .persons .note').allTextContents()).map((text) =>
        text.replaceAll('\u00a0', ' '),
      );
    const company = 'Nordlys Snekkerverksted AS';
    await inPage(desk, async (page) => {
      const link = await askConsent();
      await page.goto(`${link}?lang=en`);
      expect(await notes(page)).toEqual([
        `Private or corporate · 2 accounts, 1 card · ${company}`,
        'Private · 2 accounts, 1 card',
        `Corporate · ${company}`,
        'Corporate · Havbris Sjømat AS',
      ]);
      await page.getByRole('link', { name: 'Norsk bokmål' }).click();
      await page.waitForURL('**?lang=nb');
      expect(await notes(page)).toEqual([
        `Privat eller bedrift · 2 kontoer, 1 kort · ${company}`,
        'Privat · 2 kontoer, 1 kort',
        `Bedrift · ${company}`,
        'Bedrift · Havbris Sjømat AS',
      ]);
    });
  });

  test('WEB-01: the pages for people who build a client', async () => {
    await inPage(desk, async (page, complaints) => {
      await page.goto(new URL('/', bank.url).href);
      await shoot(page, 'home');
      await page.locator('.links').getByRole('link', { name: 'Documentation' }).click();
      await page.getByText('GET /v1/accounts', { exact: true }).click();
      await page.getByText('getAccounts', { exact: true }).waitFor();
      await shoot(page, 'docs');
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(complaints).toEqual([]);
    });
  });
});
