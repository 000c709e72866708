// The request headers of the interface, and which of them an operation takes (HDR-01 … HDR-06).
import { readFileSync } from 'node:fs';
import type { Operation } from '../bank/banks/operation.ts';
import { memoize } from '../kernel/memoize.ts';
import { PROJECT_FOLDER } from '../kernel/project-folder.ts';
import type { JsonObject } from '../protocol/json.ts';
import { FORMATS_OF_CALL, type HeaderSet, REQUIRED_HEADERS } from '../validation/headers.ts';
import { resolveId } from '../validation/schemas.ts';

interface HeaderRow {
  readonly name: string;
  readonly description: string;
  /** Which sets know it besides those that require it; by default all. */
  readonly on?: readonly HeaderSet[];
}

const FILE = new URL('fixtures/request-headers.json', PROJECT_FOLDER);

/** In the order in which a reader meets them. What a set requires is said in validation/headers.ts. */
export const headerRows = memoize((): readonly HeaderRow[] => {
  const { headers } = JSON.parse(readFileSync(FILE, 'utf8')) as { headers: readonly HeaderRow[] };
  return headers;
});

/** SIG-01: on every request, checked before any set is looked at. */
const ALWAYS = ['Date', 'TPP-Signature-Certificate', 'Signature'];

/** The headers that every call of a set must carry, and the groups of which one will do. */
export function requiredOf(set: HeaderSet): {
  readonly rule: string;
  readonly names: readonly string[];
  readonly oneOf: readonly (readonly string[])[];
} {
  const { rule, headers } = REQUIRED_HEADERS[set];
  const alone = headers.flatMap((names) => (names.length === 1 ? names : []));
  const oneOf = headers.filter((names) => names.length > 1);
  return { rule, names: [...new Set([...ALWAYS, ...alone])], oneOf };
}

interface HeaderUse {
  readonly name: string;
  readonly required: boolean;
}

/** A client's signing hook sets them, not its callers: the security schemes of the document stand for them. */
const SIGNING = ['Date', 'Digest', 'TPP-Signature-Certificate', 'Signature'];

/** Every header that the operation takes besides those of signing, in the order of the rows. */
export function headersOf(operation: Operation): readonly HeaderUse[] {
  const required = new Set(requiredOf(operation.headers).names);
  return headerRows()
    .filter(({ name }) => !SIGNING.includes(name))
    .filter(
      ({ name, on }) =>
        required.has(name) || (on ?? [operation.headers]).includes(operation.headers),
    )
    .map(({ name }) => ({ name, required: required.has(name) }));
}

/** Key of a header among the components: it is required on some operations and not on others. */
export const headerKey = ({ name, required }: HeaderUse): string =>
  required ? name : `${name}.optional`;

/** Schema id of the header's format, if it has one. */
export function headerFormat(name: string, schema: (id: string) => JsonObject): string | undefined {
  const formats = schema(FORMATS_OF_CALL)['properties'] as JsonObject;
  const found = formats[name] as { readonly $ref: string } | undefined;
  return found && resolveId(found.$ref, FORMATS_OF_CALL);
}
