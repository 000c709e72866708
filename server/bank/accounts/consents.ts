// Bank-offered consent (CONS-09): the TPP asks, the PSU ticks accounts at the bank.

import { formatAmount } from '../../kernel/money.ts';
import { warningMessage } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { available } from '../ledger/balance.ts';
import { needBalance } from '../ledger/ledger.ts';
import type { AccountChoice } from '../sca/page-model.ts';
import { identifyPsu } from '../sca/psu.ts';
import type { IdentifiedFlow, Purpose } from '../sca/purpose.ts';
import { scaRedirect, startFlow } from '../sca/start-flow.ts';
import { fixedByIds } from './access.ts';
import { accountsOf, cardsOf, findConsent, grantConsent } from './consent-store.ts';
import type { AccountRow, CardAccountRow } from './tables.ts';

/** The flow in which the PSU ticks the accounts to share. */
export const accessPurpose: Purpose = {
  async view(bank, flow) {
    return { kind: 'access', accounts: await choicesOf(bank, flow) };
  },
  async approve(bank, flow, choice) {
    const offered = await choicesOf(bank, flow);
    const wanted = choice.accountIds === undefined ? undefined : new Set(choice.accountIds);
    const ticked = offered.filter((account) => wanted?.has(account.id) ?? true);
    const accountIds = ticked.map((account) => account.id);
    await grantConsent(bank, flow.tppId, { actor: flow, accountIds });
    return undefined;
  },
};

/** What can be shared; ticked from the start is what is shared already, else everything. */
async function choicesOf(bank: BankTx, flow: IdentifiedFlow): Promise<readonly AccountChoice[]> {
  const consent = await findConsent(bank, flow.tppId, flow);
  const shared =
    consent?.status === 'valid' ? new Set(consent.accounts.map((row) => row.accountId)) : undefined;
  const own = [
    ...(await accountsOf(bank, flow)).map(accountChoice),
    ...(await cardsOf(bank, flow)).map(cardChoice),
  ];
  return Promise.all(
    own.map(async (choice) => {
      const balance = available(await needBalance(bank, choice.id));
      const checked = shared?.has(choice.id) ?? true;
      return { ...choice, balance: formatAmount(balance, choice.currency), checked };
    }),
  );
}

type Offered = Omit<AccountChoice, 'balance' | 'checked'>;

const accountChoice = ({ id, name, bban, iban, currency }: AccountRow): Offered => ({
  id,
  name,
  number: bban.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3'),
  reference: iban,
  kind: 'account',
  currency,
});

const cardChoice = ({ id, product, maskedPan, currency }: CardAccountRow): Offered => ({
  id,
  name: product,
  number: maskedPan,
  reference: maskedPan,
  kind: 'card',
  currency,
});

async function offerConsent(call: Call, deprecated: boolean): Promise<Reply> {
  const psu = await identifyPsu(call);
  const fixed = psu === undefined ? {} : await fixedByIds(call, psu);
  const flow = await startFlow(call, { kind: 'access' }, fixed);
  const text = '/v1/consents is deprecated; use /v1/bank-offered-consents.';
  return {
    status: 201,
    body: {
      ...(deprecated ? { tppMessages: [warningMessage('BAD_REQUEST', text)] } : {}),
      _links: { scaRedirect: scaRedirect(call, flow) },
    },
  };
}

const shared = {
  method: 'POST',
  tag: 'Consents',
  rules: ['CONS-09'],
  role: 'PSP_AI',
  headers: 'psu',
  body: 'ignored',
  success: { status: 201, schema: 'responses/consent.json' },
} as const;

export const consentOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'createBankOfferedConsent',
    path: '/v1/bank-offered-consents',
    summary: 'Ask the PSU for consent; answers with the scaRedirect link',
    handle: (call) => offerConsent(call, false),
  },
  {
    ...shared,
    id: 'createConsent',
    path: '/v1/consents',
    summary: 'Deprecated form of bank-offered consents',
    deprecated: true,
    handle: (call) => offerConsent(call, true),
  },
];
