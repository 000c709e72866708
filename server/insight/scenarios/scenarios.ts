// All scenarios, task by task.
import { ANSWERS } from './rows/answers.ts';
import { BASKET, CANCEL } from './rows/cancel.ts';
import { CARDS } from './rows/cards.ts';
import { CONNECT } from './rows/connect.ts';
import { PAY_ANSWERS } from './rows/pay-answers.ts';
import { PAY_STATUS } from './rows/pay-status.ts';
import { READ } from './rows/read.ts';
import { REFRESH } from './rows/refresh.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...CONNECT,
  ...READ,
  ...ANSWERS,
  ...REFRESH,
  ...PAY_ANSWERS,
  ...PAY_STATUS,
  ...CANCEL,
  ...CARDS,
  ...BASKET,
];
