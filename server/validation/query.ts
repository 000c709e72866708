// Query parameters of one call: the ones that its operation declares, decoded and checked; all others
// are ignored and reported back, for a finding.

import { percentDecoded } from '../kernel/percent-decoded.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Json } from '../protocol/json.ts';
import { visible } from '../protocol/shown-text.ts';
import type { Validator } from './schemas.ts';

/** What the check needs of an operation's QueryParameter. */
export interface DeclaredParameter {
  readonly required?: boolean;
  /** Id of its schema, for instance `types/date.json`; text if absent. */
  readonly schema?: string;
}

type Declared = Readonly<Record<string, DeclaredParameter>>;

/**
 * Checks the query as sent, without its `?`: the declared parameters that were sent, decoded, and the names
 * that no declaration knows, each once, clipped. Throws ApiError: FORMAT_ERROR for malformed
 * percent-encoding, a declared parameter sent twice or a wrong value, QUERY_PARAMETER_REQUIRED for an
 * absent one; path = the parameter's name.
 */
export function checkQuery(declared: Declared, query: string, validator: Validator) {
  const values: Record<string, string> = {};
  const unknown = new Set<string>();
  for (const [name, value] of pairsOf(query)) {
    if (!Object.hasOwn(declared, name)) {
      unknown.add(visible(name, 80));
    } else if (Object.hasOwn(values, name)) {
      throw formatError(name, `Query parameter ${name} is there twice; send it once.`);
    } else {
      values[name] = value;
    }
  }
  checkPresence(declared, values, validator);
  for (const [name, value] of Object.entries(values)) {
    const schema = declared[name]?.schema;
    if (schema === undefined) continue;
    const typed = typedValue(value, validator.schema(schema)['type']);
    const [violation] = validator.violations(schema, typed);
    // The sentence speaks of "The body": a parameter's schema is that of its whole value.
    const text = violation?.message.text.replace(/^The body/, `Query parameter ${name}`);
    if (text !== undefined) throw formatError(name, text);
  }
  return { values, unknown: [...unknown] };
}

function checkPresence(
  declared: Declared,
  values: Readonly<Record<string, string>>,
  validator: Validator,
): void {
  for (const [name, parameter] of Object.entries(declared)) {
    if (parameter.required !== true || Object.hasOwn(values, name)) continue;
    throw new ApiError(
      'ERR-01',
      'QUERY_PARAMETER_REQUIRED',
      `Query parameter ${name} is required and absent${oneOf(parameter, validator)}.`,
      { path: name },
    );
  }
}

/** What may be sent, if that is a list. */
function oneOf({ schema }: DeclaredParameter, validator: Validator): string {
  const values = schema === undefined ? undefined : validator.schema(schema)['enum'];
  return Array.isArray(values) ? `; send one of ${values.join(', ')}` : '';
}

/** Text is all that a query carries: what its schema calls a number or a boolean becomes one. */
function typedValue(text: string, type: Json | undefined): Json {
  if (type === 'integer' && /^-?(?:0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function pairsOf(query: string): readonly (readonly [string, string])[] {
  if (query === '') return [];
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [rawName = '', ...rest] = pair.split('=');
      const name = decode(rawName, rawName);
      return [name, decode(rest.join('='), name)] as const;
    });
}

function decode(text: string, name: string): string {
  const decoded = percentDecoded(text.replaceAll('+', ' '));
  if (decoded !== undefined) return decoded;
  const shown = visible(name, 80);
  throw formatError(shown, `Query parameter ${shown} is not percent-encoded UTF-8.`);
}

function formatError(name: string, text: string): ApiError {
  return new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: name });
}
