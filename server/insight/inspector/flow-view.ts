// The SCA flow that a request began, as the inspector shows it.
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { flows } from '../../bank/sca/tables.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Mask } from './masking.ts';
import type { SeenRequest } from './seen-request.ts';

/** Only `{id}` after the bank has forgotten the flow. */
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

/** SCA-03, SCA-04: parameters that the bank itself adds to a redirect. */
const BANK_PARAMETERS =
  /^(?:psu-id|psu-corporate-id|tpp-session-id|context|system|status|code|message)$/;

/** The TPP's own values in its address may be secret, so only their names are shown. */
function withoutOwnValues(redirect: string): string {
  const [address = '', ...fragment] = redirect.split('#');
  const [path = '', ...query] = address.split('?');
  const pairs = query
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return BANK_PARAMETERS.test(name) || value.length === 0 ? pair : `${name}=…`;
    });
  const shown = pairs.join('&') === '' ? path : `${path}?${pairs.join('&')}`;
  return fragment.length === 0 ? shown : `${shown}#…`;
}
