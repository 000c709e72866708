// Every page of the console, in the order of the navigation.

import { customers } from '../../bank/customers/tables.ts';
import { isUsedUp } from '../../bank/faults/fault.ts';
import { allFaults } from '../../bank/faults/tables.ts';
import { payments } from '../../bank/payments/tables.ts';
import { flows } from '../../bank/sca/tables.ts';
import type { ConsolePage } from './console-page.ts';
import { dueDays } from './due-next.ts';
import { PAGES_OF_MONEY } from './pages-of-money.ts';
import { PAGES_OF_PEOPLE } from './pages-of-people.ts';
import { PAGES_OF_SCENARIOS } from './pages-of-scenarios.ts';
import { PAGES_OF_STATE } from './pages-of-state.ts';
import { PAGES_OF_TOOLS } from './pages-of-tools.ts';

const MOST_COUNTED = 1000;
const MOST_DUE = { days: 3, lines: 5 };

const home: ConsolePage = {
  path: '',
  name: 'overview',
  title: 'console.overview.title',
  group: 'bank',
  asks: () => [{ operation: 'getClock' }, { operation: 'getRequests', query: { limit: '5' } }],
  async read({ bank, answers }) {
    const some = { limit: MOST_COUNTED };
    const [people, made, waiting, set] = await Promise.all([
      bank.tx.listBy(customers, 'all', 'all', some),
      bank.tx.listBy(payments, 'all', 'all', some),
      bank.tx.listBy(flows, 'waiting', 'waiting', some),
      allFaults(bank),
    ]);
    return {
      clock: answers.getClock,
      requests: answers.getRequests.requests,
      counts: {
        people: people.length,
        payments: made.length,
        sca: waiting.length,
        faults: set.filter((row) => !isUsedUp(row, bank.now)).length,
      },
      due: await dueDays(bank, MOST_DUE),
    };
  },
};

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  home,
  ...PAGES_OF_PEOPLE,
  ...PAGES_OF_MONEY,
  ...PAGES_OF_STATE,
  ...PAGES_OF_SCENARIOS,
  ...PAGES_OF_TOOLS,
];
