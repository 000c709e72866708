// Postman: collections with pre-request scripts, run by newman in Postman's own sandbox. The scripts are
// written as the ones that banks publish: CryptoJS is there, forge or jsrsasign is loaded from a variable.
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
    ['TPP-Session-ID', 'S-20261122-17'],
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
    psu: context.psu ? '6c875382-8963-4617-a931-738c9b8bae7f' : '',
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

const COMMENT = 'https://github.com/postmanlabs/postman-app-support/issues/11945';
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
    'unresolved-redirect',
    'The string has {{redirect}} itself, since request.headers is not resolved',
    [],
    'get',
    { signedRedirect: "'{{redirect}}'" },
    {
      source: 'https://github.com/postmanlabs/postman-app-support/issues/1541',
      cause: 'the name of a variable was signed instead of its value',
      says: ['variable|\\{\\{'],
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
    'btoa-hex',
    'btoa(CryptoJS.SHA256(body))',
    ['digest-hex'],
    'body',
    { digest: 'btoa(CryptoJS.SHA256(body))' },
  ],
  [
    'minified',
    'JSON.stringify(JSON.parse(body)) is hashed, the body goes as it stands in the editor',
    ['body-minified'],
    'body',
    { digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(JSON.stringify(JSON.parse(body))))' },
    { source: 'https://docs.finqware.com/dev-guide/signing-api-requests/computing-the-digest' },
  ],
  [
    'white-space-removed',
    'All white space is taken out of the body before it is hashed, in texts too',
    [],
    'body letters',
    { digest: "CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body.replace(/\\s/g, '')))" },
    {
      source: 'https://docs.finqware.com/dev-guide/signing-api-requests/computing-the-digest',
      cause: 'the digest is of the body without any white space, in its texts too',
      says: ['space'],
    },
  ],
  [
    'line-ends-removed',
    'Line ends are taken out of the body before it is hashed, the indentation stays',
    ['body-crlf | body-minified'],
    'body',
    { digest: "CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body.replace(/[\\r\\n]/g, '')))" },
    { cause: 'the digest is of the body without its line ends' },
  ],
  [
    'crlf-body',
    'The editor on Windows holds CRLF, the body is hashed with LF',
    ['body-crlf'],
    'body',
    {
      raw: (o) => JSON.stringify(o, null, 2).replaceAll('\n', '\r\n'),
      digest: "CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(body.replace(/\\r/g, '')))",
    },
    { source: 'https://github.com/postmanlabs/postman-app-support/issues/11043' },
  ],
  [
    'to-string',
    'pm.request.body.toString(), of a body with comments, which Postman takes out',
    [],
    'body',
    {
      raw: (o) => JSON.stringify(o, null, 2).replace('{', '{ // test payment'),
      body: 'pm.request.body.toString()',
    },
    { source: COMMENT, cause: 'the digest is of the body with its comments' },
  ],
  [
    'latin1',
    'CryptoJS.enc.Latin1.parse(body)',
    ['body-latin1'],
    'body letters',
    { digest: 'CryptoJS.enc.Base64.stringify(CryptoJS.SHA256(CryptoJS.enc.Latin1.parse(body)))' },
  ],
  [
    'redirect-letters',
    'A redirect with letters: Postman sends ISO-8859-1, the script signs UTF-8',
    ['latin1-instead-of-utf8'],
    'get',
    { variables: { redirect: 'https://app.betallett.example/retur?by=Tromsø' } },
  ],
  [
    'jsrsasign-hex',
    'sign() of jsrsasign is hexadecimal',
    ['signature-hex'],
    'get',
    {
      jsrsasign: true,
      sign: "const s = new KJUR.crypto.Signature({ alg: 'SHA256withRSA' }); s.init(KEYUTIL.getKey(env('key'))); s.updateString(text); const signature = s.sign();",
    },
  ],
  [
    'jsrsasign-hex-btoa',
    'btoa(sign())',
    ['signature-hex'],
    'body',
    {
      jsrsasign: true,
      sign: "const s = new KJUR.crypto.Signature({ alg: 'SHA256withRSA' }); s.init(KEYUTIL.getKey(env('key'))); s.updateString(text); const signature = btoa(s.sign());",
    },
  ],
  [
    'jsrsasign-sha1',
    'SHA1withRSA',
    ['hash-sha1'],
    'get query',
    {
      jsrsasign: true,
      sign: "const s = new KJUR.crypto.Signature({ alg: 'SHA1withRSA' }); s.init(KEYUTIL.getKey(env('key'))); s.updateString(text); const signature = hextob64(s.sign());",
    },
  ],
  [
    'cryptojs-word-array',
    'The hash of CryptoJS is given to forge as text: it signs the hexadecimal',
    ['hex-of-hash'],
    'get',
    { text: 'text = CryptoJS.SHA256(text).toString();' },
  ],
  [
    'hmac',
    'CryptoJS.HmacSHA256 with the client secret',
    ['not-signed'],
    'body',
    {
      sign: "const signature = CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(text, 'client-secret'));",
    },
    { hmac: { secret: 'client-secret' } },
  ],
  [
    'path',
    'pm.request.url.getPath() has no query',
    ['request-target-without-query'],
    'get query',
    { target: "pm.request.method.toLowerCase() + ' ' + pm.request.url.getPath()" },
  ],
  [
    'path-method',
    'pm.request.method is in capitals',
    ['request-target-capitals'],
    'delete',
    { target: "pm.request.method + ' ' + pm.request.url.getPathWithQuery()" },
  ],
  [
    'path-variable',
    'getPath() has :account where the request has its value',
    [],
    'get',
    {
      url: () => '{{bank}}/v1/accounts/{{account}}/balances',
      target: "pm.request.method.toLowerCase() + ' ' + pm.request.url.getPath(true)",
    },
    { cause: 'the name of a variable stands in the (request-target)', says: ['variable|\\{\\{'] },
  ],
  [
    'path-url',
    'pm.request.url.toString() in (request-target)',
    ['request-target-absolute'],
    'get query',
    {
      target:
        "pm.request.method.toLowerCase() + ' ' + pm.variables.replaceIn(pm.request.url.toString())",
    },
  ],
  [
    'iso-date',
    '{{$isoTimestamp}} as Date',
    ['SIG-11'],
    'get',
    { date: "pm.variables.replaceIn('{{$isoTimestamp}}')" },
  ],
  [
    'timestamp',
    '{{$timestamp}} as Date',
    ['SIG-11'],
    'body',
    { date: "pm.variables.replaceIn('{{$timestamp}}')" },
  ],
  [
    'moment',
    "moment().format('ddd, DD MMM YYYY HH:mm:ss') + ' GMT' in summer time",
    ['SIG-11'],
    'get',
    { date: "require('moment')().utcOffset(120).format('ddd, DD MMM YYYY HH:mm:ss') + ' GMT'" },
    { says: ['zone|local time|hour'] },
  ],
  [
    'two-dates',
    'new Date() once for the header and, after an await, once for the string',
    ['date-other-second'],
    'get bank',
    { after: "pm.environment.set('date', new Date(Date.now() + 2000).toUTCString());" },
  ],
  [
    'escaped',
    "'\\\\n' was pasted into the script with two backslashes",
    ['joined-with-escaped-newline'],
    'body',
    { join: "'\\\\n'" },
  ],
  ['windows', 'The string is written with \\r\\n', ['crlf'], 'get', { join: "'\\r\\n'" }],
  ['newline-end', 'The string ends in \\n', ['trailing-newline'], 'delete', { end: "'\\n'" }],
  [
    'no-space',
    "name + ':' + value",
    ['no-space-after-colon'],
    'body letters',
    { line: "name + ':' + values[name]" },
  ],
  [
    'trailing-space',
    'A space before each line end',
    ['value-trailing-space'],
    'get',
    { join: "' \\n'" },
  ],
  [
    'encoded-redirect',
    'encodeURIComponent(redirect)',
    ['redirect-percent-encoded'],
    'get query',
    { signedRedirect: 'encodeURIComponent(redirect)' },
  ],
  [
    'decoded-redirect',
    'decodeURIComponent(redirect)',
    ['redirect-percent-decoded'],
    'query psu',
    { signedRedirect: 'decodeURIComponent(redirect)' },
  ],
  [
    'upper-id',
    'The id in capitals in the string',
    ['id-case'],
    'body',
    { signedId: 'id.toUpperCase()' },
  ],
  [
    'forge-serial',
    'parseInt of the serial number of forge: the last digits are lost',
    ['serial-wrong | serial-decimal'],
    'get',
    { keyId: "env('keyId').replace(/SN=(\\w+)/, (all, hex) => 'SN=' + parseInt(hex, 16))" },
    { cause: 'the serial number in decimal, rounded to what a double holds' },
  ],
  [
    'minified-and-hex',
    'The minified body is hashed, in hexadecimal',
    ['digest-hex', 'body-minified'],
    'body',
    { digest: 'CryptoJS.SHA256(JSON.stringify(JSON.parse(body))).toString()' },
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
