// A payment is created (PAY-01): the checks that need the bank's facts, the decision, and the answer.

import { dateAt } from '../../../kernel/dates.ts';
import { defined } from '../../../kernel/defined.ts';
import { amountText } from '../../../kernel/money.ts';
import type { TppMessage } from '../../../protocol/errors.ts';
import { isFixed } from '../../../protocol/fixes.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Reply } from '../../../protocol/reply.ts';
import { checkCorporateUser } from '../../accounts/access.ts';
import type { Call } from '../../banks/operation.ts';
import { agreementOf, type IdentifiedPsu, identifyPsu, livingSession } from '../../sca/psu.ts';
import { needsApproval } from '../../sca/sca-policy.ts';
import { scaRedirect, startFlow } from '../../sca/start-flow.ts';
import type { SessionRow } from '../../sca/tables.ts';
import { reported } from '../dates/due-work.ts';
import { schedulePayment } from '../dates/schedule-payment.ts';
import type { PaymentDeps } from '../deps.ts';
import { locationOf, paymentLinks, paymentPath, psuMessageOf } from '../links.ts';
import { magicStatusOf, refuseByMagic } from '../magic.ts';
import { creditorsOf, debtorNameOf, type Parties } from '../money/transfer.ts';
import type { Product } from '../products.ts';
import { entriesOf, type RequestBody } from '../request-body.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { addressGaps, checkKids, warningsOf } from './check-entries.ts';
import { checkDates, productProblems, refuse } from './check-payment.ts';
import { needDebtorAccount, type Payer } from './debtor.ts';
import { checkDuplicate } from './duplicates.ts';
import { contextOf, newPayment } from './new-payment.ts';

/** The handler of `POST /v1/{service}/{product}`. */
export async function createPayment(
  call: Call<RequestBody>,
  product: Product,
  deps: PaymentDeps,
): Promise<Reply> {
  const { bank, body, query } = call;
  refuse('PAY-11', 'FORMAT_ERROR', productProblems(product, body));
  const psu = await identifyPsu(call);
  refuseByMagic(body, deps.magic);
  const session = psu && livingSession(psu, bank.now);
  const payer = psu && (await payerOf(call, psu, session));
  const debtor = payer && (await needDebtorAccount(bank, payer, body.debtorAccount));
  if (debtor !== undefined) call.exercises('PAY-06');
  if ('requestedExecutionDate' in body || 'startDate' in body) call.exercises('PAY-07');
  if (magicStatusOf(body, deps.magic) !== undefined) call.exercises('MAGIC-01');
  checkDates(product, body, dateAt(bank.now));
  const creditors = await creditorsOf(bank, entriesOf(body), product);
  const warnings = checkEntries(call, creditors, { product, deps });
  const payment = newPayment(call, product, { psu, debtor }, deps);
  if (query['allowLogicalDuplicate'] !== 'true') await checkDuplicate(bank, payment);
  if (debtor !== undefined) {
    const approval = await needsApproval(bank, isExempt(debtor, session, creditors));
    if (!approval) {
      const parties = { debtor, debtorName: await debtorNameOf(bank, debtor), creditors };
      const scheduled = await schedulePayment({ bank, parties, deps }, payment);
      return created(call, reported(bank, scheduled), warnings);
    }
  }
  bank.tx.put(payments, payment);
  const flow = await startFlow(call, { kind: 'payment', paymentId: payment.id }, payment);
  return created(call, payment, warnings, { scaRedirect: scaRedirect(call, flow) });
}

/** PAY-10 and PAY-05. Returns warnings about what the bank accepts all the same. */
function checkEntries(
  { bank, body, headers }: Call<RequestBody>,
  creditors: Parties['creditors'],
  { product, deps }: { readonly product: Product; readonly deps: PaymentDeps },
): readonly TppMessage[] {
  const entries = entriesOf(body);
  if (product.domestic) checkKids(entries, creditors);
  const gaps = addressGaps(product, entries, deps.bankDirectory);
  const { acceptFix } = headers;
  const scene = { acceptFix, today: dateAt(bank.now), profile: deps.profile };
  if (isFixed('structured-addresses', scene)) refuse('PAY-10', 'FORMAT_ERROR', gaps);
  return warningsOf(entries, gaps);
}

/** SES-06: between accounts of one holder in this bank, inside a valid session of the right context. */
export function isExempt(
  debtor: Parties['debtor'],
  session: SessionRow | undefined,
  creditors: Parties['creditors'],
): boolean {
  const { customerId, agreementId } = debtor;
  if (session?.context !== contextOf(debtor) || session.agreementId !== agreementId) return false;
  return creditors.every(
    (creditor) => creditor?.customerId === customerId && creditor.agreementId === agreementId,
  );
}

/** PSU-Context overrides the session's context; with neither, any account of the person is accepted. */
async function payerOf(
  call: Call,
  psu: IdentifiedPsu,
  session: SessionRow | undefined,
): Promise<Payer> {
  const { customerId } = psu;
  const { psuContext, psuCorporateId } = call.headers;
  const stated = psuCorporateId === undefined ? undefined : 'CORPORATE';
  const context = psuContext ?? session?.context ?? stated;
  if (context === undefined) {
    await checkCorporateUser(call, psu);
    return { customerId };
  }
  if (session?.context === context) {
    return { customerId, context, ...defined({ agreementId: session.agreementId }) };
  }
  if (context === 'PRIVATE' || psuCorporateId === undefined) return { customerId, context };
  return { customerId, context, agreementId: await agreementOf(call, psuCorporateId) };
}

/** PAY-01: 201 with Location. */
function created(
  call: Call,
  payment: PaymentRow,
  warnings: readonly TppMessage[],
  scaLink: JsonObject = {},
): Reply {
  const { currency } = payment.request.debtorAccount;
  const message = psuMessageOf(call, payment.status);
  return {
    status: 201,
    headers: { Location: locationOf(call, paymentPath(payment)), ...message.headers },
    body: {
      paymentId: payment.id,
      transactionStatus: payment.status,
      transactionFees: { ...amountText({ amount: payment.fee, currency }) },
      transactionFeeIndicator: payment.fee > 0n,
      ...(warnings.length === 0 ? {} : { tppMessages: warnings.map((row) => ({ ...row })) }),
      ...message.body,
      _links: { ...paymentLinks(payment), ...scaLink },
    },
  };
}
