import {
  acceptedRows,
  describeRows,
  OF_PSU,
  type RefusedRow,
} from '../support/conformance-rows.ts';
import type { RouteName, Scene } from '../support/conformance-scene.ts';

const certified = (wish: Readonly<Record<string, unknown>>) => async (scene: Scene) => ({
  as: await scene.certificate(wish),
});

const OF_ACCOUNTS: readonly RouteName[] = ['read', 'consent'];
const OF_SANDBOX: readonly RouteName[] = ['mock', 'initialize'];
const expired = certified({ variant: 'expired' });
const ofFuture = certified({ variant: 'not-yet-valid' });
const ofNeither = certified({ variant: 'wrong-role' });
const ofPayments = certified({ roles: ['PSP_PI'] });
const ofAccounts = certified({ roles: ['PSP_AI'] });

const refused = (
  [
    ['TPP-01', 'with an expired certificate', /expired on/, expired],
    ['TPP-01', 'with a certificate of the future', /not valid before/, ofFuture],
    ['TPP-03', 'with a certificate of neither role', /PSP_IC/, ofNeither, OF_PSU],
    ['TPP-03', 'with the role of payments for accounts', /PSP_AI/, ofPayments, OF_ACCOUNTS],
    ['TPP-03', 'with the role of accounts for payments', /PSP_PI/, ofAccounts, ['pay']],
  ] as const
).map(
  ([rule, name, says, change, on]): RefusedRow => ({
    rule,
    name,
    says,
    change,
    ...(on && { on }),
    code: 'FORBIDDEN',
    path: 'TPP-Signature-Certificate',
  }),
);

const ofNobody = certified({ variant: 'unknown-ca' });
const accepted = acceptedRows([
  ['TPP-02', 'a certificate of an authority that nobody knows, by default', ofNobody],
  ['TPP-03', 'the one role that is needed for accounts', ofAccounts, OF_ACCOUNTS],
  ['TPP-03', 'the one role that is needed for payments', ofPayments, ['pay']],
  ['TPP-03', 'no role at all for the sandbox', ofNeither, OF_SANDBOX],
  [
    'TPP-04',
    'a renewed certificate of the same organisation, with its PSU-ID',
    certified({ name: 'A New Name AS', validDays: 30 }),
  ],
]).concat({
  rule: 'TPP-03',
  name: 'a certificate that states no role, with a finding',
  findings: ['TPP-03'],
  change: certified({ variant: 'no-psd2' }),
});

describeRows({ refused, accepted });
