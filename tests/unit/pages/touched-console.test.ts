// The pages of the console for rows of a bank, and for answers of its control API, with one small thing done to them, at each
// member in turn: how many different pages, and a hash of all. So what a page shows of each member is held.
import { test } from '@jest/globals';
import { consents } from '../../../server/bank/accounts/tables.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { agreements, customers } from '../../../server/bank/customers/tables.ts';
import { balances, lines as bookings } from '../../../server/bank/ledger/tables.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import type { ConsolePage } from '../../../server/http/console/console-page.ts';
import { CONSOLE_PAGES } from '../../../server/http/console/console-pages.ts';
import { endedSca } from '../../../server/http/console/ended-sca.ts';
import { firstEngagement, templateIds } from '../../../server/http/console/template-ids.ts';
import {
  account,
  agreement,
  bankOf,
  basket,
  card,
  consent,
  engagement,
  flow,
  payment,
  person,
  type SomeRow,
} from '../../support/banks-of-the-send-page.ts';
import { expectRecorded, thrownText } from '../../support/recorded.ts';
import { answersTo, touchedValues } from '../../support/touched.ts';

const NOW = bankOf([]).now;
const moment = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

const access = (id: string, more: object): SomeRow => [
  flows,
  {
    ...{ id, number: 1, createdAt: NOW - 60_000, tppId: 't', tppName: 'T', scaStatus: 'received' },
    ...{ purpose: { kind: 'access' }, expiresAt: NOW + 60_000, subject: `access:${id}`, ...more },
  },
];
const work = (type: string, subject: string, hours: number): SomeRow => [
  due,
  { id: `${type}:${subject}`, at: NOW + hours * 3_600_000, type, subject },
];
const line = (id: string, amount: bigint, date: string, more: object = {}): SomeRow => [
  bookings,
  {
    ...{ id, accountId: 'a-kari', status: 'booked', order: `${date}#00000000${id}`, amount, date },
    ...{ valueDate: date, details: { creditorName: 'Bok' }, paymentId: 'p1', ...more },
  },
];

const BANK: readonly SomeRow[] = [
  [customers, { id: 'kari', number: '15479801026', type: 'CORPORATE', name: 'Kari' }],
  person('ola', '18417701045'),
  person('ingen', '02019000084'),
  account('a-kari', 'kari'),
  account('b-ola', 'ola'),
  [
    balances,
    {
      id: 'a-kari',
      currency: 'NOK',
      booked: 50_000n,
      held: -20_000n,
      pending: 0n,
      creditLine: 1_000n,
    },
  ],
  card('card-1', 'ola'),
  line('1', 7_000n, '2031-03-04'),
  line('2', -500n, '2031-03-05', { details: { transactionDetails: 'Fee' }, paymentId: undefined }),
  line('3', -900n, '2031-03-06', { status: 'pending', order: '2031-03-06#3' }),
  consent('c1', 'kari', { accounts: [{ accountId: 'a-kari' }] }),
  payment('p1', NOW - 5, {
    ...{ status: 'ACCP', amount: 12_345n, currency: 'NOK', request: { creditorName: 'Bok' } },
    ...{ debit: 40_000n, fee: 500n, debtorAccountId: 'a-kari', approvedAt: NOW - 4 },
    ...{ statusChangedAt: NOW - 3, executionDate: '2031-03-07', agreementId: 'agr' },
  }),
  basket('b1', NOW - 2, { paymentIds: ['p1'] }),
  access('waiting', { fixedCustomerId: 'kari' }),
  access('open', { purpose: { kind: 'payment', paymentId: 'p1' }, subject: 'payment:p1' }),
  access('done', {
    scaStatus: 'finalised',
    customerId: 'ola',
    context: 'PRIVATE',
    redirect: 'https://x/?code=GONE',
  }),
  access('failed', { scaStatus: 'failed', redirect: 'https://x/?a=1&code=SCA_INVALID' }),
  flow('payment:p1', 7),
  [agreements, { id: 'agr', customerId: 'kari', name: 'Firma AS' }],
  agreement('other'),
  engagement('e1', 'agr', 'ola'),
  [sessions, { id: 's1', customerId: 'kari', endsAt: NOW + 3_600_000, startedAt: NOW, tppId: 't' }],
  [consents, { id: 'c2', customerId: 'ola', tppId: 'x', status: 'expired', accounts: [] }],
  work('paymentDue', 'p1', 0.01),
  work('sessionEnds', 's1', 1),
  work('scaLinkExpires', 'waiting', 2),
  work('consentExpires', 'c1', 30),
];

