// After the last test file.
import { rm } from 'node:fs/promises';
import { KEY_FOLDER } from './key-folder.ts';

export default async function removeKeyFolder(): Promise<void> {
  const folder = process.env[KEY_FOLDER];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
