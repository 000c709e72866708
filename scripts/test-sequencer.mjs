// The order of test files: by size, as jest has it, but for small files that take long. At the end of a run they
// would leave every other worker without work.
import Sequencer from '@jest/test-sequencer';

const SMALL_BUT_LONG =
  /(?:quickstarts|every-page|doc-pages|banks-many|readme|corpus|contracts\/postgres|torture\/postgres|torture\/http)\.test\.js$/;

export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const long = sorted.filter(({ path }) => SMALL_BUT_LONG.test(path));
    return [...new Set([...long, ...sorted])];
  }
}
