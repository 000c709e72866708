// Who may use an address that is not signed, and what a client prefers, for a table of headers, as it is written in
// tests/fixtures/tables/doors.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { checkAccess, type Guard, mayControl, tokenCookie } from '../../../server/http/access.ts';
import type { Call } from '../../../server/http/call.ts';
import {
  acceptsGzip,
  languageCookie,
  languageOf,
  preferredType,
  wantsPage,
} from '../../../server/http/negotiation.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, saidBy, underAnswers } from '../../support/recorded.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

interface Asking {
  readonly method?: string;
  readonly scheme?: string;
  readonly query?: string;
  readonly mount?: string;
  readonly baseUrl?: string;
  readonly headers?: Headers;
}

function callOf({ headers = {}, query = '', ...more }: Asking): Call {
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  );
  const call = {
    ...{ method: 'GET', scheme: 'http', mount: '', baseUrl: 'http://127.0.0.1:8080', query },
    ...{
      headers: new RawHeaders(raw),
      asked: (name: string) => new URLSearchParams(query).get(name) ?? undefined,
    },
    ...more,
  };
  return call as unknown as Call;
}

const HOSTS = [
  ...['127.0.0.1', '127.0.0.1:8080', 'localhost', 'LOCALHOST:1', 'localhost:', '[::1]', '[::1]:80'],
  ...[
    '::1',
    'bank.example',
    'Bank.Example:443',
    'other.example',
    'bank.example.',
    '127.0.0.1.evil',
  ],
  ...['evil:localhost', 'localhost:80:80', '', `${'h'.repeat(120)}.example`],
];
const ORIGINS = [
  ...[
    'http://127.0.0.1:8080',
    'https://127.0.0.1:8080',
    'http://127.0.0.1',
    'http://localhost:8080',
  ],
  ...['null', '', 'x', 'http://127.0.0.1:8080/path', 'https://bank.example', 'http://bank.example'],
  ...['ftp://bank.example', 'https://bank.example:443', 'https://other.example'],
];
const GUARDS: Readonly<Record<string, Guard>> = {
  open: {},
  named: { allowedHosts: ['Bank.example'] },
  'behind TLS': { allowedHosts: ['bank.example'], publicUrl: 'https://bank.example/psd2' },
  'behind a proxy': { allowedHosts: ['bank.example'], publicUrl: 'http://bank.example' },
};
const PROXIES: readonly Headers[] = [
  {},
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Forwarded-Proto': 'http' },
  { Forwarded: 'proto=http' },
];

test('WEB-03: who may use the control API: is what the bank says now', () => {
  const lines: string[] = [];
  const note = (title: string, asking: Asking, guard: Guard) => {
    const call = callOf(asking);
    const all = (['control', 'sign-in', 'open', 'signed'] as const).map((access) =>
      saidBy(() => checkAccess(call, access, guard)).replace('undefined', 'yes'),
    );
    const said = new Set(all).size === 1 ? all.slice(0, 1) : all;
    lines.push(`${title}: ${said.join(' | ')}${mayControl(call, guard) ? '' : ' (no control)'}`);
  };
  for (const [name, guard] of Object.entries(GUARDS))
    for (const Host of HOSTS) note(`${name} Host ${Host}`, { headers: { Host } }, guard);
  note('no Host', {}, {});
  for (const [name, guard] of Object.entries(GUARDS))
    for (const Host of ['127.0.0.1:8080', 'bank.example'])
      for (const Origin of ORIGINS)
        for (const [nth, proxy] of PROXIES.entries())
          for (const scheme of ['http', 'https']) {
            const headers = { Host, Origin, ...proxy };
            note(
              `${name} POST ${scheme} ${Host} from ${Origin} by ${nth}`,
              { method: 'POST', scheme, headers },
              guard,
            );
          }
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'get'])
    note(method, { method, headers: { Host: 'localhost', Origin: 'null' } }, {});
  const token = 'sesame';
  const cookie = Buffer.from(token).toString('base64url');
  for (const Authorization of [
    ...['Bearer sesame', 'bearer sesame', 'Bearer  sesame', 'Bearer sesame ', 'Bearer sesamé', 'x'],
    ...['Bearer', 'Bearer ', 'Basic sesame', ' Bearer sesame', 'Bearersesame', 'Bearer sesam', ''],
  ])
    note(`[${Authorization}]`, { headers: { Host: 'localhost', Authorization } }, { token });
  for (const Cookie of [
    ...[
      `sandbank_control=${cookie}`,
      `a=b;sandbank_control=${cookie}`,
      `a=b;  sandbank_control=${cookie}; c`,
    ],
    ...['sandbank_control=', `Sandbank_control=${cookie}`, `x sandbank_control=${cookie}`, cookie],
  ])
    note(`[${Cookie}]`, { headers: { Host: 'localhost', Cookie } }, { token });
  for (const asking of [{}, { mount: '/psd2' }, { baseUrl: 'https://bank.example' }])
    lines.push(tokenCookie(token, callOf(asking)));
  expectRecorded('tables/doors.txt', underAnswers(lines));
});

