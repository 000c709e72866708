// A TPP that holds every answer about payments, accounts and transactions to its schema.
import type { Answer } from './http.ts';
import { schemaErrors } from './sandbanks.ts';
import { Tpp, type TppRequest } from './tpp.ts';

const PAYMENT = '/v1/(?:payments|periodic-payments|bulk-payments)/[^/]+';
const BASKET = '/v1/signing-baskets';

/** The first row that fits says which schema the answer has; a `null` is an answer without a body. */
const SCHEMAS: readonly (readonly [call: RegExp, status: number, schema: string | null])[] = [
  [new RegExp(`^POST ${PAYMENT}$`), 201, 'payment-initiation'],
  [new RegExp(`^GET ${PAYMENT}/[^/]+$`), 200, 'payment-details'],
  [new RegExp(`^GET ${PAYMENT}/[^/]+/status$`), 200, 'payment-status'],
  [new RegExp(`^DELETE ${PAYMENT}/[^/]+$`), 204, null],
  [new RegExp(`^DELETE ${PAYMENT}/[^/]+$`), 202, 'payment-cancellation'],
  [new RegExp(`^POST ${PAYMENT}/[^/]+/[a-z-]*authorisations$`), 201, 'start-authorisation'],
  [new RegExp(`^GET ${PAYMENT}/[^/]+/[a-z-]*authorisations$`), 200, 'authorisations'],
  [new RegExp(`^GET ${PAYMENT}/[^/]+/[a-z-]*authorisations/[^/]+$`), 200, 'sca-status'],
  [new RegExp(`^POST ${BASKET}$`), 201, 'signing-basket-creation'],
  [new RegExp(`^GET ${BASKET}/[^/]+$`), 200, 'signing-basket'],
  [new RegExp(`^GET ${BASKET}/[^/]+/status$`), 200, 'signing-basket-status'],
  [new RegExp(`^DELETE ${BASKET}/[^/]+$`), 204, null],
  [new RegExp(`^POST ${BASKET}/[^/]+/authorisations$`), 201, 'start-authorisation'],
  [new RegExp(`^GET ${BASKET}/[^/]+/authorisations$`), 200, 'authorisations'],
  [new RegExp(`^GET ${BASKET}/[^/]+/authorisations/[^/]+$`), 200, 'sca-status'],
  [/^GET \/v1\/accounts\/[^/]+\/balances$/, 200, 'balances'],
  [/^GET \/v1\/accounts\/[^/]+\/transactions$/, 200, 'transactions'],
  [/^GET \/v1\/sandbox\/accounts\/[^/]+\/transactions$/, 200, 'sandbox-transactions'],
  [/^GET \/v1\/sandbox\/accounts\/[^/]+$/, 200, 'sandbox-account'],
];

export class PaymentTpp extends Tpp {
  static of(tpp: Tpp): PaymentTpp {
    return new PaymentTpp(tpp.base, tpp.credentials, tpp.defaults);
  }

  override with(headers: Tpp['defaults']): PaymentTpp {
    return new PaymentTpp(this.base, this.credentials, { ...this.defaults, ...headers });
  }

  override at(base: string): PaymentTpp {
    return new PaymentTpp(base, this.credentials, this.defaults);
  }

  override async send(method: string, path: string, request: TppRequest = {}): Promise<Answer> {
    const answer = await super.send(method, path, request);
    await checkAnswer(`${method} ${path.split('?')[0]}`, answer);
    return answer;
  }
}

/** Throws when the answer is a fault of the bank's, or not of the form that the interface promises. */
async function checkAnswer(call: string, { status, body, text }: Answer): Promise<void> {
  if (status >= 500) throw new Error(`${call}: ${status} ${text}`);
  const row = SCHEMAS.find(([pattern, when]) => when === status && pattern.test(call));
  if (row !== undefined && row[2] === null) {
    if (text !== '') throw new Error(`${call}: ${status} with a body: ${text}`);
  } else if (row !== undefined || status >= 400) {
    await checkForm(row?.[2] ?? 'error', body, call);
  } else if (new RegExp(`${PAYMENT}|${BASKET}`).test(call)) {
    // Whatever is asked of a payment is in the table.
    throw new Error(`${call}: unforeseen ${status} ${text}`);
  }
}

async function checkForm(schema: string, body: unknown, call: string): Promise<void> {
  const errors = await schemaErrors(`responses/${schema}.json`, body);
  if (errors.length === 0) return;
  throw new Error(`${call} is no ${schema}: ${JSON.stringify(errors)} in ${JSON.stringify(body)}`);
}
