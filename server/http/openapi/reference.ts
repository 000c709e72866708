// The interface as a page for people, from the rows that the OpenAPI document comes from: operations by
// tag, header sets, rules. Pure.
import { type Operation, successesOf } from '../../bank/banks/operation.ts';
import { defined } from '../../kernel/defined.ts';
import type { Rule } from '../../protocol/rules/rule.ts';
import { RULES } from '../../protocol/rules.ts';
import type { HeaderSet } from '../../validation/headers.ts';
import { type DocumentOptions, roleText, SIMULATED_RELEASE } from './document.ts';
import { apiErrors } from './error-codes.ts';
import { headerRows, requiredOf } from './header-parameters.ts';

/** What `views/docs.ejs` shows. */
export type ReferencePage = ReturnType<typeof referencePage>;

export function referencePage({ operations, schema, version }: DocumentOptions) {
  const nameOf = (id: string): string => String(schema(id)['title']);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sets: readonly HeaderSet[] = ['create', 'psu', 'sandbox'];
  const rules: readonly Rule[] = RULES;
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
    headers: headerRows().map(({ name, description }) => ({
      name,
      description: plain(description),
    })),
    rules: rules.map((rule) => ({ ...rule, sentence: plain(rule.sentence) })),
  };
}

/** Descriptions are Markdown in the document; their only mark is the backtick. */
const plain = (text: string): string => text.replaceAll('`', '');

function entryOf(operation: Operation, nameOf: (id: string) => string) {
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
    errors: [...apiErrors(operation).keys()],
  };
}
