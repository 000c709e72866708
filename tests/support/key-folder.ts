// Before the first test file: the folder in which the files of one run share their keys.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable with its path; what Jest's workers inherit. */
export const KEY_FOLDER = 'KEYS_OF_THIS_TEST_RUN';

export default async function makeKeyFolder(): Promise<void> {
  process.env[KEY_FOLDER] ??= await mkdtemp(join(tmpdir(), 'sandbank-keys-'));
}
