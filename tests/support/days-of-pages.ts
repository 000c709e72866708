// What the records of the console and of the reports ask of them.
import type { RecordedPages } from './recorded-pages.ts';
import type { World } from './world-of-pages.ts';

export async function askOtherwise(pages: RecordedPages, { pages: own }: World): Promise<void> {
  const account = own.find((path) => path.includes('/accounts/')) ?? '';
  for (const query of ['?offset=50', '?offset=-3', '?offset=x', '?offset=9999'])
    await pages.open(account + query, 'accounts');
  const others = [
    ...['payments?status=RCVD', 'payments?status=NONE', 'people?add=1', 'snapshots?from=golden'],
    ...['snapshots?from=later&to=golden', 'snapshots?from=golden&to=later', 'snapshots?from=none'],
    ...['scenarios/clock-off', 'scenarios/connect-first', 'scenarios/nothing', 'people/nothing'],
    ...['accounts/nothing', 'payments/nothing', 'nothing', 'clock/', 'clock?done=nothing'],
    ...['requests', 'requests?q=a%3Ab', 'figures', 'coverage/', 'people?lang=en', 'people?lang=xx'],
  ];
  for (const path of others) await pages.open(`/console/${path}`);
}

const NAMED = 'another crlf key-id several unsigned body sca accepted expired'.split(' ');

const LINES = [
  ...['status:4xx', '-status:4xx', 'status:401 op:getAccounts', 'op:getAccounts -rule:SIG-10'],
  ...[
    'tpp:example',
    'person:jonas',
    '-person:"Jonas"',
    'rule:SIG-10',
    'finding:SIG-05',
    'code:FORBIDDEN',
  ],
  ...['mistake:crlf', 'method:post', 'path:/v1/payments', 'requestId:crlf', 'nothing-has-this'],
  ...['"status:4xx"', 'https://x', 'sepa', 'since:2020-01-01T00:00Z', 'warning:FORMAT_ERROR'],
  ...['status:9xx', 'none:1', 'op:none', 'rule:X-1', 'since:soon', 'code:NONE', 'path:/v2', 'tpp:'],
  ...['mistake:none', 'method:NONE', 'status:', '-', ':', '"', 'person:"No  body', '-"quoted"'],
];

/** Filters as parameters, and what is none. */
const QUERIES = [
  ...['status=4xx&limit=2', 'status=4xx&limit=2&before=20', 'limit=3&offset=2', 'limit=3&after=30'],
  ...['limit=0', 'limit=501', 'limit=x', 'after=-1', 'offset=1.5', 'before=', 'none=1', 'q=a&q=b'],
  ...['method=get&path=/v1/payments&limit=1', 'operation=getAccounts&limit=1', 'status=600'],
  ...[
    'scaFlow=none',
    'rule=SIG-10',
    'person=',
    'lang=nb&limit=1',
    'before=3',
    'limit=1&offset=999',
  ],
];

/** All of an entry that the page has no place for. */
const briefly = ({ id, status, operation, rules, codes }: Readonly<Record<string, unknown>>) =>
  [id, operation, status, rules, codes].map((one) => JSON.stringify(one)).join(' ');

export async function askReports(pages: RecordedPages): Promise<void> {
  await pages.open('/_sandbox/requests');
  await pages.open('/_sandbox/requests?status=4xx&limit=3');
  for (const query of QUERIES) await listed(pages, query);
  for (const q of LINES) await listed(pages, String(new URLSearchParams({ q, limit: '500' })));
  for (const q of ['status:4xx person:Jonas', 'x "y z" -op:getAccounts', 'a:b'])
    await pages.open(`/_sandbox/requests?${new URLSearchParams({ q, limit: '1' })}`);
  for (const name of NAMED) await pages.open(`/_sandbox/requests/${name}`, 'request');
  for (const name of ['x5', 'x9', 'x12', 'nothing'])
    await pages.open(`/_sandbox/requests/${name}`, 'request');
  for (const signed of ['', 'date: x', 'date: x\r\nx-request-id: y'])
    await pages.post('/_sandbox/requests/another', { signed });
  for (const query of ['', '?q=status%3A4xx', '?status=4xx', '?q=nothing-has-this', '?q=a%3Ab'])
    await pages.open(`/_sandbox/figures${query}`);
  await coverage(pages);
  for (const query of [
    '',
    '?at=2053-11-15&profile=production',
    '?at=2026-06-01',
    '?at=2026-06-01&profile=production',
  ])
    await pages.open(`/_sandbox/readiness${query}`);
  for (const query of ['?at=2053-02-30', '?profile=none', '?at=', '?none=1'])
    await pages.open(`/_sandbox/readiness${query}`, 'refused');
}

/** Its sentences are those of the rules and of the operations. */
async function coverage(pages: RecordedPages): Promise<void> {
  for (const query of ['', '?missing=true', '?missing=1', '?format=none'])
    await pages.open(`/_sandbox/coverage${query}`, 'coverage', 60);
  const { sections, advice, ...rest } = (await pages.json('/_sandbox/coverage')).body as Coverage;
  pages.note(`# coverage as JSON ${JSON.stringify(rest)}`);
  for (const { items, ...section } of sections) {
    pages.note(JSON.stringify(section));
    for (const { title: _, ...item } of items.filter(({ count }) => count > 0))
      pages.note(JSON.stringify(item));
  }
  for (const one of advice) pages.note(JSON.stringify(one));
  await pages.raw('/_sandbox/coverage?format=svg');
  const { text } = await pages.json('/_sandbox/coverage?format=junit');
  pages.note('# coverage for JUnit');
  for (const line of text.split('\n'))
    if (!/testcase|<skipped/.test(line) || line.includes('system-out'))
      pages.note(line.slice(0, 200));
}

interface Coverage {
  readonly sections: readonly {
    readonly items: readonly { readonly count: number; readonly title?: string }[];
  }[];
  readonly advice: readonly object[];
}

async function listed(pages: RecordedPages, query: string): Promise<void> {
  const { status, body } = await pages.json(`/_sandbox/requests?${query}`);
  const { requests, tppMessages, ...rest } = body;
  pages.note(
    `# requests?${decodeURIComponent(query)}: ${status} ${JSON.stringify(tppMessages ?? rest)}`,
  );
  if (requests?.length > 8)
    pages.note(`${requests.length}: ${requests.map(({ id }: { id: string }) => id).join(' ')}`);
  else for (const one of requests ?? []) pages.note(briefly(one));
}
