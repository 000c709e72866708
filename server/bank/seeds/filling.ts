// What every part of a seed needs while a bank is filled from it: the transaction, fixed ids, relative dates, and
// refusals that name the field.
import { dateAt, dateIn, instantAt, type PlainDate } from '../../kernel/dates.ts';
import { derivedToken, derivedUuid, type Ids } from '../../kernel/ids.ts';
import { slicesOf } from '../../kernel/slices.ts';
import { ApiError, STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { AnyTable } from '../../storage/table.ts';
import { electronicIban } from '../../validation/account-number.ts';
import { FORMATS } from '../../validation/formats.ts';
import type { Validator } from '../../validation/schemas.ts';
import { accountByIban, norwegianIban } from '../accounts/account-ids.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Operation } from '../banks/operation.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customerByNumber,
} from '../customers/tables.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { Fixtures } from '../sandbox/fixtures.ts';
import type { MagicTable } from '../sandbox/magic-persons.ts';

/** What seeds use of the rest of the program. */
export interface SeedDeps {
  readonly validator: Validator;
  readonly payments: PaymentDeps;
  readonly magicPersons: MagicTable;
  /** fixtures/bank, read at first use. */
  readonly fixtures: () => Fixtures;
  /** Every row of the signed API, which a fault can name. */
  readonly operations: () => readonly Pick<Operation, 'id'>[];
}

/** One bank that is being filled. */
export interface Filling {
  readonly bank: BankTx;
  readonly deps: SeedDeps;
  readonly today: PlainDate;
  /** JSON pointer of what is being filled in now. */
  readonly path: string;
  /** Ids that are the same whenever and wherever the same seed is loaded. */
  readonly idsFor: (...what: readonly string[]) => Ids;
  /** Ids that the seed itself gives, by table. */
  readonly claimed: Set<string>;
  /** How many transactions the generators are asked for. */
  readonly generated: { count: number };
  /** The seed is added to a bank: what it names that the bank has is changed, and the rest stays. */
  readonly adds: boolean;
}

export function createFilling(bank: BankTx, deps: SeedDeps, adds: boolean): Filling {
  const counts = new Map<string, number>();
  const idsFor = (...what: readonly string[]): Ids => {
    const scope = JSON.stringify(what);
    const parts = (): string[] => {
      const count = (counts.get(scope) ?? 0) + 1;
      counts.set(scope, count);
      return ['seed', ...what, String(count)];
    };
    return { uuid: () => derivedUuid(...parts()), token: () => derivedToken(parts()) };
  };
  const today = dateAt(bank.now);
  return {
    ...{ bank, deps, today, path: '', claimed: new Set(), generated: { count: 0 }, adds },
    // What another seed has made has its ids already.
    idsFor: adds ? () => bank.ids : idsFor,
  };
}

type EntryOf<List> = List extends readonly (infer Entry)[] ? Entry : never;

/** Does the work for every entry of the list of that name, one after the other. */
export async function eachOf<Seed extends object, Name extends keyof Seed & string, R>(
  filling: Filling,
  seed: Seed,
  name: Name,
  work: (filling: Filling, entry: EntryOf<Seed[Name]>) => Promise<R>,
): Promise<readonly R[]> {
  const entries = (seed[name] ?? []) as readonly EntryOf<Seed[Name]>[];
  const results: R[] = [];
  for await (const slice of slicesOf(entries)) {
    for (const entry of slice) {
      const path = `${filling.path}/${name}/${results.length}`;
      results.push(await work({ ...filling, path }, entry));
    }
  }
  return results;
}

/** Puts the path in front of the paths of a refusal. */
export async function within<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const more = (error.details.more ?? []).map((one) => ({
      ...one,
      path: path + (one.path ?? ''),
    }));
    throw refusal(path + (error.details.path ?? ''), error.message, { code: error.code, more });
  }
}

