// The end of the log: what its output does not take at once.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { LogOutput } from '../../server/log-output.ts';
import { deferred } from '../support/deferred.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

/** Does it again until the pipe refuses. */
function whileItTakes(work: () => void): void {
  try {
    for (;;) work();
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
}

test('WEB-09: the last lines wait for a pipe that is full, and come once somebody has read it', async () => {
  const path = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const drained = (): string => {
    let text = '';
    const part = Buffer.alloc(65_536);
    whileItTakes(() => {
      text += part.toString('latin1', 0, readSync(fd, part));
    });
    return text;
  };
  whileItTakes(() => void writeSync(fd, 'x'.repeat(4096)));
  const output = new LogOutput({ fd, onFailed: () => undefined, onRecovered: () => undefined });
  output.write('the last\n');
  const ended = output.end();
  // Two of the looks of some 25 at the pipe; it has refused by then.
  await pause(50);
  expect(drained()).toMatch(/^x+$/);
  expect(await ended).toBe(true);
  expect(drained()).toBe('the last\n');
  // It has said what it had to: as many as would be written at once are not.
  output.write('later\n'.repeat(2_000));
  await output.end();
  expect(drained()).toBe('');
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
