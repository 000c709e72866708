// Every page that there is, as rows: the view that makes it, and how a browser gets there. The rows of the console and
// of the reports come from their own tables, so that none can be forgotten.
import type { Page } from 'playwright-core';
import type { ReportView } from '../../server/bank/banks/control-operation.ts';
import { CONSOLE_PAGES } from '../../server/http/console/console-pages.ts';
import { createManual } from '../../server/http/documents/manual.ts';
import { consentOf, createHeaders, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { without } from './conformance-changes.ts';
import { newPayment, SEPA } from './control-bank.ts';
import { caughtPages, endPages, type Language, scaPages } from './page-models.ts';
import type { Draft } from './tpp.ts';

export interface PageRow {
  /** `views/{view}.ejs` */
  readonly view: string;
  readonly name: string;
  /** Absolute. Real pages have one address, and the browser says which language it prefers. */
  readonly url: (language: Language) => string;
  /** Done there before anyone looks. */
  readonly act?: (page: Page) => Promise<void>;
  /** In English alone. */
  readonly english?: true;
  /** Its colours are those of every other page of its view. */
  readonly variant?: true;
  /** Answered with 4xx, which Chromium tells in its console. */
  readonly refused?: true;
}

const row = (view: string, url: string, more: Partial<PageRow> = {}): PageRow => ({
  view,
  name: new URL(url).pathname + new URL(url).search,
  url: () => url,
  ...more,
});

/** The page that asks for the token, at a bank that wants one. */
export function signInPages(url: string): readonly PageRow[] {
  const wrong = async (page: Page) => {
    await page.locator('#token').fill('wrong');
    await press('form button', '#token-error')(page);
  };
  const asked = row('sign-in', `${url}/_sandbox/coverage`, { refused: true });
  return [asked, { ...asked, name: 'a wrong token', act: wrong }];
}

/** Of models: what a flow of SCA can show, and the reference with one operation of each kind. */
export function modelPages(server: () => string): readonly PageRow[] {
  const ofModels = (pages: object, viewOf: (name: string) => string) =>
    Object.keys(pages).map((name) => ({
      view: viewOf(name),
      name,
      url: (language: Language) => `${server()}/${language}/${name}`,
      variant: true as const,
    }));
  const sca = scaPages('en');
  return [
    ...ofModels(sca, (name) => `sca/${sca[name]?.step}`),
    ...ofModels(endPages('en'), () => 'sca/end'),
    ...ofModels(caughtPages('en'), () => 'sca/caught'),
    { view: 'docs', name: 'docs of a model', url: () => `${server()}/en/docs`, english: true },
  ];
}

/** Of a bank in which something of everything has happened. */
export async function bankPages(house: TestBank): Promise<readonly PageRow[]> {
  const bank = house.tenant();
  const ids = await someOfEverything(bank);
  return [
    row('home', `${bank.url}/`),
    ...consolePages(bank, ids),
    ...Object.entries(REPORTS).flatMap(([view, rows]) =>
      rows.map((path) => row(`reports/${view}`, `${bank.url}/_sandbox/${path}`)),
    ),
    judgedScenario(house),
    row('reports/coverage', `${house.tenant().url}/_sandbox/coverage`),
    row('reports/request', `${bank.url}/_sandbox/requests/another`, { act: compare }),
    row('reports/problem', `${bank.url}/_sandbox/requests/nothing`, { refused: true }),
    row('reports/problem', `${bank.url}/nothing`, { refused: true }),
    row('reports/problem', `${bank.url}/console/payments/nothing`, { refused: true }),
    ...manualPages(new URL(bank.url).origin),
  ];
}

/** A scenario replaces what its bank has, so each language has a bank of its own. */
function judgedScenario(house: TestBank): PageRow {
  const path = '/console/scenarios/session-ends-between-pages';
  const urls = { en: house.tenant().url + path, nb: house.tenant().url + path };
  const url = (language: Language) => urls[language];
  return { ...row('console/scenario', urls.en, { act: judge }), name: 'a verdict', url };
}

/** Pages and states that a table of their own knows. */
function consolePages(bank: TestBank, ids: Readonly<Record<string, string>>): readonly PageRow[] {
  const pages = CONSOLE_PAGES.map(({ path, name }) => {
    const filled = path.replace('{id}', ids[name] ?? '');
    return row(`console/${name}`, `${bank.url}/console${filled && `/${filled}`}`);
  });
  const at = (name: string, more: Partial<PageRow>, query = '') =>
    row(`console/${name}`, `${bank.url}/console/${name}${query}`, more);
  return [
    ...pages,
    at('snapshots', {}, '?from=golden'),
    at('scenarios/clock-off', { view: 'console/scenario' }),
    at('explain', { act: explain }),
    at('certificates', { act: press('.act button', '.result') }),
    at('people', { act: preview }),
    at('send', { act: press('.act .primary', '#answer') }, '?operation=getAccounts'),
  ];
}

/** Below `/_sandbox/`, for each page that the control API has. */
const REPORTS: Readonly<Record<ReportView, readonly string[]>> = {
  requests: ['requests', 'requests?status=4xx&limit=2', 'requests?q=nothing-has-this'],
  request: 'another crlf key-id unsigned body sca accepted expired several'
    .split(' ')
    .map((requestId) => `requests/${requestId}`),
  figures: ['figures', 'figures?q=nothing-has-this'],
  coverage: ['coverage'],
  readiness: ['readiness', 'readiness?at=2026-11-15&profile=production'],
};

/** The manual is in English. */
function manualPages(origin: string): readonly PageRow[] {
  const { pages } = createManual(new URL('../../../', import.meta.url));
  return [
    row('docs', `${origin}/docs`, { english: true, variant: true }),
    row('search', `${origin}/docs/search?q=certificate`, { english: true }),
    row('search', `${origin}/docs/search?q=xyzzy`, { english: true }),
    ...pages().map(({ path }) =>
      row('manual', `${origin}/docs/${path}`, { english: true, variant: true }),
    ),
    row('reports/problem', `${origin}/docs/nothing`, { refused: true }),
  ];
}

/** Clicks the first of these buttons, and waits for what it leads to. */
const press = (button: string, result: string) => async (page: Page) => {
  await page.locator(button).first().click();
  await page.locator(result).waitFor();
};

/** Prepares the bank, is seen by it, and is judged. */
async function judge(page: Page): Promise<void> {
  await page.locator('#prepare ~ form summary.danger').click();
  await press('#prepare ~ form button.danger', '.result')(page);
  await press('#now ~ .actions button', '#verdict')(page);
}

async function preview(page: Page): Promise<void> {
  await page.locator('.edit summary').first().click();
  await press('button[name="?preview text"]', '.result')(page);
}

async function explain(page: Page): Promise<void> {
  await page.locator('textarea[name="capture"]').fill('GET /v1/accounts HTTP/1.1\n\n');
  await press('.act .primary', '#verdict')(page);
}

async function compare(page: Page): Promise<void> {
  await page.locator('#signed').fill('something else');
  await press('#strings button', '#difference [role="status"]')(page);
}

/** Ids of what the console's pages show. */
async function someOfEverything(bank: TestBank): Promise<Readonly<Record<string, string>>> {
  const psu = await consentOf(bank);
  const payment = (await newPayment(psu)).body.paymentId as string;
  const other = (await newPayment(psu, { creditorName: 'Other' })).body.paymentId;
  await psu.tpp.post('/v1/signing-baskets', { paymentIds: [other] }, { headers: createHeaders });
  await bank.control('PUT', '/_sandbox/snapshots/golden');
  await bank.control('POST', '/_sandbox/faults', {
    match: { path: '/v1/nothing' },
    effect: { status: 503 },
  });
  const { customers } = (await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true')).body;
  await psu.tpp.get('/v1/accounts?unknown=1', id('accepted'));
  const wrong = { instructedAmount: { amount: '1,5', currency: 'EUR' } };
  await psu.tpp.post(SEPA, wrong, id('body', createHeaders));
  await wrongRequests(bank);
  const [{ accounts }] = customers;
  // Of whom there is something to see.
  const jonas = (await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`)).body;
  const scenario = 'another-person-logs-in';
  const account = accounts[0].mockAccountId;
  return { account, person: jonas.customerId, payment, scenario };
}

const id = (requestId: string, headers = {}) => ({
  headers: { ...headers, 'X-Request-ID': requestId },
});

/** Refused in each way that the verdict shows differently; each has its name as X-Request-ID. */
export async function wrongRequests(bank: TestBank): Promise<void> {
  const present = bank.tpp.with(psuHeaders());
  const spoilt = (requestId: string, before: (draft: Draft) => void, headers = {}) =>
    present.get('/v1/accounts', { ...id(requestId, headers), before });
  await present.get('/v1/accounts', id('sca'));
  const crlf = (draft: Draft) => {
    draft.text = (text) => text.replaceAll('\n', '\r\n');
  };
  await spoilt('crlf', crlf, { 'X-PSU-IDENTITY': PERSONS.jonas });
  await spoilt('another', (draft) => {
    draft.text = () => 'something that nobody guesses';
  });
  await spoilt('key-id', (draft) => {
    draft.keyId = draft.keyId.replace('Sandbank', 'Somebank');
  });
  await spoilt('several', (draft) => {
    draft.keyId = draft.keyId.replace('SN=', 'SN=0x');
    draft.text = (plain) => plain.replaceAll(': ', ':');
  });
  await present.get('/v1/accounts', { ...id('unsigned'), ...without('Signature') });
  const expired = await bank.newTpp({ variant: 'expired' });
  await expired.with(psuHeaders()).get('/v1/accounts', id('expired'));
}
