import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { nextStatus } from '../../../server/bank/payments/lifecycle.ts';
import {
  isRefusedEntry,
  magicStatusOf,
  refuseByMagic,
} from '../../../server/bank/payments/magic.ts';
import type { RequestBody } from '../../../server/bank/payments/request-body.ts';
import { MAGIC_ENDINGS } from '../../../server/bank/sca/purpose.ts';
import { STATUS_OF_CODE } from '../../../server/protocol/errors.ts';
import type { TransactionStatus } from '../../../server/protocol/statuses.ts';
import { checkNationalId } from '../../../server/validation/national-id.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const { magic } = readPaymentFixtures(ROOT_URL);
const { nationalIds } = JSON.parse(
  readFileSync(new URL('fixtures/magic.json', ROOT_URL), 'utf8'),
) as {
  readonly nationalIds: readonly {
    nationalId: string;
    name: string;
    code?: string;
    accounts?: number;
  }[];
};
const single = (creditorName: string) => ({ creditorName }) as unknown as RequestBody;
const bulk = (...names: readonly string[]) =>
  ({ payments: names.map((creditorName) => ({ creditorName })) }) as unknown as RequestBody;

test('MAGIC-01: a single payment and a bulk of one name', () => {
  expect(magicStatusOf(single('Sandbox ACSP'), magic)?.status).toBe('ACSP');
  expect(magicStatusOf(bulk('Sandbox ACSP', 'Sandbox ACSP'), magic)?.status).toBe('ACSP');
});

test.each([[single('Ola')], [single('Sandbox RCVD')], [bulk('Sandbox ACSP', 'Sandbox ACSC')]])(
  'MAGIC-01: names: %j names no status',
  (body) => {
    expect(magicStatusOf(body, magic)).toBeUndefined();
  },
);

test('MAGIC-01: the first error of a bulk, with its pointer', () => {
  const names = ['Ola', 'Sandbox CONFLICT', 'Sandbox FORBIDDEN'];
  expect(() => refuseByMagic(bulk(...names), magic)).toThrow(
    expect.objectContaining({
      code: 'CONFLICT',
      details: expect.objectContaining({ path: '/payments/1/creditorName' }),
    }),
  );
  expect(() => refuseByMagic(single('Sandbox ACSC'), magic)).not.toThrow();
});

test.each([
  ['Sandbox RJCT', true],
  ['Sandbox ACCP', true],
  ['Sandbox CANC', true],
  ['Sandbox ACSP', false],
  ['Ola', false],
])('MAGIC-01: names: an entry to %s is refused: %s', (name, refused) => {
  expect(isRefusedEntry(name, magic)).toBe(refused);
});

test.each([...magic.statuses.values()])(
  'MAGIC-01: the table: $creditorName leads to $status',
  (row) => {
    const end = row.moves.reduce<TransactionStatus>(
      (from, event) => nextStatus(from, event) as TransactionStatus,
      'RCVD',
    );
    expect(row.moves).not.toEqual([]);
    expect(end).toBe(row.status);
  },
);

test.each([...magic.errors.values()])('MAGIC-01: the table: $creditorName is an error', (row) => {
  expect(Object.keys(STATUS_OF_CODE)).toContain(row.code);
  expect(row.status).toBeGreaterThanOrEqual(400);
});

// Who ends the flow never becomes a customer; everyone else must.
test.each(nationalIds)(
  'MAGIC-01: the table: $name makes sense',
  ({ nationalId, code, accounts }) => {
    expect(checkNationalId(nationalId)).toBe('ok');
    const ends = MAGIC_ENDINGS.some((known) => known === code);
    expect([undefined, 'CONSENT_INVALID', 'CONSENT_EXPIRED', 'CONSENT_UNKNOWN']).toContain(
      ends ? undefined : code,
    );
    expect(Number.isInteger(accounts)).toBe(!ends);
  },
);

test('MAGIC-01: the table: docs/magic.md prints every row', () => {
  const text = readFileSync(new URL('docs/magic.md', ROOT_URL), 'utf8');
  for (const { creditorName, status, what } of magic.statuses.values()) {
    expect(text).toContain(`| \`${creditorName}\` | ${status} | ${what} |`);
  }
  for (const { creditorName, code, status } of magic.errors.values()) {
    expect(text).toContain(`| \`${creditorName}\` | ${status} ${code} |`);
  }
  const listed = text.match(/^\| `Sandbox [A-Z_]+` \|/gm) ?? [];
  expect(listed).toHaveLength(magic.statuses.size + magic.errors.size);
});
