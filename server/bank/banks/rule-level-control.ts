// `{b}/_sandbox/rules`: every rule of the interface, and what this bank does with the forms that a rule
// tolerates (CTRL-07). What has no tolerated forms has no level: nothing makes a bank take it.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleLevelPreset } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { type FullRule, RULES } from '../../protocol/rules.ts';
import {
  DEFAULT_LEVELS,
  type Level,
  levelOf,
  type RuleLevels,
  TOLERANCES,
  type Tolerance,
  toleranceOf,
} from '../../protocol/tolerances.ts';
import { pointerOf } from '../../validation/json-pointer.ts';
import type { BankTx } from './bank-tx.ts';
import { type ControlOperation, controlWithBody } from './control-operation.ts';
import { setting } from './tables.ts';

export const ruleControlOperations: readonly ControlOperation[] = [
  {
    id: 'getRules',
    method: 'GET',
    path: '/_sandbox/rules',
    summary: 'Every rule, and the level of those with tolerated forms',
    rule: 'CTRL-07',
    success: { status: 200, schema: 'control/rule-level-views.json' },
    query: ['tolerated'],
    async handle(call): Promise<Reply> {
      const onlyTolerated = call.query['tolerated'] === 'true';
      return { status: 200, body: listOf(await readRuleLevels(call.bank.tx), onlyTolerated) };
    },
  },
  controlWithBody({
    id: 'putRules',
    method: 'PUT',
    path: '/_sandbox/rules',
    summary: 'Set all levels by a preset, with other levels for single rules',
    rule: 'CTRL-07',
    success: { status: 200, schema: 'control/rule-level-views.json' },
    body: { schema: 'control/rule-level-preset.json' },
    async handle({ bank, body }): Promise<Reply> {
      return { status: 200, body: listOf(chooseRuleLevels(bank, body), true) };
    },
  }),
  {
    id: 'getRule',
    method: 'GET',
    path: '/_sandbox/rules/{id}',
    summary: 'One rule',
    rule: 'CTRL-07',
    success: { status: 200, schema: 'control/rule-level-view.json' },
    async handle({ bank, params }): Promise<Reply> {
      const rule = needRule(params['id'] ?? '');
      return { status: 200, body: viewOf(rule, await readRuleLevels(bank.tx)) };
    },
  },
  controlWithBody({
    id: 'putRule',
    method: 'PUT',
    path: '/_sandbox/rules/{id}',
    summary: 'Set what the bank does with the tolerated forms of a rule',
    rule: 'CTRL-07',
    success: { status: 200, schema: 'control/rule-level-view.json' },
    body: { schema: 'control/rule-level.json' },
    async handle({ bank, params, body }): Promise<Reply> {
      const { rule } = needTolerance(params['id'] ?? '');
      const { preset, own } = await readRuleLevels(bank.tx);
      const changed: RuleLevels = { preset, own: { ...own, [rule]: body.level } };
      writeRuleLevels(bank.tx, changed);
      return { status: 200, body: viewOf(needRule(rule), changed) };
    },
  }),
];

/** Throws ApiError for a rule that has no level. */
export function chooseRuleLevels(
  { tx }: Pick<BankTx, 'tx'>,
  { preset, levels = {} }: RuleLevelPreset,
): RuleLevels {
  const rows = Object.entries(levels).map(([id, level]): [string, Level] => {
    const path = pointerOf(['levels', id]);
    return [needTolerance(id, { path, status: 400 }).rule, level];
  });
  const chosen: RuleLevels = { preset, own: Object.fromEntries(rows) };
  writeRuleLevels(tx, chosen);
  return chosen;
}

function listOf(levels: RuleLevels, onlyTolerated: boolean): JsonObject {
  const rows = RULES.filter(({ id }) => !onlyTolerated || toleranceOf(id) !== undefined);
  return { preset: levels.preset, rules: rows.map((rule) => viewOf(rule, levels)) };
}

function viewOf({ id, sentence, source, state }: FullRule, levels: RuleLevels): JsonObject {
  const tolerance = toleranceOf(id);
  return {
    id,
    sentence,
    source: [...source],
    state,
    ...defined({ level: tolerance && levelOf(levels, tolerance), forms: tolerance?.forms }),
  };
}

/** Where the id was named in a body. */
interface Named {
  readonly path: string;
  readonly status: number;
}

function needRule(id: string, named?: Named): FullRule {
  const rule = RULES.find((row) => row.id === id);
  if (rule !== undefined) return rule;
  const text = 'There is no rule with that id; GET /_sandbox/rules lists them.';
  throw new ApiError('CTRL-07', 'RESOURCE_UNKNOWN', text, named);
}

function needTolerance(id: string, named?: Named): Tolerance {
  const rule = needRule(id, named);
  const tolerance = toleranceOf(rule.id);
  if (tolerance !== undefined) return tolerance;
  const those = TOLERANCES.map((row) => row.rule).join(', ');
  const text = `${rule.id} has no tolerated forms, so it has no level; only ${those} have one.`;
  throw new ApiError('CTRL-07', 'BAD_REQUEST', text, named);
}

export const { read: readRuleLevels, write: writeRuleLevels } = setting(
  'ruleLevels',
  DEFAULT_LEVELS,
);
