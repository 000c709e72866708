// Findings on their way through the checks (FIND-01): told once even where the store runs the work again.
// What levels make of them is in tests/conformance/rule-levels.test.ts.
import { expect, test } from '@jest/globals';
import type { Banks } from '../../../server/bank/banks/banks.ts';
import type { Operation } from '../../../server/bank/banks/operation.ts';
import { checksOfRequest } from '../../../server/checks/checks.ts';
import { Trace, TraceLists } from '../../../server/http/trace.ts';
import { answer } from '../../../server/http/v1/pipeline.ts';
import { signatureTools } from '../../../server/signing/signature-checks.ts';
import { headerReader } from '../../../server/validation/headers.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { mapTx } from '../../support/map-tx.ts';
import { draftOf, headersOf, mint, NOW } from '../signing/support.ts';

const credentials = await mint();

interface Course {
  /** How often the store runs the work; the last run counts. */
  readonly runs?: number;
  readonly certificate?: string;
}

const row: Operation = {
  id: 'look',
  method: 'GET',
  path: '/v1/look',
  summary: 'Look',
  tag: 'Test',
  rules: [],
  role: 'none',
  headers: 'sandbox',
  success: { status: 200 },
  handle: async () => ({ status: 200 }),
};

/** One request with findings in certificate, keyId, header formats and query. */
async function run({ runs = 1, certificate }: Course) {
  const bank = {
    bank: 'default',
    tx: mapTx(),
    now: 0,
    ids: { uuid: () => 'id', token: () => 'token' },
  };
  const seen: string[] = [];
  async function transact<T>(name: string, work: (opened: typeof bank) => Promise<T>): Promise<T> {
    seen.push(name);
    for (let again = 1; again < runs; again++) await work(bank);
    return work(bank);
  }
  const target = '/v1/look?colour=blue';
  const draft = draftOf(credentials, {
    method: 'GET',
    target,
    body: '',
    certificate: certificate ?? Buffer.from(credentials.certificate).toString('base64'),
    keyId: credentials.keyId.replace('SN=', 'SN=00'),
    headers: { 'x-accept-fix': 'fix-everything' },
  });
  const trace = new Trace(new TraceLists());
  const validator = createValidator();
  const deps = {
    banks: { transact, transactIfBegun: transact } as unknown as Banks,
    tools: {
      ...signatureTools(() => NOW, { ownAuthorities: () => [] }),
      route: () => ({ row, params: {} }),
      validator,
      readHeaders: headerReader(validator),
      mtls: 'off' as const,
      isRevoked: () => false,
    },
    checksOfRequest: checksOfRequest({ checksTrust: false, mtls: 'off' }),
    ticks: () => 0,
  };
  const request = {
    bank: 'default',
    method: 'GET',
    path: '/v1/look',
    target,
    query: 'colour=blue',
    headers: headersOf(draft),
    baseUrl: 'http://bank.example',
  };
  const arrived = { request, readBody: async () => Buffer.alloc(0) };
  // A refusal is in the trace as far as the checks had come.
  await (async () => answer(arrived, deps, trace))().catch(() => undefined);
  return { trace, transactions: seen.length };
}

const rulesOf = (trace: Trace) => trace.findings.map(({ rule }) => rule);

test.each([1, 2, 3])('FIND-01: once, in order, when the work runs %s times', async (runs) => {
  const { trace } = await run({ runs });
  expect(rulesOf(trace)).toEqual(['SIG-02', 'SIG-05', 'HDR-08', 'ERR-01']);
  expect(trace.entered).toEqual((await run({})).trace.entered);
  expect(trace.entered.at(-1)).toBe('operation');
});

test('SIG-10: of a request refused before anything is noted the bank is not even looked at', async () => {
  const { transactions } = await run({ certificate: '!' });
  expect(transactions).toBe(0);
});
