// Rules of payments and signing baskets.
import type { Rule } from './rule.ts';

export const PAYMENT_RULES = [
  {
    id: 'PAY-01',
    source: ['S'],
    exercisedBy: 'success',
    sentence:
      'A create answers 201 with Location, paymentId, transactionStatus RCVD, fees and _links: self, status, startAuthorisation and scaRedirect. A payment exempt from SCA is PDNG or ACTC at once and has neither of the last two.',
  },
  {
    id: 'PAY-02',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence:
      "A body must match the specification's table exactly: lengths in code points, unknown members refused, null is not absent. One message per violation with its JSON pointer, at most 20.",
  },
  {
    id: 'PAY-03',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      "An amount is decimal text above zero of at most 18 digits, with at most the currency's ISO 4217 fraction digits. Answers have exactly that many.",
  },
  {
    id: 'PAY-04',
    source: ['L', 'O'],
    exercisedBy: 'refusal',
    sentence:
      'IBANs are checked by check digits and country length, Norwegian account numbers by modulus 11, and the two must agree if both are given; a cross-border creditor outside Norway may have a bban of 1 to 30 letters and digits instead.',
  },
  {
    id: 'PAY-05',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'A creditor account with a KID agreement refuses a payment without one (KID_MISSING) or with a wrong check digit (KID_INVALID); other creditors take any reference up to 35 characters.',
  },
  {
    id: 'PAY-06',
    source: ['S', 'O'],
    exercisedBy: 'case',
    sentence:
      "debtorAccount is the PSU's own account, or in corporate context one with the PSU's engagement REGISTER; otherwise 400 RESOURCE_UNKNOWN. In single SCA the bank checks this at approval.",
  },
  {
    id: 'PAY-07',
    exercisedBy: 'case',
    sentence:
      "A date in the past or over 365 days ahead, or an end before the start, is EXECUTION_DATE_INVALID, by the bank's clock in Europe/Oslo; a day that does not exist is FORMAT_ERROR.",
  },
  {
    id: 'PAY-08',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'The same payment again within 24 hours is 409 CONFLICT, unless allowLogicalDuplicate is true.',
  },
  {
    id: 'PAY-09',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'A character that the back end cannot carry (outside the Basic Multilingual Plane, or a control character) is 400 FORMAT_ERROR.',
  },
  {
    id: 'PAY-10',
    source: ['S', 'O'],
    exercisedBy: 'success',
    sentence:
      'From its enforcement date, or with x-accept-fix: structured-addresses, SEPA and cross-border payments need town and country, and the creditor agent if the bank cannot infer it. Before that date there is only a warning.',
  },
  {
    id: 'PAY-11',
    source: ['S', 'O'],
    exercisedBy: 'success',
    sentence:
      'SEPA is in EUR to the SEPA area, domestic in NOK to Norwegian accounts, cross-border (where offered) in any listed currency. A SEPA payment may come from an account in another currency; transactionFees has the fee and the conversion.',
  },
  {
    id: 'PAY-12',
    source: ['S', 'BG', 'O'],
    exercisedBy: 'success',
    sentence:
      'A periodic payment has a frequency and may have executionRule, dayOfExecution 1–31 and, with MonthlyVariable only, monthsOfExecution 1–12 without duplicates. It first runs on the first matching day on or after startDate.',
  },
  {
    id: 'PAY-13',
    source: ['S', 'O'],
    sentence:
      'A run that falls on a Saturday, Sunday or Norwegian public holiday moves to the following or preceding open day, never before startDate; Daily skips it. Between runs the payment is ACTC, after the last ACSC; a run without funds is ACCP in its list.',
  },
  {
    id: 'PAY-14',
    source: ['S', 'BG'],
    exercisedBy: 'success',
    sentence:
      "GET …/{paymentId} answers the request's fields, paymentId and transactionStatus; GET …/status answers the status and, if known, fundsAvailable.",
  },
  {
    id: 'PAY-15',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    needs: 'SANDBANK_PROFILE=production',
    sentence:
      'Under SANDBANK_PROFILE=production a domestic payment cannot be read before its approval: 404 RESOURCE_UNKNOWN.',
  },
  {
    id: 'PAY-16',
    source: ['S', 'BG'],
    exercisedBy: 'success',
    sentence:
      'POST …/authorisations starts another SCA of a payment; after approval it is 409 CONFLICT. GET lists all of them, also the SCA of the create.',
  },
  {
    id: 'PAY-17',
    source: ['S', 'O'],
    exercisedBy: 'success',
    sentence:
      'DELETE of an unapproved payment is 204, and the payment is CANC. DELETE of an approved payment that waits for its date is 202 and needs a cancellation SCA. Later it is 409 CONFLICT. Ids stay valid forever.',
  },
  {
    id: 'PAY-18',
    exercisedBy: 'refusal',
    sentence:
      "Another TPP's or PSU's payment, or an id under another product's path, is 404 RESOURCE_UNKNOWN.",
  },
  {
    id: 'PAY-19',
    source: ['S', 'BG', 'O'],
    exercisedBy: 'success',
    sentence:
      'A bulk holds 1 to 1000 payments of one debtor under one SCA; its status is PART while only some were accepted, RJCT when none.',
  },
  {
    id: 'PAY-20',
    source: ['S', 'O'],
    sentence:
      "Single SCA: a create with PSU-Context and no PSU-ID; the link identifies the person and approves in one step. From another person's account: PAYMENT_FAILED, and the payment stays RCVD.",
  },
  {
    id: 'PAY-21',
    exercisedBy: 'refusal',
    sentence:
      'Bodies of domestic, straks, cross-border and bulk payments, which the specification does not show, have exactly the members listed in docs/assumptions.md.',
  },
  {
    id: 'PROD-01',
    exercisedBy: 'refusal',
    sentence:
      'An unknown payment product is 404 PRODUCT_UNKNOWN; a product of another payment service is 403 PRODUCT_INVALID.',
  },
  {
    id: 'MOVE-01',
    sentence:
      'A payment changes status only by the moves of one table; every other move is refused.',
  },
  {
    id: 'MOVE-02',
    source: ['S', 'O'],
    sentence:
      'A payment that becomes due holds its amount; settlement releases the hold and books it. Without funds it holds nothing, and ends as ACCP with fundsAvailable false.',
  },
  {
    id: 'BASK-01',
    source: ['S', 'O'],
    exercisedBy: 'success',
    sentence:
      'A signing basket holds 1 to 100 single payments; a bulk or periodic one inside is 400 REFERENCE_MIX_INVALID.',
  },
  {
    id: 'BASK-02',
    source: ['BG', 'O'],
    exercisedBy: 'success',
    sentence:
      'One SCA approves all payments of a basket, listed with a total per currency; before that it can be deleted, and its payments stay.',
  },
  {
    id: 'BASK-03',
    source: ['L'],
    exercisedBy: 'success',
    sentence:
      'A basket is not atomic: each payment keeps its own status, and the basket shows the worst of them.',
  },
] as const satisfies readonly Rule[];
