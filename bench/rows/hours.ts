// Twelve hours of many teams in a few minutes: a thousand banks that are restored, read, paid from, moved in time, saved
// and reset, four million requests in all. Memory, open files and what is on disk must stay as they are.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTIONS, drive } from '../load/drive.ts';
import { openTpp, plainBytes } from '../load/tpp.ts';
import { median, type Row, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

/** Of each bank in a round: reads before and after its clock moves. */
const READS = 8;
const PAYMENTS = 2;
const NAMES = ['memory, MB', 'open files', 'journals and files, MB'] as const;

export const hours: Section = ({ smoke, say, draw }) => {
  const [banks, rounds] = smoke ? [10, 4] : [1_000, 200];
  say(`${rounds} rounds through ${banks} banks`);
  return inFolder((data) =>
    withServer(sandbank(data), async (server) => {
      const url = `http://127.0.0.1:${server.port}`;
      const tpp = await openTpp(url);
      const all = Array.from({ length: banks }, (_, n) => `/banks/bank-${n}`);
      const control = (method: string, path: string, body = '') =>
        plainBytes({ method, path: `/_sandbox/${path}`, body });
      const inBank = (bank: string, method: string, path: string, body = '') =>
        plainBytes({ method, path: `${bank}/_sandbox/${path}`, body });
      let sent = 0;
      const send = async (requests: readonly Buffer[]) => {
        const isRight = (status: number) => status < 300;
        const load = { port: server.port, requests, connections: CONNECTIONS, isRight };
        sent += (await drive({ ...load, count: requests.length })).count;
      };
      await send([control('PUT', 'snapshots/golden')]);
      let made = 0;
      const seen: number[][] = [];
      for (let round = 0; round < rounds; round++) {
        // A Date is good for a minute: signed anew for each round.
        const reads = all.map((bank) =>
          tpp.signed({ method: 'GET', path: `${bank}/v1/accounts`, headers: tpp.psu }),
        );
        const payments = all.flatMap((bank) =>
          Array.from({ length: PAYMENTS }, () => {
            const path = `${bank}/v1/payments/sepa-credit-transfers`;
            return tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(++made) });
          }),
        );
        const often = Array.from({ length: READS }, () => reads).flat();
        const some = all.filter((_, n) => n % 10 === round % 10);
        await send(all.map((bank) => inBank(bank, 'POST', RESTORE)));
        await send([...often, ...payments]);
        await send(all.map((bank) => inBank(bank, 'POST', 'clock/advance', '{"by":"PT16M"}')));
        await send(often);
        await send(some.map((bank) => inBank(bank, 'PUT', 'snapshots/mine')));
        await send(some.map((bank) => inBank(bank, 'DELETE', 'snapshots/mine')));
        await send(some.map((bank) => inBank(bank, 'POST', 'reset')));
        seen.push([server.memory() / 1e6, server.handles(), sizeOf(data) / 1e6]);
      }
      const lines = NAMES.map((label, at) => ({ label, values: seen.map((of) => of[at] ?? 0) }));
      const across = `${rounds} rounds, ${sent.toLocaleString('en')} requests`;
      draw('hours', { title: `A bank for each of ${banks} teams`, across, lines });
      return lines.map(({ label, values }) => flatness(label, values, { requests: sent, banks }));
    }),
  );
};

const RESTORE = 'snapshots/golden/restore?bank=default';

/** The last quarter against the second: in the first one, banks and the request log are still filling. */
function flatness(label: string, values: readonly number[], beside: Row['beside']): Row {
  const quarter = Math.floor(values.length / 4);
  const middle = (from: number) => median(values.slice(from, from + quarter));
  const [second, last] = [middle(quarter), middle(3 * quarter)];
  const figures = { 'second quarter': second, 'last quarter': last, ...beside };
  return row(`last quarter ÷ second: ${label}`, last / second, '', {
    goal: { most: 1.1 },
    beside: figures,
  });
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    // A fold may have replaced it meanwhile.
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
