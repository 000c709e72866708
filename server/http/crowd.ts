// More requests than the bank can answer at once stand in one line. Some begin in each turn of the event loop, so that
// between them new connections are accepted (Node accepts one a turn), and what waits for the disk goes on. Where the
// line stays long it is better to refuse some, so that the others are answered soon (ERR-01).
import { setImmediate } from 'node:timers';
import type { Log } from '../kernel/log.ts';
import { ApiError } from '../protocol/errors.ts';

/** So many requests begin in a turn: about two milliseconds of work. */
const TURN = 16;
/** The same while there are new connections, of which more may wait to be accepted. */
const TURN_OF_NEWCOMERS = 4;
/** Who has waited for so many milliseconds is refused … */
const LONGEST = 200;
/**
 * … once the process has worked for so many while everybody waited as long, and as many came as this part of those that
 * began meanwhile. Who sends some thousands of requests at once gets an answer to each: their line becomes shorter. It is
 * processor time: a machine that stands still is no crowd.
 */
const PATIENCE = 250;
const REFILLED = 1 / 2;
/**
 * … but not this part of each turn, which then has those who came last: they are answered soon, and who has waited
 * longest is refused, who would have waited in vain.
 */
const SPARED = 1 / 2;
/** What a refusal costs, as part of a request that is answered. */
const REFUSAL = 1 / 4;
/** Milliseconds between two lines in the log about it. */
const SAY_EVERY = 60_000;

interface Surroundings {
  readonly log: Log;
  /** Milliseconds of a clock that never goes back, with fractions. */
  readonly ticks: () => number;
  /** Calls back when what has arrived by now was handed over. */
  readonly afterTurn?: (then: () => void) => void;
  /** Milliseconds of processor time that the process has used. */
  readonly worked?: () => number;
}

interface Crowd {
  /**
   * Begins a request, at once if there is no line; `begin` gets the time of its arrival.
   * @param isNew of a connection asks whether nothing was sent on it before
   */
  readonly join: (begin: (arrived: number) => void, isNew: () => boolean) => void;
  /** Throws ApiError ERR-01 503 if the line stays long, and the request has waited in it. */
  readonly needRoom: (arrived: number) => void;
}

/** Since a line is long. */
interface Long {
  /** What the process had worked by then. */
  readonly worked: number;
  joined: number;
  begun: number;
}

interface Waiting {
  readonly begin: (arrived: number) => void;
  readonly arrived: number;
}

export function createCrowd(surroundings: Surroundings): Crowd {
  const { log, ticks, afterTurn = setImmediate, worked = processorTime } = surroundings;
  const line: Waiting[] = [];
  /** Whether the end of this turn is to be called. */
  let isInTurn = false;
  /** In this turn; what is refused counts for less. */
  let begun = 0;
  /** What has begun by then in this turn is not refused. */
  let spared = 0;
  let hasNewcomers = false;
  let long: Long | undefined;
  let isFull = false;
  const refusals = createRefusals(log);

  const step = ({ begin, arrived }: Waiting) => {
    begun += 1;
    if (long !== undefined) long.begun += 1;
    begin(arrived);
  };
  const endTurn = () => {
    const most = hasNewcomers ? TURN_OF_NEWCOMERS : TURN;
    hasNewcomers = false;
    begun = 0;
    measure();
    spared = isFull ? most * SPARED : 0;
    while (begun < most) {
      const next = begun < spared ? line.pop() : line.shift();
      if (next === undefined) break;
      step(next);
    }
    isInTurn = false;
    if (begun > 0 || line.length > 0) beginTurn();
  };
  const beginTurn = () => {
    if (isInTurn) return;
    isInTurn = true;
    afterTurn(endTurn);
  };
  const measure = () => {
    const [first] = line;
    const isLong = first !== undefined && ticks() - first.arrived > LONGEST;
    long = isLong ? (long ?? { worked: worked(), joined: 0, begun: 0 }) : undefined;
    const isRefilled = long !== undefined && long.joined >= long.begun * REFILLED;
    // Until the line is short again.
    isFull = long !== undefined && (isFull || (isRefilled && worked() - long.worked > PATIENCE));
  };
  return {
    join(begin, isNew) {
      const arriving = { begin, arrived: ticks() };
      beginTurn();
      if (begun < TURN && line.length === 0) return step(arriving);
      line.push(arriving);
      if (long !== undefined) long.joined += 1;
      hasNewcomers ||= isNew();
    },
    needRoom(arrived) {
      if (!isFull) return;
      const now = ticks();
      if (now - arrived <= LONGEST || begun <= spared) return;
      begun -= 1 - REFUSAL;
      refusals.refuse(now);
    },
  };
}

function createRefusals(log: Log) {
  let refused = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    refuse(now: number): never {
      refused += 1;
      if (now - saidAt >= SAY_EVERY) {
        log.warn({ refused }, 'more requests than can be answered: some are refused');
        saidAt = now;
      }
      const text = 'The bank has more requests than it can answer soon. Send this one again later.';
      const headers = { 'Retry-After': '1' };
      throw new ApiError('ERR-01', 'SYSTEM_ERROR', text, { status: 503, headers });
    },
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
