// What clients that wait are woken by, how often each looks, and what goes on meanwhile (CTRL-06).
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Waiting } from '../../../server/kernel/waiting.ts';

const any = { bank: 'default', timeout: 60_000 };
/** A look that is answered when the test says so. */
function asked<T>() {
  const answers: ((value: T | undefined) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const look = () =>
    new Promise<T | undefined>((resolve, reject) => {
      answers.push(resolve);
      failures.push(reject);
    });
  return { look, answers, failures };
}

test('CTRL-06: a client that is woken while it looks, looks once more afterwards, and not again', async () => {
  const waiting = new Waiting();
  const { look, answers } = asked<string>();
  const found = waiting.wait({ ...any, look });
  for (let nth = 0; nth < 3; nth++) {
    waiting.recorded('default');
    await turn();
  }
  expect(answers.length).toBe(1);
  answers[0]?.(undefined);
  await turn();
  expect(answers.length).toBe(2);
  answers[1]?.(undefined);
  await turn();
  expect([answers.length, waiting.size]).toEqual([2, 1]);
  waiting.recorded('default');
  await turn();
  expect(answers.length).toBe(3);
  answers[2]?.('there');
  expect(await found).toBe('there');
  expect(waiting.size).toBe(0);
});

test('CTRL-06: what was asked for while it looked is not looked for once it is found', async () => {
  const waiting = new Waiting();
  const { look, answers } = asked<string>();
  const found = waiting.wait({ ...any, look });
  waiting.recorded('default');
  await turn();
  answers[0]?.('there');
  expect(await found).toBe('there');
  await turn();
  expect(answers.length).toBe(1);
});

test('CTRL-06: a look that throws or rejects ends the wait, at first and later', async () => {
  for (const fail of [
    () => {
      throw new Error('lost');
    },
    () => Promise.reject(new Error('lost')),
  ]) {
    const waiting = new Waiting();
    await expect(waiting.wait({ ...any, look: fail })).rejects.toThrow('lost');
    let looks = 0;
    const later = waiting.wait({ ...any, look: () => (++looks === 1 ? undefined : fail()) });
    waiting.recorded('default');
    await expect(later).rejects.toThrow('lost');
    expect(waiting.size).toBe(0);
  }
});

test('CTRL-06: a client that goes gets nothing, and what its look finds then is for nobody', async () => {
  const waiting = new Waiting();
  const leaving = new AbortController();
  const { look, answers } = asked<string>();
  const found = waiting.wait({ ...any, gone: leaving.signal, look });
  expect(waiting.size).toBe(1);
  leaving.abort();
  expect(await found).toBeUndefined();
  answers[0]?.('there');
  await turn();
  expect(waiting.size).toBe(0);
});

test('CTRL-06: all who wait in a bank are woken, a hundred in each turn, and each once for all that a turn recorded', async () => {
  const waiting = new Waiting();
  const looks = Array<number>(250).fill(0);
  const waits = looks.map((_, nth) => {
    const look = () => {
      looks[nth] = (looks[nth] ?? 0) + 1;
      return undefined;
    };
    return waiting.wait({ bank: nth % 2 === 0 ? 'a' : 'b', timeout: 60_000, look });
  });
  for (const bank of ['a', 'b', 'a', 'c']) waiting.recorded(bank);
  const woken = () => looks.filter((count) => count === 2).length;
  const seen: number[] = [];
  for (let nth = 0; nth < 6; nth++) {
    await turn();
    seen.push(woken());
  }
  expect([...new Set(seen)]).toEqual([100, 200, 250]);
  expect(Math.max(...looks)).toBe(2);
  expect(waiting.size).toBe(250);
  waiting.stop();
  expect(await Promise.all(waits)).toEqual(looks.map(() => undefined));
});
