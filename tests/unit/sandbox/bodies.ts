// Bodies that the operations of the sandbox are sent, right ones and wrong ones.
import { account, COMPANY, KARI, NEW, OLA } from '../seeds/seed-scene.ts';

const NOK = (amount: number | string, currency = 'NOK') => ({ amount, currency });
const engaged = (own: object = {}) => ({
  customer: OLA,
  account: { iban: 'NO43 9999 1244 332' },
  roles: ['VIEW'],
  ...own,
});
const spent = (own: object = {}) => ({ transactionAmount: NOK('-2'), ...own });
const balances = (...all: readonly (readonly [string, unknown])[]) => ({
  balances: all.map(([balanceType, balanceAmount]) => ({ balanceType, balanceAmount })),
});

/** By operation; none is right for what has no body. */
export const BODIES: Readonly<Record<string, readonly unknown[]>> = {
  addSandboxCustomer: [
    ...['PRIVATE', 'CORPORATE'].map((customerType) => ({
      customerNumber: NEW,
      customerName: 'N',
      customerType,
    })),
    { customerNumber: KARI, customerName: 'N', customerType: 'PRIVATE' },
  ],
  addSandboxAccount: [
    ...[
      {},
      { bban: '99999351499' },
      { bban: '99991263876' },
      { cashAccountType: 'SVGS' },
      { product: 'P', kid: 'optional' },
    ],
    ...[
      { balance: NOK(5) },
      { balance: NOK(5, 'EUR') },
      { creditLine: NOK('7.50') },
      { creditLine: NOK(1, 'EUR') },
    ],
    ...[
      { customerNumber: OLA },
      { customerNumber: COMPANY },
      { customerNumber: NEW },
      { balance: NOK('1.234') },
    ],
  ].map((own) => ({ ...account, ...own })),
  addSandboxCardAccount: [
    ...[
      {},
      { maskedPan: '492500******7777' },
      { product: 'Gull' },
      { balance: NOK(-5) },
      { balance: NOK(5, 'EUR') },
    ],
    ...[
      { creditLimit: NOK(1, 'EUR') },
      { customerNumber: NEW },
      { currency: 'EUR', creditLimit: NOK(3, 'EUR') },
    ],
  ].map((own) => ({ customerNumber: KARI, currency: 'NOK', creditLimit: NOK(10), ...own })),
  putSandboxAccountBalances: [
    ...[
      balances(),
      balances(['closingBooked', NOK(1)]),
      balances(['expected', NOK(1)]),
      balances(['interimBooked', NOK(1)]),
    ],
    ...[
      balances(['closingBooked', NOK(1)], ['expected', NOK(1)]),
      balances(['closingBooked', NOK(20)], ['expected', NOK(1)]),
    ],
    ...[
      balances(['expected', NOK(1)], ['expected', NOK(1)]),
      balances(['expected', NOK(1, 'EUR')]),
      balances(['toString', NOK(1)]),
    ],
    ...[
      balances(['closingBooked', NOK(19)], ['expected', NOK(0)]),
      balances(['expected', 7]),
      balances(['expected', '1.234']),
    ],
  ],
  putSandboxCardAccountBalances: [
    ...[
      balances(['interimBooked', NOK(1)]),
      balances(['forwardAvailable', NOK(1)]),
      balances(['closingBooked', NOK(1)]),
    ],
    ...[
      balances(['interimBooked', NOK(-98)], ['forwardAvailable', NOK(1)]),
      balances(['forwardAvailable', NOK(1)], ['forwardAvailable', NOK(1)]),
    ],
  ],
  addSandboxTransactions: [
    ...[
      spent(),
      [spent(), spent()],
      spent({ pending: true }),
      spent({ bookingDate: '2026-06-09' }),
      spent({ valueDate: '2026-06-09' }),
    ],
    ...[
      spent({ bookingDate: '2026-06-11' }),
      spent({ valueDate: '2026-06-11' }),
      spent({ bookingDate: '2026-06-10', valueDate: '2026-06-09' }),
    ],
    ...[
      [spent(), spent({ transactionAmount: NOK(1, 'EUR') })],
      spent({ debtorAccount: { bban: '99997649326', currency: 'NOK' } }),
    ],
    ...[
      spent({ debtorAccount: { iban: 'NO06 9999 7649 326' } }),
      spent({ debtorAccount: { currency: 'EUR' } }),
      spent({ debtorAccount: { bban: '1' } }),
    ],
    ...[
      spent({ debtorAccount: { iban: 'NO1499992324852' } }),
      spent({ remittanceInformationUnstructuredArray: ['a', 'b'] }),
    ],
    [
      spent({ bookingDate: '2026-06-08', creditorName: 'A' }),
      spent({ pending: true }),
      spent({ valueDate: '2026-06-01' }),
    ],
  ],
  addSandboxCardTransactions: [
    ...[
      spent(),
      spent({ cardTransactionId: 'own/1' }),
      spent({ cardTransactionId: 'own/2' }),
      [spent({ cardTransactionId: 'x' }), spent({ cardTransactionId: 'x' })],
    ],
    ...[
      spent({ cardTransactionId: 'p' }),
      spent({ cardTransactionId: '' }),
      [spent(), spent({ cardTransactionId: 'own/1' })],
    ],
    ...['true', true, 'false', false, 'TRUE'].map((invoiced) => spent({ invoiced })),
    ...[
      spent({ originalAmount: NOK(5, 'JPY') }),
      spent({ originalAmount: NOK('5.5', 'JPY') }),
      spent({ markupFee: NOK(0.5) }),
    ],
    ...[
      spent({ markupFee: NOK('0.555') }),
      spent({ markupFeePercentage: 0 }),
      spent({ markupFeePercentage: '1.5' }),
      spent({ maskedPan: 'x' }),
    ],
    ...[
      spent({ transactionDate: '2026-06-01' }),
      spent({ bookingDate: '2026-06-01', valueDate: '2026-06-02', pending: true }),
    ],
  ],
  addSandboxAgreement: [
    ...[
      {},
      { name: 'Ny' },
      { organisationNumber: '974760673' },
      { owner: KARI },
      { owner: NEW },
      { engagements: [] },
    ],
    ...[
      { engagements: [engaged()] },
      { engagements: [engaged({ customer: NEW })] },
      { engagements: [engaged(), engaged({ customer: NEW })] },
    ],
  ].map((own) => ({ owner: COMPANY, ...own })),
  addSandboxEngagement: [
    ...[
      {},
      { customer: KARI },
      { customer: NEW },
      { account: { iban: 'NO1499992324852' } },
      { account: { iban: 'NO9386011117947' } },
    ],
    ...[
      { registerLimit: NOK(5) },
      { approvalLimit: 7 },
      { approvalLimit: NOK(1, 'EUR') },
      { registerLimit: 1.234 },
      { roles: ['VIEW', 'REGISTER'] },
    ],
  ].map(engaged),
  putAccountPermissions: [{ payments: false }, { payments: true }],
  putTppContactInformation: [{ email: 'a@b.example' }],
  putTpp: [{ registered: false }, { registered: true }],
};
