// Requests that are signed rightly and changed on their way, by proxies as their manuals set them up. The
// proxy listens on 127.0.0.1:8081 and sends on to what records.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import httpProxy from 'http-proxy';
import { createProxyMiddleware, fixRequestBody } from 'http-proxy-middleware';
import { build, next, note } from './client.mjs';

const work = mkdtempSync(join(tmpdir(), 'proxies-'));
const SIX = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
const targeted = (get) => ['(request-target)', ...SIX.filter((name) => get(name) !== undefined)];

const until = async (open) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const is = await new Promise((done) => {
      const socket = createConnection(8081, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      }).on('error', () => done(false));
    });
    if (is === open) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the proxy does not change its state');
};

function program(command, args, text, ending) {
  const file = join(work, `conf-${Math.random().toString(36).slice(2)}${ending}`);
  writeFileSync(file, text);
  const child = spawn(command, args(file), {
    cwd: work,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  });
  return () => child.kill(command.includes('apache') ? 'SIGKILL' : 'SIGTERM');
}
const nginx = (inside) => () =>
  program(
    '/usr/sbin/nginx',
    (file) => ['-p', work, '-c', file, '-g', 'daemon off;'],
    `error_log stderr; pid ${work}/nginx.pid; user root; events {} http { access_log off; client_body_temp_path ${work}/b; proxy_temp_path ${work}/p; fastcgi_temp_path ${work}/f; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s; server { listen 127.0.0.1:8081; ${inside} } }`,
    '.conf',
  );
const apache = (inside) => () =>
  program(
    '/usr/sbin/apache2',
    (file) => ['-X', '-f', file],
    `ServerRoot ${work}\nServerName localhost\nPidFile ${work}/apache-${Math.random()}.pid\nDefaultRuntimeDir ${work}\nListen 127.0.0.1:8081\nErrorLog ${work}/apache.log\n${['mpm_event', 'proxy', 'proxy_http', 'headers', 'rewrite', 'unique_id', 'env', 'setenvif', 'authz_core'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}\n${inside}\n`,
    '.conf',
  );
const haproxy = (inside) => () =>
  program(
    '/usr/sbin/haproxy',
    (file) => ['-db', '-f', file],
    `defaults\n mode http\n timeout client 5s\n timeout server 5s\n timeout connect 5s\nfrontend f\n bind 127.0.0.1:8081\n${inside}\n default_backend b\nbackend b\n server s 127.0.0.1:8080\n`,
    '.cfg',
  );
