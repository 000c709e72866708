// Where the bank can reach a TPP (TPPD-01). The bank stores and shows it; nothing depends on it.

import { ApiError } from '../../protocol/errors.ts';
import type { TppContactInformation } from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { changeTpp, tppIdOf } from './tpp-rows.ts';

async function putContactInformation(call: Call<TppContactInformation>): Promise<Reply> {
  const own = tppIdOf(call.tpp.id);
  if (tppIdOf(call.params['tppId'] ?? '') !== own) {
    const text = `tppId is not yours: your certificate says ${own}; PSD at the beginning is optional.`;
    throw new ApiError('TPPD-01', 'FORBIDDEN', text, { path: 'tppId' });
  }
  const { email } = call.body;
  await changeTpp(call.bank, own, { email });
  return { status: 200, body: { email } };
}

export const contactOperations: readonly Operation[] = [
  withBody({
    id: 'putTppContactInformation',
    method: 'PUT',
    path: '/v1/tpps/{tppId}/contact-information',
    summary: 'Set the e-mail address of the TPP',
    tag: 'TPPs',
    rules: ['TPPD-01'],
    role: 'none',
    headers: 'sandbox',
    body: { schema: 'requests/tpp-contact-information.json' },
    success: { status: 200, schema: 'requests/tpp-contact-information.json' },
    handle: putContactInformation,
  }),
];
