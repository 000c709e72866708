// Days of a bank: what it answers and what it stores, step by step, is what is written in tests/fixtures/days/. A row
// that is not stored, an amount, a date or a status that is another one is a line that differs. `npm run examples`
// records them again.
import { test } from '@jest/globals';
import { sampleOf } from '../support/corpus.ts';
import { DAYS } from '../support/days.ts';
import { ACCESS_DAYS } from '../support/days-access.ts';
import { CONTROL_DAYS } from '../support/days-control.ts';
import { EDGE_DAYS } from '../support/days-edges.ts';
import { PAYMENT_DAYS } from '../support/days-payments.ts';
import { SANDBOX_DAYS } from '../support/days-sandbox.ts';
import { SEED_DAYS } from '../support/days-seeds.ts';
import { expectRecorded } from '../support/recorded.ts';
import { RecordedDay } from '../support/recorded-day.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

const ALL = {
  ...DAYS,
  ...SEED_DAYS,
  ...ACCESS_DAYS,
  ...SANDBOX_DAYS,
  ...CONTROL_DAYS,
  ...PAYMENT_DAYS,
  ...EDGE_DAYS,
};

test.each(sampleOf(Object.entries(ALL), ([name]) => name))(
  '%s: is what the bank answers now',
  async (name, live) => {
    const bank = house.tenant();
    const day = new RecordedDay(bank);
    await live(bank, day);
    expectRecorded(`days/${name.replaceAll(' ', '-')}.txt`, await day.end());
  },
);
