// Strings with two mistakes at once: joining, names, coverage, values. Run by make-wrongly-signed.mjs: node
// pairs.mjs <folder with keys>; prints a JSON array.
import {
  anyOf,
  big,
  CORPORATE,
  capitals,
  client,
  crlf,
  G,
  get,
  lines,
  one,
  P,
  pay,
  REDIRECT,
  sorted,
  text,
  tight,
  without,
} from './client.mjs';

const { entries, entry } = client(process.argv[2]);

// ---- two at once: joining and another thing
entry(
  'CRLF, names in capitals',
  P,
  crlf(capitals(P)),
  one('crlf', 'names-in-capitals'),
  'a header block as it goes over the wire',
  pay,
);
entry(
  'CRLF, names in capitals, corporate',
  CORPORATE,
  crlf(capitals(CORPORATE)),
  one('crlf', 'names-in-capitals'),
  'a header block as it goes over the wire',
);
entry(
  'sorted, a newline at the end',
  G,
  `${text(sorted(G))}\n`,
  one('trailing-newline', 'another-order'),
  'canonical headers as AWS wants them',
  { names: ['x-request-id', 'date', 'tpp-redirect-uri', 'psu-id'] },
);
entry(
  'no blank after the colon, CRLF',
  P,
  tight(P, '\r\n'),
  one('no-space-after-colon', 'crlf'),
  'name + ":" + value + Environment.NewLine',
  big,
);
entry(
  'no blank after the colon, a newline at the end (AWS)',
  CORPORATE,
  `${tight(CORPORATE, '\n')}\n`,
  one('no-space-after-colon', 'trailing-newline'),
  'canonical headers as AWS wants them',
);
entry(
  'no blank after the colon, capitals',
  P,
  tight(capitals(P), '\n'),
  one('no-space-after-colon', 'names-in-capitals'),
  'a template without the blank',
  pay,
);
entry(
  'commas, capitals',
  G,
  lines(capitals(G)).join(', '),
  one('joined-with-comma', 'names-in-capitals'),
  "Object.entries(headers).join(', ')",
);
entry(
  'blanks, no colons',
  P,
  Object.entries(P)
    .map(([n, v]) => `${n} ${v}`)
    .join(' '),
  one('joined-with-space', 'no-colon'),
  'array.flat().join(" ")',
  pay,
);
entry(
  'equals signs, semicolons',
  G,
  Object.entries(G)
    .map(([n, v]) => `${n}=${v}`)
    .join('; '),
  one('equals-sign', 'joined-with-semicolon'),
  'as cookies',
);
entry(
  'equals signs, commas',
  P,
  Object.entries(P)
    .map(([n, v]) => `${n}=${v}`)
    .join(','),
  one('equals-sign', 'joined-with-comma'),
  'as the Signature header itself',
  pay,
);
entry(
  'values only, sorted by name',
  G,
  Object.values(sorted(G)).join('\n'),
  one('names-left-out', 'another-order'),
  'Object.values of a sorted object',
);
entry(
  'values only, CRLF',
  P,
  Object.values(P).join('\r\n'),
  one('names-left-out', 'crlf'),
  'one value a line',
  pay,
);
entry(
  'backslash n, capitals',
  G,
  lines(capitals(G)).join('\\n'),
  anyOf(
    ['joined-with-escaped-newline', 'names-in-capitals'],
    ['json-escaped', 'names-in-capitals'],
  ),
  'a .env file keeps \\n as two characters',
);
entry(
  'CRLF and a mark in front, as Notepad saves',
  G,
  `\ufeff${crlf(G)}`,
  one('crlf', 'bom-in-front'),
  'the string comes from a file of Notepad',
);
entry(
  'UTF-16 and CRLF, as PowerShell 5 writes',
  P,
  Buffer.from(crlf(P), 'utf16le'),
  one('utf16', 'crlf'),
  'Encoding.Unicode and Environment.NewLine',
  { ...pay, madeWith: '.NET imitated with node:crypto' },
);
entry(
  'lower case throughout, CRLF',
  G,
  crlf(G).toLowerCase(),
  one('lower-cased', 'crlf'),
  'toLowerCase of everything',
);
const RAW = get({ 'tpp-redirect-uri': 'https://tpp.example/blåbær' });
entry(
  'latin-1 and a newline at the end',
  RAW,
  Buffer.from(`${text(RAW)}\n`, 'latin1'),
  one('latin1-instead-of-utf8', 'trailing-newline'),
  'Buffer.from(string, "latin1")',
);

