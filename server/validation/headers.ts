// The headers that a call must carry (HDR-01 … HDR-04), the formats of those that have one (HDR-05), and
// what the bank takes from them. An empty value counts as absent.
import { defined } from '../kernel/defined.ts';
import { memoize } from '../kernel/memoize.ts';
import { Recent } from '../kernel/recent.ts';
import { utf8Of } from '../kernel/utf8.ts';
import { ApiError, errorMessage } from '../protocol/errors.ts';
import { FIXES } from '../protocol/fixes.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { CallHeaders, Language, PsuContext } from '../protocol/psu-headers.ts';
import type { RuleId } from '../protocol/rules.ts';
import { checkSentOnce } from '../protocol/sent-once.ts';
import { throwFirst, type Validator } from './schemas.ts';

/** `create`: the three payment creates; `psu`: every other PSU call; `sandbox`: sandbox and tpps. */
export type HeaderSet = 'create' | 'psu' | 'sandbox';

interface Requirement {
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
  const lower = name.toLowerCase();
  return headers.get(lower) !== undefined || headers.all(lower).some((value) => value !== '');
}

function sentence([name, ...standIns]: readonly [string, ...string[]]): string {
  const or = standIns.length === 0 ? '' : ` (or ${standIns.join(' or ')} instead)`;
  const how = name === 'x-accept-fix' ? ` If you want no change early, send ${FIXES[0].name}.` : '';
  return `Header ${name}${or} is required and absent or empty.${how}`;
}

/** Values of x-accept-fix that mean something here (interface.md, Versioning; PAY-10). */
const KNOWN_FIXES: ReadonlySet<string> = new Set(FIXES.map(({ name }) => name));

/** Every header that has a format, with its schema. */
export const FORMATS_OF_CALL = 'headers/call.json';

/** Has a value of its own in each request. */
const REQUEST_ID = 'X-Request-ID';
/** Have no format, and are read all the same. */
const WITHOUT_FORMAT = ['x-accept-fix', 'Accept-Language', 'TPP-Brand-Logging-Information'];

/**
 * Reads the headers of a call whose required ones are there. Throws ApiError FORMAT_ERROR, path = the header's name as
 * the rules write it, one message per header that breaks its format.
 */
export type HeaderReader = (headers: RawHeaders) => CallHeaders;

/** What a client sends besides X-Request-ID is often the same: it is read once. */
export function headerReader(validator: Validator): HeaderReader {
  const recent = new Recent<CallHeaders>();
  const withFormat = () => validator.members(FORMATS_OF_CALL);
  const others = memoize(() => [...withFormat(), ...WITHOUT_FORMAT].filter(isNoId).map(lowerCase));
  return (headers) => {
    const form = others()
      .map((name) => headers.get(name))
      .join('\n');
    const known = headers.hasRepeated ? undefined : recent.get(form);
    const values = checkFormats(
      headers,
      known === undefined ? withFormat() : [REQUEST_ID],
      validator,
    );
    if (known !== undefined) return { ...known, requestId: values[REQUEST_ID] as string };
    const read = callHeaders(headers, values);
    if (!headers.hasRepeated) recent.set(form, read);
    return read;
  };
}

const isNoId = (name: string): boolean => name !== REQUEST_ID;
const lowerCase = (name: string): string => name.toLowerCase();

/** The values of these headers, which have a format. */
function checkFormats(
  headers: RawHeaders,
  names: readonly string[],
  validator: Validator,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
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
        ...defined({ path: violation.message.path?.slice(1) }),
        text: `Header ${violation.message.text}`,
      },
    })),
  );
  return values;
}

/** The values of x-accept-fix that the bank does not know: a finding, nothing more (HDR-08). */
export function unknownFixes({ acceptFix }: CallHeaders): readonly string[] {
  return acceptFix.filter((value) => !KNOWN_FIXES.has(value));
}

function callHeaders(headers: RawHeaders, values: Readonly<Record<string, string>>): CallHeaders {
  const languages = headerList(headers, 'Accept-Language');
  return {
    requestId: values[REQUEST_ID] as string,
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

/** The header's value with its bytes read as UTF-8; `undefined` when absent or empty. */
function headerText(headers: RawHeaders, name: string): string | undefined {
  const raw = headers.get(name.toLowerCase());
  if (raw === undefined) return undefined;
  const text = utf8Of(raw);
  if (text !== undefined) return text;
  const problem = `Header ${name} holds bytes that are not UTF-8.`;
  throw new ApiError('HDR-05', 'FORMAT_ERROR', problem, { path: name });
}

/** The members of a header that is a comma-separated list, sent once or several times. */
export function headerList(headers: RawHeaders, name: string): readonly string[] {
  const values = headers.all(name.toLowerCase());
  if (values.length === 0) return values;
  return values
    .join(',')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * `text/html;level=1, application/json; q=0.5` → names (lower case, without parameters) with their qualities
 * (0 … 1; 1 when not stated or not readable), in order.
 */
export function weighted(list: string) {
  return list
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
      return { name, quality: qualityOf(quality) };
    })
    .filter(({ name }) => name !== '');
}

function qualityOf(parameter: string | undefined): number {
  const text = parameter?.split('=')[1]?.trim() ?? '1';
  return /^(?:0(?:[.][0-9]{0,3})?|1(?:[.]0{0,3})?)$/.test(text) ? Number(text) : 1;
}

const LANGUAGES: Readonly<Record<string, Language>> = { en: 'en', nb: 'nb', no: 'nb', nn: 'nb' };

/** The best liked of English and Norwegian in an Accept-Language value; `undefined` when neither is named. */
function preferredLanguage(acceptLanguage: string): Language | undefined {
  const ranges = weighted(acceptLanguage).map(({ name, quality }) => {
    const language = LANGUAGES[name.split('-')[0] ?? ''];
    return { language, isAny: name === '*', quality };
  });
  const liked = ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  // `en;q=0, *`: any but English (RFC 9110, section 12.4.2).
  const isEnglishRefused = ranges.some((range) => range.language === 'en' && range.quality === 0);
  const others = ranges.some(({ isAny, quality }) => isAny && quality > 0);
  return liked?.language ?? (isEnglishRefused && others ? 'nb' : undefined);
}
