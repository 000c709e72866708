// What the bank has counted and what it is doing, as text in the Prometheus format.
import type { StoreFigures } from '../../storage/store.ts';
import { type ApiMeters, BOUNDS, type Meters, type Times } from './meters.ts';

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

type Labels = Readonly<Record<string, string>>;

/** Labels and value of one line; a histogram's has another name. */
type Sample = readonly [labels: Labels, value: number, name?: string];

export function familiesOf(meters: Meters, figures: Figures): string {
  const { v1, control, verification, transaction, faultsFired } = meters;
  const { banks, store, loopDelay, cpu, memory } = figures;
  const { folds = 0, failedFolds = 0 } = store;
  return [
    family('counter', 'sandbank_requests_total', 'Answers by API, operation and status.', [
      ...answersOf('v1', v1),
      ...answersOf('control', control),
    ]),
    histogram(
      'sandbank_request_duration_seconds',
      'Signed requests, from arrival to answer.',
      [...v1.operations].map(([operation, { times }]) => [{ operation }, times]),
    ),
    histogram(
      'sandbank_verification_duration_seconds',
      'Checks of signature and certificate, the arrival of the body included.',
      [[{}, verification]],
    ),
    histogram(
      'sandbank_transaction_duration_seconds',
      'Transactions of signed requests, from the queue to the disk.',
      [[{}, transaction]],
    ),
    single('counter', 'sandbank_faults_fired_total', 'Faults that fired (FAULT-01).', faultsFired),
    family(
      'gauge',
      'sandbank_banks',
      'Banks that exist.',
      banks === undefined ? [] : [[{}, banks]],
    ),
    single(
      'gauge',
      'sandbank_banks_in_memory',
      'Banks and snapshots whose rows are in memory.',
      store.banksInMemory,
    ),
    single('gauge', 'sandbank_queue_transactions', 'Transactions that wait or run.', store.queued),
    single('gauge', 'sandbank_journal_bytes', 'Bytes in the journals.', store.journalBytes),
    single(
      'gauge',
      'sandbank_journal_waiting_commits',
      'Commits that wait for the disk.',
      store.waitingCommits,
    ),
    family('counter', 'sandbank_folds_total', 'Journals folded into their files.', [
      [{ outcome: 'done' }, folds],
      [{ outcome: 'failed' }, failedFolds],
    ]),
    family(
      'gauge',
      'sandbank_event_loop_delay_seconds',
      'Delay of the event loop since the last scrape; 0 at the first one.',
      Object.entries(loopDelay).map(([quantile, delay]) => [{ quantile }, delay]),
    ),
    single('counter', 'process_cpu_seconds_total', 'Processor time of the process.', cpu),
    single('gauge', 'process_resident_memory_bytes', 'Memory of the process.', memory),
  ].join('');
}

function family(type: string, name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value, own = name]) => {
    // What must be escaped in a label is escaped in JSON's way.
    const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
    return `${own}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const single = (type: string, name: string, help: string, value = 0): string =>
  family(type, name, help, [[{}, value]]);

const answersOf = (api: string, { operations }: ApiMeters): readonly Sample[] =>
  [...operations].flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(
      ([status, value]) => [{ api, operation, status: String(status) }, value] as const,
    ),
  );

function histogram(name: string, help: string, all: readonly (readonly [Labels, Times])[]): string {
  const samplesOf = ([labels, { counts, sum }]: readonly [Labels, Times]): readonly Sample[] => {
    let count = 0;
    const buckets = counts.map((own, at): Sample => {
      count += own;
      const le = at < BOUNDS.length ? String((BOUNDS[at] as number) / 1000) : '+Inf';
      return [{ ...labels, le }, count, `${name}_bucket`];
    });
    return [...buckets, [labels, sum / 1000, `${name}_sum`], [labels, count, `${name}_count`]];
  };
  return family('histogram', name, help, all.flatMap(samplesOf));
}
