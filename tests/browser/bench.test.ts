// The request log as a bench, in Chromium: two panes, keys, one field to filter, a window on a long log; and the same log on a
// phone and without scripts.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consentOf, type TestBank } from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import { runs } from '../support/corpus.ts';
import { wrongRequests } from '../support/every-page.ts';
import { send } from '../support/http.ts';
import { axeFindings, desk, narrow, useBrowser } from '../support/page-browser.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();
/** Refusals of each kind, an accepted read of a person, and one with a finding. */
const few = bank.tenant();
await wrongRequests(few);
await (await consentOf(few)).tpp.get('/v1/accounts?unknown=1');

/** A log that is longer than a page, and a little shorter than it may be: more is to come. */
const MANY = runs(9_900).numRuns;
const long = bank.tenant();
await nowhere(long, MANY);

const WIDE = { viewport: { width: 1280, height: 900 } };
const SCRIPTLESS = { ...WIDE, javaScriptEnabled: false };
const CLIPBOARD = { ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] };
const logOf = ({ url }: TestBank) => `${url}/_sandbox/requests`;

describeInBrowser('CTRL-05: the request log as a bench', () => {
  const inPage = useBrowser();

  test('CTRL-05: at 1280 × 900 one sees 20 requests and more, in rows of 28 px and text of 14 px', async () => {
    await inPage(WIDE, async (page, complaints) => {
      await page.goto(logOf(long));
      expect(await rowsInSight(page)).toBeGreaterThanOrEqual(20);
      const row = page.locator('.requests li').first();
      expect((await row.boundingBox())?.height).toBe(28);
      expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('14px');
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(900);
      expect(complaints).toEqual([]);
    });
  });

  test('CTRL-05: a row says why a request was refused, whole, and a key is on one line', async () => {
    await inPage(WIDE, async (page) => {
      await page.goto(`${logOf(few)}?q=status:4xx`);
      const reasons = page.locator('.requests .why');
      expect(await reasons.allInnerTexts()).toContain('HTTP_HEADER_REQUIRED');
      const cut = page.locator('.requests :is(.why, .code-of, time, .method)');
      expect(
        await cut.evaluateAll(
          (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
        ),
      ).toBe(0);
      const lines = await page
        .locator('kbd')
        .evaluateAll((keys) => keys.map((key) => key.getClientRects().length));
      expect(lines).toEqual(lines.map(() => 1));
      await page.goto(logOf(long));
      await page.locator('.bench-line').getByRole('link', { name: '404' }).click();
      await page.locator('.requests .why', { hasText: 'NOT_FOUND' }).first().waitFor();
    });
  });

  test('CTRL-05: j and k choose, Enter reads, Esc goes back, and the address names the chosen one', async () => {
    await inPage(WIDE, async (page, complaints) => {
      await page.goto(logOf(few));
      await page.keyboard.press('j');
      await page.locator('.chosen h1', { hasText: 'Accepted' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      const second = page.locator('.requests li').nth(1).locator('a');
      expect(await second.getAttribute('aria-current')).toBe('true');
      expect(await isFocused(second)).toBe(true);
      const number = await second.getAttribute('data-number');
      await page.waitForURL(`**/requests#x${number}`);
      await page.keyboard.press('Enter');
      await page.locator('.chosen:focus').waitFor();
      await page.keyboard.press('Escape');
      expect(await isFocused(second)).toBe(true);
      // Between the list and what is chosen there is one stop.
      await page.keyboard.press('Tab');
      expect(await page.evaluate("document.activeElement.closest('.chosen') !== null")).toBe(true);
      await page.reload();
      await page.locator('.chosen .report').first().waitFor();
      expect(await second.getAttribute('aria-current')).toBe('true');
      expect(await axeFindings(page, 'page')).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  test('CTRL-05: a click shows the request beside the list, and its links lead on', async () => {
    await inPage(WIDE, async (page) => {
      await page.goto(`${logOf(few)}?q=rule:SIG-10+CRLF`);
      await page.locator('.requests a').first().click();
      await page.locator('.chosen h1', { hasText: 'CRLF' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(new URL(logOf(few)).pathname);
      await page
        .locator('.chosen')
        .getByText('Make the right signature with openssl')
        .first()
        .click();
      expect(await page.locator('#openssl').isVisible()).toBe(true);
      await page.locator('.chosen').getByRole('link', { name: 'SIG-10' }).first().click();
      await page.waitForURL('**/docs*#SIG-10');
    });
  });

  test('CTRL-05: / goes to the field, which completes what the log has and filters while one writes', async () => {
    await inPage(WIDE, async (page, complaints) => {
      await page.goto(logOf(few));
      const all = await page.locator('.requests li').count();
      await page.keyboard.press('/');
      await page.keyboard.type('op:getA');
      await page.locator('#terms option[value="op:getAccounts"]').waitFor({ state: 'attached' });
      await page.keyboard.type('ccounts person:jonas');
      await page.waitForURL('**/requests?q=op%3AgetAccounts+person%3Ajonas');
      expect(await page.locator('.said').innerText()).toBe('1 request');
      const completed = page.locator('#terms option[value*="person:\\"Jonas Bakkerud\\""]');
      expect(await completed.first().getAttribute('value')).toBe(
        'op:getAccounts person:"Jonas Bakkerud"',
      );
      expect(await page.locator('.requests li').count()).toBe(1);
      // A line that filters by text or by another name is not all; what is wrong with one stands in place of the list.
      const chips = page.locator('.bench-line [aria-current]');
      expect(await chips.count()).toBe(0);
      await page.locator('input[name=q]').fill('status:200');
      await page.waitForURL('**/requests?q=status%3A200');
      expect(await chips.count()).toBe(0);
      await page.locator('input[name=q]').fill('status:400');
      await chips.getByText('400').waitFor();
      await page.locator('input[name=q]').fill('stauts:400');
      await page.getByRole('alert').filter({ hasText: 'There is no filter stauts' }).waitFor();
      expect(await page.locator('.requests li').count()).toBe(0);
      expect(await page.locator('.said').innerText()).toBe('');
      expect(await chips.count()).toBe(0);
      await page.locator('input[name=q]').fill('');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/requests(#x\d+)?$/);
      expect(await page.locator('.requests li').count()).toBe(all);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await chips.innerText()).toBe('All');
      expect(await isFocused(page.locator('.requests a').first())).toBe(true);
      // Chromium tells of the refusal.
      expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
    });
  });

  test('CTRL-05: c copies the chosen request as curl, as a test and as HTTP', async () => {
    await inPage(CLIPBOARD, async (page) => {
      await page.goto(`${logOf(few)}?q=person:jonas+status:200`);
      await page.keyboard.press('c');
      expect(await page.locator('#copy-as').isVisible()).toBe(false);
      await page.keyboard.press('j');
      const button = page.locator('.chosen .copy-as');
      await button.waitFor();
      // Below its button, with the first choice focused; Esc gives the focus back.
      const row = page.locator('.requests a').first();
      await page.keyboard.press('c');
      const [at, below] = await Promise.all(
        [button, page.locator('#copy-as')].map((one) => one.boundingBox()),
      );
      expect(below?.y).toBeCloseTo((at?.y ?? 0) + (at?.height ?? 0), 0);
      expect((below?.x ?? 0) + (below?.width ?? 0)).toBeCloseTo((at?.x ?? 0) + (at?.width ?? 0), 0);
      await page.keyboard.press('Escape');
      expect(await page.locator('#copy-as').isVisible()).toBe(false);
      expect(await isFocused(row)).toBe(true);
      await page.keyboard.press('c');
      await page.keyboard.press('Enter');
      await page.locator('#copy-as').waitFor({ state: 'hidden' });
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl /);
      expect(await isFocused(row)).toBe(true);
      const copied: string[] = [];
      for (const name of ['Copy as curl', 'Copy as test', 'Copy as HTTP']) {
        await page.keyboard.press('c');
        await page.getByRole('button', { name }).press('Enter');
        await page.locator('#copy-as').waitFor({ state: 'hidden' });
        copied.push((await page.evaluate('navigator.clipboard.readText()')) as string);
      }
      const [curl, asTest, http] = copied;
      expect(curl).toMatch(/^curl -sS -i -g --path-as-is -X GET /);
      expect(asTest).toContain("const jonas = await tpp.login('jonas');");
      expect(asTest).toContain(
        "await jonas.get('/v1/accounts?unknown=1');\n  expect(status).toBe(200);",
      );
      expect(http).toMatch(/^GET \S+\/v1\/accounts\?unknown=1\n(?:.*\n)*200\n/);
    });
  });

  test('CTRL-05: the list is a window on a long log, to its end and back', async () => {
    await inPage(WIDE, async (page, complaints) => {
      await page.goto(logOf(long));
      expect(await page.locator('.said').innerText()).toBe(`${MANY} requests`);
      await scrollTo(page, 'end');
      const oldest = page.locator('.requests a[data-number="1"]');
      await oldest.waitFor();
      expect(await page.locator('.requests li').count()).toBeLessThan(80);
      await scrollTo(page, 'middle');
      await page.locator(`.requests a[data-number="${MANY / 2}"]`).waitFor();
      await oldest.waitFor({ state: 'detached' });
      const middle = page.locator(`.requests a[data-number="${MANY / 2}"]`);
      const before = (await middle.boundingBox())?.y;
      // What arrives meanwhile moves nothing that is seen.
      await nowhere(long, 3);
      await page.locator('.said', { hasText: /^\d+ requests$/ }).waitFor();
      await page
        .locator(`.requests li[aria-setsize="${MANY + 3}"]`)
        .first()
        .waitFor();
      expect(Math.abs(((await middle.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThanOrEqual(
        1,
      );
      expect(complaints).toEqual([]);
    });
  });

  test('CTRL-05: at its beginning the list follows the bank, and what is chosen stays chosen', async () => {
    await inPage(WIDE, async (page) => {
      const own = bank.tenant();
      await page.goto(logOf(own));
      expect(await page.locator('.log .empty').isVisible()).toBe(true);
      await nowhere(own, 1);
      await page.locator('.requests a[data-number="1"]').waitFor();
      await page.keyboard.press('j');
      await page.waitForURL('**/requests#x1');
      await nowhere(own, 1);
      await page.locator('.requests a[data-number="2"]').waitFor();
      const places = await page
        .locator('.requests a')
        .evaluateAll((links) =>
          links.map((link) => [link.getAttribute('data-number'), link.ariaCurrent]),
        );
      expect(places).toEqual([
        ['2', null],
        ['1', 'true'],
      ]);
      expect(await isFocused(page.locator('.requests a[data-number="1"]'))).toBe(true);
    });
  });

  test('WEB-01: without scripts it is a plain list with links to newer and older ones', async () => {
    await inPage(SCRIPTLESS, async (page) => {
      await page.goto(logOf(long));
      expect(await page.locator('.requests li').count()).toBe(100);
      expect(await page.locator('.chosen').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'Older' }).first().click();
      expect(await page.locator('.requests li').count()).toBe(100);
      await page.locator('.requests a').first().click();
      expect(page.url()).toMatch(/\/requests\/x\d+$/);
      await page.goto(logOf(few));
      await page.getByRole('combobox', { name: 'Filter' }).fill('status:401');
      await page.getByRole('button', { name: 'Filter' }).click();
      expect(await page.locator('.requests li').count()).toBeGreaterThan(0);
      expect(await page.locator('.requests .code-of:not(:text("401"))').count()).toBe(0);
    });
  });

  test('WEB-01: an address has the room that there is, and its last name is whole', async () => {
    const shown = async (target: string) => {
      const own = bank.tenant();
      await own.tpp.get(target);
      let cut: readonly boolean[] = [];
      await inPage(desk, async (page) => {
        await page.goto(logOf(own));
        cut = await page
          .locator('.place > *')
          .evaluateAll((parts) => parts.map((part) => part.scrollWidth > part.clientWidth));
      });
      return cut;
    };
    expect(await shown('/v1/card-accounts?withBalance=true&a=b')).toEqual([false, false]);
    const long = `/v1/accounts/${'x'.repeat(60)}/transactions?bookingStatus=booked`;
    expect(await shown(long)).toEqual([true, false]);
  });

  test('WEB-01: on a phone a request has two lines, and its link opens its page', async () => {
    await inPage({ viewport: narrow }, async (page) => {
      await page.goto(logOf(few));
      expect(await page.locator('.chosen').isVisible()).toBe(false);
      const row = page.locator('.requests a').first();
      const [place, time] = await Promise.all(
        ['.place', 'time'].map((part) => row.locator(part).boundingBox()),
      );
      expect((time?.y ?? 0) > (place?.y ?? 0)).toBe(true);
      await row.click();
      expect(page.url()).toMatch(/\/requests\/x\d+$/);
    });
  });

  test('CTRL-05: the charts say what their bars are, and an operation leads to its requests', async () => {
    await inPage(desk, async (page, complaints) => {
      await page.goto(`${few.url}/_sandbox/figures`);
      const title = await page.locator('.bars g title').last().textContent();
      expect(title).toMatch(
        /^\d\d:\d\d: \d+ accepted, \d+ sent to an SCA, \d+ refused, \d+ failed$/,
      );
      await page.getByRole('link', { name: 'getAccounts', exact: true }).click();
      expect(await page.locator('.requests a').count()).toBeGreaterThan(1);
      expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe(
        'op:getAccounts',
      );
      expect(complaints).toEqual([]);
    });
  });

  test('WEB-01: at each day of its chart an account says what was booked, and the balance at its end', async () => {
    await inPage(WIDE, async (page, complaints) => {
      await page.goto(`${few.url}/console/people`);
      await page.locator('a[href*="/console/accounts/"]').first().click();
      const newest = page.locator('tbody tr').first();
      const [, name = '', amount = ''] = await newest.locator('td').allInnerTexts();
      const days = await page.locator('.chart g title').allTextContents();
      expect(days).toHaveLength(90);
      const booked = await page.locator('.facts dd').nth(3).innerText();
      expect(days.at(-1)).toContain(`: ${booked}`);
      expect(days.findLast((day) => day.includes('\n'))).toContain(`${amount} ${name}`);
      // The pointer meets the day, also where the line is.
      const {
        x = 0,
        y = 0,
        width = 0,
        height = 0,
      } = (await page.locator('.chart svg').boundingBox()) ?? {};
      await page.mouse.move(x + width / 2, y + height / 2);
      expect(await page.locator('.chart g:hover').count()).toBe(1);
      expect(complaints).toEqual([]);
    });
  });

  test('CTRL-05: the page of a long log is small, also before it is compressed', async () => {
    const read = async (url: string) =>
      (await fetch(url, { headers: { Accept: 'text/html, */*' } })).text();
    const html = await read(logOf(long));
    const assets = [...html.matchAll(/(?:href|src)="([^"]+\.(?:css|js)\?[^"]+)"/g)];
    expect(assets.length).toBeGreaterThan(3);
    const parts = await Promise.all(
      assets.map(([, path = '']) => read(new URL(path, long.url).href)),
    );
    expect(html.length + parts.join('').length).toBeLessThan(150_000);
  });
});

/** Refused at the door: such a request costs least. */
async function nowhere({ url }: TestBank, count: number): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - done) }, () =>
        send({ method: 'GET', url: `${url}/v1/nowhere` }),
      ),
    );
  }
}

const rowsInSight = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('.requests li')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const box = document.querySelector('.log').getBoundingClientRect();
    return top >= box.top && bottom <= Math.min(box.bottom, innerHeight);
  }).length`);

const isFocused = (place: ReturnType<Page['locator']>): Promise<boolean> =>
  place.evaluate((one) => one === one.ownerDocument.activeElement);

const scrollTo = (page: Page, where: 'end' | 'middle'): Promise<void> =>
  page.evaluate(`(() => {
    const box = document.querySelector('.log');
    box.scrollTop = box.scrollHeight / ${where === 'end' ? 1 : 2};
  })()`);
