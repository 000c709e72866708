// The settings of one process (SET-01): read once from the environment, checked, then immutable.

import type { Beginning } from './bank/banks/banks.ts';
import { durationMillis } from './kernel/dates.ts';
import { defined } from './kernel/defined.ts';
import { MTLS, type Mtls } from './protocol/mtls.ts';
import { PROFILES, type Profile } from './protocol/profile.ts';
import type { SandbankOptions } from './sandbank-options.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly httpsPort?: number;
  readonly mtls: Mtls;
  /** A folder, or `memory`. */
  readonly data: string;
  /** Address of the database that is used instead. */
  readonly store?: string;
  readonly settlementDelay: number;
  readonly profile: Profile;
  /** SIG-14 */
  readonly signResponses: boolean;
  readonly control: { readonly token?: string; readonly open: boolean };
  readonly allowedHosts: readonly string[];
  readonly publicUrl?: string;
  /** Path of a seed (CTRL-11). */
  readonly seed?: string;
  /** Path of a PEM bundle. */
  readonly trust?: string;
  readonly log: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

const KNOWN = new Set([
  'SANDBANK_HTTPS_PORT',
  'SANDBANK_MTLS',
  'SANDBANK_DATA',
  'SANDBANK_STORE',
  'SANDBANK_SEED',
  'SANDBANK_TRUST',
  'SANDBANK_PROFILE',
  'SANDBANK_SIGN_RESPONSES',
  'SANDBANK_SETTLEMENT_DELAY',
  'SANDBANK_CONTROL_TOKEN',
  'SANDBANK_CONTROL',
  'SANDBANK_ALLOWED_HOSTS',
  'SANDBANK_PUBLIC_URL',
  'SANDBANK_LOG',
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

/** Checks option names of `createSandbank`, because a misspelt option would have no effect. */
export function checkOptionNames<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
  prefix = '',
): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const why = `unknown option; known are ${Object.keys(known).join(', ')}`;
  throw new SettingError(`${prefix}${unknown}`, why);
}

/** How every bank begins, from the options of `createSandbank`. @throws SettingError */
export function readBeginning({
  repeatable,
  clock,
}: Pick<SandbankOptions, 'repeatable' | 'clock'>): Beginning {
  if (repeatable === '') throw new SettingError('repeatable', 'the text is empty');
  const now = clock?.now === undefined ? undefined : Date.parse(clock.now);
  if (now !== undefined && !(now >= 0)) {
    throw new SettingError('clock.now', `${clock?.now} is not a time such as 2026-11-03T09:00:00Z`);
  }
  const frozen = clock?.frozen;
  return defined({ repeatable, clock: clock && defined({ now, frozen }) });
}

/** @throws SettingError on an unknown `SANDBANK_*` name or a value that does not parse */
export function readConfig(environment: Environment = process.env): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SANDBANK_') && !KNOWN.has(name)) {
      throw new SettingError(name, 'unknown setting');
    }
  }
  const get = (name: string): string | undefined => environment[name] || undefined;
  const token = get('SANDBANK_CONTROL_TOKEN');
  const publicUrl = get('SANDBANK_PUBLIC_URL');
  const trust = get('SANDBANK_TRUST');
  const httpsPort = get('SANDBANK_HTTPS_PORT');
  const seed = get('SANDBANK_SEED');
  const store = get('SANDBANK_STORE');
  const config: Config = {
    port: parsePort('PORT', get('PORT') ?? '8080'),
    host: get('HOST') ?? '127.0.0.1',
    ...(httpsPort === undefined ? {} : { httpsPort: parsePort('SANDBANK_HTTPS_PORT', httpsPort) }),
    mtls: parseMtls(get('SANDBANK_MTLS') ?? 'off'),
    data: get('SANDBANK_DATA') ?? './data',
    ...(store === undefined ? {} : { store: parseStore(store) }),
    settlementDelay: parseDelay(get('SANDBANK_SETTLEMENT_DELAY') ?? 'PT2S'),
    profile: parseProfile(get('SANDBANK_PROFILE') ?? 'sandbox'),
    signResponses: parseSwitch('SANDBANK_SIGN_RESPONSES', get('SANDBANK_SIGN_RESPONSES') ?? '0'),
    control: {
      ...defined({ token }),
      open: parseOpen(get('SANDBANK_CONTROL')),
    },
    allowedHosts: parseHosts(get('SANDBANK_ALLOWED_HOSTS') ?? ''),
    ...(publicUrl === undefined ? {} : { publicUrl: parseUrl(publicUrl) }),
    ...defined({ seed, trust }),
    log: parseLevel(get('SANDBANK_LOG') ?? 'info'),
  };
  checkExposure(config);
  checkMtls(config, 'SANDBANK_MTLS');
  return config;
}

/** CTRL-10: prevents that the unsigned control API is on a network by accident. */
function checkExposure({ host, control }: Config): void {
  const loopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  if (loopback || control.token !== undefined || control.open) return;
  throw new SettingError(
    'SANDBANK_CONTROL_TOKEN',
    `HOST ${host} is not loopback, so the control API needs a token (or SANDBANK_CONTROL=open)`,
  );
}

/** TLS-02: without TLS no request has a client certificate. */
export function checkMtls(
  { httpsPort, mtls }: Pick<Config, 'httpsPort' | 'mtls'>,
  name: string,
): void {
  if (mtls === 'off' || httpsPort !== undefined) return;
  throw new SettingError(name, `${mtls} needs an HTTPS port (SANDBANK_HTTPS_PORT, or httpsPort)`);
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new SettingError(name, `${text} is not a port number`);
}

function parseMtls(text: string): Mtls {
  const mtls = MTLS.find((known) => known === text);
  if (mtls !== undefined) return mtls;
  throw new SettingError('SANDBANK_MTLS', `${text} is not one of ${MTLS.join(', ')}`);
}

/** What is wrong is said without the address, which may have a password in it. */
function parseStore(text: string): string {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  const why = 'it is not an address like postgres://user:password@host:5432/database';
  throw new SettingError('SANDBANK_STORE', why);
}

function parseDelay(text: string): number {
  const millis = durationMillis(text);
  if (millis !== undefined) return millis;
  throw new SettingError('SANDBANK_SETTLEMENT_DELAY', `${text} is not a duration such as PT2S`);
}

function parseProfile(text: string): Profile {
  const profile = PROFILES.find((known) => known === text);
  if (profile !== undefined) return profile;
  throw new SettingError('SANDBANK_PROFILE', `${text} is not one of ${PROFILES.join(', ')}`);
}

function parseSwitch(name: string, text: string): boolean {
  if (text === '1' || text === '0') return text === '1';
  throw new SettingError(name, `${text} is neither 1 nor 0`);
}

function parseOpen(text: string | undefined): boolean {
  if (text === undefined || text === 'open') return text === 'open';
  throw new SettingError('SANDBANK_CONTROL', `${text} is not open`);
}

function parseHosts(text: string): readonly string[] {
  return text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function parseUrl(text: string): string {
  if (/^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(text) && URL.canParse(text)) {
    return text.replace(/\/$/, '');
  }
  throw new SettingError('SANDBANK_PUBLIC_URL', `${text} is not an http or https address`);
}

function parseLevel(text: string): string {
  if (LEVELS.includes(text)) return text;
  throw new SettingError('SANDBANK_LOG', `${text} is not one of ${LEVELS.join(', ')}`);
}
