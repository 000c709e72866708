// The console in Chromium: what one does there, by keyboard alone.
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consentOf, PERSONS } from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import { newPayment } from '../support/control-bank.ts';
import { desk, narrow, useBrowser } from '../support/page-browser.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();

describeInBrowser('WEB-01: the console', () => {
  const inPage = useBrowser();

  test('WEB-01: each task is done by keyboard alone', async () => {
    await inPage(desk, async (page) => {
      const own = bank.tenant();
      const at = (path: string) => page.goto(`${own.url}/console/${path}`);
      const tpp = await consentOf(own);

      const payment = (await newPayment(tpp)).body.paymentId;
      await at(`payments/${payment}`);
      expect(await page.locator('.path .tag').innerText()).toBe('RCVD');

      await at('clock');
      await press(page, '+ 1 day');
      expect((await own.control('GET', '/_sandbox/clock')).body.now > in23Hours()).toBe(true);

      await at('faults');
      await press(page, '500 SYSTEM_ERROR');
      expect((await own.control('GET', '/_sandbox/faults')).body.faults).toHaveLength(1);
      await press(page, /^Remove all/);
      expect((await own.control('GET', '/_sandbox/faults')).body.faults).toEqual([]);

      await at('snapshots');
      await press(page, 'Save the bank');
      await press(page, /^Restore golden/);
      await page.getByRole('heading', { name: 'The bank is as in the snapshot golden' }).waitFor();

      await at('consents');
      await press(page, /^Revoke/);
      const { consents } = (await own.control('GET', '/_sandbox/consents')).body;
      expect(consents.map(({ status }: { status: string }) => status)).toContain('revoked');

      await at('send?operation=getAccounts');
      await press(page, 'Sign and send', '#answer');
      expect(await page.locator('#answer').innerText()).toBe('Answer 200');

      await at('send?operation=createSepaCreditTransfer');
      await press(page, 'Sign and send', '#answer');
      expect(await page.locator('#answer').innerText()).toBe('Answer 201');
      await press(page, 'Approve');
      expect(await resultOf(page)).toContain('(200)');
      // The page waits for the settlement.
      await page.locator('.path .tag', { hasText: 'ACSC' }).waitFor();

      await at('people');
      await page.getByRole('link', { name: 'Jonas Bakkerud', exact: true }).press('Enter');
      await press(page, /^Take away all/);
      expect(await page.getByText('No accounts and no cards.').count()).toBe(1);

      await at('clock');
      await reach(page, page.getByRole('button', { name: 'Menu', exact: true }));
      await page.keyboard.press('Enter');
      await reach(page, page.locator('.banks summary'));
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'New bank' }).press('Enter');
      await page.getByLabel('Name (a–z, 0–9 and -)').press('k');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/banks/k/console');

      await at('explain');
      await reach(page, page.getByLabel('The request as it was sent'));
      await page.keyboard.insertText('GET /v1/accounts HTTP/1.1\n\n');
      await press(page, 'Explain', '#verdict');

      await at('certificates');
      await press(page, 'Make a certificate');
      expect(await page.getByRole('link', { name: 'tpp.p12' }).count()).toBe(1);
    });
  });

  test('WEB-01: a link is approved with one click, and reloading does not approve again', async () => {
    await inPage(desk, async (page) => {
      const own = bank.tenant();
      await own.tpp.get('/v1/accounts', {
        headers: { 'TPP-Redirect-URI': 'https://tpp.example/' },
      });
      await page.goto(`${own.url}/console/sca`);
      await page.getByLabel('National identity number').selectOption(PERSONS.jonas);
      await page.getByRole('button', { name: /^Approve/ }).click();
      expect(await resultOf(page)).toContain('(200)');
      expect(await page.getByText('No link is waiting.').count()).toBe(1);
      await page.reload();
      expect(await page.locator('.result').count()).toBe(0);
    });
  });

  test('WEB-01: what asks once more moves no field, and buttons of a result lie beside each other', async () => {
    await inPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const { url } = bank.tenant();
      await page.goto(`${url}/console/snapshots`);
      const form = page.locator('form', { has: page.getByLabel('Name of the other bank') });
      const boxes = () =>
        form
          .locator('input:visible, summary.danger')
          .evaluateAll((fields) => fields.map((one) => one.getBoundingClientRect().toJSON()));
      const before = await boxes();
      expect(before).toHaveLength(3);
      await form.locator('summary.danger').click();
      // Its button keeps its place too, within what a line of text differs by.
      for (const [nth, { x, y, width }] of (await boxes()).entries()) {
        const was = before[nth] ?? {};
        expect([x, width]).toEqual([was.x, was.width]);
        expect(Math.abs(y - was.y)).toBeLessThan(2);
      }
      await page.goto(`${url}/console/certificates`);
      await page.getByRole('button', { name: 'Make a certificate' }).click();
      await page.locator('.result').waitFor();
      const rects = await page
        .locator('.result .button')
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().toJSON()));
      const [send, ...files] = rects;
      expect(files.length).toBeGreaterThan(2);
      for (const { top } of files) expect(top).toBeGreaterThanOrEqual(send.bottom);
    });
  });

  test('SIG-01: a choice fills the form in at once, and reloading does not send again', async () => {
    await inPage(desk, async (page, complaints) => {
      const own = bank.tenant();
      await page.goto(`${own.url}/console/send?operation=createSepaCreditTransfer`);
      const body = page.getByRole('textbox', { name: 'Body' });
      await body.fill((await body.inputValue()).replace('"EUR"', '"SEK"'));
      const person = page.getByLabel('For the person');
      await person.selectOption(PERSONS.jonas);
      const ending = page.getByLabel('How the payment ends');
      await ending.selectOption('Sandbox ACCP');
      await page.waitForURL('**/send?*creditor=Sandbox**');
      expect(await body.inputValue()).toContain('"creditorName": "Sandbox ACCP"');
      expect(await body.inputValue()).toContain('"SEK"');
      expect(await ending.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
      await page.locator('select[name=operation]').selectOption('getAccounts');
      await page.waitForURL('**/send?operation=getAccounts**');
      expect(await page.getByLabel('Path').inputValue()).toBe('/v1/accounts');
      expect(await person.inputValue()).toBe(PERSONS.jonas);
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await page.locator('#answer').waitFor();
      const sent = (await own.control('GET', '/_sandbox/requests')).body.last;
      await page.reload();
      expect(await page.locator('#answer').count()).toBe(0);
      expect(await page.getByLabel('Path').inputValue()).toBe('/v1/accounts');
      expect((await own.control('GET', '/_sandbox/requests')).body.last).toBe(sent);
      expect(complaints).toEqual([]);
    });
  });

  test('SIG-01: without scripts, to reload the answer does not send again', async () => {
    await inPage({ ...desk, javaScriptEnabled: false }, async (page) => {
      const own = bank.tenant();
      await page.goto(`${own.url}/console/send?operation=getAccounts`);
      await page.getByRole('button', { name: 'Sign and send' }).click();
      const answer = page.locator('#answer');
      expect(await answer.innerText()).toBe('Answer 200');
      const sent = (await own.control('GET', '/_sandbox/requests')).body.last;
      await page.reload();
      expect(await answer.innerText()).toBe('Answer 200');
      expect((await own.control('GET', '/_sandbox/requests')).body.last).toBe(sent);
      // It is not for another bank.
      await page.goto(page.url().replace(own.url, bank.tenant().url));
      expect(await answer.count()).toBe(0);

      await page.goto(`${own.url}/console/clock`);
      await page.getByRole('button', { name: '+ 1 day', exact: true }).click();
      expect(await resultOf(page)).toContain('(200)');
      const { now } = (await own.control('GET', '/_sandbox/clock')).body;
      await page.reload();
      expect(await resultOf(page)).toContain('(200)');
      const later = Date.parse((await own.control('GET', '/_sandbox/clock')).body.now);
      expect(later - Date.parse(now)).toBeLessThan(DAY);
    });
  });

  test('WEB-01: a command is copied with one button, also at the front door', async () => {
    await inPage({ ...desk, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      const { url } = bank.tenant();
      await page.goto(`${url}/`);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        `npx sandbank call GET ${url}/v1/accounts --as `,
      );
    });
  });

  test('WEB-01: on a phone the menu shows where one is, and a payment its amount', async () => {
    await inPage({ viewport: narrow }, async (page) => {
      const own = bank.tenant();
      await newPayment(await consentOf(own));
      await page.goto(`${own.url}/console/settings`);
      const here = page.locator('.menu [aria-current="page"]');
      expect(await here.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      expect(await isOnScreen(here)).toBe(true);
      await page.keyboard.press('Escape');
      expect(await here.isVisible()).toBe(false);
      await page.goto(`${own.url}/console/payments`);
      expect(await isOnScreen(page.locator('td').filter({ hasText: 'EUR' }).first())).toBe(true);
    });
  });

  test('CTRL-05: the request log follows the bank without reloading', async () => {
    await inPage(desk, async (page, complaints) => {
      const own = bank.tenant();
      await own.control('POST', '/_sandbox/reset');
      await page.goto(`${own.url}/_sandbox/requests`);
      expect(await page.locator('.requests li').count()).toBe(0);
      await own.tpp.get('/v1/user', { headers: { 'TPP-Redirect-URI': 'https://tpp.example/' } });
      await page.locator('.requests li').first().waitFor();
      expect(complaints).toEqual([]);
    });
  });
});

