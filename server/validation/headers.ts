// The headers that a call must carry (HDR-01 … HDR-04), the formats of those that have one (HDR-05), and
// what the bank takes from them. An empty value counts as absent.
import { defined } from '../kernel/defined.ts';
import { ApiError, errorMessage } from '../protocol/errors.ts';
import { FIXES } from '../protocol/fixes.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { CallHeaders, PsuContext } from '../protocol/psu-headers.ts';
import type { RuleId } from '../protocol/rules.ts';
import { checkSentOnce } from '../protocol/sent-once.ts';
import { headerList, headerText, preferredLanguage } from './header-values.ts';
import { throwFirst, type Validator } from './schemas.ts';

/** `create`: the three payment creates; `psu`: every other PSU call; `sandbox`: sandbox and tpps. */
export type HeaderSet = 'create' | 'psu' | 'sandbox';

export interface Requirement {
  readonly rule: RuleId;
  /** In the order of HDR-01; each with the headers that may stand for it (HDR-04). */
  readonly headers: readonly (readonly [string, ...string[]])[];
}

export const REQUIRED_HEADERS: Readonly<Record<HeaderSet, Requirement>> = {
  create: {
    rule: 'HDR-01',
    headers: [
      ['x-accept-fix'],
      ['X-Request-ID'],
      ['TPP-Session-ID'],
      ['TPP-Redirect-URI'],
      ['Digest'],
      ['TPP-Signature-Certificate'],
      ['Signature'],
      ['Date'],
      ['PSU-IP-Address'],
      ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Context'],
    ],
  },
  psu: { rule: 'HDR-02', headers: [['X-Request-ID'], ['TPP-Redirect-URI']] },
  sandbox: { rule: 'HDR-03', headers: [['X-Request-ID']] },
};

/** A list by nature: several values, in one header or more (HDR-08). */
const LISTS = new Set(['x-accept-fix']);

/**
 * Throws ApiError HTTP_HEADER_REQUIRED for the first absent header, all other absent ones as further
 * messages; FORMAT_ERROR for a header that is there twice before the first absent one.
 */
export function checkRequiredHeaders(headers: RawHeaders, set: HeaderSet): void {
  const { rule, headers: required } = REQUIRED_HEADERS[set];
  const absent: (readonly [string, ...string[]])[] = [];
  for (const names of required) {
    if (absent.length === 0) {
      for (const name of names) if (!LISTS.has(name)) checkSentOnce(headers, name);
    }
    if (!names.some((name) => isPresent(headers, name))) absent.push(names);
  }
  const [first, ...others] = absent;
  if (first === undefined) return;
  throw new ApiError(rule, 'HTTP_HEADER_REQUIRED', sentence(first), {
    path: first[0],
    expected: absent.map(([name]) => name).join(', '),
    more: others.map((names) => errorMessage('HTTP_HEADER_REQUIRED', sentence(names), names[0])),
  });
}

/** Several of a list header count as one value: any that is not empty will do. */
function isPresent(headers: RawHeaders, name: string): boolean {
  return headers.all(name.toLowerCase()).some((value) => value !== '');
}

function sentence([name, ...standIns]: readonly [string, ...string[]]): string {
  const or = standIns.length === 0 ? '' : ` (or ${standIns.join(' or ')} instead)`;
  return `Header ${name}${or} is required and absent or empty.`;
}

/** Values of x-accept-fix that mean something here (interface.md, Versioning; PAY-10). */
const KNOWN_FIXES: ReadonlySet<string> = new Set(FIXES.map(({ name }) => name));

/** Every header that has a format, with its schema. */
export const FORMATS_OF_CALL = 'headers/call.json';

/**
 * The headers of a call whose required ones are there. Throws ApiError FORMAT_ERROR, path = the
 * header's name as the rules write it, one message per header that breaks its format.
 */
export function checkHeaderFormats(headers: RawHeaders, validator: Validator): CallHeaders {
  const values: Record<string, string> = {};
  for (const name of validator.members(FORMATS_OF_CALL)) {
    // Most of them are absent.
    if (!headers.has(name)) continue;
    checkSentOnce(headers, name);
    const value = headerText(headers, name);
    if (value !== undefined) values[name] = value;
  }
  throwFirst(
    validator.violations(FORMATS_OF_CALL, values).map((violation) => ({
      ...violation,
      message: {
        ...violation.message,
        path: (violation.message.path ?? '').slice(1),
        text: `Header ${violation.message.text}`,
      },
    })),
  );
  return callHeaders(headers, values);
}

/** The values of x-accept-fix that the bank does not know: a finding, nothing more (HDR-08). */
export function unknownFixes({ acceptFix }: CallHeaders): readonly string[] {
  return acceptFix.filter((value) => !KNOWN_FIXES.has(value));
}

function callHeaders(headers: RawHeaders, values: Readonly<Record<string, string>>): CallHeaders {
  const languages = headerList(headers, 'Accept-Language');
  return {
    requestId: values['X-Request-ID'] ?? '',
    acceptFix: headerList(headers, 'x-accept-fix').map((value) => value.toLowerCase()),
    redirectPreferred: values['TPP-Redirect-Preferred'] !== 'false',
    ...defined({
      tppSessionId: values['TPP-Session-ID'],
      tppRedirectUri: values['TPP-Redirect-URI'],
      psuId: values['PSU-ID']?.toLowerCase(),
      psuIdentity: values['X-PSU-IDENTITY'],
      psuCorporateId: values['PSU-Corporate-ID']?.toLowerCase(),
      psuContext: values['PSU-Context'] as PsuContext | undefined,
      psuIpAddress: values['PSU-IP-Address'],
      language: languages.length === 0 ? undefined : preferredLanguage(languages.join(',')),
      brand: headerText(headers, 'TPP-Brand-Logging-Information'),
    }),
  };
}
