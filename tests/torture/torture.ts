// Kills a process under load again and again, with SIGKILL and at any moment, and looks at what is
// left each time: every acknowledged write is there exactly once, and nothing is there by half.
import type { ChildProcess } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** What is killed: a process that writes by itself, or one that is written to. Emits exit, then close. */
export type Victim = EventEmitter & Pick<ChildProcess, 'stdout' | 'stderr' | 'signalCode' | 'kill'>;

/** What is tortured: the store by itself, or a whole server. */
export interface TortureTarget {
  /**
   * Starts a process with concurrent writers on the folder. It writes the id of each acknowledged
   * write on a line of its standard output, `ready` before the first; ids never come twice.
   */
  start(folder: string, round: number): Victim;
  /** Looks at what the killed process left; it has ended. */
  inspect(folder: string): Promise<Findings>;
  /** Ends what was started for all rounds. */
  close?(): Promise<void>;
}

export interface Findings {
  /** How often each write is there. */
  readonly written: ReadonlyMap<string, number>;
  /** Anything else that is wrong: halves of transactions, sums that do not add up. */
  readonly faults: readonly string[];
}

export interface TortureOptions {
  readonly target: TortureTarget;
  readonly folder: string;
  readonly rounds: number;
  /** 0 … 1, as Math.random. */
  readonly random: () => number;
  readonly report: (line: string) => void;
}

/** At most so many lines are waited for before a kill: `ready`, and writes that were acknowledged. */
const LINES = 60;

export interface TortureResult {
  readonly acknowledged: number;
  /** Writes that are there without having been acknowledged: killed between disk and answer. */
  readonly unanswered: number;
  readonly faults: readonly string[];
}

/** Plays the rounds on one folder, so that each starts from what the kill before left. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { target, folder, rounds, report } = options;
  const acknowledged = new Set<string>();
  let unanswered = 0;
  for (let round = 1; round <= rounds; round++) {
    const before = acknowledged.size;
    const faults = await killOnce(options, round, acknowledged);
    const findings = await target.inspect(folder);
    faults.push(...findings.faults, ...judge(acknowledged, findings));
    unanswered = [...findings.written.keys()].filter((id) => !acknowledged.has(id)).length;
    report(
      `round ${round}: ${acknowledged.size - before} acknowledged, ${findings.written.size} there, ${faults.length} faults`,
    );
    if (faults.length > 0) return { acknowledged: acknowledged.size, unanswered, faults };
  }
  return { acknowledged: acknowledged.size, unanswered, faults: [] };
}

/** One life and death of the process; adds what it acknowledged. Returns what it died of otherwise. */
async function killOnce(
  { target, folder, random }: TortureOptions,
  round: number,
  acknowledged: Set<string>,
): Promise<string[]> {
  const child = target.start(folder, round);
  const exited = once(child, 'exit');
  let text = '';
  let lines = 0;
  let errors = '';
  // Mostly in the midst of work; sometimes while it is still starting and replaying. Work is counted, not timed, so that
  // a busy machine kills after as much of it as an idle one.
  const wanted = random() < 0.8 ? 1 + Math.floor(random() * LINES) : 0;
  const atWork = new Promise<void>((resolve) => {
    if (wanted === 0) resolve();
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      lines += chunk.split('\n').length - 1;
      if (lines >= wanted) resolve();
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const ended = once(child, 'close');
  await Promise.race([atWork, exited]);
  await Promise.race([pause(random() * (wanted === 0 ? 150 : 50)), exited]);
  child.kill('SIGKILL');
  await ended;
  // What follows the last newline is a line that death cut short.
  for (const line of text.split('\n').slice(0, -1)) if (line !== 'ready') acknowledged.add(line);
  return child.signalCode === 'SIGKILL' ? [] : [`the process ended by itself: ${errors}`];
}

function judge(acknowledged: ReadonlySet<string>, { written }: Findings): string[] {
  const faults: string[] = [];
  for (const id of acknowledged) if (!written.has(id)) faults.push(`acknowledged but lost: ${id}`);
  for (const [id, times] of written) if (times !== 1) faults.push(`there ${times} times: ${id}`);
  return faults;
}

/** The same numbers for the same seed, so that a round can be played again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
