// A snapshot as one JSON document (CTRL-04): exported, imported, and refused with the place that does not fit.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { consentOf, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { answered, wholeBank } from '../support/control-bank.ts';
import { type HeaderList, send } from '../support/http.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { exampleSeed, loadSeed } from '../support/seeded.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const PATH = '/_sandbox/snapshots';

const house = await testBank();
const bank = eachTest(() => house.tenant());

type Row = Record<string, unknown>;
type Rows = Row[];

async function exported(): Promise<{
  name: string;
  takenAt: string;
  tables: Record<string, Rows>;
}> {
  answered(await bank.control('PUT', `${PATH}/golden`), 201);
  return answered(await bank.control('GET', `${PATH}/golden`), 200).body;
}

const restored = async (of: TestBank, name: string) =>
  answered(await of.control('POST', `${PATH}/${name}/restore`), 200);

test('CTRL-04: what is exported can be imported elsewhere, and is the same bank', async () => {
  const psu = await consentOf(bank);
  const document = await exported();
  expect(document).toMatchObject({ name: 'golden', tables: { consents: [{ status: 'valid' }] } });
  expect(await schemaErrors('control/snapshot.json', document)).toEqual([]);
  const other = house.tenant();
  const imported = await other.control('PUT', `${PATH}/copy`, document);
  expect([imported.status, imported.body]).toEqual([
    201,
    { name: 'copy', takenAt: document.takenAt },
  ]);
  expect((await other.control('GET', `${PATH}/copy`)).body).toEqual({ ...document, name: 'copy' });
  await restored(other, 'copy');
  expect(await wholeBank(other)).toEqual(await wholeBank(bank));
  const accounts = await psu.tpp.at(other.url).get('/v1/accounts');
  const ids = ({ accounts }: { accounts: Rows }) => accounts.map(({ resourceId }) => resourceId);
  expect(ids(accounts.body)).toEqual(ids((await psu.tpp.get('/v1/accounts')).body));
});

test('CTRL-04: an import leaves the bank as it is', async () => {
  const document = await exported();
  const psu = await consentOf(bank);
  expect((await bank.control('PUT', `${PATH}/golden`, document)).status).toBe(200);
  expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
});

test('CTRL-04: an import without rows is an empty bank', async () => {
  expect((await bank.control('PUT', `${PATH}/empty`, { tables: {} })).status).toBe(201);
  await restored(bank, 'empty');
  expect((await bank.tpp.get('/v1/sandbox/customers')).body.customers).toEqual([]);
});

describe('a document that is larger than other bodies may be', () => {
  const HEADERS: readonly HeaderList[] = [[], [['Expect', '100-continue']]];

  test.each(HEADERS.map((headers) => [headers]))('CTRL-04: with %j is taken', async (headers) => {
    const { tables } = await exported();
    const [line] = tables['transactions'] as Rows;
    const accountId = tables['accounts']?.[0]?.['id'];
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      ...line,
      id: `many-${i}`,
      accountId,
      amount: '0',
    }));
    const transactions = [...(tables['transactions'] as Rows), ...many];
    const body = JSON.stringify({ tables: { ...tables, transactions } });
    expect(body.length).toBeGreaterThan(2 * 1024 * 1024);
    const url = `${bank.url}${PATH}/large`;
    expect((await send({ method: 'PUT', url, headers: [...headers], body })).status).toBe(201);
    await restored(bank, 'large');
    const { body: list } = await bank.tpp.get(
      `/v1/sandbox/accounts/${accountId}/transactions?limit=1000`,
    );
    expect(list.transactions).toHaveLength(1000);
  });

  test('CTRL-04: beyond 24 MiB is 413', async () => {
    const body = Buffer.alloc(24 * 1024 * 1024 + 1, ' ');
    const url = `${bank.url}${PATH}/large`;
    expectRefusal(await send({ method: 'PUT', url, body }), { status: 413, code: 'BAD_REQUEST' });
  });
});

