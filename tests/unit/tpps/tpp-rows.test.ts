// What a bank stores of a TPP, under an id that it has, and of certificates that were revoked.
import { expect, test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { openRevocations, revocations } from '../../../server/bank/tpps/revocations.ts';
import { changeTpp } from '../../../server/bank/tpps/tpp-rows.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { HOUSE } from '../../../server/storage/bank-names.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';

test.each(['', 'x'.repeat(301)])('WEB-05: %j is no id of a TPP', async (name) => {
  const changed = changeTpp({} as BankTx, name, { registered: false });
  await expect(changed).rejects.toMatchObject({ code: 'FORMAT_ERROR', rule: 'WEB-05' });
});

test('WEB-05, TPP-06: of 1001 revoked certificates the oldest is forgotten', async () => {
  const store = openMemoryStore({ tables: ALL_TABLES });
  const of = { serial: '1', notAfter: 9_000 };
  await store.transact(HOUSE, async (tx) => {
    for (let i = 0; i < 1_000; i++) tx.put(revocations, { ...of, id: `r${i}`, revokedAt: i });
  });
  const { add, list } = openRevocations(store, () => 1_000);
  await add({ ...of, x509: { fingerprint256: 'last' } } as SigningCertificate);
  const ids = (await list()).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, 'r1', 'last']);
});
