// Every page of a model, in both languages, with its headers and what is around it: of each what differs from the one
// before, as it is written in tests/fixtures/pages/models.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { pageLines } from '../../support/page-lines.ts';
import { everyPage } from '../../support/page-models.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { linesChanged } from '../../support/recorded-pages.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const pages = createPages(ROOT_URL, consoleMenu);

/** Styles and scripts have the hash of their bytes. */
const ASSET = /\?v=[\da-f]{12}\b/g;

const frame = { mount: '/m', prefix: '/m/banks/b', bank: 'b', language: 'en' } as const;
const message = (code: string, path?: string) => ({
  ...{ category: 'ERROR', code, text: `About ${code}.` },
  ...(path === undefined ? {} : { path }),
});
const back = { href: '/m/back', label: 'console.requests.title' };

const MORE = [400, 401, 403, 404, 405, 409, 500, 503].flatMap((status) => [
  pages.problem({ ...frame, status, messages: [message('BAD_REQUEST')], back } as never),
  pages.problem({
    ...{ ...frame, status, language: 'nb', otherLanguageHref: '?lang=en', back },
    messages: [message('A', 'Host'), message('B')],
  } as never),
]);
const SIGN_IN = [false, true].flatMap((failed) =>
  (['en', 'nb'] as const).map((language) =>
    pages.signIn({ ...frame, language, failed, action: '/m/a', next: '/m/console?a=b&c' }),
  ),
);

test('WEB-02: every page of a model: is what it is now', () => {
  const named = [...everyPage(pages, 'en'), ...everyPage(pages, 'nb')];
  const more = [...MORE, ...SIGN_IN].map((page, nth) => [`more ${nth}`, page] as const);
  let before: readonly string[] = [];
  const lines = [...named, ...more].flatMap(([name, { html, headers }]) => {
    const all = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    const now = [...all, ...pageLines(html.replace(ASSET, '?v=HASH'))];
    const differing = linesChanged(before, now);
    before = now;
    return [`# ${name}`, ...differing];
  });
  expectRecorded('pages/models.txt', lines);
});
