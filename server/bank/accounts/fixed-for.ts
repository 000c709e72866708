// Whether a published fix holds for a call (ACC-09): the bank's clock and x-accept-fix decide.

import { type FixName, isFixed } from '../../protocol/fixes.ts';
import type { Call } from '../banks/operation.ts';

export function isFixedFor(call: Call, name: FixName): boolean {
  const { acceptFix } = call.headers;
  if (acceptFix.includes(name)) {
    call.exercises('ACC-09');
    return true;
  }
  return isFixed(name, { acceptFix, today: call.today });
}
