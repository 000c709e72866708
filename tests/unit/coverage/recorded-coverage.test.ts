// What is counted of many requests, and its reports, as they are written in tests/fixtures/pages/coverage.txt. `npm run
// examples` records them again.
import { test } from '@jest/globals';
import { coverageModel } from '../../../server/http/control/coverage-model.ts';
import { badgeOf } from '../../../server/insight/coverage/badge.ts';
import { BankCoverage } from '../../../server/insight/coverage/bank-coverage.ts';
import { onlyMissing, reportOf } from '../../../server/insight/coverage/coverage.ts';
import { junitOf } from '../../../server/insight/coverage/junit.ts';
import { percentOf } from '../../../server/insight/coverage/sections.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { NOW, nothing, seenRequest } from '../inspector/sample-request.ts';
import { row } from './counting.ts';

const TPP = { id: 'PSDNO-1', name: 'One' };
const OTHER = { id: 'PSDNO-2', name: 'Two' };
const dated = (seconds: number, ...more: readonly string[]) => [
  ...['Date', new Date(NOW + seconds * 1000).toUTCString(), ...more],
];
const answer = (status: number, rule?: string) => ({ status, headers: {}, body: nothing, rule });
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

const ADDRESSES = [
  ...[
    '127.0.0.1',
    '127.255.1.2',
    '128.0.0.1',
    '0.0.0.0',
    '0.0.0.1',
    '192.0.2.7',
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::FFFF:0.0.0.0',
    '::ffff:192.0.2.7',
    '1::',
    '::2',
    ' 127.0.0.1 ',
    'localhost',
    '127.0.0',
    '',
  ],
];

/** X-Request-IDs, each with what else is in the request. */
const NAMES: readonly (readonly [id: string | undefined, headers?: readonly string[]])[] = [
  ...([
    [undefined],
    ['.'],
    ['..'],
    ['...'],
    ['x1'],
    ['x01'],
    ['x12345678901234567'],
    ['y1'],
    ['13039319955'],
  ] as const),
  ...([
    [UUID],
    [UUID.toUpperCase()],
    [UUID, ['Cookie', UUID]],
    [`${UUID}0`],
    ['token=abc'],
    ['abcd', ['Authorization', 'abcd']],
  ] as const),
];

const REQUESTS: readonly Partial<SeenRequest>[] = [
  ...[-61, -60, -59, -46, -45, -44, 0, 45, 46, 60, 61].map((seconds) => ({
    rawHeaders: dated(seconds),
  })),
  { rawHeaders: ['Date', 'soon'] },
  { rawHeaders: ['date', new Date(NOW + 50_000).toUTCString(), 'Date', 'x'] },
  ...ADDRESSES.map((address) => ({ rawHeaders: dated(0, 'psu-IP-Address', address) })),
  ...NAMES.map(([requestId, rawHeaders = []]) => ({
    requestId,
    rawHeaders,
    operation: 'getA',
    entered: ['size', 'operation'] as const,
    answer: answer(200),
  })),
  ...([undefined, TPP, OTHER, TPP, OTHER, undefined] as const).map((tpp) => ({
    requestId: 'again',
    tpp,
  })),
  ...([TPP, OTHER, TPP] as const).map((tpp) => ({ requestId: 'twice', tpp })),
  {
    operation: 'getA',
    answer: answer(401, 'CONS-01'),
    codes: ['CONSENT_INVALID', 'X'],
    scaFlow: 'f1',
  },
  {
    operation: 'getOld',
    entered: ['operation'],
    answer: answer(200, 'CONS-01'),
    transactionStatuses: ['RCVD', 'ACSC'],
    exercised: ['SIG-01', 'SIG-05'],
  },
  { answer: answer(500), brokenOff: true, exercised: ['SIG-02'] },
  { answer: answer(500), brokenOff: true, fault: 'f1', exercised: ['SIG-02'] },
  {
    findings: [
      { rule: 'SIG-05', text: 'a' },
      { rule: 'SIG-05', text: 'b' },
      { rule: 'HDR-01', text: 'c' },
    ],
    refusal: { rule: 'SIG-10', code: 'A', status: 400, text: 'x', details: {} },
  },
];

