// Rows of the advice on scaRedirect links, given and not given; as advice-cases.ts.
import { type Case, playing, times } from './advice-cases.ts';
import { type Change, type Counting, NOON } from './exchanges.ts';

export const link = (scaFlow: string, change: Change = {}): Change => ({
  status: 401,
  scaFlow,
  at: NOON,
  ...change,
});
const session = (id: string): Change => ({ headers: { 'TPP-Session-ID': id } });

const MINUTE_ON = NOON + 60_001;
const SEPA = '/v1/payments/sepa-credit-transfers';
const PAYMENT = '11111111-2222-4333-8444-555555555555';
const BASKET = '66666666-2222-4333-8444-555555555555';

/** Answered with a link to approve it. */
const created = (flow: string, path = SEPA, id = PAYMENT): Change => ({
  ...link(flow),
  method: 'POST',
  status: 201,
  path,
  answerHeaders: { Location: `/banks/a${path}/${id}` },
});
const deleted = (path: string): Change => ({ method: 'DELETE', status: 204, path, at: NOON });
const basketOf = (...paymentIds: readonly string[]): Change => ({
  ...created('b1', '/v1/signing-baskets', BASKET),
  body: bodyOf({ paymentIds }),
});

function bodyOf(json: unknown) {
  const bytes = Buffer.from(JSON.stringify(json));
  return { bytes, length: bytes.length };
}

const told = ({ coverage }: Counting, flowId: string, kind: 'opened' | 'approved'): void =>
  coverage.told({ bank: 'default', flowId, kind });

export const SCA_CASES: readonly Case[] = [
  {
    id: 'sca-redirect-not-followed',
    when: 'nobody came to the link for more than a minute',
    play: ({ record, at }) => {
      record(link('f1'));
      at(NOON + 60_001);
    },
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'the link ran out unseen',
    play: ({ coverage, record, at }) => {
      record(link('f1'));
      coverage.told({ bank: 'default', flowId: 'f1', kind: 'expired', code: 'SCA_EXPIRED' });
      at(NOON + 60_001);
    },
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'another link was asked for in the same session',
    play: playing(link('f1', session('s')), link('f2', session('s'))),
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'it is young',
    play: ({ record, at }) => {
      record(link('f1'));
      at(NOON + 60_000);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'somebody came to it',
    play: ({ coverage, record, at }) => {
      record(link('f1'));
      coverage.told({ bank: 'default', flowId: 'f1', kind: 'opened' });
      at(NOON + 3_600_000);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'it was followed before the next was asked for',
    play: ({ coverage, record }) => {
      record(link('f1', session('s')));
      coverage.told({ bank: 'default', flowId: 'f1', kind: 'opened' });
      record(link('f2', session('s')));
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'the links are of two sessions',
    play: playing(link('f1', session('s')), link('f2', session('t'))),
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'they are of two payments, which may both wait',
    play: playing(
      ...['f1', 'f2'].map((flow) => link(flow, { ...session('s'), method: 'POST', status: 201 })),
    ),
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'it is the same link again',
    play: playing(link('f1', session('s')), link('f1', session('s'))),
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'the payment was deleted, whose link nobody needs any more',
    play: ({ record, at }) => {
      record(created('f1'), deleted(`${SEPA}/${PAYMENT}`));
      at(MINUTE_ON);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'another payment was deleted',
    play: ({ record, at }) => {
      record(created('f1'), deleted(`${SEPA}/${BASKET}`));
      at(MINUTE_ON);
    },
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'the payment is in a basket, and the link of that was followed',
    play: (run) => {
      run.record(created('f1'), basketOf(PAYMENT));
      told(run, 'b1', 'opened');
      told(run, 'b1', 'approved');
      run.at(MINUTE_ON);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'nobody came to the link of the basket, which stands for those of its payments',
    play: ({ record, at }) => {
      record(created('f1'), basketOf(PAYMENT));
      at(MINUTE_ON);
    },
    seen: { count: 1, examples: ['r2'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'another authorisation of the payment was approved',
    play: (run) => {
      run.record(created('f1'), {
        ...link('f2', { method: 'POST', status: 201 }),
        path: `${SEPA}/${PAYMENT}/authorisations`,
      });
      told(run, 'f2', 'approved');
      run.at(MINUTE_ON);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'it ended without being opened, as without a browser',
    play: (run) => {
      run.record(link('f1'));
      told(run, 'f1', 'approved');
      run.at(MINUTE_ON);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'the bank began again, and the link with it',
    play: ({ coverage, record, at }) => {
      record(link('f1'));
      coverage.restarted('default');
      at(MINUTE_ON);
    },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'it had been left for a minute before the bank began again',
    play: ({ coverage, record, at }) => {
      record(link('f1'));
      at(MINUTE_ON);
      coverage.restarted('default');
    },
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'hundreds were followed after it',
    play: (run) => {
      run.record(link('f0', session('s')));
      for (let i = 1; i <= 700; i++) {
        run.record({ ...link(`f${i}`), method: 'POST', status: 201 });
        told(run, `f${i}`, 'opened');
      }
      run.at(MINUTE_ON);
    },
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'sca-redirect-not-followed',
    when: 'more were left than are remembered at once',
    play: ({ record, at }) => {
      const post = { method: 'POST', status: 201 };
      record(...times(3_000, (i) => link(`f${i}`, { ...post, at: NOON + i * 1_000 })));
      at(NOON + 4_000_000);
    },
    seen: { count: 3_000, examples: ['r2996', 'r2997', 'r2998', 'r2999', 'r3000'] },
  },
];
