// What the statements of the store on PostgreSQL do (server/storage/postgres), each at once and whole: no others are
// understood. Conditions are read from the statement, so that one that lacks its condition does what it then says.
import type { Answer } from './simulated-wire.ts';

interface BankRow {
  readonly version: number;
  readonly began: number;
  readonly known_from: number;
  readonly start: string | null;
  readonly wake_at: number | null;
  readonly commits: string;
}

interface ContentRow {
  readonly bank: string;
  readonly of_table: string;
  readonly id: string;
  readonly version: number;
  readonly content: string | null;
}

interface EventRow {
  readonly number: number;
  readonly event: string;
}

export class Tables {
  schema = 0;
  banks = new Map<string, BankRow>();
  rows = new Map<string, ContentRow>();
  starts = new Map<string, { readonly root: string | null; readonly used: number }>();
  /** By bank, oldest first. */
  events = new Map<string, readonly EventRow[]>();

  copy(): Tables {
    const { schema, banks, rows, starts, events } = this;
    const maps = { banks: new Map(banks), rows: new Map(rows), starts: new Map(starts) };
    return Object.assign(new Tables(), { schema, ...maps, events: new Map(events) });
  }

  removeRows(isGone: (row: ContentRow) => boolean): void {
    for (const [key, row] of this.rows) if (isGone(row)) this.rows.delete(key);
  }
}

type Values = readonly (string | null)[];
interface Asked {
  readonly text: string;
  /** $1 is the first one. */
  readonly values: Values;
  /** µs */
  readonly now: number;
}
type Run = (tables: Tables, asked: Asked) => readonly Answer[];
const NONE: readonly Answer[] = [];
export const DAY = 86_400_000_000;

const number = (value: string | null | undefined): number => Number(value ?? 0);
const shown = (value: number | null): string | null => (value === null ? null : String(value));

/** An array's literal: whatever is behind a backslash is meant as it is. */
const listIn = (literal: string | null | undefined): readonly (string | null)[] =>
  (literal?.match(/"(?:[^"\\]|\\.)*"|NULL/gs) ?? []).map((item) =>
    item === 'NULL' ? null : item.slice(1, -1).replace(/\\(.)/gs, '$1'),
  );

interface Written {
  readonly bank: string;
  readonly version: number;
  /** Tables, ids, contents. */
  readonly columns: Values;
}

function writeRows(tables: Tables, { bank, version, columns }: Written, keeps = false): void {
  const [names = [], ids = [], contents = []] = columns.map(listIn);
  for (const [i, of_table] of names.entries()) {
    const row = { bank, of_table: `${of_table}`, id: `${ids[i]}`, version };
    const key = JSON.stringify([bank, of_table, ids[i]]);
    if (keeps && tables.rows.has(key)) throw new Error(`duplicate key ${key}`);
    tables.rows.set(key, { ...row, content: contents[i] ?? null });
  }
}

const joined = (rows: readonly ContentRow[]) =>
  rows.length > 0 ? rows : [{ of_table: null, id: null, content: null }];

const readBank: Run = ({ banks, rows }, { values: [bank, known] }) => {
  const found = banks.get(`${bank}`);
  if (found === undefined) return NONE;
  const from = found.known_from > number(known) ? 0 : number(known);
  const own = [...rows.values()].filter(
    (row) => row.bank === bank && row.version >= found.began && row.version > from,
  );
  const { version, known_from, start, wake_at } = found;
  const head = {
    version: `${version}`,
    known_from: `${known_from}`,
    start,
    wake_at: shown(wake_at),
  };
  return joined(own).map(({ of_table, id, content }) => ({ ...head, of_table, id, content }));
};

function touch({ starts }: Tables, start: string | null | undefined, used: number): boolean {
  const found = starts.get(`${start}`);
  if (found !== undefined) starts.set(`${start}`, { ...found, used });
  return found !== undefined;
}

/** Newest first, and no more than that. */
const remembered = (text: string, commit: string, before: string): string =>
  (commit + before).slice(0, number(/left\(.*? \|\| commits, (\d+)\)/.exec(text)?.[1]));

