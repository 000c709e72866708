// (request-target): its method, its path and its name, as routers, proxies and other standards have them.
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, type Change, swap, upper } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
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

type Row = readonly [name: MistakeName, cost: number, words: string, change: Change];

const inPart = (part: string, rows: readonly Row[]): readonly NamedForm[] =>
  rows.map(([name, cost, words, change]) => ({ part, name, cost, words, change }));

const OF_ADDRESS = formsFor('target').map((form) => ({
  ...form,
  change: behind(' ', form.change),
}));

export function targetRows(context: StringContext): readonly DraftRow[] {
  if (valueIn(context.draft, REQUEST_TARGET) === undefined) return [];
  const { request } = context;
  const right = quoteBytes(`${request.method.toLowerCase()} ${request.target}`);
  const advice = `it is ${right}: method in lower case, space, path and query as sent`;
  const forms = [...OF_ADDRESS, ...pathForms(context), ...verbForms(context)];
  return [...valueRows(context, REQUEST_TARGET, forms, advice), ...nameRows(context)];
}

const PREFIXES = ['/api', '/psd2', '/sandbox', '/openbanking', '/sandbank', '/proxy', '/gateway'];
/** What an application calls the path by which it reaches the bank. */
const OWN_PREFIXES = [
  ...PREFIXES,
  ...['/bank', '/banking', '/open-banking', '/ob', '/xs2a', '/tpp', '/aisp', '/pisp', '/backend'],
  ...['/psd2', '/bank', '/banking', '/openbanking', '/open-banking', '/v1', '/v2', '/proxy'].map(
    (second) => `/api${second}`,
  ),
  ...['/psd2/v1', '/psd2/api', '/sandbox/v1', '/openbanking/v1', '/open-banking/v1', '/v2'],
];
/** A path of this API has fewer. */
const MOST_SEGMENTS = 12;
const BANK = 'request-target-without-bank';
const OTHER = 'request-target-other-prefix';

/** Other paths, as before or behind a proxy, or when a base address overlaps with the path. */
function pathForms({ request: { target, headers } }: StringContext): readonly NamedForm[] {
  const bank = /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';
  const own = target.slice(bank.length);
  const segments = target.split('/').slice(1);
  const begin = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  const forwarded = headers.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  const shorter = [1, 2, 3].filter((count) => count < segments.length);
  const version = own.replace(/\/v\d+(?=\/)/, '');
  const others = [
    ...shorter.map((count) => `/${segments.slice(count).join('/')}`),
    ...[...OWN_PREFIXES, forwarded, '/', bank, begin].map((prefix) => prefix + target),
    ...OWN_PREFIXES.map((prefix) => prefix + version),
    ...[`${bank}/${own}`, bank + begin + own, bank + begin + target, bank + version],
    // Two slashes where a base address ends in one.
    ...segments
      .slice(0, MOST_SEGMENTS)
      .map((_, at) => `/${segments.toSpliced(at, 0, '').join('/')}`),
    ...PREFIXES.map((prefix) => `${bank}${prefix}${own}`),
  ];
  return inPart('path', [
    [BANK, 2, `without ${bank}, which is part of the path`, swap(target, own)],
    ...[...new Set(others)]
      .filter((other) => other !== own)
      .map((other): Row => {
        const isSlash = other.replace(/\/+/g, '/') === target.replace(/\/+/g, '/');
        return isSlash
          ? ['request-target-trailing-slash', 3, 'with a slash more', swap(target, other)]
          : [OTHER, 3, 'with another path', swap(target, other)];
      }),
    ...variableForms(target),
  ]);
}

const LONGEST_PATH = 300;

