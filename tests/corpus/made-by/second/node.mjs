// HTTP clients of Node and their interceptors, hooks and defaults, as a TPP's first integration uses them.
import {
  constants,
  createHash,
  createHmac,
  createSign,
  privateEncrypt,
  randomUUID,
  sign,
} from 'node:crypto';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import nodeFetch from 'node-fetch';
import superagent from 'superagent';
import { request as undici } from 'undici';
import { BANK, KEY_ID, kit, rsa, run, sha256 } from './client.mjs';

const stack = (name, more) => ({ stack: name, ...more });
const by = {
  axios: ({ url, method, headers, body }) =>
    axios({ url, method, headers, data: body, validateStatus: null, transformRequest: [(d) => d] }),
  fetch: ({ url, method, headers, body }) => fetch(url, { method, headers, body }),
  nodeFetch: ({ url, method, headers, body }) => nodeFetch(url, { method, headers, body }),
  got: ({ url, method, headers, body }) =>
    got(url, { method, headers, body, retry: { limit: 0 }, throwHttpErrors: false }),
  ky: ({ url, method, headers, body }) =>
    ky(url, { method, headers, body, retry: 0, throwHttpErrors: false }),
  undici: ({ url, method, headers, body }) =>
    undici(url, { method, headers, body }).then((answer) => answer.body.dump()),
  superagent: ({ url, method, headers, body }) =>
    superagent(method, url)
      .set(headers)
      .send(body)
      .ok(() => true),
  http: ({ url, method, headers, body }) =>
    new Promise((done, fail) => {
      http
        .request(url, { method, headers, agent: false }, (answer) =>
          answer.resume().on('end', done),
        )
        .on('error', fail)
        .end(body);
    }),
};
const on = (wanted, change) => ({
  value: (name, value, context) => (name === wanted ? change(value, context) : undefined),
});
const SIX = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
const present = (get) => SIX.filter((name) => get(name) !== undefined);
const targeted = (get) => ['(request-target)', ...present(get)];
const target = (write) => ({ names: targeted, ...on('(request-target)', (_, c) => write(c)) });
const method = (c) => c.method.toLowerCase();
const digestOf = (write) => ({
  digest: (body, object) => `SHA-256=${sha256(write(object, body))}`,
});
const UNKNOWN_ID = { cause: 'the id that was signed is not known to anyone else' };

