// Test users whose SCA or consent ends in a certain way (MAGIC-01), and two with unusual holdings. They
// are in fixtures/magic.json; one becomes a customer when first named at an SCA, so that a bank that
// nobody plays with holds the starting set and no more.
import { readFileSync } from 'node:fs';
import { DAY } from '../../kernel/clock.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import { accountNumberFor, freeAccountNumber } from '../accounts/account-ids.ts';
import { consentsOf, putConsent, type TppAndPsu } from '../accounts/consent-store.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { MAGIC_ENDINGS, type MagicEnding, type MagicPersons } from '../sca/purpose.ts';
import { makeCustomer } from './customers.ts';
import { makeAccount } from './mock-accounts.ts';

const SPOILS = ['CONSENT_INVALID', 'CONSENT_EXPIRED', 'CONSENT_UNKNOWN'] as const;

type Spoil = (typeof SPOILS)[number];

/** A row of `nationalIds`. */
interface PersonRow {
  readonly nationalId: string;
  readonly name: string;
  /** What the TPP gets to see: in the redirect, or with the first read after the SCA. */
  readonly code?: MagicEnding | Spoil;
  /** How many accounts; a person without the member is never a customer. */
  readonly accounts?: number;
  /** For people, in English and Norwegian. */
  readonly what: string;
  readonly hva: string;
}

export interface MagicTable extends MagicPersons {
  /** What becomes of the consents of such a person after an SCA. */
  spoilConsents(bank: BankTx, flow: TppAndPsu): Promise<void>;
}

/** @param root the project's folder, with a trailing slash */
export function readMagicPersons(root: URL): MagicTable {
  const text = readFileSync(new URL('fixtures/magic.json', root), 'utf8');
  const { nationalIds } = JSON.parse(text) as { readonly nationalIds: readonly PersonRow[] };
  const rows = new Map(nationalIds.map((row) => [row.nationalId, row]));
  return {
    ending: (nationalId) => MAGIC_ENDINGS.find((code) => code === rows.get(nationalId)?.code),
    mishaps: (language) =>
      nationalIds.map(({ nationalId, name, what, hva }) => ({
        nationalId,
        name,
        note: language === 'nb' ? hva : what,
      })),
    async admit(bank, nationalId) {
      const row = rows.get(nationalId);
      return row?.accounts === undefined ? undefined : admit(bank, row, row.accounts);
    },
    async spoilConsents(bank, flow) {
      const customer = await bank.tx.get(customers, flow.customerId);
      const code = customer && rows.get(customer.number)?.code;
      const spoil = SPOILS.find((known) => known === code);
      if (spoil !== undefined) await spoilConsents(bank, flow, spoil);
    },
  };
}

async function admit(bank: BankTx, row: PersonRow, count: number): Promise<CustomerRow> {
  const { nationalId: customerNumber, name: customerName } = row;
  const ids = {
    id: derivedUuid('magic person', customerNumber),
    agreementId: derivedUuid('magic agreement', customerNumber),
  };
  const body = { customerNumber, customerName, customerType: 'PRIVATE' } as const;
  const customer = await makeCustomer(bank, body, ids);
  for (let nth = 1; nth <= count; nth += 1) await addAccount(bank, customerNumber, nth);
  return customer;
}

/** Every fifth is in EUR, every second one of the others a savings account. */
async function addAccount(bank: BankTx, customerNumber: string, nth: number): Promise<void> {
  let attempt = 0;
  const next = () => accountNumberFor(`magic ${customerNumber} ${nth} ${attempt++}`);
  const bban = await freeAccountNumber(bank, next);
  const currency = nth % 5 === 0 ? 'EUR' : 'NOK';
  const cashAccountType = currency === 'NOK' && nth % 2 === 0 ? 'SVGS' : 'CACC';
  const accountName = `${cashAccountType === 'SVGS' ? 'Sparekonto' : 'Brukskonto'} ${nth}`;
  const balance = { amount: `${nth}000`, currency };
  const body = { customerNumber, accountName, cashAccountType, currency, bban, balance } as const;
  await makeAccount(bank, body, { id: derivedUuid('magic account', customerNumber, String(nth)) });
}

/** One day more than an SCA opens accounts for (CONS-07). */
const TOO_LONG = 181 * DAY;

async function spoilConsents(bank: BankTx, whose: TppAndPsu, code: Spoil): Promise<void> {
  for (const row of await consentsOf(bank, whose)) {
    const old = row.accounts.map((one) => ({ ...one, lastScaAt: bank.now - TOO_LONG }));
    const changes = {
      CONSENT_INVALID: { accounts: [] },
      CONSENT_EXPIRED: { accounts: old },
      CONSENT_UNKNOWN: { status: 'revoked' },
    } as const;
    putConsent(bank, row, { ...row, ...changes[code] });
  }
}