/** A segment that is an id, as the name of a variable. */
const variableForms = (target: string): readonly Row[] =>
  [...target.slice(0, LONGEST_PATH).matchAll(/(?<=\/([a-z-]+?)s?\/)[^/?]*\d[^/?]*/g)].flatMap(
    ([id, kind = 'id']) => {
      const words = kind.split('-');
      const name =
        words[0] +
        words
          .slice(1)
          .map((word) => word.replace(/^./, upper))
          .join('');
      const last = words.at(-1) ?? '';
      return [
        name,
        `${name}Id`,
        `${name}_id`,
        `${name}-id`,
        last,
        `${last}Id`,
        'id',
        'resourceId',
      ].flatMap((variable) =>
        [`{{${variable}}}`, `:${variable}`, `{${variable}}`, `\${${variable}}`].map(
          (text): Row => [
            'variable-unresolved',
            5,
            `with the name of a variable, ${text}, instead of its value`,
            swap(`/${id}`, `/${text}`),
          ],
        ),
      );
    },
  );

const loud = (value: string): string => value.replace(/^[a-z]+(?= )/, upper);
const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/** What stands before and after the address. */
function verbForms({ request }: StringContext): readonly NamedForm[] {
  const host = request.headers.get('host') ?? '';
  const absolute = 'request-target-absolute';
  const version = 'request-target-with-version';
  const method = request.method.toLowerCase();
  return [
    ...inPart('method', [
      ['request-target-capitals', 1, 'with the method in capitals', loud],
      [
        'request-target-without-method',
        2,
        'without the method',
        (value) => value.replace(/^\S+ /, ''),
      ],
      ...METHODS.filter((other) => other !== method).map(
        (other): Row => [
          'request-target-method',
          4,
          `with the method ${other}, which is not the one that arrived`,
          (value) => value.replace(/^\S+/, other),
        ],
      ),
    ]),
    ...inPart('origin', [
      [absolute, 3, 'as an absolute address', behind(' ', around(`http://${host}`, ''))],
      [absolute, 3, 'as an absolute address', behind(' ', around(`https://${host}`, ''))],
      [absolute, 3, 'with the host', behind(' ', around(host, ''))],
    ]),
    ...inPart('version', [
      [version, 3, 'with the HTTP version', around('', ' HTTP/1.1')],
      [version, 3, 'as the request line', both(loud, around('', ' HTTP/1.1'))],
    ]),
  ];
}

const NAMES = ['request-target', '@request-target', '(Request-Target)', '@target', 'target'];

/** (request-target) under another name, or as the components that RFC 9421 has instead. */
function nameRows({ request: { method, target, headers } }: StringContext): readonly DraftRow[] {
  const path = target.split('?', 1)[0] as string;
  const query = target.slice(path.length) || '?';
  const uri = `https://${headers.get('host') ?? ''}${target}`;
  const verb = lineOf('@method', upper(method));
  const components: readonly (readonly Line[])[] = [
    [verb, lineOf('@path', path)],
    [verb, lineOf('@path', path), lineOf('@query', query)],
    [lineOf('@request-target', target)],
    [verb, lineOf('@request-target', target)],
    [verb, lineOf('@target-uri', uri)],
  ];
  const row = (
    cost: number,
    says: string,
    change: (line: Line) => Line | readonly Line[],
    others: readonly MistakeName[] = [],
  ): DraftRow => ({
    mistakes: ['request-target-name', ...others],
    slot: `${REQUEST_TARGET} name`,
    cost,
    says,
    change: (before) => withLine(before, REQUEST_TARGET, change),
  });
  return [
    ...NAMES.map((name) =>
      row(3, `You named the line ${name}; its name is (request-target).`, (line) => ({
        ...line,
        name,
      })),
    ),
    ...components.map((lines) => {
      const names = lines.map(({ name }) => name).join(' and ');
      const says = `You signed ${names}, as RFC 9421 has it, instead of (request-target); its value is ${method.toLowerCase()}, a space, path and query as sent.`;
      const change = () => lines.map((line) => ({ ...line, entry: REQUEST_TARGET }));
      // A line named @request-target is the old line without its method.
      return row(2, says, change, lines.length > 1 ? [] : ['request-target-without-method']);
    }),
  ];
}
