// What the bank has counted and what it is doing, as families of samples.
import type { StoreFigures } from '../../storage/store.ts';
import { type ApiMeters, BOUNDS, type Meters, type Times } from './meters.ts';

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly value: number;
  readonly labels: Labels;
  /** Of a histogram: the family's name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly Sample[];
}

/** What a scrape finds out beside the meters. */
export interface Figures {
  /** `undefined` while that is not known. */
  readonly banks: number | undefined;
  readonly store: StoreFigures;
  /** Seconds by quantile. */
  readonly loopDelay: Readonly<Record<string, number>>;
  /** Seconds. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

export function familiesOf(meters: Meters, figures: Figures): readonly Family[] {
  const { v1, control, verification, transaction, faultsFired } = meters;
  const { banks, store, loopDelay, cpu, memory } = figures;
  const banksKnown = banks === undefined ? [] : [{ value: banks, labels: {} }];
  return [
    family('counter', 'sandbank_requests_total', 'Answers by API, operation and status.', [
      ...answersOf('v1', v1),
      ...answersOf('control', control),
    ]),
    histogram('sandbank_request_duration_seconds', 'Signed requests, from arrival to answer.', [
      ...[...v1.operations].map(([operation, { times }]) => ({ labels: { operation }, times })),
    ]),
    histogram(
      'sandbank_verification_duration_seconds',
      'Checks of signature and certificate, the arrival of the body included.',
      [{ labels: {}, times: verification }],
    ),
    histogram(
      'sandbank_transaction_duration_seconds',
      'Transactions of signed requests, from the queue to the disk.',
      [{ labels: {}, times: transaction }],
    ),
    single('counter', 'sandbank_faults_fired_total', 'Faults that fired (FAULT-01).', faultsFired),
    family('gauge', 'sandbank_banks', 'Banks that exist.', banksKnown),
    ...storeFamilies(store),
    family(
      'gauge',
      'sandbank_event_loop_delay_seconds',
      'Delay of the event loop since the last scrape; 0 at the first one.',
      Object.entries(loopDelay).map(([quantile, value]) => ({ value, labels: { quantile } })),
    ),
    single('counter', 'process_cpu_seconds_total', 'Processor time of the process.', cpu),
    single('gauge', 'process_resident_memory_bytes', 'Memory of the process.', memory),
  ];
}

const storeFamilies = (store: StoreFigures): readonly Family[] => [
  single('gauge', 'sandbank_queue_transactions', 'Transactions that wait or run.', store.queued),
  single('gauge', 'sandbank_journal_bytes', 'Bytes in the journals.', store.journalBytes),
  single(
    'gauge',
    'sandbank_journal_waiting_commits',
    'Commits that wait for the disk.',
    store.waitingCommits,
  ),
  family('counter', 'sandbank_folds_total', 'Journals folded into their files.', [
    { value: store.folds ?? 0, labels: { outcome: 'done' } },
    { value: store.failedFolds ?? 0, labels: { outcome: 'failed' } },
  ]),
];

const family = (
  type: Family['type'],
  name: string,
  help: string,
  values: readonly Sample[],
): Family => ({ name, help, type, values });

const single = (type: 'counter' | 'gauge', name: string, help: string, value = 0): Family =>
  family(type, name, help, [{ value, labels: {} }]);

const answersOf = (api: string, { operations }: ApiMeters): readonly Sample[] =>
  [...operations].flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(([status, value]) => ({
      value,
      labels: { api, operation, status: String(status) },
    })),
  );

interface LabelledTimes {
  readonly labels: Labels;
  readonly times: Times;
}

function histogram(name: string, help: string, all: readonly LabelledTimes[]): Family {
  const samplesOf = ({ labels, times }: LabelledTimes): readonly Sample[] => {
    let count = 0;
    const buckets = times.counts.map((own, at): Sample => {
      count += own;
      const bound = BOUNDS[at];
      const le = bound === undefined ? '+Inf' : String(bound / 1000);
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    const sum = { metricName: `${name}_sum`, labels, value: times.sum / 1000 };
    return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
  };
  return family('histogram', name, help, all.flatMap(samplesOf));
}
