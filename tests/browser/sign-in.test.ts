// WEB-04 in Chromium: the page asks once, and its own form gets through (WEB-03).
import { afterAll, expect, test } from '@jest/globals';
import { describeInBrowser } from '../support/browser.ts';
import { phone, useBrowser } from '../support/page-browser.ts';
import { openSandbank } from '../support/sandbanks.ts';

const TOKEN = 'correct horse';
const bank = await openSandbank({ control: { token: TOKEN, allowedHosts: [] } });
afterAll(() => bank.close());

describeInBrowser('WEB-04: the control token in a browser', () => {
  const inPage = useBrowser();

  test('WEB-04: a wrong token is said to be wrong, the right one is asked for once', async () => {
    await inPage({ ...phone, colorScheme: 'dark' }, async (page) => {
      await page.goto(`${bank.url}/_sandbox/coverage`);
      await page.getByLabel('Control token').fill('wrong');
      await page.getByRole('button', { name: 'Continue' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('not the control token');
      await page.getByLabel('Control token').fill(TOKEN);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL('**/_sandbox/coverage');
      expect(await page.title()).toContain('Coverage');
      await page.goto(`${bank.url}/_sandbox/requests`);
      expect(await page.title()).toContain('Requests');
      await page.goto(`${bank.url}/console/clock`);
      expect(await page.title()).toContain('Clock');
      await page.goto(`${bank.url}/banks/other/console`);
      expect(await page.title()).toContain('Overview');
      expect(await page.evaluate('document.cookie')).toBe('');
    });
  });
});