describe('a document that does not fit', () => {
  // Exported again and again: the starting set is fifty times as large.
  beforeEach(async () => {
    answered(await loadSeed(bank, exampleSeed('household')), 200);
  });

  const first =
    (table: string, change: Record<string, unknown>) => (tables: Record<string, Rows>) => {
      Object.assign(tables[table]?.[0] as object, change);
    };
  type Break = (tables: Record<string, Rows>) => void;
  const mistakes: readonly [string, Break, string][] = [
    ['an unknown table', (tables) => Object.assign(tables, { things: [] }), '/tables/things'],
    [
      'a table __proto__x',
      (tables) => Object.assign(tables, { constructor: [] }),
      '/tables/constructor',
    ],
    ['a table that is no array', (tables) => Object.assign(tables, { due: {} }), '/tables/due'],
    [
      'a row that is no object',
      (tables) => tables['accounts']?.push(7 as never),
      '/tables/accounts/3',
    ],
    ['an unknown member', first('accounts', { colour: 'red' }), '/tables/accounts/0/colour'],
    ['a missing member', first('accounts', { iban: undefined }), '/tables/accounts/0/iban'],
    ['money as a number', first('transactions', { amount: 5 }), '/tables/transactions/0/amount'],
    ['money as 1.5', first('transactions', { amount: '1.5' }), '/tables/transactions/0/amount'],
    ['text as a number', first('customers', { name: 7 }), '/tables/customers/0/name'],
    ['a number as text', first('customers', { createdAt: '7' }), '/tables/customers/0/createdAt'],
    ['null', first('balances', { lastLine: null }), '/tables/balances/0/lastLine'],
    ['an empty id', first('customers', { id: '' }), '/tables/customers/0/id'],
    [
      'an id twice',
      (tables) => tables['customers']?.push(tables['customers'][0] as never),
      '/tables/customers/2/id',
    ],
    [
      'a clock that is none',
      (tables) => tables['settings']?.push({ id: 'clock', value: { offset: 'x' } }),
      '/tables/settings/2/value/offset',
    ],
    [
      'a clock without an offset',
      (tables) => tables['settings']?.push({ id: 'clock', value: {} }),
      '/tables/settings/2/value/offset',
    ],
    [
      'a clock with a member that no clock has',
      (tables) => tables['settings']?.push({ id: 'clock', value: { offset: 0, frozenAtt: 0 } }),
      '/tables/settings/2/value/frozenAtt',
    ],
    [
      'a setting that no bank has',
      (tables) => tables['settings']?.push({ id: 'clok', value: { offset: 0 } }),
      '/tables/settings/2/id',
    ],
    [
      'a policy that no bank has',
      (tables) => tables['settings']?.push({ id: 'scaPolicy', value: { mode: 'often' } }),
      '/tables/settings/2/value/mode',
    ],
    [
      'a time that no calendar has',
      first('settings', { value: { at: 1e20 } }),
      '/tables/settings/0/value/at',
    ],
    [
      'no time at which it was saved',
      (tables) => Object.assign(tables, { settings: [{ id: 'saved', value: {} }] }),
      '/tables/settings/0/value/at',
    ],
    [
      'a setting that is no object',
      (tables) => tables['settings']?.push({ id: 'scaPolicy', value: 7 }),
      '/tables/settings/2/value',
    ],
    [
      'a session with an id that no header can have',
      (tables) => {
        const customerId = tables['customers']?.[0]?.['id'];
        const session = { id: 's', tppId: 't', customerId, tppSessionId: 'é', context: 'private' };
        Object.assign(tables, { sessions: [{ ...session, startedAt: 0, endsAt: 1 }] });
      },
      '/tables/sessions/0/tppSessionId',
    ],
    [
      'work that no bank does',
      (tables) => Object.assign(tables, { due: [{ id: 'x', at: 1, type: 'dance', subject: 'x' }] }),
      '/tables/due/0/type',
    ],
  ];

  test.each(mistakes)(
    'CTRL-04: %s is 400, names the place, and changes nothing',
    async (_, spoil, path) => {
      const document = await exported();
      const before = JSON.stringify(document);
      spoil(document.tables);
      const answer = await bank.control('PUT', `${PATH}/golden`, document);
      expectRefusal(answer, { code: 'FORMAT_ERROR', path });
      expect(JSON.stringify((await bank.control('GET', `${PATH}/golden`)).body)).toBe(before);
      expect((await bank.control('PUT', `${PATH}/other`, document)).status).toBe(400);
      expect((await bank.control('GET', PATH)).body.snapshots).toHaveLength(1);
    },
  );

  test.each([
    ['no tables', {}, undefined],
    ['an unknown member', { tables: {}, speed: 1 }, '/speed'],
    ['an array', [], undefined],
  ])('CTRL-04: %s is 400', async (_, body, path) => {
    const answer = await bank.control('PUT', `${PATH}/golden`, body);
    expectRefusal(answer, { code: 'FORMAT_ERROR', ...(path && { path }) });
  });
});
