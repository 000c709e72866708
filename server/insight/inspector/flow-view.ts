// The SCA flow that a request began, as the inspector shows it.
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { flows } from '../../bank/sca/tables.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Mask } from './masking.ts';
import type { SeenRequest } from './seen-request.ts';

/** `{id}` alone once the bank has forgotten the flow. */
export async function flowView(
  { tx }: Pick<BankTx, 'tx'>,
  id: string,
  mask: Mask,
): Promise<JsonObject> {
  const flow = await tx.get(flows, id);
  if (flow === undefined) return { id };
  return {
    id,
    purpose: flow.purpose.kind,
    scaStatus: flow.scaStatus,
    startedAt: new Date(flow.createdAt).toISOString(),
    redirect: flow.redirect === undefined ? undefined : mask.text(withoutOwnValues(flow.redirect)),
  };
}

/** Path of the flow's page: `/banks/acme/sca/…`. */
export function flowLink({ bank, target }: SeenRequest, id: string): string {
  const prefix = target.startsWith(`/banks/${bank}/`) ? `/banks/${bank}` : '';
  return `${prefix}/sca/${id}`;
}

/** SCA-03, SCA-04: what the bank itself puts into a redirect. */
const OURS = /^(?:psu-id|psu-corporate-id|tpp-session-id|context|system|status|code|message)$/;

/** What the TPP put into its address may be a secret of its own: the names of it will do. */
function withoutOwnValues(redirect: string): string {
  const [address = '', ...fragment] = redirect.split('#');
  const [path = '', ...query] = address.split('?');
  const pairs = query
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return OURS.test(name) || value.length === 0 ? pair : `${name}=…`;
    });
  const shown = pairs.join('&') === '' ? path : `${path}?${pairs.join('&')}`;
  return fragment.length === 0 ? shown : `${shown}#…`;
}
