// Libraries that sign, and those that teams borrow parts from.
import canonicalize from 'canonicalize';
import CryptoJS from 'crypto-js';
import dayjs from 'dayjs';
import { cavage, createSigner, httpbis } from 'http-message-signatures';
import httpSignature from 'http-signature';
import { CompactSign, FlattenedSign, importPKCS8 } from 'jose';
import stable from 'json-stable-stringify';
import jsrsasign from 'jsrsasign';
import moment from 'moment';
import 'moment/locale/nb.js';
import { request } from 'node:http';
import peertube from '@peertube/http-signature';
import forge from 'node-forge';
import NodeRSA from 'node-rsa';
import { build, KEY_ID, kit, next, note, run, sha256 } from './client.mjs';

moment.locale('en');
const { KJUR, KEYUTIL, X509, hextob64, hextob64nl } = jsrsasign;
const pem = kit('own.key');
const certificate = forge.pki.certificateFromPem(kit('own.pem'));
const forgeKey = forge.pki.privateKeyFromPem(pem);
const stack = (name, more) => ({ stack: name, ...more });
const digest = (write) => ({ digest: (text, object) => `SHA-256=${write(text, object)}` });
const byKjur = (text, alg = 'SHA256withRSA') => {
  const signer = new KJUR.crypto.Signature({ alg });
  signer.init(KEYUTIL.getKey(pem));
  signer.updateString(text);
  return signer.sign();
};
const x509 = new X509();
x509.readCertPEM(kit('own.pem'));
const rsa = new NodeRSA(pem);
const send = ({ url, method, headers, body }) => fetch(url, { method, headers, body });
const header = ({ keyId, listed }, signature) =>
  `keyId="${keyId}",algorithm="rsa-sha256",headers="${listed}",signature="${signature}"`;

