// The request headers of the interface, and which of them an operation takes (HDR-01 … HDR-06).
import type { Operation } from '../../bank/banks/operation.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { FORMATS_OF_CALL, type HeaderSet, requiredHeaders } from '../../validation/headers.ts';
import { resolveId } from '../../validation/schemas.ts';

interface HeaderRow {
  readonly name: string;
  readonly description: string;
  /** Which sets know it besides those that require it; by default all. */
  readonly on?: readonly HeaderSet[];
}

const PSU: readonly HeaderSet[] = ['create', 'psu'];

/** What the TPP knows of the PSU's browser or app. */
const FORWARDED = [
  'PSU-IP-Port',
  'PSU-User-Agent',
  'PSU-Accept',
  'PSU-Accept-Charset',
  'PSU-Accept-Encoding',
  'PSU-Accept-Language',
  'PSU-HTTP-Method',
  'PSU-Device-ID',
  'PSU-Geo-Location',
];

/** In the order in which a reader meets them. What a set requires is said in validation/headers.ts. */
export const HEADER_ROWS: readonly HeaderRow[] = [
  { name: 'Date', description: 'When the request was signed; at most 60 seconds off.' },
  {
    name: 'Digest',
    description:
      '`SHA-256=` or `SHA-512=` and the base64 of the hash of the body; with a body only.',
  },
  {
    name: 'TPP-Signature-Certificate',
    description: 'Base64 of the DER form of the signing certificate, on one line.',
  },
  {
    name: 'Signature',
    description:
      '`keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="date digest …",signature="…"` over date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri, those that the request has.',
  },
  {
    name: 'X-Request-ID',
    description: 'Id of the request, set by the TPP; the answer repeats it.',
  },
  { name: 'TPP-Redirect-URI', description: 'Where the PSU is sent after an SCA.', on: PSU },
  { name: 'TPP-Session-ID', description: 'The TPP session for which an SCA is valid.', on: PSU },
  {
    name: 'TPP-Redirect-Preferred',
    description: '`false` asks for an approval in the app of the bank.',
    on: PSU,
  },
  { name: 'PSU-ID', description: 'The PSU: the psu-id of the redirect after an SCA.', on: PSU },
  {
    name: 'X-PSU-IDENTITY',
    description: 'National identity number or D-number, instead of PSU-ID.',
    on: PSU,
  },
  {
    name: 'PSU-Context',
    description: 'PRIVATE or CORPORATE. To create a payment without PSU-ID: single SCA.',
    on: PSU,
  },
  {
    name: 'PSU-Corporate-ID',
    description: 'The agreement; required in corporate context.',
    on: PSU,
  },
  { name: 'PSU-IP-Address', description: 'Set when, and only when, the PSU is present.', on: PSU },
  {
    name: 'x-accept-fix',
    description: 'Breaking changes that the TPP wants early, comma-separated.',
    on: PSU,
  },
  { name: 'Accept-Language', description: 'Language of psuMessage: en or nb.' },
  {
    name: 'TPP-Brand-Logging-Information',
    description: 'The brand that the PSU sees.',
    on: ['create'],
  },
  ...FORWARDED.map((name) => ({ name, description: 'Forwarded from the PSU.', on: PSU })),
];

/** SIG-01: on every request, checked before any set is looked at. */
const ALWAYS = ['Date', 'TPP-Signature-Certificate', 'Signature'];

/** The headers that every call of a set must carry, and the groups of which one will do. */
export function requiredOf(set: HeaderSet): {
  readonly rule: string;
  readonly names: readonly string[];
  readonly oneOf: readonly (readonly string[])[];
} {
  const { rule, headers } = requiredHeaders(set);
  const alone = headers.flatMap((names) => (names.length === 1 ? names : []));
  const oneOf = headers.filter((names) => names.length > 1);
  return { rule, names: [...new Set([...ALWAYS, ...alone])], oneOf };
}

export interface HeaderUse {
  readonly name: string;
  readonly required: boolean;
}

/** Every header that the operation takes, in the order of the rows. */
export function headersOf(operation: Operation): readonly HeaderUse[] {
  const required = new Set(requiredOf(operation.headers).names);
  if (typeof operation.body === 'object' && operation.body.optional !== true)
    required.add('Digest');
  return HEADER_ROWS.filter(
    ({ name, on }) => required.has(name) || (on ?? [operation.headers]).includes(operation.headers),
  ).map(({ name }) => ({ name, required: required.has(name) }));
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
