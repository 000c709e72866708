// WEB-05: what is done with a connection on which requests come before the answers to earlier ones, by itself: how many may
// wait, when it is not read any further, and when it is read again.
import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { createTurns } from '../../../server/http/in-turn.ts';

class Connection extends EventEmitter {
  readonly done: string[] = [];
  readableEnded = false;
  pause = () => this.done.push('pause');
  resume = () => this.done.push('resume');
  setTimeout = (millis: number) => this.done.push(`timeout ${millis}`);
  /** What was done since it was asked last. */
  said = () => this.done.splice(0).join(', ');
}

test('WEB-05: from 128 that wait on, a connection is not read until none is left', () => {
  const inTurn = createTurns();
  const socket = new Connection();
  const responses = Array.from({ length: 130 }, () =>
    Object.assign(new EventEmitter(), { socket: null }),
  );
  let begun = 0;
  const begin = () => {
    begun += 1;
  };
  const said = responses.map((response) => {
    inTurn({ socket } as never, response as never, begin);
    return socket.said();
  });
  expect(begun).toBe(0);
  expect(said.map((one, at) => (one === '' ? '' : `${at + 1} ${one}`)).filter(Boolean)).toEqual([
    ...['128 pause', '129 pause', '130 pause'],
  ]);
  expect(socket.listenerCount('resume')).toBe(1);
  socket.emit('resume');
  expect(socket.said()).toBe('pause');
  const after = responses.map((response, at) => {
    if (at === 3) socket.readableEnded = true;
    response.emit('socket');
    response.emit('socket');
    if (at === 3) socket.readableEnded = false;
    return socket.said();
  });
  expect(begun).toBe(130);
  expect(new Set(after.slice(0, 3))).toEqual(new Set(['timeout 0']));
  expect([after[3], after.at(-2), after.at(-1)]).toEqual(['', 'timeout 0', 'resume, timeout 0']);
  socket.emit('resume');
  expect(socket.said()).toBe('');
  inTurn({ socket } as never, { socket: {} } as never, begin);
  expect([begun, socket.said()]).toEqual([131, '']);
});

test('WEB-05: of a connection on which 128 wait again, it is as it was', () => {
  const inTurn = createTurns();
  const socket = new Connection();
  const wait = () => {
    const response = Object.assign(new EventEmitter(), { socket: null });
    inTurn({ socket } as never, response as never, () => undefined);
    return response;
  };
  const all = Array.from({ length: 127 }, wait);
  socket.emit('resume');
  expect(socket.said()).toBe('');
  all[0]?.emit('socket');
  wait();
  expect(socket.said()).toBe('timeout 0');
  wait();
  expect(socket.said()).toBe('pause');
});
