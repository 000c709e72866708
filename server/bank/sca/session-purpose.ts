// The flow that only proves who the PSU is: no account access, no payment (USER-01).
import type { Purpose } from './purpose.ts';

export const sessionPurpose: Purpose = {
  view: async () => ({ kind: 'session' }),
  approve: async () => undefined,
  failed: async () => undefined,
};
