// The operations of `/_sandbox/scenarios`: what they answer and ask the bank for, is what is written in
// tests/fixtures/tables/scenario-control.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { flows } from '../../../server/bank/sca/tables.ts';
import { scenarioOperations } from '../../../server/insight/scenarios/scenario-control.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, shortened, shown, thrownText } from '../../support/recorded.ts';
import { askedControl } from '../../support/scenario-control.ts';

const RESET = { consents: [{ psuId: 'i' }] };
const NONE = {
  'GET /faults': { faults: [] },
  'GET /sca-policy': { mode: 'auto' },
  'POST /reset': RESET,
};
const NUMBERS = {
  'GET /requests?limit=1': { last: 0 },
  'GET /requests?limit=1000&after=0': { requests: [] },
};
const SIGNED = { requests: [{}, { tpp: { id: 'PSDNO-1' } }, { tpp: { id: 'PSDNO-2' } }] };
const UNSIGNED = { requests: [{}] };

/** A bank, and what one asks of it. */
function bankWith(ownClock: boolean, answers: object = {}) {
  const tx = mapTx();
  const within = async (_: string, work: (bank: { tx: typeof tx }) => unknown) => work({ tx });
  const { control, asked } = askedControl({
    ...NONE,
    ...NUMBERS,
    'GET /requests?limit=100': UNSIGNED,
    ...answers,
  });
  const addresses: string[] = [];
  const operations = scenarioOperations({
    banks: { transact: within, transactIfBegun: within } as never,
    controlOf: (bank, baseUrl) => {
      addresses.push(`${bank} ${baseUrl}`);
      return control;
    },
    ownClock,
  });
  const call = async (id: string, name = '', body?: object): Promise<readonly string[]> => {
    const found = operations.find((one) => one.id === id);
    if (found === undefined || !('outside' in found)) throw new Error(id);
    const params = { name };
    const said = await found
      .outside({ bank: 'b', baseUrl: 'http://bank/banks/b', params, body } as never)
      .then((reply) => shortened(reply, 900), thrownText);
    const at = addresses.splice(0).join();
    return [
      `# ${id} ${name} ${shown(body)}`,
      ...asked(),
      said,
      `  ${at}`,
      `  ${tx.dump().slice(0, 400)}`,
    ];
  };
  return { call, tx };
}

const rowOf = ({
  id,
  method,
  path,
  summary,
  rule,
  success,
  ...more
}: ReturnType<typeof scenarioOperations>[number]) =>
  shown([id, method, path, summary, rule, success, 'body' in more ? more.body : undefined]);

test('SCEN-01: the operations of scenarios: are what the bank says now', async () => {
  const lines: string[] = [];
  const play = async (
    ownClock: boolean,
    answers: object,
    calls: readonly (readonly [string, string?, object?])[],
  ) => {
    const { call } = bankWith(ownClock, answers);
    lines.push(`## ${ownClock} ${Object.keys(answers)}`);
    for (const one of calls) lines.push(...(await call(...one)));
  };
  const parts = { banks: {}, controlOf: {}, ownClock: false } as never;
  lines.push(...scenarioOperations(parts).map(rowOf));
  await play(false, {}, [
    ...([
      ['getScenarios'],
      ['getScenario', 'texts'],
      ['getScenario', 'none'],
      ['getScenario', 'clock-off'],
    ] as const),
    ...([
      ['nextScenarioRun', 'texts'],
      ['judgeScenario', 'texts'],
      ['prepareScenario', 'clock-off'],
    ] as const),
    ...([
      ['prepareScenario', 'none'],
      ['prepareScenario', 'daily-limit'],
      ['getScenarios'],
    ] as const),
    ...([
      ['getScenario', 'daily-limit'],
      ['getScenario', 'texts'],
      ['nextScenarioRun', 'texts'],
    ] as const),
    ...([
      ['nextScenarioRun', 'daily-limit'],
      ['judgeScenario', 'daily-limit'],
      ['judgeScenario', 'texts'],
    ] as const),
    ['prepareScenario', 'pending-becomes-booked', { tpp: 'PSDNO-OWN' }],
    ['judgeScenario', 'pending-becomes-booked', { stored: [{ bookingStatus: 'booked' }] }],
    ['prepareScenario', 'callback-twice', { connect: true }],
    ['prepareScenario', 'texts', { connect: true }],
    ['nextScenarioRun', 'texts'],
    ['judgeScenario', 'texts'],
  ]);
  await play(true, { 'GET /requests?limit=100': SIGNED }, [
    ['getScenario', 'clock-off'],
    ['prepareScenario', 'clock-off'],
    ['getScenario', 'pending-becomes-booked'],
  ]);
  const { call, tx } = bankWith(false, {
    'GET /requests?limit=1000&after=0': { requests: [{ id: 'x1' }] },
    'GET /requests/x1': {
      ...{ id: 'x1', number: 1, method: 'POST', target: '/v1/consents', codes: [], status: 201 },
      ...{
        bankTime: '2026-06-17T08:00:00Z',
        request: { headers: [] },
        answer: { body: '{}', bodyLength: 2 },
      },
      scaFlow: { id: 'flow', redirect: 'hidden', link: '/sca/flow' },
    },
  });
  tx.put(flows, { id: 'flow', redirect: 'https://tpp.example/?state=1' } as never);
  lines.push(
    ...(await call('prepareScenario', 'callback-twice')),
    ...(await call('nextScenarioRun', 'callback-twice')),
  );
  lines.push(...(await call('judgeScenario', 'callback-twice')));
  expectRecorded('tables/scenario-control.txt', lines.join('\n').split('\n'));
});
