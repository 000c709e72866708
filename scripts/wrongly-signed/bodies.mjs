// Digest lines and bodies with two mistakes at once, or as the libraries of other languages print JSON. Run
// by make-wrongly-signed.mjs: node bodies.mjs <folder with keys>; prints a JSON array.
import { createHash } from 'node:crypto';
import {
  anyOf,
  BODY,
  client,
  crlf,
  line,
  one,
  P,
  PRETTY,
  pay,
  post,
  sha256,
  text,
} from './client.mjs';

const { entries, entry, by } = client(process.argv[2]);

// ---- two at once: digest line and body
const HEX = createHash('sha256').update(BODY).digest('hex');
const digest = { ...pay, says: ['digest'] };
entry(
  'digest in hexadecimal, CRLF',
  P,
  crlf(line(`SHA-256=${HEX}`)),
  one('digest-hex', 'crlf'),
  "digest('hex')",
  digest,
);
entry(
  'digest in hexadecimal without its name',
  P,
  text(line(HEX)),
  anyOf(['digest-hex'], ['digest-hex', 'digest-without-algorithm']),
  "digest('hex')",
  digest,
);
entry(
  'digest without its name, a newline at the end',
  P,
  `${text(line(sha256(BODY)))}\n`,
  one('digest-without-algorithm', 'trailing-newline'),
  'Content-MD5 habit',
  digest,
);
entry(
  'body in the digest line, CRLF',
  P,
  crlf(line(BODY)),
  one('digest-is-body', 'crlf'),
  'the wrong variable',
  digest,
);
entry(
  'SHA-512 for the digest and for the signature',
  P,
  '',
  one('digest-other-algorithm', 'hash-sha512'),
  'one setting for both',
  {
    ...digest,
    signature: by(
      'RSA-SHA512',
      text(line(`SHA-512=${createHash('sha512').update(BODY).digest('base64')}`)),
    ),
  },
);
entry(
  'digest of the pretty body, a newline at the end',
  P,
  `${text(line(`SHA-256=${sha256(PRETTY)}`))}\n`,
  one('body-pretty-printed', 'trailing-newline'),
  'an interceptor prints the body',
  digest,
);
entry(
  'digest of the pretty body, CRLF',
  P,
  crlf(line(`SHA-256=${sha256(PRETTY)}`)),
  one('body-pretty-printed', 'crlf'),
  'an interceptor prints the body',
  digest,
);
entry(
  'digest of the pretty body with CRLF',
  P,
  text(line(`SHA-256=${sha256(PRETTY.replaceAll('\n', '\r\n'))}`)),
  one('body-pretty-printed', 'body-crlf'),
  'Newtonsoft Formatting.Indented on Windows',
  { ...digest, madeWith: '.NET imitated with node:crypto' },
);
const DOTNET = BODY.replace(
  /[^ -~]|[&+'<>]/g,
  (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
);
entry(
  'digest of the body as System.Text.Json escapes it',
  P,
  text(line(`SHA-256=${sha256(DOTNET)}`)),
  one('body-json-escaped'),
  '\\u00C5 in capitals, & and + escaped too',
  { ...digest, madeWith: '.NET imitated with node:crypto' },
);
const PHP = BODY.replaceAll('/', '\\/').replace(
  /[^ -~]/g,
  (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
entry(
  'digest of the body as json_encode escapes it',
  P,
  text(line(`SHA-256=${sha256(PHP)}`)),
  one('body-json-escaped'),
  '\\/ and \\u00e5',
  { ...digest, madeWith: 'PHP imitated with node:crypto' },
);
const SLASHES = BODY.replaceAll('/', '\\/');
entry(
  'digest of the body as json_encode with JSON_UNESCAPED_UNICODE',
  P,
  text(line(`SHA-256=${sha256(SLASHES)}`)),
  one('body-json-escaped'),
  '\\/ only',
  { ...digest, madeWith: 'PHP imitated with node:crypto' },
);
const GO = BODY.replaceAll('&', '\\u0026');
entry(
  'digest of the body as json.Marshal of Go escapes it',
  P,
  text(line(`SHA-256=${sha256(GO)}`)),
  one('body-json-escaped'),
  '\\u0026, letters left alone',
  { ...digest, madeWith: 'Go imitated with node:crypto' },
);
entry(
  'sent as json.Marshal of Go, signed the digest of the plain form',
  post({}, GO),
  text(post()),
  anyOf(['body-json-escaped'], ['body-minified']),
  'the other way round',
  { body: GO, says: ['digest'] },
);
entry(
  'headers and pretty body, sent compact',
  P,
  `${text(P)}\n${PRETTY}`,
  one('body-appended', 'body-pretty-printed'),
  'the whole message, printed again',
  pay,
);
entry(
  'headers and body, CRLF',
  P,
  `${crlf(P)}\r\n\r\n${BODY}`,
  one('body-appended', 'crlf'),
  'the whole message as it goes over the wire',
  pay,
);
entry(
  'headers and body, SHA-512',
  P,
  '',
  one('body-appended', 'hash-sha512'),
  'the whole message',
  { ...pay, signature: by('RSA-SHA512', `${text(P)}\n${BODY}`) },
);
entry(
  'the body alone, compact, sent pretty',
  post({}, PRETTY),
  BODY,
  one('body-only', 'body-minified'),
  'a JWS habit',
  { body: PRETTY },
);
entry(
  'the body alone, a newline at its end',
  P,
  `${BODY}\n`,
  anyOf(['body-only', 'body-trailing-newline'], ['body-only', 'trailing-newline']),
  'echo',
  pay,
);
entry('the body alone with SHA-1', P, '', one('body-only', 'hash-sha1'), 'an old webhook', {
  ...pay,
  signature: by('RSA-SHA1', BODY),
});
entry(
  'the digest alone in hexadecimal, named',
  P,
  `SHA-256=${HEX}`,
  anyOf(['digest-only'], ['digest-only', 'digest-hex']),
  'signs the digest',
  pay,
);

process.stdout.write(JSON.stringify(entries));