/** Numbered from the newest one, of which the oldest leave. */
function writeEvents({ events }: Tables, { text, values: [bank, ...values] }: Asked): void {
  const found = events.get(`${bank}`) ?? [];
  const newest = found.at(-1)?.number ?? 0;
  const own = listIn(values[7]).map((event, at) => ({
    number: newest + at + 1,
    event: `${event}`,
  }));
  const stay = number(/e\.number <= .* - (\d+) \)/.exec(text)?.[1] ?? 'Infinity');
  const left = found.filter((one) => one.number > newest + own.length - stay);
  events.set(`${bank}`, [...left, ...own]);
}

const changeBank: Run = (tables, asked) => {
  const { text, values, now } = asked;
  const [bank, known, wakes, start = null, ...rest] = values;
  const name = `${bank}`;
  const says = (words: string) => text.includes(words);
  const reports = says('INSERT INTO sandbank_events');
  if (reports && !says('FROM moved, newest,')) writeEvents(tables, asked);
  let isUsed = !says('$4::text IS NULL') || start === null;
  if (says('used AS ('))
    isUsed = touch(tables, start, now) || !says('EXISTS (SELECT start FROM used)');
  const before = tables.banks.get(name);
  const commit = `${rest[3] ?? /'(\.+)'/.exec(text)?.[1]}`;
  const wake_at = wakes === null || wakes === undefined ? null : number(wakes);
  let row: BankRow | undefined;
  if (/INSERT INTO sandbank_banks/.test(text)) {
    if (before !== undefined || number(known) !== 0 || !isUsed) return NONE;
    row = { version: now, began: now, known_from: now, start, wake_at, commits: commit };
  } else {
    const isAsKnown = before?.version === number(known) || !/version = \$2/.test(text);
    if (before === undefined || !isAsKnown || !isUsed) return NONE;
    const version = before.version + 1;
    const restarted = {
      ...(says('began = version + 1') && { began: version }),
      ...(says('known_from = version + 1') && { known_from: version }),
      ...(says('start = $4') && { start }),
      ...(says('wake_at = $3') && { wake_at }),
    };
    const commits = remembered(text, commit, before.commits);
    row = { ...before, version, commits, ...restarted };
  }
  tables.banks.set(name, row);
  writeRows(tables, { bank: name, version: row.version, columns: rest.slice(0, 3) });
  if (says('FROM moved, newest,')) writeEvents(tables, asked);
  return [{ version: `${row.version}` }];
};

const storeSet: Run = (tables, { values: [start, root = null, ...columns], now }) => {
  if (tables.starts.has(`${start}`)) return NONE;
  tables.starts.set(`${start}`, { root, used: now });
  writeRows(tables, { bank: `start:${start}`, version: 0, columns }, true);
  return NONE;
};

const readSet: Run = ({ starts, rows }, { values: [start, bank] }) => {
  const set = starts.get(`${start}`);
  if (set === undefined) return NONE;
  const own = [...rows.values()].filter((row) => row.bank === bank);
  return joined(own).map(({ of_table, id, content }) => ({
    root: set.root,
    of_table,
    id,
    content,
  }));
};

export const removeUnused: Run = (tables, { now }) => {
  const used = new Set([...tables.banks.values()].map(({ start }) => start));
  for (const { root } of tables.starts.values()) used.add(root);
  for (const [start, set] of [...tables.starts]) {
    if (set.used >= now - DAY || used.has(start)) continue;
    tables.starts.delete(start);
    tables.removeRows(({ bank }) => bank === `start:${start}`);
  }
  return NONE;
};

const removeGone: Run = (tables, { values: [bank, to] }) => {
  const found = tables.banks.get(`${bank}`);
  const upTo = number(to);
  if (found === undefined || found.known_from >= upTo) return NONE;
  tables.banks.set(`${bank}`, { ...found, known_from: upTo });
  tables.removeRows((row) => row.bank === bank && row.version <= upTo && row.content === '');
  return NONE;
};

const removeOld: Run = (tables, { values: [bank] }) => {
  const { began = 0 } = tables.banks.get(`${bank}`) ?? {};
  tables.removeRows((row) => row.bank === bank && row.version < began);
  return NONE;
};

const readEvents: Run = ({ events }, { values: [bank, after, most] }) =>
  (events.get(`${bank}`) ?? [])
    .filter((one) => one.number > number(after))
    .slice(-number(most))
    .reverse()
    .map((one) => ({ ...one, number: `${one.number}` }));

