// The interface as a page for people, from the rows that the OpenAPI document comes from: operations by
// tag, header sets, rules. Pure.

import type { ControlOperation } from '../bank/banks/control-operation.ts';
import { type Operation, successesOf } from '../bank/banks/operation.ts';
import { addDays, type PlainDate } from '../kernel/dates.ts';
import { defined } from '../kernel/defined.ts';
import type { Json, JsonObject } from '../protocol/json.ts';
import type { Rule } from '../protocol/rules/rule.ts';
import { RULES } from '../protocol/rules.ts';
import { shellQuoted } from '../protocol/shown-text.ts';
import type { HeaderSet } from '../validation/headers.ts';
import { resolveId } from '../validation/schemas.ts';
import { adaptedExample } from './adapted-example.ts';
import { exampleNote, examplesOf } from './answers.ts';
import { type DocumentOptions, roleText, SIMULATED_RELEASE } from './document.ts';
import { apiErrors, controlErrors } from './error-codes.ts';
import { headerRows, requiredOf } from './header-parameters.ts';

/** What `views/docs.ejs` shows. */
export type ReferencePage = ReturnType<typeof referencePage>;

export interface ReferenceOptions extends DocumentOptions {
  /** Rows of the control API. */
  readonly control: readonly ControlOperation[];
  readonly today: () => PlainDate;
}

/** @param origin absolute address of the process, for commands */
export function referencePage(options: ReferenceOptions, origin: string) {
  const { operations, control, schema, version } = options;
  const today = options.today();
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const rules: readonly Rule[] = RULES;
  const sets: readonly HeaderSet[] = ['create', 'psu', 'sandbox'];
  return {
    version,
    origin,
    release: SIMULATED_RELEASE,
    sections: tags.map((tag) => ({
      tag,
      anchor: tag.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      operations: operations
        .filter((operation) => operation.tag === tag)
        .map((operation) => ({
          ...entryOf(operation, { schema, origin }),
          command: callCommand(operation, today),
        })),
    })),
    control: control.map((operation) => controlEntryOf(operation, { schema, origin })),
    headerSets: sets.map((set) => {
      const { rule, names, oneOf } = requiredOf(set);
      return { set, rule, required: names, oneOf };
    }),
    headers: headerRows().map(({ name, description }) => ({
      name,
      description: plain(description),
    })),
    rules: rules.map((rule) => ({ ...rule, sentence: plain(rule.sentence) })),
  };
}

/** Descriptions are Markdown in the document; their only mark is the backtick. */
const plain = (text: string): string => text.replaceAll('`', '');

type SchemaOf = DocumentOptions['schema'];

interface Entry {
  readonly schema: SchemaOf;
  readonly origin: string;
}

function entryOf(operation: Operation, { schema, origin }: Entry) {
  const nameOf = (id: string): string => String(schema(id)['title']);
  const { id, method, path, summary, headers, rules, body, role } = operation;
  return {
    id,
    method,
    path,
    summary,
    headers,
    rules,
    deprecated: operation.deprecated === true,
    query: Object.entries(operation.query ?? {}).map(([name, parameter]) => ({
      name,
      required: parameter.required === true,
      description: parameter.description,
    })),
    ...defined({
      role: role === 'none' ? undefined : roleText(role),
      body: body === 'ignored' ? 'any' : body && nameOf(body.schema),
    }),
    answers: successesOf(operation).map(({ status, schema }) => ({
      status,
      ...defined({ schema: schema && nameOf(schema) }),
    })),
    errors: [...apiErrors(operation)].map(([status, codes]) => ({ status, codes })),
    fields: typeof body === 'object' ? fieldsOf(schema, body.schema) : [],
    examples: exampleTexts(id, origin),
  };
}

function controlEntryOf(operation: ControlOperation, { schema, origin }: Entry) {
  const { id, method, path, summary, rule, query = [], body } = operation;
  return {
    id,
    method,
    path,
    summary,
    rule,
    query,
    errors: [...controlErrors(operation)].map(([status, codes]) => ({ status, codes })),
    fields: body === undefined ? [] : fieldsOf(schema, body.schema),
    examples: exampleTexts(id, origin),
    command: `curl -X ${method} ${origin}${path}${exampleData(operation)}`,
  };
}

