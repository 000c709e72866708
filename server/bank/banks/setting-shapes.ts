// What the settings of a bank can hold. People may edit them in a file or a snapshot (DUR-06, CTRL-04).
import type { JsonObject } from '../../protocol/json.ts';
import { count, instant } from '../../storage/table.ts';

const { schema: INSTANT } = instant;
const { schema: COUNT } = count;
const TEXT = { type: 'string' } as const;

/** Those of `optional` may be absent. */
const shape = (required: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/** JSON Schemas by the id of the setting. */
const SHAPES = {
  clock: shape({ offset: INSTANT }, { frozenAt: INSTANT }),
  created: shape({ at: INSTANT }),
  format: shape({ rows: COUNT }),
  lastFault: shape({ number: COUNT }),
  redirects: shape({ last: COUNT }),
  ruleLevels: shape({
    preset: TEXT,
    own: {
      type: 'object',
      additionalProperties: { type: 'string', enum: ['error', 'warn', 'off'] },
    },
  }),
  saved: shape({}, { at: INSTANT, idScope: TEXT, drawn: COUNT }),
  scenario: shape(
    {
      name: TEXT,
      tpp: TEXT,
      begins: { type: 'array', items: COUNT },
    },
    {
      connected: shape({ tpp: TEXT, psuId: TEXT, sessionId: TEXT }, { psuCorporateId: TEXT }),
      callback: TEXT,
    },
  ),
  scaPolicy: { type: 'object', $ref: '../control/sca-policy.json', required: ['mode'] },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type SettingId = keyof typeof SHAPES;

export const SETTING_IDS = Object.keys(SHAPES) as readonly SettingId[];

/** What the value is, by the id. */
export const SETTING_CONDITIONS = Object.entries(SHAPES).map(([id, schema]) => ({
  where: 'id',
  is: id,
  member: 'value',
  schema,
}));
