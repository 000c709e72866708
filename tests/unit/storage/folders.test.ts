// Courses of a data folder: what a store does with its disk, logs and answers, and what is in the files after each step, is
// what is written in tests/fixtures/folders/. `npm run examples` records them again.
import { expect, test } from '@jest/globals';
import { FOLDERS } from '../../support/folders.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { RecordedFolder } from '../../support/recorded-folder.ts';

test.each(Object.entries(FOLDERS))(
  'DUR-01: %s: is what the bank stores now',
  async (name, live) => {
    const folder = new RecordedFolder();
    await live(folder);
    expect(folder.disk.lines).toEqual([]);
    expectRecorded(`folders/${name.replaceAll(' ', '-')}.txt`, folder.lines);
  },
);
