// What each read of accounts and cards answers, with and without the PSU, in each context and as time passes, as it is
// written in tests/fixtures/tables/reads.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { resourceIdOf } from '../../../server/bank/accounts/account-ids.ts';
import { accountsRoom } from '../../../server/bank/accounts/room.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { expectRecordedPart, shown } from '../../support/recorded.ts';
import { rowsOfAll } from '../sandbox/rich-rows.ts';
import { inBank, NOW } from '../seeds/filled.ts';
import { TPP } from '../seeds/seed-scene.ts';
import { answersToCalls, type Handled, HEADERS } from './answered-call.ts';
import { callOf } from './call.ts';

const DAY = 86_400_000;

const profiles = ['sandbox', 'production'] as const;
/** Only lists of transactions differ by the profile. */
const OPERATIONS = new Map(
  profiles.flatMap((profile) =>
    (accountsRoom.operations({ profile }) as unknown as readonly Handled[])
      .filter(({ id }) => profile === 'sandbox' || /ransactions$/.test(id))
      .map((row) => [`${row.id} in ${profile}`, row] as const),
  ),
);

const OF_ACCOUNTS = ['main', 'drift', 'olas'].map((id) => resourceIdOf('own', TPP, id));
const OF_CARDS = [resourceIdOf('own', TPP, 'card')];

const WINDOWS: readonly JsonObject[] = [
  ...['booked', 'pending', 'both'].map((bookingStatus) => ({ bookingStatus })),
  ...[
    {},
    { limit: '1' },
    { limit: '1', offset: '1' },
    { dateFrom: '2026-06-10' },
    { dateTo: '2026-06-09' },
  ],
  ...[
    { dateFrom: '2026-01-01' },
    { dateFrom: '2026-03-12' },
    { dateFrom: '2026-03-13' },
    { dateFrom: '2027-01-01' },
  ],
  ...[{ dateTo: '2027-01-01' }, { dateTo: '2026-01-01' }],
];

function* callsOf({
  id,
  path,
}: Handled): Generator<readonly [object, JsonObject, JsonObject, number]> {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const ids =
    name === undefined
      ? ['']
      : [...(/card/i.test(path) ? OF_CARDS : OF_ACCOUNTS), 'none', '99997649326', '86011117948'];
  const line = path.includes('{transactionId}') ? ['line', 'p', 'none'] : [''];
  const isList = /ransactions$/.test(id);
  for (const [nth, headers] of HEADERS.entries()) {
    const own = [2, 3, 4, 5, 11].includes(nth);
    for (const one of own ? ids : ids.slice(0, 1)) {
      for (const transactionId of own ? line : line.slice(0, 1)) {
        const params = { ...(name === undefined ? {} : { [name]: one }), transactionId };
        const isFirst = one === ids[0] || one === ids[1];
        for (const query of isList && isFirst && own ? WINDOWS : [{ withBalance: 'true' }, {}])
          yield [headers, params, query, NOW];
      }
    }
    if (nth < 6 || own)
      for (const days of [0.03, 1, 180, 181])
        yield [
          headers,
          { [name ?? 'x']: ids[0] ?? '', transactionId: line[0] ?? '' },
          {},
          NOW + days * DAY,
        ];
  }
}

test.each([...OPERATIONS.keys()])('ACC-01: %s: answers what it answers now', async (title) => {
  const operation = OPERATIONS.get(title) as Handled;
  const byAnswer = await answersToCalls(
    operation,
    await rowsOfAll(),
    [...callsOf(operation)].map(([headers, params, query, now]) => [
      `headers ${HEADERS.indexOf(headers)} ${shown(params)} ${JSON.stringify(query)} ${(now - NOW) / DAY}`,
      { headers, params, query, now },
    ]),
  );
  expectRecordedPart('tables/reads.txt', title, byAnswer);
});

test('ACC-02: balances link to their account, also in a bank with the name balances', async () => {
  const path = `/banks/balances/v1/accounts/${OF_ACCOUNTS[0]}`;
  const target = `${path}/balances?x=/balances`;
  const [, , headers = {}] = HEADERS;
  const { handle } = OPERATIONS.get('getBalances in sandbox') as Handled;
  const answer = await inBank(
    async (bank) => {
      const call = callOf(bank.tx as never, NOW, { target, headers });
      return handle({ ...call, bank, params: { accountId: OF_ACCOUNTS[0] }, tpp: { id: TPP } });
    },
    { rows: await rowsOfAll() },
  );
  expect(answer).toMatchObject({
    body: { _links: { self: { href: `${path}/balances` }, account: { href: path } } },
  });
});