const DAY = 24 * 3_600_000;

const in23Hours = (): string => new Date(Date.now() + 23 * 3_600_000).toISOString();

/** From its left edge to its right one. */
const isOnScreen = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= element.ownerDocument.documentElement.clientWidth;
  });

const resultOf = (page: Page): Promise<string> => page.locator('.result').innerText();

/** Goes there with the Tab key, from what stands before it. */
async function reach(page: Page, place: Locator): Promise<void> {
  await place.evaluate((element) => {
    const every = element.ownerDocument.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    );
    const seen = [...every].filter((one) => one.checkVisibility());
    seen[seen.indexOf(element) - 1].focus();
  });
  await page.keyboard.press('Tab');
  const isThere = await place.evaluate(
    (element) => element === element.ownerDocument.activeElement,
  );
  expect([String(place), isThere]).toEqual([String(place), true]);
}

/** Presses a button by keyboard; one that asks once more is pressed and confirmed. */
async function press(page: Page, name: string | RegExp, result = '.result'): Promise<void> {
  const asks = page.locator('summary.button').filter({ hasText: name });
  const button = page.getByRole('button', { name, exact: typeof name === 'string' });
  // A link may have been followed just before.
  await asks.or(button).first().waitFor();
  if ((await asks.count()) > 0) {
    await reach(page, asks.first());
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  } else await reach(page, button.first());
  await page.keyboard.press('Enter');
  await page.locator(result).waitFor();
}
