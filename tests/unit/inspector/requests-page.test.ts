// CTRL-05: what the page of requests says around its entries: whose they are, which, and how many.
import { describe, expect, test } from '@jest/globals';
import { createPages } from '../../../server/http/pages/pages.ts';
import { requestList } from '../../../server/insight/inspector/request-list.ts';
import { requestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { elementsOf, wordsOf } from '../../support/html.ts';
import { seenRequest } from './sample-request.ts';

type Query = Readonly<Record<string, string>>;

const pages = createPages({ root: new URL('../../../../', import.meta.url) });
const model = (request: SeenRequest) => requestView(request, { flowOf: async () => ({}) });
const onPage = (view: 'request' | 'requests', answer: JsonObject, query: Query = {}): string =>
  pages.report(view, JSON.parse(JSON.stringify(answer)), { bank: 'acme', query }).html;
const listOf = (requests: readonly SeenRequest[], query: Query = {}) =>
  requestList(requests, query, { bank: 'acme', operations: [] }).body as JsonObject;

describe('CTRL-05: the page of requests', () => {
  test('CTRL-05: pages name their bank, and times their day and zone', async () => {
    const words = wordsOf(onPage('requests', listOf([seenRequest()])));
    expect(words).toContain('Requests to bank acme');
    expect(words).toContain('Times are UTC.');
    expect(words).toContain('2026-11-03 09:05:07');
    expect(wordsOf(onPage('request', await model(seenRequest())))).toContain('Bank acme');
    for (const view of ['requests', 'request'] as const) {
      const html = onPage(view, view === 'request' ? await model(seenRequest()) : listOf([]));
      expect(html).toMatch(/<title>[^<]*bank acme/);
    }
  });

  test('CTRL-05: filters are named and can be cleared; chips keep the others', () => {
    const query = { method: 'GET', status: '4xx', limit: '2', before: '9' };
    const html = onPage('requests', listOf([], query), query);
    expect(wordsOf(html)).toMatch(
      /Filtered: only those with method GET and status 4xx ?\. Show all/,
    );
    const links = elementsOf(html).filter(({ tag }) => tag === 'a');
    const current = links.filter(({ attributes }) => attributes['aria-current'] === 'true');
    expect(current.map(({ attributes }) => attributes['href'])).toEqual([
      'requests?status=4xx&amp;method=GET&amp;limit=2',
    ]);
    expect(links.map(({ attributes }) => attributes['href'])).toContain(
      'requests?method=GET&amp;limit=2',
    );
  });

  test('CTRL-05: the list says how many there are, and leads to the newer and the older', () => {
    const log = [5, 4, 3, 2, 1].map((number) => seenRequest({ number }));
    const numbers = ({ requests }: JsonObject) =>
      (requests as unknown as readonly SeenRequest[]).map(({ number }) => number);
    const seen: unknown[] = [];
    for (let at: string | undefined = '?limit=2'; at !== undefined; ) {
      const list: JsonObject = listOf(log, Object.fromEntries(new URLSearchParams(at)));
      seen.push([numbers(list), list['newer'], list['total']]);
      at = list['older'] as string | undefined;
    }
    expect(seen).toEqual([
      [[5, 4], undefined, 5],
      [[3, 2], '?limit=2', 5],
      [[1], '?limit=2&before=4', 5],
    ]);
    const query = { limit: '2', before: '4' };
    const html = onPage('requests', listOf(log, query), query);
    expect(wordsOf(html)).toContain('2 of 5 requests Newer Older');
    expect(html).toContain('href="?limit=2&amp;before=2"');
  });
});
