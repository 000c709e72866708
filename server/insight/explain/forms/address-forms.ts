// What URL libraries, routers and proxies do to an address: TPP-Redirect-URI, or path and query of the request.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { both, type Change, type Edit, lower, onText, swap, tried, upper } from './edits.ts';
import { type Form, inPart, type Names } from './form.ts';
import { permutations } from './permutations.ts';

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

const onQuery = (change: Edit): Change =>
  onParts((address, query, fragment) => {
    const isFit = query.length > 1 && query.length <= LONGEST_QUERY;
    return address + (isFit ? `?${change(query.slice(1))}` : query) + fragment;
  });

const onPath = (change: Edit): Change =>
  onParts((address, query, fragment) => {
    const [, origin = '', path = ''] = /^([a-z][\w+.-]*:\/\/[^/]*)?(.*)$/is.exec(address) ?? [];
    return origin + change(path) + query + fragment;
  });

const plainOf = (text: string): string => percentDecoded(text) ?? text;
const escapes =
  (change: Edit): Edit =>
  (text) =>
    text.replace(/%[0-9A-F]{2}/gi, change);
/** RFC 3986 leaves fewer characters than JavaScript does. */
const strictly: Edit = (text) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The text with its escapes made anew; `undefined` if nothing needs one. */
function encodedAgain(text: string): string | undefined {
  const plain = plainOf(text);
  const encoded = encodeURI(plain);
  return encoded === plain ? undefined : encoded;
}

/** Names and values of a query, each written anew. */
const eachWord =
  (change: Edit): Edit =>
  (query) =>
    query
      .split('&')
      .map((one) => one.split('=').map(change).join('='))
      .join('&');
const words = (encode: Edit): Edit => eachWord(both(both(swap('+', ' '), plainOf), encode));
const form: Edit = words((text) => strictly(text).replaceAll('%20', '+').replaceAll('%2A', '*'));

/** The names in order, equal ones as they stood. */
const byName: Edit = (query) => {
  const nameOf = (one: string) => one.split('=', 1)[0] as string;
  return query
    .split('&')
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
    .join('&');
};
const bySort: Edit = (query) => query.split('&').sort().join('&');
const reversed: Edit = (query) => query.split('&').reverse().join('&');
/** The parameters in that order, if there are so many. */
const ordered = (order: readonly number[]): Change =>
  onQuery((query) => {
    const all = query.split('&');
    return all.length === order.length ? order.map((at) => all[at]).join('&') : query;
  });
const ORDERS = [2, 3, 4].flatMap((count) =>
  permutations(Array.from({ length: count }, (_, at) => at)),
);

const QUERY: Names = {
  redirect: 'redirect-without-query',
  target: 'request-target-without-query',
};
const EMPTY_QUERY: Names = {
  redirect: 'redirect-normalised',
  target: 'request-target-empty-query',
};
const FRAGMENT: Names = { redirect: 'redirect-without-fragment' };
const SLASH: Names = {
  redirect: 'redirect-trailing-slash',
  target: 'request-target-trailing-slash',
};
const DECODED: Names = {
  redirect: 'redirect-percent-decoded',
  target: 'request-target-decoded',
  value: 'value-percent-decoded',
};
const ENCODED: Names = { redirect: 'redirect-percent-encoded', target: 'request-target-encoded' };
const WHOLLY: Names = {
  redirect: 'redirect-percent-encoded',
  value: 'value-percent-encoded',
  string: 'url-encoded',
};
const ORDER: Names = {
  redirect: 'redirect-query-order',
  target: 'request-target-query-order',
};
const NORMAL: Names = { redirect: 'redirect-normalised' };

