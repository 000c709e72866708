// Bodies and forms as handlers read them.
import { Readable } from 'node:stream';
import { afterAll, expect, test } from '@jest/globals';
import { readBody } from '../../../server/http/body.ts';
import type { AddressRow } from '../../../server/http/row.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { listeningDoor } from '../../support/door.ts';

const row: AddressRow = {
  method: 'POST',
  path: '/form',
  access: 'open',
  handle: (call) => ({
    status: 200,
    body: { fields: call.form.size, once: Object.is(call.form, call.form) },
  }),
};
const server = await listeningDoor([{ root: '', access: 'open', rows: [row] }]);
afterAll(() => server.close());

const send = (body: string) => fetch(`${server.url}/form`, { method: 'POST', body });

test('HDR-06: a form is parsed once, however often it is looked at', async () => {
  expect(await (await send('a=1&b=2')).json()).toEqual({ fields: 2, once: true });
});

test('HDR-06: a form of 1000 fields is read, one of 1001 is refused with the limit', async () => {
  expect((await send(`${'a=1&'.repeat(999)}a=1`)).status).toBe(200);
  const refused = await send(`${'a=1&'.repeat(1000)}a=1`);
  expect(refused.status).toBe(413);
  const { tppMessages } = (await refused.json()) as { tppMessages: object[] };
  expect(tppMessages).toEqual([
    expect.objectContaining({ text: expect.stringContaining('more than 1000 fields') }),
  ]);
});

test.each([
  [256, false],
  [257, true],
])(
  'HDR-06: of a body of %i MiB its sender hears that it is too large, or is cut off: %s',
  async (count, isCut) => {
    const pieces = Array(count).fill(Buffer.alloc(1024 * 1024));
    const request = Readable.from(pieces, { autoDestroy: false });
    const headers = new RawHeaders(['Transfer-Encoding', 'chunked']);
    const exchange = { request, headers } as unknown as Parameters<typeof readBody>[0];
    await expect(readBody(exchange)).rejects.toMatchObject({ status: 413 });
    expect(request.destroyed).toBe(isCut);
  },
);
