// The inspector's pages of a real bank, looked at in Chromium: with axe, on a phone, in the dark, with the
// keyboard. With SCREENSHOTS=1 a picture of each goes to sandbank-screenshots among the temporary files.
import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../support/browser.ts';
import { wrongRequests } from '../support/every-page.ts';
import { desk, useBrowser } from '../support/page-browser.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();
await bank.tpp.get('/v1/sandbox/customers?unknown=1');
await wrongRequests(bank);

describeInBrowser('CTRL-05: looking at the inspector', () => {
  const inPage = useBrowser();
  const address = (requestId?: string): string =>
    `${bank.url}/_sandbox/requests${requestId === undefined ? '' : requestId.replace(/^(?!\?)/, '/')}`;

  test('CTRL-05: the sentence is what one reads first, and links lead on', async () => {
    await inPage(desk, async (page) => {
      await page.goto(address());
      await page.click('a[href="requests?q=status%3A400"]');
      expect(page.url()).toBe(`${address()}?q=status%3A400`);
      const first = page.locator('.requests li').last().locator('a');
      await first.click();
      expect(page.url()).toMatch(/\/_sandbox\/requests\/x\d+$/);
      expect(await page.locator('h1').innerText()).toMatch(/CRLF/);
      expect(await page.locator('main > section').nth(1).getAttribute('id')).toBe('difference');
      expect(await page.locator('.checks').isVisible()).toBe(false);
      await page.click('text=Make the right signature with openssl');
      expect(new URL(page.url()).hash).toBe('#openssl');
      await page.click('text=All requests');
      expect(page.url()).toBe(address());
    });
  });

  test('CTRL-05: a string is copied as it is, without the marks of its line ends', async () => {
    await inPage(desk, async (page) => {
      await page.goto(address('another'));
      const copied = await page.evaluate(`(() => {
        const block = document.querySelector('#strings pre code');
        const range = document.createRange();
        range.selectNodeContents(block);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        return getSelection().toString();
      })()`);
      const { body } = await bank.control('GET', '/_sandbox/requests/another');
      const lines = body.signature.bankString.map(({ text }: { text: string }) => text);
      expect(copied).toBe(lines.join('\n'));
    });
  });

  test('CTRL-05: what is too much is told from what is missing without colours', async () => {
    await inPage({ ...desk, forcedColors: 'active' }, async (page) => {
      await page.goto(address('crlf'));
      const lines = await page.evaluate(`['del', 'ins'].map((tag) => {
        const mark = document.querySelector('#difference p ' + tag);
        return getComputedStyle(mark).textDecorationLine;
      })`);
      expect(lines).toEqual(['line-through', 'underline']);
      const marks = await page.evaluate(`[...document.querySelectorAll('.checks li')].map((row) =>
        getComputedStyle(row, '::before').content.split(' ')[0])`);
      // Passed, refused, skipped (no client certificate is asked for), not reached.
      expect(new Set(marks as string[]).size).toBe(4);
    });
  });
});
