// The caller: what the bank reads from a TPP's certificate.

import type { PspRoleCode } from './generated/schemas.ts';
import type { RuleId } from './rules.ts';

export type PspRole = PspRoleCode;

/** TPP-03: the PSD2 role that the certificate must have, if it states any. */
export type RoleNeed = 'PSP_AI' | 'PSP_PI' | 'either' | 'none';

export interface TppIdentity {
  /** organizationIdentifier, else the subject DN in RFC 2253 form (TPP-04). */
  readonly id: string;
  /** Organisation name, else common name, else the id. For the SCA page. */
  readonly name: string;
  /** Roles that the certificate states; absent if it states none (TPP-03: then all). */
  readonly roles?: readonly PspRole[];
}

/** A form that the bank tolerates: the rule, and a sentence for the developer. */
export interface Finding {
  readonly rule: string;
  readonly text: string;
  /** The path of a message about it, if the rule alone does not say. */
  readonly path?: string;
}

/** Reports a tolerated form: the rule, a sentence for the developer, and the header or parameter it is about. */
export type ReportFinding = (rule: RuleId, text: string, path?: string) => void;
