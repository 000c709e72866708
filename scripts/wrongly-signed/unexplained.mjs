// Requests that two explanations fit, that need three, and that have none. Run by make-wrongly-signed.mjs:
// node unexplained.mjs <folder with keys>; prints a JSON array.
import { createHash, publicEncrypt } from 'node:crypto';
import {
  anyOf,
  BODY,
  big,
  capitals,
  client,
  crlf,
  either,
  G,
  get,
  hash,
  line,
  none,
  one,
  P,
  PRETTY,
  pay,
  post,
  sha256,
  text,
  tight,
} from './client.mjs';

const { entries, entry, certificate, by } = client(process.argv[2]);

// ---- two explanations for the same bytes
const SLASH = get({ 'tpp-redirect-uri': 'https://tpp.example' });
entry(
  'no path: a slash, CRLF',
  SLASH,
  crlf(get({ 'tpp-redirect-uri': 'https://tpp.example/' })),
  either(['redirect-trailing-slash', 'crlf'], ['redirect-normalised', 'crlf']),
  'two at once, one of them said in two ways',
  { says: ['tpp-redirect-uri'] },
);
entry(
  'a newline at the end of the body lost, CRLF',
  post({}, `${BODY}\n`),
  crlf(P),
  either(['body-trailing-newline', 'crlf'], ['body-minified', 'crlf']),
  'trim() or JSON.stringify: the same bytes',
  { body: `${BODY}\n`, says: ['digest'] },
);
entry(
  'a newline at the end of the body lost',
  post({}, `${BODY}\r\n`),
  text(P),
  either(['body-trailing-newline'], ['body-minified']),
  'trim() or JSON.stringify: the same bytes',
  { body: `${BODY}\r\n`, says: ['digest'] },
);
entry(
  'pretty body with CRLF, signed the digest with LF',
  post({}, PRETTY.replaceAll('\n', '\r\n')),
  text(line(`SHA-256=${sha256(PRETTY)}`)),
  either(['body-crlf'], ['body-pretty-printed']),
  'replace, or printed again',
  { body: PRETTY.replaceAll('\n', '\r\n'), says: ['digest'] },
);
const ONE_KEY = '{ "consentId" : "a1" }';
entry(
  'one key only: compact is also sorted',
  post({}, ONE_KEY),
  text(post({}, '{"consentId":"a1"}')),
  one('body-minified'),
  'sorting would change nothing',
  { body: ONE_KEY, says: ['digest'] },
);
entry(
  'a newline at the end of the body became CRLF',
  post({}, `${BODY}\n`),
  text(post({}, `${BODY}\r\n`)),
  anyOf(['body-crlf'], ['body-trailing-newline']),
  'LF to CRLF in text mode',
  { body: `${BODY}\n`, says: ['digest'] },
);
entry(
  'base64 of the body hash, other key size',
  P,
  sha256(BODY),
  anyOf(
    ['digest-only'],
    ['digest-only', 'digest-without-algorithm'],
    ['body-only', 'base64-of-hash'],
  ),
  'either way round',
  big,
);

// ---- three at once
entry(
  'no blank, capitals, CRLF',
  P,
  tight(capitals(P), '\r\n'),
  none('no-space-after-colon', 'names-in-capitals', 'crlf'),
  'three habits',
  pay,
);
entry(
  'capitals, host put in, a newline at the end',
  G,
  `${text(capitals({ ...G, host: 'bank.example' }))}\n`,
  none('names-in-capitals', 'header-put-in', 'trailing-newline'),
  'three habits',
  { more: { Host: 'bank.example' } },
);

// ---- nobody can explain
const OVER = { says: ['@other-string'] };
const NOT = { says: ['@other-key'] };
const nobody = { mistakes: [] };
entry(
  'a random string',
  G,
  'b9d1c4f0-1f1e-4a55-9a53-0d2f3ee5a8ce/9f81',
  nobody,
  'a test of the signer',
  OVER,
);
entry(
  'the string of a wholly other request',
  P,
  text(
    get({
      date: 'Mon, 02 Nov 2026 07:00:00 GMT',
      'x-request-id': '11111111-2222-4333-8444-555555555555',
      'tpp-redirect-uri': 'https://other.example/',
    }),
  ),
  nobody,
  'signature and request got mixed up in a queue',
  { ...pay, ...OVER },
);
entry(
  'a JWS signing input',
  P,
  `${Buffer.from('{"alg":"RS256","b64":false}').toString('base64url')}.${Buffer.from(BODY).toString('base64url')}`,
  nobody,
  'UK open banking habit',
  { ...pay, ...OVER },
);
entry(
  'a text in Norwegian',
  G,
  'Jeg bekrefter herved at vi er Tredjepart Løsninger AS',
  nobody,
  'a proof of possession',
  OVER,
);
entry(
  'SHA-512 over something unknown',
  G,
  '',
  { anyOf: [['hash-sha512']], orNone: true },
  'the hash is all that is known',
  { signature: by('RSA-SHA512', 'something'), says: ['SHA-512'] },
);
entry('encrypted with the public key', P, '', nobody, 'publicEncrypt for privateEncrypt', {
  ...pay,
  ...NOT,
  signature: publicEncrypt(certificate().publicKey, hash(text(P))).toString('base64'),
});
entry('zeros', G, '', nobody, 'a buffer that was never filled', {
  ...NOT,
  signature: Buffer.alloc(256).toString('base64'),
});
entry('all ones, more than the modulus', G, '', nobody, 'a buffer of 0xff', {
  ...NOT,
  signature: Buffer.alloc(256, 255).toString('base64'),
});
entry('random bytes for a key of 3072 bits', P, '', nobody, 'a stub', {
  ...big,
  ...NOT,
  signature: createHash('shake256', { outputLength: 384 })
    .update('stub')
    .digest()
    .fill(9, 0, 1)
    .toString('base64'),
});
entry(
  'text for a signature',
  G,
  '',
  { anyOf: [['signature-cut']], orNone: true },
  'the placeholder of an example',
  { signature: 'Rm9vQmFyQmF6', says: ['bytes'] },
);

process.stdout.write(JSON.stringify(entries));
