// What a start does not need is loaded after it, before somebody asks (server/composition/open-door.ts).
import { expect, jest, test } from '@jest/globals';
import type { Bank, Ground, Insight } from '../../../server/composition/open-bank.ts';
import { openDoor } from '../../../server/composition/open-door.ts';
import { Meters } from '../../../server/insight/metrics/meters.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { createValidator } from '../../../server/validation/schemas.ts';

test('SIG-15: what explains refusals is loaded ahead; that it could not be is said to whoever needs it', async () => {
  const explainer = jest.fn(async () => {
    throw new Error('EMFILE');
  });
  const ground = { options: {}, log: SILENT, validator: createValidator() };
  const parts = { insight: { explainer, meters: new Meters() }, plainPort: () => 0 };
  const bank = { operations: [], parts: { revocations: {} } };
  const { preload } = await openDoor(
    ground as unknown as Ground,
    bank as unknown as Bank,
    parts as unknown as { insight: Insight; plainPort: () => number },
  );
  expect(explainer).not.toHaveBeenCalled();
  preload();
  expect(explainer).toHaveBeenCalledTimes(1);
});
