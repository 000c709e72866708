// (request-target) in other forms. The right form is the method in lower case, a space, path and query.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bytesOf } from '../string/draft.ts';
import { type MistakeContext, type Variant, valueVariant } from '../string/variant.ts';
import { queryForms } from './query.ts';
import { targetLineMistakes } from './target-lines.ts';

type Form = readonly [mistake: MistakeName, signed: string | undefined, words: string];

export function requestTargetMistakes(context: MistakeContext): readonly Variant[] {
  const { draft, request, bankPrefix } = context;
  const line = draft.lines.find(({ entry }) => entry === REQUEST_TARGET);
  if (line === undefined) return [];
  const { method, target } = request;
  const path = target.split('?', 1)[0] as string;
  const query = target.slice(path.length);
  return [
    ...twoAtOnce({ method, target, path, query, bankPrefix }, line.value),
    ...[...wholeForms(context), ...pathForms(context, path, query)].flatMap(
      ([mistake, signed, words]) => {
        if (signed === undefined || signed === line.value) return [];
        const sentence = `You signed (request-target) ${words}; it is ${quoteBytes(line.value)}: method in lower case, space, path and query as sent.`;
        const combines = COMBINING.has(mistake);
        return [valueVariant({ mistake, entry: REQUEST_TARGET, signed, sentence, combines })];
      },
    ),
    ...targetLineMistakes(context),
  ];
}

/** Changes around the target as sent. */
function wholeForms({ request }: MistakeContext): readonly Form[] {
  const { method, target, headers } = request;
  const verb = method.toLowerCase();
  const capitals = `${method.toUpperCase()} ${target}`;
  const host = headers.get('host') ?? '';
  return [
    ['request-target-capitals', capitals, 'with the method in capitals'],
    ['request-target-absolute', `${verb} http://${host}${target}`, 'as an absolute address'],
    ['request-target-absolute', `${verb} https://${host}${target}`, 'as an absolute address'],
    ['request-target-absolute', `${verb} ${host}${target}`, 'with the host'],
    ['request-target-without-method', target, 'without the method'],
    ['request-target-with-version', `${capitals} HTTP/1.1`, 'as the request line'],
    ['request-target-with-version', `${verb} ${target} HTTP/1.1`, 'with the HTTP version'],
  ];
}

/** With another path or query. */
function pathForms(
  { request: { method, target, headers }, bankPrefix }: MistakeContext,
  path: string,
  query: string,
): readonly Form[] {
  const verb = method.toLowerCase();
  const [slashed, slash] = path.endsWith('/')
    ? [path.slice(0, -1), 'without the slash at the end of the path']
    : [`${path}/`, 'with a slash at the end of the path'];
  const signed = (other: string | undefined) => other && `${verb} ${other}`;
  const plain = percentDecoded(target);
  const prefixed = otherPrefixes(headers.get('x-forwarded-prefix'), target, bankPrefix);
  const other = 'request-target-other-prefix';
  const escapes = 'request-target-encoded';
  return [
    ['request-target-without-query', query === '' ? undefined : signed(path), 'without the query'],
    [
      'request-target-without-bank',
      bankPrefix === '' ? undefined : signed(target.slice(bankPrefix.length)),
      `without ${bankPrefix}, which is part of the path`,
    ],
    ['request-target-without-method', path, 'as the path alone'],
    ['request-target-decoded', plain && signed(bytesOf(plain)), 'percent-decoded'],
    ['request-target-trailing-slash', signed(slashed + query), slash],
    ...prefixed.map((its): Form => {
      return [
        other,
        signed(its),
        `with another path (${quoteBytes(its)}), as before or behind a proxy`,
      ];
    }),
    ...[...new Set(doubled(target, bankPrefix))].map((its): Form => {
      const words = `with another path (${quoteBytes(its)}), as when a base address overlaps with the path`;
      return [other, signed(its), words];
    }),
    ...queryForms(query).map(({ kind, query: its, words }): Form => {
      return [OF_QUERY[kind], signed(path + its), words];
    }),
    [
      escapes,
      signed(escapesIn(target, (code) => code.toUpperCase())),
      'with its percent escapes in upper case',
    ],
    [
      escapes,
      signed(escapesIn(target, (code) => code.toLowerCase())),
      'with its percent escapes in lower case',
    ],
  ];
}

const OF_QUERY = {
  order: 'request-target-query-order',
  encoded: 'request-target-encoded',
  decoded: 'request-target-decoded',
} as const;

const COMBINING = new Set([
  'request-target-capitals',
  'request-target-without-query',
  'request-target-without-bank',
  'request-target-without-method',
]);

const escapesIn = (target: string, change: (code: string) => string): string =>
  target.replace(/%[0-9A-F]{2}/gi, change);

const PREFIXES = ['/api', '/psd2', '/sandbox', '/openbanking', '/sandbank', '/proxy'];

/** The target without its first segments, or after a usual prefix. */
function otherPrefixes(
  forwarded: string | undefined,
  target: string,
  bankPrefix: string,
): readonly string[] {
  const segments = target.split('/').slice(1);
  const shorter = [1, 2, 3].flatMap((count) =>
    count < segments.length ? [`/${segments.slice(count).join('/')}`] : [],
  );
  const longer = [...PREFIXES, ...(forwarded === undefined ? [] : [forwarded.replace(/\/$/, '')])];
  // A missing bank prefix is another mistake with its own sentence.
  const own = target.slice(bankPrefix.length);
  return [...shorter, ...longer.map((prefix) => prefix + target)].filter((one) => one !== own);
}

/** The result of a base address that ends in a slash or already has the start of the path. */
function doubled(target: string, bankPrefix: string): readonly string[] {
  const own = target.slice(bankPrefix.length);
  const first = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  return [
    `/${target}`,
    `${bankPrefix}/${own}`,
    bankPrefix + first + own,
    bankPrefix + first + target,
    bankPrefix + target,
  ];
}

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: string;
  readonly bankPrefix: string;
}

type Two = readonly [first: MistakeName, second: MistakeName, signed: string, words: string];

/** Two mistakes in this one line. */
function twoAtOnce(
  { method, target, path, query, bankPrefix }: Parts,
  right: string,
): readonly Variant[] {
  const [verb, capitals] = [method.toLowerCase(), method.toUpperCase()];
  const below = bankPrefix.length;
  const [upper, bare, bank] = [
    'request-target-capitals',
    'request-target-without-query',
    'request-target-without-bank',
  ] as const;
  const rows: readonly Two[] = [
    [upper, bare, `${capitals} ${path}`, 'with the method in capitals and without the query'],
    [
      upper,
      bank,
      `${capitals} ${target.slice(below)}`,
      `with the method in capitals and without ${bankPrefix}`,
    ],
    [bank, bare, `${verb} ${path.slice(below)}`, `without ${bankPrefix} and without the query`],
  ];
  return rows
    .filter(([first, second]) => query !== '' || (first !== bare && second !== bare))
    .filter(([first, second]) => below > 0 || (first !== bank && second !== bank))
    .map(([mistake, second, signed, words]) =>
      valueVariant({
        mistake,
        more: [second],
        entry: REQUEST_TARGET,
        signed,
        sentence: `You signed (request-target) ${words}; it is ${quoteBytes(right)}: method in lower case, space, path and query as sent.`,
      }),
    );
}
