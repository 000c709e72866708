// `sandbank/testing`: a bank in the test process, with what tests do to it: TPPs that sign, people who log in,
// the clock, the request log, snapshots and faults.
import { type SandbankOptions, createSandbank as startSandbank } from '../server/sandbank.ts';
import { type TestControl, testControl } from './test-control.ts';
import { createTestTpp, type TestTpp, type TppOptions } from './test-tpp.ts';

export type { SandbankOptions } from '../server/sandbank.ts';
export { type ScenarioTurn, scenarios, type TestScenario } from './scenarios.ts';
export type {
  ClockMoved,
  FaultToSet,
  RequestFilter,
  SeenRequest,
  TestClock,
} from './test-control.ts';
export type {
  LoginOptions,
  TestAnswer,
  TestPerson,
  TestPsu,
  TestTpp,
  TppOptions,
} from './test-tpp.ts';

export interface TestBank extends TestControl {
  /** `http://127.0.0.1:41234`: give it to the code that you test. */
  readonly url: string;
  /** A TPP with a certificate of its own. */
  tpp(options?: TppOptions): Promise<TestTpp>;
  close(): Promise<void>;
}

/** Starts a bank in memory on a free port. It has every option of `createSandbank` of `sandbank`. */
export async function createSandbank(options: SandbankOptions = {}): Promise<TestBank> {
  const { url, close } = await startSandbank(options);
  const control = testControl(url, options.control?.token);
  return {
    url,
    ...control,
    tpp: (wanted) => createTestTpp({ url, send: control.control }, wanted),
    close,
  };
}
