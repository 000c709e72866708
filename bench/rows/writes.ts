// A signed payment that is on disk when it is acknowledged, against Express with one route.
import { join } from 'node:path';
import { CONNECTIONS, drive, isOk, type Load } from '../load/drive.ts';
import { openTpp } from '../load/tpp.ts';
import { median, row, type Section } from '../row.ts';
import { express, floor, greet, inFolder, type Server, sandbank, withServer } from '../servers.ts';

/** Bytes of the answer to a payment, about. */
const ANSWER = 700;

const JONAS = 'NO4599996896389';

export const payment = (number: number): string =>
  JSON.stringify({
    instructedAmount: { amount: '0.01', currency: 'EUR' },
    creditorName: 'Greta Garbe',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    debtorAccount: { iban: JONAS, currency: 'NOK' },
    remittanceInformationUnstructured: `Invoice ${number}`,
  });

export const writes: Section = ({ smoke, say }) => {
  say('signed payments');
  const [rounds, count, millis] = smoke ? [1, 50, 200] : [7, 1000, 1000];
  return inFolder((data) =>
    withServer(sandbank(data), (bank) =>
      withServer(floor(join(data, 'floor'), ANSWER), (least) =>
        withServer(express, async (hello) => {
          const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
          const path = '/v1/payments/sepa-credit-transfers';
          let made = 0;
          const payAt = ({ port }: Server, isRight: Load['isRight']) => {
            const requests = Array.from({ length: count }, () => {
              made += 1;
              return tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(made) });
            });
            return drive({ port, requests, connections: CONNECTIONS, count, isRight });
          };
          const pay = () =>
            payAt(bank, (status, body) => status === 201 && body.includes('"RCVD"'));
          const synced = () => payAt(least, isOk);
          await greet(hello.port, { millis });
          for (let done = 0; done < (smoke ? 0 : 3); done++) await pay();
          await synced();
          const found: Record<
            'ratio' | 'least' | 'rate' | 'p99' | 'leastP99' | 'helloP99',
            number
          >[] = [];
          for (let done = 0; done < rounds; done++) {
            const { perSecond: hellos, p99: helloP99 } = await greet(hello.port, { millis });
            const { perSecond: rate, p99 } = await pay();
            const { perSecond: syncs, p99: leastP99 } = await synced();
            found.push({
              ratio: rate / hellos,
              least: syncs / hellos,
              rate,
              p99,
              leastP99,
              helloP99,
            });
          }
          const middle = (name: keyof (typeof found)[number]) =>
            median(found.map((one) => one[name]));
          return [
            row('signed, durable POST SEPA ÷ Express hello', middle('ratio'), '', {
              goal: { least: 0.75 },
              beside: {
                'payments a second': middle('rate'),
                'node:http that verifies and syncs': middle('least'),
              },
            }),
            row('the same, p99', middle('p99'), 'ms', {
              goal: { most: 8 },
              beside: {
                'Express hello': middle('helloP99'),
                'node:http that verifies and syncs': middle('leastP99'),
              },
            }),
          ];
        }),
      ),
    ),
  );
};
