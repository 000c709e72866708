// The ids by which TPPs know accounts: opaque, stable, different for every TPP (ACC-01).
import { derivedToken } from '../../kernel/ids.ts';

/** `enc!!` + base64url of a hash over bank, TPP and internal id; safe raw and percent-encoded in a path. */
export function resourceIdOf(bank: string, tppId: string, accountId: string): string {
  return `enc!!${derivedToken(['account', bank, tppId, accountId], 32)}`;
}
