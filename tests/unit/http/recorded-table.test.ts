// Which row of the table an address leads to, and what a fault makes of an answer, as it is written in
// tests/fixtures/tables/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { changedReply } from '../../../server/http/changed-reply.ts';
import { createTable } from '../../../server/http/table.ts';
import { expectRecorded, saidBy, shown, underAnswers } from '../../support/recorded.ts';

const ROWS = [
  ...['GET /a', 'POST /a', 'GET /a/{id}', 'GET /a/b', '* /all', 'DELETE /a/{id}', 'PUT /a/b'],
  ...['GET /a/{id}/c', 'GET /a/b/{x}', 'GET /open/*', 'GET /open/shut', 'POST /open/{id}/x'],
  ...['GET ', 'GET /v1/accounts/{id}/balances', 'GET /v1/accounts'],
].map((line) => {
  const [method = '', path = ''] = line.split(' ');
  return { method, path };
});
const PATHS = `
 /a /a/ /a/b /a/x /a/b/c /a/x/c /a/x/d /a/%20 /a/%zz /a/%2f /A / /open /open/ /open/x /open/x/x /open/shut /open/shut/ /all
 /all/x /a//c /accounts /v1/account /v1/accounts/x/balance /v1/accounts/x/balances /a/b/ /ab /a/%C3%A6 /a/%e6`
  .split(/\s+/)
  .concat(`/${'x'.repeat(250)}`);

test('ERR-01: which row an address leads to: is what the table says now', () => {
  const lines: string[] = [];
  for (const head of [false, true]) {
    const find = createTable(ROWS, { head });
    for (const path of PATHS)
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH']) {
        const said = saidBy(() => {
          const { row: found, params } = find(method, path);
          return `${found.method} ${found.path} ${shown(params)}`;
        });
        lines.push(`${head ? 'with HEAD ' : ''}${method} ${path.slice(0, 40)}: ${said}`);
      }
  }
  expectRecorded('tables/addresses.txt', underAnswers(lines));
});

test('FAULT-01: what a fault makes of an answer: is what the bank sends now', () => {
  const bodies = [
    undefined,
    {},
    { a: 1, b: 'x', c: null, d: [1, { e: {} }, []], _links: { self: { href: '/x' } } },
  ];
  const effects = [
    {},
    { extraMembers: true },
    { html: true },
    { html: true, extraMembers: true },
    { extraMembers: false },
  ];
  const lines = bodies.flatMap((body) =>
    effects.map((effect) => {
      const reply = {
        status: 200,
        headers: { A: 'b' },
        ...(body === undefined ? {} : { body }),
        json: 'text',
      };
      const said = changedReply(reply as never, { id: 'f1', effect } as never);
      return `${JSON.stringify(effect)} ${JSON.stringify(body)}: ${JSON.stringify(said)}`;
    }),
  );
  expectRecorded('tables/changed-replies.txt', lines);
});