/** The example's body as options of curl. */
function exampleData({ id, form }: ControlOperation): string {
  const { request } = examplesOf(id);
  if (request === undefined) return '';
  if (form === undefined) return ` -d ${shellQuoted(JSON.stringify(request))}`;
  return ` --data-urlencode ${shellQuoted(`${form}=${(request as JsonObject)[form]}`)}`;
}

/** Address of the bank that the examples were recorded from. */
const RECORDED_AT = 'http://127.0.0.1:8080';

/** Recorded from a bank: the request's body, and the answer of each status. */
function exampleTexts(id: string, origin: string) {
  const { request, answers = {} } = examplesOf(id);
  const text = (value: Json) =>
    (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).replaceAll(
      RECORDED_AT,
      origin,
    );
  return [
    ...(request === undefined
      ? []
      : [{ label: 'Request', note: exampleNote(id), text: text(request) }]),
    ...Object.entries(answers).map(([status, body]) => ({
      label: `Answer ${status}`,
      note: undefined,
      text: text(body),
    })),
  ];
}

/** A command is for today: what it makes is soon to run. */
const valuesAt = (today: PlainDate): JsonObject => ({ startDate: addDays(today, 7) });

/** With the sandbank command, which gets a certificate, signs, and does the SCA. */
function callCommand({ id, method, path, headers }: Operation, today: PlainDate): string {
  const example = examplesOf(id).request;
  const request = example === undefined ? undefined : adaptedExample(example, valuesAt(today));
  return [
    `npx sandbank call ${method} '${path}'`,
    ...(headers === 'sandbox' ? [] : ['--as 13039319955']),
    ...(headers === 'create' ? ["-H 'x-accept-fix: amount-as-string'"] : []),
    ...(request === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(request))}`]),
  ].join(' \\\n  ');
}

interface Field {
  /** `instructedAmount.amount`, `payments[].creditorName`. */
  readonly name: string;
  /** `text`, `number`, one of the values it can have. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Of the values that a member can have. */
const MOST_VALUES = 8;

/** Members of members of members are said by the example. */
const DEEPEST = 2;

/** @param schema reads a schema by its id */
function fieldsOf(schema: (id: string) => JsonObject, id: string): readonly Field[] {
  return fieldsIn({ schema, node: schema(id), from: id, path: '', depth: 0 });
}

interface LocatedNode {
  readonly schema: (id: string) => JsonObject;
  readonly node: JsonObject;
  /** Id of the schema that holds the node. */
  readonly from: string;
  readonly path: string;
  readonly depth: number;
}

function fieldsIn(place: LocatedNode): readonly Field[] {
  const { node, path, depth } = followed(place);
  if (isObject(node['items'])) {
    return fieldsIn({ ...followed(place), node: node['items'], path: `${path}[]` });
  }
  if (!isObject(node['properties']) || depth > DEEPEST) return [];
  const required: readonly Json[] = Array.isArray(node['required']) ? node['required'] : [];
  return Object.entries(node['properties']).flatMap(([name, member]) => {
    if (!isObject(member)) return [];
    const inner = followed({
      ...followed(place),
      node: member,
      path: path === '' ? name : `${path}.${name}`,
      depth: depth + 1,
    });
    const field: Field = {
      name: inner.path,
      type: typeOf(inner.node),
      required: required.includes(name),
      description: String(member['description'] ?? inner.node['description'] ?? ''),
    };
    return [field, ...fieldsIn(inner)];
  });
}

/** The place that the node's `$ref` names, if it has one. */
function followed(place: LocatedNode): LocatedNode {
  const { $ref } = place.node;
  if (typeof $ref !== 'string') return place;
  const from = resolveId($ref, place.from);
  return followed({ ...place, node: place.schema(from), from });
}

function typeOf(node: JsonObject): string {
  const { type, enum: values, format, items } = node;
  if (Array.isArray(values)) {
    const first = values.slice(0, MOST_VALUES).map(String).join(', ');
    return values.length > MOST_VALUES ? `${first} …` : first;
  }
  if (isObject(items) || type === 'array') return 'list';
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  const plain = name.replaceAll('string', 'text');
  return typeof format === 'string' ? `${plain} (${format})` : plain;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
