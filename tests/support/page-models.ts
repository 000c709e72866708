// One model for every variant of every page, as the flow would hand them over.

import { type CaughtPage, caughtPage } from '../../server/bank/redirects/caught-page.ts';
import type { EndPage, PaymentView, ScaPage } from '../../server/bank/sca/page-model.ts';
import type { FlowPurpose } from '../../server/bank/sca/tables.ts';
import type { Menu } from '../../server/http/pages/menu.ts';
import type { HomePage, Page, Pages } from '../../server/http/pages/pages.ts';
import type { ReferencePage } from '../../server/openapi/reference.ts';

export type Language = 'en' | 'nb';

const PERSON = 'Ingrid Solberg Haugen';
const COMPANY = 'Fjordkraft Rør og Varme AS';
const persons = [
  { nationalId: '13039319955', name: PERSON, note: 'private, two accounts and a card' },
  { nationalId: '12085592767', name: 'Anders Lien', note: 'private, also engaged in Fjordkraft' },
  { nationalId: '18129215603', name: 'Kari Nordmann Bakke', note: 'company, NOK and EUR accounts' },
  { nationalId: '20079518612', name: 'Øystein Ås', note: 'company, NOK and EUR accounts' },
];

const about = { amount: '12345.60 EUR', creditorName: 'Björk & Söner' };

const failsAtOnce = 'SCA fails as soon as the number is entered.';
const mishaps = [{ nationalId: '03817010023', name: 'Avbrutt Aas', note: failsAtOnce }];

const payment: PaymentView = {
  amount: '12345.60',
  currency: 'EUR',
  creditorName: 'Björk & Söner Trädgårdsmöbler Aktiebolag',
  creditorAccount: 'SE4550000000058398257466',
  debtorAccount: '12345678903',
  message: 'Invoice 2026-1093, garden furniture for the terrace',
  executionDate: '2026-11-03',
  fee: '5.00 NOK',
  exchangeRate: '11.684000 NOK',
};

const periodic: PaymentView = {
  amount: '1250.00',
  currency: 'NOK',
  creditorName: 'Solsiden Borettslag',
  creditorAccount: '15064142857',
  debtorAccount: '12345678903',
  frequency: 'EveryTwoMonths',
  startDate: '2026-12-01',
  endDate: '2028-11-30',
};

const account = (id: string, bban: string, name: string, balance: string) => ({
  id,
  reference: `NO12${bban}`,
  name,
  number: bban,
  kind: 'account' as const,
  balance,
  currency: 'NOK',
  checked: id === 'a-1',
});
const accounts = [
  account('a-1', '12345678903', 'Brukskonto', '48 213.07'),
  account('a-2', '12347654321', 'Sparekonto', '-310500.00'),
];

const cardNumber = '412345******9876';
const card = {
  id: 'c-1',
  reference: cardNumber,
  name: 'Kredittkort',
  number: cardNumber,
  kind: 'card' as const,
  balance: '17200.50',
  currency: 'NOK',
  checked: false,
};

type Variant = ScaPage extends infer P
  ? P extends ScaPage
    ? Omit<P, keyof Shared> & Partial<Pick<P, 'choosesContext'>>
    : never
  : never;
type Shared = Pick<
  ScaPage,
  | 'language'
  | 'bankName'
  | 'tppName'
  | 'tppHost'
  | 'action'
  | 'token'
  | 'choosesContext'
  | 'otherLanguageHref'
>;

const person = { personName: PERSON };
const approve = { step: 'approve', ...person, context: 'PRIVATE' } as const;
const identify = { step: 'identify', hints: persons, mishaps } as const;
const forCompany = { ...approve, context: 'CORPORATE', approval: { kind: 'session' } } as const;
const own = { context: 'PRIVATE', name: PERSON } as const;
const nothing = [...accounts, card].map((row) => ({ ...row, checked: false }));
const both = [payment, periodic];
const totals = ['12345.60 EUR', '1250.00 NOK'];
const debits = ['144 248.50 NOK'];

