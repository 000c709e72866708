// What the console shows of the settings that the bank was started with.
import { MOST_BANKS } from '../storage/engine/banks-in-memory.ts';
import type { SandbankOptions } from './sandbank-options.ts';

/** By environment variable: secrets only as set or not. */
export function shownSettings(
  options: SandbankOptions,
): Readonly<Record<string, string | undefined>> {
  const isSet = (value: unknown) => (value === undefined ? undefined : '✓');
  return {
    SANDBANK_PROFILE: options.profile ?? 'sandbox',
    SANDBANK_DATA: options.data ?? 'memory',
    SANDBANK_STORE: isSet(options.store),
    SANDBANK_BANKS_IN_MEMORY: String(options.banksInMemory ?? MOST_BANKS),
    SANDBANK_SEED: isSet(options.seed),
    SANDBANK_SETTLEMENT_DELAY: `${options.settlementDelay ?? 2000} ms`,
    SANDBANK_SIGN_RESPONSES: options.signResponses === true ? '1' : '0',
    SANDBANK_HTTPS_PORT: options.httpsPort === undefined ? undefined : String(options.httpsPort),
    SANDBANK_MTLS: options.mtls ?? 'off',
    SANDBANK_TRUST: isSet(options.trust),
    SANDBANK_PUBLIC_URL: options.publicUrl,
    SANDBANK_CONTROL_TOKEN: isSet(options.control?.token),
    SANDBANK_ALLOWED_HOSTS: options.control?.allowedHosts?.join(', ') || undefined,
  };
}
