// A signed payment that is on disk when it is acknowledged, against Express with one route.
import { CONNECTIONS, drive } from '../load/drive.ts';
import { openTpp } from '../load/tpp.ts';
import { median, type Section } from '../row.ts';
import { express, greet, inFolder, sandbank, withServer } from '../servers.ts';

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
      withServer(express, async (hello) => {
        const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
        const path = '/v1/payments/sepa-credit-transfers';
        let made = 0;
        const pay = () => {
          const requests = Array.from({ length: count }, () => {
            made += 1;
            return tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(made) });
          });
          const isRight = (status: number, body: string) =>
            status === 201 && body.includes('"transactionStatus":"RCVD"');
          return drive({ port: bank.port, requests, connections: CONNECTIONS, count, isRight });
        };
        await greet(hello.port, { millis });
        for (let done = 0; done < (smoke ? 0 : 3); done++) await pay();
        const ratios: number[] = [];
        const slowest: number[] = [];
        const rates: number[] = [];
        for (let done = 0; done < rounds; done++) {
          const theirs = await greet(hello.port, { millis });
          const ours = await pay();
          ratios.push(ours.perSecond / theirs.perSecond);
          slowest.push(ours.p99);
          rates.push(ours.perSecond);
        }
        return [
          {
            measure: 'signed, durable POST SEPA ÷ Express hello',
            value: median(ratios),
            unit: '',
            goal: { least: 0.75 },
            beside: { 'payments a second': median(rates) },
          },
          { measure: 'the same, p99', value: median(slowest), unit: 'ms', goal: { most: 8 } },
        ];
      }),
    ),
  );
};
