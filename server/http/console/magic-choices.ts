// The values that make something happen (MAGIC-01), as the console offers them.

import { readFileSync } from 'node:fs';
import { parseMagic } from '../../bank/payments/magic.ts';
import { readMagicPersons } from '../../bank/sandbox/magic-persons.ts';
import { memoize } from '../../kernel/memoize.ts';
import { PROJECT_FOLDER } from '../../kernel/project-folder.ts';
import type { Language } from '../../protocol/psu-headers.ts';

const persons = memoize(() => readMagicPersons(PROJECT_FOLDER));
const magic = memoize(() => {
  const text = readFileSync(new URL('fixtures/magic.json', PROJECT_FOLDER), 'utf8');
  return parseMagic(JSON.parse(text));
});

/** Persons with whom an SCA or a consent goes wrong. */
export const magicPersons = (language: Language) => persons().mishaps(language);

/** Creditors whose payments end in a status, and those whose payments are refused at once. */
export const magicCreditors = () => ({
  statuses: [...magic().statuses.values()],
  errors: [...magic().errors.values()],
});
