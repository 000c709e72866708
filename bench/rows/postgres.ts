// Signed reads and payments where the bank is in a database that waits for its disk: one replica, and two that write
// to the same bank.
import { schemaIn, startPostgres } from '../../tests/support/postgres-server.ts';
import { CONNECTIONS, drive, isOk } from '../load/drive.ts';
import { type BenchTpp, openTpp } from '../load/tpp.ts';
import { median, row, type Section } from '../row.ts';
import { type Server, sandbankOn, withServer } from '../servers.ts';
import { payment } from './writes.ts';

const SIGNED = 1000;
/** Payments so far: no two are alike. */
let made = 0;

export const postgres: Section = async ({ smoke, say }) => {
  if (process.env['POSTGRES_BIN'] === undefined) return [];
  say('PostgreSQL');
  const [rounds, count, millis] = smoke ? [1, 20, 200] : [5, 500, 1500];
  const database = await startPostgres(true);
  try {
    const replica = sandbankOn(await schemaIn(database.url, 1));
    return await withServer(replica, (one) =>
      withServer(replica, async (other) => {
        const tpp = await openTpp(`http://127.0.0.1:${one.port}`);
        const found: number[][] = [[], [], []];
        for (let done = -1; done < rounds; done++) {
          const rates = [
            await read(one, tpp, millis),
            await pay([one], tpp, count),
            await pay([one, other], tpp, count),
          ];
          // The first round warms up.
          if (done >= 0) for (const [i, rate] of rates.entries()) found[i]?.push(rate);
        }
        const [reads, payments, shared] = found.map(median);
        return [
          row('signed GET /v1/accounts a second on PostgreSQL', reads ?? 0, '', {
            beside: {
              'payments a second': payments ?? 0,
              'over two replicas, one bank': shared ?? 0,
            },
          }),
        ];
      }),
    );
  } finally {
    await database.remove();
  }
};

async function read(server: Server, tpp: BenchTpp, millis: number): Promise<number> {
  const requests = tpp.reads(SIGNED);
  const load = { requests, connections: CONNECTIONS, millis, isRight: isOk };
  return (await drive({ port: server.port, ...load })).perSecond;
}

/** Payments a second over all of these servers. */
async function pay(servers: readonly Server[], tpp: BenchTpp, count: number): Promise<number> {
  const path = '/v1/payments/sepa-credit-transfers';
  const order = () => {
    made += 1;
    return { method: 'POST', path, headers: tpp.psu, body: payment(made) };
  };
  const rates = await Promise.all(
    servers.map(async ({ port }) => {
      const requests = Array.from({ length: count }, () => tpp.signed(order()));
      const isRight = (status: number) => status === 201;
      const load = { requests, connections: CONNECTIONS, count, isRight };
      return (await drive({ port, ...load })).perSecond;
    }),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}
