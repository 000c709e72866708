// Strings signed wrongly in redirect address, target, digest and body.
import { gzipSync } from 'node:zlib';
import type { Draft } from '../signing/support.ts';
import {
  BODY,
  bodyDigest,
  DIGEST,
  type Odd,
  PATH,
  REDIRECT,
  type Rows,
  redirect,
  sent,
  sha,
  TARGET,
  TEXT,
  target,
  utf8,
  value,
} from './right-string.ts';

const UNBANKED = TARGET.slice('/banks/acme'.length);
const encoded = encodeURIComponent(REDIRECT);
const targets = (...all: readonly string[]) => all.map((one) => target(`post ${one}`));
const digests = (...all: readonly string[]) => all.map((one) => value('digest', one));
const hex = sha(BODY).toString('hex');
const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
const windows1252 = Buffer.from('{"creditorName":"Bl\xe5b\xe6r / s\xf8nn AS","b":[1,0]}', 'latin1');

const uri = (was: string, other: string): Odd =>
  sent('tpp-redirect-uri', `https://tpp.example/${was}`, `https://tpp.example/${other}`);
/** A read with that query, signed with another. */
const query = (was: string, other: string): Odd => [
  {
    ...{ method: 'GET', body: '', target: `/v1/accounts?${was}` },
    names: ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
  },
  (text) => text.replace(was, () => other),
];
/** A body, and the one that the Digest in the string is of. */
const bodied = (was: string, other: string): Odd => [
  { body: was },
  (text) => text.replace(/SHA-256=.*/, `SHA-256=${sha(other).toString('base64')}`),
];
const digested = (was: string, other: string): Odd => sent('digest', was, other);
const USUAL_BODY = '{"creditorName":"Blåbær AS"}';
const usual = (bits = 256) => sha(USUAL_BODY, bits).toString('base64');
const allNames = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id'];
const slashed: Partial<Draft> = {
  target: '/v1/accounts/',
  names: [...allNames, 'tpp-redirect-uri'],
};

