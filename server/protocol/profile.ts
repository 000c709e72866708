// The simulated bank, if sandbox and production differ (SANDBANK_PROFILE).

/** Rules that differ: ACC-08, PAY-10, PAY-15. */
export type Profile = 'sandbox' | 'production';

export const PROFILES: readonly Profile[] = ['sandbox', 'production'];
