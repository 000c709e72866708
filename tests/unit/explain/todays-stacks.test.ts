// What clients of today do: other standards, encodings in transit, bodies that a machine changed, placeholders and
// swaps. The requests are put together here, as those stacks make them.
import { createHash, privateEncrypt, X509Certificate } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';

const tpp = await ownTpp();
const der = new X509Certificate(Buffer.from(tpp.certificateBase64, 'base64'));

const base64url = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
const jws = (head: object, payload = '') =>
  [base64url(JSON.stringify(head)), payload, 'A'.repeat(342)].join('.');
const header = (name: string, value: string): Partial<Draft> => ({
  headers: { [name]: value },
  header: () => undefined,
});
/** Another string is signed with the right key. */
const foreign: Partial<Draft> = { signed: (text) => `${text}\nnonce: 7b1c` };

describe('SIG-15: another standard is named in one sentence, with what the API takes', () => {
  const HTTP_HEADERS = 'http://uri.etsi.org/19182/HttpHeaders';
  const OBIE = { alg: 'PS256', crit: ['b64', 'http://openbanking.org.uk/iat'], b64: false };
  test.each<[name: string, says: RegExp, change: Partial<Draft>]>([
    [
      'http-message-signatures',
      /^The header signature-input is one of RFC 9421/,
      header('signature-input', 'sig1=("@method" "date");created=1793696707'),
    ],
    [
      'http-message-signatures',
      /^The header signature is one of RFC 9421 .*; the API reads Signature: keyId=/,
      { header: () => 'sig1=:K2qGT5srn2OGbOIDzQ6kYT+ruaycnDAAUpKv+ePFfD0=:' },
    ],
    [
      'jws',
      /x-jws-signature holds a detached JWS \(RFC 7515\);/,
      header('x-jws-signature', jws({ alg: 'RS256' })),
    ],
    ['jws', /holds a JWS \(RFC 7515\);/, header('x-jws-signature', jws({ alg: 'RS256' }, 'e30'))],
    ['jws', /, as Open Banking UK has it/, header('x-jws-signature', jws(OBIE))],
    [
      'jades',
      /a JAdES signature \(ETSI TS 119 182-1, as version 2 of the Berlin Group/,
      header('x-jws-signature', jws({ alg: 'RS256', sigD: { mId: HTTP_HEADERS } })),
    ],
    [
      'jades',
      /JAdES signature \(ETSI TS 119 182-1\)/,
      header('jws-signature', jws({ sigD: { pars: ['date'] } })),
    ],
    [
      'aws-signature',
      /authorization holds an AWS Signature Version 4; the API reads/,
      header(
        'authorization',
        'AWS4-HMAC-SHA256 Credential=AKID/20261103/eu-north-1/x/aws4_request',
      ),
    ],
    [
      'another-standard',
      /authorization is of another scheme that signs requests \(OAuth 1\.0, Hawk, SharedKey\)/,
      header('authorization', 'OAuth oauth_nonce="a", oauth_signature="b%3D"'),
    ],
    [
      'another-standard',
      /authorization is of another scheme that signs requests/,
      header('authorization', 'SharedKey account:c2lnbmF0dXJl'),
    ],
    [
      'another-standard',
      /authorization is of HTTP authentication, which signs nothing of this request/,
      header('authorization', 'Basic dHBwOnNlY3JldA=='),
    ],
    ['hmac', /signature names HMAC, with one key for both sides/, { algorithm: 'hmac-sha256' }],
    [
      'pseudo-headers',
      /lists pseudo headers of HTTP\/2; \(request-target\) stands for/,
      { header: (value) => value.replace('headers="', 'headers=":method :path ') },
    ],
    [
      'signature-header-encoded',
      /signature is in base64 as a whole; only its signature parameter is/,
      { header: (value) => Buffer.from(value).toString('base64') },
    ],
    // A request may carry one besides, which explains nothing if the signature of this API is right but for a line.
    [
      'crlf',
      /CRLF/,
      {
        headers: { 'x-jws-signature': jws({ alg: 'RS256' }) },
        signed: (text) => text.replaceAll('\n', '\r\n'),
      },
    ],
    [
      'jws',
      /x-jws-signature holds a detached JWS.* value\. The certificate's key signed another string/,
      { ...foreign, headers: { 'x-jws-signature': jws({ alg: 'RS256' }) } },
    ],
  ])('SIG-15: %s: %s', (name, says, change) => {
    const explanation = explained(requestOf(tpp, change));
    expect([namesOf(explanation), explanation.sentence]).toEqual([
      [name],
      expect.stringMatching(says),
    ]);
  });
});

describe('SIG-15: the string of another standard under the header of this API', () => {
  const SHAPE: Partial<Draft> = {
    target: '/v1/accounts?withBalance=true',
    method: 'GET',
    body: '',
    headers: {
      host: 'bank.example',
      digest: undefined,
      'psu-id': 'psu-1',
      'tpp-redirect-uri': 'https://tpp.example/cb',
    },
    names: ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
  };
  const lines = (text: string) => text.split('\n').slice(1);
  const quoted = (text: string) => lines(text).map((line) => line.replace(/^[^:]*/, '"$&"'));
  const created = NOW / 1000;
  const names = '"date" "x-request-id" "psu-id" "tpp-redirect-uri"';

  test.each<
    [name: string, says: RegExp, signed: (text: string) => string, headers?: Draft['headers']]
  >([
    [
      'http-message-signatures',
      /You signed the string of RFC 9421; sign lines/,
      (text) =>
        [
          '"@method": GET',
          '"@path": /v1/accounts',
          ...quoted(text),
          `"@signature-params": ("@method" "@path" ${names});created=${created};keyid="${tpp.keyId}"`,
        ].join('\n'),
    ],
    [
      'pseudo-headers',
      /:method and :path, pseudo headers of HTTP\/2/,
      (text) => [':method: GET', ':path: /v1/accounts?withBalance=true', ...lines(text)].join('\n'),
    ],
    ['jws', /as a JWS;/, (text) => `${base64url('{"alg":"RS256"}')}.${base64url(text)}`],
    [
      'names-signed',
      /the list of names/,
      () => '(request-target) date x-request-id psu-id tpp-redirect-uri',
    ],
    [
      'values-swapped',
      /the values of x-request-id and psu-id swapped/,
      (text) => text.replace(/(x-request-id: )(.*)\n(psu-id: )(.*)/, '$1$4\n$3$2'),
    ],
    ['variable-unresolved', /the name of a variable/, (text) => text.replace('psu-1', '{psu-id}')],
    ['variable-unresolved', /the name of a variable/, (text) => text.replace('psu-1', '%PSU_ID%')],
    ['header-empty', /without its value/, (text) => text.replace('psu-1', 'undefined')],
    [
      'value-trailing-newline',
      /with an escaped line end after its value \("[^"]*%0A"/,
      (text) => text.replace('psu-1', 'psu-1%0A'),
    ],
    [
      'joined-with-semicolon',
      /a semicolon behind each line/,
      (text) => `${text.replaceAll('\n', ';\n')};`,
    ],
    [
      'redirect-normalised',
      /with its host written otherwise/,
      (text) => text.replace('xn--blbr-roah', 'bl\xc3\xa5b\xc3\xa6r'),
      { 'tpp-redirect-uri': 'https://xn--blbr-roah.example/cb' },
    ],
    ['redirect-normalised', /with www\./, (text) => text.replace('://tpp', '://www.tpp')],
    // No value but the Date has a comma, which is its own.
    ['date-format', /^You signed date as/, (text) => text.replace('Tue, ', '')],
    [
      'invisible-character',
      /an invisible character before it/,
      (text) => text.replace('psu-1', '\xe2\x80\x8epsu-1'),
    ],
  ])('SIG-15: %s: %s', (name, says, signed, headers = {}) => {
    const change = { ...SHAPE, headers: { ...SHAPE.headers, ...headers } };
    const right = diagnose(requestOf(tpp, change), NOW).bankString ?? '';
    const explanation = explained(requestOf(tpp, { ...change, signed }));
    expect([namesOf(explanation), explanation.sentence]).toEqual([
      [name],
      expect.stringMatching(says),
    ]);
    expect(explanation.signedString).toBe(signed(right));
  });

  test('SIG-15: an invisible character that was sent and not signed', () => {
    const headers = { ...SHAPE.headers, 'psu-id': '\xe2\x80\x8epsu-1' };
    const signed = (text: string) => text.replace('\xe2\x80\x8e', '');
    const explanation = explained(requestOf(tpp, { ...SHAPE, headers, signed }));
    expect(namesOf(explanation)).toEqual(['invisible-character']);
    expect(explanation.sentence).toMatch(/\("psu-1", not "\\u\{200e\}psu-1"\)/);
  });
});

test.each([
  [
    'whole hours away',
    NOW + 3_600_000,
    /The difference is about 1 hour: it is probably the local time/,
  ],
  [
    'as far as India',
    NOW + 19_800_000,
    /The difference is about 5\.5 hours: it is probably the local/,
  ],
  ['as far as nobody to the west', NOW - 19_800_000, /Send the time at which you sign\.$/],
  ['half an hour away', NOW - 1_800_000, /Send the time at which you sign\.$/],
  ['that is twelve hours behind', NOW - 43_200_000, /it is probably of a clock of 12 hours/],
  ['as far as Auckland', NOW + 43_200_000, /the local time with GMT behind it, or of a clock/],
  ['three hours and a quarter away', NOW + 11_700_000, /Send the time at which you sign\.$/],
])('SIG-15: a Date %s', (_, at, says) => {
  const date = new Date(at).toUTCString();
  expect(explained(requestOf(tpp, { headers: { date } })).sentence).toMatch(says);
});

test('SIG-15: a Date of one zone with another behind it', () => {
  const date = new Date(NOW).toUTCString().replace('GMT', '+0100');
  const says = /The difference is about 1 hour: it is probably not the time of the zone behind it;/;
  expect(explained(requestOf(tpp, { headers: { date } })).sentence).toMatch(says);
});

test('SIG-15: a Date of local time that names no zone', () => {
  const says = /The difference is about 1 hour: it is probably the local time; write/;
  expect(
    explained(requestOf(tpp, { headers: { date: 'Tue Nov  3 10:05:07 2026' } })).sentence,
  ).toMatch(says);
});

test('SIG-15: of a Digest that is absent nothing is said but that it is needed', () => {
  const { sentence } = explained(requestOf(tpp, { headers: { digest: undefined } }));
  expect(sentence).toMatch(/needs the header Digest: SHA-256=<base64 of its hash>\.$/);
});

test('SIG-15: a body that the HTTP library added to a GET', () => {
  const draft = { method: 'GET', body: 'null', headers: { digest: undefined } };
  const { sentence } = explained(requestOf(tpp, draft));
  expect(sentence).toMatch(
    /A GET has no body here: your HTTP library probably added these 4 bytes/,
  );
});

test.each<[names: string, says: RegExp, change: Partial<Draft>]>([
  ['nothing-signed', /^You signed a word for a missing value/, { signed: () => 'null' }],
  [
    'joined-with-nothing',
    /You signed the string without any white space;/,
    { signed: (s) => s.replace(/\s/g, '') },
  ],
  [
    'invisible-character',
    /You wrote names as x–request–id \(with U\+2013\)/,
    { signed: (s) => s.replace(/-(?=[a-z-]*: )/g, '\xe2\x80\x93') },
  ],
  [
    'joined-with-escaped-newline',
    /joined the lines with an escaped line end \(`n\);/,
    { signed: (s) => s.replaceAll('\n', '`n') },
  ],
  [
    'names-in-capitals',
    /You wrote names as x-request-ı?d \(with U\+0131\);/,
    { signed: (s) => s.replace(/i(?=d?: )/g, '\xc4\xb1') },
  ],
  [
    'value-cut',
    /signed every value cut at its first colon;/,
    { signed: (s) => s.replace(/(?<=: [^:\n]*):.*/g, '') },
  ],
  ['joined-with-space', /joined the lines with tabs;/, { signed: (s) => s.replaceAll('\n', '\t') }],
  [
    'not-signed',
    /^The signature is nothing but zero bytes/,
    {
      header: (value) =>
        value.replace(/(?<=,signature=").*(?=")/, Buffer.alloc(256).toString('base64')),
    },
  ],
])('SIG-15: fresh eyes: %s', (names, says, change) => {
  const explanation = explained(requestOf(tpp, change));
  expect(namesOf(explanation).join()).toBe(names);
  expect(explanation.sentence).toMatch(says);
});

test('SIG-15: one letter of a signature that is no base64 is shown', () => {
  const header = (value: string) => value.replace(/(?<=signature="[^"]{300})./, '*');
  const { readings, sentence } = explained(requestOf(tpp, { header }));
  expect([readings, sentence]).toEqual([
    [],
    expect.stringMatching(/is not base64 of one: it contains "\*"/),
  ]);
});

describe('SIG-15: a certificate in another form or another header', () => {
  const pem = encodeURIComponent(der.toString());
  test.each<[names: string, says: RegExp, change: Partial<Draft>]>([
    [
      'certificate-hex',
      /\(serial [0-9A-F]+\), but has hexadecimal digits in place of its bytes; [^.]*\.$/,
      { certificate: der.raw.toString('hex') },
    ],
    [
      'certificate-percent-encoded',
      /but percent-encoded/,
      { certificate: encodeURIComponent(tpp.certificateBase64) },
    ],
    [
      'certificate-base64-twice',
      /but in base64 twice/,
      { certificate: btoa(tpp.certificateBase64) },
    ],
    [
      'certificate-list',
      /but as the first of several/,
      { certificate: `${tpp.certificateBase64},${tpp.certificateBase64}` },
    ],
    [
      'certificate-list',
      /but as the first of several/,
      { certificate: Buffer.concat([der.raw, der.raw]).toString('base64') },
    ],
    [
      'certificate-header',
      /^The header x-ssl-client-cert holds .* in another header/,
      { certificate: undefined, headers: { 'x-ssl-client-cert': tpp.certificateBase64 } },
    ],
    [
      'certificate-header',
      /in another header/,
      { certificate: undefined, headers: { 'client-cert': tpp.certificateBase64 } },
    ],
    [
      'certificate-header',
      /^The header client-cert holds a private key .* Never send that to anyone/,
      { certificate: undefined, headers: { 'client-cert': btoa(tpp.privateKey) } },
    ],
  ])('SIG-15: %s', (names, says, change) => {
    const explanation = explained(requestOf(tpp, change));
    expect([namesOf(explanation), explanation.sentence]).toEqual([
      [names],
      expect.stringMatching(says),
    ]);
  });

  test.each([
    ['nginx', { 'x-ssl-client-cert': pem }],
    ['Envoy', { 'x-forwarded-client-cert': `By=spiffe://a;Hash=468e;Cert="${pem}";Subject=""` }],
    ['RFC 9440', { 'client-cert': `:${tpp.certificateBase64}:` }],
  ])('SIG-15: as %s writes it', (_, headers) => {
    const { sentence } = explained(requestOf(tpp, { certificate: undefined, headers }));
    expect(sentence).toMatch(/ holds a certificate \(serial \w+\), but in another header/);
  });

  test.each(['MII=', 'MIIB', 'MIIA'])(
    'SIG-15: %s begins as a certificate, and is none',
    (certificate) => {
      const { sentence, readings } = explained(requestOf(tpp, { certificate }));
      expect(readings).toEqual([]);
      expect(sentence).toMatch(
        /^TPP-Signature-Certificate is "MII.", and no certificate is so short; /,
      );
    },
  );

  test('SIG-15: a certificate with a mark or bytes behind it is not the first of several', () => {
    const behind = Buffer.concat([Buffer.from(tpp.certificateBase64, 'base64'), Buffer.of(10)]);
    for (const certificate of [`${tpp.certificateBase64};`, behind.toString('base64')]) {
      expect(explained(requestOf(tpp, { certificate })).readings).toEqual([]);
    }
  });

  test('SIG-15: what is no certificate is none', () => {
    const headers = { authorization: 'Basic dHBwOnNlY3JldA==' };
    const certificate = 'deadbeef'.repeat(90);
    expect(explained(requestOf(tpp, { certificate, headers })).readings).toEqual([]);
  });
});

describe('SIG-15: invisible characters in the keyId', () => {
  test.each([
    ['\u200e', 0, /^The keyId has an invisible U\+200E before "SN=/],
    ['\ufeff', 3, /has an invisible U\+FEFF before "/],
    ['\u00a0', 3, /has an invisible U\+00A0 before "/],
    ['\u200b', 999, /has an invisible U\+200B at its end; send/],
  ])('SIG-15: %j at %d', (char, at, says) => {
    const keyId = tpp.keyId.slice(0, at) + char + tpp.keyId.slice(at);
    const explanation = explained(requestOf(tpp, { keyId: Buffer.from(keyId).toString('latin1') }));
    expect(namesOf(explanation)).toEqual(['invisible-character']);
    expect(explanation.sentence).toMatch(says);
  });
});

describe('SIG-15: bodies that a machine changed', () => {
  const BODY =
    '{"creditorName":"Blåbær AS","instructedAmount":{"amount":"10.00","currency":"NOK"}}';
  const bytes = Buffer.from(BODY);
  const gzip = (system: number) => {
    const packed = gzipSync(bytes);
    packed[9] = system;
    return packed;
  };
  const keys = (change: (key: string) => string) =>
    Buffer.from(BODY.replace(/"(\w+)":/g, (_, key) => `"${change(key)}":`));
  const pascal = (key: string) => key.replace(/^./, (letter) => letter.toUpperCase());
  const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  test.each<[name: string, says: RegExp, hashed: Buffer, sent?: string]>([
    ['body-compressed', /compressed with gzip/, gzip(3)],
    ['body-compressed', /compressed with gzip/, gzip(19)],
    ['body-compressed', /compressed with deflate/, deflateSync(bytes)],
    ['body-compressed', /compressed with brotli/, brotliCompressSync(bytes)],
    [
      'body-chunked',
      /chunked framing/,
      Buffer.concat([Buffer.from('55\r\n'), bytes, Buffer.from('\r\n0\r\n\r\n')]),
    ],
    // Content-Length counts characters: two bytes are missing.
    [
      'body-cut',
      /a quotation mark that nothing closes: it was probably cut/,
      bytes,
      bytes.subarray(0, BODY.length).toString(),
    ],
    ['body-cut', /cut to as many bytes/, bytes.subarray(0, BODY.length)],
    ['body-keys-renamed', /PascalCase/, keys(pascal)],
    ['body-keys-renamed', /snake_case/, keys(snake)],
  ])('SIG-15: %s: %s', (name, says, hashed, sent = BODY) => {
    const digest = `SHA-256=${createHash('sha256').update(hashed).digest('base64')}`;
    const explanation = explained(requestOf(tpp, { body: sent, headers: { digest } }));
    expect([namesOf(explanation), explanation.sentence]).toEqual([
      [name],
      expect.stringMatching(says),
    ]);
  });
});

test('SIG-15: of a compressed body that no zlib of this machine makes it is said as probable', () => {
  const headers = { digest: `SHA-256=${btoa('x'.repeat(32))}`, 'content-encoding': 'gzip' };
  const explanation = explained(requestOf(tpp, { headers }));
  expect(namesOf(explanation)).toEqual(['body-compressed']);
  expect(explanation.sentence).toMatch(/Content-Encoding: gzip, so the Digest is probably that of/);
});

test('SIG-15: a body of ASCII letters was not cut by counting characters', () => {
  const headers = { digest: `SHA-256=${btoa('x'.repeat(32))}` };
  const { sentence } = explained(requestOf(tpp, { headers, body: '{"a":{"b":1}' }));
  expect(sentence).toMatch(/was probably cut on its way, or lacks one/);
});

test.each([
  ["a proxy's Signature-Input", { 'signature-input': 'proxy=("@method")' }],
  ['a Signature-Agent', { 'signature-agent': 'proxy=:YWdlbnQ=:' }],
  ['what only begins as Authorization', { 'authorization-of': 'Hawk id="a"' }],
])('SIG-15: %s beside a Signature of this API is not blamed', (_, headers) => {
  expect(explained(requestOf(tpp, { ...foreign, headers })).readings).toEqual([]);
});

test('SIG-15: an invisible character in the certificate is named as one, not as its first byte', () => {
  const certificate = `\xef\xbb\xbf${tpp.certificateBase64}`;
  expect(explained(requestOf(tpp, { certificate })).sentence).toMatch(/it contains "\\u\{feff\}"/);
});

test('SIG-01: a header that was sent empty is not said to be missing', () => {
  const { sentence } = explained(requestOf(tpp, { certificate: '' }));
  expect(sentence).toBe(
    'Every request must be signed: the header TPP-Signature-Certificate is empty.',
  );
});

test('SIG-15: a Signature header that is percent-encoded as a whole', () => {
  const explanation = explained(requestOf(tpp, { header: encodeURIComponent }));
  expect(namesOf(explanation)).toEqual(['signature-percent-encoded']);
});

test.each<[form: string, write: (header: string) => string]>([
  ['Java record', (text) => `SignatureHeader[${text.replaceAll('"', '')}]`],
  ['Kotlin data class', (text) => `SignatureHeader(${text.replaceAll('"', '')})`],
  ['struct of Go', (text) => `{${text.replace(/"?(,|$)"?/g, ' ').replaceAll('="', ':')}}`],
  ['Q word with spaces', (text) => `=?utf-8?Q?${text.replaceAll('=', '=3D')}?=`],
  ['Q word with = as it is', (text) => `=?utf-8?Q?${text.replaceAll(' ', '_')}?=`],
])('SIG-15: what is left of a %s is no mistake of its own', (_, write) => {
  const { refusals } = diagnose(requestOf(tpp, { header: write }), NOW);
  expect(refusals.map(({ rule }) => rule)).toEqual([expect.stringMatching(/SIG-0[34]/)]);
});

test('SIG-15: headers that came with the value of each other are not taken for a wrong string', () => {
  const headers = { 'psu-id': 'psu-1', 'psu-corporate-id': 'corp-1' };
  const signed = (text: string) => text.replace('psu-1', '\0').replace('corp-1', 'psu-1');
  const { sentence } = explained(
    requestOf(tpp, { headers, signed: (text) => signed(text).replace('\0', 'corp-1') }),
  );
  expect(sentence).toMatch(
    /^You signed, or sent, the values of psu-id and psu-corporate-id swapped; sign each as it is/,
  );
});

test('SIG-15: of headers that nobody signs, the first twenty are looked through for the value', () => {
  const more = Array.from({ length: 21 }, (_, i) => [`x-own-${i + 1}`, `own ${i + 1}`]);
  const headers = { 'psu-id': 'psu-1', host: undefined, ...Object.fromEntries(more) };
  const saidOf = (value: string) =>
    explained(requestOf(tpp, { headers, signed: (text) => text.replace('psu-1', value) })).sentence;
  expect(saidOf('own 20')).toMatch(/psu-id with the value of x-own-20;/);
  expect(saidOf('own 21')).not.toMatch(/x-own-21/);
});

describe('SIG-15: a signature in another encoding than base64', () => {
  const of = (write: (bytes: Buffer) => string): Partial<Draft> => ({
    header: (text) =>
      text.replace(/(?<=signature=")[^"]*/, (base64) => write(Buffer.from(base64, 'base64'))),
  });
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const base32 = (bytes: Buffer) => {
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const letters = bits.match(/.{1,5}/g) ?? [];
    return `${letters.map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}======`;
  };

  test('SIG-15: base32 is read', () => {
    const explanation = explained(requestOf(tpp, of(base32)));
    expect(explanation.sentence).toMatch(/^The signature is in base32 \(A to Z and 2 to 7\);/);
    expect(namesOf(explanation)).toEqual(['signature-as-text']);
  });

  test('SIG-15: as many bytes as no key makes say nothing about the key', () => {
    const { sentence } = explained(
      requestOf(
        tpp,
        of((bytes) => `${'x'.repeat(70)}${bytes.toString('base64')}`),
      ),
    );
    expect(sentence).toMatch(/is probably in another encoding than base64, or has something else/);
    expect(sentence).not.toMatch(/private key of the certificate/);
  });
});

test.each([
  ['percent-encoded', (text: string) => text.replaceAll(' ', '%20')],
  ['form-encoded', (text: string) => text.replaceAll(' ', '+')],
])('SIG-08: a list of names that is %s is said to be separated otherwise', (_, write) => {
  const header = (text: string) => text.replace(/(?<=headers=")[^"]*/, write);
  const { refusals } = diagnose(requestOf(tpp, { header }), NOW);
  expect(refusals[0]?.message).toMatch(/^The names in the Signature's headers are separated by/);
});

test('SIG-08: the number of a letter that only looks like one of ASCII is said', () => {
  const header = (text: string) => text.replace(/(?<=headers=")date/, 'd\xd0\xb0te');
  const { refusals } = diagnose(requestOf(tpp, { header }), NOW);
  expect(refusals[0]?.message).toContain('headers list "d\u0430te", which holds U+0430; only');
});

test('SIG-08: a header with underscores is said not to be read', () => {
  const headers = { psu_corporate_id: 'corp-1' };
  const header = (text: string) => text.replace(/(?<=headers=")/, 'psu-corporate-id ');
  const { refusals } = diagnose(requestOf(tpp, { headers, header }), NOW);
  expect(refusals[0]?.message).toMatch(
    /which the request does not carry; psu_corporate_id is not read/,
  );
});

test('SIG-15: another hash in place of that of the string is not called another string', () => {
  const hash = createHash('sha512').update('date').digest().subarray(0, 32);
  const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const sign = () => privateEncrypt(tpp.privateKey, Buffer.concat([info, hash]));
  const header = (text: string) =>
    text.replace(/(?<=signature=")[^"]*/, () => sign().toString('base64'));
  const { sentence } = explained(requestOf(tpp, { header }));
  expect(sentence).toMatch(/^The certificate's key signed another string or hash than the bank's;/);
});

test.each([
  ['tpp-redirect-uri', '<https://tpp.example/cb>'],
  ['x-request-id', '<3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b>'],
  ['x-request-id', '{3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b}'],
])('SIG-15: %s in brackets is neither XML nor a variable', (name, value) => {
  const { sentence } = explained(requestOf(tpp, { ...foreign, headers: { [name]: value } }));
  expect(sentence).toContain(`look first at ${name}, which came as "${value}" and is in brackets`);
});

test('SIG-12: a Digest under the name that RFC 3230 has for SHA-1', () => {
  const sha1 = createHash('sha1').update(requestOf(tpp).body).digest('base64');
  const { sentence } = explained(requestOf(tpp, { headers: { digest: `SHA=${sha1}` } }));
  expect(sentence).toMatch(/The Digest is .*hash of SHA-1.*write SHA-256=<base64>/);
});

test.each(['$PSU_ID', '[PSU-ID]', '{{psuId}}', 'psu_id', ':id'])(
  'SIG-15: the variable %s signed in place of its value',
  (variable) => {
    const signed = (text: string) => text.replace(/(?<=psu-id: ).*/, () => variable);
    const explanation = explained(requestOf(tpp, { headers: { 'psu-id': 'psu-1' }, signed }));
    expect(namesOf(explanation)).toEqual(['variable-unresolved']);
  },
);

describe('SIG-15: what is not known is said with the likeliest next steps', () => {
  const said = (change: Partial<Draft>) =>
    explained(requestOf(tpp, { ...foreign, ...change })).sentence;

  test('SIG-15: the page of the request in its own bank takes the string', () => {
    expect(
      said({
        target: '/banks/acme/v1/payments/sepa-credit-transfers',
        headers: { 'x-request-id': 'r-1' },
      }),
    ).toContain('2. paste it at /banks/acme/_sandbox/requests/r-1, which shows where it differs');
  });

  test.each([
    [
      /3\. look first at what a proxy changes \(via\)/,
      { via: '1.1 gateway', 'x-forwarded-for': '10.0.0.1' },
    ],
    [/3\. look first at X-Request-ID \(a new one\)/, { 'x-request-id': '"a" b' }],
    [/ X-Request-ID \(a new one\), .* the lines' form and a hash instead\./, {}],
    [
      /3\. look first at tpp-redirect-uri, which came as "\{\{uri\}\}" and is probably a variable without/,
      { 'tpp-redirect-uri': '{{uri}}' },
    ],
    [/another string or hash than the bank's; the bank does not know which\. Next/, {}],
  ])('SIG-15: %s', (says, headers) => {
    expect(said({ headers })).toMatch(says);
  });
});
