// One bank that is walked through, and the reference model of what is known of it: who has approved what until when,
// which payments there are and whose they are, what was saved. Every step ends with a look at all rows.
import { ALL_TABLES, createRowsCheck } from '../../server/composition/rooms.ts';
import { rowsByTable } from '../../server/storage/check-rows.ts';
import { decodeRow } from '../../server/storage/row-json.ts';
import type { AnyTable, Row as StoredRow } from '../../server/storage/table.ts';
import { corporateConsentOf } from '../support/account-reads.ts';
import {
  bankAt,
  consentOf,
  createHeaders,
  flowIdOf,
  PERSONS,
  type Psu,
  type TestBank,
} from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { peopleWith } from '../support/rich-bank.ts';
import { SEED_TPP } from '../support/seeded.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';
import type { House } from './houses.ts';
import {
  allIn,
  changedBy,
  differences,
  faultsBetween,
  givenAgain,
  idleFaults,
  type Leave,
  type Row,
  type Tables,
  tablesOf,
} from './model.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = '2026-06-10T08:00:00.000Z';

/** Jonas with the one TPP, Jonas with the other, Odd for a company with the first. */
export const ACTORS = [
  { tpp: 0, person: PERSONS.jonas, isCompany: false },
  { tpp: 1, person: PERSONS.jonas, isCompany: false },
  { tpp: 0, person: PERSONS.odd, isCompany: true },
] as const;

export const actorOf = (number: number) => ACTORS[number] as (typeof ACTORS)[number];

const account = (customerNumber: string, bban: string, currency: string, balance: number) => ({
  customerNumber,
  bban,
  currency,
  balance,
  accountName: `Konto ${currency}`,
});

const SEED = {
  clock: { now: START, frozen: true },
  tpps: [{ tpp: SEED_TPP }],
  ...peopleWith(),
  accounts: [
    account(PERSONS.jonas, '99997649326', 'NOK', 1500),
    account(PERSONS.jonas, '99996025671', 'EUR', 700),
    account(PERSONS.mari, '99990000022', 'NOK', 900),
  ],
};

/** A payment as its TPP knows it. */
export interface Made {
  readonly id: string;
  readonly self: string;
  readonly actor: number;
  readonly isSingle: boolean;
}

interface Known {
  readonly psu: Psu;
  /** The path of an account that it is consent to. */
  readonly account: string;
  /** When its SCA has to be done again (SES-01, SES-02). */
  endsAt: number;
  /** Of its last SCA that was about its accounts (CONS-07). */
  consentedAt: number;
  isRevoked: boolean;
  /** When balances were read without it, by account (ACC-06). */
  reads: readonly number[];
}

/** What is known of a bank. It is saved and restored with it. */
interface Model {
  now: number;
  known: readonly Known[];
  made: readonly Made[];
  baskets: readonly Made[];
}

/** The snapshot that all walks begin with: a seed, and three consents. */
const BEGUN = 'begun';

const check = createRowsCheck();
/** Differences from the snapshot, from which a newer one is worth taking. */
const MANY = 20;

const decodedRows = new WeakMap<object, StoredRow>();
function decoded(table: AnyTable, row: Row): StoredRow {
  const known = decodedRows.get(row) ?? decodeRow(table, structuredClone(row));
  decodedRows.set(row, known);
  return known;
}

export class Walker {
  readonly house: House;
  readonly #tpps: readonly Credentials[];
  /** The same in every walk, which begins with a reset: a house in memory takes a limited number of banks. */
  readonly #name = 'walked';
  readonly #given = new Set<string>();
  readonly #saved = new Map<string, { readonly model: Model; readonly rows: Tables }>();
  model: Model = { now: 0, known: [], made: [], baskets: [] };
  rows: Tables = new Map();
  /** As the snapshot has them that the bank is compared with. */
  #base: Tables = new Map();
  #turn = 0;

  /** @param tpps what the two sign with */
  constructor(house: House, tpps: readonly Credentials[]) {
    this.house = house;
    this.#tpps = tpps;
  }

