// Ten thousand banks in one process, each with some requests: those that were not used for a while leave memory
// (BANK-02). What the process takes, and how long the first request to a bank waits that has left.
import { CONNECTIONS, drive } from '../load/drive.ts';
import { openTpp, plainBytes } from '../load/tpp.ts';
import { quantile, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

const PAYMENTS = 3;

export const manyBanks: Section = ({ smoke, say }) => {
  const banks = smoke ? 30 : 10_000;
  say(`${banks} banks`);
  return inFolder(async (data) => {
    const open = { ...sandbank(data), env: envOf(data, smoke ? 10 : 10_000) };
    const rows = await withServer(open, async (server) => {
      const url = `http://127.0.0.1:${server.port}`;
      const tpp = await openTpp(url);
      const saved = await fetch(`${url}/_sandbox/snapshots/golden`, { method: 'PUT' });
      if (saved.status !== 201) throw new Error(`${saved.status} ${await saved.text()}`);
      const read = (n: number) =>
        tpp.signed({ method: 'GET', path: `/banks/bank-${n}/v1/accounts`, headers: tpp.psu });
      const pay = (n: number) => {
        const path = `/banks/bank-${n}/v1/payments/sepa-credit-transfers?allowLogicalDuplicate=true`;
        return tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(n) });
      };
      const clone = (n: number) => {
        const path = `/banks/bank-${n}/_sandbox/snapshots/golden/restore?bank=default`;
        return plainBytes({ method: 'POST', path });
      };
      const send = async (requests: readonly Buffer[], connections = CONNECTIONS) => {
        const times: number[] = [];
        const isRight = (status: number, _: string, took: number) =>
          times.push(took) > 0 && status < 300;
        await drive({ port: server.port, requests, connections, count: requests.length, isRight });
        return times;
      };
      const memory = [server.memory()];
      for (let n = 0; n < banks; n++) {
        // A Date is good for a minute: signed as they are sent.
        const payments = Array.from({ length: PAYMENTS }, () => pay(n));
        await send([clone(n), read(n), ...payments], 1);
        if ((n + 1) % (banks / 10) === 0) memory.push(server.memory());
      }
      const inMemory = await figure(url, 'sandbank_banks_in_memory');
      const some = Array.from({ length: smoke ? 5 : 500 }, (_, n) => n);
      const first = await send(some.map(read), 1);
      const again = await send(some.map(read), 1);
      const [none = 0, ...tenths] = memory.map((bytes) => bytes / 1e6);
      return [
        row(
          `memory with ${banks} banks, each cloned, read and paid from`,
          tenths.at(-1) ?? 0,
          'MB',
          {
            beside: {
              'without them': none,
              'with a tenth': tenths[0] ?? 0,
              'with half': tenths[4] ?? 0,
            },
          },
        ),
        row('banks in memory then', inMemory, ''),
        row('first request to a bank that has left', quantile(first, 0.5), 'ms', {
          beside: { p99: quantile(first, 0.99), 'the same again': quantile(again, 0.5) },
        }),
      ];
    });
    const again = await withServer(open, async ({ readyAfter, memory }) => [
      row(`start with ${banks} banks`, readyAfter, 'ms'),
      row('memory after it', memory() / 1e6, 'MB'),
    ]);
    return [...rows, ...again];
  });
};

const envOf = (data: string, most: number) => (port: number) => ({
  PORT: String(port),
  SANDBANK_DATA: data,
  SANDBANK_BANKS_IN_MEMORY: String(most),
});

async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/_sandbox/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
