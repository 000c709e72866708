// Refuses a payment whose creditor's name is an error (MAGIC-01), as the bank refuses for that reason.

import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { askForSca } from '../sca/ask-for-sca.ts';
import { type Magic, magicErrorOf } from './magic.ts';
import type { RequestBody } from './request-body.ts';

/** Seconds, as every 429 tells. */
const RETRY_AFTER = '60';

/** Throws the error; a 401 is an answer, since it leads to an SCA. `undefined`: no name is magic. */
export async function refuseByMagic(
  call: Call<RequestBody>,
  magic: Magic,
): Promise<Reply | undefined> {
  const found = magicErrorOf(call.body, magic);
  if (found === undefined) return undefined;
  const { code, status, creditorName } = found.error;
  const { path } = found;
  const text = `The creditor's name asks for this error: ${creditorName}.`;
  if (status === 401) return askForSca(call, { rule: 'MAGIC-01', code, text, path });
  const headers = status === 429 ? { 'Retry-After': RETRY_AFTER } : {};
  throw new ApiError('MAGIC-01', code, text, { path, status, headers });
}
