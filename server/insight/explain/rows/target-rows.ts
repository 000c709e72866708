// (request-target): its method and its path, as routers, proxies and other standards have them.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, replaced, swap, upper } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import { bankIn, behind, type MistakeRow, type StringContext, valueRows } from './draft.ts';
import { variableNames } from './value-rows.ts';

const loud = replaced(/^[a-z]+(?= )/, upper);
const REQUEST_LINE = ['request-target-with-version', 'request-target-capitals'] as const;
const ADVICE = 'it is the method in lower case, a space, then path and query as sent';
const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'undefined'].map(
  (one) => replaced(/^\S+/, one),
);
const ROWS = valueRows(
  REQUEST_TARGET,
  [
    ...formsFor('target').map((form) => ({ ...form, change: behind(' ', form.change) })),
    ...inPart('method', [
      ['request-target-capitals', 1, 'with the method in capitals', loud],
      ['request-target-method', 4, 'with a colon behind the method', swap(' ', ': ')],
      ['request-target-without-method', 2, 'without the method', replaced(/^\S+ /, '')],
      ['request-target-method', 4, 'with another method', ...METHODS],
    ]),
    ...inPart('version', [
      ['request-target-with-version', 3, 'with the HTTP version', around('', ' HTTP/1.1')],
      [REQUEST_LINE, 3, 'as the request line', both(loud, around('', ' HTTP/1.1'))],
    ]),
  ],
  ADVICE,
);

export function targetRows(context: StringContext): readonly MistakeRow[] {
  if (!context.entries.includes(REQUEST_TARGET)) return [];
  const forms = inPart('path', [...pathForms(context), variableForms(context)]);
  return [...valueRows(REQUEST_TARGET, forms, ADVICE), ...ROWS];
}

/** Where gateways have the bank, and what applications call the path by which they reach it. */
const PREFIXES = [
  '/api /psd2 /psd2/api /api/psd2 /bank /api/bank /banking /v2 /api/banking /openbanking /backend',
  '/api/openbanking /open-banking /api/open-banking /proxy /api/proxy /sandbox /api/sandbox',
  '/sandbank /gateway /ob /xs2a /tpp /aisp /pisp /prod /test /dev /stage',
].flatMap((some) => some.split(' '));

/** Other paths, as before or behind a proxy, or when a base address overlaps with the path. */
function pathForms({ request: { target, headers } }: StringContext): readonly FormRow[] {
  const bank = bankIn(target);
  const own = target.slice(bank.length);
  const begin = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  const forwarded = headers.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  const prefixes = [...PREFIXES, forwarded, bank, begin, bank + begin].filter((one) => one !== '');
  const prefixed = (path: string) => prefixes.map((prefix) => prefix + path);
  const shorter = [1, 2, 3].map((count) => target.split('/').toSpliced(1, count).join('/'));
  const host = headers.get('host') ?? '';
  const absolute = ['http://', 'https://', ''].map((scheme) => scheme + host + target);
  const usual = [...prefixed(target), ...prefixed(own)];
  const others = [...prefixed(own.replace(/\/v\d+(?=\/)/, '')), ...shorter];
  const as = (paths: readonly string[]) => paths.map((path) => swap(target, path));
  return [
    ['request-target-without-bank', 2, `without ${bank}, part of the path`, ...as([own])],
    ['request-target-other-prefix', 3, 'with another path', ...as(usual)],
    ['request-target-other-prefix', 4, 'with another path', ...as(others)],
    ['request-target-absolute', 3, 'with its host', ...as(absolute)],
  ];
}

/** What the address before a path is called in collections and templates. */
const BASES = ['baseUrl', 'base_url', 'BASE_URL', 'host', 'url', 'server', 'apiUrl'].flatMap(
  (name) => [`{{${name}}}`, `\${${name}}`, `{${name}}`, `$${name}`],
);

const LONGEST_PATH = 300;
const VARIABLE = 'with the name of a variable instead of its value';

/** A segment that is an id, as the name of a variable. */
function variableForms({ request: { target } }: StringContext): FormRow {
  const ids = target.slice(0, LONGEST_PATH).matchAll(/\/([a-z-]+?)s?\/([^/?]*\d[^/?]*)/g);
  const changes = [...ids].flatMap(([, kind = '', id]) =>
    [kind, ...variableNames([...kind.split('-'), 'id']), 'id', 'resourceId']
      .flatMap((name) => [`{{${name}}}`, `:${name}`, `{${name}}`, `\${${name}}`])
      .map((text) => swap(`/${id}`, `/${text}`)),
  );
  const bases = BASES.map((base) => swap(` ${target}`, ` ${base}${target}`));
  return ['variable-unresolved', 5, VARIABLE, ...changes, ...bases];
}
