// Every border checks its rows (CTRL-04, DUR-06): whatever a member of a row is in an imported snapshot, the import is
// refused with the place, or the bank goes on as ever. And the bank's own rows fit their schemas.
import { beforeAll, expect, test } from '@jest/globals';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { addressesOf, failuresAt } from '../support/address-walk.ts';
import { answered } from '../support/control-bank.ts';
import { sampleOf } from '../support/corpus.ts';
import { type RichBank, richBank } from '../support/rich-bank.ts';
import { testBank } from '../support/test-bank.ts';

type Json = unknown;
type Row = Record<string, Json>;
type Tables = Record<string, Row[]>;
type Path = readonly (string | number)[];

const SNAPSHOTS = '/_sandbox/snapshots';
const house = await testBank();

let rich: RichBank;
let golden: Tables;
let addresses: Awaited<ReturnType<typeof addressesOf>>;

beforeAll(async () => {
  rich = await richBank(house.tenant());
  answered(await rich.bank.control('PUT', `${SNAPSHOTS}/golden`), 201);
  golden = answered(await rich.bank.control('GET', `${SNAPSHOTS}/golden`), 200).body.tables;
  addresses = await addressesOf(rich, rich.signed);
});

/** Tables of the house itself, which no bank has. */
const OF_THE_HOUSE = ['authorities', 'revocations', 'snapshotPlaces'];
const TABLES = ALL_TABLES.map(({ name }) => name).filter((name) => !OF_THE_HOUSE.includes(name));
/** Members that no row of the rich bank has. */
const UNSEEN = [
  'scaFlows.fixedAgreementId',
  'payments.agreementId',
  'baskets.agreementId',
  'baskets.approvedAt',
];

test('DUR-07: the bank of this test has rows of every table, with every member', () => {
  const lacking = ALL_TABLES.filter(({ name }) => TABLES.includes(name)).flatMap((table) =>
    Object.keys(table.members)
      .filter((member) => !golden[table.name]?.some((row) => member in row))
      .map((member) => `${table.name}.${member}`),
  );
  expect(lacking.filter((member) => !UNSEEN.includes(member))).toEqual([]);
});

test('DUR-07: every member has a schema that says more than its kind, or is free text', () => {
  const vague = ALL_TABLES.flatMap(({ name, members, schema }) =>
    Object.entries(members as Record<string, string>)
      .filter(([member, kind]) => {
        const { type, $ref, ...more } = (schema['properties'] as Record<string, Row>)[
          member
        ] as Row;
        const isVague = Object.keys(more).length === 0 && $ref === undefined;
        return isVague && /^(?:json|number)/.test(kind) && type !== 'boolean';
      })
      .map(([member]) => `${name}.${member}`),
  );
  // Their schemas are conditions: by the product, and by the setting.
  expect(vague).toEqual(['settings.value', 'payments.request']);
});

const import_ = (tables: Tables, name = 'victim') =>
  rich.bank.control('PUT', `${SNAPSHOTS}/${name}`, { tables });
const restore = async (name: string) =>
  answered(await rich.bank.control('POST', `${SNAPSHOTS}/${name}/restore`), 200);

/** Restores it, asks for everything of these, moves the clock, and asks for everything again. */
async function failuresOf(name: string): Promise<readonly string[]> {
  await restore(name);
  // By their places: paths have ids, which are others in each run.
  const asked = sampleOf([...addresses.keys()]).flatMap((at) => addresses[at] ?? []);
  const before = await failuresAt(rich, asked, 'application/json');
  const moved = await rich.bank.control('POST', '/_sandbox/clock/advance', { by: 'P40D' });
  const after = await failuresAt(rich, asked, 'text/html');
  const stuck = moved.status >= 500 ? [`clock/advance: ${moved.status}`] : [];
  return [...before, ...stuck, ...after.map((text) => `later: ${text}`)];
}

test('DUR-07: what the bank exports, it imports, and then answers everything', async () => {
  answered(await import_(golden), 201);
  expect(await failuresOf('victim')).toEqual([]);
  expect(addresses.length).toBeGreaterThan(100);
});

