// Signing and JOSE libraries of npm, Web Crypto, and certificate libraries, used as their readmes show.
import { createHash, randomUUID, webcrypto, X509Certificate } from 'node:crypto';
import http from 'node:http';
import CryptoJS from 'crypto-js';
import dayjs from 'dayjs';
import stable from 'fast-json-stable-stringify';
import httpSignature from 'http-signature';
import * as jose from 'jose';
import jsrsasign from 'jsrsasign';
import jws from 'jws';
import forge from 'node-forge';
import NodeRSA from 'node-rsa';
import { KEY_ID, kit, rsa, run, sha256 } from './client.mjs';

const stack = (name, more) => ({ stack: name, ...more });
const send = ({ url, method, headers, body }) =>
  new Promise((done, fail) => {
    http
      .request(url, { method, headers, agent: false }, (answer) => answer.resume().on('end', done))
      .on('error', fail)
      .end(body);
  });
const own = kit('own.key');
const AFTER = KEY_ID.own.slice(KEY_ID.own.indexOf(',CA='));
const bytesOf = async (name, algorithm) =>
  webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.from(kit(`${name}.key`).replace(/-----.*-----|\n/g, ''), 'base64'),
    algorithm,
    false,
    ['sign'],
  );
const pssKey = await bytesOf('own', { name: 'RSA-PSS', hash: 'SHA-256' });
const v15Key = await bytesOf('own', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' });
const v15Key512 = await bytesOf('own', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' });

/** Web Crypto signs later, so the header is filled in just before it goes. */
const later = (algorithm, key, more = {}) => {
  let text;
  return {
    sign: (t) => {
      text = t;
      return 'LATER';
    },
    send: async (request) => {
      const signed = more.change ? await more.change(text) : Buffer.from(text);
      const raw = Buffer.from(await webcrypto.subtle.sign(algorithm, key, signed));
      const written = (more.write ?? ((r) => r.toString('base64')))(raw);
      request.headers.Signature = request.headers.Signature.replace('LATER', () => written);
      await send(request);
    },
    ...(more.signed ? { signed: more.signed } : {}),
  };
};
const certificate = forge.pki.certificateFromPem(kit('own.pem'));
const protectedOf = (alg) => jose.base64url.encode(JSON.stringify({ alg }));

await run(
  [
    [
      'subtle-pss',
      'RSA-PSS, the first example of Web Crypto',
      ['pss'],
      'get',
      later({ name: 'RSA-PSS', saltLength: 32 }, pssKey),
      stack('Web Crypto'),
    ],
    [
      'subtle-text',
      'String.fromCharCode of the signature, in base64 of its UTF-8',
      ['signature-as-text'],
      'body ndct',
      later('RSASSA-PKCS1-v1_5', v15Key, {
        write: (raw) => Buffer.from(raw.toString('latin1'), 'utf8').toString('base64'),
      }),
      stack('Web Crypto'),
    ],
    [
      'subtle-sha512',
      'hash: SHA-512 when the key was imported',
      ['hash-sha512'],
      'body small',
      later('RSASSA-PKCS1-v1_5', v15Key512),
      stack('Web Crypto'),
    ],
    [
      'subtle-digest-sign',
      'subtle.digest() first, subtle.sign() then',
      ['hashed-twice'],
      'delete',
      later('RSASSA-PKCS1-v1_5', v15Key, {
        change: (t) => createHash('sha256').update(t).digest(),
        signed: (t) => createHash('sha256').update(t).digest(),
      }),
      stack('Web Crypto'),
    ],
    [
      'jose-general',
      'CompactSign, and its last part is the signature',
      [
        'signature-base64url | signature-container',
        '? signature-base64url',
        '? signature-container',
        '? signature-without-padding',
      ],
      'get',
      {
        sign: 'jose',
        signed: (t) => Buffer.from(`${protectedOf('RS256')}.${jose.base64url.encode(t)}`),
        ...jwsSlip('RS256', (whole) => whole.split('.')[2]),
      },
      stack('jose', {
        cause: 'the signature of a JWS: over header.payload in base64url',
        says: ['JWS|JOSE'],
      }),
    ],
    [
      'jose-ps256',
      'PS256, the whole JWS',
      ['signature-container', '? pss', '? signature-base64url'],
      'get query',
      {
        ...jwsSlip('PS256', (whole) => whole),
        signed: (t) => Buffer.from(`${protectedOf('PS256')}.${jose.base64url.encode(t)}`),
      },
      stack('jose'),
    ],
    [
      'jws-detached',
      'header..signature, as in the UK',
      ['signature-container', '? signature-base64url'],
      'body nested',
      {
        ...jwsSlip('RS256', (whole) => whole.replace(/\..*\./, '..')),
        signed: (t) => Buffer.from(`${protectedOf('RS256')}.${jose.base64url.encode(t)}`),
      },
      stack('jose'),
    ],
    [
      'forge-sha512',
      'forge.md.sha512',
      ['hash-sha512'],
      'body ndct',
      {
        sign: (t) =>
          forge.util.encode64(
            forge.pki.privateKeyFromPem(own).sign(forge.md.sha512.create().update(t, 'utf8')),
          ),
        send,
      },
      stack('node-forge'),
    ],
    [
      'forge-raw-letters',
      'update(body) without its second argument, for a body with letters',
      ['body-latin1'],
      'body nested',
      {
        digest: (b) =>
          `SHA-256=${forge.util.encode64(forge.md.sha256.create().update(b).digest().bytes())}`,
        send,
      },
      stack('node-forge', { source: 'https://github.com/digitalbazaar/forge/issues/300' }),
    ],
    [
      'forge-subject',
      'certificate.subject with shortName and the separator of the manual',
      ['issuer-is-subject'],
      'get',
      {
        keyId: `SN=${certificate.serialNumber.toUpperCase()},CA=${certificate.subject.attributes
          .map((a) => `${a.shortName ?? a.type}=${a.value}`)
          .reverse()
          .join(',')}`,
        send,
      },
      stack('node-forge'),
    ],
    [
      'forge-only-short',
      'Attributes without a shortName are left out',
      ['issuer-rdn-missing'],
      'body periodic',
      {
        keyId: `SN=${certificate.serialNumber.toUpperCase()},CA=${certificate.issuer.attributes
          .filter((a) => a.shortName)
          .map((a) => `${a.shortName}=${a.value}`)
          .reverse()
          .join(',')}`,
        send,
      },
      stack('node-forge'),
    ],
    [
      'forge-pem-body',
      'The signature as forge writes a PEM message',
      ['signature-pem | signature-in-text', '? signature-white-space'],
      'get',
      { sign: (t) => `-----BEGIN SIGNATURE----- ${rsa(t)} -----END SIGNATURE-----`, send },
      stack('node-forge'),
    ],
    [
      'jsrsasign-pem-serial',
      'X509.getSerialNumberHex() with a space between its bytes, as in a certificate viewer',
      ['serial-colons | key-id-form'],
      'get bank',
      {
        keyId: `SN=${new jsrsasign.X509(kit('own.pem'))
          .getSerialNumberHex()
          .toUpperCase()
          .replace(/(..)(?=.)/g, '$1 ')}${AFTER}`,
        send,
      },
      stack('jsrsasign'),
    ],
    [
      'jsrsasign-ps',
      'SHA256withRSAandMGF1, and hextob64',
      ['pss'],
      'body numbers',
      {
        sign: (t) => {
          const s = new jsrsasign.KJUR.crypto.Signature({ alg: 'SHA256withRSAandMGF1' });
          s.init(own);
          s.updateString(t);
          return jsrsasign.hextob64(s.sign());
        },
        send,
      },
      stack('jsrsasign'),
    ],
    [
      'x509-fingerprint',
      'fingerprint256 in place of the serial number',
      ['serial-wrong'],
      'get',
      {
        keyId: `SN=${new X509Certificate(kit('own.pem')).fingerprint256.replaceAll(':', '')}${AFTER}`,
        send,
      },
      stack('Node X509Certificate'),
    ],
    [
      'cryptojs-word-array',
      'CryptoJS.SHA256(text) is put into the template, which makes hexadecimal of it, and signed',
      ['hex-of-hash'],
      'get',
      {
        sign: (t) => rsa(`${CryptoJS.SHA256(t)}`),
        signed: (t) => Buffer.from(`${CryptoJS.SHA256(t)}`),
        send,
      },
      stack('crypto-js'),
    ],
    [
      'cryptojs-sha512-digest',
      'CryptoJS.SHA512 under the name SHA-256',
      ['digest-other-algorithm'],
      'body corporate',
      { digest: (b) => `SHA-256=${CryptoJS.enc.Base64.stringify(CryptoJS.SHA512(b))}`, send },
      stack('crypto-js'),
    ],
    [
      'cryptojs-url',
      'enc.Base64url of the hash',
      ['digest-base64url', '? digest-without-padding'],
      'body nested',
      { digest: (b) => `SHA-256=${CryptoJS.enc.Base64url.stringify(CryptoJS.SHA256(b))}`, send },
      stack('crypto-js'),
    ],
    [
      'node-rsa-2',
      'node-rsa with its default scheme, PSS',
      ['pss'],
      'body small',
      { sign: (t) => new NodeRSA(own).sign(Buffer.from(t), 'base64'), send },
      stack('node-rsa'),
    ],
    [
      'node-rsa-md5',
      "signingScheme 'pkcs1-md5' of an old sample",
      ['hash-md5'],
      'get',
      {
        sign: (t) =>
          new NodeRSA(own, { signingScheme: 'pkcs1-md5' }).sign(Buffer.from(t), 'base64'),
        send,
      },
      stack('node-rsa'),
    ],
    [
      'stable-hashed',
      'fast-json-stable-stringify is hashed, JSON.stringify sent',
      ['body-keys-sorted'],
      'body ndct',
      { digest: (_, o) => `SHA-256=${sha256(stable(o))}`, send },
      stack('fast-json-stable-stringify'),
    ],
    [
      'dayjs-local',
      "dayjs().format('ddd, DD MMM YYYY HH:mm:ss [GMT]') one hour from Greenwich",
      ['SIG-11'],
      'get',
      {
        date: () =>
          dayjs(Date.now() + 3_600_000 + new Date().getTimezoneOffset() * 60_000).format(
            'ddd, DD MMM YYYY HH:mm:ss [GMT]',
          ),
        send,
      },
      stack('dayjs', { says: ['zone|local time|hour|3600'] }),
    ],
    [
      'dayjs-short-year',
      "format('ddd, DD MMM YY …')",
      ['SIG-11'],
      'delete',
      {
        date: () =>
          dayjs(Date.now() + new Date().getTimezoneOffset() * 60_000).format(
            'ddd, DD MMM YY HH:mm:ss [GMT]',
          ),
        send,
      },
      stack('dayjs'),
    ],
    [
      'joyent-request-target',
      'http-signature signs "(request-target)" and date; x-request-id was added afterwards',
      ['SIG-08'],
      'get',
      { ...joyent(['(request-target)', 'date']) },
      stack('http-signature'),
    ],
    [
      'joyent-strict',
      'Its authorization header is copied into Signature with the scheme before it',
      ['SIG-03'],
      'get query',
      { ...joyent(['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], (v) => v) },
      stack('http-signature'),
    ],
    [
      'uuid-in-string',
      'randomUUID() twice: once in the header object, once in the template',
      [],
      'body periodic',
      { value: (n) => (n === 'x-request-id' ? randomUUID() : undefined), send },
      stack('Node http', { cause: 'the id that was signed is not known to anyone else' }),
    ],
  ],
  send,
);

/** A JWS of the string in the place of the signature. */
function jwsSlip(alg, part) {
  let text;
  return {
    sign: (t) => {
      text = t;
      return 'LATER';
    },
    send: async (request) => {
      const whole = jws.sign({ header: { alg }, payload: text, privateKey: own });
      request.headers.Signature = request.headers.Signature.replace('LATER', () => part(whole));
      await send(request);
    },
  };
}

/** http-signature signs the request itself; what it puts into Authorization goes into Signature. */
function joyent(headers, change = (v) => v.replace(/^Signature /, '')) {
  return {
    names: () => headers,
    send: async ({ url, method, headers: { Signature: _, ...all } }) => {
      await new Promise((done, fail) => {
        const request = http.request(url, { method, headers: all, agent: false }, (answer) =>
          answer.resume().on('end', done),
        );
        request.on('error', fail);
        httpSignature.sign(request, {
          key: own,
          keyId: KEY_ID.own,
          headers,
          algorithm: 'rsa-sha256',
        });
        const value = request.getHeader('authorization');
        request.removeHeader('authorization');
        request.setHeader('Signature', change(value));
        request.end();
      });
    },
  };
}