const OPERATIONS = [
  row('getA'),
  row('getOld', { deprecated: true }),
  row('createB', {
    method: 'POST',
    success: { status: 201 },
    otherSuccess: { status: 200 } as never,
  }),
];

test('CTRL-08: what is counted, and its reports: is what the bank answers now', () => {
  const seen = new BankCoverage(NOW);
  const lines: string[] = [];
  for (const [nth, change] of REQUESTS.entries()) {
    const before = JSON.stringify(seen.habits.seen.toJson());
    seen.add(seenRequest({ number: nth + 1, requestId: `r${nth}`, ...change }));
    const { rawHeaders, requestId = `r${nth}`, tpp } = change;
    const after = JSON.stringify(seen.habits.seen.toJson());
    if (nth < 50)
      lines.push(
        `${JSON.stringify([requestId, tpp?.id, ...(rawHeaders ?? [])])} ${before === after ? '' : after}`,
      );
  }
  for (const [flowId, ending, code] of [
    ['f1', 'approved', undefined],
    ['f1', 'cancelled', 'SCA_INVALID'],
    ['f1', 'cancelled', 'SCA_INVALID'],
    ['f2', 'expired', 'SCA_EXPIRED'],
    ['f2', 'approved', undefined],
  ] as const)
    seen.scaEnded({ bank: 'b', flowId, ending, ...(code && { code }) } as never);
  const json = JSON.stringify(seen.toJson());
  const again = new BankCoverage(1, JSON.parse(json));
  lines.push(
    '# stored',
    json,
    `the same when it is read: ${JSON.stringify(again.toJson()) === json}`,
  );
  const report = reportOf(again, { operations: OPERATIONS, unset: [] });
  const { sections, advice, ...rest } = report;
  lines.push('# report', JSON.stringify(rest), ...advice.map((one) => JSON.stringify(one)));
  for (const { items, ...section } of sections) {
    const counted = items.filter(({ count }) => count > 0);
    lines.push(
      JSON.stringify(section),
      ...counted.map(({ title: _, ...item }) => JSON.stringify(item)),
    );
  }
  lines.push(
    '# missing',
    ...onlyMissing(report).sections.map(
      ({ name, items }) => `${name} ${items.length} ${items[0]?.id}`,
    ),
  );
  lines.push(
    '# JUnit',
    ...junitOf(report)
      .split('\n')
      .filter((line) => !/testcase>?|<skipped/.test(line))
      .map((line) => line.slice(0, 300)),
  );
  const model = coverageModel({ sections });
  for (const { name, missing, seen: covered, groups } of model.sections) {
    lines.push(`${name}: ${missing.length} missing, ${covered.length} seen`);
    for (const group of groups)
      lines.push(
        `${group.name} ${group.items.length} of ${group.total}: ${group.items.map(({ id }) => id).join(' ')}`,
      );
  }
  for (const count of [28, 29, 30, 31]) {
    const items = Array.from({ length: count }, (_, nth) => ({
      id: `R-${nth}`,
      count: nth % 2,
      path: `/v1/payments/p${nth % 3}/x`,
    }));
    const [section] = coverageModel({ sections: [{ name: 's', items }] }).sections;
    lines.push(
      `${count} items: ${section?.groups.map(({ name, total }) => `${name} ${total}`).join(' ')}`,
    );
  }
  for (const percent of [0, 19.9, 20, 49.9, 50, 79.9, 80, 100]) lines.push(badgeOf(percent));
  lines.push(
    JSON.stringify(
      [
        [0, 0],
        [0, 3],
        [1, 3],
        [2, 3],
        [3, 3],
        [999, 1000],
      ].map(([a = 0, b = 0]) => percentOf(a, b)),
    ),
  );
  expectRecorded('pages/coverage.txt', lines);
});
