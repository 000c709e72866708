// (request-target): its method, its path and its name, as routers, proxies and other standards have them.
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, replaced, swap, upper } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import {
  behind,
  type DraftRow,
  type Line,
  lineOf,
  type NamedForm,
  type StringContext,
  valueIn,
  valueRows,
  withLine,
} from './draft.ts';

const OF_ADDRESS = formsFor('request-target').map((form) => ({
  ...form,
  change: behind(' ', form.change),
}));

export function targetRows(context: StringContext): readonly DraftRow[] {
  if (valueIn(context.draft, REQUEST_TARGET) === undefined) return [];
  const { method, target } = context.request;
  const right = quoteBytes(`${method.toLowerCase()} ${target}`);
  const advice = `it is ${right}: method in lower case, space, path and query as sent`;
  const forms = [
    ...OF_ADDRESS,
    ...inPart('path', [...pathForms(context), ...variableForms(target)]),
    ...verbForms(context),
  ];
  return [...valueRows(context, REQUEST_TARGET, forms, advice), ...nameRows(context)];
}

/** Where gateways have the bank, and what applications call the path by which they reach it. */
const FOLDERS = [
  ...['/psd2', '/bank', '/banking', '/openbanking', '/open-banking', '/proxy', '/sandbox'],
  ...['/sandbank', '/gateway', '/ob', '/xs2a', '/tpp', '/aisp', '/pisp', '/backend', '/v2'],
];
const PREFIXES = [
  ...['/api', '/psd2/api', ...FOLDERS, ...FOLDERS.slice(0, 7).map((folder) => `/api${folder}`)],
];
/** A path of this API has fewer. */
const MOST_SEGMENTS = 12;

/** Other paths, as before or behind a proxy, or when a base address overlaps with the path. */
function pathForms({ request: { target, headers } }: StringContext): readonly FormRow[] {
  const bank = /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';
  const own = target.slice(bank.length);
  const segments = target.split('/').slice(1);
  const begin = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  const forwarded = headers.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  const version = own.replace(/\/v\d+(?=\/)/, '');
  const others = [
    ...[1, 2, 3].map((count) => `/${segments.slice(count).join('/')}`),
    ...PREFIXES.flatMap((prefix) => [target, own, version].map((path) => prefix + path)),
    ...[forwarded, bank, begin].map((prefix) => prefix + target),
    ...[bank + begin + own, bank + begin + target, bank + version],
  ].filter((other) => other !== own && other !== '/');
  const without = `without ${bank}, which is part of the path`;
  return [
    ['request-target-without-bank', 2, without, swap(target, own)],
    // Two slashes where a base address ends in one.
    ...segments.slice(0, MOST_SEGMENTS).map((_, at): FormRow => {
      const path = `/${segments.toSpliced(at, 0, '').join('/')}`;
      return ['request-target-trailing-slash', 3, 'with a slash more', swap(target, path)];
    }),
    ...others.map((other): FormRow => {
      const cost = other.endsWith(own) ? 3 : 4;
      return ['request-target-other-prefix', cost, 'with another path', swap(target, other)];
    }),
  ];
}

const LONGEST_PATH = 300;
const VARIABLE = 'with the name of a variable instead of its value';

/** A segment that is an id, as the name of a variable. */
const variableForms = (target: string): readonly FormRow[] =>
  [...target.slice(0, LONGEST_PATH).matchAll(/(?<=\/([a-z-]+?)s?\/)[^/?]*\d[^/?]*/g)].flatMap(
    ([id, kind = 'id']) => {
      const name = kind.replace(/-./g, (letter) => upper(letter.slice(1)));
      const last = kind.replace(/.*-/, '');
      const names = [name, `${name}Id`, `${name}_id`, `${name}-id`, last, `${last}Id`];
      return [...names, 'id', 'resourceId']
        .flatMap((one) => [`{{${one}}}`, `:${one}`, `{${one}}`, `\${${one}}`])
        .map((text): FormRow => ['variable-unresolved', 5, VARIABLE, swap(`/${id}`, `/${text}`)]);
    },
  );

const loud = replaced(/^[a-z]+(?= )/, upper);

/** What stands before and after the address. */
const verbForms = ({ request: { headers } }: StringContext): readonly NamedForm[] => [
  ...inPart('method', [
    ['request-target-capitals', 1, 'with the method in capitals', loud],
    ['request-target-without-method', 2, 'without the method', replaced(/^\S+ /, '')],
    ...['get', 'post', 'put', 'delete', 'patch'].map((other): FormRow => {
      return ['request-target-method', 4, 'with another method', replaced(/^\S+/, other)];
    }),
  ]),
  ...inPart(
    'origin',
    ['http://', 'https://', ''].map((scheme): FormRow => {
      const origin = around(scheme + (headers.get('host') ?? ''), '');
      return ['request-target-absolute', 3, 'with its host', behind(' ', origin)];
    }),
  ),
  ...inPart('version', [
    ['request-target-with-version', 3, 'with the HTTP version', around('', ' HTTP/1.1')],
    ['request-target-with-version', 3, 'as the request line', both(loud, around('', ' HTTP/1.1'))],
  ]),
];

const NAMES = ['request-target', '@request-target', '(Request-Target)', '@target', 'target'];

/** (request-target) under another name, or as the components that RFC 9421 has instead. */
function nameRows({ request: { method, target, headers } }: StringContext): readonly DraftRow[] {
  const [path = ''] = target.split('?', 1);
  const verb = lineOf('@method', upper(method));
  const pathLine = lineOf('@path', path);
  const components = [
    [pathLine],
    [pathLine, lineOf('@query', target.slice(path.length) || '?')],
    [lineOf('@request-target', target)],
    [lineOf('@target-uri', `https://${headers.get('host') ?? ''}${target}`)],
  ].map((lines) => [verb, ...lines]);
  const row = (
    cost: number,
    names: readonly string[],
    change: (line: Line) => Line | readonly Line[],
  ): DraftRow => ({
    mistakes: ['request-target-name'],
    slot: `${REQUEST_TARGET} name`,
    cost,
    says: `You signed ${names.join(' and ')} instead of (request-target), which is the name of this line in the signing string; its value is the method in lower case, a space, path and query as sent.`,
    change: (before) => withLine(before, REQUEST_TARGET, change),
  });
  return [
    ...NAMES.map((name) => row(3, [name], (line) => ({ ...line, name }))),
    ...components.map((lines) => {
      const names = lines.map(({ name }) => name);
      return row(2, names, () => lines.map((line) => ({ ...line, entry: REQUEST_TARGET })));
    }),
  ];
}
