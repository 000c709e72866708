// The headers of a call about a PSU, after they have passed HDR-01 … HDR-08.

import type { PsuContextCode } from './generated/schemas.ts';

export type PsuContext = PsuContextCode;
export type Language = 'en' | 'nb';

export interface CallHeaders {
  readonly requestId: string;
  /** Values of x-accept-fix, known or not. */
  readonly acceptFix: readonly string[];
  readonly tppSessionId?: string;
  readonly tppRedirectUri?: string;
  /** TPP-Redirect-Preferred; true by default. */
  readonly redirectPreferred: boolean;
  /** Lower-cased UUID. */
  readonly psuId?: string;
  /** X-PSU-IDENTITY: 11 digits with valid check digits. */
  readonly psuIdentity?: string;
  /** Lower-cased UUID. */
  readonly psuCorporateId?: string;
  readonly psuContext?: PsuContext;
  /** Set if the PSU is present (HDR-09). */
  readonly psuIpAddress?: string;
  /** From Accept-Language. `undefined` if it names no language of the bank. */
  readonly language?: Language;
  readonly brand?: string;
}
