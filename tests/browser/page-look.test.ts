// The SCA page in Chromium: with a keyboard, where the focus goes, less motion, the dark.
import { expect, test } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import { desk, usePageBrowser } from '../support/page-browser.ts';

describeInBrowser('SCA-02: looking at the pages', () => {
  const { server, inPage } = usePageBrowser();

  test('the keyboard meets things in the order one reads them, and one sees where one is', async () => {
    await inPage(desk, async (page) => {
      await page.goto(`${server().bank}/en/identify`);
      const met: unknown[] = [];
      for (let i = 0; i < 9; i++) {
        await page.keyboard.press('Tab');
        met.push(
          await page.evaluate(`(() => {
            const at = document.activeElement;
            const { outlineStyle, outlineWidth } = getComputedStyle(at);
            return [at.name || at.tagName, at.value || '', outlineStyle + ' ' + outlineWidth].join(' | ');
          })()`),
        );
      }
      expect(met).toEqual(
        ['A | ', 'nationalId | ', 'do | identify']
          .concat(
            ['13039319955', '12085592767', '18129215603', '20079518612'].map(
              (id) => `nationalId | ${id}`,
            ),
          )
          .concat('SUMMARY | ', 'do | cancel')
          .map((text) => `${text} | solid 3px`),
      );
    });
  });

  test('a refused id takes the focus to what is wrong', async () => {
    await inPage(desk, async (page) => {
      await page.goto(`${server().bank}/en/identify-unknown`);
      // The browser sets the focus when it first draws the page, which may be after its load.
      await page.locator('[role=alert]:focus').waitFor();
      expect(await page.title()).toBe('Error: Who are you? – Sandbank');
    });
  });

  test('those who ask for less motion get none; the dark is dark', async () => {
    const seen = (options: BrowserContextOptions): Promise<unknown> =>
      inPage({ ...desk, ...options }, async (page) => {
        await page.goto(`${server().bank}/en/waiting`);
        return page.evaluate(`[
          getComputedStyle(document.querySelector('.waiting'), '::before').animationName,
          getComputedStyle(document.body).backgroundColor,
        ]`);
      });
    expect(await seen({ reducedMotion: 'no-preference' })).toEqual(['turn', 'rgb(244, 241, 234)']);
    expect(await seen({ reducedMotion: 'reduce', colorScheme: 'dark' })).toEqual([
      'none',
      'rgb(13, 22, 24)',
    ]);
  });
});
