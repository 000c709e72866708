// The ids of the schemas, by the titles by which the OpenAPI documents call them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-tree.ts';

const FOLDER = join(ROOT, 'schemas');

export const schemaIds: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((id): [string, string] => [JSON.parse(readFileSync(join(FOLDER, id), 'utf8')).title, id]),
);
