// For whom a person may act, in which order, and what of it a request has ruled out (SCA-02, SCA-07).
import { expect, test } from '@jest/globals';
import {
  agreements,
  type CustomerRow,
  customers,
  engagements,
} from '../../../server/bank/customers/tables.ts';
import {
  allowedContexts,
  contextsOf,
  engagedAgreements,
} from '../../../server/bank/sca/contexts.ts';
import type { FlowRow } from '../../../server/bank/sca/tables.ts';
import { mapTx } from '../../support/map-tx.ts';
import { callOf } from '../accounts/call.ts';

const { bank } = callOf(mapTx(), 0);
const { tx } = bank;
const PEOPLE = {
  ...{ kari: 'PRIVATE', ola: 'PRIVATE' },
  ...{ as: 'CORPORATE', sole: 'CORPORATE', agent: 'CORPORATE' },
} as const;
for (const [id, type] of Object.entries(PEOPLE))
  tx.put(customers, { id, type, name: id.toUpperCase(), number: id, createdAt: 0 } as never);
const OWNERS = { zoo: 'as', bakery: 'as', private: 'ola', ownerless: 'nobody' };
for (const [id, customerId] of Object.entries(OWNERS))
  tx.put(agreements, { id, customerId, name: id, organisationNumber: `of ${id}` });
const ENGAGED = ['zoo', 'zoo', 'private', 'ownerless', 'gone', 'bakery'];
for (const [nth, agreementId] of ENGAGED.entries()) {
  const id = `e${nth}`;
  tx.put(engagements, { id, agreementId, customerId: 'kari', accountId: id, roles: [] });
}
tx.put(engagements, {
  ...{ id: 'own', agreementId: 'zoo', customerId: 'agent', accountId: 'a', roles: [] },
});

const person = async (id: string) => (await tx.get(customers, id)) as CustomerRow;
const PRIVATE = { context: 'PRIVATE', name: 'KARI' };
const corporate = (id: string) => ({
  context: 'CORPORATE',
  agreementId: id,
  name: id,
  organisationNumber: `of ${id}`,
});

test('SCA-02: a person acts for companies only, each once, by name; not for a person, nor for what is gone', async () => {
  const ids = (await engagedAgreements(bank, 'kari')).map(({ id }) => id);
  expect(ids).toEqual(['bakery', 'zoo']);
  expect(await engagedAgreements(bank, 'ola')).toEqual([]);
});

test('SCA-02: private comes first; a company that acts for nobody acts for itself', async () => {
  const all = await Promise.all(
    Object.keys(PEOPLE).map(async (id) => contextsOf(bank, await person(id))),
  );
  expect(all).toEqual([
    [PRIVATE, corporate('bakery'), corporate('zoo')],
    [{ context: 'PRIVATE', name: 'OLA' }],
    [{ context: 'PRIVATE', name: 'AS' }],
    [{ context: 'PRIVATE', name: 'SOLE' }],
    [corporate('zoo')],
  ]);
});

test.each<[Partial<FlowRow>, readonly object[]]>([
  [{}, [PRIVATE, corporate('bakery'), corporate('zoo')]],
  [{ fixedContext: 'PRIVATE' }, [PRIVATE]],
  [{ fixedContext: 'CORPORATE' }, [corporate('bakery'), corporate('zoo')]],
  [{ fixedAgreementId: 'zoo' }, [corporate('zoo')]],
  [{ fixedContext: 'CORPORATE', fixedAgreementId: 'zoo' }, [corporate('zoo')]],
  [{ fixedContext: 'PRIVATE', fixedAgreementId: 'zoo' }, []],
  [{ fixedAgreementId: 'private' }, []],
])('SCA-07: of a request that fixes %j only that is left', async (fixed, left) => {
  expect(await allowedContexts(bank, fixed as FlowRow, await person('kari'))).toEqual(left);
});