await run(
  [
    [
      'cryptojs-hex',
      'CryptoJS.SHA256(body).toString() is hexadecimal',
      ['digest-hex'],
      'body',
      digest((text) => CryptoJS.SHA256(text).toString()),
      stack('crypto-js'),
    ],
    [
      'cryptojs-hex-base64',
      'btoa of CryptoJS.SHA256(body).toString()',
      ['digest-hex'],
      'body letters',
      digest((text) => btoa(CryptoJS.SHA256(text).toString())),
      stack('crypto-js'),
    ],
    [
      'cryptojs-latin1',
      'CryptoJS.enc.Latin1.parse(body)',
      ['body-latin1'],
      'body letters',
      digest((text) =>
        CryptoJS.SHA256(CryptoJS.enc.Latin1.parse(text)).toString(CryptoJS.enc.Base64),
      ),
      stack('crypto-js'),
    ],
    [
      'cryptojs-utf16',
      'CryptoJS.enc.Utf16.parse(body)',
      ['body-utf16'],
      'body',
      digest((text) =>
        CryptoJS.SHA256(CryptoJS.enc.Utf16.parse(text)).toString(CryptoJS.enc.Base64),
      ),
      stack('crypto-js'),
    ],
    [
      'cryptojs-sha3',
      'CryptoJS.SHA3, which is Keccak with 512 bits',
      [],
      'body',
      digest((text) => CryptoJS.SHA3(text, { outputLength: 256 }).toString(CryptoJS.enc.Base64)),
      stack('crypto-js', {
        cause: 'the digest is Keccak-256 (called SHA3) of the body',
        says: ['SHA-?3|Keccak|other algorithm'],
      }),
    ],
    [
      'cryptojs-md5',
      'CryptoJS.MD5 under the name SHA-256',
      ['digest-other-algorithm'],
      'body',
      digest((text) => CryptoJS.MD5(text).toString(CryptoJS.enc.Base64)),
      stack('crypto-js'),
    ],
    [
      'cryptojs-double',
      'SHA256 of SHA256, since a helper hashed already',
      [],
      'body',
      digest((text) => CryptoJS.SHA256(CryptoJS.SHA256(text)).toString(CryptoJS.enc.Base64)),
      stack('crypto-js', { cause: 'the body was hashed twice', says: ['twice|again'] }),
    ],
    [
      'cryptojs-hmac',
      'HmacSHA256 of the body instead of its hash',
      [],
      'body',
      digest((text) => CryptoJS.HmacSHA256(text, 'client-secret').toString(CryptoJS.enc.Base64)),
      stack('crypto-js', { cause: 'the digest is an HMAC with a secret' }),
    ],
    [
      'forge-raw',
      'md.update(body) without utf8 takes the characters as bytes',
      ['body-latin1'],
      'body letters',
      digest((text) => {
        const md = forge.md.sha256.create();
        md.update(text);
        return forge.util.encode64(md.digest().getBytes());
      }),
      stack('node-forge'),
    ],
    [
      'forge-hex',
      'md.digest().toHex()',
      ['digest-hex'],
      'body',
      digest((text) => {
        const md = forge.md.sha256.create();
        md.update(text, 'utf8');
        return md.digest().toHex();
      }),
      stack('node-forge'),
    ],
    [
      'forge-lines',
      'encode64(signature, 64): CRLF after 64 characters, replaced by a space',
      ['signature-white-space'],
      'get',
      {
        sign: (text) => {
          const md = forge.md.sha256.create();
          md.update(text, 'utf8');
          return forge.util.encode64(forgeKey.sign(md), 64).replaceAll('\r\n', ' ');
        },
      },
      stack('node-forge'),
    ],
    [
      'forge-hex-signature',
      'forge.util.bytesToHex(signature)',
      ['signature-hex'],
      'body',
      {
        sign: (text) => {
          const md = forge.md.sha256.create();
          md.update(text, 'utf8');
          return forge.util.bytesToHex(forgeKey.sign(md));
        },
      },
      stack('node-forge'),
    ],
    [
      'forge-utf8-signature',
      'forge.util.encodeUtf8(signature) before base64',
      ['signature-as-text'],
      'get',
      {
        sign: (text) => {
          const md = forge.md.sha256.create();
          md.update(text, 'utf8');
          return forge.util.encode64(forge.util.encodeUtf8(forgeKey.sign(md)));
        },
      },
      stack('node-forge'),
    ],
    [
      'forge-pss',
      'forge.pss.create',
      ['pss'],
      'get',
      {
        sign: (text) => {
          const md = forge.md.sha256.create();
          md.update(text, 'utf8');
          return forge.util.encode64(
            forgeKey.sign(
              md,
              forge.pss.create({
                md: forge.md.sha256.create(),
                mgf: forge.mgf.mgf1.create(forge.md.sha256.create()),
                saltLength: 20,
              }),
            ),
          );
        },
      },
      stack('node-forge'),
    ],
    [
      'forge-sha1',
      'forge.md.sha1',
      ['hash-sha1'],
      'body',
      {
        sign: (text) => {
          const md = forge.md.sha1.create();
          md.update(text, 'utf8');
          return forge.util.encode64(forgeKey.sign(md));
        },
      },
      stack('node-forge'),
    ],
    [
      'forge-issuer',
      'issuer.attributes with shortName, which organizationIdentifier has not: undefined=…',
      ['issuer-reversed', 'issuer-attribute-unknown'],
      'get',
      {
        keyId: `SN=${certificate.serialNumber.toUpperCase()},CA=${certificate.issuer.attributes.map((one) => `${one.shortName}=${one.value}`).join(',')}`,
      },
      stack('node-forge'),
    ],
    [
      'forge-issuer-names',
      'issuer.attributes with name, the long names',
      ['issuer-reversed', '? issuer-attribute-unknown'],
      'body',
      {
        keyId: `SN=${certificate.serialNumber.toUpperCase()},CA=${certificate.issuer.attributes.map((one) => `${one.name ?? one.type}=${one.value}`).join(', ')}`,
      },
      stack('node-forge'),
    ],
    [
      'forge-issuer-hash',
      'issuer.hash of forge as CA',
      ['issuer-wrong'],
      'get',
      { keyId: `SN=${certificate.serialNumber.toUpperCase()},CA=${certificate.issuer.hash}` },
      stack('node-forge'),
    ],
    [
      'kjur-hex',
      'sign() of jsrsasign is hexadecimal',
      ['signature-hex'],
      'get',
      { sign: (text) => byKjur(text) },
      stack('jsrsasign'),
    ],
    [
      'kjur-hex-base64',
      'btoa(sign())',
      ['signature-hex'],
      'body',
      { sign: (text) => btoa(byKjur(text)) },
      stack('jsrsasign'),
    ],
    [
      'kjur-nl',
      'hextob64nl: CRLF after 64 characters, replaced by a space',
      ['signature-white-space'],
      'delete',
      { sign: (text) => hextob64nl(byKjur(text)).replaceAll('\r\n', ' ') },
      stack('jsrsasign'),
    ],
    [
      'kjur-sha1',
      'SHA1withRSA',
      ['hash-sha1'],
      'get',
      { sign: (text) => hextob64(byKjur(text, 'SHA1withRSA')) },
      stack('jsrsasign'),
    ],
    [
      'kjur-pss',
      'SHA256withRSAandMGF1',
      ['pss'],
      'body',
      { sign: (text) => hextob64(byKjur(text, 'SHA256withRSAandMGF1')) },
      stack('jsrsasign'),
    ],
    [
      'kjur-issuer',
      'getIssuerString() writes /C=NO/O=…',
      ['issuer-one-line'],
      'get',
      { keyId: `SN=${x509.getSerialNumberHex().toUpperCase()},CA=${x509.getIssuerString()}` },
      stack('jsrsasign'),
    ],
    [
      'kjur-subject',
      'getSubjectString()',
      ['issuer-is-subject | issuer-one-line'],
      'body',
      { keyId: `SN=${x509.getSerialNumberHex().toUpperCase()},CA=${x509.getSubjectString()}` },
      stack('jsrsasign'),
    ],
    [
      'node-rsa-encrypt',
      'encryptPrivate of the hexadecimal hash',
      ['hex-of-hash | not-hashed | no-digest-info'],
      'get',
      {
        sign: (text) => rsa.encryptPrivate(CryptoJS.SHA256(text).toString(), 'base64'),
        signed: (text) => Buffer.from(CryptoJS.SHA256(text).toString()),
      },
      stack('node-rsa'),
    ],
    [
      'node-rsa-default',
      'sign(text) of node-rsa 2, which signs with PSS by default',
      ['pss'],
      'body',
      { sign: (text) => new NodeRSA(pem).sign(text, 'base64', 'utf8') },
      stack('node-rsa'),
    ],
    [
      'node-rsa-sha1',
      "signingScheme 'pss'… 'pkcs1-sha1'",
      ['hash-sha1'],
      'get',
      {
        sign: (text) =>
          new NodeRSA(pem, { signingScheme: 'pkcs1-sha1' }).sign(text, 'base64', 'utf8'),
      },
      stack('node-rsa'),
    ],
    [
      'node-rsa-hex',
      "sign(text, 'hex') of node-rsa 2, which signs with PSS by default",
      ['signature-hex', 'pss'],
      'delete',
      { sign: (text) => rsa.sign(text, 'hex', 'utf8') },
      stack('node-rsa'),
    ],
    [
      'canonicalize',
      'The digest is of RFC 8785 canonical JSON, the body is sent as it was',
      ['body-keys-sorted'],
      'body',
      digest((_, object) => sha256(canonicalize(object))),
      stack('canonicalize'),
    ],
    [
      'stable',
      'The digest is of json-stable-stringify',
      ['body-keys-sorted'],
      'body letters',
      digest((_, object) => sha256(stable(object))),
      stack('json-stable-stringify'),
    ],
    [
      'stable-spaced',
      'json-stable-stringify with two spaces is hashed, JSON.stringify is sent',
      ['body-keys-sorted', '? body-pretty-printed'],
      'body',
      digest((_, object) => sha256(stable(object, { space: 2 }))),
      stack('json-stable-stringify'),
    ],
    [
      'moment-format',
      'moment().format()',
      ['SIG-11'],
      'get',
      { date: () => moment().format() },
      stack('moment'),
    ],
    [
      'moment-gmt',
      "format('… [GMT]') of local time in Oslo",
      ['SIG-11'],
      'body',
      { date: () => moment().utcOffset(60).format('ddd, DD MMM YYYY HH:mm:ss [GMT]') },
      stack('moment', { says: ['zone|local time|hour'] }),
    ],
    [
      'moment-norwegian',
      'moment with the language nb: days and months in Norwegian',
      ['SIG-11'],
      'get',
      {
        date: () =>
          moment.utc().locale('nb').format('ddd, DD MMM YYYY HH:mm:ss [GMT]').replace('ø', 'o'),
      },
      stack('moment'),
    ],
    [
      'moment-signed',
      'The string has +00:00 for the zone, the header GMT',
      ['date-format'],
      'get query',
      {
        value: (name, value) =>
          name === 'date' ? moment.utc(value).format('ddd, DD MMM YYYY HH:mm:ss Z') : undefined,
      },
      stack('moment'),
    ],
    [
      'dayjs-signed',
      'dayjs().format() is signed, toUTCString() is sent',
      ['date-format'],
      'body',
      { value: (name, value) => (name === 'date' ? dayjs(value).format() : undefined) },
      stack('dayjs'),
    ],
    [
      'moment-milliseconds',
      'Milliseconds in the Date of the string',
      ['date-format'],
      'delete',
      {
        value: (name, value) =>
          name === 'date'
            ? moment.utc(value).format('ddd, DD MMM YYYY HH:mm:ss.SSS [GMT]')
            : undefined,
      },
      stack('moment'),
    ],
  ],
  send,
);

