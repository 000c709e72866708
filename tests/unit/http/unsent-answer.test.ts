// An answer that cannot be sent.
import { afterAll, expect, test } from '@jest/globals';
import type { AddressRow } from '../../../server/http/row.ts';
import { listeningDoor } from '../../support/door.ts';

const rowOf = (path: string, reply: Awaited<ReturnType<AddressRow['handle']>>): AddressRow => ({
  method: 'GET',
  path,
  access: 'open',
  handle: () => reply,
});
const rows = [
  rowOf('/header', { status: 200, headers: { 'X-A': 'a\u0001b' }, body: {} }),
  rowOf('/file', { status: 200, file: '/no/such/file.css' }),
];
const server = await listeningDoor([{ root: '', access: 'open', rows }]);
afterAll(() => server.close());

test.each(['/header', '/file'])('ERR-01: %s gets a 500 that says so, not silence', async (path) => {
  const answer = await fetch(server.url + path);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ tppMessages: [{ code: 'SYSTEM_ERROR' }] });
});
