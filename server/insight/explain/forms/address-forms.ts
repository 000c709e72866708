// What URL libraries, routers and proxies do to an address: TPP-Redirect-URI, or path and query of the request.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import {
  both,
  type Edit,
  lower,
  onText,
  permutations,
  replaced,
  swap,
  tried,
  upper,
} from './edits.ts';
import { type Form, inPart, type Names } from './form.ts';

/** Of a query, which is not longer than that. */
const onQuery = (change: Edit): Edit => replaced(/(?<=^[^?#]*\?)[^#]{1,2000}(?=#|$)/, change);
const onPath = (change: Edit): Edit =>
  replaced(
    /^([a-z][\w+.-]*:\/\/[^/?#]*)?([^?#]*)/i,
    (_, origin = '', path = '') => origin + change(path),
  );

const plainOf: Edit = (text) => percentDecoded(text) ?? text;
const escapes = (change: Edit): Edit => replaced(/%[0-9A-F]{2}/gi, change);
/** RFC 3986 leaves fewer characters than JavaScript does. */
const strictly = both(
  encodeURIComponent,
  replaced(/[!'()*]/g, (char) => `%${upper(char.charCodeAt(0).toString(16))}`),
);

/** The text with its escapes made anew; `undefined` if nothing needs one. */
function encodedAgain(text: string): string | undefined {
  const plain = plainOf(text);
  const encoded = encodeURI(plain);
  return encoded === plain ? undefined : encoded;
}

/** Names and values of a query, each written anew. */
const words = (encode: Edit): Edit =>
  onQuery(replaced(/[^&=]+/g, both(both(swap('+', ' '), plainOf), encode)));
const asForm: Edit = both(strictly, swap('%20', '+', '%2A', '*'));

/** The parameters in another order. */
const ordered = (order: (all: readonly string[]) => readonly string[]): Edit =>
  onQuery((query) => order(query.split('&')).join('&'));
const ORDERS = [2, 3, 4].flatMap((count) =>
  permutations(Array.from({ length: count }, (_, at) => at)),
);
const inOrder = (order: readonly number[]): Edit =>
  ordered((all) => (all.length === order.length ? order.map((at) => all[at] as string) : all));

const QUERY: Names = {
  redirect: 'redirect-without-query',
  target: 'request-target-without-query',
};
const SLASH: Names = {
  redirect: 'redirect-trailing-slash',
  target: 'request-target-trailing-slash',
};
const ORDER: Names = { redirect: 'redirect-query-order', target: 'request-target-query-order' };
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
const NORMAL: Names = { redirect: 'redirect-normalised' };

const A_SLASH = 'with a slash more or less';
const OTHER_ORDER = 'with the parameters of its query in another order';
const OTHERWISE = 'percent-encoded otherwise';
const WHOLE = 'percent-encoded as a whole';

export const ADDRESS_FORMS: readonly Form<Names>[] = [
  ...inPart('query', [
    [QUERY, 1, 'without its query', replaced(/\?[^#]*/, '')],
    [QUERY, 3, 'without its query and fragment', replaced(/[?#].*/s, '')],
    [QUERY, 4, 'without the mark before its query', replaced(/\?([^#]*).*/s, '$1')],
    [{ redirect: 'redirect-without-fragment' }, 3, 'without its fragment', replaced(/#.*/s, '')],
    [
      { redirect: 'redirect-normalised', target: 'request-target-empty-query' },
      3,
      'with a question mark and no query',
      replaced(/^[^?#]*(?=#|$)/, '$&?'),
    ],
  ]),
  ...inPart('slash', [
    [SLASH, 3, A_SLASH, onPath((path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`))],
    [SLASH, 4, A_SLASH, onPath(replaced(/\/{2,}/g, '/'))],
    [SLASH, 4, A_SLASH, onPath(replaced(/^\//, ''))],
  ]),
  ...inPart('order', [
    [ORDER, 2, OTHER_ORDER, ordered((all) => all.toSorted())],
    [ORDER, 2, OTHER_ORDER, ordered((all) => all.toReversed())],
    ...ORDERS.map((order) => [ORDER, 4, OTHER_ORDER, inOrder(order)] as const),
  ]),
  ...inPart('encoding', [
    [DECODED, 2, 'percent-decoded', onText(tried(decodeURIComponent))],
    [DECODED, 4, 'percent-decoded', onText(tried(both(swap('+', ' '), decodeURIComponent)))],
    [DECODED, 3, 'percent-decoded but for reserved characters', onText(tried(decodeURI))],
    [DECODED, 3, 'with its brackets percent-decoded', onQuery(replaced(/%5[bd]/gi, plainOf))],
    [DECODED, 4, 'with its commas percent-decoded', replaced(/%2c/gi, ',')],
    [ENCODED, 3, OTHERWISE, onText(encodedAgain)],
    [ENCODED, 3, OTHERWISE, onText(encodeURI)],
    [ENCODED, 3, OTHERWISE, onPath(replaced(/[^/]+/g, both(plainOf, encodeURIComponent)))],
    [ENCODED, 2, OTHERWISE, words(asForm)],
    [ENCODED, 2, OTHERWISE, words(encodeURIComponent)],
    [ENCODED, 3, OTHERWISE, words(strictly)],
    [ENCODED, 2, OTHERWISE, onQuery(swap('[', '%5B', ']', '%5D'))],
    [ENCODED, 4, OTHERWISE, onQuery(swap('+', '%20'))],
    [ENCODED, 4, OTHERWISE, onQuery(swap('%20', '+'))],
    [ENCODED, 4, OTHERWISE, swap(',', '%2C')],
    [ENCODED, 4, 'with its percent escapes in lower case', escapes(lower)],
    [ENCODED, 4, 'with its percent escapes in upper case', escapes(upper)],
    [WHOLLY, 3, WHOLE, onText(tried(encodeURIComponent))],
    [WHOLLY, 4, WHOLE, onText(tried(both(encodeURIComponent, escapes(lower))))],
    [WHOLLY, 4, WHOLE, onText(tried(both(encodeURIComponent, swap('%20', '+'))))],
    [WHOLLY, 4, WHOLE, onText(tried(both(encodeURIComponent, swap('%2F', '/'))))],
  ]),
  ...inPart('address', [
    [NORMAL, 2, 'as a URL parser prints it', onText(tried((text) => new URL(text).href))],
    [
      NORMAL,
      3,
      'without its port',
      replaced(/^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i, '$1'),
    ],
    [NORMAL, 4, 'with the port 443', replaced(/^https:\/\/[^/?#:]*(?=[/?#]|$)/i, '$&:443')],
    [NORMAL, 3, 'with the scheme http', swap('https://', 'http://')],
  ]),
];
