// The search of /docs: the page that answers a question comes first.
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { createManual, type ManualPage } from '../../../server/http/documents/manual.ts';
import { createManualSearch } from '../../../server/http/documents/manual-search.ts';
import { AT_ROOT } from '../../support/page-models.ts';
import { ROOT } from '../../support/source-tree.ts';

const { pages, render } = createManual(pathToFileURL(ROOT));
const search = createManualSearch(pages);

test.each([
  ['user without accounts', 'sandbox/test-users'],
  ['lack of funds', 'magic'],
  ['second bank', 'sandbox/banks'],
  ['reset', 'sandbox/reset'],
  ['expired consent', 'sandbox/consents'],
  ['signature invalid', 'signing'],
  // Other forms of a word, small words and capitals, half a word that is no beginning.
  ['No account', 'sandbox/test-users'],
  ['How do I move the time?', 'sandbox/clock'],
  ['make the payment fail for lack of funds', 'magic'],
  ['loseReply', 'sandbox/faults'],
  ['Why was this request refused?', 'sandbox/requests'],
  // What the manual calls otherwise.
  ['insufficient funds', 'magic'],
  ['Postman', 'collections'],
  ['decoupled', 'sandbox/sca'],
  ['several TPPs', 'sandbox/banks'],
  ['multi-tenant', 'sandbox/banks'],
  ['what differs from the real bank', 'simulated'],
  // A word that occurs nowhere, beside two that do, and beside one.
  ['reset xyzzy the bank', 'sandbox/reset'],
  ['crash xyzzy', undefined],
  ['eset', undefined],
  [' ?', undefined],
  ['x'.repeat(8000), undefined],
])('WEB-01: %j leads to %s', (question, path) => {
  expect(search(question)[0]?.page.path).toBe(path);
});

test.each([
  ['how do I test an expired consent', 'sandbox/consents', /P181D/],
  ['several developers on one bank', 'sandbox/banks', /SANDBANK_PUBLIC_URL/],
  ['my own QWAC and QSEAL', 'sandbox/certificates', /SANDBANK_TRUST/],
  ['Postman', 'collections', /openapi\.json/],
  ['what differs from the real bank', 'simulated', /Not simulated/],
  ['differences from production', 'simulated', /Not simulated/],
  ['insufficient funds', 'magic', /Sandbox ACCP/],
  ['pagination', 'sandbox/seeds', /_links\.next/],
  ['decoupled SCA', 'sandbox/sca', /TPP-Redirect-Preferred: false/],
  ['several TPPs', 'sandbox/banks', /another organisationId/],
  ['multiple TPPs', 'sandbox/banks', /another organisationId/],
  ['multi tenant', 'sandbox/banks', /Banks share nothing/],
  ['reset between tests', 'ci', /Reset between tests/],
  ['run in Docker', 'ci', /docker compose/],
  ['docker', 'settings', /docker compose up/],
  ['run in CI', 'ci', /four ways to run/],
  ['move the clock', 'sandbox/clock', /clock\/advance/],
  ['change the time', 'sandbox/clock', /clock\/advance/],
  ['a payment that is rejected', 'magic', /Sandbox RJCT/],
  ['why is my signature invalid', 'signing', /path names the header/],
  ['lost answer', 'testing', /loseReply/],
  ['background refresh', 'testing', /absent/],
])('WEB-01: %j is answered by one of the first three, on %s', (question, path, answer) => {
  const first = search(question).slice(0, 3);
  const texts = first.filter(({ page }) => page.path === path).map(({ section }) => section.text);
  expect([path, texts]).toEqual([path, expect.arrayContaining([expect.stringMatching(answer)])]);
});

test('WEB-01: an extract says where its text goes on', () => {
  for (const { section, extract } of ['magic', 'reset', 'clock'].flatMap(search)) {
    const [, before, text = '', after] = /^(…?)(.*?)(…?)$/s.exec(extract) ?? [];
    expect(section.text).toContain(text);
    expect([before, after]).toEqual([
      section.text.startsWith(text) ? '' : '…',
      section.text.endsWith(text) ? '' : '…',
    ]);
  }
});

test('WEB-01: a page has its links, and a name in brackets stays one', () => {
  const [page] = pages();
  const markdown = 'Write <name>: [how](sandbox/clock.md#move) & [where](https://x.example).';
  expect(
    render(
      { ...(page as ManualPage), file: 'ci.md', markdown },
      { ...AT_ROOT, origin: 'http://x' },
    ),
  ).toBe(
    '<p>Write &lt;name>: <a href="/docs/sandbox/clock#move">how</a> &amp; <a href="https://x.example">where</a>.</p>\n',
  );
});

test('WEB-01: an extract shows the words, and nothing that is only for editors', () => {
  const [first] = search('user without accounts');
  expect(first?.extract).toContain('without accounts');
  const read = pages().flatMap((page) => [
    render(page, { ...AT_ROOT, origin: 'http://x' }),
    ...page.sections.map(({ text }) => text),
  ]);
  expect(read.filter((text) => text.includes('not run: needs Docker'))).toEqual([]);
});
