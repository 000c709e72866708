// The inspector's door: pages for browsers, and who broke off (CTRL-05).
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { elementsOf, wordsOf } from '../support/html.ts';
import { type Answer, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const look = (url: string, accept = browser): Promise<Answer> =>
  send({ method: 'GET', url, headers: [['Accept', accept]] });

describe('CTRL-05: pages', () => {
  test.each(['the default bank', 'another bank'])(
    'CTRL-05: of %s lead from the list to a request and back',
    async (which) => {
      const bank = which === 'another bank' ? house.tenant() : house;
      await bank.tpp.with(psuHeaders()).get('/v1/accounts', {
        before: (draft) => {
          draft.text = (text) => text.toUpperCase();
        },
      });
      const listUrl = `${bank.url}/_sandbox/requests`;
      const list = await look(listUrl);
      expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(list.headers['content-security-policy']).toContain("default-src 'none'");
      expect(list.headers['x-frame-options']).toBe('DENY');
      const one = new URL(linkIn(list, /^requests\/x/), listUrl).href;
      expect(one).toMatch(new RegExp(`^${bank.url}/_sandbox/requests/x\\d+$`));
      const page = await look(one);
      expect([page.status, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(new URL(linkIn(page, /requests$/), one).href).toBe(listUrl);
      const filtered = new URL(linkIn(list, /q=status%3A4xx/), listUrl).href;
      expect((await look(filtered)).status).toBe(200);
    },
  );

  test('CTRL-05: who asks for JSON, or for anything, gets JSON', async () => {
    const url = `${house.url}/_sandbox/requests`;
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      expect((await look(url, accept)).body.requests).toBeDefined();
    }
    const refused = await look(`${url}?nothing=1`, 'application/json');
    expectRefusal(refused, { code: 'FORMAT_ERROR', path: 'nothing' });
  });
});

describe('CTRL-05: refusals in a browser', () => {
  test.each([
    ['requests?status=9', 400, 'requests', 'status must be'],
    ['requests?x=1', 400, 'requests', 'There is no query parameter x here'],
    ['requests/x99', 404, 'requests', 'no request x99'],
    ['readiness?at=x', 400, 'readiness', 'at must be a date'],
    ['coverage?missing=x', 400, 'coverage', 'missing must be true or false'],
    ['nothing', 404, 'requests', 'There is nothing at'],
  ])('CTRL-05, CTRL-12: %s is a page with the sentence and a way back', async (...row) => {
    const [path, status, back, says] = row;
    const bank = house.tenant();
    const page = await look(`${bank.url}/_sandbox/${path}`);
    expect([page.status, page.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(wordsOf(page.text)).toContain(says);
    const link = linkIn(page, new RegExp(`/_sandbox/${back}$`));
    expect(new URL(link, house.url).href).toBe(`${bank.url}/_sandbox/${back}`);
    const forPrograms = await look(`${bank.url}/_sandbox/${path}`, 'application/json');
    expectRefusal(forPrograms, { status, code: forPrograms.body.tppMessages[0].code });
  });

  test('ERR-01: what has no page is refused in JSON, whoever asks', async () => {
    expectRefusal(await look(`${house.url}/_sandbox/clock?x=1`), {
      code: 'FORMAT_ERROR',
      path: 'x',
    });
  });
});

function linkIn({ text }: Answer, pattern: RegExp): string {
  const links = elementsOf(text).flatMap(({ attributes }) => attributes['href'] ?? []);
  const link = links.find((href) => pattern.test(href));
  if (link === undefined) throw new Error(`no link ${pattern} among ${links.join(' ')}`);
  return link;
}

test('CTRL-05: an upload that ends in its middle is kept, and counts for nothing', async () => {
  const bank = house.tenant();
  const { port, pathname } = new URL(bank.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `POST ${pathname}/v1/baskets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000`;
  socket.end(`${head}\r\nX-Request-ID: cut\r\n\r\n{"half":`);
  socket.resume();
  const url = `${bank.url}/_sandbox/requests/next?after=0&timeout=PT30S`;
  const { body } = await send({ method: 'GET', url });
  expect(body).toMatchObject({
    requestId: 'cut',
    status: 400,
    brokenOff: true,
    rules: ['HDR-06'],
    answer: { headers: [], bodyLength: 0 },
  });
  const coverage = await send({ method: 'GET', url: `${bank.url}/_sandbox/coverage` });
  expect(coverage.body.requests).toBe(0);
});