const caddy = (inside) => () =>
  program(
    '/usr/bin/caddy',
    (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:8081 {\n${inside}\n}\n`,
    '',
  );
const node = (handler) => () => {
  const server = http.createServer(handler).listen(8081, '127.0.0.1');
  return () => {
    server.closeAllConnections();
    server.close();
  };
};
const forwarded = (options, change) => {
  const proxy = httpProxy.createProxyServer({ target: 'http://127.0.0.1:8080', ...options });
  if (change) proxy.on('proxyReq', change);
  return node((request, response) => proxy.web(request, response));
};
const middleware =
  (...uses) =>
  () => {
    const app = express();
    for (const use of uses) app.use(use);
    const server = app.listen(8081, '127.0.0.1');
    return () => {
      server.closeAllConnections();
      server.close();
    };
  };
/** Sends on with other headers or another body, as a gateway that a team writes itself. */
const gateway = (change) =>
  node((request, response) => {
    const parts = [];
    request
      .on('data', (part) => parts.push(part))
      .on('end', () => {
        const made = change({
          method: request.method,
          path: request.url,
          headers: { ...request.headers },
          body: Buffer.concat(parts),
        });
        if (made.body.length > 0) made.headers['content-length'] = made.body.length;
        http
          .request({ host: '127.0.0.1', port: 8080, ...made }, (answer) => answer.pipe(response))
          .end(made.body);
      });
  });
const jsonGateway = (write) =>
  gateway(({ body, ...rest }) => ({
    ...rest,
    body: body.length > 0 ? Buffer.from(write(JSON.parse(body))) : body,
  }));
/** Envoy is not to be had here; this is what its issue says that it does to an id. */
const envoy = gateway(({ headers, ...rest }) => ({
  ...rest,
  headers: { ...headers, 'x-request-id': headers['x-request-id'].replace(/^(.{14})./, '$19') },
}));

let running;
let current;
async function through(start) {
  if (current === start) return;
  running?.();
  if (running) await until(false);
  running = start();
  current = start;
  await until(true);
}

async function row([
  id,
  stack,
  what,
  expects,
  tags,
  start,
  { slip = {}, path = (one) => one, ...more } = {},
]) {
  const context = next(tags);
  await through(start);
  const sent = { ...context, path: path(context.path) };
  const request = build(sent, { names: targeted, ...slip });
  note({ id, stack, what, expects, ...more }, request.signed);
  await new Promise((done) => {
    const outgoing = http.request(
      {
        host: '127.0.0.1',
        port: 8081,
        method: sent.method,
        path: sent.path,
        headers: request.headers,
        agent: false,
      },
      (answer) => answer.resume().on('end', done),
    );
    outgoing.on('error', (error) => {
      console.error(id, error.message);
      done();
    });
    outgoing.end(request.body);
  });
}
const plain = { slip: { names: undefined } };
const FRESH = { cause: 'the id that was signed is not known to the bank' };
const psd2 = (path) => `/psd2${path}`;

const rows = [
  [
    'nginx-prefix',
    'nginx',
    'proxy_pass with a slash at its end takes /psd2 away; the client signed it',
    ['request-target-other-prefix'],
    'body',
    nginx('location /psd2/ { proxy_pass http://127.0.0.1:8080/; }'),
    { path: psd2, source: 'https://github.com/Letterbook/Letterbook/issues/216' },
  ],
  [
    'nginx-bank',
    'nginx',
    'proxy_pass with /banks/fjordbank/ puts the bank before the path',
    ['request-target-without-bank'],
    'get',
    nginx('location /v1/ { proxy_pass http://127.0.0.1:8080/banks/fjordbank/v1/; }'),
    {},
  ],
  [
    'nginx-request-id',
    'nginx',
    'proxy_set_header X-Request-ID $request_id',
    [],
    'get',
    nginx(
      'location / { proxy_set_header X-Request-ID $request_id; proxy_pass http://127.0.0.1:8080; }',
    ),
    { ...plain, ...FRESH, source: 'https://github.com/istio/istio/issues/10875' },
  ],
  [
    'nginx-psu-id',
    'nginx',
    'proxy_set_header PSU-ID "" takes the header away',
    ['SIG-08'],
    'get query',
    nginx('location / { proxy_set_header PSU-ID ""; proxy_pass http://127.0.0.1:8080; }'),
    plain,
  ],
  [
    'nginx-rewrite',
    'nginx',
    'rewrite … break decodes the path and encodes it anew',
    [],
    'get',
    nginx('location /api/ { rewrite ^/api/(.*)$ /$1 break; proxy_pass http://127.0.0.1:8080; }'),
    {
      path: (path) => `/api/v1/accounts/a%2Bc1%40e0/balances${path.slice(0, 0)}`,
      cause: 'a proxy took a prefix away and decoded the path',
      says: ['prefix|decoded'],
    },
  ],
  [
    'nginx-decode',
    'nginx',
    'proxy_pass with a path decodes %2B and %40',
    ['request-target-encoded | request-target-decoded'],
    'get',
    nginx('location /v1/ { proxy_pass http://127.0.0.1:8080/v1/; }'),
    { path: () => '/v1/accounts/a%2Bc1%40e0/balances' },
  ],
  [
    'nginx-slashes',
    'nginx',
    'merge_slashes makes one slash of two',
    [],
    'get',
    nginx('location /v1/ { proxy_pass http://127.0.0.1:8080/v1/; }'),
    {
      path: () => '/v1//accounts/a7c1e0/balances',
      cause: 'two slashes in the path became one',
      says: ['slash'],
    },
  ],
  [
    'nginx-redirect',
    'nginx',
    'proxy_set_header TPP-Redirect-URI from the configuration of the gateway',
    [],
    'body',
    nginx(
      'location / { proxy_set_header TPP-Redirect-URI "https://gateway.betallett.example/retur"; proxy_pass http://127.0.0.1:8080; }',
    ),
    { ...plain, cause: 'the redirect that was signed is not known to the bank' },
  ],
  [
    'nginx-args',
    'nginx',
    'set $args adds a parameter to the query',
    [],
    'get query',
    nginx('location / { set $args "$args&tenant=7"; proxy_pass http://127.0.0.1:8080; }'),
    { cause: 'the query has one parameter more than was signed', says: ['query|parameter'] },
  ],
  [
    'apache-prefix',
    'Apache httpd',
    'ProxyPass /psd2/ takes the prefix away',
    ['request-target-other-prefix'],
    'get query',
    apache('ProxyPass /psd2/ http://127.0.0.1:8080/'),
    { path: psd2 },
  ],
  [
    'apache-canon',
    'Apache httpd',
    'ProxyPass without nocanon writes the path anew: %40 becomes @',
    ['request-target-encoded | request-target-decoded'],
    'get',
    apache('ProxyPass / http://127.0.0.1:8080/'),
    { path: () => '/v1/accounts/a%2Bc1%40e0/balances' },
  ],
  [
    'apache-unique',
    'Apache httpd',
    'RequestHeader set X-Request-ID with UNIQUE_ID',
    [],
    'delete',
    apache('ProxyPass / http://127.0.0.1:8080/\nRequestHeader set X-Request-ID "%{UNIQUE_ID}e"'),
    { ...plain, ...FRESH },
  ],
  [
    'apache-edit',
    'Apache httpd',
    'RequestHeader edit makes https of http in the redirect',
    [],
    'body',
    apache(
      'ProxyPass / http://127.0.0.1:8080/\nRequestHeader edit TPP-Redirect-URI ^http: https: early',
    ),
    {
      slip: {
        names: undefined,
        headers: () => ({ 'TPP-Redirect-URI': 'http://app.betallett.example/retur' }),
      },
      cause: 'the scheme of the redirect was changed on the way',
      says: ['http:|scheme'],
    },
  ],
  [
    'apache-append',
    'Apache httpd',
    'RequestHeader append adds a second value to PSU-ID',
    [],
    'psu get',
    apache('ProxyPass / http://127.0.0.1:8080/\nRequestHeader append PSU-ID "unknown"'),
    { ...plain, cause: 'a proxy added a second value to a header', says: ['comma|two|value'] },
  ],
  [
    'haproxy-uuid',
    'HAProxy',
    'http-request set-header X-Request-ID %[uuid()]',
    [],
    'body',
    haproxy(' http-request set-header X-Request-ID %[uuid()]'),
    { ...plain, ...FRESH },
  ],
  [
    'haproxy-unique-id',
    'HAProxy',
    'unique-id-header adds a second X-Request-ID',
    ['SIG-13'],
    'get',
    haproxy(' unique-id-format %[uuid()]\n unique-id-header X-Request-ID'),
    plain,
  ],
  [
    'haproxy-path',
    'HAProxy',
    'http-request replace-path takes /api away',
    ['request-target-other-prefix'],
    'body corporate',
    haproxy(' http-request replace-path /api(/.*) \\1'),
    { path: (path) => `/api${path}` },
  ],
  [
    'haproxy-query',
    'HAProxy',
    'http-request set-query takes the query away',
    [],
    'get query',
    haproxy(' http-request set-query limit=10'),
    { cause: 'the query was replaced on the way; the one before is not known' },
  ],
  [
    'haproxy-upper',
    'HAProxy',
    'X-Request-ID in capitals on the way',
    ['id-case'],
    'get bank',
    haproxy(' http-request set-header X-Request-ID %[req.hdr(x-request-id),upper]'),
    plain,
  ],
  [
    'caddy-prefix',
    'Caddy',
    'handle_path /psd2/* takes the prefix away',
    ['request-target-other-prefix'],
    'get',
    caddy(' handle_path /psd2/* {\n  reverse_proxy 127.0.0.1:8080\n }'),
    { path: psd2 },
  ],
  [
    'caddy-uuid',
    'Caddy',
    'header_up X-Request-ID {http.request.uuid}',
    [],
    'psu get',
    caddy(' reverse_proxy 127.0.0.1:8080 {\n  header_up X-Request-ID {http.request.uuid}\n }'),
    { ...plain, ...FRESH },
  ],
  [
    'caddy-header-plus',
    'Caddy',
    'header_up +TPP-Redirect-URI adds a second one',
    ['SIG-13'],
    'get',
    caddy(
      ' reverse_proxy 127.0.0.1:8080 {\n  header_up +TPP-Redirect-URI "https://gateway.betallett.example/retur"\n }',
    ),
    plain,
  ],
  [
    'caddy-rewrite',
    'Caddy',
    'rewrite * /banks/nord{uri}',
    ['request-target-without-bank'],
    'get',
    caddy(' rewrite * /banks/nord{uri}\n reverse_proxy 127.0.0.1:8080'),
    {},
  ],
  [
    'envoy-trace-digit',
    'Envoy (imitated)',
    'Envoy writes 9 into the fourteenth place of X-Request-ID, to mark a trace',
    [],
    'get',
    envoy,
    {
      ...plain,
      source: 'https://github.com/envoyproxy/envoy/issues/11532',
      cause: 'one digit of X-Request-ID was changed on the way',
      says: ['digit|Envoy|on its way|on the way'],
    },
  ],
  [
    'envoy-trace-digit-body',
    'Envoy (imitated)',
    'The same, for a request with a body',
    [],
    'body',
    envoy,
    {
      ...plain,
      source: 'https://github.com/envoyproxy/envoy/issues/22718',
      cause: 'one digit of X-Request-ID was changed on the way',
      says: ['digit|Envoy|on its way|on the way'],
    },
  ],
  [
    'http-proxy-path',
    'http-proxy',
    'The target has a path, which http-proxy puts before that of the request',
    ['request-target-without-bank'],
    'get query',
    forwarded({ target: 'http://127.0.0.1:8080/banks/fjordbank' }),
    {},
  ],
  [
    'http-proxy-header',
    'http-proxy',
    'A proxyReq hook sets Date anew',
    ['date-other-second'],
    'get',
    forwarded({}, (outgoing) =>
      outgoing.setHeader('Date', new Date(Date.now() + 5000).toUTCString()),
    ),
    plain,
  ],
  [
    'middleware-prefix',
    'http-proxy-middleware',
    'pathRewrite takes /api away',
    ['request-target-other-prefix'],
    'psu get',
    middleware(
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', pathRewrite: { '^/api': '' } }),
    ),
    { path: (path) => `/api${path}` },
  ],
  [
    'middleware-fix-body',
    'http-proxy-middleware',
    'express.json() reads the body and fixRequestBody writes it anew, without its white space',
    ['body-pretty-printed'],
    'body',
    middleware(
      express.json(),
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', on: { proxyReq: fixRequestBody } }),
    ),
    { slip: { names: undefined, serialize: (o) => JSON.stringify(o, null, 2) } },
  ],
  [
    'middleware-fix-spaced',
    'http-proxy-middleware',
    'The same, of a client that writes spaces after colons and commas',
    ['body-spaced'],
    'body bulk',
    middleware(
      express.json(),
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', on: { proxyReq: fixRequestBody } }),
    ),
    {
      slip: {
        names: undefined,
        serialize: (o) => JSON.stringify(o).replaceAll('":', '": ').replaceAll(',"', ', "'),
      },
    },
  ],
  [
    'middleware-fix-numbers',
    'http-proxy-middleware',
    'The same: 1000000.00 becomes 1000000',
    [],
    'body numbers',
    middleware(
      express.json(),
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', on: { proxyReq: fixRequestBody } }),
    ),
    {
      slip: {
        names: undefined,
        serialize: (o) => JSON.stringify(o).replace('1000000', '1000000.00'),
      },
      cause: 'a number lost its decimals on the way',
      says: ['number|decimal|1000000'],
    },
  ],
  [
    'middleware-fix-escapes',
    'http-proxy-middleware',
    'The same, of a client that writes \\u escapes',
    ['body-json-escaped'],
    'body letters',
    middleware(
      express.json(),
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', on: { proxyReq: fixRequestBody } }),
    ),
    {
      slip: {
        names: undefined,
        serialize: (o) =>
          JSON.stringify(o).replace(
            /[^ -~]/g,
            (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
      },
    },
  ],
  [
    'gateway-pretty',
    'own gateway',
    'An API gateway logs and sends the body pretty-printed',
    ['body-minified'],
    'body',
    jsonGateway((o) => JSON.stringify(o, null, 4)),
    plain,
  ],
  [
    'gateway-sorted',
    'own gateway',
    'An API gateway sorts the keys',
    [],
    'body letters',
    jsonGateway((o) => JSON.stringify(Object.fromEntries(Object.entries(o).sort()))),
    {
      ...plain,
      cause: 'the keys of the body were sorted on the way; their order before is not known',
    },
  ],
  [
    'gateway-field',
    'own gateway',
    'An API gateway adds a field to the body',
    [],
    'body',
    jsonGateway((o) => JSON.stringify({ ...o, channel: 'web' })),
    { ...plain, cause: 'the body was changed on the way; what was hashed is not known' },
  ],
  [
    'gateway-lower',
    'own gateway',
    'A gateway lower-cases the redirect',
    [],
    'encoded',
    gateway(({ headers, ...rest }) => ({
      ...rest,
      headers: { ...headers, 'tpp-redirect-uri': headers['tpp-redirect-uri'].toLowerCase() },
    })),
    { ...plain, cause: 'capitals of the redirect were lost on the way; which is not known' },
  ],
  [
    'gateway-slash',
    'own gateway',
    'A gateway adds a slash to the path',
    ['request-target-trailing-slash'],
    'get',
    gateway(({ path, ...rest }) => ({ ...rest, path: `${path}/` })),
    {},
  ],
  [
    'gateway-method',
    'own gateway',
    'A gateway sends PUT as POST',
    [],
    'body bank',
    gateway((one) => ({ ...one, method: one.method === 'PUT' ? 'POST' : 'PUT' })),
    { cause: 'the method was changed on the way', says: ['method'] },
  ],
  [
    'gateway-certificate',
    'own gateway',
    'A gateway sends its own client certificate in TPP-Signature-Certificate, as it came from TLS',
    ['another-certificate | serial-of-another-certificate'],
    'get',
    gateway(({ headers, ...rest }) => ({
      ...rest,
      headers: { ...headers, 'tpp-signature-certificate': transport },
    })),
    plain,
  ],
];
const { kit } = await import('./client.mjs');
const transport = kit('transport.b64');
for (const one of rows) await row(one);
running?.();
process.exit(0);
