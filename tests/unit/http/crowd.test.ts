// The line of requests that wait, and what an overloaded bank refuses so that it answers the rest soon (ERR-01).
import { expect, test } from '@jest/globals';
import { createCrowd } from '../../../server/http/crowd.ts';
import type { Log } from '../../../server/kernel/log.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { doorOf } from '../../support/door.ts';
import { closeServer, listen, portOf } from '../../support/tpp-server.ts';
import { until } from '../../support/until.ts';

/** A crowd of which each request takes a millisecond. @param share of the processor that the process gets */
function crowd(share = 1) {
  let now = 0;
  let ends: (() => void)[] = [];
  const lines: object[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  /** How long those had waited that were answered. */
  const waited: number[] = [];
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const { join, needRoom } = createCrowd({
    log,
    ticks: () => now,
    afterTurn: (then) => void ends.push(then),
    worked: () => now * share,
  });
  const begin = (name: string) => (arrived: number) => {
    now += 1;
    begun.push(name);
    try {
      needRoom(arrived);
      waited.push(now - arrived);
    } catch (error) {
      refused.push(name);
      if (refused.length > 1) return;
      expect(error).toBeInstanceOf(ApiError);
      const { rule, code, status, details } = error as ApiError;
      expect({ rule, code, status, headers: details.headers }).toEqual({
        rule: 'ERR-01',
        code: 'SYSTEM_ERROR',
        status: 503,
        headers: { 'Retry-After': '1' },
      });
    }
  };
  const arrive = (count: number, { name = 'one', isNew = false } = {}) => {
    for (let done = 0; done < count; done++) join(begin(name), () => isNew);
  };
  /** @returns how many began in it */
  const turn = () => {
    const before = begun.length;
    const due = ends;
    ends = [];
    for (const end of due) end();
    return begun.length - before;
  };
  const turns = (count: number) => Array.from({ length: count }, turn);
  /** So many clients, of whom each sends again as soon as it has its answer, for so many turns. */
  const clients = (count: number, rounds: number) => {
    arrive(count);
    for (let done = 0; done < rounds; done++) arrive(turn());
  };
  const wait = (millis: number) => {
    now += millis;
  };
  return {
    arrive,
    turn,
    turns,
    clients,
    wait,
    begun,
    refused,
    waited,
    lines,
    ends: () => ends.length,
  };
}

test('sixteen requests begin in a turn, the others in the next ones, in the order in which they came', () => {
  const { arrive, turns, begun, ends } = crowd();
  arrive(20, { name: 'first' });
  arrive(20, { name: 'second' });
  expect(begun).toHaveLength(16);
  expect(turns(3)).toEqual([16, 8, 0]);
  expect(begun).toEqual([...Array(20).fill('first'), ...Array(20).fill('second')]);
  expect(ends()).toBe(0);
});

test('a request that comes alone begins at once', () => {
  const { arrive, turn, begun } = crowd();
  for (let count = 1; count <= 40; count++) {
    arrive(1);
    expect(begun).toHaveLength(count);
    turn();
  }
});

test('while there are new connections a turn has four', () => {
  const { arrive, turns } = crowd();
  arrive(17);
  arrive(20, { isNew: true });
  expect(turns(3)).toEqual([4, 16, 1]);
});

test('nobody overtakes those who wait, also if a turn could have had more', () => {
  const { arrive, turns, begun } = crowd();
  arrive(17);
  arrive(1, { isNew: true });
  arrive(3);
  turns(1);
  arrive(1, { name: 'late' });
  expect(begun).not.toContain('late');
  turns(1);
  expect(begun.at(-1)).toBe('late');
});

test('ERR-01: thousands that are sent at once are answered, also if others come meanwhile', () => {
  const { arrive, turns, begun, refused } = crowd();
  arrive(4_000);
  for (let done = 0; done < 300; done++) {
    arrive(5);
    turns(1);
  }
  turns(200);
  expect(begun).toHaveLength(5_500);
  expect(refused).toEqual([]);
});

test('ERR-01: where the line stays long, those are refused that have waited 200 ms', () => {
  const { clients, begun, refused } = crowd();
  clients(400, 20);
  expect(refused).toEqual([]);
  clients(0, 80);
  expect(refused.length).toBeGreaterThan(100);
  // Half of each turn is answered.
  expect(begun.length - refused.length).toBeGreaterThanOrEqual(100 * 8);
});

test('ERR-01: some are refused once the process has worked for more than 250 ms while the line was long', () => {
  // Ten in each turn of sixteen; the line is long from the fourteenth on.
  const { clients, refused } = crowd(10 / 16);
  clients(400, 14 + 25);
  expect(refused).toEqual([]);
  clients(0, 1);
  expect(refused).not.toEqual([]);
});

test('ERR-01: of however many clients some are answered, while the others are refused', () => {
  const { clients, begun, refused } = crowd();
  clients(5_000, 400);
  const [before, without] = [begun.length, refused.length];
  clients(0, 1_000);
  const answered = begun.length - before - (refused.length - without);
  expect(answered).toBeGreaterThanOrEqual(8_000);
  expect(refused.length - without).toBeGreaterThan(20_000);
});

test('ERR-01: who is answered meanwhile has waited little: those who came last are answered first', () => {
  const { clients, refused, waited } = crowd();
  clients(5_000, 400);
  const before = waited.length;
  clients(0, 1_000);
  const [longest = 0] = waited.slice(before).sort((one, other) => other - one);
  expect(longest).toBeLessThanOrEqual(200);
  expect(refused.length).toBeGreaterThan(20_000);
});

test.each([
  ['half as many come as begin', 8, true],
  ['half as many come as begin, less one', 7, false],
])('ERR-01: where %s, some are refused or none is', (_, comingOnce, refuses) => {
  const { arrive, turns, refused } = crowd();
  arrive(2_000);
  for (let done = 0; done < 50; done++) {
    turns(1);
    arrive(done === 20 ? comingOnce : 8);
  }
  expect(refused.length > 0).toBe(refuses);
});

test('ERR-01: as many as are answered within 200 ms are no crowd', () => {
  const { clients, refused } = crowd();
  clients(190, 500);
  expect(refused).toEqual([]);
});

test('ERR-01: when the line was short once, the bank waits again before it refuses', () => {
  const { clients, arrive, turns, refused } = crowd();
  clients(400, 100);
  turns(30);
  const before = refused.length;
  arrive(900);
  turns(60);
  expect(refused).toHaveLength(before);
});

test('ERR-01: a machine that stands still, or gives the process little time, is no reason to refuse', () => {
  const slow = crowd(0.1);
  slow.clients(400, 100);
  expect(slow.refused).toEqual([]);
  const still = crowd();
  still.arrive(400);
  still.wait(100_000);
  still.turns(60);
  expect(still.refused).toEqual([]);
});

test('ERR-01: the log has one line a minute about it', () => {
  const { clients, lines } = crowd();
  clients(400, 200);
  expect(lines).toEqual([{ refused: 1 }]);
  clients(0, 1_000);
  expect(lines).toEqual([{ refused: 1 }]);
  clients(0, 1_000);
  expect(lines).toHaveLength(2);
});

test('ERR-01: where there is no room, requests of the signed API are refused, and no others', async () => {
  let now = 0;
  let arrived = 0;
  let ends: (() => void)[] = [];
  const row = (access: 'signed' | 'open', path: string) => ({
    access,
    ...{ method: 'GET', path },
    handle: async () => ({ status: 200, body: {} }),
  });
  const door = doorOf(
    [
      { root: '/v1', access: 'signed', rows: [row('signed', '/v1/x')] },
      { root: '/open', access: 'open', rows: [row('open', '/open/x')] },
    ],
    {
      ticks: () => now,
      ...{ afterTurn: (then: () => void) => void ends.push(then), worked: () => now },
    },
  );
  const server = await listen((request, response) => {
    arrived += 1;
    door(request, response);
  });
  const said: string[] = [];
  const asked: Promise<unknown>[] = [];
  const ask = async (name: string, path = '/open/x') => {
    const before = arrived;
    const answer = fetch(`http://127.0.0.1:${portOf(server)}${path}`).then(({ status, headers }) =>
      said.push(`${name} ${status} ${headers.get('retry-after')}`),
    );
    asked.push(answer);
    await until(() => arrived > before);
  };
  const turn = (millis: number) => {
    now += millis;
    const due = ends;
    ends = [];
    for (const end of due) end();
  };
  // As many as begin at once, then those that begin in the next turn, where some have come on new connections.
  for (let nth = 0; nth < 16; nth++) await ask('at once');
  for (let nth = 0; nth < 4; nth++) await ask('next');
  for (const nth of [1, 2]) {
    await ask(`signed ${nth}`, '/v1/x');
    await ask(`open ${nth}`);
  }
  turn(201);
  for (const nth of [1, 2]) await ask(`late and signed ${nth}`, '/v1/x');
  turn(251);
  // Whoever is left.
  for (let nth = 0; nth < 9; nth++) turn(0);
  await Promise.all(asked);
  await closeServer(server);
  expect(said.filter((one) => !/^(?:at once|next) 200 null$/.test(one)).sort()).toEqual([
    ...['late and signed 1 200 null', 'late and signed 2 200 null'],
    ...['open 1 200 null', 'open 2 200 null', 'signed 1 503 1', 'signed 2 503 1'],
  ]);
});