const ACCEPTED: readonly Headers[] = [
  {},
  ...[
    ...[
      '*/*',
      'text/html',
      'application/json',
      'text/html, application/json',
      'text/*',
      'image/png',
    ],
    ...[
      'application/json;q=0.9, text/html',
      'text/html;q=0.9, application/json',
      '',
      'text/html;q=0',
    ],
    ...[
      'text/html, */*;q=0.1',
      '*/*;q=0.1, application/json',
      'TEXT/HTML',
      'x',
      'image/svg+xml, */*',
    ],
  ].map((Accept) => ({ Accept })),
  { Accept: ['application/json', 'text/html;q=0.5'] },
  { Accept: ['image/png', 'text/html'] },
];
const LANGUAGES: readonly Headers[] = [
  {},
  ...[
    'en',
    'nb',
    'no',
    'nn',
    'nb-NO',
    'de',
    'de, nn;q=0.5',
    'en;q=0.4, no;q=0.6',
    '*',
    '',
    'en, nb',
    'EN-gb',
  ].map((one) => ({ 'Accept-Language': one })),
  { 'Accept-Language': ['de', 'nb'] },
];
const COOKIES = [
  ...['', 'sandbank_lang=nb', 'a=b; sandbank_lang=en', 'xsandbank_lang=nb', 'sandbank_lang=de'],
  ...['a-sandbank_lang=nb', 'sandbank_lang=', 'sandbank_lang=nbx'],
];

test('WEB-01: what a client prefers: is what the bank reads now', () => {
  const lines: string[] = [];
  for (const headers of ACCEPTED) {
    const types = ['GET', 'HEAD', 'POST'].flatMap((method) =>
      [false, true].map((isForm) => wantsPage(callOf({ method, headers }), isForm)),
    );
    const raw = callOf({ headers }).headers;
    const svg = ['json', 'svg+xml', 'x'].map((last) =>
      preferredType(raw, ['text/plain', `image/${last}`]),
    );
    const page = preferredType(raw, ['application/json', 'text/html']);
    lines.push(
      `${JSON.stringify(headers)}: ${types.map(Number).join('')} ${svg.join(' ')} ${page}`,
    );
  }
  for (const one of [
    'gzip',
    'GZIP',
    'gzip;q=0',
    'br',
    '*',
    'identity',
    '',
    'br, gzip;q=0.1',
    'xgzip',
    '*;q=0',
  ]) {
    const headers = { 'Accept-Encoding': one };
    lines.push(`${JSON.stringify(headers)}: ${acceptsGzip(callOf({ headers }).headers)}`);
  }
  lines.push(`no encoding: ${acceptsGzip(callOf({}).headers)}`);
  for (const headers of LANGUAGES)
    for (const Cookie of COOKIES)
      for (const query of [
        '',
        'lang=nb',
        'lang=en',
        'lang=de',
        'lang=',
        'lang=nb&lang=en',
        'x=1',
      ]) {
        const call = callOf({
          query,
          headers: { ...headers, ...(Cookie === '' ? {} : { Cookie }) },
        });
        if (query === '' || Cookie.length < 20)
          lines.push(`${JSON.stringify(headers)} [${Cookie}] ?${query}: ${languageOf(call)}`);
      }
  for (const query of ['', 'lang=nb', 'lang=en', 'lang=de', 'lang=NB'])
    for (const mount of ['', '/psd2'])
      lines.push(`?${query} ${mount}: ${JSON.stringify(languageCookie(callOf({ query, mount })))}`);
  expectRecorded('tables/preferences.txt', underAnswers(lines));
});
