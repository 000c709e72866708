// The bank and its parts, for the commands that need them: from the bundle, which has its libraries in it and is read in
// half the time.
import { PROJECT_FOLDER } from '../server/kernel/project-folder.ts';

const fromBundle = (name: string) =>
  import(new URL(`dist/server/bundle/${name}.js`, PROJECT_FOLDER).href);

export const loadMain = (): Promise<typeof import('../server/main.ts')> => fromBundle('main');

export const loadSandbank = (): Promise<typeof import('../server/sandbank.ts')> =>
  fromBundle('sandbank');

export const loadExplainer = (): Promise<
  typeof import('../server/insight/offline/explain-request.ts')
> => fromBundle('explain');

export const loadRecovery = (): Promise<typeof import('../server/composition/recover-data.ts')> =>
  fromBundle('recover-data');

export const loadMagicPersons = (): Promise<
  typeof import('../server/bank/sandbox/magic-persons.ts')
> => fromBundle('magic-persons');

export const loadMasking = (): Promise<typeof import('../server/insight/inspector/masking.ts')> =>
  fromBundle('masking');

export const loadSeedYaml = (): Promise<typeof import('../server/bank/seeds/yaml-nodes.ts')> =>
  fromBundle('seed-yaml');
