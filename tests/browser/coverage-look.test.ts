// The page at /_sandbox/coverage looked at in Chromium: with axe, on a phone, in the dark, after a run and
// before one. With SCREENSHOTS=1 pictures go to sandbank-screenshots among the temporary files.
import { expect, test } from '@jest/globals';
import { completeSca, consentOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { describeInBrowser } from '../support/browser.ts';
import { desk, useBrowser } from '../support/page-browser.ts';
import { openScene, SEPA } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const scene = await openScene(house);
/** After a run that gave reason for advice. */
const run = `${scene.bank.url}/_sandbox/coverage`;
await clumsyRun(scene.bank);
const made = await scene.pay(SEPA, scene.sepa());
await scene.approve(made);
await scene.advance('PT1H');
await scene.get(made, '/status');
await scene.remove(made);

describeInBrowser('CTRL-08: looking at the page', () => {
  const inPage = useBrowser();
  test('without scripts: the figures, what is missing first, and a meter for each section', async () => {
    await inPage({ ...desk, javaScriptEnabled: false }, async (page) => {
      await page.goto(run);
      const lead = (await page.locator('.coverage-lead').textContent()) ?? '';
      expect(lead).toMatch(/\d+(\.\d)? %\s+of the API used: \d+ of \d+ items/);
      expect(await page.locator('meter').count()).toBe(6);
      const first = page.locator('#response-statuses details').first();
      expect(await first.locator('summary').textContent()).toContain('Not covered');
      expect(await first.getAttribute('open')).toBe('');
      expect(await page.locator('#response-statuses details').nth(1).getAttribute('open')).toBe(
        null,
      );
    });
  });

  test('CTRL-08: it has at most two screens: long sections are folded into groups, the largest first', async () => {
    await inPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(run);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
        1800,
      );
      const groups = page.locator('#rules .coverage-groups > li');
      const missing = (await groups.locator('summary .note').allInnerTexts()).map(
        Number.parseFloat,
      );
      expect(missing.length).toBeGreaterThan(3);
      expect(missing).toEqual(missing.toSorted((a, b) => b - a));
      const item = groups.first().locator('.coverage-item').first();
      expect(await item.isVisible()).toBe(false);
      await groups.first().locator('summary').press('Enter');
      expect(await item.isVisible()).toBe(true);
      // All of them by one click.
      await page.locator('#rules').getByText('All that is not covered in one list').click();
      const list = page.locator('#rules .coverage-part').first().locator('.coverage-rule:visible');
      expect(await list.count()).toBe(missing.reduce((sum, one) => sum + one, 0));
      expect(await page.locator('.hero').innerText()).toContain(
        'one that you have not read is not covered',
      );
    });
  });

  test('CTRL-08: a list that opens moves no section to the other column', async () => {
    await inPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(run);
      const sides = () =>
        page
          .locator('.coverage-cards .card')
          .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
      const before = await sides();
      expect(new Set(before).size).toBe(2);
      for (const fold of await page.locator('#operations summary').all()) await fold.click();
      expect(await sides()).toEqual(before);
    });
  });

  test('CTRL-08: the badge is a picture with the percentage', async () => {
    await inPage(desk, async (page) => {
      const { percent } = (await scene.bank.control('GET', '/_sandbox/coverage')).body;
      await page.goto(`${run}?format=svg`);
      expect(await page.locator('svg').getAttribute('aria-label')).toBe(
        `API coverage: ${percent} %`,
      );
      const [width, ends] = (await page.evaluate(`[
        document.documentElement.getBoundingClientRect().width,
        document.querySelectorAll('text')[1].getBoundingClientRect().right,
      ]`)) as [number, number];
      expect(ends).toBeLessThan(width);
    });
  });

  test('advice links the requests at their own addresses', async () => {
    await inPage(desk, async (page) => {
      await page.goto(run);
      const advice = page.locator('.advice');
      expect(await advice.textContent()).toContain('An X-Request-ID was used for more than one');
      await advice.locator('a').first().click();
      expect(page.url()).toBe(run.replace('coverage', 'requests/the-same'));
    });
  });
});

/** Consent, reads and refusals, with every habit that one exchange after the other can show. */
async function clumsyRun(bank: TestBank): Promise<void> {
  const psu = await consentOf(bank);
  const same = { headers: { 'X-Request-ID': 'the-same' } };
  await psu.tpp.get('/v1/accounts?withBalances=yes', same);
  await psu.tpp.get('/v1/accounts', same);
  const tpp = bank.tpp.with({ ...psuHeaders(), 'PSU-IP-Address': '127.0.0.1' });
  const asked = await tpp.post('/v1/consents');
  await tpp.post('/v1/consents');
  await completeSca(bank, asked, { nationalId: PERSONS.jonas, outcome: 'cancel' });
  for (let i = 0; i < 4; i++) await psu.tpp.get('/v1/accounts/enc!!bm9uZQ');
  await bank.tpp.get('/v1/accounts');
}
