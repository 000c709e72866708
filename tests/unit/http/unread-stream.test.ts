// A client of a stream that reads nothing.
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import type { AddressRow } from '../../../server/http/row.ts';
import { connectTo } from '../../support/conformance-raw.ts';
import { listeningDoor } from '../../support/door.ts';

const PIECE = `data: ${'x'.repeat(64 * 1024)}\n\n`;
/** More than both ends of a connection hold, and far more than the bank may. */
const PIECES = 1000;
/** Less than the bank holds for a client that is slow. */
const FEW = 8;

let sent = 0;
const rowOf = (path: string, pieces: number): AddressRow => ({
  method: 'GET',
  path,
  access: 'open',
  handle: () => ({
    status: 200,
    stream: {
      type: 'text/event-stream',
      async write({ send, gone }) {
        for (sent = 0; sent < pieces && !gone.aborted; sent++) {
          send(PIECE);
          await new Promise(setImmediate);
        }
      },
    },
  }),
});
const rows = [rowOf('/endless', PIECES), rowOf('/short', FEW)];
const server = await listeningDoor([{ root: '', access: 'open', rows }]);
afterAll(() => server.close());

test('WEB-05: it loses its connection before the bank holds much for it', async () => {
  const socket = connectTo(server.url);
  socket.pause();
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
  while (sent === 0 || (sent < PIECES && !(await isStill()))) await new Promise(setImmediate);
  expect(sent).toBeLessThan(PIECES);
  socket.resume();
  await once(socket, 'close');
});

test('WEB-05: one that is slow gets all of what is not too much', async () => {
  const answer = await fetch(`${server.url}/short`);
  expect((await answer.text()).length).toBe(PIECE.length * FEW);
});

/** Whether the stream has ended: nothing was sent in some turns. */
async function isStill(): Promise<boolean> {
  const before = sent;
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  return sent === before;
}
