// The settings of one process (SET-01): read once from the environment, checked, then immutable.

import type { ControlAccess } from '../http/access.ts';
import { durationMillis } from '../kernel/dates.ts';
import { defined } from '../kernel/defined.ts';
import { LOG_LEVELS, type LogLevel } from '../kernel/log.ts';
import { MTLS } from '../protocol/mtls.ts';
import { PROFILES } from '../protocol/profile.ts';
import { MOST_BANKS } from '../storage/engine/banks-in-memory.ts';
import type { SandbankOptions } from './sandbank-options.ts';

type Preset =
  | 'port'
  | 'host'
  | 'mtls'
  | 'data'
  | 'banksInMemory'
  | 'settlementDelay'
  | 'profile'
  | 'signResponses';

/** What `createSandbank` gets, and what becomes of it on the way. */
export interface Config
  extends Required<Pick<SandbankOptions, Preset>>,
    Pick<SandbankOptions, 'httpsPort' | 'store' | 'publicUrl'> {
  readonly token?: string;
  /** No token, although the control API is on a network (CTRL-10). */
  readonly open: boolean;
  readonly allowedHosts: readonly string[];
  /** Path of a seed (CTRL-11). */
  readonly seed?: string;
  /** Path of a PEM bundle. */
  readonly trust?: string;
  readonly log: LogLevel;
  /** By default text on a terminal, else JSON. */
  readonly logFormat?: LogFormat;
  /** The program that opens addresses; by default the system's. */
  readonly browser?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  readonly name: string;
  /** What its text means; `undefined` if it has none. */
  readonly read: (text: string) => T | undefined;
  /** What is wrong about such a text, after the text itself. */
  readonly wrong?: string;
  /** The text that counts if none is set. */
  readonly initial?: string;
}

const asItIs = (text: string): string => text;

const oneOf = <T extends string>(known: readonly T[]) => ({
  read: (text: string) => known.find((value) => value === text),
  wrong: `is not one of ${known.join(', ')}`,
});

/** A fraction of a millisecond is none of the bank's clock. */
function wholeMillis(text: string): number | undefined {
  const millis = durationMillis(text);
  return millis && Math.round(millis);
}

const PORT = {
  read: (text: string) => (/^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  wrong: 'is not a port number',
};

/** Text is for people; JSON has one object per line. */
const LOG_FORMATS = ['text', 'json'] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

export const SETTINGS: { readonly [K in keyof Config]-?: Setting<Config[K]> } = {
  port: { name: 'PORT', ...PORT, initial: '8080' },
  host: { name: 'HOST', read: asItIs, initial: '127.0.0.1' },
  httpsPort: { name: 'SANDBANK_HTTPS_PORT', ...PORT },
  mtls: { name: 'SANDBANK_MTLS', ...oneOf(MTLS), initial: 'off' },
  data: { name: 'SANDBANK_DATA', read: asItIs, initial: './data' },
  store: { name: 'SANDBANK_STORE', read: storeAddress },
  banksInMemory: {
    name: 'SANDBANK_BANKS_IN_MEMORY',
    read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    wrong: 'is not a number of banks, such as 10000',
    initial: String(MOST_BANKS),
  },
  settlementDelay: {
    name: 'SANDBANK_SETTLEMENT_DELAY',
    read: wholeMillis,
    wrong: 'is not a duration such as PT2S',
    initial: 'PT2S',
  },
  profile: { name: 'SANDBANK_PROFILE', ...oneOf(PROFILES), initial: 'sandbox' },
  signResponses: {
    name: 'SANDBANK_SIGN_RESPONSES',
    read: (text) => (text === '1' || text === '0' ? text === '1' : undefined),
    wrong: 'is neither 1 nor 0',
    initial: '0',
  },
  token: { name: 'SANDBANK_CONTROL_TOKEN', read: asItIs },
  open: {
    name: 'SANDBANK_CONTROL',
    read: (text) => (text === 'open' || text === '' ? text === 'open' : undefined),
    wrong: 'is not open',
    initial: '',
  },
  allowedHosts: {
    name: 'SANDBANK_ALLOWED_HOSTS',
    read: hostNames,
    wrong: 'is not a list of host names without scheme, port and path, such as bank.example,[::1]',
    initial: '',
  },
  publicUrl: {
    name: 'SANDBANK_PUBLIC_URL',
    read: baseUrl,
    wrong: 'is not an http or https address without query',
  },
  seed: { name: 'SANDBANK_SEED', read: asItIs },
  trust: { name: 'SANDBANK_TRUST', read: asItIs },
  log: { name: 'SANDBANK_LOG', ...oneOf(Object.keys(LOG_LEVELS) as LogLevel[]), initial: 'info' },
  logFormat: { name: 'SANDBANK_LOG_FORMAT', ...oneOf(LOG_FORMATS) },
  browser: { name: 'BROWSER', read: asItIs },
};

const KNOWN = new Set([
  ...Object.values(SETTINGS).map(({ name }) => name),
  // Read by the command line alone: the bank that it talks to.
  'SANDBANK_URL',
]);

/** Says which setting is wrong and why. `main.ts` prints it and exits with 2. */
export class SettingError extends Error {
  constructor(name: string, why: string) {
    super(`${name}: ${why}`);
    this.name = 'SettingError';
  }
}

/** @throws SettingError on an unknown `SANDBANK_*` name or a value that does not parse */
export function readConfig(environment: Environment = process.env): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SANDBANK_') && !KNOWN.has(name)) {
      throw new SettingError(name, 'unknown setting');
    }
  }
  const values = Object.entries(SETTINGS).map(([option, setting]) => [
    option,
    settingOf(setting, environment),
  ]);
  const config = defined(Object.fromEntries(values)) as Config;
  checkExposure(config.host, config, 'SANDBANK_CONTROL_TOKEN');
  checkPorts(config, 'SANDBANK_HTTPS_PORT');
  checkMtls(config, 'SANDBANK_MTLS');
  return config;
}

