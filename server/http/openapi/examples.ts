// Examples of the OpenAPI documents: requests and answers that a bank was recorded with. `npm run examples`
// records them again (tests/process/api-examples.test.ts).
import { readFileSync } from 'node:fs';
import { memoize } from '../../kernel/memoize.ts';
import { PROJECT_FOLDER } from '../../kernel/project-folder.ts';
import type { Json } from '../../protocol/json.ts';

export interface Examples {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationExamples>>;
  /** Refusals, by error code. */
  readonly errors: Readonly<Record<string, Json>>;
}

export interface OperationExamples {
  readonly request?: Json;
  /** By status. */
  readonly answers?: Readonly<Record<string, Json>>;
}

const FILE = new URL('fixtures/api-examples.json', PROJECT_FOLDER);

export const readExamples = memoize(() => JSON.parse(readFileSync(FILE, 'utf8')) as Examples);