  /** At another replica with each request. */
  get bank(): TestBank {
    const urls = this.house.urls();
    const url = urls[this.#turn++ % urls.length] as string;
    return bankAt(url, this.#tpps[0] as Credentials, this.house.close).tenant(this.#name);
  }

  async begin(): Promise<void> {
    const { body } = answered(await this.bank.control('GET', '/_sandbox/snapshots'), 200);
    for (const { name } of body.snapshots) {
      if (name === BEGUN) continue;
      answered(await this.bank.control('DELETE', `/_sandbox/snapshots/${name}`), 204);
      this.#saved.delete(name);
    }
    this.#given.clear();
    if (!this.#saved.has(BEGUN)) {
      await this.reset();
      await this.save(BEGUN);
    }
    const faults = await this.restore(BEGUN);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  async reset(): Promise<void> {
    answered(await this.bank.control('POST', '/_sandbox/reset', SEED), 200);
    const known: Known[] = [];
    this.model = { now: Date.parse(START), known, made: [], baskets: [] };
    for (const actor of ACTORS.keys()) known.push(await this.#consented(actor));
    this.rows = await this.#whole();
  }

  async consent(actor: number): Promise<void> {
    const { reads } = this.knownOf(actor);
    this.model.known = this.model.known.with(actor, { ...(await this.#consented(actor)), reads });
  }

  async #consented(actor: number): Promise<Known> {
    const { tpp, person, isCompany } = actorOf(actor);
    const { bank } = this;
    const signer = new Tpp(bank.url, this.#tpps[tpp] as Credentials);
    const consent = isCompany ? corporateConsentOf : consentOf;
    const psu = await consent(bank, person, signer);
    const { now } = this.model;
    const { body } = await psu.tpp.get('/v1/accounts');
    // One of the beginning: those that a walk opens, it may close.
    const stays = body.accounts.find((one: Row) => !one.name.startsWith('Mer'));
    const account = `/v1/accounts/${stays.resourceId}`;
    return { psu, account, endsAt: now + HOUR, consentedAt: now, isRevoked: false, reads: [] };
  }

  knownOf(actor: number): Known {
    return this.model.known[actor] as Known;
  }

  /** The TPP with the PSU of that actor, at the bank's address of now. */
  tppOf(actor: number, isAbsent = false): Tpp {
    const { credentials, defaults } = this.knownOf(actor).psu.tpp;
    const without = isAbsent ? { 'PSU-IP-Address': undefined } : {};
    return new Tpp(this.bank.url, credentials, { ...defaults, ...createHeaders, ...without });
  }

  /** A path that a link of the bank has, where it is now. */
  pathOf(href: string): string {
    return href.slice(href.indexOf('/v1/'));
  }

  /** Ends the SCA behind the link of an answer. */
  finish(answer: Answer, outcome: string, actor: number): Promise<Answer> {
    const path = `/_sandbox/sca/${flowIdOf(answer)}`;
    const { person, isCompany } = actorOf(actor);
    const context = isCompany ? 'CORPORATE' : 'PRIVATE';
    return this.bank.control('POST', path, { outcome, nationalId: person, context });
  }

  async advance(by: string): Promise<void> {
    const path = '/_sandbox/clock/advance';
    const { body } = answered(await this.bank.control('POST', path, { by }), 200);
    this.model.now = Date.parse(body.now);
  }

  async save(name: string): Promise<void> {
    answered(await this.bank.control('PUT', `/_sandbox/snapshots/${name}`), 200, 201);
    this.#saved.set(name, { model: copyOf(this.model), rows: this.rows });
  }

  async restore(name: string): Promise<readonly string[]> {
    const saved = this.#saved.get(name);
    const path = `/_sandbox/snapshots/${name}/restore`;
    answered(await this.bank.control('POST', path), saved === undefined ? 404 : 200);
    if (saved === undefined) return [];
    this.model = copyOf(saved.model);
    this.rows = await this.#whole();
    return idleFaults(saved.rows, this.rows);
  }

  /** Looks at what has changed. @returns what is wrong with the rows, and with how they came from those before */
  async look(leave: Leave): Promise<readonly string[]> {
    const before = this.rows;
    this.rows = await this.read();
    const given = givenAgain(this.#given, leave.isOther ? new Map() : before, this.rows);
    // What was restored has its ids again.
    const again = leave.isOther ? [] : given;
    return [...this.#rowFaults(), ...again, ...faultsBetween(before, this.rows, leave)];
  }

  /** Looks at every row, at the end: what was said to have changed is all that has. */
  async lookAgain(): Promise<readonly string[]> {
    const seen = this.rows;
    this.rows = await this.#whole();
    return [...this.#rowFaults(), ...differences(seen, this.rows)];
  }

  /** What the bank has, as any of its addresses says it: what differs from when it was last read as a whole. */
  async read(): Promise<Tables> {
    const path = '/_sandbox/snapshots/diff?from=looked';
    const { body } = answered(await this.bank.control('GET', path), 200);
    const rows = changedBy(body, this.#base, this.rows);
    if (body.added.length + body.changed.length + body.removed.length > MANY) {
      answered(await this.bank.control('PUT', '/_sandbox/snapshots/looked'), 200);
      this.#base = rows;
    }
    return rows;
  }

  async #whole(): Promise<Tables> {
    answered(await this.bank.control('PUT', '/_sandbox/snapshots/looked'), 200, 201);
    const { body } = answered(await this.bank.control('GET', '/_sandbox/snapshots/looked'), 200);
    this.#base = tablesOf(body.tables as Record<string, Row[]>);
    return this.#base;
  }

  #rowFaults(): readonly string[] {
    const all = ALL_TABLES.map((table) => {
      const rows = allIn(this.rows, table.name);
      return [table, rows.map((row) => decoded(table, row))] as const;
    });
    const fault = check(rowsByTable(new Map(all)));
    return fault === undefined ? [] : [`${fault.table} ${fault.id}: ${fault.text}`];
  }
}

/** What the model says of a read of balances: with the PSU, or without it. */
export function expectedRead(now: number, known: Known, isAbsent: boolean): number {
  if (!isAbsent && now >= known.endsAt) return 401;
  if (known.isRevoked) return 403;
  if (!isAbsent) return 200;
  if (now > known.consentedAt + 180 * DAY) return 401;
  return known.reads.filter((at) => at > now - DAY).length < 4 ? 200 : 429;
}

const copyOf = (model: Model): Model => ({
  ...model,
  known: model.known.map((known) => ({ ...known })),
});