/** A place in the rows of a table; the same member of two list entries is one place. */
function placesOf(table: string): readonly Path[] {
  const places = new Map<string, Path>();
  const visit = (value: Json, path: Path): void => {
    const key = path
      .slice(1)
      .map((name) => (typeof name === 'number' ? '*' : name))
      .join('/');
    if (path.length > 1 && !places.has(key)) places.set(key, path);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      visit(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  for (const [at, row] of golden[table]?.entries() ?? []) visit(row, [at]);
  return [...places.values()];
}

const MISSING = Symbol('missing');
const OTHERS: readonly (readonly [string, Json])[] = [
  ['missing', MISSING],
  ['null', null],
  ['a number', 7],
  ['a text', 'x'],
  ['an empty text', ''],
  ['true', true],
  ['an empty list', []],
  ['a list', [7, null, 'x', {}]],
  ['an empty object', {}],
  ['an object', { kind: 'x', value: 7 }],
  ['a huge number', 8.64e15],
  ['a number below zero', -1e15],
  ['a fraction', 0.5],
  ['a huge text', 'å'.repeat(100_000)],
  ['digits', '9'.repeat(60)],
  ['another date', '275760-09-13'],
  ['the id of nothing', '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11'],
];

function changed(tables: Tables, table: string, path: Path, value: Json): Tables {
  const copy = structuredClone(tables);
  let at = copy[table] as unknown as Record<string | number, Json>;
  for (const name of path.slice(0, -1)) at = at?.[name] as Record<string | number, Json>;
  // What is around it was taken out before.
  if (at === undefined) return copy;
  const last = path.at(-1) as string | number;
  if (value !== MISSING) at[last] = value;
  else if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete at[last];
  return copy;
}

/** The import is refused with the place of a row, or it is taken, whether it is new or not. */
async function isTaken(tables: Tables, name: string, place: string): Promise<boolean> {
  const answer = await import_(tables, name);
  if (answer.status !== 400) {
    expect([place, answer.text, answer.status < 300]).toEqual([place, answer.text, true]);
    return true;
  }
  const [{ path, code, text }] = answer.body.tppMessages;
  expect([place, code, text]).toEqual([place, 'FORMAT_ERROR', expect.stringMatching(/[.…]$/)]);
  expect([place, path]).toEqual([place, expect.stringMatching(/^[/]tables[/][a-zA-Z]+[/][0-9]+/)]);
  return false;
}

/** What of these changes is taken does no harm: together where they can be, else one by one. */
async function expectNoHarm(
  changes: readonly (readonly [place: string, change: (tables: Tables) => Tables])[],
): Promise<void> {
  const taken: string[] = [];
  let all = golden;
  for (const [place, change] of changes) {
    if (!(await isTaken(change(golden), 'victim', place))) continue;
    const together = change(all);
    if (await isTaken(together, 'together', place)) {
      all = together;
      taken.push(place);
    } else expect([place, await failuresOf('victim')]).toEqual([place, []]);
  }
  answered(await import_(all), 200);
  expect([taken, await failuresOf('victim')]).toEqual([taken, []]);
}

test.each(OTHERS)(
  'DUR-07: any member that is %s is refused with its place, or does no harm',
  async (what, value) => {
    const places = TABLES.flatMap((table) => placesOf(table).map((path) => ({ table, path })));
    const placeOf = ({ table, path }: (typeof places)[number]) =>
      `/tables/${table}/${path.join('/')}`;
    await expectNoHarm(
      sampleOf(places, (one) => `${what} ${placeOf(one)}`).map((one) => [
        placeOf(one),
        (tables) => changed(tables, one.table, one.path, value),
      ]),
    );
  },
);

test('DUR-07: without any one row, the import is refused, or does no harm', async () => {
  const some = TABLES.flatMap((table) => {
    const ids = (golden[table] as Row[]).map(({ id }) => id);
    const chosen = new Set([ids[0], ids[ids.length >> 1], ids.at(-1)]);
    return [...chosen].map((id) => ({ table, id }));
  });
  await expectNoHarm(
    some.map(({ table, id }) => [
      `${table} ${id}`,
      (tables) => ({
        ...tables,
        [table]: (tables[table] as Row[]).filter((row) => row['id'] !== id),
      }),
    ]),
  );
});
