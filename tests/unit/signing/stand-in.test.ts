// What programs and people send in place of a value is named, whichever header it is for; what may be a value is not.
import { expect, test } from '@jest/globals';
import { standIn } from '../../../server/signing/stand-in.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BUFFER = `<Buffer ${'30 82 '.repeat(25)}... 206 more bytes>`;

test.each([
  ['is no value', ['null', 'undefined', 'None', 'nil', 'NaN', 'true', 'false']],
  [
    'is a variable',
    ['{{date}}', ['$', '{DATE}'].join(''), '<your date>', '%DATE%', '#{date}', '$DATE'],
  ],
  ['is a variable', ['%s', '%d', '%v', '%!s(MISSING)']],
  ['prints of an object', ['Array', '[object Object]', BUFFER, 'System.Byte[]']],
  ['prints of an object', ['[B@1b6d3586', 'a.b.Cert@5e2de80c', 'map[a:b]', '<Signature(a, b)>']],
  ['is what Python prints of bytes', ["b'QUJD'", 'b"QUJD"', "b'a\nb'"]],
  ['is a list of numbers', ['[1,2,3,4,5,6,7,8]', '-1, 2, 3, 4, 5, 6, 7, 255']],
  ['is an id (UUID)', [ID, ID.toUpperCase(), `{${ID}}`, `<${ID}>`]],
  ['is a JWS or JWT', ['eyJhbGciOiJub25lIn0.e30.c2ln', 'eyJhbGciOiJub25lIn0..']],
  ['is an access token', ['Bearer abc', 'bearer abc']],
  ['is an SSH public key', ['ssh-rsa AAAA']],
  ['is a data: URI', ['data:text/plain,x', 'DATA:,x']],
  ['is a URL', ['https://bank.example/', 'HTTPS://bank.example/']],
  [
    'begins as XML, HTML or a placeholder does',
    ['<?xml version="1.0"?>', '<Signature xmlns="x">a</Signature>'],
  ],
  ['begins as JSON does', ['[a', '{"a":1}', '{12345678901}']],
  ['is the name of a file', ['cert.pem', '@keys/cert.PEM', 'C\\cert.cer', 'a.json']],
])('SIG-01: a value that %s', (words, texts) => {
  for (const text of texts)
    expect([text, standIn(text)]).toEqual([text, expect.stringContaining(words)]);
});

test.each([
  ['a word', ['nullable', 'isnull', 'untrue', 'falsey']],
  [
    'a variable',
    ['a{{b}}', '%DATE%a', '%sa', 'a%s', '<123>', 'a$DATE', '$DATEs', `%${'a'.repeat(61)}%`],
  ],
  ['an object', ['ArrayList', 'anArray', 'a [object Object]', 'B@1b6d3586h']],
  ['bytes of Python', ["ab'QUJD'", "b'QUJD'a", "b'QUJD"]],
  ['numbers', ['1,2,3,4,5,6,7', 'a1,2,3,4,5,6,7,8', '1,2,3,4,5,6,7,8a', '1,2,3,4,5,6,7,1000']],
  ['an id', [`a${ID}`, `${ID}a`, ID.slice(1)]],
  [
    'a JWS',
    ['keyJhbGci.e30.c2ln', 'eyJhbGci.e30.c2ln=', 'eyJhbGci.e30', 'eyes.tpp.example', 'ssh-key'],
  ],
  ['a token', ['a bearer token', 'bearer']],
  ['a key', ['a ssh-rsa']],
  ['an address', ['metadata:x', '1https://a', 'https:/a']],
  ['XML', ['a<b c="d">', '<']],
  ['JSON', ['a[', 'a{"b":1}']],
  ['a file', [' cert.pem', 'cert.pem.old', 'certpem']],
  ['a value', ['', 'QUJD', 'keyId="SN=1"', 'Wed, 10 Jun 2026 10:00:00 GMT']],
])('SIG-01: what is not quite %s may be a value', (_, texts) => {
  for (const text of texts) expect([text, standIn(text)]).toEqual([text, undefined]);
});
