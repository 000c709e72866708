// What becomes of a data folder in which locks of every kind are left is what is written in tests/fixtures/tables/locks.txt.
// `npm run examples` records it again.
import { test } from '@jest/globals';
import { lockFolder, ownIdentity } from '../../../server/storage/files/lock.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { RecordedDisk } from '../../support/recorded-disk.ts';
import { ended } from '../../support/recorded-folder.ts';

const self = { ...ownIdentity(), key: 'own' };
/** No process has a number like this. */
const NOBODY = 2 ** 30;
const other = { ...self, key: 'other', folder: '/data', beats: '000000000000' };

const LEFT: Readonly<Record<string, readonly [name: string, content: object | string]>> = {
  nothing: ['.other', ''],
  'a process that runs': ['.lock-other', other],
  'one that runs, of another folder': ['.lock-other', { ...other, folder: '/copied' }],
  'one that runs, of no folder': ['.lock-other', { ...other, folder: undefined }],
  'one that began at another time': ['.lock-other', { ...other, started: '1' }],
  'one whose beginning is not known': ['.lock-other', { ...other, started: undefined }],
  'one that has ended': ['.lock-other', { ...other, pid: NOBODY }],
  'one that has ended, of unknown beginning': [
    '.lock-other',
    { ...other, pid: NOBODY, started: undefined },
  ],
  'one of another machine': ['.lock-other', { ...other, place: 'elsewhere' }],
  'one that has ended, of another machine': ['.lock-other', { ...other, pid: NOBODY, place: 'x' }],
  'no JSON': ['.lock-other', 'text'],
  'no process': ['.lock-other', '{"pid":"1"}'],
  'an empty file': ['.lock-other', ''],
  'a name of no lock': ['.lock-Other', other],
  'the own name': ['.lock-own', { ...other, key: 'own' }],
  'the own name, of another folder': ['.lock-own', { ...other, folder: '/copied' }],
  'the own name, of no JSON': ['.lock-own', 'text'],
};

/** One whose system does not say when a process has begun. */
const unsure = { ...self, started: undefined };

test.each([
  ['locks', self, false],
  ['locks-that-beat', self, true],
  ['locks-seen-by-one-unsure', unsure, false],
  ['locks-that-beat-seen-by-one-unsure', unsure, true],
] as const)('DUR-03: %s: are what the bank says now', async (file, self, beats) => {
  const lines: string[] = [];
  for (const [title, [name, left]] of Object.entries(LEFT)) {
    const disk = new RecordedDisk();
    const content = (beat: number) =>
      typeof left === 'string' ? `${left}${beat}` : JSON.stringify({ ...left, beats: beat });
    disk.set(name, content(0));
    let beat = 0;
    const timer = beats
      ? setInterval(() => void disk.replace(name, content(++beat)), 1)
      : undefined;
    const lost: string[] = [];
    const said = await ended(async () => {
      const onLost = (error: Error) => void lost.push(error.name);
      const options = { disk: disk.mounted(), folder: '/data', self, beat: 12, onLost };
      const lock = await lockFolder(options);
      lines.push(`${title}: locked beside ${disk.locks.join(' ')}`);
      lock.check();
      await lock.prove();
      disk.delete('.lock-own');
      lines.push(`  taken: ${await ended(() => lock.prove())}`);
      lines.push(`  then: ${await ended(async () => lock.check())}; ${lost}`);
      disk.set('.lock-own', '');
      lines.push(`  of another: ${await ended(() => lock.prove())}; ${lost}`);
      await lock.release();
      lines.push(`  released: ${disk.locks.join(' ')}`);
    });
    clearInterval(timer);
    if (said !== 'undefined') lines.push(`${title}: ${said}; ${disk.locks.join(' ')}`);
  }
  const shownAs = (line: string) =>
    line
      .replaceAll(`process ${self.pid} on ${self.host}`, 'process OWN on HOST')
      .replaceAll(self.host, 'HOST');
  expectRecorded(`tables/${file}.txt`, lines.map(shownAs));
});
