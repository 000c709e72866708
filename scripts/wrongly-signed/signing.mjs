// Ways to sign that are not RSASSA-PKCS1-v1_5 with SHA-256, and ways to write the signature.
// Run by make-wrongly-signed.mjs: node signing.mjs <folder with keys>; prints a JSON array.
import { constants, createHash, createSign, privateEncrypt, sign as signOnce } from 'node:crypto';
import {
  anyOf,
  big,
  capitals,
  client,
  crlf,
  G,
  hash,
  lines,
  none,
  one,
  P,
  pay,
  sha256,
  text,
} from './client.mjs';

const { entries, entry, key, certificate, sign, by } = client(process.argv[2]);

// ---- ways to sign
entry('createSign over the hash', P, '', one('hashed-twice'), 'createHash, then createSign', {
  ...big,
  signature: createSign('RSA-SHA256')
    .update(createHash('sha256').update(text(P)).digest())
    .sign(key('big'), 'base64'),
});
entry(
  'createSign over the hexadecimal hash',
  G,
  createHash('sha256').update(text(G)).digest('hex'),
  one('hex-of-hash'),
  "digest('hex')",
);
entry(
  'createSign over the hexadecimal hash in capitals',
  G,
  createHash('sha256').update(text(G)).digest('hex').toUpperCase(),
  anyOf(['hex-of-hash']),
  'BitConverter of .NET without its hyphens',
);
entry(
  'createSign over the base64 of the hash',
  P,
  sha256(text(P)),
  one('base64-of-hash'),
  "digest('base64')",
  big,
);
entry(
  'privateEncrypt of the hash',
  P,
  '',
  one('no-digest-info'),
  'privateEncrypt pads and adds no DigestInfo',
  {
    ...big,
    signature: privateEncrypt(key('big'), createHash('sha256').update(text(P)).digest()).toString(
      'base64',
    ),
  },
);
entry('privateEncrypt of the string', G, '', one('not-hashed'), 'privateEncrypt(key, string)', {
  cert: 'big',
  signature: privateEncrypt(key('big'), Buffer.from(text(G))).toString('base64'),
});
entry('no padding', G, '', one('no-padding'), 'RSA_NO_PADDING, zeros in front', {
  signature: privateEncrypt(
    { key: key(), padding: constants.RSA_NO_PADDING },
    Buffer.concat([Buffer.alloc(224), createHash('sha256').update(text(G)).digest()]),
  ).toString('base64'),
});
entry('PSS with the longest salt', P, '', one('pss'), 'padding: RSA_PKCS1_PSS_PADDING', {
  ...big,
  signature: signOnce('sha256', Buffer.from(text(P)), {
    key: key('big'),
    padding: constants.RSA_PKCS1_PSS_PADDING,
  }).toString('base64'),
});
entry('PSS with SHA-512', P, '', anyOf(['pss'], ['pss', 'hash-sha512']), 'PS512', {
  ...pay,
  signature: signOnce('sha512', Buffer.from(text(P)), {
    key: key(),
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 64,
  }).toString('base64'),
});
entry('RSA-SHA384', G, '', one('hash-sha384'), 'createSign("RSA-SHA384")', {
  signature: createSign('RSA-SHA384').update(text(G)).sign(key(), 'base64'),
  says: ['SHA-256'],
});
entry('update() forgotten', P, '', none('nothing-signed'), 'createSign(…).sign(key)', pay);
entry(
  'update() forgotten on a GET',
  G,
  '',
  none('nothing-signed'),
  'the empty string, which is also the body of a GET',
);
entry('bytes reversed, as SignData of the old CSP', P, '', one('byte-order'), 'CryptSignHash', {
  ...big,
  madeWith: '.NET imitated with node:crypto',
  signature: Buffer.from(sign(text(P), 'big'), 'base64')
    .reverse()
    .toString('base64'),
});
entry(
  'a PKCS #7 message instead of a signature',
  G,
  '',
  none('pkcs7'),
  'SignedCms of .NET, openssl cms -sign',
  {
    signature: Buffer.concat([
      Buffer.from('308204d206092a864886f70d010702', 'hex'),
      Buffer.from(sign(text(G)), 'base64'),
    ]).toString('base64'),
    says: ['@other-key'],
  },
);
entry('a JWS instead of a signature', G, '', none('jws'), 'a JOSE library', {
  signature: `${Buffer.from('{"alg":"RS256"}').toString('base64url')}..${Buffer.from(sign(text(G)), 'base64').toString('base64url')}`,
});
entry(
  "the certificate's own signature sent by mistake",
  P,
  '',
  { mistakes: [] },
  'takes the wrong field',
  { ...pay, says: ['@other-key'], signature: certificate().raw.subarray(-256).toString('base64') },
);
entry('one bit lost on the way', G, '', { mistakes: [] }, 'damaged', {
  says: ['@other-key'],
  signature: sign(text(G)).replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
});

