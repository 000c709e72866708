// Requests that are signed rightly and changed on their way, by proxies as their manuals set them up. The
// proxy listens on 127.0.0.1:8081 and sends on to what records.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  return () => child.kill();
}
const nginx = (inside) => () =>
  program(
    '/usr/sbin/nginx',
    (file) => ['-p', work, '-c', file, '-g', 'daemon off;'],
    `error_log stderr; pid ${work}/nginx.pid; user root; events {} http { access_log off; client_body_temp_path ${work}/b; proxy_temp_path ${work}/p; fastcgi_temp_path ${work}/f; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s; server { listen 127.0.0.1:8081; ${inside} } }`,
    '.conf',
  );
const node = (handler) => () => {
  const server = http.createServer(handler).listen(8081, '127.0.0.1');
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

const rows = [
  [
    'nginx-prefix',
    'nginx',
    'proxy_pass with a slash at its end takes /psd2 away; the client signed it',
    ['request-target-other-prefix'],
    'body',
    nginx('location /psd2/ { proxy_pass http://127.0.0.1:8080/; }'),
    {
      path: (path) => `/psd2${path}`,
      source: 'https://github.com/Letterbook/Letterbook/issues/216',
    },
  ],
  [
    'nginx-psu-id',
    'nginx',
    'proxy_set_header PSU-ID "" takes the header away',
    ['SIG-08'],
    'get query',
    nginx('location / { proxy_set_header PSU-ID ""; proxy_pass http://127.0.0.1:8080; }'),
    { slip: { names: undefined } },
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
];
for (const one of rows) await row(one);
running?.();
process.exit(0);
