// `sandbank pay`: a payment from its creation to its settlement.
import { type Command, InvalidArgumentError } from 'commander';
import { type Answer, scaRedirect } from '../client/tpp.ts';
import { bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';
import { settle } from './pay/await-settlement.ts';
import {
  debtorFor,
  type Money,
  type PaymentOptions,
  paymentBody,
  productFor,
} from './pay/payment-body.ts';
import { answerAsJson, printAnswer } from './print-answer.ts';
import { approveFor, type PsuOptions, personOf, sendFor, withPsu } from './psu.ts';
import { openTpp, type Tpp, type TppOptions, withCredentials } from './tpp.ts';

interface Options extends TppOptions, PsuOptions, PaymentOptions {
  /** False after --no-clock. */
  readonly clock: boolean;
  readonly once?: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('<amount>', 'such as 50 or 49.90', amountIn)
    .argument('<currency>', 'such as EUR or NOK', currencyIn)
    .requiredOption('--to <account>', 'the IBAN of the creditor, or a Norwegian account number')
    .option('--from <iban>', "one of the person's accounts (default: one that fits)")
    .option(
      '--name <name>',
      "the creditor's name; some names make a payment fail (docs/magic.md)",
      'Test Creditor',
    )
    .option('--message <text>', 'what the creditor reads')
    .option('--bic <bic>', "the creditor's bank, for a payment out of the SEPA area")
    .option('--product <name>', 'the payment product (default: by currency and account)')
    .option('--once', 'refuse a payment that is the same as one of the last 24 hours')
    .option('--no-clock', "do not move the bank's clock if the payment does not settle at once");
  withPsu(command);
  withCredentials(withBank(command))
    .addHelpText(
      'after',
      `
Creates the payment, completes its SCA, and waits until it settles: two seconds for most. If it is due
later, or the clock of the bank is frozen, the command moves that clock and says so.

Examples:
  sandbank pay 50 EUR --to DE89370400440532013000 --as jonas
  sandbank pay 199.50 NOK --to 15032080119 --as jonas`,
    )
    .action(async (amount: string, currency: string, options: Options) => {
      const tpp = await openTpp(bankUrl(options), options, terminal);
      await pay(tpp, { amount, currency }, options);
    });
}

async function pay(tpp: Tpp, money: Money, options: Options): Promise<void> {
  const { base, terminal } = tpp;
  const ask = askAs(tpp, options);
  terminal.progress?.('Looking for an account');
  const accounts = await ask('/v1/accounts');
  if (!accounts.response.ok) return refuse(accounts, options, terminal);
  const debtor = debtorFor(accounts.json, money, options);
  const product = `/v1/payments/${productFor(money, options)}`;
  // Otherwise the same command would be refused the second time (PAY-08).
  const again = options.once ? '' : '?allowLogicalDuplicate=true';
  terminal.progress?.('Creating the payment');
  const created = await ask(product + again, paymentBody(money, debtor, options));
  if (!created.response.ok) return refuse(created, options, terminal);

  const { paymentId } = created.json as { paymentId: string };
  const say = options.json ? () => {} : (text: string) => terminal.out(text);
  say(`Created   ${money.amount} ${money.currency} from ${debtor.iban} to ${options.to}`);
  say(`          ${base}${product}/${paymentId}`);
  const link = scaRedirect(created);
  const who = await personOf(tpp, { headers: {} }, options);
  if (link !== undefined && who !== undefined) {
    await approveFor(tpp, link, who);
    say('Approved  by the PSU');
  }
  const status = async () => {
    const { json } = await ask(`${product}/${paymentId}/status`);
    return (json as { transactionStatus?: string }).transactionStatus ?? 'unknown';
  };
  const end = await settle(tpp, { paymentId, status, mayMove: options.clock, say });
  const settled = end === SETTLED;
  const text = settled ? `Settled   ${end}` : `Ended     ${end}: ${MEANING[end] ?? NOT_YET}`;
  answer(terminal, options, { paymentId, product, transactionStatus: end }, text);
  if (!settled) terminal.exitCode = 1;
}

/** The bank demands a decision on formats that change, and its clock may be before one of them (ACC-09). */
const FORMATS = { 'x-accept-fix': 'amount-as-string, cash-account-type-iso' };

/** Requests of the person: GET, or POST with a body. */
function askAs(tpp: Tpp, options: Options) {
  return (path: string, body?: object): Promise<Answer> => {
    const url = new URL(tpp.base + path);
    const request =
      body === undefined
        ? { method: 'GET', url, headers: FORMATS }
        : { method: 'POST', url, headers: FORMATS, body: JSON.stringify(body) };
    return sendFor(tpp, request, options);
  };
}

function refuse(got: Answer, options: Options, terminal: Terminal): void {
  const text = [printAnswer(got), ...optionsFor(got)].join('\n');
  answer(terminal, options, answerAsJson(got), text);
  terminal.exitCode = 1;
}

/** The members of the payment that an option sets. */
const OPTION_OF: Readonly<Record<string, string>> = {
  creditorAccount: '--to <account>',
  debtorAccount: '--from <iban>',
  creditorName: '--name <name>',
  creditorAgent: '--bic <bic>',
  remittanceInformationUnstructured: '--message <text>',
};

/** Which option has what the bank refuses. */
function optionsFor({ json }: Answer): readonly string[] {
  const { tppMessages = [] } = json as { tppMessages?: readonly { path?: string }[] };
  const members = tppMessages.map(({ path = '' }) => path.split('/')[1] ?? '');
  return [...new Set(members)]
    .filter((member) => OPTION_OF[member] !== undefined)
    .map((member) => `${member} is the option ${OPTION_OF[member]}`);
}

const SETTLED = 'ACSC';
const NOT_YET = 'it has not settled. Look again after: sandbank clock +1d';
const MEANING: Readonly<Record<string, string>> = {
  ACCP: 'rejected, because the account lacks the funds',
  RJCT: 'the bank rejected it',
  CANC: 'it was cancelled',
  PART: 'a part of it was accepted',
};

function amountIn(text: string): string {
  if (/^\d{1,12}(\.\d{1,3})?$/.test(text)) return text;
  throw new InvalidArgumentError('Write a number with a point, such as 50 or 49.90.');
}

function currencyIn(text: string): string {
  if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('Write three letters, such as EUR or NOK.');
}
