// The certificates that the test authority has revoked (TPP-06), stored beside the authority: all banks of a process
// share both, and a reset of a bank changes neither.
import { type Clock, SECOND } from '../../kernel/clock.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { HOUSE } from '../../storage/bank-names.ts';
import type { Store } from '../../storage/store.ts';
import { defineTable, instant, numberOrder, type RowOf } from '../../storage/table.ts';

export const revocations = defineTable({
  name: 'revocations',
  members: {
    /** SHA-256 of the certificate. */
    id: 'text',
    /** Hexadecimal. */
    serial: 'text',
    /** Wall clock, ms. */
    revokedAt: instant,
    /** When the certificate ends. */
    notAfter: instant,
  },
  indexes: { all: { key: () => 'all', order: (row) => numberOrder(row.revokedAt) } },
});

/** WEB-05 */
const MOST = 1000;

/** So soon (ms) a process looks again: another one of the same store may have revoked it. */
const FRESH = SECOND;

export interface Revocations {
  /** Resolves when it is stored. One that was too many takes the place of the oldest. */
  add(certificate: SigningCertificate): Promise<void>;
  /** In the order in which they were revoked. */
  list(): Promise<readonly RowOf<typeof revocations>[]>;
  /** Not a promise for a certificate that was asked about just before. */
  has(certificate: SigningCertificate): boolean | Promise<boolean>;
}

export function openRevocations(store: Store, now: Clock): Revocations {
  let known = new WeakMap<SigningCertificate, { readonly revoked: boolean; readonly at: number }>();

  async function look(certificate: SigningCertificate): Promise<boolean> {
    const { fingerprint256 } = certificate.x509;
    const row = await store.transact(HOUSE, (tx) => tx.get(revocations, fingerprint256));
    const revoked = row !== undefined;
    known.set(certificate, { revoked, at: now() });
    return revoked;
  }

  return {
    async add({ x509, serial, notAfter }) {
      await store.transact(HOUSE, async (tx) => {
        const revokedAt = now();
        const rows = await tx.listBy(revocations, 'all', 'all');
        const alive = rows.filter((row) => row.notAfter >= revokedAt);
        const staying = new Set(alive.slice(1 - MOST));
        for (const row of rows) if (!staying.has(row)) tx.remove(revocations, row.id);
        tx.put(revocations, { id: x509.fingerprint256, serial, revokedAt, notAfter });
      });
      known = new WeakMap();
    },
    list: async () => store.transact(HOUSE, (tx) => tx.listBy(revocations, 'all', 'all')),
    has(certificate) {
      const before = known.get(certificate);
      const isFresh = before !== undefined && now() - before.at < FRESH;
      return isFresh ? before.revoked : look(certificate);
    },
  };
}
