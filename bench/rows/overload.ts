// Many more clients than one process can answer: how long those wait that are answered, whether the others are refused
// at once, and whether anything is lost (ERR-01, DUR-01).
import { setTimeout as pause } from 'node:timers/promises';
import { testControl } from '../../client/test-control.ts';
import { CONNECTIONS, drive } from '../load/drive.ts';
import { startProbe } from '../load/probe.ts';
import { openTpp } from '../load/tpp.ts';
import { quantile, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

/** One request in so many is a payment. */
const PAYMENTS = 20;
const PATH = '/v1/payments/sepa-credit-transfers';

export const overload: Section = ({ smoke, say }) => {
  say('more clients than can be answered');
  const [clients, rounds, millis] = smoke ? [50, 1, 200] : [4_000, 6, 10_000];
  return inFolder((data) =>
    withServer(sandbank(data), async (bank) => {
      const url = `http://127.0.0.1:${bank.port}`;
      const tpp = await openTpp(url);
      let made = 0;
      /** Signed anew for each round: a Date is good for a minute. */
      const requests = () => {
        const pay = () =>
          tpp.signed({ method: 'POST', path: PATH, headers: tpp.psu, body: payment(++made) });
        return tpp
          .reads(smoke ? 100 : 6_000)
          .flatMap((read, index) => (index % PAYMENTS === 0 ? [read, pay()] : [read]));
      };
      const accepted: number[] = [];
      const paid = new Set<string>();
      let refused = 0;
      const isRight = (status: number, body: string, took: number): boolean => {
        if (status === 503) refused += 1;
        else accepted.push(took);
        // The same bytes sent again are a duplicate.
        if (status === 201) paid.add((JSON.parse(body) as { paymentId: string }).paymentId);
        return [200, 201, 409, 503].includes(status);
      };
      const few = () =>
        drive({
          port: bank.port,
          requests: requests(),
          connections: CONNECTIONS,
          millis: millis / 5,
          isRight: (status) => [200, 201, 409].includes(status),
        });
      const alone = await few();
      const probe = startProbe(`${url}/health`);
      let most = 0;
      for (let round = 0; round < rounds; round++) {
        const load = { port: bank.port, requests: requests(), connections: clients, millis };
        await drive({ ...load, isRight });
        most = Math.max(most, bank.memory());
      }
      const health = await probe.stop();
      await pause(1_000);
      const after = await few();
      const { control } = testControl(url, undefined);
      await control('PUT', '/snapshots/end');
      const { tables } = (await control('GET', '/snapshots/end')) as {
        tables: { payments: readonly { id: string }[] };
      };
      const stored = new Set(tables.payments.map(({ id }) => id));
      const lost = [...paid].filter((id) => !stored.has(id));
      const seconds = (rounds * millis) / 1000;
      return [
        row(`answers under ${clients} clients at once, p99`, quantile(accepted, 0.99), 'ms', {
          goal: { most: 500 },
          beside: {
            'accepted a second': accepted.length / seconds,
            'refused with 503 a second': refused / seconds,
            'with ten clients a second': alone.perSecond,
          },
        }),
        row('/health meanwhile, p99', quantile(health, 0.99), 'ms', { goal: { most: 500 } }),
        row('memory meanwhile', most / 1e6, 'MB'),
        row('p99 a second later, ten clients', after.p99, 'ms', {
          beside: { before: alone.p99 },
        }),
        row('acknowledged payments that are not there', lost.length, '', {
          goal: { most: 0 },
          beside: { acknowledged: paid.size },
        }),
      ];
    }),
  );
};
