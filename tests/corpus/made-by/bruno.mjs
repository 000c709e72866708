// Bruno: requests as .bru files with scripts, run by its command-line client.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BANK, KEY_ID, kit, next } from './client.mjs';

const work = mkdtempSync(join(tmpdir(), 'bruno-'));
const bru = fileURLToPath(new URL('node_modules/.bin/bru', import.meta.url));
mkdirSync(join(work, 'environments'));
writeFileSync(
  join(work, 'bruno.json'),
  JSON.stringify({
    version: '1',
    name: 'bank',
    type: 'collection',
    scripts: { moduleWhitelist: ['fs', 'crypto'], filesystemAccess: { allow: true } },
  }),
);

function row([id, what, expects, tags, slip = {}, more = {}]) {
  const context = next(tags);
  const body = context.body && JSON.stringify(context.body, null, 2);
  const about = JSON.stringify({ id, what, expects, stack: 'Bruno', ...more });
  const script = `
const fs = require('fs'); const crypto = require('crypto'); const CryptoJS = require('crypto-js'); const forge = require('node-forge');
const body = ${slip.body ?? 'req.getBody()'};
const date = new Date().toUTCString(); const id = crypto.randomUUID();
const digest = ${context.body ? `'SHA-256=' + ${slip.digest ?? "crypto.createHash('sha256').update(typeof body === 'string' ? body : JSON.stringify(body)).digest('base64')"}` : 'undefined'};
const values = { date, digest, 'x-request-id': id, 'tpp-redirect-uri': ${JSON.stringify(context.redirect)} };
${slip.target ? `values['(request-target)'] = ${slip.target};` : ''}
const names = Object.keys(values).filter((name) => values[name] !== undefined);
let text = names.map((name) => ${slip.line ?? "name + ': ' + values[name]"}).join(${slip.join ?? "'\\n'"});
${slip.text ?? ''}
fs.appendFileSync(process.env.NOTES, JSON.stringify({ ...${about}, signed: Buffer.from(text).toString('base64') }) + '\\n');
const signature = ${slip.sign ?? "crypto.createSign('RSA-SHA256').update(text).sign(fs.readFileSync(process.env.KIT + '/own.key', 'utf8'), 'base64')"};
req.setHeader('Date', date); if (digest) req.setHeader('Digest', digest); req.setHeader('X-Request-ID', ${slip.sentId ?? 'id'});
req.setHeader('TPP-Redirect-URI', values['tpp-redirect-uri']); req.setHeader('TPP-Signature-Certificate', ${JSON.stringify(kit('own.b64'))});
req.setHeader('Signature', 'keyId="${KEY_ID.own}",algorithm="rsa-sha256",headers="' + names.join(' ') + '",signature="' + signature + '"');
`;
  const indented = (text) =>
    text
      .trim()
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n');
  const file = [
    `meta {\n  name: ${id}\n  type: http\n  seq: 1\n}`,
    `${context.method.toLowerCase()} {\n  url: ${BANK}${context.path}\n  body: ${body ? 'json' : 'none'}\n  auth: none\n}`,
    ...(body ? [`body:json {\n${indented(body)}\n}`] : []),
    `script:pre-request {\n${indented(script)}\n}`,
  ].join('\n\n');
  writeFileSync(join(work, `${id}.bru`), `${file}\n`);
  try {
    execFileSync(bru, ['run', `${id}.bru`, '--sandbox', 'developer'], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
  } catch (error) {
    console.error(id, String(error.stdout).slice(0, 500), String(error.stderr).slice(0, 300));
  }
}

const rows = [
  [
    'get-body',
    'req.getBody() is an object: JSON.stringify of it is hashed, the text of the editor is sent',
    ['body-minified'],
    'body',
    {
      digest: "crypto.createHash('sha256').update(JSON.stringify(req.getBody())).digest('base64')",
    },
  ],
  [
    'get-body-hex',
    'CryptoJS.SHA256(JSON.stringify(req.getBody())).toString()',
    ['digest-hex', 'body-minified'],
    'body letters',
    { digest: 'CryptoJS.SHA256(JSON.stringify(req.getBody())).toString()' },
  ],
  ['crlf', '\\r\\n between the lines', ['crlf'], 'get', { join: "'\\r\\n'" }],
  [
    'fresh-id',
    'The id of the header is made a second time',
    [],
    'get',
    { sentId: 'crypto.randomUUID()' },
    { cause: 'the id that was signed is not known to anyone else' },
  ],
];
for (const one of rows) row(one);