const PORT = /^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i;
const NO_PORT = /^(https:\/\/[^/?#:]*)(?=[/?#]|$)/i;
const toggled: Edit = (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
const segmented: Edit = (path) => path.split('/').map(both(plainOf, encodeURIComponent)).join('/');
const OTHER_ORDER = 'with the parameters of its query in another order';
const A_SLASH = 'with a slash more or less';

export const ADDRESS_FORMS: readonly Form[] = [
  ...inPart('query', [
    [QUERY, 1, 'without its query', onParts((address, _query, fragment) => address + fragment)],
    [QUERY, 3, 'without its query and fragment', onParts((address) => address)],
    [
      QUERY,
      4,
      'without the mark before its query',
      onParts((address, query) => address + query.slice(1)),
    ],
    [FRAGMENT, 3, 'without its fragment', onParts((address, query) => address + query)],
    [
      EMPTY_QUERY,
      3,
      'with a question mark and no query',
      onParts((address, query, fragment) => `${address}${query || '?'}${fragment}`),
    ],
  ]),
  ...inPart('slash', [
    [SLASH, 3, `${A_SLASH} at the end of its path`, onPath(toggled)],
    [SLASH, 4, A_SLASH, onPath((path) => path.replace(/\/{2,}/g, '/'))],
    [SLASH, 4, A_SLASH, onPath((path) => path.replace(/^\//, ''))],
  ]),
  ...inPart('order', [
    [ORDER, 2, OTHER_ORDER, onQuery(bySort)],
    [ORDER, 3, OTHER_ORDER, onQuery(byName)],
    [ORDER, 2, OTHER_ORDER, onQuery(reversed)],
    ...ORDERS.map((order) => [ORDER, 4, OTHER_ORDER, ordered(order)] as const),
  ]),
  ...inPart('encoding', [
    [DECODED, 2, 'percent-decoded', onText(tried(decodeURIComponent))],
    [DECODED, 4, 'percent-decoded', onText(tried(both(swap('+', ' '), decodeURIComponent)))],
    [DECODED, 3, 'percent-decoded but for reserved characters', onText(tried(decodeURI))],
    [ENCODED, 3, 'percent-encoded', onText(encodedAgain)],
    [ENCODED, 3, 'percent-encoded again', onText(encodeURI)],
    [ENCODED, 4, 'with its percent escapes in lower case', escapes(lower)],
    [ENCODED, 4, 'with its percent escapes in upper case', escapes(upper)],
    [ENCODED, 3, 'with each segment of its path percent-encoded', onPath(segmented)],
    [ENCODED, 2, 'with its query encoded as a form', onQuery(form)],
    [ENCODED, 2, 'with its query percent-encoded', onQuery(words(encodeURIComponent))],
    [ENCODED, 3, 'with its query percent-encoded', onQuery(words(strictly))],
    [ENCODED, 2, 'with its brackets percent-encoded', onQuery(swap('[', '%5B', ']', '%5D'))],
    [
      DECODED,
      3,
      'with its brackets percent-decoded',
      onQuery((text) => text.replace(/%5[bd]/gi, plainOf)),
    ],
    [ENCODED, 4, 'with %20 in its query instead of each +', onQuery(swap('+', '%20'))],
    [ENCODED, 4, 'with + in its query instead of each %20', onQuery(swap('%20', '+'))],
    [ENCODED, 4, 'with its commas percent-encoded', swap(',', '%2C')],
    [DECODED, 4, 'with its commas percent-decoded', (text) => text.replace(/%2c/gi, ',')],
    [WHOLLY, 3, 'percent-encoded as a whole', onText(tried(encodeURIComponent))],
    [
      WHOLLY,
      4,
      'percent-encoded as a whole',
      onText(tried(both(encodeURIComponent, escapes(lower)))),
    ],
    [
      WHOLLY,
      4,
      'percent-encoded as a whole',
      onText(tried(both(encodeURIComponent, swap('%20', '+')))),
    ],
    [
      WHOLLY,
      4,
      'percent-encoded but for slashes',
      onText(tried(both(encodeURIComponent, swap('%2F', '/')))),
    ],
  ]),
  ...inPart('address', [
    [NORMAL, 2, 'as a URL parser prints it', onText(tried((text) => new URL(text).href))],
    [NORMAL, 3, 'without its port', (text) => text.replace(PORT, '$1')],
    [NORMAL, 4, 'with the port 443', (text) => text.replace(NO_PORT, '$1:443')],
    [NORMAL, 3, 'with the scheme http', swap('https://', 'http://')],
  ]),
];
