// The options of `createSandbank` (SET-01): a misspelt one would have no effect, and a value of another kind would break
// the first request that meets it.
import type { Beginning } from '../bank/banks/banks.ts';
import type { ControlAccess } from '../http/access.ts';
import { defined } from '../kernel/defined.ts';
import { SILENT } from '../kernel/log.ts';
import {
  baseUrl,
  checkExposure,
  checkMtls,
  checkPorts,
  hostNames,
  isStore,
  NO_STORE,
  SETTINGS,
  SettingError,
} from './config.ts';
import type { BeginningClock, SandbankOptions } from './sandbank-options.ts';

/** What is wrong about a value, after the value itself; `undefined` if nothing is. */
type Kind = (value: unknown) => string | undefined;

const kind =
  (fits: (value: unknown) => boolean, wrong: string): Kind =>
  (value) =>
    fits(value) ? undefined : `${shown(value)} ${wrong}`;

/** A text in quotation marks: "8080" is no port number, 8080 is one. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' || typeof value === 'function' ? 'the value' : String(value);
}

const ofType = (type: string, wrong: string): Kind => kind((value) => typeof value === type, wrong);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCallable = (value: object, name: string): boolean =>
  typeof (value as Record<string, unknown>)[name] === 'function';
const isText = (value: unknown): value is string => typeof value === 'string';

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && least <= Number(value) && Number(value) <= most;

type Setting = 'port' | 'banksInMemory' | 'mtls' | 'profile' | 'publicUrl';

/** What is wrong is said as of the setting. */
const wordedAs = (setting: Setting, fits: (value: unknown) => boolean): Kind =>
  kind(fits, SETTINGS[setting].wrong ?? 'is wrong');

/** The setting is a text as well. */
const readAs = (setting: Setting): Kind =>
  wordedAs(setting, (value) => isText(value) && SETTINGS[setting].read(value) !== undefined);

const text = kind((value) => isText(value) && value !== '', 'is not a text of some letters');
const flag = ofType('boolean', 'is neither true nor false');
const called = ofType('function', 'is not a function');
const object = kind(
  (value) => isObject(value) && !Array.isArray(value) && !(value instanceof Date),
  'is not an object with options',
);
const port = wordedAs('port', (value) => isWhole(value, 0, 65_535));

type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind };

const OPTIONS: Kinds<SandbankOptions> = {
  port,
  host: text,
  httpsPort: port,
  mtls: readAs('mtls'),
  data: text,
  store: (value) => (isText(value) && isStore(value) ? undefined : NO_STORE),
  banksInMemory: wordedAs(
    'banksInMemory',
    (value) => value === Number.POSITIVE_INFINITY || isWhole(value, 1, Number.MAX_VALUE),
  ),
  settlementDelay: kind(
    (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER),
    'is not a number of milliseconds',
  ),
  profile: readAs('profile'),
  signResponses: flag,
  inspector: flag,
  control: object,
  publicUrl: readAs('publicUrl'),
  seed: kind((value) => isText(value) || isObject(value), 'is neither a path nor a document'),
  trust: text,
  keysAhead: kind((value) => isWhole(value, 0, 1_000), 'is not a number of keys, at most 1000'),
  makeKey: called,
  repeatable: kind(
    (value) => isText(value) && /^.{1,200}$/s.test(value),
    'is not a text of 1 to 200 letters',
  ),
  clock: object,
  wallClock: called,
  log: kind(
    (value) => isObject(value) && Object.keys(SILENT).every((level) => isCallable(value, level)),
    `is not an object with the functions ${Object.keys(SILENT).join(', ')}`,
  ),
  onRequest: called,
  onLost: called,
};

const CONTROL_OPTIONS: Kinds<ControlAccess> = {
  // It is not shown.
  token: (value) => (text(value) === undefined ? undefined : 'it is not a text of some letters'),
  open: flag,
  allowedHosts: kind(
    (value) => Array.isArray(value) && value.every((name) => isText(name) && hostNames(name)),
    'is not a list of host names without scheme, port and path, such as bank.example or [::1]',
  ),
};

const CLOCK_OPTIONS: Kinds<BeginningClock> = {
  now: kind(
    (value) => isText(value) && Date.parse(value) >= 0,
    'is not a time such as 2026-11-03T09:00:00Z',
  ),
  frozen: flag,
};

/** The options, checked. @throws SettingError that names the one that is wrong */
export function readOptions(options: SandbankOptions): SandbankOptions {
  const wrong = object(options);
  if (wrong !== undefined) throw new SettingError('options', wrong);
  check(options, OPTIONS);
  check(options.control ?? {}, CONTROL_OPTIONS, 'control.');
  check(options.clock ?? {}, CLOCK_OPTIONS, 'clock.');
  checkPorts(options, 'httpsPort');
  checkMtls(options, 'mtls');
  checkExposure(options.host ?? 'localhost', options.control ?? {}, 'control.token');
  const { publicUrl, control } = options;
  const allowedHosts = control?.allowedHosts?.flatMap((names) => hostNames(names) ?? []);
  return {
    ...options,
    ...defined({
      publicUrl: publicUrl && baseUrl(publicUrl),
      control: control && { ...control, ...defined({ allowedHosts }) },
    }),
  };
}

/** An option that is `undefined` is not set. */
function check<Options extends object>(options: Options, kinds: Kinds<Options>, prefix = ''): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) {
      const known = Object.keys(kinds).join(', ');
      throw new SettingError(prefix + name, `unknown option; known are ${known}`);
    }
    const wrong = value === undefined ? undefined : kinds[name as keyof Options](value);
    if (wrong !== undefined) throw new SettingError(prefix + name, wrong);
  }
}

/** How every bank begins, from the options of `createSandbank`. */
export function readBeginning({
  repeatable,
  clock,
}: Pick<SandbankOptions, 'repeatable' | 'clock'>): Beginning {
  const now = clock?.now === undefined ? undefined : Date.parse(clock.now);
  return defined({ repeatable, clock: clock && defined({ now, frozen: clock.frozen }) });
}
