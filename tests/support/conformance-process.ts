// A bank that is a process of its own, so that whether it lives can be seen; SANDBANK_URL's when there is one.
import { afterAll, expect } from '@jest/globals';
import { openBank, type TestBank } from './bank.ts';
import { startBank } from './control-process.ts';
import { send } from './http.ts';

interface ProcessBank {
  readonly bank: TestBank;
  /** Address of the process, without a tenant. */
  readonly origin: string;
  /** Fails unless it answers, has logged no error and has said nothing on standard error. */
  expectAlive(): Promise<void>;
}

/** For a whole test file; it must be alive after the last test. */
export async function processBank(): Promise<ProcessBank> {
  const remote = process.env['SANDBANK_URL'];
  const child = remote === undefined ? await startBank({ SANDBANK_DATA: 'memory' }) : undefined;
  const origin = new URL(remote ?? child?.url ?? '').origin;
  // As if it had been aimed there: a tenant of that process.
  process.env['SANDBANK_URL'] = origin;
  const bank = await openBank().finally(() => {
    if (remote === undefined) delete process.env['SANDBANK_URL'];
    else process.env['SANDBANK_URL'] = remote;
  });
  const expectAlive = async () => {
    const health = await send({ method: 'GET', url: `${origin}/health` }).catch((error: Error) => {
      // What it said at its end says why it does not answer.
      throw new Error(`${error.message}: ${child?.output().slice(-4000)}`);
    });
    expect(health.status).toBe(200);
    if (child !== undefined) expect(troubleIn(child.output())).toEqual([]);
  };
  afterAll(async () => {
    await expectAlive();
    if (child === undefined) return;
    const { code, stderr } = await child.end('SIGTERM');
    // Node 24 says once that Express reads unusual addresses with url.parse.
    const others = stderr.replace(/^\(node:\d+\) \[DEP0169\].*\n\(Use `node --trace-dep.*\n/m, '');
    expect({ code, others }).toEqual({ code: 0, others: '' });
  });
  return { bank, origin, expectAlive };
}

/** Lines of the log from level error (50) up, and whatever Node says when something is not handled. */
function troubleIn(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => /"level":(?:[5-9]\d)|Unhandled|Uncaught|Error:/.test(line));
}