export const ROWS_OF_VALUES: Rows = {
  'redirect-without-query': {
    says: /tpp-redirect-uri without its query( and fragment)? \("/,
    signed: ['', '#part'].map((end) => redirect(`https://TPP.example:8443/cb/%C3%B8${end}`)),
  },
  'redirect-without-fragment': {
    says: /tpp-redirect-uri without its fragment \("/,
    signed: [redirect(REDIRECT.replace('#part', ''))],
  },
  'redirect-trailing-slash': {
    says: /tpp-redirect-uri with a slash more or less at the end of its path \("/,
    signed: [redirect(REDIRECT.replace('?', '/?'))],
    odd: [uri('cb/', 'cb')],
  },
  'redirect-percent-decoded': {
    says: /tpp-redirect-uri (percent-decoded( but for reserved characters)?|with the brackets of its query percent-decoded) \("/,
    signed: [redirect(utf8(decodeURIComponent(REDIRECT)))],
    odd: [
      uri('a%20b%2Fc', 'a b%2Fc'),
      uri('?a=b+c', '?a=b c'),
      uri('cb?a%5B%5D=%26', 'cb?a[]=%26'),
    ],
  },
  'redirect-percent-encoded': {
    says: /tpp-redirect-uri (percent-encoded|with its percent escapes in (lower|upper) case|with the brackets of its query percent-encoded|with (\+|%20) in its query instead of each (\+|%20)|with its query encoded as a form)/,
    signed: [
      encoded,
      encoded.replace(/%../g, (code) => code.toLowerCase()),
      encoded.replaceAll('%2F', '/'),
      encodeURI(REDIRECT),
      REDIRECT.replaceAll('"', '%22'),
      REDIRECT.replace('%C3%B8', '%c3%b8'),
      REDIRECT.replace('%20', '+'),
    ].map(redirect),
    odd: [
      uri('%c3%b8', '%C3%B8'),
      uri('%c3%a0%2f', '%C3%A0%2F'),
      [
        { headers: { 'tpp-redirect-uri': 'https://tpp.example/?a=b c' } },
        (text) => text.replace(/https:.*/, (all) => encodeURIComponent(all).replaceAll('%20', '+')),
      ],
      uri('cb?a[]=1', 'cb?a%5B%5D=1'),
      uri('cb?a=b+c', 'cb?a=b%20c'),
    ],
  },
  'redirect-query-order': {
    says: /tpp-redirect-uri with the parameters of its query in another order \("/,
    signed: [redirect(REDIRECT.replace('state=a%20b&x="1"', 'x="1"&state=a%20b'))],
  },
  'redirect-normalised': {
    says: /tpp-redirect-uri (as a URL parser prints it|with the port 443|without its port|in lower case) \("/,
    signed: [redirect(new URL(REDIRECT).href), redirect(REDIRECT.toLowerCase())],
    odd: [
      sent('tpp-redirect-uri', 'https://tpp.example:443/a"b', 'https://tpp.example/a"b'),
      sent('tpp-redirect-uri', 'https://tpp.example/cb', 'https://tpp.example:443/cb'),
    ],
  },

  'request-target-capitals': {
    says: /\(request-target\) with the method in capitals/,
    signed: [target(`POST ${TARGET}`)],
  },
  'request-target-without-query': { says: /without its query \("/, signed: targets(PATH) },
  'request-target-absolute': {
    says: /\(request-target\) (as an absolute address|with the host) \(/,
    signed: targets(
      ...['http://', 'https://', ''].map((scheme) => `${scheme}bank.example${TARGET}`),
    ),
  },
  'request-target-without-bank': { says: /without \/banks\/acme/, signed: targets(UNBANKED) },
  'request-target-without-method': {
    says: /\(request-target\) without the method \(|signed @request-target, as RFC 9421 has it,/,
    signed: [target(TARGET)],
  },
  'request-target-with-version': {
    says: /\(request-target\) (with the HTTP version|as the request line) \(/,
    signed: ['post', 'POST'].map((method) => target(`${method} ${TARGET} HTTP/1.1`)),
  },
  'request-target-decoded': {
    says: /\(request-target\) (percent-decoded|with the brackets of its query percent-decoded) \(/,
    signed: targets(utf8(decodeURIComponent(TARGET))),
    odd: [query('a%5B%5D=1&b=2', 'a[]=1&b=2')],
  },
  'request-target-encoded': {
    says: /\(request-target\) (percent-encoded|with the brackets of its query percent-encoded|with (\+|%20) in its query instead of each (\+|%20)|with its query encoded as a form|with its percent escapes in (upper|lower) case) \(/,
    signed: targets(TARGET.replace('%C3%B8', '%c3%b8')),
    odd: [
      query('a[]=1&b=2', 'a%5B%5D=1&b=2'),
      query('a=b+c', 'a=b%20c'),
      query('a=b%20c', 'a=b+c'),
      query('a=(b)', 'a=%28b%29'),
    ],
  },
  'request-target-query-order': {
    says: /\(request-target\) with the parameters of its query in another order \(/,
    signed: targets(`${PATH}?x=%C3%B8&bookingStatus=both`),
    odd: [query('e=1&d=2&c=3&a=4&b=5', 'a=4&b=5&c=3&d=2&e=1')],
  },
  'request-target-trailing-slash': {
    says: /\(request-target\) with a slash more or less at the end of its path \("/,
    signed: targets(TARGET.replace('?', '/?')),
    odd: [[slashed, (text) => text.replace('/v1/accounts/', '/v1/accounts')]],
  },
  'request-target-other-prefix': {
    says: /\(request-target\) with another path \("/,
    signed: targets(
      ...['/api', '/gateway', '/', '/banks/acme'].map((prefix) => prefix + TARGET),
      ...['/banks', '/banks/acme/v1'].map((prefix) => TARGET.slice(prefix.length)),
      ...['//v1', '/v1/v1'].map((other) => TARGET.replace('/v1', other)),
    ),
  },
  'request-target-name': {
    says: /named the line \S+; its name is \(request-target\)|signed @\S+( and @\S+)*, as RFC 9421 has it, instead of \(request-target\)/,
    signed: [
      'request-target:',
      '@request-target:',
      `@method: POST\n@path: ${PATH}\n`,
      `@method: POST\n@path: ${PATH}\n@query: ${TARGET.slice(PATH.length)}\n`,
    ].map((lines) => TEXT.replace(lines.endsWith('\n') ? /^.*\n/ : /^.*?:(?= )/, () => lines)),
  },

  'request-target-without-space': {
    says: /without a space after the method/,
    signed: [target(`post${TARGET}`)],
  },

  'digest-base64-twice': {
    says: /signed digest in base64 twice/,
    signed: digests(`SHA-256=${Buffer.from(DIGEST).toString('base64')}`),
  },
  'digest-percent-encoded': {
    says: /signed digest percent-encoded/,
    signed: digests(`SHA-256=${encodeURIComponent(DIGEST)}`),
  },
  'digest-hashed-twice': {
    says: /signed digest as the hash of the (hexadecimal )?hash of the body/,
    signed: digests(...[sha(BODY), hex].map((one) => `SHA-256=${sha(one).toString('base64')}`)),
  },
  'digest-cut': {
    says: /without the last part of its value/,
    signed: digests(`SHA-256=${DIGEST.slice(0, 32)}`),
  },
  'digest-is-body': {
    says: /signed digest with the body itself \(/,
    signed: digests(utf8(BODY)),
  },
  'digest-without-algorithm': {
    says: /signed digest without its algorithm \(/,
    signed: digests(DIGEST),
  },
  'digest-hex': {
    says: /signed digest (in hexadecimal|as base64 of the hexadecimal text)/,
    signed: digests(
      ...[`SHA-256=${hex}`, `SHA-256=${hex.toUpperCase()}`],
      `SHA-256=${Buffer.from(hex).toString('base64')}`,
    ),
  },
  'digest-base64url': {
    says: /signed digest in base64url/,
    odd: [
      [
        { body: 'oddly?', headers: {} },
        (text) =>
          text.replace(/digest: .*/, (line) => line.replaceAll('+', '-').replaceAll('/', '_')),
      ],
    ],
  },
  'digest-without-padding': {
    says: /signed digest without its padding/,
    signed: digests(`SHA-256=${DIGEST.replace('=', '')}`),
  },
  'digest-algorithm-name': {
    says: /signed digest with (\S+= before it|a colon after the algorithm)|as RFC 9530 has it/,
    signed: digests(...['sha-256=', 'SHA256=', 'sha256=', 'SHA-256:'].map((name) => name + DIGEST)),
    odd: [
      digested(`sha-256=${usual()}`, `SHA-256=${usual()}`),
      // Of no body at all.
      [
        { method: 'GET', body: '', headers: { digest: `SHA-256=${sha('').toString('base64')}` } },
        (text) => text.replace('SHA-256=', 'sha-256='),
      ],
    ],
  },
  'digest-name': {
    says: /(named|signed) the line content-digest/,
    signed: [TEXT.replace('digest:', 'content-digest:')],
  },
  'digest-quoted': {
    says: /signed digest with its value (in quotation marks|between colons)|as RFC 9530 has it/,
    signed: digests(`SHA-256="${DIGEST}"`, `SHA-256=:${DIGEST}:`),
  },
  'digest-other-algorithm': {
    says: /signed digest as the SHA-(512 of the body but sent its SHA-256|256 of the body but sent its SHA-512)/,
    signed: [bodyDigest(BODY, 512)],
    odd: [digested(`SHA-512=${usual(512)}`, `SHA-256=${usual()}`)],
  },
  'body-pretty-printed': { says: /pretty-printed with 2 spaces/, signed: [bodyDigest(pretty)] },
  'body-minified': { says: /that of the body minified;/, odd: [bodied('{ "a": 1 }', '{"a":1}')] },
  'body-crlf': { says: /with CRLF line ends/, odd: [bodied('a\nb', 'a\r\nb')] },
  'body-spaced': {
    says: /with a space after each colon and comma/,
    signed: [bodyDigest(BODY.replaceAll(':', ': ').replaceAll(',', ', '))],
  },
  'body-keys-sorted': {
    says: /with its keys sorted/,
    signed: [bodyDigest('{"b":[1,0],"creditorName":"Blåbær / sønn AS"}')],
  },
  'body-trailing-newline': { says: /with a newline after it/, signed: [bodyDigest(`${BODY}\n`)] },
  'body-json-escaped': {
    says: /with escaped slashes/,
    signed: [bodyDigest(BODY.replaceAll('/', '\\/'))],
  },
  'body-numbers': {
    says: /with its numbers /,
    odd: [
      bodied('{"a":10.00}', '{"a":10}'),
      bodied('{"a":0.00001}', '{"a":1.0E-5}'),
      bodied('{"a":10.0,"b":1.0e-5}', '{"a":10,"b":1.0e-5}'),
    ],
  },
  'body-trimmed': { says: /without the white space around it/, odd: [bodied(' a ', 'a')] },
  'body-stringified': {
    says: /stringified twice/,
    signed: [bodyDigest(JSON.stringify(BODY))],
  },
  'body-as-object': {
    says: /as (JavaScript|Python|Java|Ruby|Go|PHP) prints/,
    signed: ['[object Object]', 'Array'].map((text) => bodyDigest(text)),
    odd: [
      bodied('{"a":"b","c":[1,true]}', "{'a': 'b', 'c': [1, True]}"),
      bodied('{"a":"b","c":[1,true]}', '{a=b, c=[1, true]}'),
      bodied('{"a":"b","c":[1,true]}', '{"a"=>"b", "c"=>[1, true]}'),
      bodied('{"a":"b","c":[1,true]}', 'map[a:b c:[1 true]]'),
    ],
  },
  'body-as-form': {
    says: /as a form/,
    odd: [
      bodied('{"a":"b c","d":1}', 'a=b+c&d=1'),
      bodied('a=b+c&d%5Be%5D=1', '{"a":"b c","d":{"e":"1"}}'),
    ],
  },
  'body-html-escaped': {
    says: /with(out)? HTML escapes/,
    odd: [bodied('{"a":"b & <c>"}', '{"a":"b &amp; &lt;c&gt;"}')],
  },
  'body-base64': {
    says: /in base64/,
    signed: [bodyDigest(Buffer.from(BODY).toString('base64'))],
  },
  'body-compressed': { says: /compressed with gzip/, signed: [bodyDigest(gzipSync(BODY))] },
  'body-bom': { says: /with a byte order mark/, signed: [bodyDigest(`\ufeff${BODY}`)] },
  'body-empty': { says: /taken as empty/, signed: [bodyDigest('')] },
  'body-latin1': { says: /in ISO-8859-1/, signed: [bodyDigest(windows1252)] },
  'body-utf8-twice': {
    says: /encoded as UTF-8 twice/,
    odd: [bodied('bl\u00c3\u00a5', 'bl\u00e5'), bodied('bl\u00e5', 'bl\u00c3\u00a5')],
  },
  'body-utf16': { says: /in UTF-16/, signed: [bodyDigest(Buffer.from(BODY, 'utf16le'))] },
};
