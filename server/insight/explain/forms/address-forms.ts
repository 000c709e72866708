// What URL libraries, routers and proxies do to an address: TPP-Redirect-URI, or path and query of the request.
import { domainToASCII, domainToUnicode } from 'node:url';
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { onText } from './bytes.ts';
import { around, both, type Edit, lower, permutations, replaced, swap, upper } from './edits.ts';
import { type Table, under } from './form.ts';

/** Of a query, which is not longer than that. */
const onQuery = (change: Edit): Edit => replaced(/(?<=^[^?#]*\?)[^#]{1,2000}(?=#|$)/, change);
const onPath = (change: Edit): Edit =>
  replaced(/^(\w+:\/\/[^/?#]*)?([^?#]*)/, (_, origin = '', path = '') => origin + change(path));

const plainOf: Edit = (text) => percentDecoded(text) ?? text;
const ANEW = both(plainOf, encodeURIComponent);
/** Names and values of a query, each written anew. */
const words = (encode: Edit): Edit =>
  onQuery(replaced(/[^&=]+/g, both(both(swap('+', ' '), plainOf), encode)));

/** The parameters in another order. */
const ordered = (order: (all: readonly string[]) => readonly string[]): Edit =>
  onQuery((query) => order(query.split('&')).join('&'));
const USUAL_ORDERS = [ordered((all) => all.toSorted()), ordered((all) => all.toReversed())];
const ORDERS = permutations([0, 1, 2, 3]).map((order) =>
  ordered((all) => (all.length > order.length ? all : order.flatMap((at) => all[at] ?? []))),
);

/** What some do otherwise than JavaScript. */
const AFTER = [replaced(/%../g, lower), swap('%20', '+'), swap('%2F', '/')].map((then) =>
  onText(both(encodeURIComponent, then)),
);
/** Of a query, with one or all of its values. */
const VARIABLES = ['{$1}', '{{$1}}', `\${$1}`, ':$1'].flatMap((variable) =>
  ['', 'g'].map((all) =>
    onQuery(replaced(new RegExp('([\\w-]{1,40})=[^&]+', all), `$1=${variable}`)),
  ),
);
const escapesIn = (change: Edit) => replaced(/%[0-9A-F]{2}/gi, change);
const HOST = /(?<=^[a-z]+:\/\/)[^/?#]*/;
const HOSTS = [domainToUnicode, domainToASCII].map((change) => onText(replaced(HOST, change)));
const LOCAL = [swap('localhost', '127.0.0.1'), swap('127.0.0.1', 'localhost')];
const CUT_AT_AND = 'without what is behind an & (a shell cuts it off there, a gateway adds to it)';
const AS_IN_URL = 'encoded as in a URL';

export const ADDRESS_FORMS: Table = [
  under('query', { redirect: 'redirect-without-query', target: 'request-target-without-query' }),
  [1, 'without its query', replaced(/^([^?#]*)\?[^#]*/, '$1')],
  [5, CUT_AT_AND, replaced(/&.*/s, ''), replaced(/&[^&]*$/, '')],
  under('query', { redirect: 'redirect-without-fragment' }),
  [3, 'without its fragment', replaced(/#.*/s, '')],
  under('query', { redirect: 'redirect-normalised', target: 'request-target-empty-query' }),
  [3, 'with a question mark and no query', replaced(/^[^?#]*(?=#|$)/, '$&?')],
  under('query', { redirect: 'variable-unresolved', target: 'variable-unresolved' }),
  [5, 'with a variable in its query', ...VARIABLES],
  under('slash', { redirect: 'redirect-trailing-slash', target: 'request-target-trailing-slash' }),
  [3, 'with a slash at the end of its path', onPath(replaced(/(?<!\/)$/, '/'))],
  [3, 'without the slash at the end of its path', onPath(replaced(/\/$/, ''))],
  [4, 'with a slash at its very end', around('', '/')],
  [4, 'with a slash more', ...[/\//, /(?<=\w)\//].map((one) => onPath(replaced(one, '//')))],
  under('order', { redirect: 'redirect-query-order', target: 'request-target-query-order' }),
  [2, 'with its query in another order', ...USUAL_ORDERS],
  [4, 'with its query in another order', ...ORDERS],
  under('encoding', {
    redirect: 'redirect-percent-decoded',
    target: 'request-target-decoded',
    value: 'value-percent-decoded',
  }),
  [2, 'percent-decoded', onText(decodeURIComponent)],
  [4, 'decoded as a form (a space for +)', onText(both(swap('+', ' '), decodeURIComponent))],
  [3, 'percent-decoded in part', onText(decodeURI), onQuery(replaced(/%(?:5[bd]|2c)/gi, plainOf))],
  under('encoding', { redirect: 'redirect-percent-encoded', target: 'request-target-encoded' }),
  [3, 'percent-encoded otherwise', onText((text) => /^.*%.*/s.exec(encodeURI(plainOf(text)))?.[0])],
  [3, 'percent-encoded, each % too', onText(encodeURI)],
  [3, 'with its path percent-encoded otherwise', onPath(replaced(/[^/]+/g, ANEW))],
  [2, 'with its query percent-encoded otherwise', words(encodeURIComponent)],
  [2, 'with its query as a form', words(both(encodeURIComponent, swap('%20', '+')))],
  [2, 'with its brackets encoded', onQuery(swap('[', '%5B', ']', '%5D'))],
  [4, 'with its spaces encoded otherwise', onQuery(swap('+', '%20')), onQuery(swap('%20', '+'))],
  [4, 'with its commas encoded', swap(',', '%2C')],
  [4, 'with its percent escapes in another case', ...[lower, upper].map(escapesIn)],
  under('encoding', { target: 'request-target-encoded', string: 'url-encoded' }),
  [3, AS_IN_URL, onText(encodeURIComponent)],
  [4, AS_IN_URL, ...AFTER],
  under('encoding', { redirect: 'redirect-percent-encoded', value: 'value-percent-encoded' }),
  [3, AS_IN_URL, onText(encodeURIComponent)],
  [4, AS_IN_URL, ...AFTER],
  under('encoding', { body: 'url-encoded' }),
  [4, 'percent-encoded', onText(encodeURIComponent), onText(encodeURI)],
  under('address', { redirect: 'redirect-normalised' }),
  [2, 'as a URL parser prints it', onText((text) => new URL(text).href)],
  [3, 'without its port', replaced(/^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i, '$1')],
  [4, 'with the port 443', replaced(/https:\/\/[^/?#:]*(?=[/?#]|$)/i, '$&:443')],
  [4, 'with its host written otherwise (Unicode, xn-- or case)', ...HOSTS],
  [4, 'with www. or without it', swap('://www.', '://'), replaced(HOST, 'www.$&')],
  [3, 'with the scheme http', replaced(/^https:/, 'http:')],
  [3, 'with the scheme https', replaced(/^http:/, 'https:')],
  [4, 'with another name of this machine', ...LOCAL.map((one) => replaced(HOST, one))],
];
