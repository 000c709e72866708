// WEB-01 and WEB-02: the headers of every page, and that nothing in a model can become markup.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { CaughtPage } from '../../../server/bank/redirects/caught-page.ts';
import type { EndPage, ScaPage } from '../../../server/bank/sca/page-model.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { elementsOf } from '../../support/html.ts';
import {
  caughtPages,
  docsModel,
  docsPage,
  endPages,
  everyPage,
  homePage,
  scaPages,
} from '../../support/page-models.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const pages = createPages(ROOT_URL, consoleMenu);
const rendered = [...everyPage(pages, 'en'), ...everyPage(pages, 'nb')];
const end: EndPage = { step: 'used', language: 'en', bankName: 'Sandbank' };

const waiting = scaPages('en')['waiting'] as ScaPage;

test.each(rendered)(
  'WEB-01: %s has a policy without unsafe sources, and the rest',
  (name, page) => {
    expect(page.headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': name.slice(-2),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    const policy = page.headers['Content-Security-Policy'];
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self'");
    expect(policy).not.toMatch(/unsafe|script-src (?!'self';)|\*/);
  },
);

test('WEB-02: pages of a flow may be framed and their forms may end anywhere', () => {
  const caught = caughtPages('en')['caught-approved'] as CaughtPage;
  const framed = [pages.sca(waiting), pages.end({ ...end, step: 'used' }), pages.caught(caught)];
  for (const page of framed) {
    expect(page.headers['Content-Security-Policy']).not.toMatch(
      /frame-ancestors|form-action|script-src/,
    );
    expect(page.headers).not.toHaveProperty('X-Frame-Options');
  }
});

test.each([
  ['/', pages.home(homePage('en'))],
  ['/docs', pages.docs(docsModel)],
])('WEB-02: headers: the page at %s may not be framed', (_, { headers }) => {
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(headers['X-Frame-Options']).toBe('DENY');
});

test('SCA-09: only the waiting page looks again by itself', () => {
  expect(pages.sca(waiting).headers['Refresh']).toBe('5');
  expect(rendered.filter(([, page]) => 'Refresh' in page.headers)).toHaveLength(2);
});

// Words that choose between variants; a stranger cannot set them. `reference` and `source` are not
// shown.
const FIXED = /^(step|kind|language|context|error|reference|method|body|source|state|became|code)$/;
const hostile = (n: number): string => `${n}"><script>alert('${n}')</script>&{tpp}`;
const escaped = (n: number): string =>
  `${n}&#34;&gt;&lt;script&gt;alert(&#39;${n}&#39;)&lt;/script&gt;&amp;{tpp}`;

function poison<T>(model: T): { model: T; count: number } {
  let count = 0;
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return FIXED.test(key) ? value : hostile(++count);
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(v, k)]));
  };
  return { model: walk(model, '') as T, count };
}

function expectHarmless(html: string, count: number): void {
  const scripts = elementsOf(html).filter(({ tag }) => tag === 'script');
  for (const { attributes } of scripts) expect(attributes['src']).toMatch(/^\/assets\/console\.js/);
  for (let n = 1; n <= count; n++) expect(html).toContain(escaped(n));
  expect(html).not.toContain("alert('");
}

// Every link of the page at / begins with the mount path.
const { mount, ...home } = homePage('en');
const poisonable: readonly (readonly [string, object, (model: never) => { html: string }])[] = [
  ...Object.entries(scaPages('nb')).map(([name, page]) => [name, page, pages.sca] as const),
  ...Object.entries(endPages('en')).map(([name, page]) => [name, page, pages.end] as const),
  ...Object.entries(caughtPages('en')).map(([name, page]) => [name, page, pages.caught] as const),
  ['the page at /', home, (model: typeof home) => pages.home({ ...model, mount })],
  [
    'the page at /docs',
    docsPage,
    (model: typeof docsPage) => pages.docs({ ...docsModel, ...model }),
  ],
];

test.each(poisonable)(
  'WEB-01, CTRL-06: %s shows every string of its model escaped',
  (_, page, render) => {
    const { model, count } = poison(page);
    expect(count).toBeGreaterThan('action' in page ? 5 : 0);
    expectHarmless(render(model as never).html, count);
  },
);

test('WEB-01: views write unescaped only other views, and their logic is if and for', () => {
  const views = new URL('views/', ROOT_URL);
  const names = readdirSync(views, { recursive: true, encoding: 'utf8' });
  const templates = names.filter((name) => name.endsWith('.ejs'));
  expect(templates.length).toBeGreaterThan(8);
  for (const name of templates) {
    const source = readFileSync(new URL(name, views), 'utf8');
    for (const [, kind = '', code = ''] of source.matchAll(/<%([-=]?)([\s\S]*?)%>/g)) {
      if (kind === '-') expect(code.trim()).toMatch(/^(part\([\s\S]*\)|extra\.body)$/);
      if (kind === '') expect(code.trim()).toMatch(/^(if|for|\} else (if [\s\S]*)?\{$|\}$)/);
    }
  }
});
