// Rules of account information.
import type { Rule } from './rule.ts';

export const ACCOUNT_RULES = [
  {
    id: 'ACC-01',
    source: ['L'],
    exercisedBy: 'success',
    sentence:
      'GET /v1/accounts lists the accounts that the PSU consented to, with balances if withBalance is true. Ids are opaque, differ per TPP, and work raw or percent-encoded in a path.',
  },
  {
    id: 'ACC-02',
    source: ['L', 'BG'],
    exercisedBy: 'success',
    sentence:
      'GET /v1/accounts/{id} answers one account; /balances answers closingBooked and expected.',
  },
  {
    id: 'ACC-03',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      '/transactions takes bookingStatus (required), dateFrom, dateTo, offset and limit, and answers newest first, pending before booked, with self, next and previous links that carry every parameter.',
  },
  {
    id: 'ACC-04',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'A transaction has a stable transactionId once booked, a bookingDate, a signed amount, parties, and remittance in its old and new forms; every transaction has a text, which the bank writes if nobody gave one.',
  },
  {
    id: 'ACC-05',
    source: ['S', 'BG'],
    exercisedBy: 'success',
    sentence:
      'GET /transactions/{transactionId} answers {transactionsDetails}: everything that the list has, and more.',
  },
  {
    id: 'ACC-06',
    source: ['S', 'O'],
    exercisedBy: 'case',
    sentence:
      'PSU absent: balances and transactions at most 4 times each per sliding 24 hours per TPP, PSU and account, then 429 ACCESS_EXCEEDED with Retry-After. To follow a next link is not a new request.',
  },
  {
    id: 'ACC-07',
    source: ['S', 'O'],
    exercisedBy: 'case',
    sentence:
      'PSU absent: no transactions older than 90 days; asking for more is 401 CONSENT_INVALID with scaRedirect.',
  },
  {
    id: 'ACC-08',
    source: ['S'],
    exercisedBy: 'case',
    needs: 'SANDBANK_PROFILE=production',
    sentence:
      'Under SANDBANK_PROFILE=production pending transactions of accounts ignore dateFrom, dateTo and limit; in the sandbox they do not.',
  },
  {
    id: 'ACC-09',
    source: ['S'],
    exercisedBy: 'case',
    sentence:
      "Each published fix is the default from its date on. Before that date on the bank's clock, the bank shows the old behaviour, unless x-accept-fix asks for the fix.",
  },
  {
    id: 'CARD-01',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'Card accounts are served like accounts, with masked number, credit limit, balances and cardTransactions in card and purchase currency.',
  },
] as const satisfies readonly Rule[];
