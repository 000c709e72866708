// Requests that are signed rightly and changed on their way, by proxies as their manuals set them up. The
// proxy listens on 127.0.0.1:8081 and sends on to what records.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
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

const { kit } = await import('./client.mjs');
const transport = kit('transport.b64');
const rows = [
  [
    'nginx-strip',
    'nginx',
    'location /open-banking/ with a slash behind proxy_pass takes the prefix away',
    ['request-target-other-prefix'],
    'get query',
    nginx('location /open-banking/ { proxy_pass http://127.0.0.1:8080/; }'),
    { path: (p) => `/open-banking${p}` },
  ],
  [
    'nginx-add',
    'nginx',
    'proxy_pass http://bank/banks/sparebank/v1/ puts the bank before the path',
    ['request-target-without-bank'],
    'body ndct',
    nginx('location /v1/ { proxy_pass http://127.0.0.1:8080/banks/sparebank/v1/; }'),
    {},
  ],
  [
    'nginx-date',
    'nginx',
    'proxy_set_header Date $http_x_date: the Date goes, since nothing is there',
    ['SIG-01'],
    'get',
    nginx('location / { proxy_set_header Date $http_x_date; proxy_pass http://127.0.0.1:8080; }'),
    plain,
  ],
  [
    'nginx-cert',
    'nginx',
    'proxy_set_header TPP-Signature-Certificate with the certificate of the gateway',
    ['another-certificate | serial-of-another-certificate'],
    'get query',
    nginx(
      `large_client_header_buffers 8 32k; location / { proxy_set_header TPP-Signature-Certificate "${transport}"; proxy_pass http://127.0.0.1:8080; }`,
    ),
    plain,
  ],
  [
    'nginx-corporate',
    'nginx',
    'proxy_set_header PSU-Corporate-ID "" takes a signed header away',
    ['SIG-08'],
    'body corporate',
    nginx('location / { proxy_set_header PSU-Corporate-ID ""; proxy_pass http://127.0.0.1:8080; }'),
    plain,
  ],
  [
    'apache-set-id',
    'Apache httpd',
    'RequestHeader set X-Request-ID "%{UNIQUE_ID}e"',
    [],
    'delete',
    apache('RequestHeader set X-Request-ID "%{UNIQUE_ID}e"\nProxyPass / http://127.0.0.1:8080/'),
    { ...plain, ...FRESH },
  ],
  [
    'apache-strip',
    'Apache httpd',
    'ProxyPass /bank takes the prefix away',
    ['request-target-other-prefix'],
    'body small',
    apache('ProxyPass /bank http://127.0.0.1:8080'),
    { path: (p) => `/bank${p}` },
  ],
  [
    'apache-add-psu',
    'Apache httpd',
    'RequestHeader set PSU-Corporate-ID adds a header that was not signed',
    ['SIG-08'],
    'get',
    apache(
      'RequestHeader set PSU-Corporate-ID "7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90"\nProxyPass / http://127.0.0.1:8080/',
    ),
    plain,
  ],
  [
    'haproxy-date',
    'HAProxy',
    'http-request set-header Date with the time of the proxy',
    ['date-other-second'],
    'get bank',
    haproxy(' http-request set-header Date %[date(3),http_date]'),
    plain,
  ],
  [
    'haproxy-strip',
    'HAProxy',
    'http-request replace-path takes /gateway away',
    ['request-target-other-prefix'],
    'delete',
    haproxy(' http-request replace-path ^/gateway(/.*)$ \\1'),
    { path: (p) => `/gateway${p}` },
  ],
  [
    'haproxy-lower',
    'HAProxy',
    'TPP-Redirect-URI goes through lower',
    [],
    'get encoded',
    haproxy(' http-request set-header TPP-Redirect-URI %[req.hdr(TPP-Redirect-URI),lower]'),
    { ...plain, cause: 'capitals of the redirect were lost on the way; which is not known' },
  ],
  [
    'caddy-strip',
    'Caddy',
    'handle_path /psd2/* takes the prefix away',
    ['request-target-other-prefix'],
    'body periodic',
    caddy('handle_path /psd2/* {\n reverse_proxy 127.0.0.1:8080\n}'),
    { path: psd2 },
  ],
  [
    'caddy-query',
    'Caddy',
    'rewrite * {path}?limit=50: the query is another one',
    [],
    'get query',
    caddy('rewrite * {path}?limit=50\nreverse_proxy 127.0.0.1:8080'),
    { cause: 'the query was replaced on the way; the one before is not known' },
  ],
  [
    'caddy-authority',
    'Caddy',
    'header_up X-Request-ID {http.request.uuid}',
    [],
    'body nested',
    caddy('reverse_proxy 127.0.0.1:8080 {\n header_up X-Request-ID {http.request.uuid}\n}'),
    { ...plain, ...FRESH },
  ],
  [
    'middleware-rewrite',
    'http-proxy-middleware',
    "pathRewrite: { '^/api/psd2': '' }",
    ['request-target-other-prefix'],
    'get query',
    middleware(
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', pathRewrite: { '^/api/psd2': '' } }),
    ),
    {
      path: (p) => `/api/psd2${p}`,
      source: 'https://github.com/chimurai/http-proxy-middleware/issues/320',
    },
  ],
  [
    'middleware-json',
    'http-proxy-middleware',
    'express.json() and fixRequestBody write the body anew, of a client that sends spaces',
    ['body-spaced'],
    'body small',
    middleware(
      express.json(),
      createProxyMiddleware({ target: 'http://127.0.0.1:8080', on: { proxyReq: fixRequestBody } }),
    ),
    {
      slip: {
        names: undefined,
        serialize: (o) =>
          JSON.stringify(o, null, 1)
            .replace(/\n\s*/g, ' ')
            .replace(/([{[]) /g, '$1')
            .replace(/ ([}\]])/g, '$1'),
      },
      source: 'https://github.com/chimurai/http-proxy-middleware/issues/320',
    },
  ],
  [
    'gateway-indent',
    'own gateway',
    'A gateway with an older JSON library sends the body with two spaces',
    ['body-minified'],
    'body ndct',
    jsonGateway((o) => JSON.stringify(o, null, 2)),
    plain,
  ],
  [
    'gateway-field',
    'own gateway',
    'A gateway fills in endToEndIdentification',
    [],
    'body periodic',
    jsonGateway((o) => JSON.stringify({ ...o, endToEndIdentification: 'NOTPROVIDED' })),
    { ...plain, cause: 'the body was changed on the way; what was hashed is not known' },
  ],
];
for (const one of rows) await row(one);
running?.();
process.exit(0);
