// The path of a payment, and the `_links` and psuMessage of answers about it.

import { remember } from '../../kernel/recent.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { link } from '../../protocol/reply.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import type { Call } from '../banks/operation.ts';
import { productOf } from './products.ts';
import type { PaymentRow } from './tables.ts';

export type AuthorisationKind = 'payment' | 'cancellation';

/** The path segment below the payment. */
export const AUTHORISATION_SEGMENTS = {
  payment: 'authorisations',
  cancellation: 'cancellation-authorisations',
} as const satisfies Record<AuthorisationKind, string>;

/** Path of a payment, relative to the bank's base address. */
export function paymentPath(payment: PaymentRow): string {
  const { service, product } = productOf(payment.product);
  return `/v1/${service}/${product}/${payment.id}`;
}

/**
 * PAY-01: self and status; startAuthorisation while the payment waits for its own approval (PAY-16, BASK-02).
 * @param isApproved by one person, while a second one is to follow
 */
export function paymentLinks(payment: PaymentRow, isApproved = false): JsonObject {
  const self = paymentPath(payment);
  return {
    self: link(self, 'GET', 'DELETE'),
    status: link(`${self}/status`, 'GET'),
    ...(payment.status === 'RCVD' && payment.basketId === undefined && !isApproved
      ? { startAuthorisation: link(`${self}/authorisations`, 'POST') }
      : {}),
  };
}

/** For the Location header: unlike links in bodies it includes the bank's prefix (RFC 9110). */
export function locationOf(call: Call, path: string): string {
  return pathnameOf(call.baseUrl) + path;
}

const pathnameOf = remember((url) => new URL(url).pathname.replace(/\/$/, ''));

type Texts = { readonly [L in Language]: string };

const PSU_MESSAGES: { readonly [S in TransactionStatus]?: Texts } = {
  RCVD: {
    en: 'The payment waits for your approval in the bank.',
    nb: 'Betalingen venter på at du godkjenner den i banken.',
  },
  ACCP: {
    en: 'The payment was rejected: there is not enough money on the account.',
    nb: 'Betalingen ble avvist: det er ikke nok penger på kontoen.',
  },
  RJCT: { en: 'The bank rejected the payment.', nb: 'Banken avviste betalingen.' },
};

/** The message to the PSU about that status, in the language of the call (HDR-07). */
export function psuMessageOf(call: Call, status: TransactionStatus) {
  const texts = PSU_MESSAGES[status];
  if (texts === undefined) return { body: {}, headers: {} };
  const language = call.headers.language ?? 'en';
  return { body: { psuMessage: texts[language] }, headers: { 'Content-Language': language } };
}
