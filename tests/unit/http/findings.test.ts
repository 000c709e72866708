// Findings on their way through the checks (FIND-01, CTRL-07, ORD-01): told once even where the store
// runs the work again, and a refused one is the last check of the trace.
import { expect, test } from '@jest/globals';
import type { Banks } from '../../../server/bank/banks/banks.ts';
import type { Operation } from '../../../server/bank/banks/operation.ts';
import { writeRuleLevels } from '../../../server/bank/banks/rule-levels.ts';
import { answer } from '../../../server/http/v1/pipeline.ts';
import { Trace } from '../../../server/http/v1/trace.ts';
import type { ApiError } from '../../../server/protocol/errors.ts';
import type { Level } from '../../../server/protocol/tolerances.ts';
import { signatureTools } from '../../../server/signing/signature-checks.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { mapTx } from '../../support/map-tx.ts';
import { draftOf, headersOf, mint, NOW } from '../signing/support.ts';

const credentials = await mint();

interface Course {
  readonly levels?: Readonly<Record<string, Level>>;
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
async function run({ levels = {}, runs = 1, certificate }: Course) {
  const tx = mapTx();
  writeRuleLevels(tx, { preset: 'strict', own: levels });
  const bank = { bank: 'default', tx, now: 0, ids: { uuid: () => 'id', token: () => 'token' } };
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
    keyId: credentials.keyId.replace(/SN=(\w+)/, (sn) => sn.toLowerCase().replace('sn', 'SN')),
    headers: { 'x-accept-fix': 'fix-everything' },
  });
  const trace = new Trace();
  const deps = {
    banks: { transact, peek: transact } as unknown as Banks,
    tools: {
      ...signatureTools(() => NOW, { ownAuthorities: () => [] }),
      route: () => ({ row, params: {} }),
      validator: createValidator(),
    },
    checksTrust: false,
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
  const done = await answer(arrived, deps, trace).then(
    (reply) => ({ reply }),
    (refusal: unknown) => ({ refusal }),
  );
  return { ...done, trace, transactions: seen.length };
}

const rulesOf = (trace: Trace) => trace.findings.map(({ rule }) => rule);

test.each([1, 2, 3])('FIND-01: once, in order, when the work runs %s times', async (runs) => {
  const { trace } = await run({ runs });
  expect(rulesOf(trace)).toEqual(['SIG-02', 'SIG-05', 'HDR-08', 'ERR-01']);
  expect(trace.entered).toEqual([...new Set(trace.entered)]);
  expect(trace.entered.at(-1)).toBe('operation');
});

test.each([
  ['SIG-02', 'certificate', []],
  ['SIG-05', 'keyId', ['SIG-02']],
  ['HDR-08', 'header formats', ['SIG-02', 'SIG-05']],
  ['ERR-01', 'query', ['SIG-02', 'SIG-05', 'HDR-08']],
])('CTRL-07: %s at error is refused by the check %s', async (rule, check, told) => {
  const { refusal, trace } = (await run({ levels: { [rule]: 'error' }, runs: 2 })) as {
    refusal: ApiError;
    trace: Trace;
  };
  expect(refusal.rule).toBe(rule);
  expect(trace.entered.at(-1)).toBe(check);
  expect(rulesOf(trace)).toEqual(told);
});

test('SIG-10: of a request refused before anything is noted the bank is not even looked at', async () => {
  const { transactions } = await run({ certificate: '!' });
  expect(transactions).toBe(0);
});
