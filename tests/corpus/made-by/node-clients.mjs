// HTTP clients of Node around the same signer: what each does to an address, a header and a body.
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import needle from 'needle';
import nodeFetch from 'node-fetch';
import old from 'request';
import superagent from 'superagent';
import { request as undici } from 'undici';
import { KEY_ID, kit, run, sha256 } from './client.mjs';

const NO_RETRY = { retry: { limit: 0 }, throwHttpErrors: false };
const by = {
  axios: ({ url, method, headers, body }) =>
    axios({ url, method, headers, data: body, validateStatus: null }),
  fetch: ({ url, method, headers, body }) => fetch(url, { method, headers, body }),
  nodeFetch: ({ url, method, headers, body }) => nodeFetch(url, { method, headers, body }),
  got: ({ url, method, headers, body }) => got(url, { method, headers, body, ...NO_RETRY }),
  ky: ({ url, method, headers, body }) =>
    ky(url, { method, headers, body, retry: 0, throwHttpErrors: false }),
  undici: ({ url, method, headers, body }) =>
    undici(url, { method, headers, body }).then((answer) => answer.body.dump()),
  superagent: ({ url, method, headers, body }) =>
    superagent(method, url)
      .set(headers)
      .send(body)
      .ok(() => true),
  needle: ({ url, method, headers, body }) =>
    needle(method.toLowerCase(), url, body ?? null, { headers }),
  request: ({ url, method, headers, body }) =>
    new Promise((done, fail) =>
      old({ url, method, headers, body }, (error) => (error ? fail(error) : done())),
    ),
};
const targeted = (get) => [
  '(request-target)',
  ...['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
    (name) => get(name) !== undefined,
  ),
];
const target = (write) => ({
  names: targeted,
  value: (name, _, context) =>
    name === '(request-target)'
      ? `${context.method.toLowerCase()} ${write(context.path, context)}`
      : undefined,
});
const asIs = target((path) => path);
const redirect = (uri, change) => ({
  headers: () => ({ 'TPP-Redirect-URI': uri }),
  value: (name, value) => (name === 'tpp-redirect-uri' ? change?.(value) : undefined),
});
const stack = (name, more) => ({ stack: name, ...more });
const FORM = {
  cause: 'the body was sent as a form, the digest is of JSON',
  says: ['form|urlencoded|name=value'],
};