// ---- two at once: coverage, values
entry(
  'PSU-ID left out, CRLF',
  P,
  crlf(without(P, 'psu-id')),
  one('header-left-out', 'crlf'),
  'added to the list only',
  { ...pay, says: ['psu-id'] },
);
entry(
  'PSU-Corporate-ID left out, capitals',
  CORPORATE,
  text(capitals(without(CORPORATE, 'psu-corporate-id'))),
  one('header-left-out', 'names-in-capitals'),
  'added to the list only',
  { says: ['psu-corporate-id'] },
);
entry(
  'Digest left out, a newline at the end',
  P,
  `${text(without(P, 'digest'))}\n`,
  one('header-left-out', 'trailing-newline'),
  'signs as for a GET',
  { ...big, says: ['digest'] },
);
entry(
  'host put in, sorted',
  G,
  text(sorted({ ...G, host: 'bank.example' })),
  one('header-put-in', 'another-order'),
  'canonical headers as AWS wants them',
  {
    more: { Host: 'bank.example' },
    names: ['x-request-id', 'psu-id', 'tpp-redirect-uri', 'date'],
    says: ['host'],
  },
);
entry(
  'host put in, CRLF',
  P,
  crlf({ host: 'bank.example', ...P }),
  one('header-put-in', 'crlf'),
  'the draft on Windows',
  { ...pay, more: { Host: 'bank.example' }, says: ['host'] },
);
entry(
  'undefined, CRLF',
  P,
  crlf({ ...P, 'psu-id': 'undefined' }),
  one('header-empty', 'crlf'),
  'req.headers["PSU-ID"] in express',
  { ...pay, says: ['psu-id'] },
);
entry(
  'values quoted, no blank',
  G,
  Object.entries(G)
    .map(([n, v]) => `${n}:"${v}"`)
    .join('\n'),
  one('value-quoted', 'no-space-after-colon'),
  'JSON without its braces',
);
entry(
  'redirect decoded, a newline at the end',
  G,
  `${text({ ...G, 'tpp-redirect-uri': decodeURIComponent(REDIRECT) })}\n`,
  one('redirect-percent-decoded', 'trailing-newline'),
  'req.query of express',
  { says: ['tpp-redirect-uri'] },
);
entry(
  'redirect without query, CRLF',
  P,
  crlf({ ...P, 'tpp-redirect-uri': REDIRECT.split('?')[0] }),
  one('redirect-without-query', 'crlf'),
  'origin + pathname',
  { ...pay, says: ['tpp-redirect-uri'] },
);
entry(
  'Date in ISO 8601, a newline at the end',
  G,
  `${text({ ...G, date: new Date(Date.UTC(2026, 10, 3, 9, 5, 7)).toISOString() })}\n`,
  one('date-format', 'trailing-newline'),
  'toISOString',
  { says: ['date'] },
);
entry(
  'Date a second later, CRLF',
  P,
  crlf({ ...P, date: 'Tue, 03 Nov 2026 09:05:08 GMT' }),
  one('date-other-second', 'crlf'),
  'new Date() twice',
  { ...pay, says: ['date'] },
);
entry(
  'ids in capitals and without hyphens',
  G,
  text({ ...G, 'x-request-id': G['x-request-id'].toUpperCase().replaceAll('-', '') }),
  anyOf(['id-case', 'id-form'], ['id-form']),
  'Guid.ToString("N").ToUpper()',
  { says: ['x-request-id'] },
);
entry(
  'ids in braces',
  G,
  text({ ...G, 'psu-id': `{${G['psu-id']}}` }),
  one('id-form'),
  'Guid.ToString("B")',
  { says: ['psu-id'] },
);
entry(
  'both ids in capitals on the wire',
  get({ 'psu-id': G['psu-id'].toUpperCase(), 'x-request-id': G['x-request-id'].toUpperCase() }),
  text(G),
  one('id-case'),
  'one mistake in two places',
  { says: ['psu-id', 'x-request-id'] },
);

process.stdout.write(JSON.stringify(entries));
