// A bank with a TLS port, in the test's own process, and what TLS clients of it need.
import { execFile } from 'node:child_process';
import { createSandbank, type SandbankOptions } from '../../server/sandbank.ts';
import { control } from './bank.ts';
import type { ClientTls } from './http.ts';
import { nextPair } from './key-stock.ts';
import type { Credentials } from './tpp.ts';

export interface Issued extends Credentials {
  /** PEM. */
  readonly certificate: string;
  readonly chain: readonly string[];
}

export async function openTlsBank(options: SandbankOptions) {
  let ahead = 0;
  const sandbank = await createSandbank({
    makeKey: nextPair,
    httpsPort: 0,
    wallClock: () => Date.now() + ahead,
    ...options,
  });
  const { url, httpsUrl = '' } = sandbank;
  const ca = (await control(url, 'GET', '/_sandbox/certificates/ca')).text;
  return {
    ...{ url, httpsUrl, ca },
    close: () => sandbank.close(),
    moveClock(millis: number) {
      ahead = millis;
    },
    issue: async (wish: object): Promise<Issued> =>
      (await control(url, 'POST', '/_sandbox/certificates', wish)).body,
    /** A TLS client that trusts the bank, with that certificate. */
    client: (own?: Issued): ClientTls =>
      own === undefined ? { ca } : { ca, cert: own.certificate, key: own.privateKey },
  };
}

/** Without blocking the bank, which lives in this process. */
export function run(command: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(command, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}
