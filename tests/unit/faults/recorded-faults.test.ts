// When faults match, fire and are used up, how long they delay, what they refuse with, and which cannot be set, for a table
// of them, as it is written in tests/fixtures/tables/faults.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import {
  checkFault,
  firedFault,
  fires,
  isUsedUp,
  matches,
} from '../../../server/bank/faults/fault.ts';
import { faultControlOperations } from '../../../server/bank/faults/fault-control.ts';
import type { FaultRow } from '../../../server/bank/faults/tables.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T10:00:00Z');

const row = (fault: object, more: object = {}): FaultRow =>
  ({
    id: 'f1',
    number: 1,
    matched: 1,
    fired: 0,
    fault: { effect: {}, ...fault },
    ...more,
  }) as never;

const REQUESTS = [
  { method: 'GET', path: '/v1/accounts', operation: 'getAccounts', psuId: 'P', tpp: 'PSDNO-FSA-1' },
  { method: 'POST', path: '/v1/accounts%2Fx' },
  { method: 'GET', path: '/sca/x', psuId: 'q' },
  { method: 'GET', path: '/sca', tpp: 'PSDNO-FSA-2' },
];
const MATCHES = [
  undefined,
  ...[{}, { method: 'GET' }, { method: 'get' }, { operation: 'getAccounts' }, { psuId: 'p' }],
  ...[{ psuId: 'Q' }, { tpp: 'PSDNO-FSA-1' }, { tpp: 'psdno-fsa-1' }, { tpp: '' }, { path: '' }],
  ...[
    { path: '/v1' },
    { path: '/v1/accounts/x' },
    { path: '/sca/' },
    { path: '*x' },
    { path: '%zz' },
  ],
  { method: 'POST', path: '/v1' },
];
const EFFECTS = [{}, { scaPageDown: true }, { scaPageDown: false }, { callback: { a: 'b' } }];

function matching(): readonly string[] {
  const lines: string[] = [];
  for (const effect of EFFECTS)
    for (const match of MATCHES) {
      const one = row(match === undefined ? { effect } : { effect, match });
      const all = REQUESTS.map((request) => Number(matches(one, request, NOW)));
      lines.push(`${shown(effect)} ${shown(match)}: ${all.join('')}`);
    }
  for (const expiresAt of [NOW - 1, NOW, NOW + 1]) {
    const one = row({}, { expiresAt });
    const [first = REQUESTS[0]] = REQUESTS;
    lines.push(`${expiresAt - NOW} ms: ${matches(one, first as never, NOW)} ${isUsedUp(one, NOW)}`);
  }
  return lines;
}

const TURNS = [
  ...[{}, { times: 1 }, { times: 2 }, { after: 2 }, { after: 1, times: 1 }, { match: { nth: 2 } }],
  ...[{ match: { nth: 1 }, after: 1 }, { probability: 0 }, { probability: 0.5 }],
  ...[{ probability: 0.5, seed: 'other' }, { probability: 0.5, seed: 7 }, { probability: 1 }],
];

const turns = (): readonly string[] =>
  TURNS.map((fault) => {
    let fired = 0;
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((matched) => {
      const now = fires(row(fault, { matched, fired }));
      if (now) fired += 1;
      return `${Number(now)}${isUsedUp(row(fault, { matched, fired }), NOW) ? '.' : ''}`;
    });
    return `${shown(fault)}: ${all.join(' ')}`;
  });

const DELAYS = [
  ...[undefined, 0, 7, { distribution: 'uniform' }, { distribution: 'uniform', min: 5 }],
  ...[
    { distribution: 'uniform', min: 5, max: 9 },
    { distribution: 'uniform', max: 100 },
  ],
  ...[
    { distribution: 'lognormal', median: 100, sigma: 0.5 },
    { distribution: 'lognormal', median: 9 },
  ],
  ...[
    { distribution: 'lognormal', sigma: 1 },
    { distribution: 'lognormal', median: 5e5, sigma: 3 },
  ],
];

const delays = (): readonly string[] =>
  DELAYS.map((delayMs) => {
    const effect = delayMs === undefined ? {} : { delayMs };
    const all = [1, 2, 3, 4].map((matched) => firedFault(row({ effect }, { matched })).delay);
    return `${shown(delayMs)}: ${all.join(' ')}`;
  });