await run(
  [
    [
      'axios-trim',
      'The JSON text from a file ends in a line feed; axios parses it, trims it and sends it without',
      ['body-trailing-newline'],
      'body',
      { serialize: (o) => `${JSON.stringify(o)}\n`, send: by.axios },
      stack('axios'),
    ],
    [
      'axios-string-data',
      'An interceptor stringifies config.data, which was a string already',
      [],
      'body',
      { digest: (text) => `SHA-256=${sha256(JSON.stringify(text))}`, send: by.axios },
      stack('axios', {
        source: 'https://github.com/axios/axios/issues/4145',
        cause: 'the digest is of the JSON text as a JSON string',
        says: ['string|twice|quot'],
      }),
    ],
    [
      'axios-empty-object',
      'An interceptor hashes JSON.stringify(config.data ?? {}) of a request without a body',
      ['SIG-12'],
      'get',
      { headers: () => ({ Digest: `SHA-256=${sha256('{}')}` }), send: by.axios },
      stack('axios', { says: ['no body|empty|without a body|0 bytes'] }),
    ],
    [
      'axios-form',
      'URLSearchParams as data',
      [],
      'body bulk',
      {
        send: ({ url, method, headers, object }) => {
          const { 'Content-Type': _, ...rest } = headers;
          return axios({ url, method, headers: rest, data: new URLSearchParams(object) });
        },
      },
      stack('axios', FORM),
    ],
    [
      'axios-params',
      'axios writes the params with + for a space; the string has encodeURIComponent',
      ['request-target-encoded'],
      'encoded',
      {
        ...asIs,
        send: ({ url, ...rest }) => {
          const { origin, pathname, searchParams } = new URL(url);
          return axios({
            ...rest,
            url: origin + pathname,
            params: Object.fromEntries(searchParams),
          });
        },
      },
      stack('axios'),
    ],
    [
      'axios-params-order',
      'Default params of the axios instance come first; the string has them last',
      ['request-target-query-order'],
      'get query',
      {
        ...target((path) => `${path}&lang=nb`),
        send: ({ url, ...rest }) => {
          const { origin, pathname, searchParams } = new URL(url);
          return axios({
            ...rest,
            url: origin + pathname,
            params: { lang: 'nb', ...Object.fromEntries(searchParams) },
          });
        },
      },
      stack('axios'),
    ],
    [
      'axios-without-params',
      'config.url has no params: the query is not in the string',
      ['request-target-without-query'],
      'get query',
      { ...target((path) => path.replace(/\?.*/, '')), send: by.axios },
      stack('axios'),
    ],
    [
      'axios-base-url',
      'baseURL holds /banks/fjordbank, config.url the rest',
      ['request-target-without-bank'],
      'bank body corporate',
      { ...target((path) => path.replace(/^\/banks\/\w+/, '')), send: by.axios },
      stack('axios'),
    ],
    [
      'axios-method',
      'config.method, in capitals as it was given',
      ['request-target-capitals'],
      'delete',
      {
        ...target((path) => path),
        value: (name, _, { method, path }) =>
          name === '(request-target)' ? `${method} ${path}` : undefined,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'axios-307',
      'The bank before answers 307, and axios sends the same signature to the new address',
      ['request-target-other-prefix | request-target-without-bank'],
      'body',
      { ...asIs, send: by.axios },
      ({ path }) =>
        stack('axios', {
          redirect: { status: 307, location: `http://127.0.0.1:8080/banks/fjordbank${path}` },
          cause: 'the address was signed before a redirect',
        }),
    ],
    [
      'fetch-302',
      'The bank before answers 302: fetch turns POST into GET and drops the body, but not its Digest',
      ['SIG-12'],
      'body',
      { send: by.fetch },
      stack('fetch', {
        redirect: {
          status: 302,
          location: 'http://127.0.0.1:8080/banks/fjordbank/v1/payments/sepa-credit-transfers',
        },
        says: ['no body|empty|without a body|0 bytes'],
      }),
    ],
    [
      'fetch-address',
      'fetch percent-encodes the address; the string has it as it was typed',
      ['request-target-decoded | request-target-encoded'],
      'get query',
      {
        ...target((path) => `${path}&q=lønn mai`),
        send: ({ url, ...rest }) => by.fetch({ ...rest, url: `${url}&q=lønn mai` }),
      },
      stack('fetch'),
    ],
    [
      'fetch-dots',
      'fetch resolves /v1/../v1; the string has it as it was joined',
      [],
      'get query',
      {
        ...target((path) => path.replace('/v1/', '/v1//../v1/')),
        send: ({ url, ...rest }) =>
          by.fetch({ ...rest, url: url.replace('/v1/', '/v1//../v1/').replace('//../', '/../') }),
      },
      stack('fetch', {
        cause: 'the path was signed before its dots were resolved; which is not known',
      }),
    ],
    [
      'fetch-hash',
      'The address has a fragment, which is signed and never sent',
      [],
      'get query',
      {
        ...target((path) => `${path}#konto`),
        send: ({ url, ...rest }) => by.fetch({ ...rest, url: `${url}#konto` }),
      },
      stack('fetch', { cause: 'a fragment in the (request-target)', says: ['fragment|#'] }),
    ],
    [
      'fetch-latin1',
      'fetch sends ø as ISO-8859-1; TextEncoder made UTF-8 of the string',
      ['latin1-instead-of-utf8'],
      'get',
      { ...redirect('https://app.betallett.example/retur?by=Tromsø'), send: by.fetch },
      stack('fetch'),
    ],
    [
      'fetch-trims',
      'fetch trims a value from a file; the string has its line feed',
      ['value-trailing-newline | trailing-newline'],
      'body',
      {
        ...redirect('https://app.betallett.example/retur', (value) => `${value}\n`),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'fetch-joins',
      'headers.append() of a header that was set: fetch joins both with a comma',
      [],
      'get',
      {
        send: ({ url, method, headers }) => {
          const both = new Headers(headers);
          both.append('TPP-Redirect-URI', 'https://app.betallett.example/retur2');
          return fetch(url, { method, headers: both });
        },
      },
      stack('fetch', {
        cause: 'the header was sent with two values, joined by a comma',
        says: ['comma|twice|two'],
      }),
    ],
    [
      'fetch-form-data',
      'FormData with the JSON as a part',
      [],
      'body bulk',
      {
        send: ({ url, method, headers, body }) => {
          const { 'Content-Type': _, ...rest } = headers;
          const form = new FormData();
          form.append('payload', body);
          return fetch(url, { method, headers: rest, body: form });
        },
      },
      stack('fetch', {
        cause: 'the body was sent as multipart/form-data, the digest is of the JSON',
        says: ['form|multipart'],
      }),
    ],
    [
      'fetch-text-bom',
      'A JSON file with a byte order mark: response.text() dropped it before hashing',
      ['body-bom'],
      'body',
      { sent: (body) => `\ufeff${body}`, send: by.fetch },
      stack('fetch'),
    ],
    [
      'node-fetch-id-twice',
      'A getter makes a new X-Request-ID each time it is read',
      [],
      'psu',
      {
        value: (name) => (name === 'x-request-id' ? crypto.randomUUID() : undefined),
        send: by.nodeFetch,
      },
      stack('node-fetch', { cause: 'the id that was signed is not known to anyone else' }),
    ],
    [
      'node-fetch-date',
      'The Date of the string is made when the module is loaded',
      [],
      'get',
      {
        value: (name, value) =>
          name === 'date' ? new Date(Date.parse(value) - 7 * 3600_000).toUTCString() : undefined,
        send: by.nodeFetch,
      },
      stack('node-fetch', { cause: 'another Date was signed, hours before; which is not known' }),
    ],
    [
      'got-search-params',
      'searchParams of got writes the query anew, + for a space',
      ['request-target-encoded'],
      'encoded',
      {
        ...asIs,
        send: ({ url, method, headers }) => {
          const { origin, pathname, searchParams } = new URL(url);
          return got(origin + pathname, {
            method,
            headers,
            searchParams: Object.fromEntries(searchParams),
            ...NO_RETRY,
          });
        },
      },
      stack('got'),
    ],
    [
      'got-json',
      "got's json option writes the object anew; the digest is of the pretty text",
      ['body-pretty-printed'],
      'body',
      {
        digest: (_, object) => `SHA-256=${sha256(JSON.stringify(object, null, 2))}`,
        send: ({ url, method, headers, object }) =>
          got(url, { method, headers, json: object, ...NO_RETRY }),
      },
      stack('got'),
    ],
    [
      'got-retry-date',
      'A beforeRetry hook sets Date anew, the signature stays',
      ['date-other-second'],
      'get bank',
      {
        date: () => new Date(Date.now() - 4000).toUTCString(),
        send: ({ url, method, headers }) =>
          got(url, {
            method,
            headers: { ...headers, Date: new Date().toUTCString() },
            ...NO_RETRY,
          }),
      },
      stack('got'),
    ],
    [
      'got-form',
      'form instead of json',
      [],
      'body',
      {
        send: ({ url, method, headers, object }) => {
          const { 'Content-Type': _, ...rest } = headers;
          return got(url, {
            method,
            headers: rest,
            form: Object.fromEntries(
              Object.entries(object).map(([key, value]) => [key, String(value)]),
            ),
            ...NO_RETRY,
          });
        },
      },
      stack('got', FORM),
    ],
    [
      'ky-prefix',
      'prefixUrl is not in the string',
      ['request-target-without-bank'],
      'get bank',
      { ...target((path) => path.replace(/^\/banks\/\w+/, '')), send: by.ky },
      stack('ky'),
    ],
    [
      'ky-lower',
      'A helper lower-cases the whole line, value and all',
      ['lower-cased'],
      'get query',
      { line: (name, value) => `${name}: ${value}`.toLowerCase(), send: by.ky },
      stack('ky'),
    ],
    [
      'undici-array',
      "Object.entries(headers).join('\\n') writes name,value",
      [],
      'get',
      { line: (name, value) => `${name},${value}`, send: by.undici },
      stack('undici', { cause: 'a comma instead of a colon and a space', says: ['comma|colon'] }),
    ],
    [
      'undici-capitals',
      'The names as they are sent',
      ['names-in-capitals'],
      'body letters',
      {
        line: (name, value) =>
          `${
            { psu: 'PSU', tpp: 'TPP' }[name.slice(0, 3)]
              ? name.toUpperCase().slice(0, 3) +
                name
                  .slice(3)
                  .replace(/-[a-z]/g, (l) => l.toUpperCase())
                  .replace('Id', 'ID')
                  .replace('Uri', 'URI')
              : name.replace(/(^|-)[a-z]/g, (l) => l.toUpperCase()).replace('Id', 'ID')
          }: ${value}`,
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'superagent-send',
      'send(object) writes the JSON; the digest is of JSON with two spaces',
      ['body-pretty-printed'],
      'body',
      {
        digest: (_, object) => `SHA-256=${sha256(JSON.stringify(object, undefined, '  '))}`,
        send: ({ url, method, headers, object }) =>
          superagent(method, url)
            .set(headers)
            .send(object)
            .ok(() => true),
      },
      stack('superagent'),
    ],
    [
      'superagent-query',
      'query() of superagent writes the query anew, sorted',
      ['request-target-query-order', '? request-target-encoded'],
      'encoded',
      {
        ...asIs,
        send: ({ url, method, headers }) => {
          const { origin, pathname, searchParams } = new URL(url);
          return superagent(method, origin + pathname)
            .set(headers)
            .query({ withBalance: searchParams.get('withBalance'), q: searchParams.get('q') })
            .sortQuery()
            .ok(() => true);
        },
      },
      stack('superagent', { cause: 'the query is sorted or encoded otherwise' }),
    ],
    [
      'needle-form',
      'needle sends an object as a form unless told json: true',
      [],
      'body',
      {
        send: ({ url, method, headers, object }) => {
          const { 'Content-Type': _, ...rest } = headers;
          return needle(method.toLowerCase(), url, object, { headers: rest });
        },
      },
      stack('needle', FORM),
    ],
    [
      'request-json',
      'json: object writes the JSON; the digest is of sorted keys',
      ['body-keys-sorted'],
      'body letters',
      {
        digest: (_, object) =>
          `SHA-256=${sha256(JSON.stringify(Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))))}`,
        send: ({ url, method, headers, object }) =>
          new Promise((done) => old({ url, method, headers, json: object }, done)),
      },
      stack('request'),
    ],
    [
      'request-qs',
      'qs writes the query with other escapes',
      ['request-target-encoded'],
      'encoded',
      { ...target((path) => path.replace('%20', '+')), send: by.request },
      stack('request'),
    ],
    [
      'request-array',
      'Only the first level is sorted, and the lines are in the order of the sorted list',
      ['another-order'],
      'body',
      { join: (lines) => [...lines.slice(1), lines[0]].join('\n'), send: by.request },
      stack('request'),
    ],
    [
      'key-id-quoted',
      'JSON.stringify of the keyId inside the header',
      ['issuer-quoted | SIG-03 | key-id-form'],
      'get',
      {
        header: ({ keyId, listed, signature }) =>
          `keyId=${JSON.stringify(JSON.stringify(keyId))},algorithm="rsa-sha256",headers="${listed}",signature="${signature}"`,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'hs2019',
      'algorithm="hs2019", as the later drafts want it',
      ['SIG-07'],
      'get',
      {
        header: ({ keyId, listed, signature }) =>
          `keyId="${keyId}",algorithm="hs2019",headers="${listed}",signature="${signature}"`,
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'algorithm-rs256',
      'algorithm="RS256", as in JOSE',
      ['SIG-07'],
      'body',
      {
        header: ({ keyId, listed, signature }) =>
          `keyId="${keyId}",algorithm="RS256",headers="${listed}",signature="${signature}"`,
        send: by.got,
      },
      stack('got'),
    ],
    [
      'algorithm-sha512',
      'algorithm="rsa-sha512" and SHA-512, consistently',
      ['SIG-07'],
      'get',
      {
        header: ({ keyId, listed, signature }) =>
          `keyId="${keyId}",algorithm="rsa-sha512",headers="${listed}",signature="${signature}"`,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'certificate-pem-escaped',
      'The PEM from an environment variable, with \\n as it stands there',
      ['SIG-02'],
      'get',
      { certificateText: kit('own.pem').replaceAll('\n', '\\n'), send: by.axios },
      stack('axios'),
    ],
    [
      'certificate-twice',
      'The base64 of the PEM file, in base64 once more',
      ['SIG-02'],
      'body',
      {
        certificateText: Buffer.from(kit('own.b64'))
          .toString('base64')
          .replace(/=+$/, (m) => m),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'two-certificates',
      'Certificate of the transport, key of the seal, and CRLF',
      ['another-certificate | serial-of-another-certificate', 'crlf'],
      'get',
      { certificateText: kit('transport.b64'), join: (lines) => lines.join('\r\n'), send: by.got },
      stack('got'),
    ],
    [
      'base-url-and-capitals',
      'baseURL is not in the string, and the method is in capitals',
      ['request-target-without-bank', 'request-target-capitals'],
      'delete',
      {
        ...target((path) => path),
        value: (name, _, { method, path }) =>
          name === '(request-target)'
            ? `${method} ${path.replace(/^\/banks\/\w+/, '')}`
            : undefined,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'query-and-order',
      'No query in the string, and its lines sorted',
      ['request-target-without-query', 'another-order'],
      'get query',
      {
        ...target((path) => path.replace(/\?.*/, '')),
        join: (lines) => [...lines].sort().reverse().join('\n'),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'subject-and-order',
      'The subject as issuer, and the lines from the last to the first',
      ['issuer-is-subject', 'another-order'],
      'body',
      {
        keyId: KEY_ID.own.replace(
          /CA=.*/,
          'CA=CN=Betal Lett AS,2.5.4.97=PSDNO-FSA-914797497,O=Betal Lett AS,L=Oslo,C=NO',
        ),
        join: (lines) => [...lines].reverse().join('\n'),
        send: by.fetch,
      },
      stack('fetch'),
    ],
  ],
  by.fetch,
);
