// The interface as a page for people, from the rows that the OpenAPI document comes from: operations by
// tag, header sets, rules. Pure.
import type { Operation } from '../../bank/banks/operation.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Rule } from '../../protocol/rules/rule.ts';
import { RULES } from '../../protocol/rules.ts';
import type { HeaderSet } from '../../validation/headers.ts';
import { errorStatuses, roleText, SIMULATED_RELEASE } from './document.ts';
import { HEADER_ROWS, requiredOf } from './header-parameters.ts';

export interface ReferenceOperation {
  readonly id: string;
  readonly method: Operation['method'];
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** Absent where a certificate of any role will do. */
  readonly role?: string;
  readonly headers: HeaderSet;
  readonly rules: readonly string[];
  readonly query: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
  }[];
  /** Name of a schema of the OpenAPI document, or `any`. Absent where no body is read. */
  readonly body?: string;
  readonly answers: readonly { readonly status: number; readonly schema?: string }[];
  readonly errors: readonly number[];
}

export interface ReferencePage {
  readonly version: string;
  readonly release: string;
  readonly sections: readonly {
    readonly tag: string;
    /** Id of the section within the page. */
    readonly anchor: string;
    readonly operations: readonly ReferenceOperation[];
  }[];
  readonly headerSets: readonly {
    readonly set: HeaderSet;
    readonly rule: string;
    readonly required: readonly string[];
    readonly oneOf: readonly (readonly string[])[];
  }[];
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly rules: readonly Rule[];
}

export interface ReferenceOptions {
  readonly operations: readonly Operation[];
  readonly schema: (id: string) => JsonObject;
  readonly version: string;
}

export function referencePage({ operations, schema, version }: ReferenceOptions): ReferencePage {
  const nameOf = (id: string): string => String(schema(id)['title']);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sets: readonly HeaderSet[] = ['create', 'psu', 'sandbox'];
  return {
    version,
    release: SIMULATED_RELEASE,
    sections: tags.map((tag) => ({
      tag,
      anchor: tag.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      operations: operations
        .filter((operation) => operation.tag === tag)
        .map((operation) => entryOf(operation, nameOf)),
    })),
    headerSets: sets.map((set) => {
      const { rule, names, oneOf } = requiredOf(set);
      return { set, rule, required: names, oneOf };
    }),
    headers: HEADER_ROWS.map(({ name, description }) => ({
      name,
      description: plain(description),
    })),
    rules: RULES.map((rule) => ({ ...rule, sentence: plain(rule.sentence) })),
  };
}

/** Descriptions are Markdown in the document; their only mark is the backtick. */
const plain = (text: string): string => text.replaceAll('`', '');

function entryOf(operation: Operation, nameOf: (id: string) => string): ReferenceOperation {
  const { id, method, path, summary, headers, rules, body, role } = operation;
  const successes = [operation.success, operation.otherSuccess].filter((one) => one !== undefined);
  return {
    id,
    method,
    path,
    summary,
    headers,
    rules,
    deprecated: operation.deprecated === true,
    ...(role === 'none' ? {} : { role: roleText(role) }),
    query: Object.entries(operation.query ?? {}).map(([name, parameter]) => ({
      name,
      required: parameter.required === true,
      description: parameter.description,
    })),
    ...(body === undefined ? {} : { body: body === 'ignored' ? 'any' : nameOf(body.schema) }),
    answers: successes.map(({ status, schema }) => ({
      status,
      ...(schema === undefined ? {} : { schema: nameOf(schema) }),
    })),
    errors: errorStatuses(operation),
  };
}
