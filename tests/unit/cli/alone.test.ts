// One command at a time in a folder (cli/alone.ts): who waits, who takes over from a command that has ended, and what is
// left behind.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { alone } from '../../../cli/alone.ts';
import { deferred } from '../../support/deferred.ts';
import { filesIn, testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const file = filesIn(folder);
let count = 0;
const newFolder = () => join(folder, `own-${count++}`);

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** What a look at another process says. */
function processes(answer: (pid: number) => true): readonly unknown[][] {
  const spy = jest.spyOn(process, 'kill').mockImplementation(answer as never);
  undo.push(() => spy.mockRestore());
  return spy.mock.calls;
}
const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};
/** Each look at the time is so many milliseconds after the one before. */
function hurrying(millis: number): void {
  let now = 0;
  const spy = jest.spyOn(Date, 'now').mockImplementation(() => {
    now += millis;
    return now;
  });
  undo.push(() => spy.mockRestore());
}

test('the folder is made; while the work is done a file there has the process, and then nothing is left', async () => {
  const own = join(newFolder(), 'below');
  const seen = await alone(own, 'work', async () => [
    readdirSync(own),
    readFileSync(join(own, '.work.lock'), 'utf8'),
  ]);
  expect([seen, readdirSync(own)]).toEqual([[['.work.lock'], String(process.pid)], []]);
  await expect(alone(own, 'work', () => Promise.reject(new Error('no work')))).rejects.toThrow(
    /^no work$/,
  );
  expect(readdirSync(own)).toEqual([]);
});

test('of several one works at a time, but for work of another name', async () => {
  const own = newFolder();
  const [first, other] = [deferred<string>(), deferred<string>()];
  const done: string[] = [];
  const at = (name: string, work: () => Promise<string>) =>
    alone(own, name, work).then((said) => void done.push(said));
  const all = [at('work', () => first.promise)];
  while (!readdirSync(folder).includes(own.slice(folder.length + 1)) || !readdirSync(own)[0]) {
    await pause(1);
  }
  all.push(
    at('work', async () => 'the second'),
    at('other', () => other.promise),
  );
  other.resolve('the other');
  // Looks of some 20 ms.
  await pause(70);
  expect(done).toEqual(['the other']);
  first.resolve('the first');
  await Promise.all(all);
  expect(done).toEqual(['the other', 'the first', 'the second']);
});

test('a file whose process has ended is taken over, by one of many', async () => {
  const own = newFolder();
  mkdirSync(own);
  const ended = spawnSync('true').pid;
  writeFileSync(join(own, '.work.lock'), String(ended));
  let atOnce = 0;
  const most: number[] = [];
  const work = async () => {
    atOnce += 1;
    most.push(atOnce);
    await pause(1);
    atOnce -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => alone(own, 'work', work)));
  expect([most, readdirSync(own)]).toEqual([[1, 1, 1, 1, 1, 1, 1, 1], []]);
});

test.each<[content: string, answer: (pid: number) => true, looks: readonly number[]]>([
  ['', failing('ESRCH'), []],
  ['no number', failing('ESRCH'), []],
  ['0', failing('ESRCH'), []],
  ['-1', failing('ESRCH'), []],
  ['1', () => true, [1]],
  ['7', failing('EPERM'), [7]],
])(
  "a file with %j is somebody's: it is waited for, a minute, and stays",
  async (content, answer, looks) => {
    const own = newFolder();
    mkdirSync(own);
    const path = join(own, '.work.lock');
    writeFileSync(path, content);
    const calls = processes(answer);
    hurrying(30_000);
    // The time is looked at before the first try and after each: 30, 60, 90 s (the end), and above.
    await expect(alone(own, 'work', async () => undefined)).rejects.toThrow(
      new Error(`Another command is at work, as ${path} says. Remove it if there is none.`),
    );
    expect(new Set(calls.map(([pid, signal]) => `${pid} ${signal}`))).toEqual(
      new Set(looks.map((pid) => `${pid} 0`)),
    );
    expect(Date.now()).toBe(30_000 * 5);
    expect([readdirSync(own), readFileSync(path, 'utf8')]).toEqual([['.work.lock'], content]);
  },
);

test.each([
  [59_999, 3],
  [60_000, 3],
  [60_001, 2],
  [20_000, 5],
])('looks %i ms apart: the last is number %i', async (millis, last) => {
  const own = newFolder();
  mkdirSync(own);
  writeFileSync(join(own, '.work.lock'), '1');
  processes(() => true);
  hurrying(millis);
  await expect(alone(own, 'work', async () => undefined)).rejects.toThrow('Another command');
  expect(Date.now()).toBe(millis * (last + 1));
});

test('of those who see that it was left, the others leave it to the one who removes it, which looks again', async () => {
  const own = newFolder();
  mkdirSync(own);
  const [path, removing] = ['.work.lock', '.work.lock.removing'].map((name) => join(own, name)) as [
    string,
    string,
  ];
  writeFileSync(path, '7');
  writeFileSync(removing, '8');
  const calls = processes(failing('ESRCH'));
  const ended = alone(own, 'work', async () => 'done');
  while (calls.length < 3) await pause(5);
  expect(readdirSync(own)).toEqual(['.work.lock', '.work.lock.removing']);
  // The one who removes it is done: now this one may.
  spawnSync('rm', [removing]);
  expect([await ended, readdirSync(own)]).toEqual(['done', []]);
  // Whom it belongs to when it is looked at again, it is left to.
  writeFileSync(path, '7');
  let looks = 0;
  for (const one of undo.splice(0)) one();
  processes(() => {
    looks += 1;
    if (looks === 2) return true;
    return failing('ESRCH')();
  });
  expect([await alone(own, 'work', async () => looks), readdirSync(own)]).toEqual([4, []]);
});

test('a folder that cannot be written is a sentence with what to do', async () => {
  const path = join(file('a-file', ''), 'below');
  await expect(alone(path, 'work', async () => undefined)).rejects.toThrow(
    new Error(
      `The folder ${path}, which keeps certificate and sessions, cannot be written: a part of the path is a file, not a folder. ` +
        'Name one that you can write, with --credentials or in XDG_CACHE_HOME.',
    ),
  );
});