/** Whether the seed is at fault, and not the bank. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code !== 'SYSTEM_ERROR';

/** With the status of its code (ERR-01); what a seed names is named in a body. */
export function refusal(
  path: string,
  text: string,
  {
    code = 'FORMAT_ERROR',
    more = [],
  }: Partial<Pick<ApiError, 'code'> & Pick<ApiError['details'], 'more'>> = {},
): ApiError {
  const status = code === 'RESOURCE_UNKNOWN' ? 400 : STATUS_OF_CODE[code];
  return new ApiError('CTRL-11', code, text, { path, status, more });
}

/** Refuses an id that the seed gives and that the bank has already. */
export async function claim(
  { bank, claimed, path }: Filling,
  table: AnyTable,
  id: string | undefined,
  member: string,
): Promise<void> {
  if (id === undefined) return;
  const key = `${table.name}/${id}`;
  if (claimed.has(key) || (await bank.tx.get(table, id)) !== undefined) {
    const text = `The id ${id} is there twice; give another one, or leave it out.`;
    throw refusal(`${path}/${member}`, text, { code: 'CONFLICT' });
  }
  claimed.add(key);
}

const unknown = ({ path }: Filling, member: string, text: string): ApiError =>
  refusal(`${path}/${member}`, text, { code: 'RESOURCE_UNKNOWN' });

export function dateOf({ today, path }: Filling, text: string, member: string): PlainDate {
  const date = dateIn(text, today);
  if (date !== undefined) return date;
  throw refusal(
    `${path}/${member}`,
    `${text} is not a date that exists; write 2026-11-21, today or today-3d.`,
  );
}

/** An instant in ms. A date must not be in the bank's future; an export may have any instant. */
export function momentOf(filling: Filling, text: string | undefined, member: string): number {
  const { bank, today } = filling;
  const path = `${filling.path}/${member}`;
  if (text === undefined) return bank.now;
  if (FORMATS['date-time']?.(text) === undefined) return Date.parse(text);
  const date = dateIn(text, today);
  if (date === undefined) {
    const remedy = 'write 2026-11-21T08:00:00Z, or a date such as today-3d.';
    throw refusal(path, `${text} is no moment; ${remedy}`);
  }
  if (date <= today) return instantAt(date);
  throw refusal(
    path,
    `${text} is after the bank's today, ${today}; give an earlier date, or set clock.`,
  );
}

export async function customerOf(
  filling: Filling,
  number: string,
  member: string,
): Promise<CustomerRow> {
  const customer = await customerByNumber(filling.bank, number);
  if (customer !== undefined) return customer;
  const text = `This seed has no customer ${number}; add it to customers, or correct the number.`;
  throw unknown(filling, member, text);
}

/** By its id or its organisation number. */
export async function agreementOf(
  filling: Filling,
  name: string,
  member: string,
): Promise<AgreementRow> {
  const all = await filling.bank.tx.listBy(agreements, 'all', 'all');
  const found = all.find(
    ({ id, organisationNumber }) => id === name || organisationNumber === name,
  );
  if (found !== undefined) return found;
  const text = `This seed has no agreement with the agreementId or organisation number ${name}.`;
  throw unknown(filling, member, text);
}

/** The IBAN that the text means, which may be a Norwegian account number; `undefined` if it is neither. */
export function ibanIn(text: string): string | undefined {
  const plain = electronicIban(text);
  if (FORMATS['bban']?.(plain) === undefined) return norwegianIban(plain);
  return FORMATS['iban']?.(plain) === undefined ? plain : undefined;
}

export async function accountOf(
  filling: Filling,
  name: string,
  member: string,
): Promise<AccountRow> {
  const account = await accountByIban(filling.bank, needIban(name, `${filling.path}/${member}`));
  if (account !== undefined) return account;
  const text = `This seed has no account ${name}; give an account in accounts this bban.`;
  throw unknown(filling, member, text);
}

/** The same, and a refusal if it is neither. */
export function needIban(text: string, path: string): string {
  const iban = ibanIn(text);
  if (iban !== undefined) return iban;
  const problem = `${text} is neither an IBAN nor a Norwegian account number with a right check digit.`;
  throw refusal(path, problem);
}
