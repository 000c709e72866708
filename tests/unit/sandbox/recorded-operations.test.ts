// What each operation on test users, their accounts, cards and agreements answers, and which rows it leaves otherwise, in a
// bank where they have payments, baskets, consents, sessions and SCA links, as it is written in
// tests/fixtures/tables/sandbox-operations.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { resourceIdOf } from '../../../server/bank/accounts/account-ids.ts';
import { consentControlOperations } from '../../../server/bank/accounts/consent-control.ts';
import { customerOperations } from '../../../server/bank/sandbox/customers.ts';
import { accountOperations } from '../../../server/bank/sandbox/mock-accounts.ts';
import { agreementOperations } from '../../../server/bank/sandbox/mock-agreements.ts';
import { cardOperations } from '../../../server/bank/sandbox/mock-cards.ts';
import { personControlOperations } from '../../../server/bank/sandbox/person-control.ts';
import { contactOperations } from '../../../server/bank/tpps/contact-information.ts';
import { tppControlOperations } from '../../../server/bank/tpps/tpp-control.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { expectRecordedPart, shown } from '../../support/recorded.ts';
import { callOf } from '../accounts/call.ts';
import { changed, inBank, NOW, refusedWith, said } from '../seeds/filled.ts';
import { OLA, TPP } from '../seeds/seed-scene.ts';
import { BODIES } from './bodies.ts';
import { rowsOfAll } from './rich-rows.ts';

interface Handled {
  readonly id: string;
  readonly path: string;
  readonly handle: (call: object) => unknown;
}
const OPERATIONS = [
  ...[...customerOperations, ...accountOperations, ...cardOperations, ...agreementOperations],
  ...[
    ...personControlOperations,
    ...consentControlOperations,
    ...contactOperations,
    ...tppControlOperations,
  ],
] as unknown as readonly Handled[];

/** The value of each path parameter, of what is there and of what is not. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  customerId: ['kari', 'ola', 'as', 'none'],
  mockAccountId: [
    'main',
    'second',
    'drift',
    'none',
    resourceIdOf('own', TPP, 'olas'),
    resourceIdOf('own', 'other', 'main'),
  ],
  mockCardAccountId: ['card', 'none', resourceIdOf('own', TPP, 'card')],
  agreementId: ['bakery', 'empty', 'kari-own', 'none'],
  engagementId: ['kari-views', 'ola-views', 'kari-second', 'none'],
  transactionId: ['line', 'held', 'own/1', 'p', 'none'],
  tppId: [TPP, 'PSDNO-FSA-1', 'NO-FSA-1', 'NO-2'],
  organisationId: [TPP, 'NO-2', 'PSDX'],
  id: [
    'kari',
    OLA,
    'as',
    'main',
    'card',
    'none',
    resourceIdOf('own', TPP, 'main'),
    resourceIdOf('own', 'x', 'main'),
  ],
};

const QUERIES: readonly JsonObject[] = [
  {},
  ...[{ includeAccounts: 'true' }, { includeAgreements: 'true' }, { includeAccounts: 'false' }],
  ...[
    { limit: '1' },
    { limit: '1', offset: '1' },
    { fromDate: '2026-06-10' },
    { toDate: '2026-06-09' },
    { offset: '9' },
  ],
];

function* paramsOf(path: string): Generator<Readonly<Record<string, string>>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const [first, second] = names;
  if (first === undefined) return void (yield {});
  for (const [nth, one] of (IDS[first] ?? []).entries()) {
    if (second === undefined) yield { [first]: one };
    else
      for (const other of nth > 1 ? ['line'] : (IDS[second] ?? []))
        yield { [first]: one, [second]: other };
  }
}

test.each(OPERATIONS.map(({ id }) => id))('SBX-01: %s: does what it does now', async (id) => {
  const operation = OPERATIONS.find((one) => one.id === id) as Handled;
  const rows = await rowsOfAll();
  const lines: string[] = [];
  for (const params of paramsOf(operation.path)) {
    const isThere = !Object.values(params).includes('none');
    const bodies = BODIES[id] ?? [undefined];
    const isRead = /^get.*s$|Customer$/.test(id);
    for (const body of isThere ? bodies : bodies.slice(0, 1)) {
      for (const query of isRead && isThere ? QUERIES : [{}]) {
        lines.push(`> ${shown(params)} ${JSON.stringify(query)} ${shown(body)}`);
        lines.push(
          ...(await inBank(
            async (bank) => {
              const call = {
                ...callOf(bank.tx as never, NOW),
                bank,
                params,
                query,
                body,
                tpp: { id: TPP, name: 'T' },
              };
              try {
                const {
                  status,
                  headers,
                  body: answer,
                } = (await operation.handle(call)) as JsonObject;
                const said_ = `${status} ${headers === undefined ? '' : shown(headers)} ${said(answer)}`;
                return [said_, ...changed(rows, await bank.tx.snapshot())];
              } catch (thrown) {
                return [refusedWith(thrown)];
              }
            },
            { rows },
          )),
        );
      }
    }
  }
  expect(lines.length).toBeGreaterThan(0);
  expectRecordedPart('tables/sandbox-operations.txt', id, lines);
});
