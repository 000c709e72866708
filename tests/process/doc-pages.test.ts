// Every code block of README.md, CONTRIBUTING.md and docs/ is played here or by the test that the table names, or its
// page says why not (../support/doc-blocks.ts has the marks). The bank is that of somebody who has logged in, paid,
// and had a signature refused.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testControl } from '../../client/test-control.ts';
import { createTestTpp } from '../../client/test-tpp.ts';
import { createSandbank, type Sandbank } from '../../server/sandbank.ts';
import { flowIdOf } from '../support/bank.ts';
import { DOC_PAGES, type DocBlock, docBlocks } from '../support/doc-blocks.ts';
import { play, prepareReaders, type Reader } from '../support/doc-player.ts';
import type { HeaderList } from '../support/http.ts';
import { keyStock } from '../support/key-stock.ts';
import { misfits, missingLines } from '../support/printed.ts';
import { ROOT } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';
import { Tpp } from '../support/tpp.ts';

/** Who else plays blocks: of a page, or of some of its headings. */
interface Elsewhere {
  readonly page: string;
  readonly headings?: readonly string[];
  /** Reads the page, and names it. */
  readonly by: string;
}

const QUICKSTARTS = 'tests/process/quickstarts.test.ts';
const RUNNERS = ['Jest, CommonJS', 'Jest, ES modules', 'Jest, TypeScript', 'Vitest', 'node:test'];
const RECIPES = [
  'GitHub Actions: a service container',
  'GitHub Actions: the action',
  'GitLab CI',
  'Jenkins',
  'Docker Compose: one bank for several jobs',
  'One bank per worker',
];

const ELSEWHERE: readonly Elsewhere[] = [
  { page: 'README.md', headings: ['The first minute'], by: 'tests/process/readme.test.ts' },
  { page: 'docs/ci.md', headings: RECIPES, by: 'tests/process/ci-recipes.test.ts' },
  {
    page: 'docs/postgres.md',
    headings: ['How it works'],
    by: 'tests/process/postgres-process.test.ts',
  },
  // Printed from the program; the test compares.
  { page: 'docs/cli.md', headings: [], by: 'tests/docs.test.ts' },
  ...['go', 'java', 'node', 'php', 'python'].map((name) => ({
    page: `docs/quickstart/${name}.md`,
    by: QUICKSTARTS,
  })),
  { page: 'docs/testing.md', headings: RUNNERS, by: 'scripts/check-package.mjs' },
];

const ORGANISATION = 'PSDNO-FSA-987654321';
const folder = testFolder();
let bank: Sandbank;
let reader: Omit<Reader, 'folder'>;

beforeAll(async () => {
  bank = await createSandbank({
    makeKey: keyStock(),
    httpsPort: 0,
    signResponses: true,
    // Before the rules for addresses change, which docs/sandbox/readiness.md is about.
    clock: { now: '2026-08-01T08:00:00Z' },
  });
  const { url, httpsUrl = '' } = bank;
  const { control, clock, snapshot } = testControl(url, undefined);
  await control('POST', '/reset');
  const tpp = await createTestTpp({ url, send: control }, { organisationId: ORGANISATION });
  const jonas = await tpp.login('jonas');
  const { accounts } = (await jonas.get('/v1/accounts')).body;
  const [{ iban }] = accounts;
  const payment = await jonas.post('/v1/payments/norwegian-domestic-credit-transfers', {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { iban, currency: 'NOK' },
  });
  await jonas.approve(payment);
  await jonas.post('/v1/payments/sepa-credit-transfers', {
    instructedAmount: { amount: '12.50', currency: 'EUR' },
    creditorName: 'Anna Schmidt',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    debtorAccount: { iban, currency: 'NOK' },
  });
  await clock.advance('PT1M');
  const made = await control('POST', '/certificates', { organisationId: ORGANISATION });
  const signer = new Tpp(url, made);
  let sent: HeaderList = [];
  const crlf = await signer.get('/v1/accounts', {
    headers: { 'X-Request-ID': 'twice' },
    before: (draft) => {
      draft.text = (text) => text.replaceAll('\n', '\r\n');
    },
    after(headers) {
      sent = headers;
      return undefined;
    },
  });
  const waiting = await signer.get('/v1/accounts', {
    headers: { 'X-Request-ID': 'twice', 'TPP-Redirect-URI': 'https://tpp.example/callback' },
  });
  prepareReaders(folder);
  const { customers } = (await signer.get('/v1/sandbox/customers?includeAccounts=true')).body;
  reader = {
    url,
    httpsUrl,
    variables: {
      BANK_URL: url,
      id: flowIdOf(waiting),
      consent: (await control('GET', '/consents')).consents[0].id,
      payment: payment.body.paymentId,
      mockAccountId: customers[0].accounts[0].mockAccountId,
      crlf: crlf.text,
    },
    files: {
      'data/.keep': '',
      'tpp.pem': made.certificate,
      'tpp.key': made.privateKey,
      'request.http': rawRequest(sent),
      'capture.har': harOf(sent),
      'app.js': `fetch('${httpsUrl}/health').then(({ status }) => process.exit(status - 200));`,
    },
  };
  await snapshot('reader');
});
afterAll(() => bank.close());

