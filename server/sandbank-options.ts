import type { ControlAccess } from './http/control/control-guard.ts';
import type { Clock } from './kernel/clock.ts';
import type { Log } from './kernel/log.ts';
import type { Profile } from './protocol/profile.ts';
import type { KeyPair } from './signing/key-pool.ts';

/** How a Sandbank inside a program is set up; every setting has a default. */
export interface SandbankOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** A folder, or `memory` (the default), which keeps nothing. */
  readonly data?: string;
  /** Milliseconds of bank time between PDNG and settlement; 2000 unless told. */
  readonly settlementDelay?: number;
  /** `sandbox` unless told; `production` where the two behave differently. */
  readonly profile?: Profile;
  /** Signs every /v1 answer with the bank's seal (SIG-14). */
  readonly signResponses?: boolean;
  /**
   * False keeps nothing of what was asked and answered: the inspector and coverage stay empty, and no
   * refusal names its verdict (CTRL-05, CTRL-08). True unless told.
   */
  readonly inspector?: boolean;
  readonly control?: ControlAccess;
  /** Address for scaRedirect links behind a proxy. */
  readonly publicUrl?: string;
  /** PEM bundle that certificates must chain to; absent = any certificate (TPP-02). */
  readonly trust?: string;
  /**
   * RSA key pairs kept ready in the background, so that a certificate is there at once. None unless told:
   * in a test run each would cost some 100 ms of processor time, used or not. `npm start` keeps three.
   */
  readonly keysAhead?: number;
  /**
   * Makes RSA pairs of 2048 bits. Each takes some 150 ms of processor time and a bank needs three: a run with
   * many banks may hand out pairs that it has made once. A fresh pair each unless told.
   */
  readonly makeKey?: () => Promise<KeyPair>;
  readonly wallClock?: Clock;
  readonly log?: Log;
}