const REFUSALS = [
  ...[{}, { status: 500 }, { status: 503, retryAfter: 0 }, { status: 418 }, { status: 599 }],
  ...[{ status: 429, retryAfter: 7 }, { code: 'SYSTEM_ERROR' }, { code: 'FORBIDDEN', status: 400 }],
  ...[
    { reset: true },
    { reset: true, status: 400 },
    { reset: false },
    { delayMs: 1 },
    { status: 401 },
  ],
  ...[{ status: 404 }, { status: 400 }, { status: 499 }, { code: 'X', retryAfter: 1 }],
];

const refusals = (): readonly string[] =>
  REFUSALS.map((effect) => {
    const seen: string[] = [];
    const said = saidBy(() => checkFault({ id: 'f7', effect } as never, (rule) => seen.push(rule)));
    let more = '';
    try {
      checkFault({ id: 'f7', effect } as never);
    } catch (thrown) {
      const { status, headers } = thrown as { status: number; headers?: object };
      more = ` ${status} ${shown(headers)} ${shown((thrown as { details: object }).details)}`;
    }
    return `${shown(effect)}: ${said}${more} ${seen}`;
  });

const SET: readonly object[] = [
  ...[{ effect: {} }, { effect: { delayMs: 1 } }, { effect: { status: 500, reset: true } }],
  ...[{ effect: { truncate: 1, malformed: true } }, { effect: { html: true } }],
  ...[{ effect: { retryAfter: 1 } }, { effect: { retryAfter: 1, code: 'FORBIDDEN' } }],
  ...[{ effect: { html: true, status: 502 } }, { effect: { html: true, retryAfter: 1 } }],
  ...[
    { effect: { slowBodyMs: 1, loseReply: true } },
    { effect: { scaPageDown: true, callback: {} } },
  ],
  ...[
    { effect: { extraMembers: true, scaPageDown: true } },
    { effect: { code: 'X', truncate: 1 } },
  ],
  ...['uniform', 'lognormal'].flatMap((distribution) =>
    [
      {},
      { min: 1 },
      { max: 1 },
      { min: 2, max: 1 },
      { min: 1, max: 1 },
      { median: 1 },
      { sigma: 1 },
      { median: 1, sigma: 1 },
    ].map((rest) => ({ effect: { delayMs: { distribution, ...rest } } })),
  ),
  ...['PT1M', 'P1M', 'x', '', 'P1D'].map((advance) => ({ effect: { advance } })),
  { effect: { revokeConsents: true, advance: 'PT1H', status: 400 } },
  ...['getAccounts', 'none', ''].map((operation) => ({
    match: { operation },
    effect: { reset: true },
  })),
  ...['2031-03-05T11:00:00Z', 'PT10M', 'P1M', 'soon', '', '2031-02-30T00:00:00Z', 'P9999999D'].map(
    (expiry) => ({ expiry, effect: { reset: true } }),
  ),
  { seed: 'own', effect: { reset: true } },
];

async function settings(): Promise<readonly string[]> {
  const tx = mapTx();
  const ids = createIds((size) => new Uint8Array(size));
  const bank = { bank: 'job-7', idScope: 'job-7', tx, now: NOW, ids };
  const rows = faultControlOperations([{ id: 'getAccounts' }] as never);
  const ask = async (id: string, body: unknown, params = {}) => {
    const found = rows.find((one) => one.id === id) as unknown as {
      handle: (call: object) => Promise<unknown>;
    };
    try {
      return shown(await found.handle({ bank, body, params, query: {} }));
    } catch (thrown) {
      const { details } = thrown as { details: object };
      return `${thrownText(thrown)} ${shown(details)}`;
    }
  };
  const lines: string[] = [];
  for (const fault of SET) lines.push(`${shown(fault)} → ${await ask('createFault', fault)}`);
  for (const id of ['f1', 'f2', 'f999', ''])
    lines.push(
      await ask('getFault', undefined, { id }),
      await ask('deleteFault', undefined, { id }),
    );
  lines.push(await ask('getFault', undefined), await ask('getFaults', undefined));
  let last = '';
  let count = 0;
  while (!last.startsWith('!') && count < 200) {
    last = await ask('createFault', { effect: { reset: true } });
    count += 1;
  }
  lines.push(`after ${count}: ${last}`, await ask('deleteFaults', undefined));
  lines.push(
    await ask('getFaults', undefined),
    await ask('createFault', { effect: { delayMs: 1 } }),
  );
  return lines;
}

test('FAULT-01: faults of every kind: match, fire and are refused as they do now', async () => {
  const lines = [...matching(), ...turns(), ...delays(), ...refusals(), ...(await settings())];
  expectRecorded('tables/faults.txt', lines);
});
