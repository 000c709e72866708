// Pages of the console that help to write a client.

import { CERTIFICATE_VARIANTS } from '../../signing/certificate-variants.ts';
import type { ConsolePage } from './console-page.ts';
import { sendPage } from './send-page.ts';

const ROLES = ['PSP_AI', 'PSP_PI', 'PSP_IC', 'PSP_AS'];

const certificates: ConsolePage = {
  path: 'certificates',
  name: 'certificates',
  title: 'console.certificates.title',
  group: 'tools',
  read: () => ({
    actions: [
      {
        operation: 'createCertificate',
        label: 'console.certificates.make',
        fields: [
          { at: '/type', label: 'console.certificates.type', options: ['QSealC', 'QWAC'] },
          { at: '/name', label: 'console.certificates.name', value: 'My TPP' },
          {
            at: '/organisationId',
            label: 'console.certificates.organisation',
            value: 'PSDNO-FSA-987654325',
          },
          {
            at: '/roles',
            kind: 'list',
            label: 'console.certificates.roles',
            options: ROLES,
            value: 'PSP_AI PSP_PI',
          },
          {
            at: '/variant',
            label: 'console.certificates.variant',
            options: ['', ...CERTIFICATE_VARIANTS],
          },
          { at: '/validDays', kind: 'number', label: 'console.certificates.days', value: '30' },
        ],
      },
    ],
  }),
};

const explain: ConsolePage = {
  path: 'explain',
  name: 'explain',
  title: 'console.explain.title',
  group: 'tools',
};

export const PAGES_OF_TOOLS: readonly ConsolePage[] = [
  sendPage,
  explain,
  certificates,
  // Not in the menu: the list of banks leads to it.
  { path: 'banks', name: 'banks', title: 'console.banks.title' },
  { path: 'settings', name: 'settings', title: 'console.settings.title', group: 'tools' },
];