const variants: Readonly<Record<string, Variant>> = {
  identify,
  'identify-no-hints': { ...identify, hints: [], mishaps: [] },
  'identify-fixed': { ...identify, hints: [], mishaps: [], fixedNationalId: '*********55' },
  'identify-malformed': { ...identify, typed: '1303', error: 'malformed' },
  'identify-check-digits': { ...identify, typed: '13039319954', error: 'check-digits' },
  'identify-unknown': { ...identify, typed: '01010112345', error: 'unknown', triesLeft: 2 },
  'identify-payment': { ...identify, about: { kind: 'payment', first: [about], more: 0 } },
  'identify-cancellation': {
    ...identify,
    about: { kind: 'cancellation', first: [about, about, about], more: 2 },
  },
  context: {
    step: 'context',
    choosesContext: true,
    ...person,
    fixed: false,
    choices: [
      own,
      {
        context: 'CORPORATE',
        agreementId: 'agr-1',
        name: COMPANY,
        organisationNumber: '974760673',
      },
      { context: 'CORPORATE', agreementId: 'agr-2', name: 'Uten Nummer AS' },
    ],
  },
  'context-fixed': {
    step: 'context',
    choosesContext: true,
    ...person,
    fixed: true,
    choices: [own],
  },
  access: { ...approve, approval: { kind: 'access', accounts: [...accounts, card] } },
  'access-nothing-chosen': {
    ...approve,
    error: 'nothing-chosen',
    approval: { kind: 'access', accounts: nothing },
  },
  'access-none': { ...approve, approval: { kind: 'access', accounts: [] } },
  'access-cards-only': { ...approve, approval: { kind: 'access', accounts: [card] } },
  session: { ...forCompany, agreementName: COMPANY },
  'session-unnamed-company': forCompany,
  payment: {
    ...approve,
    choosesContext: true,
    approval: { kind: 'payment', payments: [payment], debits },
  },
  periodic: { ...approve, approval: { kind: 'payment', payments: [periodic] } },
  basket: {
    ...approve,
    approval: { kind: 'payment', payments: both, totals },
    needsSecond: true,
  },
  'basket-changed': {
    ...approve,
    approval: { kind: 'payment', payments: [payment] },
    error: 'changed',
  },
  cancellation: { ...approve, approval: { kind: 'cancellation', payments: [payment] } },
  'cancellation-many': { ...approve, approval: { kind: 'cancellation', payments: both } },
  waiting: { step: 'waiting', ...person, appHref: '/sca/Zk3T9/app' },
};

/** Every variant by name. `action` is where the forms of all of them post to. */
export function scaPages(language: Language, action = '/sca/Zk3T9'): Record<string, ScaPage> {
  const common: Shared = {
    language,
    bankName: 'Sandbank',
    tppName: 'Regnskap Pluss AS',
    tppHost: 'app.regnskap-pluss.example',
    action,
    choosesContext: false,
    token: 'form-token-1',
    otherLanguageHref: `?lang=${language === 'en' ? 'nb' : 'en'}`,
  };
  return Object.fromEntries(
    Object.entries(variants).map(([name, variant]) => [name, { ...common, ...variant } as ScaPage]),
  );
}

export function endPages(language: Language): Record<string, EndPage> {
  const frame = { language, bankName: 'Sandbank' };
  const steps = [
    'not-found',
    'used',
    'expired',
    'form-outdated',
    'down',
    'app-approved',
    'app-ended',
  ];
  return {
    ...Object.fromEntries(steps.map((step) => [step, { step, ...frame } as EndPage])),
    'used-approved': { step: 'used', became: 'approved', back: 'https://tpp.example/', ...frame },
    'used-refused': { step: 'used', became: 'not-approved', ...frame },
  };
}

/** Queries with which a browser arrives at the redirect catcher. */
const caught: Readonly<Record<string, string>> = {
  'caught-approved':
    '?state=xyz%2F1&psu-id=b108a1db-6221-8cef-9185-1d64a0f68e92&psu-corporate-id=0c2d3be1-84a8-4c5d-9f2b-7d43c0b7e6aa&tpp-session-id=s1&context=CORPORATE',
  'caught-cancelled': '?status=401&code=SCA_INVALID&message=The%20PSU%20cancelled%20the%20SCA',
  'caught-refused': '?status=401&code=PAYMENT_FAILED&message=No%20funds',
  'caught-unknown': '?status=401&code=PSU_CREDENTIALS_INVALID&message=Not%20a%20customer',
  'caught-expired': '?status=401&code=SCA_EXPIRED&message=Older%20than%2015%20minutes',
  'caught-error': '?system=sandbank&status=500&code=SYSTEM_ERROR&message=The%20system%20failed',
  'caught-nothing': '',
};

/** What the PSU of a page approved. */
const purposes: Readonly<Record<string, FlowPurpose>> = {
  'caught-back': { kind: 'access' },
  'caught-session': { kind: 'session' },
  'caught-payment': { kind: 'payment', paymentId: '5d2f' },
  'caught-cancellation': { kind: 'cancellation', paymentId: '5d2f' },
  'caught-basket': { kind: 'basket', basketId: '7c1e' },
};

