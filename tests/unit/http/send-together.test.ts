// Answers to requests that arrived together leave together (server/http/send.ts).
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createSend } from '../../../server/http/send.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';

test('HDR-07: no answer leaves before the end of the turn in which it was ready, in each turn', async () => {
  const send = createSend();
  for (const turn of ['first', 'second', 'third']) {
    const left: string[] = [];
    const sendOne = (name: string) => {
      const response = { writeHead: () => undefined, end: () => void left.push(name) };
      const asked = new RawHeaders([]);
      return send({ ...response, writableLength: 0 } as unknown as ServerResponse, REPLY, asked);
    };
    const sent = [sendOne('one'), sendOne('other')];
    for (let step = 0; step < 50; step++) await Promise.resolve();
    expect([turn, left]).toEqual([turn, []]);
    await setImmediate();
    await Promise.all(sent);
    expect([turn, left]).toEqual([turn, ['one', 'other']]);
  }
});

const REPLY = { status: 204 };
