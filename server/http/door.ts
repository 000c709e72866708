// Where every request enters and every answer leaves: host, row, access, bank, body, handler, answer. Whatever reaches
// this far is caught here and becomes the answer that says why. Two refusals are made elsewhere: of bytes that are no
// HTTP (server.ts), and the 401 that starts an SCA, which is stored with its flow (bank/sca/start-flow.ts).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkFault, type FiredFault } from '../bank/faults/fault.ts';
import { defined } from '../kernel/defined.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { memoize } from '../kernel/memoize.ts';
import { after, isPromise, type Soon } from '../kernel/soon.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { Reply } from '../protocol/reply.ts';
import { type Failure, StoreWriteError } from '../storage/errors.ts';
import { checkAccess, type Guard } from './access.ts';
import { checkAddress, type Destination, destinationOf, isBelow, originForm } from './addresses.ts';
import { Call, type CallFrame } from './call.ts';
import { createCrowd } from './crowd.ts';
import { createTurns } from './in-turn.ts';
import type { Access, AddressRow, Area } from './row.ts';
import { createSend, type Outgoing, type Send } from './send.ts';
import { sharedHeaders } from './shared-headers.ts';
import { createTable, type Matched } from './table.ts';

export interface DoorDeps extends CallFrame {
  /** What is served from the start: the signed API and /health. */
  readonly first: readonly Area[];
  /** Everything else; loaded when the first such request comes. */
  readonly others: () => Promise<readonly Area[]>;
  readonly access: Guard;
  /** FAULT-01: counts a request that faults can fire on. */
  readonly faultOn: (call: Call) => Promise<FiredFault | undefined>;
  /** Milliseconds of a clock that never goes back, with fractions. */
  readonly ticks: () => number;
  readonly log: Log;
  readonly ids: Ids;
}

type ErrorDeps = Pick<DoorDeps, 'log' | 'ids'>;

/** Answers any request of Node's HTTP server. */
export type Door = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenDoor {
  readonly door: Door;
  /** Loads what is served besides what was there from the start. */
  readonly preload: () => void;
}