export function caughtPages(language: Language): Record<string, CaughtPage> {
  const frame = { language, bankName: 'Sandbank', prefix: '' };
  const bank = 'http://127.0.0.1:8080';
  const address = `${bank}/_sandbox/redirects/catch`;
  const next = new URL(`${bank}/v1/accounts`);
  const person = 'Odd Arne Fjellstad';
  const company = 'Nordlys Snekkerverksted AS';
  const approved = `${address}${caught['caught-approved']}`;
  return Object.fromEntries([
    ...Object.entries(caught).map(([name, query]) => [name, caughtPage(address + query, frame)]),
    ...Object.entries(purposes).map(([name, purpose]) => [
      name,
      caughtPage(approved, frame, { person, company, purpose, next }),
    ]),
  ]);
}

/** Of the default bank, which is mounted nowhere. */
export const AT_ROOT = { mount: '', prefix: '', bank: 'default' } as const;

export function homePage(language: Language): HomePage {
  const version = '0.1.0';
  const baseUrl = 'http://127.0.0.1:8080';
  const frame = { ...AT_ROOT, language, otherLanguageHref: '/' };
  return { ...frame, baseUrl, version, persons };
}

const docsMenu: Menu = {
  label: 'Documentation',
  groups: [{ label: 'Guides', pages: [{ href: '/docs', label: 'Reference', current: true }] }],
};

/** The page at /docs, with one operation of each kind. */
export const docsPage: ReferencePage = {
  version: '0.1.0',
  origin: 'http://127.0.0.1:8080',
  release: '1.23.7',
  sections: [
    {
      tag: 'Accounts',
      anchor: 'accounts',
      operations: [
        {
          id: 'getTransactions',
          method: 'GET',
          path: '/v1/accounts/{accountId}/transactions',
          summary: 'Booked and pending transactions of an account',
          deprecated: false,
          role: 'PSP_AI',
          headers: 'psu',
          rules: ['ACC-03'],
          query: [
            { name: 'bookingStatus', required: true, description: 'booked, pending, both or all' },
            { name: 'limit', required: false, description: 'Rows to answer' },
          ],
          answers: [{ status: 200, schema: 'TransactionsResponse' }],
          errors: [{ status: 400, codes: ['FORMAT_ERROR'] }],
          fields: [{ name: 'a.b', type: 'text', required: true, description: 'Of a.' }],
          examples: [{ label: 'Answer 200', note: undefined, text: '{}' }],
          command: 'npx sandbank call',
        },
      ],
    },
    {
      tag: 'Sandbox',
      anchor: 'sandbox',
      operations: [
        {
          id: 'initializeSandbox',
          method: 'POST',
          path: '/v1/sandbox/initialize',
          summary: 'Begins again',
          deprecated: true,
          headers: 'sandbox',
          rules: ['SBX-01'],
          query: [],
          body: 'any',
          answers: [{ status: 204 }],
          errors: [],
          fields: [],
          examples: [],
          command: 'npx sandbank call',
        },
      ],
    },
  ],
  control: [
    {
      id: 'getClock',
      method: 'GET',
      path: '/_sandbox/clock',
      summary: 'The time',
      rule: 'ACC-03',
      query: ['q'],
      errors: [],
      fields: [],
      examples: [],
      command: 'curl',
    },
  ],
  headerSets: [
    { set: 'psu', rule: 'HDR-02', required: ['X-Request-ID'], oneOf: [['PSU-ID', 'PSU-Context']] },
    { set: 'sandbox', rule: 'HDR-03', required: ['X-Request-ID'], oneOf: [] },
  ],
  headers: [{ name: 'X-Request-ID', description: 'Id of the call' }],
  rules: ['HDR-02', 'HDR-03', 'ACC-03', 'SBX-01'].map((id) => ({
    id,
    source: ['S'],
    state: id === 'SBX-01' ? 'planned' : 'built',
    sentence: `The sentence of ${id}.`,
  })),
};

/** With what every page of the documentation has. */
export const docsModel: Parameters<Pages['docs']>[0] = { ...docsPage, ...AT_ROOT, menu: docsMenu };

/** Every page that there is in one language, rendered, by name and language. */
export function everyPage(pages: Pages, language: Language): [string, Page][] {
  return [
    ...Object.entries(scaPages(language)).map(([name, page]) => [name, pages.sca(page)] as const),
    ...Object.entries(endPages(language)).map(([name, page]) => [name, pages.end(page)] as const),
    ...Object.entries(caughtPages(language)).map(
      ([name, page]) => [name, pages.caught(page)] as const,
    ),
    ['home', pages.home(homePage(language))] as const,
    // In English alone.
    ...(language === 'en' ? [['docs', pages.docs(docsModel)] as const] : []),
  ].map(([name, page]) => [`${name} ${language}`, page]);
}
