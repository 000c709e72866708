// What Chromium makes of the pages: the key Enter, frames, and a page that goes on by itself. Whole flows, without
// JavaScript and in the frame of a TPP, are walked at a real bank in journey.test.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import { desk, shots, usePageBrowser } from '../support/page-browser.ts';

describeInBrowser('SCA-02: walking through the pages', () => {
  const { server, inPage } = usePageBrowser();

  test('what is typed is sent by Enter as Continue, not as Cancel', async () => {
    await inPage(desk, async (page) => {
      await page.goto(`${server().bank}/en/identify`);
      await page.getByLabel('National identity number').fill('13039319955');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${server().tpp}/back?psu-id=1`);
      expect(server().posted.map(String)).toEqual([
        'token=form-token-1&nationalId=13039319955&do=identify',
      ]);
    });
  });

  test('WEB-02: an app that shows its own files may frame the page, and be returned to', async () => {
    const file = join(shots, 'app.html');
    writeFileSync(file, `<iframe src="${server().bank}/en/session"></iframe>`);
    await inPage(desk, async (page, complaints) => {
      server().redirect = 'tpp-app://back?psu-id=1';
      await page.goto(pathToFileURL(file).href);
      const frame = page.frameLocator('iframe');
      const left = page.waitForRequest((request) => request.url() === server().redirect);
      await frame.getByRole('button', { name: 'Confirm' }).click();
      await left;
      expect(complaints.filter((text) => /policy/i.test(text))).toEqual([]);
    });
  });

  test('WEB-02: the page at / cannot be framed', async () => {
    await inPage(desk, async (page, complaints) => {
      const refused = page.waitForEvent('console');
      await page.goto(`${server().tpp}/frame?${encodeURIComponent(`${server().bank}/en/home`)}`);
      await refused;
      expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0);
      expect(complaints.join()).toContain('frame-ancestors');
    });
  });

  test('SCA-09: the waiting page goes on by itself once the app has approved', async () => {
    await inPage({ ...desk, javaScriptEnabled: false }, async (page) => {
      // The header as it comes, but for how long it asks to wait.
      const sooner = async (route: Route) => {
        const response = await route.fetch();
        const { refresh, ...headers } = response.headers();
        expect(refresh).toBe('5');
        server().approved = true;
        await route.fulfill({ response, headers: { ...headers, refresh: '1' } });
      };
      await page.route('**/waiting', sooner, { times: 1 });
      server().refreshes = true;
      // On a busy machine it goes on before all of it is loaded.
      await page.goto(`${server().bank}/en/waiting`, { waitUntil: 'commit' });
      await page.waitForURL(`${server().tpp}/back?psu-id=1`);
    });
  });
});
