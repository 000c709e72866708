// What the bank stores of its test authority: of several processes that begin at once one makes it, and what it has revoked
// is known in all of them (TPP-02, TPP-06).
import { expect, test } from '@jest/globals';
import { authorityStore } from '../../../server/bank/tpps/authority.ts';
import { openRevocations } from '../../../server/bank/tpps/revocations.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';

test('TPP-02: an authority takes the place of the one that was loaded, and of no other', async () => {
  const store = openMemoryStore({ tables: ALL_TABLES });
  const [one, other] = [authorityStore(store), authorityStore(store)];
  expect(await one.load()).toBeUndefined();
  expect(await one.save({ key: 1 }, undefined)).toBeUndefined();
  expect(await other.load()).toEqual({ key: 1 });
  expect(await other.save({ key: 2 }, undefined)).toEqual({ key: 1 });
  expect(await other.save({ key: 2 }, { key: 3 })).toEqual({ key: 1 });
  expect(await one.load()).toEqual({ key: 1 });
  expect(await other.save({ key: 2 }, { key: 1 })).toBeUndefined();
  expect(await one.load()).toEqual({ key: 2 });
});

const certificate = (nth: number, notAfter = 1e12) =>
  ({
    x509: { fingerprint256: `F${nth}` },
    serial: `S${nth}`,
    notAfter,
  }) as unknown as SigningCertificate;

test('TPP-06: what is revoked is known at once here, and after a second in another process', async () => {
  const store = openMemoryStore({ tables: ALL_TABLES });
  let now = 5000;
  const [one, other] = [0, 1].map(() => openRevocations(store, () => now));
  if (one === undefined || other === undefined) throw new Error('none');
  const [first, second] = [certificate(1), certificate(2)];
  expect([await one.has(first), await other.has(first)]).toEqual([false, false]);
  await one.add(first);
  expect([await one.has(first), await other.has(first), await one.has(second)]).toEqual([
    true,
    false,
    false,
  ]);
  // Not asked of the store again.
  expect([one.has(first), other.has(first)]).toEqual([true, false]);
  now += 999;
  expect([one.has(first), other.has(first)]).toEqual([true, false]);
  now += 1;
  const asked = other.has(first);
  expect([typeof asked, await asked, other.has(first)]).toEqual(['object', true, true]);
  now += 1;
  await other.add(second);
  expect(await one.list()).toEqual([
    { id: 'F1', serial: 'S1', revokedAt: 5000, notAfter: 1e12 },
    { id: 'F2', serial: 'S2', revokedAt: 6001, notAfter: 1e12 },
  ]);
});

test('TPP-06: of those that are revoked the thousand newest are kept, and none that has ended', async () => {
  const store = openMemoryStore({ tables: ALL_TABLES });
  let now = 10_000;
  const revocations = openRevocations(store, () => now);
  const ids = async () => (await revocations.list()).map(({ id }) => id);
  for (const [nth, notAfter] of [10_002, 10_003, 10_004].entries())
    await revocations.add(certificate(nth, notAfter));
  now = 10_003;
  await revocations.add(certificate(3));
  expect(await ids()).toEqual(['F1', 'F2', 'F3']);
  now = 20_000;
  for (let nth = 4; nth < 1003; nth++, now++) await revocations.add(certificate(nth));
  const all = await ids();
  expect([all.length, all[0], all.at(-1)]).toEqual([1000, 'F3', 'F1002']);
  await revocations.add(certificate(1003));
  const more = await ids();
  expect([more.length, more[0], more.at(-1)]).toEqual([1000, 'F4', 'F1003']);
});
