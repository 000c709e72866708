// `/docs/…`: the manual in the browser, with its search; every link of it leads somewhere.
import { describe, expect, test } from '@jest/globals';
import { consentOf, createHeaders } from '../support/bank.ts';
import { elementsOf } from '../support/html.ts';
import { send } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();
const { origin } = new URL(bank.url);
const get = (path: string) =>
  send({ method: 'GET', url: origin + path, headers: [['Accept', 'text/html']] });

const linksOf = (html: string): readonly string[] =>
  elementsOf(html).flatMap(({ tag, attributes }) => {
    const { href, src } = attributes as { href?: string; src?: string };
    const link = tag === 'a' ? href : tag === 'img' ? src : undefined;
    return link === undefined ? [] : [link];
  });

describe('WEB-01: the manual', () => {
  test('WEB-01: every page is there, and every link in the manual leads to something, and to a heading', async () => {
    const seen = new Map<string, string>();
    const wanted = ['/docs'];
    for (const path of wanted) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      if (!path.startsWith('/docs') || /\.(svg|webp)$/.test(path)) continue;
      seen.set(path, text);
      for (const link of linksOf(text)) {
        const { pathname, origin: whose } = new URL(link, origin + path);
        if (whose === origin && !wanted.includes(pathname)) wanted.push(pathname);
      }
    }
    expect(wanted.length).toBeGreaterThan(25);
    const broken = [...seen].flatMap(([path, html]) =>
      linksOf(html).filter((link) => {
        const { pathname, hash, origin: whose } = new URL(link, origin + path);
        const page = whose === origin ? seen.get(pathname) : undefined;
        return page !== undefined && hash !== '' && !page.includes(`id="${hash.slice(1)}"`);
      }),
    );
    expect(broken).toEqual([]);
  });

  test('WEB-01: /docs begins with what people come for, and lists the pages in reading order', async () => {
    const links = linksOf((await get('/docs')).text).map((link) => new URL(link, origin).pathname);
    const start = [
      '/docs/signing',
      '/docs/sca',
      '/docs/magic',
      '/docs/sandbox/faults',
      '/docs/testing',
    ];
    expect(start.filter((path) => !links.includes(path))).toEqual([]);
    const order = [
      '/docs/quickstart/node',
      '/docs/quickstart/python',
      '/docs/signing',
      '/docs/assumptions',
    ];
    const inMenu = linksOf((await get('/docs/rules')).text).map(
      (link) => new URL(link, origin).pathname,
    );
    expect(inMenu.filter((path) => order.includes(path)).slice(0, 4)).toEqual(order);
  });

  test('WEB-01: the payments of the reference can be sent as they are shown', async () => {
    const { text } = await get('/docs');
    const plain = text.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&amp;', '&');
    const shown = [...plain.matchAll(/npx sandbank call POST '([^']*)'(.*?)<\/code>/gs)];
    const payments = shown.flatMap(([, path = '', rest = '']) => {
      const json = /-d '(.*)'$/s.exec(rest)?.[1];
      return json === undefined ? [] : [{ path, body: JSON.parse(json.replaceAll("'\\''", "'")) }];
    });
    const own = payments.filter(({ body }) => JSON.stringify(body).includes('debtorAccount'));
    expect(own.length).toBeGreaterThan(5);
    const psu = await consentOf(bank);
    for (const { path, body } of own) {
      const answer = await psu.tpp.post(`${path}?allowLogicalDuplicate=true`, body, {
        headers: createHeaders,
      });
      expect([path, answer.status, answer.body.tppMessages]).toEqual([path, 201, undefined]);
    }
  });

  test('WEB-01: its commands are for the address that the bank has behind a proxy', async () => {
    const proxied = await openSandbank({ publicUrl: 'https://bank.example/psd2' });
    const { text } = await send({ method: 'GET', url: `${proxied.url}/docs` });
    await proxied.close();
    expect(text).toContain('curl -X POST https://bank.example/psd2/_sandbox/reset');
    expect(text).not.toContain('http://127.0.0.1');
    const own = linksOf(text).filter((link) => link.startsWith('/'));
    expect(own.filter((link) => !link.startsWith('/psd2/'))).toEqual([]);
    expect(own).toContain('/psd2/docs/signing');
  });

  test('WEB-01: the search finds a section by its words, and says when there is none', async () => {
    const found = await get('/docs/search?q=expired+certificate');
    expect(found.text).toContain('/docs/sandbox/certificates#');
    const none = await get('/docs/search?q=%3Cscript%3Exyzzy');
    expect(none.text).toContain('Nothing is found');
    expect(none.text).not.toContain('<script>xyzzy');
  });

  test('WEB-01: the menu marks the page, and leads to the pages of the bank', async () => {
    for (const [path, title] of [
      ['/docs', 'Start and reference'],
      ['/docs/signing', 'Signing'],
    ] as const) {
      const { text } = await get(path);
      const marked = [...text.matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]*)</g)];
      expect(marked.map(([, label]) => label)).toEqual([expect.stringContaining(title)]);
      for (const name of ['Console', 'Requests', 'Coverage'])
        expect(text).toMatch(new RegExp(`<a href="/(?:console|_sandbox/\\w+)"[^>]*>${name}</a>`));
    }
  });

  test('WEB-01: /docs/ is /docs', async () => {
    expect((await get('/docs/')).text).toBe((await get('/docs')).text);
  });

  test('WEB-01: a page that is not there is a page that says so', async () => {
    const { status, headers } = await get('/docs/nothing');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('WEB-01: /llms.txt lists every page as Markdown, and /llms-full.txt holds them all', async () => {
    const list = await get('/llms.txt');
    expect(list.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    });
    const links = [...list.text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link);
    expect(links).toContain('/docs/sandbox/README.md');
    expect(links.length).toBeGreaterThan(25);
    const all = await get('/llms-full.txt');
    expect(all.text).toMatch(/^<!-- README.md -->\n\n# Sandbank\n/);
    const led = new Set<string>();
    for (const link of links) {
      const { status, headers, text } = await get(link);
      expect([link, status]).toEqual([link, 200]);
      if (!link.endsWith('.md')) continue;
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(text).toMatch(/^# /);
      const prose = text.replace(/```.*?```/gs, '');
      for (const [, to = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        const { pathname, origin: whose } = new URL(to, origin + link);
        if (whose === origin) led.add(pathname);
      }
      expect(all.text).toContain(`<!-- ${link.slice(1)} -->\n\n${text}`);
    }
    for (const path of led) expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get('/docs/nothing.md')).status).toBe(404);
  });
});
