// Postman: collections with pre-request scripts, run by newman in Postman's own sandbox. The scripts are
// written as the ones that banks publish: CryptoJS is there, forge is loaded from a variable.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import newman from 'newman';
import { BANK, KEY_ID, kit, next, note } from './client.mjs';

const require = createRequire(import.meta.url);
const forge = readFileSync(require.resolve('node-forge/dist/forge.min.js'), 'utf8');

/** The usual script; each line can be replaced. `signed` is what goes to the signing function. */
const script = (slip = {}) => `
var window = {}; eval(pm.globals.get('forge')); var forge = window.forge || this.forge || forge;
const env = (name) => pm.environment.get(name);
const date = new Date().toUTCString();
const id = ${slip.id ?? "pm.variables.replaceIn('{{$guid}}')"};
const body = ${slip.body ?? "pm.variables.replaceIn(pm.request.body ? pm.request.body.raw || '' : '')"};
const redirect = env('redirect');
const hasBody = pm.request.body && pm.request.body.raw;
const digest = hasBody ? 'SHA-256=' + ${slip.digest ?? 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body))'} : undefined;
pm.environment.set('date', date); pm.environment.set('id', id); pm.environment.set('digest', digest || '');
const values = { 'date': date, 'digest': digest, 'x-request-id': id, 'psu-id': env('psu') || undefined, 'tpp-redirect-uri': redirect };
${slip.target ? `values['(request-target)'] = ${slip.target};` : ''}
const names = Object.keys(values).filter((name) => values[name] !== undefined);
let text = names.map((name) => ${slip.line ?? "name + ': ' + values[name]"}).join(${slip.join ?? "'\\n'"});
console.log('signed', CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse(text)));
${slip.sign ?? "const md = forge.md.sha256.create(); md.update(text, 'utf8'); const signature = forge.util.encode64(forge.pki.privateKeyFromPem(env('key')).sign(md));"}
pm.environment.set('signature', 'keyId="' + env('keyId') + '",algorithm="rsa-sha256",headers="' + names.join(' ') + '",signature="' + signature + '"');
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
    ['TPP-Redirect-URI', '{{redirect}}'],
    ['TPP-Session-ID', 'S-20261122-17'],
    ['TPP-Signature-Certificate', '{{certificate}}'],
    ['Signature', '{{signature}}'],
  ].map(([key, value]) => ({ key, value }));
  const raw =
    context.body && (slip.raw ?? ((object) => JSON.stringify(object, null, 4)))(context.body);
  const body =
    raw === undefined ? undefined : { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  const values = {
    bank: BANK,
    key: kit('own.key'),
    certificate: kit('own.b64'),
    keyId: KEY_ID.own,
    redirect: context.redirect,
    psu: context.psu ? '6c875382-8963-4617-a931-738c9b8bae7f' : '',
    amount: '1250.50',
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
              request: {
                method: context.method,
                url: `{{bank}}${context.path}`,
                header,
                ...(body ? { body } : {}),
              },
            },
          ],
        },
        environment: { values: Object.entries(values).map(([key, value]) => ({ key, value })) },
        globals: { values: [{ key: 'forge', value: forge }] },
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
    'unresolved-variable',
    'pm.request.body.raw has {{amount}} where the body that is sent has its value',
    [],
    'body',
    {
      raw: (o) => JSON.stringify(o, null, 2).replace('1250.50', '{{amount}}'),
      body: 'pm.request.body.raw',
    },
    {
      source: 'https://github.com/postmanlabs/newman/issues/345',
      cause: 'the digest is of the body before its variables were replaced',
    },
  ],
  [
    'unresolved-guid',
    'X-Request-ID is {{$guid}} in the table of headers: another one than in the script',
    [],
    'get',
    { sentId: '{{$guid}}' },
    {
      source: 'https://github.com/postmanlabs/postman-app-support/issues/1541',
      cause: 'the id that was signed is not known to anyone else',
    },
  ],
  [
    'cryptojs-hex',
    'CryptoJS.SHA256(body).toString()',
    ['digest-hex'],
    'body',
    { digest: 'CryptoJS.SHA256(body).toString()' },
  ],
  [
    'unresolved-and-crlf',
    'Capitals of the method, and CRLF',
    ['request-target-capitals', 'crlf'],
    'get query',
    { target: "pm.request.method + ' ' + pm.request.url.getPathWithQuery()", join: "'\\r\\n'" },
  ],
];
for (const one of rows) await row(one);
