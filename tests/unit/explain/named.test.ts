// Mistakes that no row of the corpora has, in strings that this test puts together by itself: each is named, and
// nothing else with it. And how several are told.
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';

const tpp = await ownTpp();

const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1,0]}';
const TARGET = '/banks/acme/v1/accounts/enc%21%21abc?bookingStatus=both&x=%C3%B8';
const SHAPE: Partial<Draft> = {
  target: TARGET,
  body: BODY,
  headers: {
    host: 'bank.example',
    'tpp-redirect-uri': 'https://TPP.example:8443/cb/%C3%B8?state=a%20b&x=1#part',
    'tpp-session-id': 'session-1',
  },
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
};
const DIGEST = createHash('sha256').update(BODY).digest('base64');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const upper = (text: string) => text.toUpperCase();
const id = (value: string): Partial<Draft> => ({ headers: { 'x-request-id': value } });

const redirect = (value: string): Partial<Draft> => ({ headers: { 'tpp-redirect-uri': value } });

const NOBODY = { 'psu-id': undefined, 'tpp-redirect-uri': undefined };
const TWO: Partial<Draft> = {
  method: 'GET',
  body: '',
  names: ['date', 'x-request-id'],
  headers: NOBODY,
};

type Put = string | ((found: string, part: string) => string);
type Signed = readonly [from: string | RegExp, to: Put] | ((text: string) => string);

