// TPP-Redirect-URI as URL libraries print it, and what is done to any address.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { onText } from '../char-sets.ts';
import { permutations } from '../combinations.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type Change,
  type StringContext,
  type Transform,
  valueTransforms,
} from '../string/transform.ts';
import { both, escapes, lower, swap, tried, upper } from './changes.ts';

/** Address with path, query with `?`, fragment with `#`. */
export const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;

type Parts = readonly [address: string, query: string, fragment: string];

const onParts =
  (change: (...parts: Parts) => string): Change =>
  (text) => {
    const [, address = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
    return change(address, query, fragment);
  };

/** A longer query is not rewritten. */
const LONGEST_QUERY = 2000;
/** Up to this many parameters are tried in every order: 24 orders. */
const MOST_ORDERED = 4;

const onQuery = (change: (text: string) => string): Change =>
  onParts((address, query, fragment) => {
    const isFit = query.length > 1 && query.length <= LONGEST_QUERY;
    return address + (isFit ? `?${change(query.slice(1))}` : query) + fragment;
  });

export type Kind = 'query' | 'fragment' | 'slash' | 'decoded' | 'encoded' | 'order' | 'normalised';
type Row = readonly [kind: Kind, cost: number, words: string, change: Change];

const BRACKETS = 'with the brackets of its query percent-';
const SLASH = 'with a slash more or less at the end of its path';

const toggled = (address: string): string =>
  address.endsWith('/') ? address.slice(0, -1) : `${address}/`;
const segmented = (address: string, ...rest: readonly string[]): string =>
  address.split('/').map(both(decodeSafely, encodeURIComponent)).join('/') + rest.join('');
const decodeSafely = (text: string): string => percentDecoded(text) ?? text;
const asForm = (query: string): string => String(new URLSearchParams(query));

/** What is done to any address. */
export const ADDRESS_ROWS: readonly Row[] = [
  ['query', 2, 'without its query', onParts((address, _query, fragment) => address + fragment)],
  ['query', 3, 'without its query and fragment', onParts((address) => address)],
  ['fragment', 3, 'without its fragment', onParts((address, query) => address + query)],
  ['slash', 3, SLASH, onParts((address, ...rest) => toggled(address) + rest.join(''))],
  ['decoded', 2, 'percent-decoded', onText(tried(decodeURIComponent))],
  ['decoded', 4, 'percent-decoded', onText(tried(both(swap('+', ' '), decodeURIComponent)))],
  ['decoded', 3, 'percent-decoded but for reserved characters', onText(tried(decodeURI))],
  [
    'decoded',
    3,
    `${BRACKETS}decoded`,
    onQuery(swap('%5B', '[', '%5D', ']', '%5b', '[', '%5d', ']')),
  ],
  ['encoded', 3, 'percent-encoded', onText(encodedAgain)],
  ['encoded', 3, 'percent-encoded again', onText(encodeURI)],
  ['encoded', 4, 'with its percent escapes in lower case', escapes(lower)],
  ['encoded', 4, 'with its percent escapes in upper case', escapes(upper)],
  ['encoded', 3, 'with each segment of its path percent-encoded', onParts(segmented)],
  ['encoded', 2, `${BRACKETS}encoded`, onQuery(swap('[', '%5B', ']', '%5D'))],
  ['encoded', 4, `${BRACKETS}encoded`, onQuery(swap('[', '%5b', ']', '%5d'))],
  ['encoded', 4, 'with %20 in its query instead of each +', onQuery(swap('+', '%20'))],
  ['encoded', 4, 'with + in its query instead of each %20', onQuery(swap('%20', '+'))],
  ['encoded', 4, 'with its query encoded as a form', onQuery(asForm)],
];

const WHOLLY = 'percent-encoded as a whole';
const parsed = (text: string): string => new URL(text).href;
const portless = (text: string): string =>
  text.replace(/^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i, '$1');
const ported = (text: string): string =>
  text.replace(/^(https:\/\/[^/?#:]*)(?=[/?#]|$)/i, '$1:443');

/** Done to a whole address, not to a target. */
const WHOLE: readonly Row[] = [
  ['encoded', 3, WHOLLY, onText(encodeURIComponent)],
  ['encoded', 4, WHOLLY, onText(both(encodeURIComponent, escapes(lower)))],
  ['encoded', 4, WHOLLY, onText(both(encodeURIComponent, swap('%20', '+')))],
  [
    'encoded',
    4,
    `${WHOLLY} but for its slashes`,
    onText(both(encodeURIComponent, swap('%2F', '/'))),
  ],
  ['normalised', 2, 'as a URL parser prints it', onText(tried(parsed))],
  ['normalised', 3, 'without its port', portless],
  ['normalised', 4, 'with the port 443', ported],
  ['normalised', 3, 'in lower case', onText(lower)],
  ['normalised', 3, 'with the scheme http', swap('https://', 'http://')],
  ['normalised', 3, 'with the scheme https', swap('http://', 'https://')],
];

/** Every order of the parameters, or the sorted and reversed ones of many. */
export function ordersOf(query: string): readonly Row[] {
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
    onParts(
      (address, now, fragment) =>
        address + (now === query ? `?${order.join('&')}` : now) + fragment,
    ),
  ]);
}

/** The text with its escapes made anew; `undefined` if nothing needs one. */
function encodedAgain(text: string): string | undefined {
  const plain = percentDecoded(text) ?? text;
  const encoded = encodeURI(plain);
  return encoded === plain ? undefined : encoded;
}

const OF_REDIRECT: Readonly<Record<Kind, MistakeName>> = {
  query: 'redirect-without-query',
  fragment: 'redirect-without-fragment',
  slash: 'redirect-trailing-slash',
  decoded: 'redirect-percent-decoded',
  encoded: 'redirect-percent-encoded',
  order: 'redirect-query-order',
  normalised: 'redirect-normalised',
};

export function redirectTransforms({ draft, request }: StringContext): readonly Transform[] {
  const entry = 'tpp-redirect-uri';
  const query = PARTS.exec(request.headers.get(entry) ?? '')?.[2] ?? '';
  const rows = [...ADDRESS_ROWS, ...WHOLE, ...ordersOf(query)];
  return valueTransforms(draft, entry, {
    rows: rows.map(([kind, ...row]) => [OF_REDIRECT[kind], ...row]),
  });
}
