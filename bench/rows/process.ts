// What one process costs: until its first answer, and in memory.
import { CONNECTIONS, drive, isOk } from '../load/drive.ts';
import { openTpp } from '../load/tpp.ts';
import { median, type Row, type Section } from '../row.ts';
import { bare, type Command, express, inFolder, sandbank, start, withServer } from '../servers.ts';

const MB = 1024 * 1024;

export const starts: Section = async (bench) => {
  bench.say('starts');
  const found = { sandbank: [] as number[], express: [] as number[], bare: [] as number[] };
  const ready = (command: Command) => withServer(command, async ({ readyAfter }) => readyAfter);
  for (let done = 0; done < (bench.smoke ? 1 : 9); done++) {
    found.bare.push(await ready(bare));
    found.express.push(await ready(express));
    found.sandbank.push(await inFolder((data) => ready(sandbank(data))));
  }
  const peers: Record<string, number> = {};
  for (const peer of bench.peers) {
    peers[peer.name] = (await ready(peer.command(bench.folder))) / median(found.bare);
  }
  return [
    {
      measure: 'start to first 200 ÷ bare node:http',
      value: median(found.sandbank) / median(found.bare),
      unit: '',
      goal: { most: 1.8 },
      beside: {
        'Express hello': median(found.express) / median(found.bare),
        ...peers,
        ms: median(found.sandbank),
      },
    },
  ];
};

export const memory: Section = async (bench) => {
  bench.say('memory');
  const idle = (command: Command) =>
    withServer(command, async (server) => {
      await settled();
      return server.memory();
    });
  const empty = await idle(bare);
  const peers: Record<string, number> = {};
  for (const peer of bench.peers) {
    peers[peer.name] = (await idle(peer.command(bench.folder))) / empty;
  }
  const rows = await inFolder(async (data): Promise<Row[]> => {
    const bank = await start(sandbank(data));
    await settled();
    const before = bank.memory();
    const count = bench.smoke ? 50 : 10_000;
    const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
    const requests = tpp.reads(Math.min(count, 2000));
    const load = { port: bank.port, requests, connections: CONNECTIONS, count };
    await drive({ ...load, isRight: isOk });
    const after = bank.memory();
    await bank.stop();
    return [
      {
        measure: 'memory (RSS), idle ÷ bare node:http',
        value: before / empty,
        unit: '',
        goal: { most: 1.6 },
        beside: peers,
      },
      {
        measure: 'memory (RSS) after 10,000 requests',
        value: after / MB,
        unit: 'MB',
        goal: { most: 130 },
      },
    ];
  });
  return rows;
};

/** A second, in which a process that has just started does what it put off. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1000));