const drop: Run = (tables, { values: [bank] }) => {
  const isGone = (name: string) => name === bank || name.split('@')[0] === bank;
  for (const name of [...tables.banks.keys()]) if (isGone(name)) tables.banks.delete(name);
  tables.removeRows((row) => isGone(row.bank));
  return NONE;
};

interface Statement {
  readonly form: RegExp;
  readonly run: Run;
  /** It changes the row of its bank, or locks it. */
  readonly locks?: true;
}

const STATEMENTS: readonly Statement[] = [
  {
    form: /^(CREATE |ALTER TABLE |SET statement_timeout |SELECT current_setting|BEGIN |COMMIT$)/,
    run: () => NONE,
  },
  {
    form: /^WITH gone AS \( DELETE FROM sandbank_rows WHERE of_table = 'logEntries' /,
    run: () => NONE,
  },
  {
    form: /^SELECT number, event FROM sandbank_events .* ORDER BY number DESC LIMIT \$3$/,
    run: readEvents,
  },
  {
    form: /^SELECT version FROM sandbank_schema /,
    run: ({ schema }) => (schema === 0 ? NONE : [{ version: schema }]),
  },
  {
    form: /^INSERT INTO sandbank_schema .* greatest/,
    run: (tables, { values: [version] }) => {
      tables.schema = Math.max(tables.schema, number(version));
      return NONE;
    },
  },
  {
    form: /^SELECT b\.version, b\.known_from, b\.start, b\.wake_at, r\..* LEFT JOIN/,
    run: readBank,
  },
  {
    form: /^WITH (used AS .*)?moved AS .* written AS .* SELECT version FROM moved$/,
    run: changeBank,
    locks: true,
  },
  {
    form: /^(UPDATE|INSERT INTO) sandbank_banks .* RETURNING version$/,
    run: changeBank,
    locks: true,
  },
  {
    form: /^SELECT version, commits FROM sandbank_banks WHERE bank = \$1$/,
    run: ({ banks }, { values: [bank] }) => {
      const found = banks.get(`${bank}`);
      return found ? [{ version: `${found.version}`, commits: found.commits }] : NONE;
    },
  },
  {
    form: /^SELECT version FROM sandbank_banks WHERE bank = \$1 FOR UPDATE$/,
    run: ({ banks }, { values: [bank] }) => {
      const found = banks.get(`${bank}`);
      return found ? [{ version: `${found.version}` }] : NONE;
    },
    locks: true,
  },
  {
    form: /^DELETE FROM sandbank_rows WHERE bank = \$1 AND version < \(SELECT began /,
    run: removeOld,
  },
  {
    form: /^WITH known AS \( UPDATE sandbank_banks SET known_from = \$2 .* content = ''$/,
    run: removeGone,
    locks: true,
  },
  {
    form: /^WITH gone AS \( DELETE FROM sandbank_banks WHERE bank = \$1 OR split_part/,
    run: drop,
    locks: true,
  },
  {
    form: /^DELETE FROM sandbank_events WHERE bank = \$1 AND NOT EXISTS \(SELECT bank /,
    run: ({ banks, events }, { values: [bank] }) => {
      if (!banks.has(`${bank}`)) events.delete(`${bank}`);
      return NONE;
    },
  },
  {
    form: /^UPDATE sandbank_starts SET used_at = now\(\) WHERE start = \$1 RETURNING start$/,
    run: (tables, { values: [start = null], now }) =>
      touch(tables, start, now) ? [{ start }] : NONE,
  },
  { form: /^WITH made AS \( INSERT INTO sandbank_starts /, run: storeSet },
  { form: /^SELECT s\.root, r\..* LEFT JOIN sandbank_rows r ON r\.bank = \$2 /, run: readSet },
  { form: /^WITH gone AS \( DELETE FROM sandbank_starts .* interval '1 day'/, run: removeUnused },
  {
    form: /^SELECT bank FROM sandbank_banks$/,
    run: ({ banks }) => [...banks.keys()].map((bank) => ({ bank })),
  },
  {
    form: /^SELECT bank, wake_at FROM sandbank_banks WHERE wake_at <= \$1$/,
    run: ({ banks }, { values: [until] }) =>
      [...banks]
        .filter(([, { wake_at }]) => wake_at !== null && wake_at <= number(until))
        .map(([bank, { wake_at }]) => ({ bank, wake_at: shown(wake_at) })),
  },
];

export const statementOf = (text: string): Statement | undefined =>
  STATEMENTS.find(({ form }) => form.test(text));
