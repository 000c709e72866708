// TPP-Redirect-URI and (request-target) as URL libraries, routers and proxies change them.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import {
  around,
  both,
  type Change,
  type Edit,
  lower,
  onText,
  swap,
  tried,
  upper,
} from '../forms/edits.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type DraftRow, type StringContext, type ValueForm, valueIn, valueRows } from './draft.ts';

/** Address with path, query with `?`, fragment with `#`. */
const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;

const onParts =
  (change: (address: string, query: string, fragment: string) => string): Change =>
  (text) => {
    const [, address = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
    return change(address, query, fragment);
  };

/** A longer query is not rewritten. */
const LONGEST_QUERY = 2000;
/** Up to this many parameters are tried in every order: 24 orders. */
const MOST_ORDERED = 4;

const onQuery = (change: Edit): Change =>
  onParts((address, query, fragment) => {
    const isFit = query.length > 1 && query.length <= LONGEST_QUERY;
    return address + (isFit ? `?${change(query.slice(1))}` : query) + fragment;
  });

type Kind = 'query' | 'fragment' | 'slash' | 'decoded' | 'encoded' | 'order' | 'normalised';
type Form = readonly [kind: Kind, cost: number, words: string, change: Change];

const toggled = (address: string): string =>
  address.endsWith('/') ? address.slice(0, -1) : `${address}/`;
const plainOf = (text: string): string => percentDecoded(text) ?? text;
const segmented = onParts(
  (address, ...rest) =>
    address.split('/').map(both(plainOf, encodeURIComponent)).join('/') + rest.join(''),
);
const escapes =
  (change: Edit): Edit =>
  (text) =>
    text.replace(/%[0-9A-F]{2}/gi, change);

/** The text with its escapes made anew; `undefined` if nothing needs one. */
function encodedAgain(text: string): string | undefined {
  const plain = plainOf(text);
  const encoded = encodeURI(plain);
  return encoded === plain ? undefined : encoded;
}

/** Every order of the parameters, or the sorted and reversed ones of many. */
function ordersOf(text: string): readonly Form[] {
  const query = PARTS.exec(text)?.[2] ?? '';
  const parameters = query.slice(1).split('&');
  if (parameters.length < 2 || query.length > LONGEST_QUERY) return [];
  const sorted = [...parameters].sort();
  const orders =
    parameters.length > MOST_ORDERED
      ? [sorted, parameters.toReversed(), sorted.toReversed()]
      : permutations(parameters);
  return orders.map((order) => [
    'order',
    4,
    'with the parameters of its query in another order',
    swap(query, `?${order.join('&')}`),
  ]);
}

/** Every order. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

const BRACKETS = 'with the brackets of its query percent-';
const SLASH = 'with a slash more or less at the end of its path';

/** What is done to any address. */
const ANY: readonly Form[] = [
  ['query', 2, 'without its query', onParts((address, _query, fragment) => address + fragment)],
  ['query', 3, 'without its query and fragment', onParts((address) => address)],
  ['fragment', 3, 'without its fragment', onParts((address, query) => address + query)],
  ['slash', 3, SLASH, onParts((address, query, fragment) => toggled(address) + query + fragment)],
  ['decoded', 2, 'percent-decoded', onText(tried(decodeURIComponent))],
  ['decoded', 4, 'percent-decoded', onText(tried(both(swap('+', ' '), decodeURIComponent)))],
  ['decoded', 3, 'percent-decoded but for reserved characters', onText(tried(decodeURI))],
  ['decoded', 3, `${BRACKETS}decoded`, onQuery((text) => text.replace(/%5[bd]/gi, plainOf))],
  ['encoded', 3, 'percent-encoded', onText(encodedAgain)],
  ['encoded', 3, 'percent-encoded again', onText(encodeURI)],
  ['encoded', 4, 'with its percent escapes in lower case', escapes(lower)],
  ['encoded', 4, 'with its percent escapes in upper case', escapes(upper)],
  ['encoded', 3, 'with each segment of its path percent-encoded', segmented],
  ['encoded', 2, `${BRACKETS}encoded`, onQuery(swap('[', '%5B', ']', '%5D'))],
  ['encoded', 4, 'with %20 in its query instead of each +', onQuery(swap('+', '%20'))],
  ['encoded', 4, 'with + in its query instead of each %20', onQuery(swap('%20', '+'))],
  [
    'encoded',
    4,
    'with its query encoded as a form',
    onQuery((query) => String(new URLSearchParams(query))),
  ],
];

const WHOLLY = 'percent-encoded as a whole';
const PORT = /^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i;
const NO_PORT = /^(https:\/\/[^/?#:]*)(?=[/?#]|$)/i;

/** Done to a whole address, not to a target. */
const WHOLE: readonly Form[] = [
  ['encoded', 3, WHOLLY, onText(encodeURIComponent)],
  ['encoded', 4, WHOLLY, onText(both(encodeURIComponent, escapes(lower)))],
  ['encoded', 4, WHOLLY, onText(both(encodeURIComponent, swap('%20', '+')))],
  [
    'encoded',
    4,
    `${WHOLLY} but for its slashes`,
    onText(both(encodeURIComponent, swap('%2F', '/'))),
  ],
  ['normalised', 2, 'as a URL parser prints it', onText(tried((text) => new URL(text).href))],
  ['normalised', 3, 'without its port', (text) => text.replace(PORT, '$1')],
  ['normalised', 4, 'with the port 443', (text) => text.replace(NO_PORT, '$1:443')],
  ['normalised', 3, 'in lower case', onText(lower)],
  ['normalised', 3, 'with the scheme http', swap('https://', 'http://')],
];

const OF_REDIRECT: Readonly<Record<Kind, MistakeName>> = {
  query: 'redirect-without-query',
  fragment: 'redirect-without-fragment',
  slash: 'redirect-trailing-slash',
  decoded: 'redirect-percent-decoded',
  encoded: 'redirect-percent-encoded',
  order: 'redirect-query-order',
  normalised: 'redirect-normalised',
};

export function redirectRows(context: StringContext): readonly DraftRow[] {
  const entry = 'tpp-redirect-uri';
  const forms = [...ANY, ...WHOLE, ...ordersOf(valueIn(context.draft, entry) ?? '')];
  return valueRows(
    context,
    { entry },
    forms.map(([kind, ...form]) => [OF_REDIRECT[kind], ...form]),
  );
}

const OF_TARGET: Readonly<Partial<Record<Kind, MistakeName>>> = {
  query: 'request-target-without-query',
  slash: 'request-target-trailing-slash',
  decoded: 'request-target-decoded',
  encoded: 'request-target-encoded',
  order: 'request-target-query-order',
};

export function targetRows(context: StringContext): readonly DraftRow[] {
  const { method, target } = context.request;
  const right = quoteBytes(`${method.toLowerCase()} ${target}`);
  const advice = `it is ${right}: method in lower case, space, path and query as sent`;
  const table = { entry: REQUEST_TARGET, advice };
  const forms = [...ANY, ...ordersOf(target)].flatMap(
    ([kind, cost, words, change]): ValueForm[] => {
      const mistake = OF_TARGET[kind];
      return mistake === undefined ? [] : [[mistake, cost, words, onAddress(change)]];
    },
  );
  return [
    ...valueRows(context, { ...table, part: 'path' }, pathForms(context)),
    ...valueRows(context, table, forms),
    ...valueRows(context, { ...table, part: 'method' }, verbForms(context)),
  ];
}

/** The part after the method. */
const onAddress =
  (change: Change): Change =>
  (value) => {
    const at = value.indexOf(' ') + 1;
    const changed = change(value.slice(at));
    return changed === undefined ? undefined : value.slice(0, at) + changed;
  };

const PREFIXES = ['/api', '/psd2', '/sandbox', '/openbanking', '/sandbank', '/proxy', '/gateway'];

/** Other paths, as before or behind a proxy, or when a base address overlaps with the path. */
function pathForms({ request: { target, headers } }: StringContext): readonly ValueForm[] {
  const bank = /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';
  const own = target.slice(bank.length);
  const segments = target.split('/').slice(1);
  const begin = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  const forwarded = headers.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  const others = [
    ...[1, 2, 3]
      .filter((count) => count < segments.length)
      .map((count) => `/${segments.slice(count).join('/')}`),
    ...[...PREFIXES, forwarded, '/', bank].map((prefix) => prefix + target),
    ...[`${bank}/${own}`, bank + begin + own, bank + begin + target],
  ];
  const replaced = (other: string): Change => swap(target, other);
  return [
    ['request-target-without-bank', 2, `without ${bank}, which is part of the path`, replaced(own)],
    ...[...new Set(others)]
      .filter((other) => other !== own)
      .map(
        (other): ValueForm => [
          'request-target-other-prefix',
          3,
          'with another path',
          replaced(other),
        ],
      ),
  ];
}

const loud = (value: string): string => value.replace(/^[a-z]+(?= )/, upper);

/** What stands before and after the address. */
function verbForms({ request }: StringContext): readonly ValueForm[] {
  const host = request.headers.get('host') ?? '';
  const absolute = 'request-target-absolute';
  const version = 'request-target-with-version';
  return [
    ['request-target-capitals', 1, 'with the method in capitals', loud],
    [
      'request-target-without-method',
      2,
      'without the method',
      (value) => value.replace(/^\S+ /, ''),
    ],
    [absolute, 3, 'as an absolute address', onAddress(around(`http://${host}`, ''))],
    [absolute, 3, 'as an absolute address', onAddress(around(`https://${host}`, ''))],
    [absolute, 3, 'with the host', onAddress(around(host, ''))],
    [version, 3, 'with the HTTP version', around('', ' HTTP/1.1')],
    [version, 3, 'as the request line', both(loud, around('', ' HTTP/1.1'))],
  ];
}
