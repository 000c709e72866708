// The end of the log: what its output does not take at once.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { LogOutput } from '../../server/log-output.ts';
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
  closeSync(fd);
});
