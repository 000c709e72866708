// Many clients on as many banks of one address, or of several replicas: no answer may hold what belongs to
// another bank.
import { bankAt, type TestBank } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import type { Credentials } from '../support/tpp.ts';
import { ACTIONS, type Action, Worker } from './crosstalk-worker.ts';
import { Owners } from './own-data.ts';
import { seededRandom } from './torture.ts';

export interface CrosstalkOptions {
  /** One address, or those of the replicas. */
  readonly urls: readonly string[];
  readonly token?: string;
  readonly workers: number;
  readonly seed: number;
  /** Asked before each action of a worker, which has done so many. */
  readonly isOver: (done: number) => boolean;
  /** Called with each fault as it is found. */
  readonly onFault?: (fault: string) => void;
}

export interface CrosstalkResult {
  readonly counts: Readonly<Record<Action, number>>;
  readonly faults: readonly string[];
}

/** After so many faults it stops. */
const MOST_FAULTS = 100;

export async function crosstalk(options: CrosstalkOptions): Promise<CrosstalkResult> {
  const { workers: count, seed, isOver, onFault = () => undefined } = options;
  const run = `xt-${seed}`;
  const credentials = answered(
    await controlAt(`${options.urls[0]}/banks/${run}`, options.token)(
      'POST',
      '/_sandbox/certificates',
    ),
    201,
  ).body as Credentials;
  const [virgin] = addressesOf(run, options, credentials);
  const owners = new Owners(
    await (virgin as TestBank).tpp.get(
      '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true',
    ),
  );
  const workers: Worker[] = [];
  for (let number = 0; number < count; number++) {
    const bank = `${run}-${number}`;
    const addresses = addressesOf(bank, options, credentials);
    const foreign = () => workers[(number + 1) % count]?.session;
    const random = seededRandom(seed * 1_000 + number);
    workers.push(new Worker({ number, bank, addresses, owners, random, foreign }));
  }
  const counts = Object.fromEntries(Object.keys(ACTIONS).map((name) => [name, 0])) as Record<
    Action,
    number
  >;
  const faults: string[] = [];
  const play = async (worker: Worker, random: () => number): Promise<void> => {
    for (let done = 0; !isOver(done) && faults.length < MOST_FAULTS; done++) {
      const action = pick(random());
      await worker.act(action).catch((error: unknown) => void worker.faults.push(String(error)));
      counts[action] += 1;
      for (const fault of worker.faults.splice(0)) {
        faults.push(`${action}: ${fault}`);
        onFault(`${action}: ${fault}`);
      }
    }
  };
  await Promise.all(workers.map((worker, i) => play(worker, seededRandom(seed + i))));
  return { counts, faults };
}

const TOTAL = Object.values(ACTIONS).reduce((sum, weight) => sum + weight, 0);

/** @param at 0 … 1 */
function pick(at: number): Action {
  let left = at * TOTAL;
  for (const [name, weight] of Object.entries(ACTIONS)) {
    left -= weight;
    if (left < 0) return name as Action;
  }
  return 'readAccounts';
}

function addressesOf(
  bank: string,
  { urls, token }: Pick<CrosstalkOptions, 'urls' | 'token'>,
  credentials: Credentials,
): readonly TestBank[] {
  return urls.map((url) => {
    const at = bankAt(`${url}/banks/${bank}`, credentials, async () => undefined);
    return { ...at, control: controlAt(at.url, token) };
  });
}

const controlAt =
  (url: string, token?: string): TestBank['control'] =>
  (method, path, body): Promise<Answer> =>
    send({
      method,
      url: url + path,
      headers: [
        ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
        ['Content-Type', 'application/json'],
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
