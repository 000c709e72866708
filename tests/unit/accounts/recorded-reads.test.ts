// What each read of accounts and cards answers, with and without the PSU, in each context and as time passes, as it is
// written in tests/fixtures/tables/reads.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { resourceIdOf } from '../../../server/bank/accounts/account-ids.ts';
import { accountsRoom } from '../../../server/bank/accounts/room.ts';
import { psuCorporateIdOf, psuIdOf } from '../../../server/bank/sca/psu-ids.ts';
import { dateAt } from '../../../server/kernel/dates.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { expectRecordedPart, shortened, shown } from '../../support/recorded.ts';
import { rowsOfAll } from '../sandbox/rich-rows.ts';
import { changed, inBank, NOW, refusedWith } from '../seeds/filled.ts';
import { KARI, OLA, TPP } from '../seeds/seed-scene.ts';
import { callOf } from './call.ts';

const DAY = 86_400_000;

interface Handled {
  readonly id: string;
  readonly path: string;
  readonly handle: (call: object) => unknown;
}
const profiles = ['sandbox', 'production'] as const;
/** Only lists of transactions differ by the profile. */
const OPERATIONS = new Map(
  profiles.flatMap((profile) =>
    (accountsRoom.operations({ profile }) as unknown as readonly Handled[])
      .filter(({ id }) => profile === 'sandbox' || /ransactions$/.test(id))
      .map((row) => [`${row.id} in ${profile}`, row] as const),
  ),
);

const present = { psuIpAddress: '192.0.2.1' };
const kari = { psuId: psuIdOf('own', TPP, KARI), tppSessionId: 'a' };
const bakery = { psuCorporateId: psuCorporateIdOf('own', TPP, 'bakery') };
const ola = { psuId: psuIdOf('own', TPP, OLA), tppSessionId: 'b', ...bakery };
const HEADERS: readonly object[] = [
  ...[{}, present, { ...present, ...kari }, kari, { ...present, ...ola }, ola],
  ...[
    { ...present, ...kari, tppSessionId: 'none' },
    { ...present, ...kari, tppSessionId: 'old' },
  ],
  ...[
    { ...present, psuId: kari.psuId },
    { psuId: kari.psuId },
    { psuId: '00000000-0000-4000-8000-000000000000' },
  ],
  ...[
    { ...kari, psuContext: 'PRIVATE' },
    { ...present, ...kari, psuContext: 'PRIVATE' },
  ],
  ...[
    { ...kari, psuContext: 'CORPORATE' },
    { ...kari, ...bakery },
    { psuId: kari.psuId, ...bakery, psuContext: 'CORPORATE' },
  ],
  ...[
    { ...present, ...kari, ...bakery },
    { ...kari, psuCorporateId: '00000000-0000-4000-8000-000000000000' },
  ],
  ...[
    { ...ola, ...bakery, psuContext: 'CORPORATE' },
    { ...present, psuIdentity: KARI, tppSessionId: 'a' },
    { psuIdentity: OLA },
  ],
  { ...present, ...kari, acceptFix: ['longer-names'], language: 'nb' },
];

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
  const rows = await rowsOfAll();
  const byAnswer = new Map<string, string[]>();
  for (const [headers, params, query, now] of callsOf(operation)) {
    const answer = await inBank(
      async (bank) => {
        const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          String(params[name]),
        );
        const seen: string[] = [];
        const call = {
          ...callOf(bank.tx as never, now, {
            target,
            headers: { tppRedirectUri: 'x:/', ...headers },
          }),
          ...{ bank, params, query, today: dateAt(now), tpp: { id: TPP, name: 'T' } },
          exercises: (rule: string) => void seen.push(rule),
          finding: (rule: string, text: string) => void seen.push(`${rule} ${text}`),
        };
        try {
          const { status, headers: more, body } = (await operation.handle(call)) as JsonObject;
          const first = `${status} ${more === undefined ? '' : shown(more)} ${shortened(body, 150)}`;
          return [
            first,
            `[${seen}]`,
            ...changed(rows, await bank.tx.snapshot()).map((row) => shortened(row, 150)),
          ].join('\n');
        } catch (thrown) {
          const { fixed, advice } = thrown as { readonly fixed?: object; readonly advice?: string };
          return `${refusedWith(thrown)} ${shown({ fixed, advice })} [${seen}]`;
        }
      },
      { rows, now },
    );
    const asked = `headers ${HEADERS.indexOf(headers)} ${shown(params)} ${JSON.stringify(query)} ${(now - NOW) / DAY}`;
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), asked]);
  }
  const lines = [...byAnswer].flatMap(([answer, all]) => [
    ...all.map((one) => `> ${one}`),
    ...answer.split('\n'),
  ]);
  expectRecordedPart('tables/reads.txt', title, lines);
});
