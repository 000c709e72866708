// What the console and the reports show of a bank, and what its forms lead to, is what is written in
// tests/fixtures/pages/. `npm run examples` records them again.
import { expect, test } from '@jest/globals';
import { CONSOLE_PAGES } from '../../server/http/console/console-pages.ts';
import { askOtherwise, askReports } from '../support/days-of-pages.ts';
import { actOnEverything } from '../support/forms-of-pages.ts';
import { RecordedPages } from '../support/recorded-pages.ts';
import { sendEverything } from '../support/sends-of-pages.ts';
import { testBank } from '../support/test-bank.ts';
import { inItsTime, liveThrough, WALL } from '../support/world-of-pages.ts';

// Sandbanks of its own: their pages name the certificates that were made in them. In one the wall clock stands still; the
// console, which signs by the real one, sends its requests to the other.
const house = inItsTime(await testBank({ wallClock: { at: WALL } }));
const running = await testBank({});
const bank = house.tenant();
const world = await liveThrough(bank);

const LISTS = CONSOLE_PAGES.filter(({ path }) => !path.includes('{')).map(({ path }) =>
  path === '' ? '/console' : `/console/${path}`,
);

test('WEB-01: the console: is what the bank answers now', async () => {
  const pages = new RecordedPages(bank);
  for (const path of LISTS.filter((one) => !/send|sca$/.test(one)))
    await pages.open(path, path, /scenarios|rules/.test(path) ? 90 : 4000);
  for (const path of world.pages) await pages.open(path, path.split('/')[2]);
  await askOtherwise(pages, world);
  pages.end('console');
});

test('WEB-01: the console of an empty bank, and in Norwegian: is what the bank answers now', async () => {
  const pages = new RecordedPages(bank);
  for (const path of [...LISTS, ...world.pages.filter((_, nth) => nth % 3 === 0)])
    await pages.inNorwegian(path);
  const empty = house.tenant();
  const none = {
    repeatable: 'empty',
    customers: [],
    clock: { now: '2053-03-05T10:00:00Z', frozen: true },
  };
  await empty.control('POST', '/_sandbox/reset', none);
  const others = new RecordedPages(empty);
  for (const path of LISTS.filter((one) => !/send|scenarios|rules/.test(one)))
    await others.open(path);
  pages.lines.push(...others.lines);
  pages.end('console-otherwise');
});

test('CTRL-05: the reports: is what the bank answers now', async () => {
  const pages = new RecordedPages(bank);
  await askReports(pages);
  pages.end('reports');
});

test('WEB-03: the forms of the console: is what the bank answers now', async () => {
  const own = house.tenant();
  const pages = new RecordedPages(own);
  await actOnEverything(pages, await liveThrough(own));
  pages.end('forms');
});

test('SIG-01: in a bank without customers a signed request begins without a person', async () => {
  const empty = running.tenant();
  await empty.control('POST', '/_sandbox/reset', { customers: [] });
  const { text } = await new RecordedPages(empty).get('/console/send?operation=getAccounts');
  expect(text).toMatch(/data-address="[^"]+&amp;person="/);
});

test('SIG-01: signed requests of the console: is what the bank answers now', async () => {
  const own = running.tenant();
  const pages = new RecordedPages(own);
  await liveThrough(own);
  await sendEverything(pages);
  pages.end('send');
  expect(pages.lines.length).toBeGreaterThan(100);
});
