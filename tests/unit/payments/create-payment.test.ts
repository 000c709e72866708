// Who may pay from an account (PAY-06) and when that needs no SCA (SES-06), case by case; the rest of a create
// is in tests/conformance/payments*.test.ts.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type AccountRow, accounts } from '../../../server/bank/accounts/tables.ts';
import { engagements } from '../../../server/bank/customers/tables.ts';
import { isExempt } from '../../../server/bank/payments/create/create-payment.ts';
import { needDebtorAccount, type Payer } from '../../../server/bank/payments/create/debtor.ts';
import type { SessionRow } from '../../../server/bank/sca/tables.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';

const account = (iban: string, customerId: string, agreementId?: string) =>
  ({ iban, customerId, agreementId, currency: 'EUR', payments: true }) as unknown as AccountRow;
/** Kari and Ola are persons, nord is Ola's company. */
const ACCOUNTS = {
  kari: account('NO4599996896389', 'kari'),
  kariToo: account('NO6099993743328', 'kari'),
  ola: account('NO0399999962927', 'ola'),
  nord: account('NO9299997115151', 'ola', 'nord'),
} as const;
type Name = keyof typeof ACCOUNTS;

const PRIVATE = { context: 'PRIVATE' } as const;
const NORD = { context: 'CORPORATE', agreementId: 'nord' } as const;
const ANOTHER = { context: 'CORPORATE', agreementId: 'another' } as const;

describe('PAY-06: the debtor account', () => {
  const OLA = { customerId: 'ola' };
  const engagement = { id: 'ola-nord', agreementId: 'nord', customerId: 'ola', accountId: 'nord' };
  let tx: MapTx;
  beforeEach(() => {
    tx = mapTx();
    for (const [id, row] of Object.entries(ACCOUNTS)) tx.put(accounts, { ...row, id });
    tx.put(engagements, { ...engagement, roles: ['REGISTER', 'VIEW'] });
  });
  const found = (payer: Payer, name: Name) => {
    const ids = { uuid: () => '', token: () => '' };
    return needDebtorAccount(
      { bank: 'default', idScope: 'default', tx, now: 0, ids },
      payer,
      ACCOUNTS[name],
    );
  };

  test.each<[Payer, Name, boolean]>([
    [OLA, 'ola', true],
    [OLA, 'nord', true],
    [{ ...OLA, ...PRIVATE }, 'ola', true],
    [{ ...OLA, ...PRIVATE }, 'nord', false],
    [{ ...OLA, ...NORD }, 'nord', true],
    [{ ...OLA, ...NORD }, 'ola', false],
    [{ ...OLA, ...ANOTHER }, 'nord', false],
    [{ customerId: 'kari' }, 'ola', false],
    [{ customerId: 'kari' }, 'nord', false],
  ])('PAY-06: %j may pay from %s: %s', async (payer, name, may) => {
    if (may) expect((await found(payer, name)).id).toBe(name);
    else {
      const refusal = { rule: 'PAY-06', code: 'RESOURCE_UNKNOWN' };
      await expect(found(payer, name)).rejects.toMatchObject(refusal);
    }
  });

  test('PAY-06: engaged with VIEW alone is not enough', async () => {
    tx.put(engagements, { ...engagement, roles: ['VIEW'] });
    await expect(found({ ...OLA, ...NORD }, 'nord')).rejects.toMatchObject({
      code: 'RESOURCE_UNKNOWN',
    });
  });
});

test.each<[string, Name, readonly (Name | 'elsewhere')[], object | undefined, boolean]>([
  ['between own accounts', 'kari', ['kariToo'], PRIVATE, true],
  ['between own accounts without a session', 'kari', ['kariToo'], undefined, false],
  ['to an account in another bank', 'kari', ['elsewhere'], PRIVATE, false],
  ["to another person's account", 'kari', ['ola'], PRIVATE, false],
  ['with one creditor of several who is another', 'kari', ['kariToo', 'ola'], PRIVATE, false],
  ['from a person to their company', 'ola', ['nord'], PRIVATE, false],
  ['from a company to its person', 'nord', ['ola'], NORD, false],
  ['between accounts of one company', 'nord', ['nord'], NORD, true],
  ['the same in a session of another agreement', 'nord', ['nord'], ANOTHER, false],
  ['the same in a private session', 'nord', ['nord'], PRIVATE, false],
])('SES-06: exemption from SCA: %s', (_, debtor, creditors, session, exempt) => {
  const rows = creditors.map((name) => (name === 'elsewhere' ? undefined : ACCOUNTS[name]));
  expect(isExempt(ACCOUNTS[debtor], session as SessionRow | undefined, rows)).toBe(exempt);
});