const rawRequest = (headers: HeaderList): string =>
  [
    'GET /v1/accounts HTTP/1.1',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\n');

const harOf = (sent: HeaderList): string => {
  const headers = sent.map(([name, value]) => ({ name, value }));
  const request = { method: 'GET', url: `${bank.url}/v1/accounts`, headers };
  return JSON.stringify({ log: { entries: [{ request }] } });
};

const isElsewhere = ({ page, heading, text }: DocBlock): boolean =>
  ELSEWHERE.some(
    (row) => row.page === page && (row.headings === undefined || row.headings.includes(heading)),
  ) || text.startsWith('Usage: sandbank');

const byPage = DOC_PAGES.map((page) => ({
  page,
  blocks: docBlocks(page).filter((block) => !isElsewhere(block) && block.mark?.kind !== 'not run'),
})).filter(({ blocks }) => blocks.length > 0);

const NEEDED = ['bash', 'curl', 'jq', 'openssl'];
const absent = NEEDED.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
if (absent.length > 0) {
  process.stderr.write(`code blocks of the documentation skipped: no ${absent.join(', ')}\n`);
}

(absent.length === 0 ? describe : describe.skip)('the code blocks of', () => {
  test.each(byPage)('$page', async ({ page, blocks }) => {
    await testControl(bank.url, undefined).restore('reader');
    const own = join(folder, page.replaceAll('/', '-'));
    expect(await play(blocks, { ...reader, folder: own })).toEqual([]);
  });
});

test('whoever plays blocks elsewhere reads that page, and the page has those headings', () => {
  for (const { page, headings, by } of ELSEWHERE) {
    const source = readFileSync(join(ROOT, by), 'utf8');
    expect([by, source]).toEqual([
      by,
      expect.stringMatching(`['"\`/]${basename(page, '.md')}(?:\\.md)?['"\`]`),
    ]);
    const there = docBlocks(page).map(({ heading }) => heading);
    expect(there).toEqual(expect.arrayContaining([...(headings ?? there)]));
  }
});

test('what is printed otherwise is noticed', () => {
  const shown = { id: 'x7', list: [{ status: 'valid', count: 1 }], '…': true };
  const { '…': _, ...printed } = shown;
  expect(misfits(shown, shown)).toEqual([]);
  expect(
    misfits(printed, { id: 'x8', list: [{ status: 'other' }, { status: 'valid', count: 9 }] }),
  ).toEqual([]);
  expect(misfits(printed, { list: [{ status: 'revoked', count: 1 }], more: 1 })).toHaveLength(4);
  expect(missingLines('a 1 …\nb', 'a 23 x\r\nc')).toEqual(['b']);
});
