// `npm start`: reads the settings and runs the bank; stops cleanly on a signal (DUR-05).

import { readFileSync } from 'node:fs';
import { destination, pino } from 'pino';
import { type Config, readConfig, SettingError } from './config.ts';
import { defined } from './kernel/defined.ts';
import { shownLines } from './protocol/shown-text.ts';
import { createSandbank, type Sandbank } from './sandbank.ts';
import { readBundle } from './signing/trust.ts';
import { DamagedStoreError } from './storage/errors.ts';

/** Exit status for wrong settings. */
const BAD_SETTINGS = 2;

/** Key pairs made in advance: as many certificates as a person requests in a row. */
const KEYS_AHEAD = 3;

/** Lines are written together, ten times a second: to write each one would cost more than the request. */
const LOG_TO = { sync: false, minLength: 8_192, periodicFlush: 100 };

export interface MainOptions {
  /** The settings; by default those of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Hears of the open bank, and what to tell about it; by default that is printed. */
  readonly onReady?: (
    ready: Pick<Sandbank, 'url' | 'httpsUrl'> & { readonly text: string },
  ) => void;
}

/** Returns the exit status; 0 while the bank keeps running. */
export async function main({ environment, onReady = print }: MainOptions = {}): Promise<number> {
  try {
    const config = readConfig(environment);
    const bank = await start(config);
    stopOnSignals(bank);
    const { url, httpsUrl } = bank;
    onReady({ url, ...defined({ httpsUrl }), text: greeting(bank, config) });
    return 0;
  } catch (error) {
    process.stderr.write(`sandbank: ${reasonOf(error)}\n`);
    if (error instanceof DamagedStoreError) {
      process.stderr.write('Nothing was changed. sandbank recover saves what is readable.\n');
    }
    return error instanceof SettingError ? BAD_SETTINGS : 1;
  }
}

function reasonOf(error: unknown): string {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code !== 'EADDRINUSE') return error instanceof Error ? error.message : String(error);
  return (
    `Port ${port} is in use, perhaps by another bank (sandbank doctor says so). ` +
    'Take another port: PORT=8081 npm start, or sandbank serve --port 8081.'
  );
}

/** A bank with these settings, which leaves output and signals to the caller. */
export const startBank = (environment: MainOptions['environment']): Promise<Sandbank> =>
  start(readConfig(environment));

function start({ token, open: _, allowedHosts, trust, log, ...options }: Config) {
  return createSandbank({
    ...options,
    control: { allowedHosts, ...defined({ token }) },
    ...(trust === undefined ? {} : { trust: readTrust(trust) }),
    keysAhead: KEYS_AHEAD,
    log: pino({ level: log, base: null, hooks: { streamWrite: shownLines } }, destination(LOG_TO)),
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

function greeting({ url, httpsUrl }: Sandbank, config: Config): string {
  const where = config.data === 'memory' ? 'memory only' : config.data;
  const stored = config.store === undefined ? where : databaseName(config.store);
  return (
    `Sandbank is open at ${url} (state stored in ${stored})\n` +
    (httpsUrl === undefined ? '' : greetingOfTls(httpsUrl, url)) +
    `In a browser: ${url}/console   First request: npx sandbank call GET ${url}/v1/accounts --browser`
  );
}

const greetingOfTls = (httpsUrl: string, url: string): string =>
  `With TLS at ${httpsUrl} (its CA: curl ${url}/_sandbox/certificates/ca -o ca.pem)\n`;

/** Without user and password. */
function databaseName(address: string): string {
  const { host, pathname } = new URL(address);
  return `the database ${host}${pathname}`;
}

const print: NonNullable<MainOptions['onReady']> = ({ text }) =>
  void process.stdout.write(`${text}\n`);

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
