// What each test file runs in: jest's own environment for Node, less what jest leaves behind. Each file has an
// AsyncLocalStorage of jest's, and Node 20 tells every promise to all that were ever used: in a worker's last files that
// is a tenth of the time.
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const { run } = AsyncLocalStorage.prototype;
/** Of the file that runs. */
const used = new Set();

AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

export default class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
