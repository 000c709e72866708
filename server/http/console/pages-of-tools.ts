// Pages of the console that help to write a client.

import { defined } from '../../kernel/defined.ts';
import { CERTIFICATE_VARIANTS } from '../../signing/certificate-variants.ts';
import { type Answers, type ConsolePage, fixed, type KnownCertificate } from './console-page.ts';
import { sendPage } from './send-page.ts';
import { banksTool, explainTool } from './tools.ts';

const ROLES = ['PSP_AI', 'PSP_PI', 'PSP_IC', 'PSP_AS'];

const certificates: ConsolePage = {
  path: 'certificates',
  name: 'certificates',
  title: 'console.certificates.title',
  group: 'tools',
  asks: () => [{ operation: 'getCertificates' }, { operation: 'getTpps' }],
  read: ({ answers: { getCertificates, getTpps } }) => ({
    tpps: tppsOf(getCertificates.certificates, getTpps.tpps),
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
            empty: 'console.certificates.noVariant',
          },
          { at: '/validDays', kind: 'number', label: 'console.certificates.days', value: '30' },
        ],
      },
    ],
  }),
};

/** Each TPP with its certificates, and the buttons; also one that only its registration names. */
function tppsOf(certificates: readonly KnownCertificate[], set: Answers['getTpps']['tpps']) {
  const ids = new Set([...certificates, ...set].map(({ organisationId }) => organisationId));
  return [...ids].map((organisationId) => {
    const own = certificates.filter((one) => one.organisationId === organisationId);
    const registered = set.find((one) => one.organisationId === organisationId)?.registered ?? true;
    return {
      organisationId,
      name: own[0]?.name ?? organisationId,
      registered,
      register: {
        operation: 'putTpp',
        label: registered ? 'console.certificates.unregister' : 'console.certificates.register',
        fields: [
          fixed('{organisationId}', organisationId),
          fixed('/registered', String(!registered), 'flag'),
        ],
      },
      certificates: own.map((certificate) => ({
        certificate,
        ...defined({ revoke: revokeOf(certificate) }),
      })),
    };
  });
}

const revokeOf = ({ id, status, issuedHere }: KnownCertificate) =>
  status === 'revoked' || !issuedHere
    ? undefined
    : {
        operation: 'revokeCertificate',
        label: 'console.certificates.revoke',
        danger: 'console.certificates.lost',
        fields: [fixed('{id}', id)],
      };

const explain: ConsolePage = {
  path: 'explain',
  name: 'explain',
  title: 'console.explain.title',
  group: 'tools',
  tool: explainTool,
};

export const PAGES_OF_TOOLS: readonly ConsolePage[] = [
  sendPage,
  explain,
  certificates,
  // Not in the menu: the list of banks leads to it.
  { path: 'banks', name: 'banks', title: 'console.banks.title', tool: banksTool },
  {
    path: 'settings',
    name: 'settings',
    title: 'console.settings.title',
    group: 'tools',
    tool: ({ settings }) => ({ open: () => ({ settings }) }),
  },
];
