import {
  type AcceptedRow,
  describeRows,
  OF_PSU,
  type RefusedRow,
} from '../support/conformance-rows.ts';
import type { Scene } from '../support/conformance-scene.ts';

const certified = (wish: Readonly<Record<string, unknown>>) => async (scene: Scene) => ({
  as: await scene.certificate(wish),
});

const refused: readonly RefusedRow[] = [
  {
    rule: 'TPP-01',
    name: 'with an expired certificate',
    says: /expired on/,
    change: certified({ variant: 'expired' }),
  },
  {
    rule: 'TPP-01',
    name: 'with a certificate of the future',
    says: /not valid before/,
    change: certified({ variant: 'not-yet-valid' }),
  },
  {
    rule: 'TPP-03',
    name: 'with a certificate of neither role',
    says: /PSP_IC/,
    on: OF_PSU,
    change: certified({ variant: 'wrong-role' }),
  },
  {
    rule: 'TPP-03',
    name: 'with the role of payments for accounts',
    says: /PSP_AI/,
    on: ['read', 'consent'],
    change: certified({ roles: ['PSP_PI'] }),
  },
  {
    rule: 'TPP-03',
    name: 'with the role of accounts for payments',
    says: /PSP_PI/,
    on: ['pay'],
    change: certified({ roles: ['PSP_AI'] }),
  },
].map((row) => ({
  ...(row as RefusedRow),
  code: 'FORBIDDEN',
  path: 'TPP-Signature-Certificate',
}));

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'TPP-02',
    name: 'a certificate of an authority that nobody knows, by default',
    change: certified({ variant: 'unknown-ca' }),
  },
  {
    rule: 'TPP-03',
    name: 'a certificate that states no role, with a finding',
    findings: ['TPP-03'],
    change: certified({ variant: 'no-psd2' }),
  },
  {
    rule: 'TPP-03',
    name: 'the one role that is needed for accounts',
    on: ['read', 'consent'],
    change: certified({ roles: ['PSP_AI'] }),
  },
  {
    rule: 'TPP-03',
    name: 'the one role that is needed for payments',
    on: ['pay'],
    change: certified({ roles: ['PSP_PI'] }),
  },
  {
    rule: 'TPP-03',
    name: 'no role at all for the sandbox',
    on: ['mock', 'initialize'],
    change: certified({ variant: 'wrong-role' }),
  },
  {
    rule: 'TPP-04',
    name: 'a renewed certificate of the same organisation, with its PSU-ID',
    change: certified({ name: 'A New Name AS', validDays: 30 }),
  },
];

describeRows({ refused, accepted });
