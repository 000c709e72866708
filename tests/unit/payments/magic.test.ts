import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import {
  isRefusedEntry,
  magicStatusOf,
  parseMagic,
  refuseByMagic,
} from '../../../server/bank/payments/magic.ts';
import type { RequestBody } from '../../../server/bank/payments/request-body.ts';

const ROOT = new URL('../../../../', import.meta.url);
const { magic } = readPaymentFixtures(ROOT);
const single = (creditorName: string) => ({ creditorName }) as unknown as RequestBody;
const bulk = (...names: readonly string[]) =>
  ({ payments: names.map((creditorName) => ({ creditorName })) }) as unknown as RequestBody;

describe('MAGIC-01: names', () => {
  test('MAGIC-01: a single payment and a bulk of one name', () => {
    expect(magicStatusOf(single('Sandbox ACSP'), magic)?.status).toBe('ACSP');
    expect(magicStatusOf(bulk('Sandbox ACSP', 'Sandbox ACSP'), magic)?.status).toBe('ACSP');
  });

  test.each([[single('Ola')], [single('Sandbox RCVD')], [bulk('Sandbox ACSP', 'Sandbox ACSC')]])(
    'MAGIC-01: %j names no status',
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
  ])('MAGIC-01: an entry to %s is refused: %s', (name, refused) => {
    expect(isRefusedEntry(name, magic)).toBe(refused);
  });
});

describe('MAGIC-01: the table', () => {
  const row = { creditorName: 'Sandbox X', status: 'ACSC', moves: ['approvedForToday', 'settled'] };
  test.each([
    [{ statuses: [{ ...row, moves: ['settled'] }] }],
    [{ statuses: [{ ...row, status: 'ACSP' }] }],
    [{ statuses: [{ ...row, moves: [] }] }],
    [{ statuses: [{ ...row, moves: ['flies'] }] }],
    [{ errors: [{ creditorName: 'Sandbox X', code: 'NO_CODE', status: 400 }] }],
    [{ errors: [{ creditorName: 'Sandbox X', code: 'CONFLICT', status: 200 }] }],
  ])('MAGIC-01: %j does not parse', (document) => {
    expect(() => parseMagic(document)).toThrow('Sandbox X');
  });

  test('MAGIC-01: docs/magic.md prints every row', () => {
    const text = readFileSync(new URL('docs/magic.md', ROOT), 'utf8');
    for (const { creditorName, status, what } of magic.statuses.values()) {
      expect(text).toContain(`| \`${creditorName}\` | ${status} | ${what} |`);
    }
    for (const { creditorName, code, status } of magic.errors.values()) {
      expect(text).toContain(`| \`${creditorName}\` | ${status} ${code} |`);
    }
    const listed = text.match(/^\| `Sandbox [A-Z_]+` \|/gm) ?? [];
    expect(listed).toHaveLength(magic.statuses.size + magic.errors.size);
  });
});
