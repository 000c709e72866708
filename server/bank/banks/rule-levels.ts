// A bank's rule levels (CTRL-07): a setting like any other, gone at initialize.
import { DEFAULT_LEVELS } from '../../protocol/tolerances.ts';
import { setting } from './tables.ts';

export const { read: readRuleLevels, write: writeRuleLevels } = setting(
  'ruleLevels',
  DEFAULT_LEVELS,
);