/** Lets a library make the headers, and sends them. `sign` returns the headers and the string. */
async function byLibrary(id, what, expects, tags, sign, more) {
  const context = next(tags);
  const { Signature: _, ...headers } = build(context).headers;
  const { body } = build(context, { headers: () => headers });
  const made = await sign({ context, headers, body });
  note({ id, what, expects, ...more }, made.signed);
  await new Promise((done) => {
    const outgoing = request(
      process.env.BANK + context.path,
      { method: context.method, headers: made.headers },
      (answer) => answer.resume().on('end', done),
    );
    outgoing.on('error', done);
    outgoing.end(context.body === undefined ? undefined : body);
  });
}

/** What http-signature reads of a request, and the string that it signs, which its own field holds. */
const joyent =
  (library, options, into = (value) => ({ Authorization: value })) =>
  ({ context, headers }) => {
    const set = { ...headers, Host: '127.0.0.1:8080' };
    const outgoing = {
      method: context.method,
      path: context.path,
      httpVersion: '1.1',
      getHeader: (name) =>
        Object.entries(set).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
      setHeader: (name, value) => {
        set[name] = value;
      },
    };
    const headersOf = options.headers?.flatMap((name) =>
      outgoing.getHeader(name) === undefined && name !== '(request-target)' ? [] : [name],
    );
    library.sign(outgoing, {
      key: pem,
      keyId: KEY_ID.own,
      ...options,
      ...(headersOf ? { headers: headersOf } : {}),
    });
    const { Authorization: value, ...rest } = set;
    const header = value ?? set[options.authorizationHeaderName];
    const names = /headers="([^"]*)"/.exec(header)?.[1].split(' ') ?? ['date'];
    const signed = names
      .map((name) =>
        name === '(request-target)'
          ? `${name}: ${context.method.toLowerCase()} ${context.path}`
          : `${name}: ${outgoing.getHeader(name)}`,
      )
      .join('\n');
    return { headers: { ...rest, ...into(header) }, signed };
  };
