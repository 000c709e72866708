// Which bank is simulated where the two differ: the public sandbox, or production (SANDBANK_PROFILE).

/** Rules that differ: ACC-08, PAY-10, PAY-15. */
export type Profile = 'sandbox' | 'production';

export const PROFILES: readonly Profile[] = ['sandbox', 'production'];
