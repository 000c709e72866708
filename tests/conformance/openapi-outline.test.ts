// The outline of both documents, a few lines for each operation, is what is written in tests/fixtures/openapi/: what
// clients are made from changes only where somebody reads the change. `npm run examples` records them again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from '@jest/globals';
import { send } from '../support/http.ts';
import { expectRecorded } from '../support/recorded.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { ROOT } from '../support/source-tree.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Node = any;

/** One of its own, which makes the documents anew. */
const bank = await openSandbank();
afterAll(() => bank.close());

/** What else it says. */
const also = (rest: Node) => (Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`);
const nameOf = (ref: string) => ref.split('/').at(-1);

/** A reference by its name, and of a schema that stands where it is used all that it says. */
function schemaOf({ $ref, ...own }: Node): string {
  return $ref === undefined ? JSON.stringify(own) : `${nameOf($ref)}`;
}

function parameterOf({ $ref, ...own }: Node): string {
  if ($ref !== undefined) return `${nameOf($ref)}`;
  const { name, in: where, required, description = '', schema, example, ...rest } = own;
  const shown = example === undefined ? rest : { ...rest, example };
  const words = `${name} (${where}${required ? ', required' : ''}) ${schemaOf(schema)}`;
  return `${words} ${description}${also(shown)}`;
}

const contentOf = (content: Node = {}) =>
  Object.entries<Node>(content).map(([type, { schema, examples = {}, example, ...rest }]) => {
    const names = Object.keys(examples).map((one) => ` ${one}`);
    const one = example === undefined ? '' : ' with an example';
    return `${type} ${schema ? schemaOf(schema) : ''}${one}${names.join('')}${also(rest)}`;
  });

function answerOf([status, { $ref, description, content, headers = {}, ...rest }]: [string, Node]) {
  if ($ref !== undefined) return [`  ${status} ${nameOf($ref)}`];
  const names = Object.keys(headers).map((name) => ` ${name}`);
  const lines = [`  ${status} ${description}${also(rest)}`];
  if (names.length > 0) lines.push(`    headers${names.join('')}`);
  return [...lines, ...contentOf(content).map((line) => `    ${line}`)];
}

function operationOf(method: string, path: string, operation: Node): string[] {
  const { parameters = [], requestBody, responses, description, ...rest } = operation;
  const { required, content, ...more } = requestBody ?? {};
  const references = parameters.filter(({ $ref }: Node) => $ref !== undefined);
  const own = parameters.filter(({ $ref }: Node) => $ref === undefined);
  return [
    `${method.toUpperCase()} ${path}${also(rest)}`,
    `  ${description ?? ''}`.replaceAll('\n', ' ').trimEnd(),
    `  ${references.map(parameterOf).join(' ')}`,
    ...own.map((one: Node) => `  ${parameterOf(one)}`.replaceAll('\n', ' ')),
    ...contentOf(content).map((line) => `  body${required ? '' : ', if any'} ${line}${also(more)}`),
    ...Object.entries<Node>(responses).flatMap(answerOf),
  ].filter((line) => line.trim() !== '');
}

function outlineOf({ paths, components, ...rest }: Node): string[] {
  const { schemas, parameters = {}, examples = {}, ...others } = components;
  return [
    JSON.stringify(rest),
    ...Object.entries<Node>(others).map(([name, all]) => `${name} ${JSON.stringify(all)}`),
    `schemas ${Object.keys(schemas)}`,
    `examples ${Object.keys(examples)}`,
    ...Object.entries<Node>(parameters).map(([key, one]) => `${key}: ${parameterOf(one)}`),
    ...Object.entries<Node>(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, one]) => ['', ...operationOf(method, path, one)]),
    ),
  ];
}

test.each([
  ['signed', '/openapi.json'],
  ['control', '/_sandbox/openapi.json'],
])('the outline of the %s API is what the bank answers now', async (name, path) => {
  const { body } = await send({ method: 'GET', url: new URL(path, bank.url).href });
  const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
  const { origin } = new URL(bank.url);
  const steady = (line: string) => line.replaceAll(version, 'VERSION').replaceAll(origin, 'BANK');
  expectRecorded(`openapi/${name}.txt`, outlineOf(body).map(steady));
});
