// What a payment costs in a bank that has grown through the API, right after it has: among so many transactions, compared
// with one among a thousand. Processor time, because that holds on a busy machine, and the slowest of a hundred.
import { CONNECTIONS, drive } from '../load/drive.ts';
import { type BenchTpp, openTpp } from '../load/tpp.ts';
import { median, type Row, type Section } from '../row.ts';
import { inFolder, type Server, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

/** As many as one request may make. */
const BATCH = 1000;

export const growth: Section = async ({ smoke, say }) => {
  const rows: Row[] = [];
  for (const many of smoke ? [2 * BATCH] : [100_000, 1_000_000]) {
    say(`payments among ${shown(many)} transactions`);
    rows.push(...(await besideFew(many, smoke ? 1 : 9, smoke ? 20 : 500)));
  }
  return rows;
};

const shown = (count: number): string => count.toLocaleString('en');

function besideFew(many: number, rounds: number, count: number): Promise<readonly Row[]> {
  return inFolder((fewData) =>
    inFolder((manyData) =>
      withServer(sandbank(fewData), (few) =>
        withServer(sandbank(manyData), async (grown) => {
          const [payFew, payMany] = [await payIn(few, BATCH), await payIn(grown, many)];
          const found = { micros: [] as number[], ratios: [] as number[], p99: [] as number[] };
          for (let done = 0; done < rounds; done++) {
            const [one, other] = [await payFew(count), await payMany(count)];
            found.micros.push(one.micros);
            found.ratios.push(other.micros / one.micros);
            found.p99.push(other.p99 / one.p99);
          }
          const measure = `payment among ${shown(many)} transactions ÷ among ${shown(BATCH)}`;
          return [
            {
              measure: `${measure}, processor time`,
              value: median(found.ratios),
              unit: '',
              goal: { most: 1.1 },
              beside: { 'among few, µs': median(found.micros) },
            },
            { measure: `${measure}, p99`, value: median(found.p99), unit: '' },
          ];
        }),
      ),
    ),
  );
}

interface Cost {
  /** Of the processor, for one payment. */
  readonly micros: number;
  readonly p99: number;
}

/** Fills the bank with so many transactions. @returns what makes payments in it */
async function payIn(server: Server, transactions: number) {
  const tpp = await openTpp(`http://127.0.0.1:${server.port}`);
  const path = await mockAccountOf(server, tpp);
  const body = JSON.stringify(Array.from({ length: BATCH }, (_, at) => transaction(at)));
  const batch = () => tpp.signed({ method: 'POST', path, body });
  for (let made = 0; made < transactions; made += BATCH) await answerTo(server, batch());
  let made = 0;
  const pay = () => {
    made += 1;
    const target = '/v1/payments/sepa-credit-transfers';
    return tpp.signed({ method: 'POST', path: target, headers: tpp.psu, body: payment(made) });
  };
  return async (count: number): Promise<Cost> => {
    const requests = Array.from({ length: count }, pay);
    const isRight = (status: number) => status === 201;
    const load = { port: server.port, requests, count, connections: CONNECTIONS, isRight };
    const before = server.processor();
    const { p99 } = await drive(load);
    return { micros: (1000 * (server.processor() - before)) / count, p99 };
  };
}

const transaction = (at: number) => ({
  transactionAmount: { amount: at % 2 === 0 ? '25.00' : '-24.50', currency: 'NOK' },
  creditorName: `Kari Nordmann ${at}`,
  remittanceInformationUnstructured: `Faktura ${at} for strøm og nettleie`,
});

/** The address for transactions of one of the starting set's accounts in NOK. */
async function mockAccountOf(server: Server, tpp: BenchTpp): Promise<string> {
  const path = '/v1/sandbox/customers?includeAccounts=true';
  const text = await answerTo(server, tpp.signed({ method: 'GET', path }));
  const id = /"mockAccountId":"([^"]+)"[^{}]*"currency":"NOK"/.exec(text)?.[1];
  return `/v1/sandbox/accounts/${id}/transactions`;
}

async function answerTo({ port }: Server, request: Buffer): Promise<string> {
  let answer = '';
  const isRight = (status: number, body: string) => {
    answer = body;
    return status < 300;
  };
  await drive({ port, requests: [request], connections: 1, count: 1, isRight });
  return answer;
}