// ---- the signature's text
entry('signature in single quotes inside', G, '', anyOf(['signature-quoted']), 'a shell habit', {
  signature: `'${sign(text(G))}'`,
});
entry(
  'base64url of 3072 bits: no padding either way',
  P,
  '',
  one('signature-base64url'),
  'base64url',
  { ...big, signature: Buffer.from(sign(text(P), 'big'), 'base64').toString('base64url') },
);
entry('PEM armour with escaped newlines', G, '', one('signature-pem'), 'JSON of a PEM file', {
  signature: `-----BEGIN SIGNATURE-----\\n${sign(text(G))}\\n-----END SIGNATURE-----`,
});
entry(
  'the last character lost',
  G,
  '',
  anyOf(['signature-cut'], ['signature-without-padding']),
  'slice(0, -1) for a quote that was not there',
  { signature: sign(text(G)).slice(0, -1) },
);
entry(
  'quotes and hexadecimal',
  G,
  '',
  one('signature-hex', 'signature-quoted'),
  'JSON.stringify of a hexadecimal text',
  { signature: `\\"${Buffer.from(sign(text(G)), 'base64').toString('hex')}\\"` },
);
entry(
  'hexadecimal signature of CRLF lines',
  P,
  '',
  anyOf(['signature-hex', 'crlf'], ['signature-hex']),
  'two at once; the text of the signature comes first',
  { ...pay, signature: Buffer.from(sign(lines(P).join('\r\n')), 'base64').toString('hex') },
);

// ---- two at once: hash, padding, key, text
entry('SHA-1, names in capitals', P, '', one('hash-sha1', 'names-in-capitals'), 'defaults', {
  ...pay,
  signature: by('RSA-SHA1', text(capitals(P))),
});
entry(
  'hashed twice, a newline at the end',
  G,
  hash(`${text(G)}\n`),
  one('hashed-twice', 'trailing-newline'),
  'createHash first',
);
entry(
  'hexadecimal hash, CRLF',
  P,
  hash(crlf(P)).toString('hex'),
  one('hex-of-hash', 'crlf'),
  "digest('hex') first",
  pay,
);
entry(
  'base64 of the hash, capitals',
  G,
  hash(text(capitals(G))).toString('base64'),
  one('base64-of-hash', 'names-in-capitals'),
  "digest('base64') first",
);
entry('no DigestInfo, CRLF', P, '', one('no-digest-info', 'crlf'), 'privateEncrypt(hash)', {
  ...pay,
  signature: privateEncrypt(key(), hash(crlf(P))).toString('base64'),
});
entry('not hashed, CRLF', G, '', one('not-hashed', 'crlf'), 'privateEncrypt(string)', {
  cert: 'big',
  signature: privateEncrypt(key('big'), Buffer.from(crlf(G))).toString('base64'),
});
entry(
  'base64 of the string, a newline at the end',
  G,
  Buffer.from(`${text(G)}\n`).toString('base64'),
  one('base64-of-string', 'trailing-newline'),
  'base64 of a file',
);
entry('bytes reversed, CRLF', G, '', one('byte-order', 'crlf'), 'CryptSignHash on Windows', {
  madeWith: '.NET imitated with node:crypto',
  signature: Buffer.from(sign(crlf(G)), 'base64')
    .reverse()
    .toString('base64'),
});
entry(
  'bytes reversed, UTF-16',
  P,
  '',
  one('byte-order', 'utf16'),
  'CryptSignHash over Encoding.Unicode',
  {
    ...pay,
    madeWith: '.NET imitated with node:crypto',
    signature: Buffer.from(sign(Buffer.from(text(P), 'utf16le')), 'base64')
      .reverse()
      .toString('base64'),
  },
);
entry('other key, CRLF', P, '', anyOf(['another-key'], ['another-key', 'crlf']), 'old key', {
  ...pay,
  key: 'second',
  signature: sign(crlf(P), 'second'),
});
entry(
  'white space in the signature, a newline at the end',
  G,
  '',
  anyOf(['signature-white-space'], ['signature-white-space', 'trailing-newline']),
  'two habits of the shell',
  { signature: sign(`${text(G)}\n`).replace(/.{76}/g, '$& ') },
);
entry(
  'base64url signature, CRLF',
  P,
  '',
  anyOf(['signature-base64url'], ['signature-base64url', 'crlf']),
  'two at once',
  { ...big, signature: Buffer.from(sign(crlf(P), 'big'), 'base64').toString('base64url') },
);

process.stdout.write(JSON.stringify(entries));
