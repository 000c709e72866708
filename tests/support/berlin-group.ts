// The Berlin Group's own shapes of card answers, to hold ours against.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const FILE = new URL('../../../tests/support/berlin-group-cards.json', import.meta.url);
const { schemas } = JSON.parse(readFileSync(FILE, 'utf8')) as { schemas: Record<string, object> };

/** What of the answer does not have the Berlin Group's shape; empty when all of it does. */
export function berlinGroupErrors(schema: string, answer: unknown): readonly unknown[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const wanted = schemas[schema];
  if (wanted === undefined) throw new Error(`no schema ${schema}`);
  const validate = ajv.compile(wanted);
  return validate(answer) ? [] : (validate.errors ?? []);
}
