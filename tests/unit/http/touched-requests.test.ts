// What the bank makes of addresses, headers and bytes with one small thing done to them, at each of their places in turn: how
// many different answers, and a hash of all. So the ends of patterns and what each word decides are held.
import { test } from '@jest/globals';
import { checkAccess, mayControl } from '../../../server/http/access.ts';
import { checkAddress, destinationOf, originForm } from '../../../server/http/addresses.ts';
import { malformedBy } from '../../../server/http/malformed.ts';
import { nearestAddress } from '../../../server/http/nearest-address.ts';
import { languageOf, preferredType, wantsPage } from '../../../server/http/negotiation.ts';
import { requestIdOf } from '../../../server/http/v1/record-request.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';

const PACKETS: readonly string[] = [
  'GET /v1/x HTTP/1.1\r\nHost: h\r\nSignature: keyId="a",\r\nsignature="b\nc"\r\n\r\n',
  'GET / HTTP/1.1\r\nA: 1\r\n\r\nxyz / HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET / HTTP/1.1\nBad name: 1\nno header\nX-\u00e5: 1\n:\n',
  `GET / HTTP/1.1\r\n${'x'.repeat(100)}: 1\r\n${'y'.repeat(101)}: 1\r\n${'z'.repeat(60)} : 1\r\n`,
  '\x16\x03\x01\x02\x00',
];
const CODES = [
  ...['HPE_HEADER_OVERFLOW', 'ERR_HTTP_REQUEST_TIMEOUT', 'HPE_CR_EXPECTED', 'HPE_LF_EXPECTED'],
  ...[
    'HPE_INVALID_HEADER_TOKEN',
    'HPE_INVALID_METHOD',
    'HPE_PAUSED_H2_UPGRADE',
    'HPE_INVALID_VERSION',
  ],
  ...['HPE_INVALID_CONSTANT', 'HPE_INVALID_URL', 'HPE_INVALID_TRANSFER_ENCODING', 'ECONNRESET'],
  ...['HPE_INVALID_CONTENT_LENGTH', 'HPE_UNEXPECTED_CONTENT_LENGTH', 'HPE_INVALID_CHUNK_SIZE'],
  ...['ERR_SSL_HTTP_REQUEST', 'HPE_STRICT', undefined],
];
const REASONS = [
  undefined,
  'Invalid header value char',
  'Invalid header token',
  'Missing expected LF',
];

test('HDR-07: bytes that are no request: are refused as they are now', () => {
  const said = (more: object) => shown(malformedBy(more as never, 16_384));
  const lines = CODES.map((code) => `${code}: ${said({ code })}`);
  for (const code of ['HPE_INVALID_METHOD', 'HPE_CR_EXPECTED'])
    for (const reason of REASONS)
      for (const packet of PACKETS) {
        const rawPacket = Buffer.from(packet, 'latin1');
        const places = Array.from({ length: rawPacket.length + 1 }, (_, at) => at);
        const title = `${code} ${reason} ${JSON.stringify(packet.slice(0, 30))}`;
        lines.push(
          answersTo(title, [undefined, ...places], (bytesParsed) =>
            malformedBy({ code, reason, rawPacket, bytesParsed } as never, 1),
          ),
        );
      }
  for (const reason of REASONS)
    lines.push(
      said({ code: 'HPE_LF_EXPECTED', reason }),
      said({ code: 'HPE_INVALID_METHOD', reason }),
    );
  expectRecorded('tables/malformed.txt', lines);
});

interface Asking {
  readonly method?: string;
  readonly scheme?: string;
  readonly query?: string;
  readonly headers?: readonly string[];
}

function callOf({ headers = [], query = '', ...more }: Asking) {
  const asked = (name: string) => new URLSearchParams(query).get(name) ?? undefined;
  const call = { method: 'GET', scheme: 'http', mount: '', baseUrl: 'http://h', query, asked };
  return { ...call, headers: new RawHeaders([...headers]), ...more } as never;
}

