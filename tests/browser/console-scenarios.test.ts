// A scenario played by hand in the console (SCEN-01, SCEN-02): on a phone, by keyboard, with and without scripts.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { psuHeaders, type TestBank } from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import { narrow, shoot, useBrowser } from '../support/page-browser.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();
const name = 'error-500-once';

/** Reads, and gives up when the bank answers 500; with what the page says of the person. */
async function giveUp(page: Page, own: TestBank): Promise<void> {
  const shown = await page.locator('#now ~ pre').first().innerText();
  const variable = (wanted: string) => new RegExp(`^export ${wanted}=(.*)$`, 'm').exec(shown)?.[1];
  expect(variable('SANDBANK_URL')).toBe(own.url);
  const psu = own.tpp.with({
    ...psuHeaders(),
    'PSU-ID': variable('SANDBANK_PSU_ID') ?? '',
    'TPP-Session-ID': variable('SANDBANK_SESSION_ID') ?? '',
  });
  const { accounts } = (await psu.get('/v1/accounts')).body;
  await psu.get(`/v1/accounts/${accounts[0].resourceId}/transactions?bookingStatus=both`);
}

/** What begins in the list of requests, or after it, above the end of what comes before it. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.exchanges li')].flatMap((row) => {
    const { bottom } = row.getBoundingClientRect();
    const ends = [...row.querySelectorAll('*')].map((one) => one.getBoundingClientRect().bottom);
    return Math.max(...ends) > bottom + 1 ? [row.innerText] : [];
  })`);

describeInBrowser('WEB-01: a scenario in the console', () => {
  const inPage = useBrowser();

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('SCEN-02: prepared, played and judged by keyboard, on a dark phone, %s', (_, scripts) => {
    const options = { viewport: narrow, colorScheme: 'dark', javaScriptEnabled: scripts } as const;
    return inPage(options, async (page, complaints) => {
      const own = bank.tenant();
      await own.control('POST', '/_sandbox/faults', { effect: { status: 418 }, times: 1 });
      await own.tpp.get('/v1/accounts');
      await page.goto(`${own.url}/console/scenarios`);
      const first = page.getByText('Begin with this one:').getByRole('link');
      expect(await first.getAttribute('href')).toMatch(/\/console\/scenarios\/many-transactions$/);
      await page.getByRole('link', { name: '500 once, then all is well' }).press('Enter');

      await page.locator('#prepare ~ form summary.danger').press('Enter');
      expect(await page.getByText('saved as the snapshot before-scenario').count()).toBe(1);
      await page.locator('#prepare ~ form button.danger').press('Enter');
      await page.locator('#now').waitFor();
      expect(await page.locator('.exchanges li').count()).toBe(0);
      await giveUp(page, own);
      // With scripts the page follows the bank.
      if (scripts) await page.locator('.exchanges li').nth(1).waitFor();

      await page.getByRole('button', { name: 'Judge', exact: true }).press('Enter');
      await page.locator('#verdict').waitFor();
      expect(await page.locator('#verdict').innerText()).toBe('✓ Passed');
      const earned = page.locator('.exchanges li', { hasText: 'A good client' });
      expect(await earned.innerText()).toMatch(
        /transactions[\s\S]*✗ 500[\s\S]*The bank answered 500\.[\s\S]*should A good client sends a read once more/,
      );
      const id = await earned.getAttribute('id');
      const links = earned.locator('a');
      expect(await links.first().getAttribute('href')).toMatch(`/_sandbox/requests/${id}`);
      await page.getByRole('link', { name: 'Its page in the docs' }).press('Enter');
      await page.waitForURL(`**/docs/scenarios/${name}*`);
      await page.goBack();

      await page.locator('summary.danger', { hasText: 'Bring the bank back' }).press('Enter');
      await page.getByRole('button', { name: /Bring the bank back/ }).press('Enter');
      await page.locator('.result').waitFor();
      const { faults } = (await own.control('GET', '/_sandbox/faults')).body;
      expect(faults).toMatchObject([{ effect: { status: 418 } }]);
      expect(complaints).toEqual([]);
    });
  });

  test('SCEN-02: on a wide screen no request lies on another, live and in the verdict', () =>
    inPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const own = bank.tenant();
      await own.control('POST', `/_sandbox/scenarios/${name}`, {});
      await page.goto(`${own.url}/console/scenarios/${name}`);
      await page.locator('#now').waitFor();
      for (let i = 0; i < 3; i += 1) await giveUp(page, own);
      await page.locator('.live .exchanges li').nth(5).waitFor();
      await shoot(page, 'scenario-live');
      expect(await overlaps(page)).toEqual([]);
      await page.getByRole('button', { name: 'Judge', exact: true }).click();
      await page.locator('#verdict').waitFor();
      expect(await page.locator('.exchanges li').count()).toBe(6);
      // What it did right is there too.
      expect(await page.locator('#verdict ~ .bullets').innerText()).toMatch(
        /^should A good client sends a read once more that got no proper answer\. ✓$/,
      );
      await shoot(page, 'scenario-verdict');
      expect(await overlaps(page)).toEqual([]);
    }));
});
