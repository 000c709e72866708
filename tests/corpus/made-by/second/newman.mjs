// Postman collections as banks publish them and as TPPs change them, run by newman.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import newman from 'newman';
import { BANK, KEY_ID, kit, next, note } from './client.mjs';

const require = createRequire(import.meta.url);
const forge = readFileSync(require.resolve('node-forge/dist/forge.min.js'), 'utf8');
const jsrsasign = readFileSync(require.resolve('jsrsasign/lib/jsrsasign-all-min.js'), 'utf8');

/** The usual script; each line can be replaced. `signed` is what goes to the signing function. */
const script = (slip = {}) => `
if (${slip.jsrsasign ? 'true' : 'false'}) { var navigator = {}; var window = {}; eval(pm.globals.get('jsrsasign')); } else { var window = {}; eval(pm.globals.get('forge')); var forge = window.forge || this.forge || forge; }
const env = (name) => pm.environment.get(name);
const date = ${slip.date ?? 'new Date().toUTCString()'};
const id = ${slip.id ?? "pm.variables.replaceIn('{{$guid}}')"};
const body = ${slip.body ?? "pm.variables.replaceIn(pm.request.body ? pm.request.body.raw || '' : '')"};
const redirect = ${slip.redirect ?? "env('redirect')"};
const hasBody = pm.request.body && pm.request.body.raw;
const digest = hasBody ? 'SHA-256=' + ${slip.digest ?? 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body))'} : undefined;
pm.environment.set('date', date); pm.environment.set('id', id); pm.environment.set('digest', digest || '');
const values = { 'date': date, 'digest': digest, 'x-request-id': ${slip.signedId ?? 'id'}, 'psu-id': env('psu') || undefined, 'tpp-redirect-uri': ${slip.signedRedirect ?? 'redirect'} };
${slip.target ? `values['(request-target)'] = ${slip.target};` : ''}
const names = Object.keys(values).filter((name) => values[name] !== undefined);
let text = names.map((name) => ${slip.line ?? "name + ': ' + values[name]"}).join(${slip.join ?? "'\\n'"})${slip.end ? ` + ${slip.end}` : ''};
${slip.text ?? ''}
console.log('signed', CryptoJS.enc.Base64.stringify(CryptoJS.enc.${slip.signedAs ?? 'Utf8'}.parse(text)));
${slip.sign ?? "const md = forge.md.sha256.create(); md.update(text, 'utf8'); const signature = forge.util.encode64(forge.pki.privateKeyFromPem(env('key')).sign(md));"}
pm.environment.set('signature', 'keyId="' + ${slip.keyId ?? "env('keyId')"} + '",algorithm="rsa-sha256",headers="' + names.join(' ') + '",signature="' + signature + '"');
${slip.after ?? ''}
`;