await run(
  [
    // Lines
    [
      'template-trimmed',
      'A template literal in an indented function, trimmed at both ends',
      ['lines-indented'],
      'get',
      { join: (l) => l.join('\n      '), send: by.axios },
      stack('axios'),
    ],
    [
      'reduce-newline',
      'reduce((text, line) => text + line + "\\n", "")',
      ['trailing-newline'],
      'body nested',
      { join: (l) => l.reduce((t, one) => `${t}${one}\n`, ''), send: by.undici },
      stack('undici'),
    ],
    [
      'reduce-before',
      'reduce((text, line) => text + "\\n" + line, "")',
      ['leading-newline'],
      'get query',
      { join: (l) => l.reduce((t, one) => `${t}\n${one}`, ''), send: by.got },
      stack('got'),
    ],
    [
      'eol-windows',
      "os.EOL on the developer's Windows laptop",
      ['crlf'],
      'body ndct',
      { join: (l) => l.join('\r\n'), send: by.axios },
      stack('axios', { source: 'https://github.com/TeleSign/node_telesign/issues/1' }),
    ],
    [
      'env-newline',
      'The separator comes from .env, where \\n is a backslash and an n',
      ['joined-with-escaped-newline'],
      'delete',
      { join: (l) => l.join('\\n'), send: by.nodeFetch },
      stack('node-fetch'),
    ],
    [
      'map-to-string',
      'String(lines) of an array',
      ['joined-with-comma'],
      'get bank',
      { join: String, send: by.fetch },
      stack('fetch'),
    ],
    [
      'missing-break',
      'Concatenated by hand, and the \\n after the digest was forgotten',
      ['? joined-with-nothing'],
      'body small',
      { join: (l) => l.join('\n').replace(/(\ndigest: [^\n]+)\n/, '$1'), send: by.axios },
      stack('axios', {
        cause: 'there is no line end between digest and x-request-id',
        says: ['nothing between|no line (end|feed)|without (a )?(line|LF|newline)|missing'],
      }),
    ],
    [
      'spread-object',
      'JSON.stringify(headersToSign)',
      ['lines-as-object'],
      'get',
      {
        join: (l) => JSON.stringify(Object.fromEntries(l.map((one) => one.split(/: (.*)/s)))),
        send: by.axios,
      },
      stack('axios', {
        source:
          'https://support.nordeaopenbanking.com/hc/en-us/articles/7951756726044-Digest-creation-calculation-FAQ',
      }),
    ],
    [
      'pretty-object',
      'JSON.stringify(headersToSign, null, 2)',
      ['lines-as-object', '? lines-indented'],
      'body periodic',
      {
        join: (l) =>
          JSON.stringify(Object.fromEntries(l.map((one) => one.split(/: (.*)/s))), null, 2),
        send: by.ky,
      },
      stack('ky'),
    ],
    [
      'values-only',
      'Object.values(headers).join("\\n")',
      ['names-left-out'],
      'delete',
      { line: (_, v) => v, send: by.got },
      stack('got'),
    ],
    [
      'query-string',
      'URLSearchParams of the headers, decoded again: name=value with &',
      ['equals-sign', 'joined-with-ampersand'],
      'get',
      { line: (n, v) => `${n}=${v}`, join: (l) => l.join('&'), send: by.axios },
      stack('axios', {
        source: 'https://doc-api.hyperpay.io/en/1public/15_signature/step_to_signature.html',
      }),
    ],
    [
      'no-space',
      'name + ":" + value, as RFC 822 allows',
      ['no-space-after-colon'],
      'post',
      { line: (n, v) => `${n}:${v}`, send: by.undici },
      stack('undici'),
    ],
    [
      'original-names',
      'The names as the interface description writes them',
      ['names-in-capitals'],
      'body corporate',
      {
        line: (n, v) =>
          `${{ date: 'Date', digest: 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID', 'psu-corporate-id': 'PSU-Corporate-ID', 'tpp-redirect-uri': 'TPP-Redirect-URI' }[n]}: ${v}`,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'sorted-interceptor',
      'An interceptor sorts the names for the string; the list stays as in the manual',
      ['another-order'],
      'body ndct',
      { join: (l) => [...l].sort().join('\n'), send: by.axios },
      stack('axios'),
    ],
    [
      'list-reversed',
      'The list of names is of an older version: digest before date',
      ['another-order'],
      'body small',
      {
        listed: (names) =>
          ['digest', 'date', ...names.filter((n) => n !== 'digest' && n !== 'date')].join(' '),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    // What is listed and signed
    [
      'hard-coded-list',
      'headers="date digest x-request-id tpp-redirect-uri" is a constant; PSU-ID is sent too',
      ['SIG-08'],
      'body nested',
      { names: () => ['date', 'digest', 'x-request-id', 'tpp-redirect-uri'], send: by.axios },
      stack('axios'),
    ],
    [
      'digest-hard-coded',
      'The same constant for a GET: digest is listed and signed as undefined, and not sent',
      ['SIG-08'],
      'get',
      {
        names: () => ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'undefined-digest',
      'The string is built before the Digest is put into the headers',
      ['? header-empty'],
      'body small',
      { ...on('digest', () => 'undefined'), send: by.got },
      stack('got', {
        cause: 'the word undefined stands where the digest should be',
        says: ['digest.{0,60}(undefined|empty|nothing|"")|undefined'],
      }),
    ],
    [
      'psu-ip-too',
      'psu-ip-address is signed too, as STET banks want it',
      ['SIG-08'],
      'get',
      { names: (get) => [...present(get), 'psu-ip-address'], send: by.fetch },
      stack('fetch', {
        source: 'https://docs.qonto.com/get-started/business-api/authentication/qsealc',
      }),
    ],
    [
      'created',
      '(created) is listed, as hs2019 asks for it',
      ['SIG-08'],
      'get query',
      {
        names: (get) => ['(created)', ...present(get)],
        ...on('(created)', () => String(Math.floor(Date.now() / 1000))),
        header: ({ keyId, listed: l, signature }) =>
          `keyId="${keyId}",algorithm="rsa-sha256",created=${Math.floor(Date.now() / 1000)},headers="${l}",signature="${signature}"`,
        send: by.http,
      },
      stack('Node http'),
    ],
    [
      'redirect-default-header',
      'TPP-Redirect-URI is a default header of the axios instance: the signer does not see it',
      ['SIG-08'],
      'post',
      { names: () => ['date', 'x-request-id'], send: by.axios },
      stack('axios'),
    ],
    [
      'content-type-silent',
      'content-type is in the string, as at other banks, but not in the list',
      ['header-put-in'],
      'body small',
      {
        text: (t) => t.replace(/(digest: [^\n]+)/, '$1\ncontent-type: application/json'),
        send: by.axios,
      },
      stack('axios', {
        source:
          'https://support.nordeaopenbanking.com/hc/en-us/articles/360009555599-How-can-I-get-started-signing-with-eIDAS',
      }),
    ],
    [
      'left-redirect',
      'A new header was added to the list and forgotten in the string',
      ['header-left-out'],
      'get',
      { text: (t) => t.replace(/\ntpp-redirect-uri: .*/, ''), send: by.ky },
      stack('ky'),
    ],
    // Values
    [
      'date-twice',
      'new Date() once in the interceptor, once in the signer, after a token was fetched',
      ['date-other-second'],
      'body ndct',
      {
        date: () => new Date().toUTCString(),
        ...on('date', (v) => new Date(Date.parse(v) - 1000).toUTCString()),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'date-json',
      'The string has JSON.stringify(date), which is ISO 8601 in quotation marks',
      ['date-format', '? value-quoted'],
      'get',
      { ...on('date', (v) => JSON.stringify(new Date(v))), send: by.fetch },
      stack('fetch'),
    ],
    [
      'date-epoch',
      'Date.now() in the string',
      ['date-format'],
      'delete',
      { ...on('date', (v) => String(Date.parse(v))), send: by.nodeFetch },
      stack('node-fetch'),
    ],
    [
      'date-locale',
      'toLocaleString("en-GB") in Date',
      ['SIG-11'],
      'get',
      { date: () => new Date().toLocaleString('en-GB'), send: by.axios },
      stack('axios'),
    ],
    [
      'date-slow',
      'Signed requests wait in a queue for two minutes',
      ['SIG-11'],
      'body small',
      { date: () => new Date(Date.now() - 130_000).toUTCString(), send: by.got },
      stack('got'),
    ],
    [
      'retry-id',
      'axios-retry sends once more, and an interceptor sets a new X-Request-ID',
      [],
      'get query',
      {
        after: (headers) => {
          headers['X-Request-ID'] = randomUUID();
        },
        send: by.axios,
      },
      stack('axios', UNKNOWN_ID),
    ],
    [
      'state-per-call',
      'redirectUri() makes a new state each time it is called',
      [],
      'get state',
      {
        ...on('tpp-redirect-uri', (v) =>
          v.replace(/state=\w+/, `state=${randomUUID().slice(0, 8)}`),
        ),
        send: by.fetch,
      },
      stack('fetch', {
        cause: 'the redirect that was signed had another state, which nobody knows',
      }),
    ],
    [
      'url-object',
      'new URL(redirect) in the string, which puts a slash after the host',
      ['redirect-trailing-slash | redirect-normalised'],
      'get plainuri',
      { ...on('tpp-redirect-uri', (v) => new URL(v).href), send: by.got },
      stack('got'),
    ],
    [
      'encoded-redirect',
      'encodeURIComponent of the redirect in the string, as in a query',
      ['redirect-percent-encoded'],
      'body periodic',
      { ...on('tpp-redirect-uri', encodeURIComponent), send: by.axios },
      stack('axios'),
    ],
    [
      'decoded-redirect',
      'querystring.unescape of the redirect in the string',
      ['redirect-percent-decoded'],
      'get encoded',
      { ...on('tpp-redirect-uri', decodeURIComponent), send: by.axios },
      stack('axios'),
    ],
    [
      'origin-path',
      'url.origin + url.pathname in the string',
      ['redirect-without-query'],
      'delete',
      {
        ...on('tpp-redirect-uri', (v) => {
          const u = new URL(v);
          return u.origin + u.pathname;
        }),
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'handlebars',
      'The string is rendered by a template engine, which writes & as &amp;',
      ['html-escaped'],
      'body small nested',
      {
        text: (t) =>
          t
            .replaceAll('&', '&amp;')
            .replaceAll('"', '&quot;')
            .replaceAll("'", '&#x27;')
            .replaceAll('=', '&#x3D;'),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'quoted-values',
      'JSON.stringify of each value',
      ['value-quoted'],
      'get',
      { line: (n, v) => `${n}: ${JSON.stringify(v)}`, send: by.undici },
      stack('undici'),
    ],
    [
      'psu-id-upper',
      'The database holds the PSU-ID in capitals; the header is written from the session',
      ['id-case'],
      'get query',
      { ...on('psu-id', (v) => v.toUpperCase()), send: by.fetch },
      stack('fetch'),
    ],
    // (request-target)
    [
      'base-url',
      'baseURL ends in /v1, config.url has the rest',
      ['request-target-other-prefix | request-target-without-bank'],
      'get',
      { ...target((c) => `${method(c)} ${c.path.replace('/v1', '')}`), send: by.axios },
      stack('axios'),
    ],
    [
      'params-left',
      'config.url and config.params: only the first is signed',
      ['request-target-without-query'],
      'get encoded',
      { ...target((c) => `${method(c)} ${c.path.split('?')[0]}`), send: by.axios },
      stack('axios'),
    ],
    [
      'params-encoded',
      'URLSearchParams writes + where the address has %20',
      ['request-target-encoded'],
      'get encoded',
      {
        ...target((c) => {
          const [path, query] = c.path.split('?');
          return `${method(c)} ${path}?${new URLSearchParams(query)}`;
        }),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'empty-query',
      'path + "?" + new URLSearchParams(params), with no params, leaves a question mark',
      [],
      'get bank',
      { ...target((c) => `${method(c)} ${c.path}?`), send: by.got },
      stack('got', {
        cause: 'a question mark without a query in the (request-target)',
        says: ['question mark|empty query|\\?'],
      }),
    ],
    [
      'whole-url',
      'config.url, which is the whole address',
      ['request-target-absolute'],
      'body ndct',
      { ...target((c) => `${method(c)} ${BANK}${c.path}`), send: by.axios },
      stack('axios'),
    ],
    [
      'method-as-set',
      "config.method is 'POST' as it was written",
      ['request-target-capitals'],
      'post',
      { ...target((c) => `${c.method} ${c.path}`), send: by.axios },
      stack('axios'),
    ],
    [
      'method-colon',
      "'get: /v1/…', as one bank's page shows it",
      [],
      'get',
      { ...target((c) => `${method(c)}: ${c.path}`), send: by.axios },
      stack('axios', {
        source: 'https://web.xs2a-sandbox.bngbank.nl/developer-portal/guides/signature-setup',
        cause: 'a colon after the method in the (request-target)',
        says: ['colon (after|behind) the method|method.{0,40}colon'],
      }),
    ],
    // Digest
    [
      'string-of-object',
      'update(String(data)): [object Object] is hashed',
      ['body-as-object'],
      'body nested',
      { ...digestOf(String), send: by.axios },
      stack('axios'),
    ],
    [
      'base64-body',
      'The body is encoded in base64 before it is hashed',
      ['body-base64'],
      'body small',
      { ...digestOf((_, body) => Buffer.from(body).toString('base64')), send: by.undici },
      stack('undici'),
    ],
    [
      'transform-request',
      'An interceptor hashes a copy of config.data whose first level is sorted',
      ['body-keys-sorted'],
      'body nested',
      {
        ...digestOf((o) =>
          JSON.stringify(
            Object.fromEntries(Object.entries(o).sort(([a], [b]) => (a < b ? -1 : 1))),
          ),
        ),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'pretty-logged',
      'The digest is of the text in the log, JSON.stringify(data, null, 2)',
      ['body-pretty-printed'],
      'body periodic',
      { ...digestOf((o) => JSON.stringify(o, null, 2)), send: by.axios },
      stack('axios'),
    ],
    [
      'tabs',
      'The fixture has tabs; got sends JSON.stringify of what was parsed',
      ['body-pretty-printed'],
      'body ndct',
      { ...digestOf((o) => JSON.stringify(o, null, '\t')), send: by.got },
      stack('got'),
    ],
    [
      'fixture-sent',
      'The pretty fixture is sent as it is, JSON.stringify(require(…)) is hashed',
      ['body-minified'],
      'body nested',
      {
        serialize: (o) => JSON.stringify(o, null, 2),
        ...digestOf((o) => JSON.stringify(o)),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'get-null',
      'JSON.stringify(null) of a request without a body is hashed and sent as Digest',
      ['SIG-12'],
      'get',
      { headers: () => ({ Digest: `SHA-256=${sha256('null')}` }), send: by.axios },
      stack('axios'),
    ],
    [
      'digest-empty-string',
      'config.data is set by a later interceptor: the digest is of an empty string',
      ['body-empty'],
      'body small',
      { ...digestOf(() => ''), send: by.axios },
      stack('axios'),
    ],
    [
      'digest-hex',
      "createHash('sha256').update(body).digest('hex')",
      ['digest-hex'],
      'body corporate',
      { digest: (b) => `SHA-256=${createHash('sha256').update(b).digest('hex')}`, send: by.axios },
      stack('axios'),
    ],
    [
      'digest-btoa',
      'btoa(hex)',
      ['digest-hex'],
      'body numbers',
      {
        digest: (b) => `SHA-256=${btoa(createHash('sha256').update(b).digest('hex'))}`,
        send: by.nodeFetch,
      },
      stack('node-fetch'),
    ],
    [
      'digest-bare',
      'Digest is the base64 alone, as at another bank',
      ['SIG-12 | digest-without-algorithm'],
      'body ndct',
      { digest: (b) => sha256(b), send: by.axios },
      stack('axios', { source: 'https://github.com/starlingbank/api-samples/pull/3' }),
    ],
    [
      'digest-9530',
      'sha-256=:…:, as RFC 9530 writes Content-Digest',
      ['SIG-12 | digest-quoted'],
      'body periodic',
      { digest: (b) => `sha-256=:${sha256(b)}:`, send: by.undici },
      stack('undici'),
    ],
    [
      'digest-line-bare',
      'The string has the base64 alone, the header SHA-256= before it',
      ['digest-without-algorithm'],
      'body nested',
      { ...on('digest', (v) => v.replace('SHA-256=', '')), send: by.got },
      stack('got'),
    ],
    [
      'digest-line-small',
      'The string has sha-256=, the header SHA-256=',
      ['digest-algorithm-name'],
      'body small',
      { ...on('digest', (v) => v.replace('SHA', 'sha')), send: by.fetch },
      stack('fetch'),
    ],
    [
      'digest-512-as-256',
      "createHash('sha512') was left of another bank, under the name SHA-256",
      ['digest-other-algorithm'],
      'body ndct',
      {
        digest: (b) => `SHA-256=${createHash('sha512').update(b).digest('base64')}`,
        send: by.axios,
      },
      stack('axios', { source: 'https://docs.openbank.icard.com/display/OI/Signing+Requests' }),
    ],
    [
      'gzip',
      'An interceptor compresses the body after it was hashed',
      ['body-compressed'],
      'body nested',
      {
        headers: () => ({ 'Content-Encoding': 'gzip' }),
        sent: (body) => gzipSync(body),
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'latin1-buffer',
      "Buffer.from(body, 'latin1') is hashed, UTF-8 is sent",
      ['body-latin1'],
      'body nested',
      { ...digestOf((_, body) => Buffer.from(body, 'latin1')), send: by.http },
      stack('Node http'),
    ],
    [
      'stringified-twice',
      'JSON.stringify of a string that was JSON already is hashed',
      ['body-stringified'],
      'body small',
      { ...digestOf((_, body) => JSON.stringify(body)), send: by.superagent },
      stack('superagent'),
    ],
    // Signing
    [
      'sha512',
      "createSign('RSA-SHA512'), left of the bank before",
      ['hash-sha512'],
      'body nested',
      {
        sign: (t) => createSign('RSA-SHA512').update(t).sign(kit('own.key'), 'base64'),
        send: by.axios,
      },
      stack('axios', { source: 'https://developer.rabobank.nl/signing-requests-psd2-apis' }),
    ],
    [
      'crypto-sign-undefined',
      "crypto.sign('sha1', …) of an old gist",
      ['hash-sha1'],
      'get',
      {
        sign: (t) => sign('sha1', Buffer.from(t), kit('own.key')).toString('base64'),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'pss-option',
      'padding: RSA_PKCS1_PSS_PADDING with saltLength 32',
      ['pss'],
      'body ndct',
      {
        sign: (t) =>
          sign('sha256', Buffer.from(t), {
            key: kit('own.key'),
            padding: constants.RSA_PKCS1_PSS_PADDING,
            saltLength: 32,
          }).toString('base64'),
        send: by.got,
      },
      stack('got', { source: 'https://community.intersystems.com/print/433881' }),
    ],
    [
      'encrypt-text-hash',
      'privateEncrypt of the hash: encrypted, not signed',
      ['no-digest-info'],
      'get query',
      {
        sign: (t) =>
          privateEncrypt(kit('own.key'), createHash('sha256').update(t).digest()).toString(
            'base64',
          ),
        send: by.axios,
      },
      stack('axios', { source: 'https://connect.satispay.com/docs/sign-the-string' }),
    ],
    [
      'digest-then-sign',
      'The hash is made first, and sign() hashes it again',
      ['hashed-twice'],
      'delete',
      {
        sign: (t) =>
          createSign('RSA-SHA256')
            .update(createHash('sha256').update(t).digest())
            .sign(kit('own.key'), 'base64'),
        signed: (t) => createHash('sha256').update(t).digest(),
        send: by.ky,
      },
      stack('ky'),
    ],
    [
      'sign-base64',
      'The string is encoded in base64 before it is signed',
      ['base64-of-string'],
      'get',
      {
        sign: (t) => rsa(Buffer.from(t).toString('base64')),
        signed: (t) => Buffer.from(Buffer.from(t).toString('base64')),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'hash-as-signature',
      'The signature is the hash of the string in base64: nothing was signed',
      ['not-signed'],
      'get bank',
      {
        sign: (t) => sha256(t),
        signed: (t) => createHash('sha256').update(t).digest(),
        send: by.fetch,
      },
      stack('fetch', { plain: true }),
    ],
    [
      'hmac-secret',
      'createHmac with the secret of the developer portal',
      ['not-signed'],
      'body small',
      {
        sign: (t) => createHmac('sha256', 'c2VjcmV0LW9mLXRoZS1wb3J0YWw').update(t).digest('base64'),
        send: by.axios,
      },
      stack('axios', { hmac: { secret: 'c2VjcmV0LW9mLXRoZS1wb3J0YWw' } }),
    ],
    [
      'old-key',
      'The certificate was renewed, the key in the vault is the old one',
      ['? another-key'],
      'body ndct',
      { sign: (t) => rsa(t, 'multi'), send: by.axios },
      stack('axios', {
        cause: 'the key is of no certificate that the bank knows',
        says: ['private key'],
      }),
    ],
    [
      'tls-key',
      'The key of the transport certificate signs',
      ['another-key'],
      'get',
      { sign: (t) => rsa(t, 'transport'), send: by.undici },
      stack('undici'),
    ],
    [
      'tls-certificate',
      'The transport certificate is sent, keyId and key are of the seal',
      ['another-certificate'],
      'body periodic',
      { certificateText: kit('transport.b64'), send: by.axios },
      stack('axios'),
    ],
    // The header
    [
      'backslashes',
      'The quotation marks were escaped for a shell and came with their backslashes',
      ['SIG-03'],
      'get',
      {
        header: ({ keyId, listed: l, signature }) =>
          `keyId=\\"${keyId}\\",algorithm=\\"rsa-sha256\\",headers=\\"${l}\\",signature=\\"${signature}\\"`,
        send: by.axios,
      },
      stack('axios', {
        source:
          'https://support.nordeaopenbanking.com/hc/en-us/articles/10914102297116-Signature-creation-FAQ',
      }),
    ],
    [
      'single-quotes',
      "keyId='…', in single quotation marks",
      ['SIG-03'],
      'body small',
      {
        header: ({ keyId, listed: l, signature }) =>
          `keyId='${keyId}',algorithm='rsa-sha256',headers='${l}',signature='${signature}'`,
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'json-header',
      'JSON.stringify of an object with the four',
      ['SIG-03'],
      'get',
      {
        header: ({ keyId, listed: l, signature }) =>
          JSON.stringify({ keyId, algorithm: 'rsa-sha256', headers: l, signature }),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'no-algorithm',
      'algorithm was left out, since the drafts deprecate it',
      ['SIG-03'],
      'get query',
      {
        header: ({ keyId, listed: l, signature }) =>
          `keyId="${keyId}",headers="${l}",signature="${signature}"`,
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'algorithm-java',
      'algorithm="SHA256withRSA"',
      ['SIG-07'],
      'body ndct',
      {
        header: ({ keyId, listed: l, signature }) =>
          `keyId="${keyId}",algorithm="SHA256withRSA",headers="${l}",signature="${signature}"`,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'url64',
      "sign(key, 'base64url')",
      ['signature-base64url', '? signature-without-padding'],
      'get',
      {
        sign: (t) => createSign('RSA-SHA256').update(t).sign(kit('own.key'), 'base64url'),
        send: by.got,
      },
      stack('got'),
    ],
    [
      'base64-of-base64',
      'Buffer.from(signature).toString("base64") of a base64 text',
      ['signature-base64-twice'],
      'body numbers',
      { sign: (t) => Buffer.from(rsa(t)).toString('base64'), send: by.axios },
      stack('axios'),
    ],
    [
      'varchar',
      'The signature was kept in a column of 255 characters',
      ['signature-cut'],
      'get',
      { sign: (t) => rsa(t).slice(0, 255), send: by.nodeFetch },
      stack('node-fetch'),
    ],
    [
      'quoted-signature',
      'JSON.stringify(signature) between the quotation marks',
      ['SIG-03 | signature-quoted'],
      'get bank',
      {
        header: ({ keyId, listed: l, signature }) =>
          `keyId="${keyId}",algorithm="rsa-sha256",headers="${l}",signature=""${signature}""`,
        send: by.axios,
      },
      stack('axios'),
    ],
    // keyId
    [
      'sn-only',
      'keyId="SN=…" without CA, as one bank wants it',
      ['key-id-form | issuer-wrong'],
      'get',
      { keyId: KEY_ID.own.split(',CA')[0], send: by.axios },
      stack('axios', { source: 'https://github.com/ing-bank/ing-open-banking-cli' }),
    ],
    [
      'client-id',
      'keyId is the client id of the portal',
      ['key-id-form'],
      'body small',
      { keyId: '3c2f7a15-9d64-4a0b-a1c3-7712b1e0d9aa', send: by.axios },
      stack('axios', {
        source:
          'https://support.nordeaopenbanking.com/hc/en-us/articles/360009555599-How-can-I-get-started-signing-with-eIDAS',
      }),
    ],
    [
      'key-url',
      'keyId is the address of the certificate, as STET wants it',
      ['key-id-form'],
      'get query',
      { keyId: 'https://kontohjelp.example/certs/qsealc_4f3ac29b07d1e86c.pem', send: by.fetch },
      stack('fetch', {
        source: 'https://docs.qonto.com/get-started/business-api/authentication/qsealc',
      }),
    ],
    [
      'berlin-percent',
      'The CA percent-encoded, as in the example of the Berlin Group',
      ['issuer-percent-encoded'],
      'get',
      { keyId: KEY_ID.own.replaceAll(' ', '%20'), send: by.axios },
      stack('axios'),
    ],
    [
      'serial-number-big',
      'BigInt("0x" + serialNumber).toString()',
      ['serial-decimal'],
      'body nested',
      { keyId: KEY_ID.own.replace(/SN=\w+/, `SN=${0x4f3ac29b07d1e86cn}`), send: by.got },
      stack('got'),
    ],
    [
      'serial-digits',
      'The serial number 20190417 was taken for decimal and turned into hexadecimal',
      ['serial-wrong | serial-decimal'],
      'get',
      {
        certificate: 'multi',
        keyId: KEY_ID.multi.replace('20190417', (20190417).toString(16).toUpperCase()),
        send: by.axios,
      },
      stack('axios', { says: ['serial'] }),
    ],
    [
      'serial-decimal-multi',
      'The serial number in decimal, of a serial number that has only digits',
      ['serial-decimal'],
      'body ndct',
      {
        certificate: 'multi',
        keyId: KEY_ID.multi.replace('20190417', String(0x20190417)),
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'x509-issuer-lines',
      "x509.issuer.split('\\n').join(',')",
      ['issuer-reversed'],
      'get query',
      {
        certificate: 'multi',
        keyId:
          'SN=20190417,CA=C=DE,ST=Berlin,L=Berlin,O=Tillitsrot GmbH,OU=Trust Services,organizationIdentifier=NTRDE-HRB74346,CN=Tillitsrot Seal CA 2-1 2024',
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'cn-and-o',
      'CN and O of the issuer, typed from the browser',
      ['issuer-rdn-missing'],
      'body small',
      {
        certificate: 'multi',
        keyId: 'SN=20190417,CA=CN=Tillitsrot Seal CA 2-1 2024,O=Tillitsrot GmbH,C=DE',
        send: by.axios,
      },
      stack('axios'),
    ],
    // Two
    [
      'id-retry-crlf',
      'CRLF of os.EOL, and no space after the colon',
      ['crlf', 'no-space-after-colon'],
      'get',
      { line: (n, v) => `${n}:${v}`, join: (l) => l.join('\r\n'), send: by.got },
      stack('got'),
    ],
    [
      'capitals-and-end',
      'The names as they are sent, and a line feed after each line',
      ['names-in-capitals', 'trailing-newline'],
      'body nested',
      {
        line: (n, v) =>
          `${{ date: 'Date', digest: 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID', 'tpp-redirect-uri': 'TPP-Redirect-URI' }[n]}: ${v}`,
        join: (l) => l.map((one) => `${one}\n`).join(''),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'hex-and-pretty',
      'The digest of the pretty text, in hexadecimal',
      ['digest-hex', 'body-pretty-printed'],
      'body small',
      {
        digest: (_, o) =>
          `SHA-256=${createHash('sha256')
            .update(JSON.stringify(o, null, 2))
            .digest('hex')}`,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'base-url-and-case',
      'baseURL is not signed, and the method is in capitals',
      ['request-target-other-prefix | request-target-without-bank', 'request-target-capitals'],
      'body ndct',
      { ...target((c) => `${c.method} ${c.path.replace('/v1', '')}`), send: by.axios },
      stack('axios'),
    ],
    [
      'decimal-and-order',
      'The serial number in decimal, and the lines sorted',
      ['serial-decimal', 'another-order'],
      'get',
      {
        keyId: KEY_ID.own.replace(/SN=\w+/, `SN=${0x4f3ac29b07d1e86cn}`),
        join: (l) =>
          [...l]
            .sort()
            .join('\n')
            .replace(/^(date: .*)\n(.*)/, '$2\n$1'),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'bare-digest-and-end',
      'The string has the digest without its algorithm, and ends in a line feed',
      ['digest-without-algorithm', 'trailing-newline'],
      'body periodic',
      {
        ...on('digest', (v) => v.replace('SHA-256=', '')),
        join: (l) => `${l.join('\n')}\n`,
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'redirect-and-date',
      'new URL(redirect) and an ISO date in the string',
      ['date-format', 'redirect-trailing-slash | redirect-normalised'],
      'get plainuri',
      {
        value: (n, v) =>
          n === 'date'
            ? new Date(v).toISOString()
            : n === 'tpp-redirect-uri'
              ? new URL(v).href
              : undefined,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'names-and-sha512',
      'The names as sent, and RSA-SHA512',
      ['names-in-capitals', 'hash-sha512'],
      'get',
      {
        line: (n, v) => `${n.replace(/(^|-)(\w)/g, (all) => all.toUpperCase())}: ${v}`,
        sign: (t) => createSign('RSA-SHA512').update(t).sign(kit('own.key'), 'base64'),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'percent-and-space',
      'The CA percent-encoded, and no space after the colon',
      ['issuer-percent-encoded', 'no-space-after-colon'],
      'delete',
      { keyId: KEY_ID.own.replaceAll(' ', '%20'), line: (n, v) => `${n}:${v}`, send: by.got },
      stack('got'),
    ],
  ],
  by.fetch,
);
