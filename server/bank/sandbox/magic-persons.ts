// Test users whose SCA or consent ends in a certain way (MAGIC-01), and two with unusual holdings. They
// stand in fixtures/magic.json; one comes to bank here when first named at an SCA, so that a bank that
// nobody plays with holds the starting set and no more.
import { readFileSync } from 'node:fs';
import { DAY } from '../../kernel/clock.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import {
  accountNumberFor,
  freeAccountNumber,
  norwegianIban,
  organisationNumberFor,
} from '../accounts/account-ids.ts';
import { consentsOf, type TppAndPsu } from '../accounts/consent-store.ts';
import { type AccountRow, accounts, consents } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, type CustomerRow, customers } from '../customers/tables.ts';
import { openBalance } from '../ledger/ledger.ts';
import { MAGIC_ENDINGS, type MagicEnding, type MagicPersons } from '../sca/purpose.ts';

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
  const { nationalId: number, name } = row;
  const id = derivedUuid('magic person', number);
  const customer: CustomerRow = { id, number, type: 'PRIVATE', name, createdAt: bank.now };
  bank.tx.put(customers, customer);
  // SBX-03: a private customer gets an agreement of their own.
  const organisationNumber = organisationNumberFor(number);
  const agreementId = derivedUuid('magic agreement', number);
  bank.tx.put(agreements, { id: agreementId, customerId: id, name, organisationNumber });
  for (let nth = 1; nth <= count; nth += 1) await addAccount(bank, customer, nth);
  return customer;
}

/** Every fifth is in EUR, every second one of the others a savings account. */
async function addAccount(bank: BankTx, { id, number }: CustomerRow, nth: number): Promise<void> {
  let attempt = 0;
  const next = () => accountNumberFor(`magic ${number} ${nth} ${attempt++}`);
  const bban = await freeAccountNumber(bank, next);
  const currency = nth % 5 === 0 ? 'EUR' : 'NOK';
  const saves = currency === 'NOK' && nth % 2 === 0;
  const row: AccountRow = {
    id: derivedUuid('magic account', number, String(nth)),
    customerId: id,
    name: `${saves ? 'Sparekonto' : 'Brukskonto'} ${nth}`,
    product: saves ? 'Sparekonto' : 'Brukskonto',
    cashAccountType: saves ? 'SVGS' : 'CACC',
    currency,
    bban,
    iban: norwegianIban(bban),
    kid: 'none',
    payments: true,
  };
  bank.tx.put(accounts, row);
  const opening = BigInt(nth) * 100_000n;
  await openBalance(bank, { id: row.id, currency, creditLine: 0n, opening });
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
    bank.tx.put(consents, { ...row, ...changes[code] });
  }
}
