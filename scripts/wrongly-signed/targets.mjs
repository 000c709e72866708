// (request-target) with one mistake and with two. Run by make-wrongly-signed.mjs: node targets.mjs <folder
// with keys>; prints a JSON array.
import {
  anyOf,
  big,
  capitals,
  client,
  crlf,
  either,
  G,
  get,
  lines,
  none,
  one,
  P,
  pay,
  text,
} from './client.mjs';

const { entries, entry } = client(process.argv[2]);

// ---- (request-target)
const T = (more = {}) => ({
  '(request-target)': 'get /v1/accounts?withBalance=true&fra=%C3%A5',
  ...get(),
  ...more,
});
const target = '/v1/accounts?withBalance=true&fra=%C3%A5';
entry('right: (request-target)', T(), text(T()), null, '', { target, refusedBy: null });
const targets = [
  [
    'method in capitals',
    'GET /v1/accounts?withBalance=true&fra=%C3%A5',
    one('request-target-capitals'),
    'req.method is upper case',
  ],
  ['without query', 'get /v1/accounts', one('request-target-without-query'), 'url.pathname'],
  [
    'absolute',
    'get https://bank.example/v1/accounts?withBalance=true&fra=%C3%A5',
    one('request-target-absolute'),
    'url.href',
  ],
  [
    'without method',
    '/v1/accounts?withBalance=true&fra=%C3%A5',
    one('request-target-without-method'),
    'req.url',
  ],
  [
    'decoded',
    'get /v1/accounts?withBalance=true&fra=å',
    one('request-target-decoded'),
    'decodeURI',
  ],
  [
    'with the version',
    'GET /v1/accounts?withBalance=true&fra=%C3%A5 HTTP/1.1',
    one('request-target-with-version'),
    'the request line',
  ],
  [
    "with a proxy's prefix",
    'get /api/v1/accounts?withBalance=true&fra=%C3%A5',
    one('request-target-other-prefix'),
    'signed before the gateway takes /api off',
  ],
  [
    'without /v1',
    'get /accounts?withBalance=true&fra=%C3%A5',
    one('request-target-other-prefix'),
    'the base address ends in /v1',
  ],
  [
    'trailing slash before the query',
    'get /v1/accounts/?withBalance=true&fra=%C3%A5',
    one('request-target-trailing-slash'),
    'Django habit',
  ],
  [
    'a whole other path',
    'get /v1/card-accounts',
    none('request-target-other'),
    'copied from another call',
  ],
  [
    'an unusual prefix',
    'get /nordic-gateway-7/aspsp/v1/accounts?withBalance=true&fra=%C3%A5',
    none('request-target-other-prefix'),
    "a gateway's own path",
  ],
];
for (const [title, value, expect, note] of targets) {
  entry(`(request-target): ${title}`, T(), text(T({ '(request-target)': value })), expect, note, {
    target,
    more: { Host: 'bank.example' },
    says: ['request-target'],
  });
}
entry(
  '(request-target) named @request-target',
  T(),
  text(T()).replace('(request-target)', '@request-target'),
  one('request-target-name'),
  'an older library',
  { target, says: ['request-target'] },
);
entry(
  'request-target without its parentheses',
  T(),
  text(T()).replace('(request-target)', 'request-target'),
  one('request-target-name'),
  'parentheses are lost in a header map',
  { target, says: ['request-target'] },
);
entry(
  '(request-target) and its method in capitals, POST',
  { '(request-target)': '', ...P },
  text({ '(request-target)': 'POST /v1/payments/norwegian-domestic-credit-transfers', ...P }),
  one('request-target-capitals'),
  'POST',
  { ...big, says: ['request-target'] },
);
const bank = '/banks/nord-bank-1/v1/accounts/enc%21%21abc/transactions?dateFrom=2026-10-01';
entry(
  'below a bank, signed without the bank',
  { '(request-target)': '', ...G },
  text({
    '(request-target)': 'get /v1/accounts/enc%21%21abc/transactions?dateFrom=2026-10-01',
    ...G,
  }),
  anyOf(['request-target-without-bank'], ['request-target-other-prefix']),
  'base address with a path',
  { target: bank, says: ['request-target'] },
);
entry(
  'below a bank, escapes decoded',
  { '(request-target)': '', ...G },
  text({
    '(request-target)':
      'get /banks/nord-bank-1/v1/accounts/enc!!abc/transactions?dateFrom=2026-10-01',
    ...G,
  }),
  either(['request-target-decoded'], ['request-target-encoded']),
  'the router decodes parameters',
  { target: bank, says: ['request-target'] },
);
entry(
  'right: below a bank',
  { '(request-target)': '', ...G },
  text({ '(request-target)': `get ${bank}`, ...G }),
  null,
  '',
  { target: bank, refusedBy: null },
);
entry('below a bank, CRLF', P, lines(P).join('\r\n'), one('crlf'), 'Windows', {
  ...pay,
  target: '/banks/nord-bank-1/v1/payments/sepa-credit-transfers',
});

// ---- two at once: (request-target)
const L = (value) => ({ '(request-target)': value, ...G });
const acme = { target: '/banks/acme/v1/accounts?withBalance=true', says: ['request-target'] };
entry(
  'method in capitals, CRLF',
  L(''),
  crlf(L('GET /v1/accounts?withBalance=true')),
  one('request-target-capitals', 'crlf'),
  'the request line on Windows',
  { ...acme, target: '/v1/accounts?withBalance=true' },
);
entry(
  'method in capitals, without query',
  L(''),
  text(L('GET /v1/accounts')),
  one('request-target-capitals', 'request-target-without-query'),
  'method + pathname',
  { ...acme, target: '/v1/accounts?withBalance=true' },
);
entry(
  'without the bank, a newline at the end',
  L(''),
  `${text(L('get /v1/accounts?withBalance=true'))}\n`,
  anyOf(
    ['request-target-without-bank', 'trailing-newline'],
    ['request-target-other-prefix', 'trailing-newline'],
  ),
  'base address with a path',
  acme,
);
entry(
  'without the bank, without query',
  L(''),
  text(L('get /v1/accounts')),
  anyOf(
    ['request-target-without-bank', 'request-target-without-query'],
    ['request-target-other-prefix', 'request-target-without-query'],
  ),
  'base address with a path',
  acme,
);
entry(
  'without query, names in capitals',
  L(''),
  text(capitals(L('get /banks/acme/v1/accounts'))),
  one('request-target-without-query', 'names-in-capitals'),
  'pathname',
  acme,
);

process.stdout.write(JSON.stringify(entries));