export function createDoor(deps: DoorDeps): OpenDoor {
  const first = createPlan(deps.first);
  const all = memoize(async () => createPlan(await deps.others()));
  const plan = ({ path }: Destination) => (first.serves(path) ? first : all());
  const { join, needRoom } = createCrowd(deps);
  const way: Way = { ...deps, plan, send: createSend(), needRoom, readHeaders: sharedHeaders() };
  const inTurn = createTurns();
  const begin = (exchange: Exchange): void => {
    answer(exchange, way).catch((error: unknown) => {
      deps.log.error({ err: error }, 'an answer could not be sent');
      exchange.response.destroy();
    });
  };
  const wait = (request: IncomingMessage, response: ServerResponse): void =>
    join(
      (started) => begin({ request, response, started }),
      () => request.socket.bytesWritten === 0,
    );
  return {
    door: (request, response) => inTurn(request, response, () => wait(request, response)),
    preload() {
      // The request that needs it tries again, and says what is wrong.
      all().catch(() => undefined);
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the request arrived. */
  readonly started: number;
}

interface Way extends DoorDeps {
  readonly plan: (destination: Destination) => Soon<Plan>;
  readonly send: Send;
  readonly readHeaders: (flat: string[]) => RawHeaders;
  /** For the signed API: the console and /health answer also when it is overloaded. */
  readonly needRoom: (arrived: number) => void;
}

async function answer(exchange: Exchange, way: Way): Promise<void> {
  const { request, response, started } = exchange;
  const headers = way.readHeaders(request.rawHeaders);
  const reached: Reached = {};
  let outgoing: Outgoing;
  try {
    request.url = originForm(request, request.url);
    checkAddress(headers, request);
    const destination = destinationOf(request.url);
    reached.call = new Call(exchange, { headers, destination, started }, way);
    const planned = way.plan(destination);
    const plan = isPromise(planned) ? await planned : planned;
    reached.found = plan.find(reached.call);
    if (reached.found.access === 'signed') way.needRoom(started);
    const handling = handled(reached.call, reached.found, way);
    const reply = isPromise(handling) ? await handling : handling;
    const presented = reached.found.area.present?.(reached.call, reply);
    outgoing = (isPromise(presented) ? await presented : presented) ?? reply;
  } catch (thrown) {
    outgoing = await refusal(thrown, reached, way);
  }
  try {
    await way.send(response, outgoing, headers);
  } catch (fault) {
    if (response.headersSent) throw fault;
    await way.send(response, await refusal(fault, {}, way), headers);
  }
}

/** How far a request has come. */
interface Reached {
  call?: Call;
  found?: Found;
}

/** Access, bank, body, faults, handler. */
function handled(call: Call, found: Found, way: Way): Soon<Reply> {
  const { access } = way;
  checkAccess(call, found.access, access);
  call.checkBank();
  if (found.row === undefined) throw found.refusal;
  const { row, params } = found;
  call.row = row;
  call.params = params;
  // The signed API reads it as its first check.
  const read =
    row.access !== 'signed' && row.method !== 'GET' ? call.receiveBody(row.reads) : undefined;
  return after(read, () => (row.faults ? handledOrLost(call, row, way) : row.handle(call)));
}

async function handledOrLost(call: Call, row: AddressRow, { faultOn }: Way): Promise<Reply> {
  const fault = await faultOn(call);
  call.fault = fault;
  if (fault !== undefined) checkFault(fault);
  return row.handle(call);
}

async function refusal(
  thrown: unknown,
  { call, found }: Reached,
  deps: ErrorDeps,
): Promise<Outgoing> {
  const { explain, present } = found?.area ?? {};
  const said = call && explain ? await explain(call, thrown) : thrown;
  const reply = renderError(said, deps);
  try {
    return (call && (await present?.(call, reply, said))) ?? reply;
  } catch (error) {
    deps.log.error({ err: error }, 'a refusal could not be presented');
    return reply;
  }
}

function renderError(thrown: unknown, { log, ids }: ErrorDeps): Reply {
  const error = thrown instanceof ApiError ? thrown : systemError(thrown, log, ids);
  return {
    status: error.status,
    rule: error.rule,
    ...defined({ headers: error.details.headers }),
    body: { tppMessages: error.messages() },
  };
}

/** What has become of a request that the store has failed (DUR-08). */
const OUTCOMES: Readonly<Record<Failure, string>> = {
  'not done':
    'The bank has not done what this request asks for, and will not do it later: its store refused it. Send the request again when GET /health answers 200.',
  'not known':
    'It is not known whether the bank has done what this request asks for: the answer of its store was lost. Before you send the request again, read what it was to create or change to find out.',
};

/** Logged with an id that the text repeats; of the fault the answer says only what has become of the request. */
function systemError(thrown: unknown, log: Log, ids: Ids): ApiError {
  const id = ids.uuid();
  log.error({ err: thrown, id }, 'request failed');
  const happened =
    thrown instanceof StoreWriteError
      ? OUTCOMES[thrown.outcome]
      : 'Something went wrong in the bank.';
  const text = `${happened} It was logged as ${id}.`;
  return new ApiError('ERR-01', 'SYSTEM_ERROR', text);
}

/** A row, or why there is none. */
type Found = { readonly area: Area; readonly access: Access } & (
  | Matched<AddressRow>
  | { readonly row?: undefined; readonly refusal: unknown }
);

interface Plan {
  readonly serves: (path: string) => boolean;
  readonly find: (call: Call) => Found;
}

/** Areas, and the table of all of their rows. */
function createPlan(areas: readonly Area[]): Plan {
  const areaOf = new Map(areas.flatMap((area) => area.rows.map((row) => [row, area] as const)));
  const rows = [...areaOf.keys()];
  const ofProcess = createTable(rows, { head: true });
  const ofBank = createTable(
    rows.filter(({ once }) => once === undefined),
    { head: true },
  );
  const byRoot = areas.toSorted((one, other) => other.root.length - one.root.length);
  const below = (path: string) => byRoot.find(({ root }) => isBelow(path, root) || root === '');
  return {
    serves: (path) => below(path) !== undefined,
    find(call) {
      try {
        const table = call.isNamed ? ofBank : ofProcess;
        const { row, params } = table(call.method, call.path);
        return { area: areaOf.get(row) as Area, access: row.access, row, params };
      } catch (refusal) {
        const area = below(call.path) as Area;
        return { area, access: area.access, refusal };
      }
    },
  };
}
