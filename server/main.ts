// `npm start`: reads the settings and runs the bank; stops cleanly on a signal (DUR-05).

import { readFileSync } from 'node:fs';
import { destination, pino } from 'pino';
import { type Config, readConfig, SettingError } from './config.ts';
import { defined } from './kernel/defined.ts';
import { createSandbank, type Sandbank } from './sandbank.ts';
import { readBundle } from './signing/trust.ts';
import { DamagedStoreError } from './storage/errors.ts';

/** Exit status for wrong settings. */
const BAD_SETTINGS = 2;

/** Key pairs made in advance: as many certificates as a person requests in a row. */
const KEYS_AHEAD = 3;

/** Lines are written together, ten times a second: to write each one would cost more than the request. */
const LOG_TO = { sync: false, minLength: 8_192, periodicFlush: 100 };

/** Returns the exit status; 0 while the bank keeps running. */
export async function main(): Promise<number> {
  try {
    const config = readConfig();
    const bank = await start(config);
    stopOnSignals(bank);
    greet(bank, config);
    return 0;
  } catch (error) {
    process.stderr.write(`sandbank: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof DamagedStoreError) {
      process.stderr.write('Nothing was changed. sandbank recover saves what is readable.\n');
    }
    return error instanceof SettingError ? BAD_SETTINGS : 1;
  }
}

function start(config: Config): Promise<Sandbank> {
  const { token } = config.control;
  return createSandbank({
    port: config.port,
    host: config.host,
    mtls: config.mtls,
    data: config.data,
    settlementDelay: config.settlementDelay,
    profile: config.profile,
    signResponses: config.signResponses,
    control: {
      allowedHosts: config.allowedHosts,
      ...defined({ token }),
    },
    ...defined({
      publicUrl: config.publicUrl,
      httpsPort: config.httpsPort,
      seed: config.seed,
    }),
    ...(config.trust === undefined ? {} : { trust: readTrust(config.trust) }),
    keysAhead: KEYS_AHEAD,
    log: pino({ level: config.log, base: null }, destination(LOG_TO)),
  });
}

function readTrust(path: string): string {
  try {
    const bundle = readFileSync(path, 'utf8');
    readBundle(bundle);
    return bundle;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingError('SANDBANK_TRUST', why);
  }
}

function greet(bank: Sandbank, config: Config): void {
  const where = config.data === 'memory' ? 'stored in memory only' : `stored in ${config.data}`;
  process.stdout.write(
    `Sandbank is open at ${bank.url} (state ${where})\n` +
      (bank.httpsUrl === undefined ? '' : greetingOfTls(bank.httpsUrl, bank.url)) +
      `First request, signed for you:  npx sandbank call GET ${bank.url}/v1/accounts\n`,
  );
}

const greetingOfTls = (httpsUrl: string, url: string): string =>
  `With TLS at ${httpsUrl} (its CA: curl ${url}/_sandbox/certificates/ca -o ca.pem)\n`;

/** npm forwards a signal that the terminal already sent, so repeated signals are ignored. */
function stopOnSignals(bank: Sandbank): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    bank.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`sandbank: could not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
