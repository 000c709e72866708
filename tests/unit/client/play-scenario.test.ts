// How scenarios are played with a client: which banks are started and closed, what they are asked, and what the client gets,
// is what is written in tests/fixtures/tables/player.txt. `npm run examples` records it again.
import { afterEach, test } from '@jest/globals';
import { ScenarioPlayer } from '../../../client/play-scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { answeringBanks, BANK } from '../../support/answering-bank.ts';
import { expectRecorded, shown, thrownText } from '../../support/recorded.ts';

const answeringBank = answeringBanks();
const { now } = Date;
afterEach(() => {
  Date.now = now;
});

const turn = (run: number, runs: number) => `200 '${JSON.stringify({ name: 'n', run, runs })}'`;

interface Played {
  readonly name: string;
  /** The turns that the bank answers with. */
  readonly turns: readonly (readonly [run: number, runs: number])[];
  readonly options?: Parameters<ScenarioPlayer['play']>[2];
  readonly connects?: true;
  /** What the client returns, or throws. */
  readonly result?: unknown;
}

const PLAYED: readonly Played[] = [
  { name: 'texts', turns: [[1, 1]] },
  {
    name: 'texts',
    turns: [
      [1, 2],
      [2, 2],
    ],
    options: { tpp: 'PSDNO-OWN' },
    result: { stored: [] },
  },
  {
    name: 'texts',
    turns: [
      [0, 1],
      [1, 1],
    ],
    connects: true,
  },
  {
    name: 'texts',
    turns: [
      [0, 1],
      [0, 1],
    ],
    connects: true,
  },
  { name: 'texts', turns: [[0, 1]] },
  {
    name: 'certificate-renewed',
    turns: [
      [1, 3],
      [2, 3],
      [3, 3],
    ],
  },
  {
    name: 'daily-limit',
    turns: [
      [1, 2],
      [2, 2],
    ],
  },
  {
    name: 'pending-becomes-booked',
    turns: [
      [1, 2],
      [2, 2],
    ],
    result: { stored: [{ bookingStatus: 'booked' }] },
  },
  { name: 'pending-becomes-booked', turns: [[1, 1]], result: undefined },
  { name: 'slow-answer', turns: [[1, 1]] },
  {
    name: 'clock-off',
    turns: [
      [0, 1],
      [1, 1],
    ],
    connects: true,
  },
  { name: 'texts', turns: [[1, 1]], result: new Error('gave up') },
  { name: 'texts', turns: [[1, 1]], options: { settings: { control: { token: 'sesame' } } } },
];

async function played(reuses: boolean): Promise<string[]> {
  const lines: string[] = [];
  let started = 0;
  const start = async ({ wallClock, ...settings }: { wallClock?: () => number } = {}) => {
    started += 1;
    const own = started;
    clock = wallClock;
    lines.push(`  starts ${own} ${shown(settings)} ${wallClock !== undefined}`);
    return { url: BANK, close: async () => void lines.push(`  closes ${own}`) };
  };
  let clock: (() => number) | undefined;
  const player = new ScenarioPlayer(start as never, reuses);
  for (const { name, turns, options, connects, result } of PLAYED) {
    const bank = answeringBank();
    const scenario = SCENARIOS.find((one) => one.name === name);
    if (scenario === undefined) throw new Error(name);
    const [first = [1, 1], ...others] = turns;
    await bank.run(`on 'POST /_sandbox/scenarios/${name}' ${turn(...first)}`);
    for (const [i, one] of others.entries())
      await bank.run(
        `${i === 0 ? 'on' : 'next'} 'POST /_sandbox/scenarios/${name}/runs' ${turn(...one)}`,
      );
    await bank.run(`on 'POST /_sandbox/scenarios/${name}/judge' 200 '{"name":"judged"}'`);
    await bank.run('on \'POST /_sandbox/certificates\' 201 \'{"keyId":"k"}\'');
    await bank.run("on 'POST /_sandbox/clock/advance' 200 '{}'");
    await bank.run("on 'GET /sca/f' 302 '' 'Location: https://tpp.example/?a=1'");
    lines.push(`# ${name} ${shown(turns)} ${shown(options)}`);
    const client =
      (what: string) => async (given: Parameters<Parameters<typeof player.play>[1]>[0]) => {
        const { wait, open, ...shownTurn } = given;
        lines.push(
          ...bank.asked(),
          `  ${what} ${shown(shownTurn)} ${clock && clock() - Date.now()}`,
        );
        await wait(1.5);
        const links = [await open(`${BANK}/sca/f`), await open(`${BANK}/sca/none`)];
        lines.push(`  ${links.join()}`);
        if (result instanceof Error) throw result;
        return result;
      };
    const own = { ...options, ...(connects && { connect: client('connects') }) };
    const said = await player.play(scenario, client('plays'), own).then(shown, thrownText);
    lines.push(...bank.asked(), said);
  }
  await player.close();
  return lines;
}

test('SCEN-01: scenarios are played as before', async () => {
  // The clock that a scenario's bank is ahead of.
  Date.now = () => 1000;
  const lines = [...(await played(false)), '## banks are used again', ...(await played(true))];
  expectRecorded('tables/player.txt', lines);
});
