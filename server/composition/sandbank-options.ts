import type { ControlAccess } from '../http/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Mtls } from '../protocol/mtls.ts';
import type { Profile } from '../protocol/profile.ts';
import type { KeyPair } from '../signing/key-pair.ts';

export interface BeginningClock {
  /** ISO 8601 with an offset: `2026-11-03T09:00:00Z`. */
  readonly now?: string;
  readonly frozen?: boolean;
}

/** Options of a Sandbank inside a program; every option has a default. */
export interface SandbankOptions {
  /** Default 0, which takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Also listens there with TLS (TLS-01); 0 takes a free port. By default it does not. */
  readonly httpsPort?: number;
  /** Whether TLS clients are asked for a certificate, and whether /v1 requires it (TLS-02). Default `off`. */
  readonly mtls?: Mtls;
  /** A folder, or `memory` (the default), which stores nothing on disk. */
  readonly data?: string;
  /** Instead of `data`: the `postgres://` address of a database, which several Sandbanks may share. */
  readonly store?: string;
  /**
   * Banks and snapshots whose rows may be in memory; default 10,000. Those that were used least recently leave it; with
   * `data: 'memory'` a further one is refused instead (BANK-02).
   */
  readonly banksInMemory?: number;
  /** Milliseconds of bank time between PDNG and settlement; default 2000. */
  readonly settlementDelay?: number;
  /** Default `sandbox`; `production` for the behaviour of the live bank. */
  readonly profile?: Profile;
  /** Signs every /v1 answer with the bank's seal (SIG-14). */
  readonly signResponses?: boolean;
  /**
   * False stores no requests: the inspector and coverage stay empty, and no refusal names its verdict
   * (CTRL-05, CTRL-08). Default true.
   */
  readonly inspector?: boolean;
  readonly control?: ControlAccess;
  /** Address for scaRedirect links behind a proxy. */
  readonly publicUrl?: string;
  /**
   * What every bank begins with, and returns to with a reset, instead of the starting set: the path of a file in YAML
   * or JSON, or the document itself (CTRL-11).
   */
  readonly seed?: string | object;
  /** PEM bundle that certificates must chain to; by default any certificate is accepted (TPP-02). */
  readonly trust?: string;
  /**
   * RSA key pairs made in advance in the background, so that a certificate is issued at once. Default 0,
   * because each costs a test run some 150 ms of processor time. `npm start` uses three.
   */
  readonly keysAhead?: number;
  /**
   * Makes RSA key pairs of 2048 bits: one for each certificate, and one for the bank's seal. Each takes some
   * 150 ms of processor time, so a run with many certificates may reuse pairs. By default each pair is new.
   */
  readonly makeKey?: () => Promise<KeyPair>;
  /**
   * Any text: every bank of this Sandbank begins with it, and again at reset. Banks with the same text give the same
   * ids to the same requests, which makes them guessable (CTRL-13). By default they cannot be guessed.
   */
  readonly repeatable?: string;
  /** How the clock of every bank begins, and begins again at reset; by default it is the wall clock (CLOCK-01). */
  readonly clock?: BeginningClock;
  readonly wallClock?: Clock;
  /** By default errors are lines of JSON on standard error, and nothing else is logged. */
  readonly log?: Log;
  /** Called with each request to the signed API after its answer, as the request log shows it (CTRL-05). */
  readonly onRequest?: (bank: string, request: JsonObject) => void;
  /** Another process has taken the data folder: everything is 503 from now on, until a new start (DUR-09). */
  readonly onLost?: () => void;
}