/** A setting that is set to nothing counts as not set. */
function settingOf({ name, read, wrong, initial }: Setting<unknown>, environment: Environment) {
  const text = environment[name] || initial;
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw new SettingError(name, `${text} ${wrong}`);
  return value;
}

/** CTRL-10: prevents that the unsigned control API is on a network by accident. */
export function checkExposure(
  host: string,
  { token, open = false }: ControlAccess,
  name: string,
): void {
  const loopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  if (loopback || token !== undefined || open) return;
  throw new SettingError(
    name,
    `HOST ${host} is not loopback, so the control API needs a token (or SANDBANK_CONTROL=open, or control.open)`,
  );
}

/** Otherwise the system would say that another program has the port. */
export function checkPorts(
  { port, httpsPort = 0 }: Pick<SandbankOptions, 'port' | 'httpsPort'>,
  name: string,
): void {
  if (httpsPort === 0 || httpsPort !== port) return;
  throw new SettingError(
    name,
    `${httpsPort} is the port for plain HTTP too (PORT, or port); take another`,
  );
}

/** TLS-02: without TLS no request has a client certificate. */
export function checkMtls(
  { httpsPort, mtls = 'off' }: Pick<SandbankOptions, 'httpsPort' | 'mtls'>,
  name: string,
): void {
  if (mtls === 'off' || httpsPort !== undefined) return;
  throw new SettingError(name, `${mtls} needs an HTTPS port (SANDBANK_HTTPS_PORT, or httpsPort)`);
}

/** What is wrong is said without the address, which may have a password in it. */
export const NO_STORE =
  'it is not an address like postgres://user:password@host:5432/database; in a password, @ is %40 and / is %2F';

export const isStore = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^@/?]*(?:@[^@/?]*)?(?:[/?]|$)/.test(text) && URL.canParse(text);

function storeAddress(text: string): string {
  if (isStore(text)) return text;
  throw new SettingError('SANDBANK_STORE', NO_STORE);
}

/** `undefined` if one of them can be no name in a Host header without its port: it would allow nobody. */
export function hostNames(text: string): readonly string[] | undefined {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  return names.every((name) => /^(?:[^\s/:*@?#[\]]+|\[[\da-f:.]+\])$/i.test(name))
    ? names
    : undefined;
}

/** Without the slash at its end. */
export function baseUrl(text: string): string | undefined {
  const isBase = /^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(text) && URL.canParse(text);
  return isBase ? text.replace(/\/$/, '') : undefined;
}
