// A payment is made (PAY-01): the checks that need the bank's facts, the decision, and the answer.

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { amountText } from '../../kernel/money.ts';
import type { TppMessage } from '../../protocol/errors.ts';
import { isFixed } from '../../protocol/fixes.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { needsApproval } from '../sca/demand.ts';
import { agreementOf, type IdentifiedPsu, identifyPsu, livingSession } from '../sca/psu.ts';
import { scaRedirect, startFlow } from '../sca/start-flow.ts';
import type { SessionRow } from '../sca/tables.ts';
import { acceptPayment } from './accept.ts';
import { entriesOf } from './body.ts';
import { checkAddresses, checkDates, checkProductRules } from './check-payment.ts';
import { creditorAccountOf, needDebtorAccount, type Payer } from './debtor.ts';
import type { PaymentDeps } from './deps.ts';
import { checkDuplicate } from './duplicates.ts';
import { checkKids } from './kid.ts';
import { locationOf, paymentLinks, psuMessageOf } from './links.ts';
import { magicStatusOf } from './magic.ts';
import { refuseByMagic } from './magic-refusal.ts';
import { contextOf, initiate, type NewPayment } from './new-payment.ts';
import type { Product } from './products.ts';
import type { RequestBody } from './request-body.ts';
import { addressGaps } from './structured-address.ts';
import { type PaymentRow, payments } from './tables.ts';
import { warningsOf } from './warnings.ts';

/** The handler of `POST /v1/{service}/{product}`. */
export async function createPayment(
  call: Call<RequestBody>,
  product: Product,
  deps: PaymentDeps,
): Promise<Reply> {
  const { bank, body, headers } = call;
  checkProductRules(product, body);
  const psu = await identifyPsu(call);
  refuseByMagic(body, deps.magic);
  const session = psu && livingSession(psu, bank.now);
  const account =
    psu && (await needDebtorAccount(bank, await payerOf(call, psu, session), body.debtorAccount));
  if (account !== undefined) call.exercises('PAY-06');
  if ('requestedExecutionDate' in body || 'startDate' in body) call.exercises('PAY-07');
  if (magicStatusOf(body, deps.magic) !== undefined) call.exercises('MAGIC-01');
  checkDates(product, body, { today: dateAt(bank.now), isClosedDay: deps.isClosedDay });
  const warnings = await checkFacts(call, product, deps);
  const fresh: NewPayment = {
    id: bank.ids.uuid(),
    tppId: call.tpp.id,
    product,
    body,
    now: bank.now,
    withoutPsuId: psu?.psuId === undefined,
    ...defined({
      customerId: psu?.customerId,
      debtorAccount: account,
      context: headers.psuContext,
    }),
  };
  const payment = initiate(fresh, deps);
  if (call.query['allowLogicalDuplicate'] !== 'true') await checkDuplicate(bank, payment);
  const exempt = async () =>
    account !== undefined && (await isExempt(bank, account, { body, session, product }));
  if (account !== undefined && !(await needsApproval(call, exempt))) {
    const accepted = await acceptPayment(bank, payment, deps);
    return created(call, accepted, { warnings, scaLink: {} });
  }
  bank.tx.put(payments, payment);
  const flow = await startFlow(call, { kind: 'payment', paymentId: payment.id }, fixedPsu(payment));
  return created(call, payment, {
    warnings,
    scaLink: { scaRedirect: { ...scaRedirect(call, flow) } },
  });
}

/** PAY-10 and PAY-05; what is accepted all the same comes back as warnings. */
async function checkFacts(
  { bank, body, headers }: Call<RequestBody>,
  product: Product,
  deps: PaymentDeps,
): Promise<readonly TppMessage[]> {
  const entries = entriesOf(body);
  if (product.domestic) {
    await checkKids(bank, entries);
    return warningsOf(entries, []);
  }
  const gaps = entries.flatMap((entry) => addressGaps(entry, deps.bankDirectory));
  const { acceptFix } = headers;
  const scene = { acceptFix, today: dateAt(bank.now), profile: deps.profile };
  if (isFixed('structured-addresses', scene)) checkAddresses(gaps);
  return warningsOf(entries, gaps);
}

/** What the request already says about who approves it (SCA-07). */
export function fixedPsu(
  payment: Pick<PaymentRow, 'customerId' | 'context' | 'agreementId'>,
): Payer | Omit<Payer, 'customerId'> {
  const { customerId, context, agreementId } = payment;
  return defined({ customerId, context, agreementId });
}

/** SES-06: between accounts of one holder in this bank, inside a valid session of the right context. */
export async function isExempt(
  bank: BankTx,
  debtor: AccountRow,
  {
    body,
    session,
    product,
  }: {
    readonly body: RequestBody;
    readonly session: SessionRow | undefined;
    readonly product: Product;
  },
): Promise<boolean> {
  if (session?.context !== contextOf(debtor) || session.agreementId !== debtor.agreementId) {
    return false;
  }
  for (const entry of entriesOf(body)) {
    const creditor = await creditorAccountOf(bank, entry.body, product);
    const own =
      creditor?.customerId === debtor.customerId && creditor.agreementId === debtor.agreementId;
    if (!own) return false;
  }
  return true;
}

/** A stated PSU-Context goes before the session's; with neither, any account of the person will do. */
async function payerOf(
  call: Call,
  psu: IdentifiedPsu,
  session: SessionRow | undefined,
): Promise<Payer> {
  const { psuContext, psuCorporateId } = call.headers;
  const { customerId } = psu;
  const stated = psuCorporateId === undefined ? undefined : 'CORPORATE';
  const context = psuContext ?? session?.context ?? stated;
  if (context === undefined) return { customerId };
  const agreementId =
    session?.context === context
      ? session.agreementId
      : context === 'CORPORATE' && psuCorporateId !== undefined
        ? await agreementOf(call, psuCorporateId)
        : undefined;
  return { customerId, context, ...defined({ agreementId }) };
}

interface Told {
  readonly warnings: readonly TppMessage[];
  readonly scaLink: JsonObject;
}

/** PAY-01: 201 with Location. */
function created(call: Call, payment: PaymentRow, { warnings, scaLink }: Told): Reply {
  const { currency } = payment.request.debtorAccount;
  const message = psuMessageOf(call, payment.status);
  return {
    status: 201,
    headers: { Location: locationOf(call, payment), ...message.headers },
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
