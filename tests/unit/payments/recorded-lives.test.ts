// Whole lives of payments of each product, from the request to the last booking: what the bank answers, which rows it
// leaves otherwise with each step and what it reports, as it is written in tests/fixtures/tables/lives.txt. `npm run
// examples` records it again.
import { expect, test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { runDue } from '../../../server/bank/banks/due.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { paymentsRoom } from '../../../server/bank/payments/room.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import type { IdentifiedFlow } from '../../../server/bank/sca/purpose.ts';
import { dateAt } from '../../../server/kernel/dates.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { TRANSACTION_STATUSES } from '../../../server/protocol/statuses.ts';
import { expectRecordedPart, shortened } from '../../support/recorded.ts';
import { type Handled, HEADERS } from '../accounts/answered-call.ts';
import { callOf } from '../accounts/call.ts';
import { changed, inBank, NOW, refusedWith } from '../seeds/filled.ts';
import { TPP } from '../seeds/seed-scene.ts';
import { depsOf, rowsOfPayments } from './payment-rows.ts';

const DAY = 86_400_000;
const deps = depsOf('sandbox');
const OPERATIONS = paymentsRoom.operations(deps) as unknown as readonly Handled[];
const DUE = { ...paymentsRoom.due(deps), scaLinkExpires: async () => [] };

const MAIN = { iban: 'NO0699997649326', currency: 'NOK' };
const EURO = { iban: 'NO9899991254109', currency: 'EUR' };
const OLAS = { iban: 'NO1499992324852', currency: 'NOK' };
const OWN = { iban: 'NO3299999351499', currency: 'NOK' };
const AWAY = { iban: 'NO9386011117947', currency: 'NOK' };

const money = (amount: string, currency: string) => ({ instructedAmount: { amount, currency } });
const paid = (more: object = {}) => ({
  ...{ debtorAccount: MAIN, creditorAccount: AWAY, creditorName: 'Huseier' },
  ...{ ...money('100.00', 'NOK'), ...more },
});
const sepa = (more: object = {}) => ({
  ...{ debtorAccount: EURO, creditorName: 'Anna', ...money('10.50', 'EUR') },
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorAddress: { townName: 'Berlin', country: 'DE' },
  ...more,
});
const abroad = (more: object = {}) => ({
  ...{ debtorAccount: MAIN, creditorName: 'Yamada', ...money('1000', 'JPY') },
  creditorAccount: { iban: 'AE070331234567890123456', currency: 'JPY' },
  ...{ creditorAgent: 'EBILAEADXXX', creditorAddress: { townName: 'Dubai', country: 'AE' } },
  ...more,
});
const KID = { reference: '00026', referenceType: 'SCOR' };
const regular = (more: object) =>
  paid({ startDate: '2026-06-11', frequency: 'Weekly', endDate: '2026-06-26', ...more });
const bulk = (entries: readonly object[], more: object = {}) => ({
  ...{ paymentInformationId: 'B-1', debtorAccount: MAIN, ...more },
  payments: entries.map((entry) => {
    const { debtorAccount: _, ...one } = paid(entry);
    return one;
  }),
});
const asOne = { batchBookingPreferred: true };

const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';
const STRAKS = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const SEPA = '/v1/payments/sepa-credit-transfers';
const ABROAD = '/v1/payments/cross-border-credit-transfers';
const REGULAR = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers';

const LIVES: Readonly<Record<string, readonly (readonly [title: string, body: object])[]>> = {
  [DOMESTIC]: [
    ['away', paid()],
    ['here', paid({ creditorAccount: OLAS })],
    ['to herself', paid({ creditorAccount: OWN })],
    ['by number', paid({ creditorAccount: { bban: '99992324852', currency: 'NOK' } })],
    ['from a number', paid({ debtorAccount: { bban: '99997649326', currency: 'NOK' } })],
    [
      'with all words',
      paid({
        ...{ endToEndIdentification: 'E', ultimateDebtor: 'U', purposeCode: 'OTHR' },
        remittanceInformationUnstructured: 'text',
      }),
    ],
    ['with a KID', paid({ remittanceInformationStructured: KID })],
    [
      'with a KID and words',
      paid({
        remittanceInformationStructuredArray: [KID],
        remittanceInformationUnstructured: 'text',
      }),
    ],
    ['with all money', paid(money('1031.00', 'NOK'))],
    ['with a bit more', paid(money('1031.01', 'NOK'))],
    ['later', paid({ requestedExecutionDate: '2026-06-13', creditorAccount: OLAS })],
    ['in another currency', paid(money('1', 'EUR'))],
    ['to Germany', paid({ creditorAccount: { iban: 'DE89370400440532013000', currency: 'NOK' } })],
    ['with an error', paid({ creditorName: 'Sandbox FORBIDDEN' })],
    ['with an SCA', paid({ creditorName: 'Sandbox CONSENT_INVALID' })],
    ['too often', paid({ creditorName: 'Sandbox ACCESS_EXCEEDED' })],
    ...TRANSACTION_STATUSES.map(
      (status) => [status, paid({ creditorName: `Sandbox ${status}` })] as const,
    ),
  ],
  [STRAKS]: [
    ['away', paid()],
    ['here', paid({ creditorAccount: OLAS })],
    ['with too much', paid(money('5000.00', 'NOK'))],
  ],
  [SEPA]: [
    ['away', sepa()],
    ['in crowns', sepa({ debtorAccount: MAIN })],
    ['here', sepa({ creditorAccount: { ...OLAS, currency: 'EUR' } })],
    ['with too much', sepa(money('500.01', 'EUR'))],
    ['with all money', sepa(money('500.00', 'EUR'))],
    ['to no address', sepa({ creditorAddress: undefined })],
    ['to a blank town', sepa({ creditorAddress: { townName: ' ', country: 'DE' } })],
    [
      'out of SEPA',
      sepa({ creditorAccount: { iban: 'AE070331234567890123456', currency: 'EUR' } }),
    ],
    ['in crowns only', sepa(money('10', 'NOK'))],
    ['ACSP', sepa({ creditorName: 'Sandbox ACSP' })],
    ['ACWP', sepa({ creditorName: 'Sandbox ACWP' })],
  ],
  [ABROAD]: [
    ['away', abroad()],
    ['in euros', abroad({ debtorAccount: EURO })],
    ['in crowns', abroad(money('20.00', 'NOK'))],
    ['to a number', abroad({ creditorAccount: { bban: 'X1', currency: 'JPY' } })],
    [
      'to a number here',
      abroad({
        ...{ creditorAgent: 'SNDBNO22', ...money('20.00', 'NOK') },
        creditorAccount: { bban: '99992324852', currency: 'NOK' },
      }),
    ],
    ['here', abroad({ creditorAccount: OLAS, creditorAgent: 'SNDBNO22' })],
    ['with too much', abroad(money('900.00', 'USD'))],
    ['later', abroad({ requestedExecutionDate: '2026-06-12' })],
  ],
  [REGULAR]: [
    ['thrice', regular({})],
    ['for ever', regular({ endDate: undefined, frequency: 'Monthly', creditorAccount: OLAS })],
    ['once', regular({ endDate: '2026-06-11' })],
    ['until no money is left', regular(money('600.00', 'NOK'))],
    [
      'in some months',
      regular({ frequency: 'MonthlyVariable', monthsOfExecution: [6, 7], endDate: undefined }),
    ],
    ['before holidays', regular({ dayOfExecution: '13', executionRule: 'preceeding' })],
    ['too late', regular({ startDate: '2026-06-09' })],
  ],
  [BULK]: [
    ['of two', bulk([{}, { creditorAccount: OLAS, ...money('7.00', 'NOK') }])],
    ['of two as one', bulk([{}, { creditorAccount: OLAS, ...money('7.00', 'NOK') }], asOne)],
    ['of two, not as one', bulk([{}, {}], { batchBookingPreferred: false })],
    ['of one as one', bulk([{}], asOne)],
    ['of which one is refused', bulk([{}, { creditorName: 'Sandbox RJCT' }])],
    ['of which none is taken', bulk([{ creditorName: 'Sandbox RJCT' }, money('5000', 'NOK')])],
    ['with money for one', bulk([money('1000.00', 'NOK'), money('50.00', 'NOK')])],
    ['by a name', bulk([{ creditorName: 'Sandbox ACSP' }, { creditorName: 'Sandbox ACSP' }])],
    ['later', bulk([{}, {}], { requestedExecutionDate: '2026-06-12' })],
    ['in part in euros', bulk([{}, money('1', 'EUR')])],
    ['by an error', bulk([{}, { creditorName: 'Sandbox KID_INVALID' }])],
  ],
};

const without = (body: object): JsonObject => JSON.parse(JSON.stringify(body));
const FLOW = {
  ...{ id: 'own', tppId: TPP, customerId: 'kari', context: 'PRIVATE' },
} as unknown as IdentifiedFlow;

/** As Kari asks for it, within her session. */
async function asked(bank: BankTx, path: string, body: object, query: JsonObject = {}) {
  const operation = OPERATIONS.find((row) => row.path === path && row.id.startsWith('create'));
  const [, , headers = {}] = HEADERS;
  const call = {
    ...callOf(bank.tx as never, bank.now, { headers: { tppRedirectUri: 'x:/', ...headers } }),
    ...{ bank, query, body: without(body), today: dateAt(bank.now), tpp: { id: TPP, name: 'T' } },
  };
  return (await operation?.handle(call)) as { readonly body: JsonObject };
}

/** Seconds, days and weeks later. */
const TIMES = [5000, DAY, 3 * DAY, 35 * DAY, 35 * DAY + 5000];

const lives = Object.entries(LIVES).flatMap(([path, all]) =>
  all.map(([title, body]) => [path, title, body] as const),
);

test.each(lives)('MOVE-01: %s, %s: lives as it does now', async (path, title, body) => {
  const rows = await rowsOfPayments();
  const lines = await inBank(
    async (bank) => {
      const said: string[] = [];
      const happened = (event: unknown) => void said.push(shortened(event));
      // Nothing is due of the rest of the bank.
      for (const { id } of await bank.tx.listBy(due, 'all', 'all')) bank.tx.remove(due, id);
      let before = await bank.tx.snapshot();
      const noteRows = async () => {
        const after = await bank.tx.snapshot();
        const lines = changed(before, after).filter((row) => !/scaLinkExpires|scaFlows/.test(row));
        said.push(...lines.map((row) => shortened(row, 300)));
        before = after;
      };
      const now = { ...bank, happened } as BankTx;
      const made = await asked(now, path, body).catch(refusedWith);
      if (typeof made === 'string') return [made];
      said.push(shortened(made, 100));
      await noteRows();
      const id = String(made.body['paymentId']);
      if (made.body['transactionStatus'] === 'RCVD') {
        const flow = { ...FLOW, purpose: { kind: 'payment', paymentId: id } as const };
        said.push(
          `approved: ${shortened(await paymentsRoom.purposes(deps).payment.approve(now, flow, {}))}`,
        );
        await noteRows();
      }
      for (const millis of TIMES) {
        const events = await runDue({ ...bank, now: NOW + millis }, DUE);
        if (events.length === 0) continue;
        said.push(`${millis / 1000} s: ${events.map((event) => shortened(event)).join(' ')}`);
        await noteRows();
      }
      return said.map((line) => line.replaceAll(id, 'ID'));
    },
    { rows },
  );
  expectRecordedPart('tables/lives.txt', `${path} ${title}`, lines);
});

test('PAY-08: a payment is a duplicate for 24 hours, unless it was cancelled or rejected, also of a bulk of its id', async () => {
  const again = async (path: string, body: object, change: object, query: JsonObject = {}) =>
    inBank(
      async (bank) => {
        const made = await asked(bank, path, body);
        const id = String(made.body['paymentId']);
        bank.tx.put(payments, { ...(await bank.tx.get(payments, id)), ...change } as never);
        const second = await asked(bank, path, body, query).catch(refusedWith);
        return typeof second === 'string' ? second.replaceAll(id, 'ID') : 'made';
      },
      { rows: await rowsOfPayments() },
    );
  const twin = (alike: string) =>
    `! PAY-08 409 CONFLICT allowLogicalDuplicate: Payment ID of the last 24 hours is the same: ${alike}. If you want to pay again, send allowLogicalDuplicate=true.`;
  const same = twin('PSU, accounts, amount, date and remittance');
  for (const status of TRANSACTION_STATUSES) {
    const counts = !['CANC', 'RJCT', 'ACCP'].includes(status);
    expect([status, await again(DOMESTIC, paid(), { status })]).toEqual([
      status,
      counts ? same : 'made',
    ]);
  }
  expect(await again(DOMESTIC, paid(), { createdAt: NOW - DAY + 1 })).toBe(same);
  expect(await again(DOMESTIC, paid(), { createdAt: NOW - DAY })).toBe('made');
  expect(await again(BULK, bulk([{}]), {})).toBe(twin('paymentInformationId'));
  expect(await again(REGULAR, regular({}), {})).toBe('made');
  expect(await again(DOMESTIC, paid(), {}, { allowLogicalDuplicate: 'true' })).toBe('made');
  expect(await again(DOMESTIC, paid(), {}, { allowLogicalDuplicate: 'false' })).toBe(same);
});
