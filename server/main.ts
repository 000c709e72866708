// `npm start`: reads the settings and runs the bank; stops cleanly on a signal (DUR-05).

import { readFileSync, writeSync } from 'node:fs';
import { type Config, readConfig, SettingError } from './composition/config.ts';
import { defined } from './kernel/defined.ts';
import { LOG_LEVELS } from './kernel/log.ts';
import { systemReason, systemSentence } from './kernel/system-reason.ts';
import { logLines } from './log-lines.ts';
import { LogOutput } from './log-output.ts';
import { openInBrowser } from './open-browser.ts';
import { shownLines } from './protocol/shown-text.ts';
import { createSandbank, type Sandbank, type SandbankOptions } from './sandbank.ts';
import { readBundle } from './signing/trust.ts';
import { DamagedStoreError } from './storage/errors.ts';
import { KEYS, lineForPeople, listenToKeys, printRequests } from './terminal.ts';
import { limitYoungGeneration } from './young-generation.ts';

/** Exit status for wrong settings. */
const BAD_SETTINGS = 2;

/** Where the commands look for a bank. */
const USUAL_PORT = '8080';

/** Key pairs made in advance: as many certificates as a person requests in a row. */
const KEYS_AHEAD = 3;

/** Milliseconds in which a bank whose data folder another process took says so, before it ends (DUR-09). */
const END_WHEN_LOST = 5_000;

export interface MainOptions {
  /** The settings; by default those of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Learns that the bank is open, and returns what is printed about it; by default the text. */
  readonly onReady?: (ready: Ready) => string;
}

interface Ready extends Pick<Sandbank, 'url' | 'httpsUrl'> {
  readonly text: string;
}

/** Returns the exit status; 0 while the bank keeps running. */
export async function main({ environment, onReady }: MainOptions = {}): Promise<number> {
  try {
    const config = readConfig(environment);
    const { logger, output, print, isText } = openLog(config);
    let url = '';
    const onRequest =
      isText && LOG_LEVELS[config.log] <= LOG_LEVELS.info
        ? printRequests(() => url, print)
        : undefined;
    const stopLost = () => void setTimeout(() => stop(1), END_WHEN_LOST);
    const bank = await start(config, {
      log: logger,
      onLost: stopLost,
      ...defined({ onRequest }),
    }).catch((error: unknown) => {
      throw portInUse(error, config) ?? error;
    });
    url = bank.url;
    limitYoungGeneration();
    const stop = stopOnSignals(bank, output);
    const { httpsUrl } = bank;
    const hasKeys = isText && process.stdin.isTTY && process.stdout.isTTY;
    const text = greeting(bank, config) + (hasKeys ? `\n${KEYS}` : '');
    print(`${onReady?.({ url, ...defined({ httpsUrl }), text }) ?? text}\n`);
    if (hasKeys) {
      listenToKeys(process.stdin, {
        say: (said) => print(`${said}\n`),
        open: () => openInBrowser(`${url}/console`, config.browser),
        reset: () => bank.reset(),
        stop,
      });
    }
    return 0;
  } catch (error) {
    complain(systemSentence(error));
    if (error instanceof DamagedStoreError) {
      complain('nothing was changed. sandbank recover saves what is readable.');
    }
    return error instanceof SettingError ? BAD_SETTINGS : 1;
  }
}

/** What to do about it, if that is the error. */
function portInUse(error: unknown, { httpsPort }: Config): Error | undefined {
  const { code, port } = error as { code?: unknown; port?: number };
  if (code !== 'EADDRINUSE' || port === undefined) return undefined;
  const next = (port % 65_535) + 1;
  const other =
    port === httpsPort
      ? `SANDBANK_HTTPS_PORT=${next}`
      : `PORT=${next} npm start, or sandbank serve --port ${next}`;
  return new Error(
    `Port ${port} is in use, perhaps by another bank (sandbank doctor says so). Take another port: ${other}.`,
  );
}

/** A bank with these settings, which leaves output and signals to the caller. */
export async function startBank(environment: MainOptions['environment']): Promise<Sandbank> {
  const config = readConfig(environment);
  return start(config, { log: openLog(config).logger });
}

function start(config: Config, listeners: Listeners) {
  const { token, open, allowedHosts, trust, log, logFormat, browser, ...options } = config;
  return createSandbank({
    ...options,
    ...listeners,
    control: { allowedHosts, open, ...defined({ token }) },
    ...(trust === undefined ? {} : { trust: readTrust(trust) }),
    keysAhead: KEYS_AHEAD,
  });
}

type Listeners = Pick<SandbankOptions, 'log' | 'onRequest' | 'onLost'>;

function openLog({ log: level, logFormat }: Config) {
  const output = new LogOutput({
    onFailed: (reason) =>
      complain(`standard output cannot be written: ${reason}. The bank goes on without its log.`),
    onRecovered: (dropped) =>
      logger.error({ dropped }, 'lines of the log were dropped, as standard output took none'),
  });
  const isText = logFormat === undefined ? process.stdout.isTTY : logFormat === 'text';
  const write = (line: string) => output.write(line);
  const format = isText ? { format: lineForPeople } : {};
  const logger = logLines({ level, now: Date.now, write, ...format });
  const print = (text: string) => {
    output.write(shownLines(text));
    output.flush();
  };
  return { logger, output, print, isText };
}

/** Standard error may be the same full disk, or the same pipe that nobody reads. */
function complain(text: string): void {
  try {
    writeSync(process.stderr.fd, `sandbank: ${text}\n`);
  } catch {
    // There is nowhere to say it.
  }
}

function readTrust(path: string): string {
  try {
    const bundle = readFileSync(path, 'utf8');
    readBundle(bundle);
    return bundle;
  } catch (error) {
    throw new SettingError('SANDBANK_TRUST', `${path}: ${systemReason(error)}`);
  }
}

function greeting({ url, httpsUrl }: Sandbank, config: Config): string {
  const where = config.data === 'memory' ? 'memory only' : config.data;
  const stored = config.store === undefined ? where : databaseName(config.store);
  return (
    `Sandbank is open at ${url} (state stored in ${stored})\n` +
    (httpsUrl === undefined ? '' : greetingOfTls(httpsUrl, url)) +
    `In a browser: ${url}/console   First request, in this folder: npx sandbank call GET ${url}/v1/accounts --browser` +
    (new URL(url).port === USUAL_PORT ? '' : `\nFor the other commands: export SANDBANK_URL=${url}`)
  );
}

const greetingOfTls = (httpsUrl: string, url: string): string =>
  `With TLS at ${httpsUrl} (its CA: curl ${url}/_sandbox/certificates/ca -o ca.pem)\n`;

/** Without user and password. */
function databaseName(address: string): string {
  const { host, pathname } = new URL(address);
  return `the database ${host}${pathname}`;
}

/** npm forwards a signal that the terminal already sent, so repeated signals are ignored. */
function stopOnSignals(bank: Sandbank, output: LogOutput): (status?: number) => Promise<void> {
  let stopping = false;
  const stop = async (status = 0): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const code = await bank.close().then(
      () => status,
      (error: unknown) => {
        complain(`could not stop cleanly: ${systemReason(error)}`);
        return 1;
      },
    );
    // An exit waits for a write that does not come back, such as one to a terminal that was stopped with Ctrl-S.
    if (!(await output.end())) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  };
  process.on('SIGTERM', () => stop());
  process.on('SIGINT', () => stop());
  return stop;
}
