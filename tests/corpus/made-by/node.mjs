// Node's own fetch and node:crypto, as in a signer that a team writes from the bank's manual. A row of an HTTP client or
// of a library that signs differs in what it gives for `send` or `sign`.
import { createHash, createSign } from 'node:crypto';
import { kit, rsa, run } from './client.mjs';

const send = ({ url, method, headers, body }) => fetch(url, { method, headers, body });
const hex = (text) => createHash('sha256').update(text).digest('hex');

await run(
  [
    [
      'os-eol',
      'os.EOL joins the lines on a Windows machine',
      ['crlf'],
      'body',
      { join: (lines) => lines.join('\r\n') },
      { source: 'https://github.com/arkerone/api-key-auth/issues/2' },
    ],
    [
      'digest-hex',
      "digest('hex') instead of digest('base64') for the Digest header",
      ['digest-hex'],
      'body',
      { digest: (text) => `SHA-256=${hex(text)}` },
    ],
    [
      'target-capitals',
      'request.method stands in (request-target) as it is',
      ['request-target-capitals'],
      'get',
      {
        names: (get) =>
          ['(request-target)', 'date', 'x-request-id', 'tpp-redirect-uri'].filter(
            (name) => name.startsWith('(') || get(name) !== undefined,
          ),
        value: (name, _, { method, path }) =>
          name === '(request-target)' ? `${method} ${path}` : undefined,
      },
    ],
    [
      'sha1',
      'createSign of RSA-SHA1',
      ['hash-sha1'],
      'get',
      { sign: (text) => createSign('RSA-SHA1').update(text).sign(kit('own.key'), 'base64') },
    ],
    [
      'signature-word',
      'The header begins with the word Signature, as in Authorization',
      ['SIG-03'],
      'get',
      { after: (headers) => (headers.Signature = `Signature ${headers.Signature}`) },
    ],
    [
      'hash-then-sign',
      'The hash is signed instead of the string, and signing hashes it again',
      ['hashed-twice'],
      'get',
      {
        sign: (text) => rsa(createHash('sha256').update(text).digest()),
        signed: (text) => createHash('sha256').update(text).digest(),
      },
    ],
  ],
  send,
);
