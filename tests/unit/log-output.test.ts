// The end of the log: what its output does not take at once.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { LogOutput } from '../../server/log-output.ts';
import { deferred } from '../support/deferred.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const folder = testFolder();

/** Does it again until the pipe refuses. */
function whileItTakes(work: () => void): void {
  try {
    for (;;) work();
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
}

/** What is in the pipe, which is empty then. */
function drained(fd: number): string {
  let text = '';
  const part = Buffer.alloc(65_536);
  whileItTakes(() => {
    text += part.toString('latin1', 0, readSync(fd, part));
  });
  return text;
}

test('WEB-09: the last lines wait for a pipe that is full, and come once somebody has read it', async () => {
  const path = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  whileItTakes(() => void writeSync(fd, 'x'.repeat(4096)));
  const output = new LogOutput({ fd, onFailed: () => undefined, onRecovered: () => undefined });
  output.write('the last\n');
  const ended = output.end();
  // Two of the looks of some 25 at the pipe; it has refused by then.
  await pause(50);
  expect(drained(fd)).toMatch(/^x+$/);
  expect(await ended).toBe(true);
  expect(drained(fd)).toBe('the last\n');
  // It has said what it had to: as many as would be written at once are not.
  output.write('later\n'.repeat(2_000));
  await output.end();
  expect(drained(fd)).toBe('');
  closeSync(fd);
});

test('WEB-09: nothing is held for a reader that has left, so that the end does not wait for it', async () => {
  const path = join(folder, 'left');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const reader = openSync(path, constants.O_RDWR);
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  closeSync(reader);
  const failed = deferred<string>();
  const output = new LogOutput({ fd, onFailed: failed.resolve, onRecovered: () => undefined });
  output.write('the first\n');
  output.flush();
  expect(await failed.promise).toBe('the program that read it has ended');
  await turn();
  output.write('another\n');
  expect(await Promise.race([output.end(), turn()])).toBe(true);
  closeSync(fd);
});

/** What it says is in `failed` and `dropped`; `atDropped` is called as it says the second. */
function outputTo(fd: number, atDropped = (): void => undefined) {
  const failed: string[] = [];
  const dropped: number[] = [];
  const output = new LogOutput({
    fd,
    onFailed: (reason) => void failed.push(reason),
    onRecovered: (count) => {
      dropped.push(count);
      atDropped();
    },
  });
  return { fd, output, failed, dropped };
}

/** An output that is a file. */
function toFile(name: string) {
  const path = join(folder, name);
  return { ...outputTo(openSync(path, 'w')), text: () => readFileSync(path, 'utf8') };
}

/** As long as a write takes, and longer, without a timer. */
async function quiet(): Promise<void> {
  for (let at = 0; at < 5; at++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    await new Promise((done) => setImmediate(done));
  }
}

test('WEB-09: lines wait to be written together, until there are many, a flush, or a tenth of a second is over', async () => {
  const turns: [work: () => void, every: number][] = [];
  const spy = jest.spyOn(globalThis, 'setInterval').mockImplementation(((...turn: never) => {
    turns.push(turn);
    const timer = { unref: () => timer };
    return timer;
  }) as never);
  const { output, text, fd } = toFile('together');
  spy.mockRestore();
  const line = `${'x'.repeat(4_095)}\n`;
  output.write(line);
  output.write(line.slice(1));
  await quiet();
  expect(text()).toBe('');
  // 8,191 characters so far: one more is enough.
  output.write('y');
  const many = `${line}${line.slice(1)}y`;
  await until(() => text() === many);
  output.write('flushed\n');
  // Once the write before has come back.
  await until(() => {
    output.flush();
    return text() === `${many}flushed\n`;
  });
  output.write('in its turn\n');
  await quiet();
  expect(text()).toBe(`${many}flushed\n`);
  const [[inTurn, every] = [() => undefined, 0]] = turns;
  expect([turns.length, every]).toEqual([1, 100]);
  await until(() => {
    inTurn();
    return text() === `${many}flushed\nin its turn\n`;
  });
  // With nothing to write, nothing is written.
  output.flush();
  expect(await output.end()).toBe(true);
  expect(text()).toBe(`${many}flushed\nin its turn\n`);
  closeSync(fd);
});

test('WEB-09: a mebibyte of characters is held; what is beyond it is dropped, counted, and said once', async () => {
  const path = join(folder, 'full');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  whileItTakes(() => void writeSync(fd, 'x'.repeat(4096)));
  const most = 1 << 20;
  let text = '';
  /** How much was written as it was said: no write is on its way then. */
  let written = 0;
  const { output, failed, dropped } = outputTo(fd, () => {
    text += drained(fd);
    written = text.replace(/^x+/, '').length;
  });
  output.write('a'.repeat(most - 10));
  // Refused, so that it is held as what has still to be written.
  await pause(20);
  output.write('12345');
  output.write('123456');
  output.write('67890');
  output.write('');
  output.write('0');
  await pause(20);
  expect([dropped, failed]).toEqual([[], []]);
  while (!text.endsWith('1234567890')) {
    text += drained(fd);
    output.flush();
    await turn();
  }
  expect(text.replace(/^x+/, '')).toBe(`${'a'.repeat(most - 10)}1234567890`);
  expect(dropped).toEqual([2]);
  // Once less than half of it is left.
  expect(written).toBeGreaterThan(most / 2);
  output.write('more\n');
  expect(await output.end()).toBe(true);
  expect(dropped).toEqual([2]);
  closeSync(fd);
});

/** Opens a file in place of the one that is open there. */
function openAt(fd: number, path: string, flags: string): void {
  closeSync(fd);
  const others: number[] = [];
  for (let got = openSync(path, flags); got !== fd; got = openSync(path, flags)) others.push(got);
  for (const other of others) closeSync(other);
}

test('WEB-09: an output that fails is said once, until it works again', async () => {
  const { fd, output, failed, dropped, text } = toFile('fails');
  const path = join(folder, 'fails');
  openAt(fd, path, 'r');
  output.write('one\n');
  output.flush();
  await until(() => failed.length > 0);
  const many = 'x'.repeat(20_000);
  output.write(many);
  output.flush();
  await pause(20);
  expect(failed).toEqual(['EBADF: bad file descriptor, write']);
  openAt(fd, path, 'w');
  output.flush();
  await until(() => text() === `one\n${many}`);
  await turn();
  openAt(fd, path, 'r');
  output.write('two\n');
  output.flush();
  await until(() => failed.length > 1);
  expect(await output.end()).toBe(true);
  expect([failed.length, dropped]).toEqual([2, []]);
  closeSync(fd);
});

/** What `open` has the process do when it ends, which it does not any more. */
function atExit<T>(open: () => T) {
  const before = process.listeners('exit');
  const opened = open();
  const own = process.listeners('exit').filter((one) => !before.includes(one));
  for (const one of own) process.off('exit', one);
  return { opened, own };
}

test('WEB-09: after its end nothing is written, and a process that ends in another way writes what is held', async () => {
  const { opened, own } = atExit(() => [toFile('ended'), toFile('other')] as const);
  const [ended, other] = opened;
  expect(own).toHaveLength(2);
  ended.output.write('before\n');
  expect(await ended.output.end()).toBe(true);
  ended.output.write('after\n');
  other.output.write('held\n');
  for (const one of own) one(1);
  expect([ended.text(), other.text()]).toEqual(['before\n', 'held\n']);
  await other.output.end();
  for (const { fd } of [ended, other]) closeSync(fd);
});

test('WEB-09: a process that ends while a line is being written does not write it again', async () => {
  const { opened, own } = atExit(() => toFile('twice'));
  const { output, text, fd } = opened;
  output.write('once\n');
  output.flush();
  for (const one of own) one(1);
  await output.end();
  expect(text()).toBe('once\n');
  closeSync(fd);
});
