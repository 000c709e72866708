// The Berlin Group's own shapes of answers, to hold ours against.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { ROOT } from './source-tree.ts';

const file = join(ROOT, 'tests/fixtures/berlin-group/response-schemas.json');
const { schemas } = JSON.parse(readFileSync(file, 'utf8'));
// Required by the standard, and absent here on purpose: see the README beside the schemas.
delete schemas['accountsTransactionsResponse-200'].properties.transactions.properties._links
  .required;

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Where the answer does not have the Berlin Group's shape; empty when all of it does. */
export function berlinGroupErrors(schema: string, answer: unknown): readonly string[] {
  if (schemas[schema] === undefined) throw new Error(`no schema ${schema}`);
  const validate = ajv.compile(schemas[schema]);
  const errors = validate(answer) ? [] : (validate.errors ?? []);
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
