// Which accounts and cards a person can act on, in which order (SBX-06).
import { expect, test } from '@jest/globals';
import { consentView } from '../../../server/bank/accounts/consent-control.ts';
import {
  type Actor,
  accountsOf,
  cardsOf,
  hasNothing,
} from '../../../server/bank/accounts/consent-store.ts';
import { accounts, cardAccounts } from '../../../server/bank/accounts/tables.ts';
import { engagements } from '../../../server/bank/customers/tables.ts';
import { mapTx } from '../../support/map-tx.ts';
import { callOf } from './call.ts';

const NUMBERS = ['3', '1', '4', '2', '5'];

test('SBX-06: a company shares what its person may view and register, a person what is theirs', async () => {
  const tx = mapTx();
  const { bank } = callOf(tx, 0);
  const roles = [['VIEW', 'REGISTER'], ['REGISTER', 'VIEW'], ['VIEW'], ['REGISTER'], []];
  for (const [nth, bban] of [...NUMBERS, '7', '6'].entries()) {
    const of = nth < 5 ? { customerId: 'as', agreementId: 'bakery' } : { customerId: 'kari' };
    tx.put(accounts, { id: `a${bban}`, bban, ...of } as never);
  }
  tx.put(accounts, { id: 'under', bban: '8', customerId: 'kari', agreementId: 'x' } as never);
  for (const id of ['c2', 'c1'])
    tx.put(cardAccounts, { id, customerId: 'kari', maskedPan: id } as never);
  const ids = async (actor: object) => ({
    accounts: (await accountsOf(bank, actor as Actor)).map(({ id }) => id),
    cards: (await cardsOf(bank, actor as Actor)).map(({ id }) => id),
    nothing: await hasNothing(bank, actor as Actor),
  });
  const company = { customerId: 'kari', context: 'CORPORATE', agreementId: 'bakery' };
  expect(await ids(company)).toEqual({ accounts: [], cards: [], nothing: true });
  for (const [nth, bban] of NUMBERS.entries()) {
    const id = `e${nth}`;
    tx.put(engagements, {
      id,
      agreementId: 'bakery',
      customerId: 'kari',
      accountId: `a${bban}`,
      roles: ['VIEW', 'REGISTER'],
    } as never);
  }
  expect(await ids(company)).toEqual({
    accounts: ['a1', 'a2', 'a3', 'a4', 'a5'],
    cards: [],
    nothing: false,
  });
  for (const [nth, bban] of NUMBERS.entries()) {
    const row = {
      id: `e${nth}`,
      agreementId: 'bakery',
      customerId: 'kari',
      accountId: `a${bban}`,
      roles: roles[nth],
    };
    tx.put(engagements, row as never);
  }
  expect(await ids(company)).toEqual({ accounts: ['a1', 'a3'], cards: [], nothing: false });
  expect(await ids({ ...company, agreementId: 'other' })).toEqual({
    accounts: [],
    cards: [],
    nothing: true,
  });
  const person = { customerId: 'kari', context: 'PRIVATE' };
  expect(await ids(person)).toEqual({
    accounts: ['a6', 'a7'],
    cards: ['c1', 'c2'],
    nothing: false,
  });
  for (const id of ['a6', 'a7']) tx.remove(accounts, id);
  expect(await ids(person)).toEqual({ accounts: [], cards: ['c1', 'c2'], nothing: false });
  for (const id of ['c1', 'c2']) tx.remove(cardAccounts, id);
  expect(await ids(person)).toEqual({ accounts: [], cards: [], nothing: true });
});

test('CONS-10: a consent of nobody is a fault, not a consent', async () => {
  const { bank } = callOf(mapTx(), 0);
  const consent = { id: 'c', tppId: 'T', customerId: 'gone', accounts: [], status: 'valid' };
  await expect(consentView(bank, consent as never)).rejects.toThrow('consent c has no customer');
});
