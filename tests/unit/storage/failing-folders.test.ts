// A disk that fails, or a process that ends, at each operation of a course: what each step of it says, what is logged, and
// what the next process finds, is what is written in tests/fixtures/folders/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { courseWith } from '../../support/failing-folders.ts';
import { expectRecorded } from '../../support/recorded.ts';

type Fault = (at: number) => (nth: number) => string | undefined;

const FAULTS: Readonly<Record<string, Fault>> = {
  'a full disk at one moment': (at) => (nth) => (nth === at ? 'ENOSPC' : undefined),
  'a disk that fails from one moment on': (at) => (nth) => (nth >= at ? 'EIO' : undefined),
  'a process that ends': (at) => (nth) => (nth === at ? 'nothing' : undefined),
};

/** Side by side, because they wait most of the time. */
const ABREAST = 30;

/** Courses with the first operation that fails, with the second one, and so on to the last. */
async function coursesWith(faultAt: Fault): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  while (all.at(-1)?.length !== 0) {
    const next = Array.from({ length: ABREAST }, (_, at) => courseWith(faultAt(all.length + at)));
    all.push(...(await Promise.all(next)));
  }
  return all.filter(({ length }) => length > 0);
}

test.each(Object.entries(FAULTS))(
  'DUR-04: %s: is what the bank stores now',
  async (name, faultAt) => {
    const courses = await coursesWith(faultAt);
    const sentences = new Set<string>();
    const numberOf = (text: string) => [...sentences.add(text)].indexOf(text) + 1;
    const lines = courses.map((words) =>
      words.map((word) => (word.startsWith('!') ? numberOf(word) : word)).join(' '),
    );
    const legend = [...sentences].map((text, i) => `${i + 1}: ${text}`);
    expectRecorded(`folders/${name.replaceAll(' ', '-')}.txt`, [...lines, '', ...legend]);
  },
);
