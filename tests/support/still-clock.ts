// The clock of this process stands still for a test file: what depends on the day of the week is the same every day.
import { afterAll, beforeAll } from '@jest/globals';

export function eachTestAt(millis: number): void {
  const { Date: real } = globalThis;
  class StillDate extends real {
    constructor(...given: [] | [value: number | string | Date]) {
      super(...((given.length === 0 ? [millis] : given) as [number]));
    }
    static override now(): number {
      return millis;
    }
  }
  beforeAll(() => {
    globalThis.Date = StillDate as DateConstructor;
  });
  afterAll(() => {
    globalThis.Date = real;
  });
}