const ANSWERS = {
  getClock: { now: moment(0), frozen: false },
  getRequests: { requests: [{ id: 'x1' }] },
  getPerson: {
    scaLinks: [
      { tpp: 't', purpose: 'access', status: 'waiting', created: moment(-1), ends: moment(1) },
    ],
    sessions: [{ tpp: 't', status: 'living', started: moment(-0.5), ends: moment(0.5) }],
    consents: [{ tpp: 't', status: 'valid', lastSca: moment(-240), validUntil: moment(4000) }],
    limits: [{ tpp: 't', account: 'a', what: 'balances', used: 2, most: 4, next: moment(0.01) }],
    payments: [
      { tpp: 't', paymentId: 'p', status: 'RCVD', created: moment(-1), due: moment(0.02) },
    ],
  },
  getConsents: {
    consents: [
      { id: 'c1', tpp: 'x', status: 'valid' },
      { id: 'c9', tpp: 'y', status: 'revoked' },
    ],
  },
  getCertificates: {
    certificates: [
      { id: '1', organisationId: 'x', name: 'X AS', status: 'valid', issuedHere: true },
      { id: '2', organisationId: 'x', name: 'Y AS', status: 'revoked', issuedHere: false },
    ],
  },
  getTpps: {
    tpps: [
      { organisationId: 'x', registered: false },
      { organisationId: 'z', registered: true },
    ],
  },
  getFaults: { faults: [{ id: 'f1' }] },
  getRules: { preset: 'strict', rules: [{ id: 'SIG-01', level: 'error' }, { id: 'SIG-02' }] },
  getSnapshots: {
    snapshots: [
      { name: 'golden', takenAt: moment(-3) },
      { name: 'golden-2', takenAt: moment(-2) },
      { name: 'undo', takenAt: moment(-1) },
    ],
  },
  getSnapshotDifferences: { from: 'golden' },
  getScenarios: {
    scenarios: [{ name: 'many-transactions', task: 'read', title: 't', happens: 'h' }],
  },
  getScenario: {
    ...{ name: 'n', task: 'read', title: 't', happens: 'h', byHand: true, showsStored: true },
    turn: { task: 'read', run: 1, runs: 2, undo: 'u', connected: { tpp: 'PSDNO-1' } },
  },
};

const IDS: Readonly<Record<string, string>> = { person: 'kari', account: 'a-kari', payment: 'p1' };
const MAGIC = {
  magicPersons: [{ nationalId: '02019000084', name: 'Ingen', note: 'n' }],
  magic: {},
};

/** What the page reads, or why it cannot. */
async function pageOf(
  page: ConsolePage,
  rows: readonly SomeRow[],
  more: {
    readonly answers?: object;
    readonly query?: object;
    readonly language?: string;
    readonly id?: string;
  } = {},
): Promise<unknown> {
  const call = {
    ...{ bank: bankOf(rows), params: { id: more.id ?? IDS[page.name] ?? 'n' }, query: {} },
    ...{ answers: ANSWERS, language: 'en', endedLink: 'done', signed: [], ...MAGIC, ...more },
  };
  const { query, answers } = call;
  try {
    const questions = [
      ...(page.asks?.({ params: call.params, query } as never) ?? []),
      ...(page.asksThen?.({ query, answers } as never) ?? []),
    ];
    return [questions, await page.read?.(call as never)];
  } catch (thrown) {
    return thrownText(thrown);
  }
}

const PAGES = CONSOLE_PAGES.filter(({ name, read }) => read !== undefined && name !== 'send');

test('WEB-01: each page of the console: shows of each row of the bank what it shows now', async () => {
  const lines: string[] = [];
  const pages = PAGES.filter(({ name }) =>
    /^(?:overview|people|person|account|consents|payments|payment|sca|baskets|clock)$/.test(name),
  );
  for (const [at, [table, row]] of BANK.entries()) {
    const rows = touchedValues(row).filter(
      ({ id }: { id?: string }, nth) => id !== undefined && nth % 2 === at % 2,
    );
    const shown: unknown[] = [];
    for (const touched of rows) {
      const all = BANK.toSpliced(at, 1, [table, touched]);
      for (const page of pages) shown.push(await pageOf(page, all));
    }
    lines.push(
      answersTo(
        JSON.stringify(row, (_, one) => (typeof one === 'bigint' ? `${one}` : one)),
        shown,
        (one) => one,
      ),
    );
  }
  expectRecorded('pages/touched-rows.txt', lines);
});

