// Pages of the console that help to write a client: certificates, and a signed request from the browser.

import { accounts } from '../../bank/accounts/tables.ts';
import { customers } from '../../bank/customers/tables.ts';
import { addDays, dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { CERTIFICATE_VARIANTS } from '../../signing/certificate-variants.ts';
import type { ConsolePage } from './console-page.ts';

const ROLES = ['PSP_AI', 'PSP_PI', 'PSP_IC', 'PSP_AS'];
const MOST_PEOPLE = 200;

const send: ConsolePage = {
  path: 'send',
  name: 'send',
  group: 'tools',
  async read({ bank }) {
    const people = await bank.tx.listBy(customers, 'all', 'all', { limit: MOST_PEOPLE });
    const [first] = people.filter(({ type }) => type === 'PRIVATE');
    const held = first && (await bank.tx.listBy(accounts, 'byCustomer', first.id));
    const debtor = held?.find(({ currency }) => currency === 'NOK');
    return {
      people: people.map(({ number, name }) => ({ number, name })),
      ...defined({
        /** Whom the form is filled in for. */
        payer: first?.number,
      }),
      /** What an example of a payment says differently in this bank. */
      inThisBank: defined({
        debtorAccount: debtor && { iban: debtor.iban, currency: debtor.currency },
        startDate: addDays(dateAt(bank.now), 7),
        endDate: addDays(dateAt(bank.now), 400),
        requestedExecutionDate: addDays(dateAt(bank.now), 1),
      }),
    };
  },
};

const certificates: ConsolePage = {
  path: 'certificates',
  name: 'certificates',
  group: 'tools',
  read: () => ({
    actions: [
      {
        operation: 'createCertificate',
        label: 'certificates.make',
        command: 'certs new',
        fields: [
          { at: '/type', label: 'certificates.type', options: ['QSealC', 'QWAC'] },
          { at: '/name', label: 'certificates.name', value: 'My TPP' },
          {
            at: '/organisationId',
            label: 'certificates.organisation',
            value: 'PSDNO-FSA-987654325',
          },
          { at: '/roles', kind: 'list', label: 'certificates.roles', options: ROLES },
          { at: '/variant', label: 'certificates.variant', options: ['', ...CERTIFICATE_VARIANTS] },
          { at: '/validDays', kind: 'number', label: 'certificates.days', value: '30' },
        ],
      },
    ],
  }),
};

const explain: ConsolePage = { path: 'explain', name: 'explain', group: 'tools' };

export const PAGES_OF_TOOLS: readonly ConsolePage[] = [
  send,
  explain,
  certificates,
  { path: 'settings', name: 'settings', group: 'tools' },
];
