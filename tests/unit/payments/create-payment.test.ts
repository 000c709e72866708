// What of a create is hard to arrange over HTTP; the rest is in tests/conformance/payments*.test.ts.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { engagements } from '../../../server/bank/customers/tables.ts';
import { isExempt } from '../../../server/bank/payments/create/create-payment.ts';
import { needDebtorAccount, type Payer } from '../../../server/bank/payments/create/debtor.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { type AccountName, accountOf, createSepa, type House, openHouse } from './support.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

describe('PAY-06: the debtor account', () => {
  test('PAY-06: an IBAN with spaces is the same account', async () => {
    const iban = accountOf('kariEur').iban.replace(/(.{4})/g, '$1 ');
    const made = await createSepa(house, { debtorAccount: { iban, currency: 'EUR' } });
    expect((await house.payment(made)).debtorAccountId).toBe('kariEur');
  });

  const OLA = { customerId: 'ola' };
  const PRIVATE = { ...OLA, context: 'PRIVATE' } as const;
  const NORD = { ...OLA, context: 'CORPORATE', agreementId: 'nord' } as const;
  test.each<[Payer, AccountName, boolean]>([
    [OLA, 'olaEur', true],
    [OLA, 'nordEur', true],
    [PRIVATE, 'olaEur', true],
    [PRIVATE, 'nordEur', false],
    [NORD, 'nordEur', true],
    [NORD, 'olaEur', false],
    [{ ...NORD, agreementId: 'another' }, 'nordEur', false],
    [{ customerId: 'kari' }, 'olaEur', false],
    [{ customerId: 'kari' }, 'nordEur', false],
  ])('PAY-06: %j may pay from %s: %s', async (payer, name, may) => {
    const found = needDebtorAccount(house.bank(), payer, accountOf(name));
    if (may) expect((await found).id).toBe(name);
    else await expect(found).rejects.toMatchObject({ rule: 'PAY-06', code: 'RESOURCE_UNKNOWN' });
  });

  test('PAY-06: engaged with VIEW alone is not enough', async () => {
    const [engagement] = house.tx.all(engagements);
    if (engagement !== undefined) house.tx.put(engagements, { ...engagement, roles: ['VIEW'] });
    const found = needDebtorAccount(house.bank(), NORD, accountOf('nordEur'));
    await expect(found).rejects.toMatchObject({ code: 'RESOURCE_UNKNOWN' });
  });

  test('CONS-11: an account without payment permission', async () => {
    house.tx.put(accounts, { ...accountOf('kariEur'), payments: false });
    const { status, code, path } = await createSepa(house);
    expect({ status, code, path }).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      path: '/debtorAccount',
    });
    expect([house.tx.all(payments), house.tx.all(flows)]).toEqual([[], []]);
  });
});

describe('SES-06: exemption from SCA', () => {
  const PRIVATE = { context: 'PRIVATE' } as const;
  const NORD = { context: 'CORPORATE', agreementId: 'nord' } as const;
  const ANOTHER = { context: 'CORPORATE', agreementId: 'another' } as const;
  type Creditors = readonly (AccountName | 'elsewhere')[];

  test.each<[string, AccountName, Creditors, object | undefined, boolean]>([
    ['between own accounts', 'kariNok', ['kariEur'], PRIVATE, true],
    ['between own accounts without a session', 'kariNok', ['kariEur'], undefined, false],
    ['to an account in another bank', 'kariNok', ['elsewhere'], PRIVATE, false],
    ["to another person's account", 'kariEur', ['olaEur'], PRIVATE, false],
    [
      'with one creditor of several who is another',
      'kariNok',
      ['kariEur', 'olaEur'],
      PRIVATE,
      false,
    ],
    ['from a person to their company', 'olaEur', ['nordEur'], PRIVATE, false],
    ['from a company to its person', 'nordEur', ['olaEur'], NORD, false],
    ['between accounts of one company', 'nordEur', ['nordEur'], NORD, true],
    ['the same in a session of another agreement', 'nordEur', ['nordEur'], ANOTHER, false],
    ['the same in a private session', 'nordEur', ['nordEur'], PRIVATE, false],
  ])('SES-06: %s', (_, debtor, creditors, stated, exempt) => {
    const session = stated && {
      id: 's',
      tppId: 'tpp',
      customerId: accountOf(debtor).customerId,
      tppSessionId: 't',
      startedAt: 0,
      endsAt: 1,
      ...(stated as typeof PRIVATE),
    };
    const rows = creditors.map((name) => (name === 'elsewhere' ? undefined : accountOf(name)));
    expect(isExempt(accountOf(debtor), session, rows)).toBe(exempt);
  });
});
