// TPP-Redirect-URI signed in another form than sent: results of URL parsers and encoders of several
// languages. Run by make-wrongly-signed.mjs: node addresses.mjs <folder with keys>; prints a JSON array.
import { anyOf, client, either, get, none, one, REDIRECT, text } from './client.mjs';

const { entries, entry } = client(process.argv[2]);

// ---- TPP-Redirect-URI
const address = (title, sent, signed, expect, note, madeWith) =>
  entry(
    `redirect: ${title}`,
    get({ 'tpp-redirect-uri': sent }),
    text(get({ 'tpp-redirect-uri': signed })),
    expect,
    note,
    { says: expect.anyOf ? ['TPP-Redirect-URI'] : [], ...(madeWith ? { madeWith } : {}) },
  );
address(
  'new URL() lowers the host and drops the port',
  'https://TPP.Example:443/cb?x=1',
  new URL('https://TPP.Example:443/cb?x=1').href,
  one('redirect-normalised'),
  'new URL(uri).href',
);
address(
  'new URL() turns letters into punycode',
  'https://blåbær.example/cb',
  new URL('https://blåbær.example/cb').href,
  one('redirect-normalised'),
  'new URL(uri).href',
);
address(
  'new URL() resolves dots',
  'https://tpp.example/a/../cb',
  new URL('https://tpp.example/a/../cb').href,
  one('redirect-normalised'),
  'new URL(uri).href',
);
address(
  'encodeURI of raw letters',
  'https://tpp.example/blåbær',
  encodeURI('https://tpp.example/blåbær'),
  either(['redirect-percent-encoded'], ['redirect-normalised']),
  'encodeURI and new URL print the same',
);
address(
  'a blank encoded',
  'https://tpp.example/min side',
  'https://tpp.example/min%20side',
  either(['redirect-percent-encoded'], ['redirect-normalised']),
  'encodeURI and new URL print the same',
);
address(
  'a query without a path gets a slash',
  'https://tpp.example?x=1',
  new URL('https://tpp.example?x=1').href,
  either(['redirect-trailing-slash'], ['redirect-normalised']),
  'new URL, or base + "/?" + query',
);
address(
  'no path: new URL() adds the slash',
  'https://tredjepart.example',
  new URL('https://tredjepart.example').href,
  either(['redirect-trailing-slash'], ['redirect-normalised']),
  'new URL(uri).href',
);
address(
  'encoded twice',
  REDIRECT,
  encodeURI(REDIRECT),
  one('redirect-percent-encoded'),
  'encodeURI of what is encoded: %252F',
);
address(
  'decodeURIComponent',
  REDIRECT,
  decodeURIComponent(REDIRECT),
  one('redirect-percent-decoded'),
  'decodeURIComponent',
);
address(
  'decodeURI leaves %2F',
  REDIRECT,
  decodeURI(REDIRECT),
  anyOf(['redirect-percent-decoded']),
  'decodeURI keeps the escapes of reserved characters',
);
address(
  'Uri.ToString() of .NET',
  'https://tpp.example/cb?navn=K%C3%A5re%20N',
  'https://tpp.example/cb?navn=Kåre N',
  one('redirect-percent-decoded'),
  'Uri.ToString() unescapes; AbsoluteUri does not',
  '.NET imitated with node:crypto',
);
address(
  'trailing slash taken off',
  'https://tpp.example/cb/',
  'https://tpp.example/cb',
  one('redirect-trailing-slash'),
  "replace(/\\/$/, '')",
);
address(
  'fragment dropped',
  'https://tpp.example/app?x=1#/retur',
  'https://tpp.example/app?x=1',
  one('redirect-without-fragment'),
  'HTTP clients drop it',
);
address(
  'scheme of an app with a slash',
  'tredjepart://retur',
  'tredjepart://retur/',
  one('redirect-trailing-slash'),
  'Android Uri builder; no URL parser does that',
);
address(
  'http for https',
  'https://tpp.example/cb',
  'http://tpp.example/cb',
  none('redirect-other'),
  'behind a proxy that ends TLS',
);
address(
  'query parameters in another order',
  'https://tpp.example/cb?b=2&a=1',
  'https://tpp.example/cb?a=1&b=2',
  none('redirect-query-order'),
  'URLSearchParams.sort()',
);
address(
  'ampersand escaped',
  REDIRECT,
  REDIRECT.replace('&', '&amp;'),
  one('html-escaped'),
  'taken from a link in a page',
);
address(
  'ampersand as \\u0026, as Go prints JSON',
  REDIRECT,
  REDIRECT.replace('&', '\\u0026'),
  none('json-escaped'),
  'json.Marshal of Go',
  'Go imitated with node:crypto',
);
address(
  'slashes as \\/, as PHP prints JSON',
  REDIRECT,
  REDIRECT.replaceAll('/', '\\/'),
  one('json-escaped'),
  'json_encode of PHP, quotes trimmed',
  'PHP imitated with node:crypto',
);

process.stdout.write(JSON.stringify(entries));