/** Names joined by ` + `, explanations by ` | `. */
test.each<[names: string, says: RegExp, signed: Signed, sent?: Partial<Draft>]>([
  ['joined-with-ampersand', /ampersands; join them/, ['\n', '&']],
  ['joined-with-bar', /vertical bars/, ['\n', '|']],
  ['names-quoted', /names as "x-request-id"; .* without quotation marks/, [/^\S+(?=:)/gm, '"$&"']],
  [
    'lines-as-object',
    /list or map as Java or Go prints it/,
    (text) => `map[${text.replace(/^(\S+): /gm, '$1:').replaceAll('\n', ' ')}]`,
  ],
  [
    'hex-of-hash',
    /hash of the string in hexadecimal/,
    (text) => createHash('sha512').update(text, 'latin1').digest('hex'),
  ],
  [
    'hex-of-hash',
    /^You signed the hash of the string in hexadecimal/,
    (text) => `SHA2-256(stdin)= ${createHash('sha256').update(text, 'latin1').digest('hex')}\n`,
  ],
  [
    'trailing-newline + digest-only',
    /You ended what you signed with a newline/,
    () => `SHA-256=${DIGEST}\n`,
  ],
  ['value-percent-encoded', /encoded as in a URL/, ['a/b c', 'a%2Fb%20c'], id('a/b c')],
  ['value-percent-decoded', /percent-decoded \(/, ['a%2Fb', 'a/b'], id('a%2Fb')],
  ['redirect-query-order', /in another order/, ['state=a%20b&x=1', 'x=1&state=a%20b']],
  [
    'request-target-query-order',
    /in another order/,
    ['bookingStatus=both&x=%C3%B8', 'x=%C3%B8&bookingStatus=both'],
  ],
  // As the page of a bank writes it.
  ['request-target-method', /a colon behind the method/, ['): post ', '): post: ']],
  ['no-space-after-colon', /wrote digest without a space/, ['digest: ', 'digest:']],
  ['joined-with-nothing', /wrote date behind the line before/, ['\ndate', 'date']],
  ['digest-name', /line content-digest; its name is/, ['digest:', 'content-digest:']],
  ['digest-base64-twice', /in base64 twice/, [DIGEST, btoa(DIGEST)]],
  ['nothing-signed', /signed nothing:/, () => ''],
  ['hex-of-string', /in hexadecimal; sign/, (text) => Buffer.from(text, 'latin1').toString('hex')],
  ['names-left-out', /wrote psu-id without its name/, ['psu-id: ', '']],
  [
    'hex-of-hash',
    /in hexadecimal, as a program prints it/,
    (text) => `SHA2-256(stdin)= ${createHash('sha256').update(text, 'latin1').digest('hex')}`,
  ],
  ['digest-quoted', /with its value in quotation marks \("SHA-256=b'/, [DIGEST, `b'${DIGEST}'`]],
  ['header-empty', /\[object Promise\]/, [DIGEST, '[object Promise]']],
  ['names-signed', /the list of names/, () => `['${SHAPE.names?.join("', '")}']`],
  [
    'request-target-encoded',
    /encoded as in a URL/,
    [/post (.*)$/gm, (_, path) => `post ${encodeURIComponent(path)}`],
  ],
  [
    'variable-unresolved',
    /the name of a variable/,
    ['x-request-id: a1', `x-request-id: \${request.id}`],
    id('a1'),
  ],
  [
    'request-target-capitals + request-target-with-version',
    /as the request line/,
    [/post (.*)$/gm, 'POST $1 HTTP/1.1'],
  ],
  [
    'lines-as-object',
    /list or map as PHP prints it/,
    (text) => `Array\n(\n${text.replace(/^(\S+): (.*)$/gm, '    [$1] => $2')}\n)\n`,
  ],
  ['pseudo-headers', /without its parentheses/, ['(request-target)', 'request-target']],
  ['pseudo-headers', /@request-target, as RFC 9421/, ['(request-target)', '@request-target']],
  ['two-spaces-after-colon', /wrote date with two spaces/, ['date: ', 'date:  ']],
  ['request-target-method', /with another method \("head /, ['): post ', '): head ']],
  ['no-colon', /a full-width colon/, [': ', '\xef\xbc\x9a']],
  ['crlf', /U\+2028 or a vertical tab/, ['\n', '\x0b']],
  ['lines-as-list', /lines in quotation marks/, [/^.+$/gm, '"$&"']],
  ['variable-unresolved', /a variable in its query/, ['state=a%20b', 'state={state}']],
  [
    'redirect-percent-encoded',
    /with its percent escapes in another case/,
    ['cb/%C3%B8', 'cb/%c3%b8'],
  ],
  ['redirect-normalised', /with the scheme https/, ['http:', 'https:'], redirect('http://t.no/')],
  [
    'redirect-normalised',
    /with its host written otherwise/,
    ['bl\xc3\xa5', 'xn--bl-zia'],
    redirect('https://bl\xc3\xa5.no'),
  ],
  [
    'redirect-normalised',
    /another name of this machine/,
    ['localhost', '127.0.0.1'],
    redirect('http://localhost:80/'),
  ],
  ['invisible-character', /hyphens of another kind/, ['a-1', 'a\xe2\x80\x931'], id('a-1')],
  ['header-empty', /%!s\(MISSING\)/, ['a-1', '%!s(MISSING)'], id('a-1')],
  ['value-quoted', /marks or words around it/, ['a-1', 'Some("a-1")'], id('a-1')],
  // True of what the same row takes besides the usual.
  ['value-percent-encoded', /encoded as in a URL \("a\+b", not/, ['a b', 'a+b'], id('a b')],
  ['value-percent-decoded', /decoded as a form \(a space for \+\)/, ['a+b', 'a b'], id('a+b')],
  ['value-spaces-collapsed', /with less white space in it/, ['a b', 'ab'], id('a b')],
  ['value-cut', /up to its first comma \("a", not "a, b"\)/, ['a, b', 'a'], id('a, b')],
  [
    'value-twice',
    /once, and it came twice \("a,b", not "a,b, a,b"\)/,
    ['b, a,b', 'b'],
    id('a,b, a,b'),
  ],
  [
    'value-cut',
    /up to its first comma .*; send it once and without white space, and sign the same, or find/,
    ['://a.example, https://b.example', '://a.example'],
    redirect('https://a.example, https://b.example'),
  ],
  [
    'latin1-instead-of-utf8',
    /in UTF-8 \(sent in ISO-8859-1\); send it in UTF-8, or percent-encoded, and sign the same, or/,
    ['bl\xe5', 'bl\xc3\xa5'],
    id('bl\xe5'),
  ],
  ['id-form', /without what it has up to its first hyphen/, ['ab-12', '12'], id('ab-12')],
  [
    'redirect-percent-encoded',
    /with its query percent-encoded otherwise/,
    ['%c3%b8', '%C3%B8'],
    redirect('https://t.no/?s=%c3%b8'),
  ],
  [
    'redirect-percent-encoded',
    /with its path percent-encoded otherwise/,
    ['%2f', '%2F'],
    redirect('https://t.no/a%2fb'),
  ],
  ['redirect-normalised', /xn-- or case\)/, ['T.no', 't.no'], redirect('https://T.no?S=1')],
  ['value-cut', /as "https:\/\/t.no\/#\/a", but/, ['?a=1', ''], redirect('https://t.no/#/a?a=1')],
  ['trailing-newline', /with two line ends;/, (text) => `${text}\n\n`],
  ['trailing-newline', /with an escaped line end;/, (text) => `${text}\\r\\n`],
  ['joined-with-comma', /commas \(or commas \+ LF\)/, ['\n', ',\n']],
  ['joined-with-escaped-newline', /<br> or <br> and LF/, ['\n', '<br>\n']],
  [
    'names-quoted + value-quoted',
    /lines as names and values in quotation marks/,
    [/^(\S+): (.*)$/gm, '"$1": "$2"'],
  ],
  ['leading-characters', /undefined, null or None/, (text) => `None${text}`],
  [
    'header-put-in',
    /content-type with a charset in capitals as well/,
    (text) => `${text}\ncontent-type: application/json;charset=UTF-8`,
  ],
  [
    'header-put-in + request-target-capitals',
    /signed \(request-target\) with its method in capitals as well/,
    (text) => `(request-target): POST /v1/payments/sepa-credit-transfers\n${text}`,
    id('a-1'),
  ],
  // A method that came in small letters was not put into capitals.
  [
    'header-put-in',
    /signed \(request-target\)(?: or .*)? as well/,
    (text) => `(request-target): post /v1/payments/sepa-credit-transfers\n${text}`,
    { method: 'post', ...id('a-1') },
  ],
  [
    'names-in-capitals',
    /wrote a name as Date; in the signing string names are/,
    ['date:', 'Date:'],
  ],
  [
    'names-in-capitals',
    /wrote names as Date;/,
    [/^[a-z]/gm, upper],
    { names: ['date', 'digest'], headers: { 'x-request-id': undefined, ...NOBODY } },
  ],
  // What looks like a name in a value is none.
  [
    'names-in-capitals',
    /wrote names as X-REQUEST-ID;/,
    [/^[^:]+/gm, upper],
    {
      ...TWO,
      names: ['date', 'x-request-id', 'psu-id'],
      headers: { ...NOBODY, 'psu-id': 'person: one' },
    },
  ],
  [
    'no-space-after-colon',
    /no space after the colon/,
    [/^([^:\n]+): /gm, '$1:'],
    {
      ...TWO,
      names: ['date', 'x-request-id', 'psu-id'],
      headers: { ...NOBODY, 'psu-id': 'person: one' },
    },
  ],
  [
    'body-appended',
    /the body as well, after the lines;/,
    (text) => text + Buffer.from(BODY).toString('latin1'),
  ],
  // Several together.
  [
    'another-order + names-in-capitals',
    /in the order x-request-id date, but/,
    (text) =>
      text
        .split('\n')
        .reverse()
        .join('\n')
        .replace(/^[a-z]/gm, upper),
    TWO,
  ],
  [
    'another-order + header-left-out',
    /in the order tpp-redirect-uri x-request-id, but/,
    (text) => text.split('\n').slice(1).reverse().join('\n'),
    {
      ...TWO,
      names: ['date', 'x-request-id', 'tpp-redirect-uri'],
      headers: { 'psu-id': undefined, 'tpp-redirect-uri': 'https://t.no/update' },
    },
  ],
  // A parser prints %C3%B8; the other case is the second mistake.
  [
    'redirect-normalised',
    /^Two .* as a URL parser prints it \("https:\/\/t.no\/\?u=%C3%B8", not/,
    ['\xc3\xb8', '%c3%b8'],
    redirect('https://t.no/?u=\xc3\xb8'),
  ],
  [
    'date-format + joined-with-comma',
    /date as "2026-11-03T09:05:07Z", but/,
    (text) => text.replace(/Tue.*T/, '2026-11-03T09:05:07Z').replace('\n', ','),
    TWO,
  ],
  [
    'another-order + header-left-out',
    /in the order \(request-target\) date digest tpp-redirect-uri x-request-id,/,
    (text) => (text.match(/^(?!psu-id).+$/gm) ?? []).sort().join('\n'),
  ],
  [
    'request-target-capitals + request-target-without-query',
    /capitals \("POST \/banks\/acme\/v1\/accounts\/enc%21%21abc", not/,
    [/post (.*)\?.*/g, 'POST $1'],
  ],
  [
    'no-space-after-colon + crlf + trailing-newline',
    /^Three/,
    (text) => `${crlf(text).replace(/^(\S+): /gm, '$1:')}\n`,
  ],
  [
    'body-appended + crlf',
    /^Two/,
    (text) => `${crlf(text)}\n${Buffer.from(BODY).toString('latin1')}`,
  ],
  [
    'leading-newline + lines-indented + trailing-newline',
    /indented .*\(by " {4}"\)/,
    (text) => `\n${text.replace(/^/gm, '    ')}\n    `,
  ],
  [
    'redirect-normalised + crlf',
    /a question mark and no query/,
    (text) => crlf(`${text}?`),
    redirect('https://t.no/cb'),
  ],
  [
    'url-encoded + crlf',
    /encoded as in a URL/,
    (text) => encodeURIComponent(crlf(text)),
    redirect('https://t.no/cb'),
  ],
  ['header-put-in + crlf', /host as well/, (text) => crlf(`host: bank.example\n${text}`)],
  ['request-target-capitals + request-target-without-query', /^Two/, [/post (.*)\?.*/g, 'POST $1']],
  [
    'another-order + trailing-newline',
    /in the order/,
    (text) => `${text.split('\n').sort().join('\n')}\n`,
  ],
  [
    'header-put-in + names-in-capitals + trailing-newline',
    /^Three/,
    (text) => `Host: bank.example\n${text.replace(/(?<=^|^[a-z-]+-)[a-z]/gm, upper)}\n`,
  ],
  // Two ways to the same bytes, and one advice.
  [
    'redirect-normalised | redirect-trailing-slash',
    /^You signed tpp-redirect-uri with a slash at the end of its path or as a URL parser prints it \("https:\/\/tpp.example\/", not "https:\/\/tpp.example"\); sign the value as it is sent, or find what changes it on the way\.$/,
    ['https://tpp.example', 'https://tpp.example/'],
    { headers: { 'tpp-redirect-uri': 'https://tpp.example' } },
  ],
  [
    'redirect-normalised | redirect-percent-encoded',
    /^You signed tpp-redirect-uri (?:.* or .*) \("[^"]*bl%C3%A5", not "[^"]*blå"\); sign the value/,
    ['bl\xc3\xa5', 'bl%C3%A5'],
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/bl\xc3\xa5' } },
  ],
  // Two ways, and what is to be done is not the same.
  [
    'value-trailing-space | trailing-characters',
    /^There are 2 possible explanations, and .* \(1\) You signed .* \(2\) You ended the string with /,
    (text) => `${text} `,
  ],
  ['value-trailing-space', /white space after its value/, ['\ntpp-redirect', '\t\ntpp-redirect']],
  ['two-spaces-after-colon', /two spaces after the colon/, [/^(\S+): /gm, '$1:  ']],
  [
    'lines-as-object',
    /an object or a list as a program prints it/,
    () => 'System.Collections.Generic.Dictionary`2[System.String,System.String]',
  ],
  ['variable-unresolved', /name of a variable/, ['): post ', '): post {{base_url}}']],
  ['date-format', /date as "2026-11-03T09:05Z", but/, [/Tue.*/g, '2026-11-03T09:05Z']],
  ['header-put-in', /signed host as well/, ['\ndate', '\nhost: bank.example\ndate']],
  ['value-cut', /as "c", but/, ['a-b-c', 'c'], id('a-b-c')],
  [
    'digest-name',
    /line content-digest; its name is/,
    ['\ndigest:', '\ncontent-digest:'],
    {
      ...SHAPE,
      names: ['x-request-id', 'digest', 'date'],
      headers: { ...NOBODY, 'x-request-id': 'the digest: 1' },
    },
  ],
  [
    'joined-with-comma + hashed-twice',
    /^Two/,
    (text) =>
      createHash('sha256').update(text.replace('\n', ','), 'latin1').digest().toString('latin1'),
    TWO,
  ],
  // The first 35 characters, too, which is rarer.
  [
    'header-left-out',
    /^You signed without digest and x-request-id, but/,
    (text) => text.slice(0, text.indexOf('\n')),
    { names: ['date', 'digest', 'x-request-id'], headers: NOBODY },
  ],
  // In a string so long that few are tried.
  [
    'another-order',
    /in the order tpp-redirect-uri date x-request-id,/,
    [/(.*)\n(.*)\n(.*)/g, '$3\n$1\n$2'],
    {
      ...TWO,
      names: ['date', 'x-request-id', 'tpp-redirect-uri'],
      headers: { 'psu-id': undefined, 'tpp-redirect-uri': `https://t.no/${'a'.repeat(6000)}` },
    },
  ],
  // Both values are shown as they differ.
  [
    'value-trailing-newline',
    /with a line end after its value \("[^"]*\\r", not "[^"\\]*"\)/,
    ['\ntpp-redirect', '\r\ntpp-redirect'],
  ],
])('SIG-15: %s', (names, says, change, sent = SHAPE) => {
  const signed = (text: string) =>
    typeof change === 'function' ? change(text) : text.replaceAll(change[0], change[1] as string);
  const right = diagnose(requestOf(tpp, sent), NOW).bankString ?? '';
  expect(signed(right)).not.toBe(right);
  const explanation = explained(requestOf(tpp, { ...sent, signed }));
  const sorted = (all: string) => all.split(' + ').sort().join(' + ');
  expect(namesOf(explanation).map(sorted).sort()).toEqual(names.split(' | ').map(sorted).sort());
  expect(explanation.sentence).toMatch(says);
  expect(explanation.signedString).toBe(signed(right));
});