const SIX = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
await byLibrary(
  'joyent-default',
  'http-signature as in its readme: Authorization, and only date',
  ['SIG-01 | SIG-03'],
  'get',
  joyent(httpSignature, {}),
  stack('http-signature'),
);
await byLibrary(
  'joyent-signer',
  'createSigner() and writeHeader() of http-signature, which begins with a line feed',
  ['leading-newline'],
  'get',
  ({ headers }) =>
    new Promise((done, fail) => {
      const signer = httpSignature.createSigner({
        key: pem,
        keyId: KEY_ID.own,
        algorithm: 'rsa-sha256',
      });
      const lines = SIX.flatMap((name) =>
        Object.entries(headers)
          .filter(([key]) => key.toLowerCase() === name)
          .map(([, value]) => {
            signer.writeHeader(name, value);
            return `${name}: ${value}`;
          }),
      );
      signer.sign((error, value) =>
        error
          ? fail(error)
          : done({
              headers: { ...headers, Signature: value.replace('Signature ', '') },
              signed: `\n${lines.join('\n')}`,
            }),
      );
    }),
  stack('http-signature', {
    source: 'https://github.com/TritonDataCenter/node-http-signature/issues/82',
  }),
);
await byLibrary(
  'joyent-cut',
  'The word Signature is cut off, but only date is signed, and headers is left out',
  ['SIG-03'],
  'body',
  joyent(httpSignature, {}, (value) => ({ Signature: value.replace('Signature ', '') })),
  stack('http-signature'),
);
await byLibrary(
  'joyent-host',
  'http-signature with (request-target), host and date, as in draft-cavage',
  ['SIG-08'],
  'get',
  joyent(httpSignature, { headers: ['(request-target)', 'host', 'date'] }, (value) => ({
    Signature: value.replace('Signature ', ''),
  })),
  stack('http-signature'),
);
await byLibrary(
  'joyent-sha512',
  "algorithm: 'rsa-sha512'",
  ['SIG-07'],
  'get',
  joyent(httpSignature, { headers: SIX, algorithm: 'rsa-sha512' }, (value) => ({
    Signature: value.replace('Signature ', ''),
  })),
  stack('http-signature'),
);
await byLibrary(
  'peertube-default',
  "PeerTube's fork as ActivityPub uses it: (request-target) host date digest",
  ['SIG-08'],
  'body',
  joyent(peertube, { headers: ['(request-target)', 'host', 'date', 'digest'] }, (value) => ({
    Signature: value.replace('Signature ', ''),
  })),
  stack('@peertube/http-signature'),
);

