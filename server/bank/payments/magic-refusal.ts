// Refuses a payment whose creditor's name is an error (MAGIC-01), as the bank refuses for that reason.

import { ApiError } from '../../protocol/errors.ts';
import { ScaNeeded } from '../sca/sca-needed.ts';
import { type Magic, magicErrorOf } from './magic.ts';
import type { RequestBody } from './request-body.ts';

/** Seconds, as every 429 tells. */
const RETRY_AFTER = '60';

/** Throws the error of a magic name; a 401 leads to an SCA. */
export function refuseByMagic(body: RequestBody, magic: Magic): void {
  const found = magicErrorOf(body, magic);
  if (found === undefined) return;
  const { code, status, creditorName } = found.error;
  const { path } = found;
  const text = `The creditor's name triggers this error: ${creditorName}.`;
  if (status === 401) throw new ScaNeeded('MAGIC-01', code, { text, path });
  const headers = status === 429 ? { 'Retry-After': RETRY_AFTER } : {};
  throw new ApiError('MAGIC-01', code, text, { path, status, headers });
}
