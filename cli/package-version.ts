import { readFileSync } from 'node:fs';
import { PROJECT_FOLDER } from '../server/kernel/project-folder.ts';

/** Of this package. */
export function packageVersion(): string {
  const file = new URL('package.json', PROJECT_FOLDER);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