test('WEB-03: who may use the control API: is what the bank says now', () => {
  const guard = {
    allowedHosts: ['bank.example'],
    token: 'se.same',
    publicUrl: 'https://bank.example',
  };
  const right = Buffer.from(guard.token).toString('base64url');
  const asked = (headers: readonly string[], method = 'POST') => {
    const call = callOf({ headers, method });
    return [saidBy(() => checkAccess(call, 'control', guard)), mayControl(call, guard)];
  };
  const bearer = ['Authorization', 'Bearer se.same'];
  const rows = [
    ['Host', 'bank.example:8080', (one: string) => ['Host', one, ...bearer]],
    ['Host of IPv6', '[::1]:80', (one: string) => ['Host', one, ...bearer]],
    [
      'Origin',
      'https://bank.example:8080',
      (one: string) => ['Host', 'bank.example:8080', 'Origin', one, ...bearer],
    ],
    [
      'Authorization',
      'Bearer se.same',
      (one: string) => ['Host', 'localhost', 'Authorization', one],
    ],
    [
      'Cookie',
      `a=b; sandbank_control=${right}; c=d`,
      (one: string) => ['Host', 'localhost', 'Cookie', one],
    ],
  ] as const;
  const proxied = (name: string) => (one: string) =>
    saidBy(() =>
      checkAccess(
        callOf({
          method: 'POST',
          headers: ['Host', 'localhost', 'Origin', 'https://localhost', name, one],
        }),
        'control',
        {},
      ),
    );
  expectRecorded('tables/touched-doors.txt', [
    ...rows.flatMap(([name, text, headersOf]) =>
      ['GET', 'POST'].map((method) =>
        answersTo(`${method} ${name}`, [text, ...touchedTexts(text)], (one) =>
          asked(headersOf(one), method),
        ),
      ),
    ),
    answersTo('proto', ['https', ...touchedTexts('https')], proxied('X-Forwarded-Proto')),
    answersTo('forwarded', ['proto=https', ...touchedTexts('proto=https')], proxied('Forwarded')),
  ]);
});

test('WEB-01: what a client prefers: is what the bank reads now', () => {
  const texts = (text: string) => [text, ...touchedTexts(text)];
  const prefers = (one: string) => {
    const call = callOf({ headers: ['Accept', one] });
    const { headers } = call as { headers: RawHeaders };
    return [
      wantsPage(call),
      preferredType(headers, ['image/png', 'text/html', 'application/json']),
    ];
  };
  const speaks = (name: string) => (one: string) => languageOf(callOf({ headers: [name, one] }));
  expectRecorded('tables/touched-preferences.txt', [
    answersTo('Accept', texts('text/html;q=0.5, application/json;q=0.4, */*;q=0.1'), prefers),
    answersTo('Accept-Language', texts('de, nn;q=0.5, en;q=0.4'), speaks('Accept-Language')),
    answersTo('Cookie', texts('a=b; sandbank_lang=nb; c=d'), speaks('Cookie')),
    answersTo(
      'id',
      [...texts('b96e-486c'), ...[99, 100, 101].map((size) => 'x'.repeat(size))],
      (one) => requestIdOf(new RawHeaders(['X-Request-ID', one])),
    ),
  ]);
});

test('BANK-01: what addresses name, and which were meant: is what the bank says now', () => {
  const all = [
    '/v1/accounts',
    '/v1/accounts/{id}',
    '/v1/accounts/{id}/balances',
    '/docs/*',
    '/v1/me',
    '/v1',
  ];
  const near = (path: string) => [
    nearestAddress(all, path),
    nearestAddress(all, path, '/v1/accounts'),
  ];
  const paths = [
    '/v1/acounts',
    '/v1/Accounts/x/balance',
    '/v1/mee/',
    '/doc/x',
    '/v1/accounts//balances',
  ];
  const sizes = [199, 200, 201].map((size) => `/v1/accounts/${'x'.repeat(size - 13)}/`);
  const asked = (url: string) => {
    const request = {
      url,
      socket: {},
      httpVersion: '1.1',
      headers: { host: 'b.example:80' },
    } as never;
    return [
      originForm(request, url),
      saidBy(() => destinationOf(url)),
      saidBy(() => checkAddress(new RawHeaders(['Host', 'b.example:80']), request)),
    ];
  };
  const hosted = (host: string) =>
    saidBy(() =>
      checkAddress(new RawHeaders(['Host', host]), {
        url: '/',
        socket: {},
        httpVersion: '1.1',
      } as never),
    );
  const urls = [
    'http://b.example:80/banks/acme/v1/x?a=1',
    '/banks/ac%6De/v1?b',
    'HTTP://B.example:80?x',
  ];
  const hosts = ['b_1.example-2:8080', '[::1a]:1', 'b:12345'];
  expectRecorded('tables/touched-addresses.txt', [
    ...paths.map((path) => answersTo(path, [path, ...touchedTexts(path)], near)),
    answersTo('long', sizes, near),
    ...urls.map((url) => answersTo(url, [url, ...touchedTexts(url)], asked)),
    ...hosts.map((host) => answersTo(host, [host, ...touchedTexts(host)], hosted)),
  ]);
});
