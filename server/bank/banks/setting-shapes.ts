// What the settings of a bank can hold. People may edit them in a file or a snapshot (DUR-06, CTRL-04).
import { isJsonObject, type JsonObject } from '../../protocol/json.ts';

interface Kind {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

/** The end of the year 9999. */
const MOST_MILLIS = Date.UTC(10_000, 0) - 1;

const MILLIS: Kind = {
  words: 'in ms up to the year 9999',
  fits: (value) => typeof value === 'number' && Math.abs(value) <= MOST_MILLIS,
};
const COUNT: Kind = {
  words: 'that is a whole number from 0',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const TEXT: Kind = { words: 'that is text', fits: (value) => typeof value === 'string' };
const among = (...values: readonly string[]): Kind => ({
  words: `that is ${values.join(', ')}`,
  fits: (value) => values.includes(value as string),
});
const LEVELS: Kind = {
  words: 'with a level (error, warn, off) for each rule',
  fits: (value) =>
    isJsonObject(value) && Object.values(value).every(among('error', 'warn', 'off').fits),
};

type Shape = Readonly<Record<string, Kind>>;

/** By the id of the setting; a trailing `?` marks a member that may be absent. */
const SHAPES = {
  clock: { offset: MILLIS, 'frozenAt?': MILLIS },
  created: { at: MILLIS },
  lastFault: { number: COUNT },
  redirects: { last: COUNT },
  ruleLevels: { preset: TEXT, own: LEVELS },
  saved: { 'at?': MILLIS, 'idScope?': TEXT, 'drawn?': COUNT },
  scaPolicy: {
    mode: among('page', 'auto'),
    'nationalId?': TEXT,
    'context?': among('PRIVATE', 'CORPORATE'),
    'psuCorporateId?': TEXT,
    'outcome?': among('approve', 'cancel', 'wrong-id', 'expire', 'error'),
    'demand?': among('rules', 'always', 'never'),
  },
} as const satisfies Readonly<Record<string, Shape>>;

export type SettingId = keyof typeof SHAPES;

interface SettingRow {
  readonly id: string;
  readonly value: JsonObject;
}

/** What is wrong with the setting, after its member's name. */
export function settingMisfit({ id, value }: SettingRow): readonly [string, string] | undefined {
  if (!Object.hasOwn(SHAPES, id)) return ['id', `is none of ${Object.keys(SHAPES).join(', ')}`];
  if (!isJsonObject(value)) return ['value', 'is not an object'];
  const shape = Object.entries<Kind>(SHAPES[id as SettingId]);
  const names = shape.map(([name]) => name.replace('?', ''));
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) return ['value', `has ${unknown}, and can have ${names.join(', ')}`];
  const odd = shape.findIndex(([name, kind], at) => {
    const member = value[names[at] as string];
    return member === undefined ? !name.endsWith('?') : !kind.fits(member);
  });
  return odd < 0 ? undefined : ['value', `has no ${names[odd]} ${shape[odd]?.[1].words}`];
}
