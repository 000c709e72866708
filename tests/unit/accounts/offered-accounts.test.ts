// What a person is offered to share, and what is shared then (CONS-09).
import { expect, test } from '@jest/globals';
import { accessPurpose } from '../../../server/bank/accounts/consents.ts';
import { type ConsentRow, consents } from '../../../server/bank/accounts/tables.ts';
import type { IdentifiedFlow } from '../../../server/bank/sca/purpose.ts';
import { rowsOfAll } from '../sandbox/rich-rows.ts';
import { inBank } from '../seeds/filled.ts';
import { TPP } from '../seeds/seed-scene.ts';

const KARI = { customerId: 'kari', context: 'PRIVATE' } as const;
const OLA = { customerId: 'ola', context: 'CORPORATE', agreementId: 'bakery' } as const;
const flowOf = (actor: object, tppId = TPP) => ({ ...actor, tppId }) as IdentifiedFlow;

const CURRENT = {
  ...{ id: 'main', name: 'Konto', kind: 'account', currency: 'NOK', balance: '1031.00' },
  ...{ number: '9999 76 49326', reference: 'NO0699997649326' },
};
const SAVINGS = {
  ...{ id: 'second', name: 'Konto', kind: 'account', currency: 'NOK', balance: '0.00' },
  ...{ number: '9999 93 51499', reference: 'NO3299999351499' },
};
const CARD = {
  ...{ id: 'card', name: 'Kredittkort', kind: 'card', currency: 'NOK', balance: '96.00' },
  ...{ number: '492500******1026', reference: '492500******1026' },
};
const WORK = {
  ...{ id: 'drift', name: 'Konto', kind: 'account', currency: 'NOK', balance: '0.00' },
  ...{ number: '9999 60 25671', reference: 'NO2699996025671' },
};
const ticked = (checked: boolean, ...choices: readonly object[]) =>
  choices.map((choice) => ({ ...choice, checked }));

test('CONS-09: a person is offered accounts and cards with number and balance, all ticked, a company its accounts', async () => {
  const rows = await rowsOfAll();
  const offered = (flow: IdentifiedFlow) =>
    inBank((bank) => accessPurpose.view(bank, flow), { rows });
  const all = ticked(true, CURRENT, SAVINGS, CARD);
  expect(await offered(flowOf(KARI))).toEqual({ kind: 'access', accounts: all });
  expect(await offered(flowOf(KARI, 'another'))).toEqual({ kind: 'access', accounts: all });
  expect(await offered(flowOf(OLA))).toEqual({ kind: 'access', accounts: ticked(true, WORK) });
});

test('CONS-09: ticked is what is shared already; nothing chosen is everything', async () => {
  const rows = await rowsOfAll();
  const after = (...choices: readonly object[]) =>
    inBank(
      async (bank) => {
        const flow = flowOf(KARI);
        for (const choice of choices) await accessPurpose.approve(bank, flow, choice);
        const view = await accessPurpose.view(bank, flow);
        const { accounts } = view as Extract<typeof view, { kind: 'access' }>;
        return accounts.filter(({ checked }) => checked).map(({ id }) => id);
      },
      { rows },
    );
  const one = { accountIds: ['second'] };
  expect(await after(one)).toEqual(['second']);
  expect(await after({ accountIds: ['card', 'drift', 'main'] })).toEqual(['main', 'card']);
  expect(await after(one, {})).toEqual(['main', 'second', 'card']);
  expect(await after({ accountIds: [] })).toEqual([]);
  const revoked = await inBank(
    async (bank) => {
      const flow = flowOf(KARI);
      await accessPurpose.approve(bank, flow, one);
      const [row] = (await bank.tx.listBy(consents, 'byCustomer', 'kari')).filter(
        ({ context }) => context === 'PRIVATE',
      );
      bank.tx.put(consents, { ...(row as ConsentRow), status: 'revoked' });
      return accessPurpose.view(bank, flow);
    },
    { rows },
  );
  expect(revoked).toEqual({ kind: 'access', accounts: ticked(true, CURRENT, SAVINGS, CARD) });
});
