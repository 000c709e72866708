// What the bank saw of a client during a scenario: its requests with their answers, and the payments that there are
// (SCEN-01). It is read from the control API, so any bank can be judged.
import type { ScenarioJudge } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** An operation of the control API; rejects if it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Control = (method: string, path: string, body?: unknown) => Promise<any>;

/** One request of the client. */
export interface Sent {
  /** The bank's own id, `x17`. */
  readonly id: string;
  readonly number: number;
  /** Bank time in ms; NaN if the bank refused it before it looked at its clock. */
  readonly at: number;
  /** In which run of the client, from 1. */
  readonly run: number;
  readonly method: string;
  /** Below the bank, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly operation: string;
  readonly status: number;
  readonly codes: readonly string[];
  /** The effect of the fault that fired on it. */
  readonly effect: JsonObject | undefined;
  /** The effect of the fault that fired on the SCA page to which its answer led. */
  readonly atLink: JsonObject | undefined;
  /** The id of that SCA, once it has ended with a callback. */
  readonly ended: string | undefined;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly answer: any;
  /** The answer is longer than what the log stores of it. */
  readonly isCut: boolean;
}

export interface Seen {
  /** The oldest first. */
  readonly requests: readonly Sent[];
  readonly payments: readonly SeenPayment[];
  /** How often SCA pages were opened, and how many links were given out. */
  readonly opened: number;
  readonly links: number;
  /** Requests on which a fault fired, and that are not answered yet: the client has left them. */
  readonly open: number;
  /** What the bank was prepared to do, and has not done; empty if it has done something, or nothing was prepared. */
  readonly undone: readonly JsonObject[];
  readonly connected?: Connected;
  /** What the client has stored, if it shows that. */
  readonly stored?: Stored;
}

/** Transactions as the client has stored them. */
export type Stored = ScenarioJudge['stored'];

export interface SeenPayment {
  readonly paymentId: string;
  readonly status: string;
  readonly request: JsonObject;
}

/** What the client has of a person who gave it access. */
export type Connected = {
  readonly tpp: string;
  readonly psuId: string;
  readonly sessionId: string;
  readonly psuCorporateId?: string;
};

/** The number of the newest request of the bank's log. */
export const lastNumber = async (control: Control): Promise<number> =>
  (await control('GET', '/requests?limit=1')).last;

/** @param begins for each run of the client, the number of the last request before it */
export async function look(
  control: Control,
  begins: readonly number[],
  known: Pick<Seen, 'connected' | 'stored'> = {},
): Promise<Seen> {
  const after = begins[0] ?? (await lastNumber(control));
  const list = await control('GET', `/requests?limit=1000&after=${after}`);
  const { faults } = await control('GET', '/faults');
  const isAtLink = (one: JsonObject) => JSON.stringify(one['match'] ?? '').includes('"/sca/');
  const requests: Sent[] = [];
  const links = new Set<string>();
  for (const { id } of [...list.requests].reverse()) {
    const view = await control('GET', `/requests/${id}`);
    const link = view.scaFlow?.link;
    if (link !== undefined) links.add(link);
    const fired = faults.find((one: JsonObject) => one['id'] === view.fault);
    const atLink = faults.find(
      (one: { fired: number }) => isAtLink(one) && one.fired >= links.size,
    );
    const run = begins.filter((begin) => view.number > begin).length;
    requests.push(sent(view, run, [fired, link && atLink]));
  }
  const { payments = [] } = await control('GET', '/seed');
  const counter = faults.find(({ match }: { match?: JsonObject }) => match?.['path'] === '/sca/');
  const prepared = faults.filter((one: JsonObject) => one !== counter);
  const isUndone = prepared.every(({ fired }: { fired: number }) => fired === 0);
  const slow = faults.filter(({ effect }: { effect: JsonObject }) => 'delayMs' in effect);
  const answered = requests.filter(({ effect }) => effect?.['delayMs'] !== undefined);
  const open = slow.reduce((sum: number, one: { fired: number }) => sum + one.fired, 0);
  return {
    requests,
    payments,
    opened: counter?.matched ?? 0,
    links: links.size,
    open: open - answered.length,
    undone: isUndone ? prepared.map(({ effect }: { effect: JsonObject }) => effect) : [],
    ...known,
  };
}

/** Fires never, and counts the SCA pages that were opened. */
export const COUNTS_PAGES = {
  match: { path: '/sca/', method: 'GET' },
  effect: { scaPageDown: true },
  probability: 0,
} as const;

// biome-ignore lint/suspicious/noExplicitAny: the view of a request
function sent(view: any, run: number, [fired, atLink]: readonly any[]): Sent {
  const address = new URL(view.target, 'http://bank');
  const { body, bodyLength } = view.answer;
  return {
    id: view.id,
    number: view.number,
    at: Date.parse(view.bankTime),
    run,
    method: view.method,
    path: address.pathname.replace(/^\/banks\/[^/]+/, ''),
    query: address.searchParams,
    operation: view.operation ?? '',
    status: view.status,
    codes: view.codes,
    effect: fired?.effect,
    atLink: atLink?.effect,
    ended: view.scaFlow?.redirect && view.scaFlow.id,
    headers: new Map(
      view.request.headers.map(([name, value]: [string, string]) => [name.toLowerCase(), value]),
    ),
    body: parsed(view.request.body),
    answer: parsed(body),
    isCut: Buffer.byteLength(body ?? '') < bodyLength,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
