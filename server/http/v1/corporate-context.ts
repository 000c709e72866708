// HDR-10, as far as headers alone tell it; the session's side of it is in sca/psu.ts.

import { suppliesCorporateId } from '../../bank/sca/psu.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { CallHeaders } from '../../protocol/psu-headers.ts';
import type { RoleNeed } from '../../protocol/tpp.ts';

/**
 * PSU-Context CORPORATE needs PSU-Corporate-ID — but not on a call without PSU-ID, which can only start
 * the SCA that issues the id, nor on those that supply it.
 */
export function checkCorporateContext(headers: CallHeaders, role: RoleNeed): void {
  const { psuContext, psuId, psuCorporateId } = headers;
  if (psuContext !== 'CORPORATE' || psuId === undefined || psuCorporateId !== undefined) return;
  if (suppliesCorporateId({ role })) return;
  const text =
    'PSU-Context is CORPORATE: send PSU-Corporate-ID as well (GET /v1/agreements lists them).';
  throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
}