test('WEB-01: each page of the console: shows of each answer what it shows now', async () => {
  const lines: string[] = [];
  const queries = [
    { add: '' },
    { offset: '1' },
    { offset: '50' },
    { offset: '-1' },
    { status: 'RCVD' },
  ];
  const more = [
    { status: 'ACCP' },
    { from: 'golden', to: 'golden-2' },
    { from: '' },
    { offset: 'x' },
  ];
  for (const page of PAGES) {
    const shown: unknown[] = [await pageOf(page, []), await pageOf(page, BANK, { language: 'nb' })];
    shown.push(await pageOf(page, BANK, { id: 'gone' }));
    for (const query of [...queries, ...more]) shown.push(await pageOf(page, BANK, { query }));
    const asked = page.asks?.({ params: {}, query: {} }).map(({ operation }) => operation) ?? [];
    for (const name of asked)
      for (const touched of touchedValues((ANSWERS as Record<string, object>)[name] ?? {}))
        shown.push(await pageOf(page, BANK, { answers: { ...ANSWERS, [name]: touched } }));
    lines.push(answersTo(page.name, shown, (one) => one));
  }
  expectRecorded('pages/touched-answers.txt', lines);
});

test('SCA-03: what became of a link, and what fills a path: is what the console shows now', async () => {
  const lines: string[] = [];
  const outcomes = ['', 'cancel', 'expire', 'error', 'other'];
  for (const link of ['done', 'failed', 'waiting', 'gone'])
    for (const outcome of outcomes)
      lines.push(
        `${link} ${outcome}: ${JSON.stringify(await endedSca(bankOf(BANK), link, outcome))}`,
      );
  for (const redirect of ['?code=A', '&code=A', 'code=A', '?x=1', '?code=', '?encode=A'])
    for (const customerId of ['ola', 'gone', undefined])
      for (const agreementId of ['agr', 'gone', undefined])
        for (const scaStatus of ['failed', 'finalised']) {
          const ended = access('f', { scaStatus, redirect, customerId, agreementId });
          const said = await endedSca(bankOf([...BANK, ended]), 'f', '');
          lines.push(
            `${redirect} ${customerId} ${agreementId} ${scaStatus}: ${JSON.stringify(said)}`,
          );
        }
  const paths = [
    ...[
      '/v1/payments/sepa-credit-transfers/{paymentId}',
      '/v1/signing-baskets/{basketId}',
      '/v1/user',
    ],
    ...[
      '/v1/payments/sepa-credit-transfers/{paymentId}/cancellation-authorisations/{authorisationId}',
    ],
    ...['/v1/accounts/{accountId}/transactions/{transactionId}', '/v1/card-accounts/{accountId}'],
    ...[
      '/v1/sandbox/customers/{customerId}',
      '/v1/sandbox/x/{mockCardAccountId}',
      '/v1/tpps/{tppId}',
    ],
    ...['/v1/payments/{paymentId}', '/v1/periodic-payments/none/{paymentId}', '/x/{id}'],
  ];
  const mine: readonly SomeRow[] = [
    ...BANK,
    payment('p2', NOW - 9, { status: 'RCVD' }),
    payment('p3', NOW - 8, { status: 'RCVD', basketId: 'b1' }),
    payment('p4', NOW - 7, { status: 'ACSC' }),
    payment('p5', NOW - 6, { tppId: 'x' }),
  ];
  const [, payer] = mine[0] as SomeRow;
  for (const path of paths)
    for (const rows of [[], BANK, mine])
      for (const whose of [undefined, payer]) {
        const template = { bank: bankOf(rows), path, payer: whose } as never;
        const said = await templateIds(template).then((ids) => JSON.stringify(ids), thrownText);
        lines.push(`${path} ${rows.length} ${whose !== undefined}: ${said}`);
      }
  lines.push(
    JSON.stringify([await firstEngagement(bankOf([])), await firstEngagement(bankOf(BANK))]),
  );
  expectRecorded('pages/touched-links.txt', lines);
});
