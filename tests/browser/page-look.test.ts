// Every page looked at in Chromium: with axe, on a phone, in the dark, with a keyboard. With SCREENSHOTS=1
// a picture of each view goes to the folder sandbank-screenshots among the temporary files.
import { expect, test } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import {
  COLOURS_SEEN,
  desk,
  deskByDay,
  expectSound,
  OF_A_VIEW,
  phone,
  shoot,
  usePageBrowser,
} from '../support/page-browser.ts';
import { caughtPages, endPages, scaPages } from '../support/page-models.ts';

const names = [scaPages, endPages, caughtPages].flatMap((pages) => Object.keys(pages('en')));
names.push('home', 'docs');
const phoneByNight = { ...phone, colorScheme: 'dark' } as const;

/** One of each view: other variants have the same colours, sizes and markup. */
const views = new Set(
  'identify-unknown identify-fixed context access payment basket waiting used caught-back caught-expired home docs'.split(
    ' ',
  ),
);

describeInBrowser('SCA-02: looking at the pages', () => {
  const { server, inPage } = usePageBrowser();

  test('axe finds nothing on any page, on a desk by day', async () => {
    await inPage(deskByDay, async (page, complaints) => {
      for (const name of names) {
        await page.goto(`${server().bank}/en/${name}`);
        await expectSound(page, name, views.has(name) ? {} : COLOURS_SEEN);
      }
      expect(complaints).toEqual([]);
    });
  });

  test('nothing is too wide for a phone, and what differs by night and in Norwegian is sound', async () => {
    const looked: string[] = [];
    await inPage(phoneByNight, async (page, complaints) => {
      for (const name of names) {
        await page.goto(`${server().bank}/nb/${name}`);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect({ name, width }).toEqual({ name, width: phone.viewport.width });
        if (!views.has(name)) continue;
        await expectSound(page, name, OF_A_VIEW);
        await shoot(page, `phone-by-night-${name}`);
        looked.push(name);
      }
      expect(complaints).toEqual([]);
    });
    expect(new Set(looked)).toEqual(views);
  });

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
      await page.waitForFunction('document.activeElement.getAttribute("role") === "alert"');
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