async function row([id, what, expects, tags, slip = {}, more = {}]) {
  const context = next(tags);
  const header = [
    ['Date', '{{date}}'],
    ...(context.body
      ? [
          ['Digest', '{{digest}}'],
          ['Content-Type', 'application/json'],
        ]
      : []),
    ['X-Request-ID', slip.sentId ?? '{{id}}'],
    ...(context.psu ? [['PSU-ID', '{{psu}}']] : []),
    ['TPP-Redirect-URI', slip.sentRedirect ?? '{{redirect}}'],
    ['TPP-Session-ID', '6f2d0c1e9b'],
    ['TPP-Signature-Certificate', '{{certificate}}'],
    ['Signature', '{{signature}}'],
  ].map(([key, value]) => ({ key, value }));
  const raw =
    context.body && (slip.raw ?? ((object) => JSON.stringify(object, null, 4)))(context.body);
  const body =
    raw === undefined ? undefined : { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  const url = slip.url?.(context.path) ?? `{{bank}}${context.path}`;
  const values = {
    bank: BANK,
    key: kit('own.key'),
    certificate: kit('own.b64'),
    keyId: KEY_ID.own,
    redirect: context.redirect,
    psu: context.psu ? '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44' : '',
    amount: '1250.50',
    account: 'a7c1e0',
    ...slip.variables,
  };
  await new Promise((done) => {
    newman
      .run({
        collection: {
          info: {
            name: 'x',
            schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
          },
          item: [
            {
              name: id,
              event: [{ listen: 'prerequest', script: { exec: script(slip).split('\n') } }],
              request: { method: context.method, url, header, ...(body ? { body } : {}) },
            },
          ],
        },
        environment: { values: Object.entries(values).map(([key, value]) => ({ key, value })) },
        globals: {
          values: [
            { key: 'forge', value: forge },
            { key: 'jsrsasign', value: jsrsasign },
          ],
        },
        reporters: [],
      })
      .on('console', (_error, { messages: [word, signed] }) => {
        if (word === 'signed')
          note(
            { id, what, expects, stack: 'Postman (newman)', ...more },
            Buffer.from(signed, 'base64'),
          );
      })
      .on('script', (error, args) => {
        const wrong = error ?? args.error;
        if (wrong) console.error(id, wrong.message);
      })
      .on('request', (error) => {
        if (error) console.error(id, error.message);
      })
      .on('done', done);
  });
}

const rows = [
  [
    'body-variables',
    'pm.request.body.raw is hashed with {{account}} in it',
    [],
    'body small',
    {
      raw: (o) => JSON.stringify(o, null, 2).replace(/"(DE|c4e1)\w*/, '"{{account}}'),
      body: 'pm.request.body.raw',
    },
    {
      source: 'https://github.com/postmanlabs/newman/issues/345',
      cause: 'the digest is of the body before its variables were replaced',
    },
  ],
  [
    'stringify-parse',
    "JSON.stringify(JSON.parse(body)) is hashed, the editor's text is sent",
    ['body-minified'],
    'body nested',
    { digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(JSON.stringify(JSON.parse(body))))' },
  ],
  [
    'sha256-string',
    "'SHA-256=' + CryptoJS.SHA256(body)",
    ['digest-hex'],
    'body ndct',
    { digest: 'CryptoJS.SHA256(body)' },
    {
      source:
        'http://stackoverflow.com/questions/14000239/nodejs-crypto-hash-seems-to-produce-different-output-than-crypto-js-javascript/14000463',
    },
  ],
  [
    'sha512',
    'SHA512 under the name SHA-256',
    ['digest-other-algorithm'],
    'body periodic',
    { digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA512(body))' },
  ],
  [
    'trimmed',
    'body.replace(/\\s/g, "") is hashed: spaces in texts are gone too',
    ['? body-minified'],
    'body nested',
    { digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body.replace(/\\s/g, "")))' },
    {
      cause: 'the digest is of the body without any white space, in its texts too',
      says: ['space'],
    },
  ],
  [
    'escaped-break',
    'The \\n of the script was pasted with a second backslash',
    ['joined-with-escaped-newline'],
    'get query',
    { join: "'\\\\n'" },
  ],
  [
    'names',
    "Postman's own names of the headers",
    ['names-in-capitals'],
    'get bank',
    {
      line: "({ date: 'Date', digest: 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID', 'tpp-redirect-uri': 'TPP-Redirect-URI' })[name] + ': ' + values[name]",
    },
  ],
  [
    'end',
    'A line feed is added to each line',
    ['trailing-newline'],
    'body small',
    { line: "name + ': ' + values[name]", end: "'\\n'" },
  ],
  [
    'no-space',
    'A template with a colon and no space',
    ['no-space-after-colon'],
    'delete',
    { line: "name + ':' + values[name]" },
  ],
  [
    'moment-rfc',
    'moment().format() is signed, toUTCString is sent',
    ['date-format'],
    'get',
    {
      line: "name + ': ' + (name === 'date' ? require('moment')(date).utc().format() : values[name])",
    },
  ],
  [
    'iso-timestamp',
    '{{$isoTimestamp}} in Date and string',
    ['SIG-11'],
    'body ndct',
    { date: "pm.variables.replaceIn('{{$isoTimestamp}}')" },
  ],
  [
    'guid-twice',
    '{{$guid}} in the header and in the script',
    [],
    'get query',
    { sentId: '{{$guid}}' },
    { cause: 'the id that was signed is not known to anyone else' },
  ],
  [
    'encoded',
    'encodeURIComponent of the redirect',
    ['redirect-percent-encoded'],
    'get query',
    { signedRedirect: 'encodeURIComponent(redirect)' },
  ],
  [
    'method-upper',
    "pm.request.method + ' ' + path",
    ['request-target-capitals'],
    'get',
    { target: "pm.request.method + ' ' + pm.request.url.getPathWithQuery()" },
  ],
  [
    'path-only',
    'getPath()',
    ['request-target-without-query'],
    'get query',
    { target: "'get ' + pm.request.url.getPath()" },
  ],
  [
    'forge-hex',
    'bytesToHex of the signature',
    ['signature-hex'],
    'body nested',
    {
      sign: "const md = forge.md.sha256.create(); md.update(text, 'utf8'); const signature = forge.util.bytesToHex(forge.pki.privateKeyFromPem(env('key')).sign(md));",
    },
  ],
  [
    'forge-pss',
    'forge.pss with a salt of 32 bytes',
    ['pss'],
    'body periodic',
    {
      sign: "const md = forge.md.sha256.create(); md.update(text, 'utf8'); const signature = forge.util.encode64(forge.pki.privateKeyFromPem(env('key')).sign(md, forge.pss.create({ md: forge.md.sha256.create(), mgf: forge.mgf.mgf1.create(forge.md.sha256.create()), saltLength: 32 })));",
    },
  ],
  [
    'forge-sha1',
    'forge.md.sha1',
    ['hash-sha1'],
    'get',
    {
      sign: "const md = forge.md.sha1.create(); md.update(text, 'utf8'); const signature = forge.util.encode64(forge.pki.privateKeyFromPem(env('key')).sign(md));",
    },
  ],
  [
    'key-id-portal',
    'keyId is the client id of the environment',
    ['key-id-form'],
    'get bank',
    { keyId: "'a7c51f20-0d7e-4a73-9d1f-c0f64c3a6e01'" },
    {
      source:
        'https://support.nordeaopenbanking.com/hc/en-us/articles/360009555599-How-can-I-get-started-signing-with-eIDAS',
    },
  ],
  [
    'minified-and-end',
    'The minified body is hashed, and the string ends in a line feed',
    ['body-minified', 'trailing-newline'],
    'body small',
    {
      digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(JSON.stringify(JSON.parse(body))))',
      end: "'\\n'",
    },
  ],
];
for (const one of rows) await row(one);
