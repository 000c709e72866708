// The bank itself, for the commands that start one: from the bundle, which is read in half the time.
import { PROJECT_FOLDER } from '../server/kernel/project-folder.ts';

const fromBundle = (name: string) =>
  import(new URL(`dist/server/bundle/${name}.js`, PROJECT_FOLDER).href);

export const loadMain = (): Promise<typeof import('../server/main.ts')> => fromBundle('main');

export const loadSandbank = (): Promise<typeof import('../server/sandbank.ts')> =>
  fromBundle('sandbank');