/** http-message-signatures, with the string that its signer was given. */
const rfc9421 =
  (mode, config) =>
  async ({ context, headers, body }) => {
    let signed;
    const signer = createSigner(pem, config.alg ?? 'rsa-v1_5-sha256', KEY_ID.own);
    const key = {
      ...signer,
      sign: async (data) => {
        signed = data;
        return signer.sign(data);
      },
    };
    const message = await mode.signMessage(
      { key, ...config.options },
      { method: context.method, url: process.env.BANK + context.path, headers, body },
    );
    return { headers: message.headers, signed };
  };
const FIELDS = ['date', 'x-request-id', 'tpp-redirect-uri'];
await byLibrary(
  'rfc9421',
  'RFC 9421: Signature-Input and Signature: sig=:…:',
  ['SIG-03'],
  'get',
  rfc9421(httpbis, { options: { fields: FIELDS } }),
  stack('http-message-signatures'),
);
await byLibrary(
  'rfc9421-method',
  'RFC 9421 with @method and @target-uri',
  ['SIG-03'],
  'body',
  rfc9421(httpbis, { options: { fields: ['@method', '@target-uri', 'digest', ...FIELDS] } }),
  stack('http-message-signatures'),
);
await byLibrary(
  'cavage-pss',
  'The draft-cavage mode with rsa-pss-sha512',
  ['SIG-03 | SIG-07 | SIG-08'],
  'body',
  rfc9421(cavage, { alg: 'rsa-pss-sha512', options: { fields: ['digest', ...FIELDS] } }),
  stack('http-message-signatures'),
);

/** jose: what becomes of the string, and what goes as the signature. */
const byJose =
  (make) =>
  async ({ context, headers }) => {
    const { signed: text } = build(context, { headers: () => headers });
    const listed = Object.keys(headers).map((name) => name.toLowerCase());
    const names = [
      'date',
      'digest',
      'x-request-id',
      'psu-id',
      'psu-corporate-id',
      'tpp-redirect-uri',
    ]
      .filter((name) => listed.includes(name))
      .join(' ');
    const { signature, signed } = await make(text);
    return {
      headers: { ...headers, Signature: header({ keyId: KEY_ID.own, listed: names }, signature) },
      signed,
    };
  };
const rs256 = await importPKCS8(pem, 'RS256');
const ps256 = await importPKCS8(pem, 'PS256');
await byLibrary(
  'jose-compact',
  'CompactSign of the string: the whole JWS',
  ['signature-container'],
  'get',
  byJose(async (text) => {
    const jws = await new CompactSign(text).setProtectedHeader({ alg: 'RS256' }).sign(rs256);
    return { signature: jws, signed: jws.slice(0, jws.lastIndexOf('.')) };
  }),
  stack('jose'),
);
await byLibrary(
  'jose-signature',
  'FlattenedSign, and only its signature: it is over the header and the payload in base64url',
  ['signature-base64url'],
  'body',
  byJose(async (text) => {
    const {
      signature,
      protected: head,
      payload,
    } = await new FlattenedSign(text).setProtectedHeader({ alg: 'RS256' }).sign(rs256);
    return { signature, signed: `${head}.${payload}` };
  }),
  stack('jose', {
    cause: 'the signature of a JWS: over header.payload in base64url, itself in base64url',
    says: ['JWS|JWT'],
  }),
);
await byLibrary(
  'jose-b64-false',
  'A detached JWS with b64: false',
  ['signature-container'],
  'get',
  byJose(async (text) => {
    const { signature, protected: head } = await new FlattenedSign(text)
      .setProtectedHeader({ alg: 'PS256', b64: false, crit: ['b64'] })
      .sign(ps256);
    return {
      signature: `${head}..${signature}`,
      signed: Buffer.concat([Buffer.from(`${head}.`), text]),
    };
  }),
  stack('jose'),
);
