// What one request and one bank cost a process, for docs/scale.md. Processor time changes less than time when the
// machine is busy.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTIONS, drive } from '../load/drive.ts';
import { type BenchTpp, openTpp, plainBytes } from '../load/tpp.ts';
import { type Row, row, type Section } from '../row.ts';
import { inFolder, type Server, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

const SEPA = '/v1/payments/sepa-credit-transfers';

export const scale: Section = ({ smoke, say }) => {
  say('scale');
  const [count, banks] = smoke ? [50, 20] : [5_000, 2_000];
  return inFolder((data) =>
    withServer(sandbank(data), async (server) => {
      const url = `http://127.0.0.1:${server.port}`;
      const tpp = await openTpp(url);
      const saved = await fetch(`${url}/_sandbox/snapshots/golden`, { method: 'PUT' });
      if (saved.status !== 201) throw new Error(`${saved.status} ${await saved.text()}`);
      const requests = requestsOf(tpp);
      // The first requests of a process cost more.
      await costOf(server, count, requests.read);
      await costOf(server, count, requests.pay);
      const read = await costOf(server, count, requests.read);
      const paid = await costOf(server, count, requests.pay);
      const [memory, disk] = [server.memory(), bytesIn(data)];
      const cloned = await costOf(server, banks, requests.clone);
      const idle = (server.memory() - memory) / banks;
      const onDisk = (bytesIn(data) - disk) / banks;
      await costOf(server, banks, (n) => requests.read(n, `/banks/scale-${n}`));
      await costOf(server, banks, (n) => requests.pay(n, `/banks/scale-${n}`));
      const used = (server.memory() - memory) / banks;
      return [
        micros('processor time of a signed read', read),
        micros('processor time of a signed payment, durable', paid),
        micros('processor time of a clone, durable', cloned),
        kilobytes(`memory of a bank that was cloned, of ${banks}`, idle),
        kilobytes('the same, after a read and a payment', used),
        kilobytes('disk of a bank that was cloned', onDisk),
      ];
    }),
  );
};

type Make = (n: number, bank?: string) => Buffer;

function requestsOf({ psu, signed }: BenchTpp) {
  const read: Make = (_, bank = '') =>
    signed({ method: 'GET', path: `${bank}/v1/accounts`, headers: psu });
  const pay: Make = (n, bank = '') => {
    const path = `${bank}${SEPA}?allowLogicalDuplicate=true`;
    return signed({ method: 'POST', path, headers: psu, body: payment(n) });
  };
  const clone: Make = (n) => {
    const path = `/banks/scale-${n}/_sandbox/snapshots/golden/restore?bank=default`;
    return plainBytes({ method: 'POST', path });
  };
  return { read, pay, clone };
}

/** Milliseconds of processor time that one of so many requests takes. */
async function costOf(server: Server, count: number, make: Make): Promise<number> {
  const requests = Array.from({ length: count }, (_, n) => make(n));
  const before = server.processor();
  const isRight = (status: number) => status < 300;
  await drive({ port: server.port, requests, connections: CONNECTIONS, count, isRight });
  return (server.processor() - before) / count;
}

const micros = (measure: string, millis: number): Row => row(measure, millis * 1000, 'µs');

const kilobytes = (measure: string, bytes: number): Row => row(measure, bytes / 1000, 'kB');

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
