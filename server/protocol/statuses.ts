// transactionStatus of a payment (interface.md, States and transitions). The moves are in
// server/bank/payments/lifecycle.ts.
export const TRANSACTION_STATUSES = [
  'ACCP',
  'ACSC',
  'ACSP',
  'ACTC',
  'ACWC',
  'ACWP',
  'RCVD',
  'PDNG',
  'RJCT',
  'CANC',
  'PART',
] as const;

export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
