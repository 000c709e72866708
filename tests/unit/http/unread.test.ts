// Answers that nobody reads do not stay for ever, nor fill the memory (WEB-05).
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { createUnread } from '../../../server/http/unread.ts';
import { listen, portOf } from '../../support/tpp-server.ts';

const MB = 1024 * 1024;

/** As much of an answer as this looks at. */
class Answer extends EventEmitter {
  destroyed = false;
  readonly writableLength: number;
  patience: number | undefined;
  runOut: () => void = () => undefined;

  constructor(length: number) {
    super();
    this.writableLength = length;
  }

  setTimeout(millis: number, then: () => void): void {
    this.patience = millis;
    this.runOut = then;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Answers of so many bytes, one after the other. */
function answers(unread: (response: ServerResponse) => void, ...lengths: number[]): Answer[] {
  return lengths.map((length) => {
    const answer = new Answer(length);
    unread(answer as never);
    return answer;
  });
}
const gone = (all: readonly Answer[]) => all.map(({ destroyed }) => destroyed);

test('WEB-05: if unread answers take too much, the one that waits longest goes, and never the latest', () => {
  const unread = createUnread(1_000, 10);
  expect(gone(answers(unread, 4, 4, 4, 1))).toEqual([true, false, false, false]);
  expect(gone(answers(createUnread(1_000, 10), 50))).toEqual([false]);
  expect(gone(answers(createUnread(1_000, 10), 5, 50, 3))).toEqual([true, true, false]);
});

test('WEB-05: unread answers may take 256 MiB', () => {
  expect(gone(answers(createUnread(), 128 * MB, 128 * MB))).toEqual([false, false]);
  expect(gone(answers(createUnread(), 128 * MB, 128 * MB, 1))).toEqual([true, false, false]);
});

test('WEB-05: what was read, or has gone, does not count any more', () => {
  const unread = createUnread(1_000, 10);
  const [first] = answers(unread, 8);
  first?.emit('close');
  expect(gone(answers(unread, 8))).toEqual([false]);
});

test('WEB-05: an answer that has left as a whole is not watched', () => {
  const [none, some] = answers(createUnread(1_000, 10), 0, 1) as [Answer, Answer];
  expect([none.patience, some.patience]).toEqual([undefined, 1_000]);
  some.runOut();
  expect(some.destroyed).toBe(true);
});

test('WEB-05: a client that reads nothing loses its connection, and one that reads gets all of it', async () => {
  const body = Buffer.alloc(64 * MB);
  const [soon, late] = [createUnread(100), createUnread(60_000)];
  const server = await listen(({ url }, response) => {
    response.end(body);
    (url === '/soon' ? soon : late)(response);
  });
  const socket = connect(portOf(server), '127.0.0.1');
  socket.pause();
  const accepted = once(server, 'connection');
  socket.write('GET /soon HTTP/1.1\r\nHost: x\r\n\r\n');
  await once((await accepted)[0], 'close');
  socket.destroy();
  const read = await fetch(`http://127.0.0.1:${portOf(server)}/late`);
  expect((await read.arrayBuffer()).byteLength).toBe(body.length);
  server.close();
});
