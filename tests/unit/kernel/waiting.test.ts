// Waiting for what happens here, or in another process that shares the bank (CTRL-06).
import { expect, jest, test } from '@jest/globals';
import { Waiting } from '../../../server/kernel/waiting.ts';
import { deferred } from '../../support/deferred.ts';

const any = { bank: 'default', timeout: 60_000 };

test('CTRL-06: finds what is there already, however short it is', async () => {
  const waiting = new Waiting();
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return 'there';
  };
  expect(await waiting.wait({ ...any, timeout: 0, look })).toBe('there');
  expect(await waiting.wait({ ...any, timeout: 0, look: async () => undefined })).toBeUndefined();
  expect(waiting.size).toBe(0);
});

test('CTRL-06: misses nothing that happens while it looks', async () => {
  const waiting = new Waiting();
  let recorded: string | undefined;
  const look = async () => {
    const found = recorded;
    recorded = 'now';
    waiting.recorded('default');
    return found;
  };
  expect(await waiting.wait({ ...any, look })).toBe('now');
});

test('CTRL-06: looks again and again where others record, and once where nobody does', async () => {
  let looks = 0;
  const look = async () => (++looks === 3 ? 'third' : undefined);
  expect(await new Waiting(1).wait({ ...any, look })).toBe('third');
  looks = 0;
  expect(await new Waiting().wait({ ...any, timeout: 30, look })).toBeUndefined();
  expect(looks).toBe(1);
});

test('CTRL-06: looks when something is recorded in its bank, and in no other', async () => {
  const waiting = new Waiting();
  let looks = 0;
  const look = () => (++looks === 2 ? 'there' : undefined);
  const found = waiting.wait({ ...any, look });
  waiting.recorded('other');
  await new Promise((resolve) => setImmediate(resolve));
  expect([looks, waiting.size]).toEqual([1, 1]);
  waiting.recorded('default');
  expect(await found).toBe('there');
  expect(waiting.size).toBe(0);
});

test('CTRL-06: gives a client that has ended its side what is there, and does not wait', async () => {
  const waiting = new Waiting();
  const gone = AbortSignal.abort();
  expect(await waiting.wait({ ...any, gone, look: async () => 'there' })).toBe('there');
  expect(await waiting.wait({ ...any, gone, look: async () => undefined })).toBeUndefined();
});

test('CTRL-06: looks no more once it is over, also when a look ends only then', async () => {
  const waiting = new Waiting(1);
  const gone = new AbortController();
  const found = deferred();
  let looks = 0;
  const look = async () => {
    looks++;
    await found.promise;
    return undefined;
  };
  const ended = waiting.wait({ ...any, gone: gone.signal, look });
  gone.abort();
  expect(await ended).toBeUndefined();
  found.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(looks).toBe(1);
});

test('CTRL-06: fails when a look fails, and waits for nothing any more', async () => {
  const waiting = new Waiting(1);
  const look = async () => {
    throw new Error('lost');
  };
  await expect(waiting.wait({ ...any, look })).rejects.toThrow('lost');
  expect(waiting.size).toBe(0);
});

test('CTRL-06: waits for nothing once it has stopped, and ends the waits that there are', async () => {
  const waiting = new Waiting();
  const waits = ['a', 'b'].map((bank) => waiting.wait({ ...any, bank, look: () => undefined }));
  waiting.stop();
  expect(await Promise.all(waits)).toEqual([undefined, undefined]);
  expect(await waiting.wait({ ...any, look: () => undefined })).toBeUndefined();
  expect(waiting.size).toBe(0);
});

test('CTRL-06: a wait that is over leaves no timer behind', async () => {
  jest.useFakeTimers();
  try {
    const waiting = new Waiting(1000);
    const gone = new AbortController();
    const look = () => undefined;
    const waits = [{ gone: gone.signal }, {}].map((more) =>
      waiting.wait({ ...any, ...more, look }),
    );
    // One that looks again, and one that ends the wait, for each.
    expect(jest.getTimerCount()).toBe(4);
    gone.abort();
    expect(jest.getTimerCount()).toBe(2);
    waiting.stop();
    expect(jest.getTimerCount()).toBe(0);
    expect(await Promise.all(waits)).toEqual([undefined, undefined]);
  } finally {
    jest.useRealTimers();
  }
});
