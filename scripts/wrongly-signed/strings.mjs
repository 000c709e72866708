// Strings with one mistake: how the lines are joined, which headers they cover. Run by
// make-wrongly-signed.mjs: node strings.mjs <folder with keys>; prints a JSON array.
import { inspect } from 'node:util';
import {
  anyOf,
  BODY,
  big,
  client,
  DATE,
  G,
  lines,
  none,
  one,
  P,
  pay,
  REDIRECT,
  text,
} from './client.mjs';

const { entries, entry, keyId } = client(process.argv[2]);

entry('right: accounts', G, text(G), null, '', { refusedBy: null });
entry('right: payment with 3072 bits', P, text(P), null, '', { ...big, refusedBy: null });

// ---- the string
entry(
  'String(array) has commas',
  G,
  String(lines(G)),
  one('joined-with-comma'),
  'an array in a template: toString() joins with a comma',
);
entry('os.EOL on Windows', P, lines(P).join('\r\n'), one('crlf'), 'lines.join(EOL)', big);
entry(
  'JSON.stringify of the string',
  P,
  JSON.stringify(text(P)),
  one('json-escaped'),
  'logged as JSON, signed as logged',
  pay,
);
entry('inspect of the headers', G, inspect(G), none('map-printed'), 'util.format("%o", headers)');
entry(
  'template literal keeps the indent of the code',
  P,
  lines(P).join('\n      '),
  none('lines-indented'),
  'a template literal over several lines',
  pay,
);
entry(
  'CRLF after the last line only',
  G,
  `${text(G)}\r\n`,
  one('trailing-newline'),
  'the end of a header block',
);
entry(
  'empty line at the end, as of a header block',
  G,
  `${lines(G).join('\r\n')}\r\n\r\n`,
  none('crlf', 'trailing-newline'),
  'the whole head of the message, its empty line too',
);
entry(
  'two newlines at the end',
  P,
  `${text(P)}\n\n`,
  one('trailing-newline'),
  'a template that ends in a blank line',
  pay,
);
entry(
  'a newline at the end of a GET, where a body would follow',
  G,
  `${text(G)}\n`,
  anyOf(['trailing-newline'], ['body-appended']),
  'headers, newline, body, and the body is empty: the same bytes',
);
entry(
  'one line only, and CRLF at its end',
  { date: DATE },
  `date: ${DATE}\r\n`,
  one('trailing-newline'),
  'a single header; CRLF can only be at its end',
  { target: '/v1/user' },
);
entry(
  'one line only, the value alone',
  { date: DATE },
  DATE,
  one('names-left-out'),
  'signs the Date',
  { target: '/v1/user' },
);
entry(
  'Unix "undefined" for a header that comes later',
  P,
  text({ ...P, digest: undefined }),
  one('header-empty'),
  'headers.digest is set after signing',
  { ...pay, says: ['digest'] },
);
entry(
  'zero-width space pasted from the documentation',
  P,
  text(P).replace('psu-id: ', 'psu-id: \u200b'),
  none('invisible-character'),
  'copied from a web page',
  pay,
);
entry(
  'no-break space after the colon',
  G,
  text(G).replace('psu-id: ', 'psu-id:\u00a0'),
  none('no-break-space'),
  'copied from a web page',
);

// ---- coverage
entry(
  'host signed along, as the draft shows',
  G,
  text({ host: 'bank.example', ...G }),
  one('header-put-in'),
  'first example of the draft: (request-target) host date',
  { more: { Host: 'bank.example' }, says: ['host'] },
);
entry(
  'content-length signed along',
  P,
  text({ ...P, 'content-length': String(Buffer.byteLength(BODY)) }),
  one('header-put-in'),
  'all headers of the request',
  { ...pay, more: { 'Content-Length': String(Buffer.byteLength(BODY)) }, says: ['content-length'] },
);
entry(
  'PSU-IP-Address signed along, in the middle',
  P,
  text({
    date: P.date,
    digest: P.digest,
    'x-request-id': P['x-request-id'],
    'psu-ip-address': '192.0.2.7',
    'psu-id': P['psu-id'],
    'tpp-redirect-uri': REDIRECT,
  }),
  one('header-put-in'),
  'every PSU header',
  { ...pay, more: { 'PSU-IP-Address': '192.0.2.7' }, says: ['psu-ip-address'] },
);
entry(
  '(request-target) signed at the end, not listed',
  P,
  `${text(P)}\n(request-target): post /v1/payments/norwegian-domestic-credit-transfers`,
  one('header-put-in'),
  'the list comes from elsewhere',
  { ...pay, says: ['request-target'] },
);
entry(
  'digest listed, Date left out',
  P,
  text({ ...P, date: undefined }).replace('date: undefined\n', ''),
  one('header-left-out'),
  'the HTTP library sets Date after signing',
  { ...pay, says: ['date'] },
);
entry(
  'algorithm and keyId signed along',
  G,
  `keyid: ${keyId()}\n${text(G)}`,
  none('parameter-put-in'),
  'reads (created) and keyId as headers',
);
entry(
  '(created) signed, as the later draft wants',
  G,
  `(created): 1793696707\n${text(G)}`,
  none('created-put-in'),
  'a library of draft 12 with hs2019',
);
entry(
  'the string of RFC 9421',
  G,
  `${Object.entries(G)
    .map(([n, v]) => `"${n}": ${v}`)
    .join(
      '\n',
    )}\n"@signature-params": ("date" "x-request-id" "psu-id" "tpp-redirect-uri");alg="rsa-v1_5-sha256"`,
  none('rfc-9421'),
  'HTTP Message Signatures, the standard that came later',
);
entry(
  'names in quotes, as in RFC 9421, no parameters',
  G,
  Object.entries(G)
    .map(([n, v]) => `"${n}": ${v}`)
    .join('\n'),
  none('names-quoted'),
  'half of RFC 9421',
);

process.stdout.write(JSON.stringify(entries));
