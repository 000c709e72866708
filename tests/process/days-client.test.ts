// The test kit, line by line: what each call gives is what is written in tests/fixtures/client/. A new call is one more
// line there that begins with `$ `, as an expression or with a name before it (`jonas = …`); `npm run examples` writes
// what it gives.
import { afterAll, test } from '@jest/globals';
import * as signing from '../../client/sign.ts';
import { createSandbank, scenarios } from '../../client/testing.ts';
import { keyStock } from '../support/key-stock.ts';
import { CountedIds, masked } from '../support/masks.ts';
import { expectSession, sessionsOf } from '../support/recorded-session.ts';

const clock = { now: '2040-06-18T10:00:00+02:00', frozen: true };
const makeKey = keyStock();
const bank = await createSandbank({ repeatable: 'client', clock, makeKey });
afterAll(() => bank.close());

/** Of the headers of an answer those that a client reads. */
const READ = /^(?:x-request-id|allow|retry-after|content-type|www-authenticate|sandbank-.*)$/;

function shown(_: string, value: unknown): unknown {
  if (value instanceof URLSearchParams) return Object.fromEntries(value);
  if (!(value instanceof Headers)) return value;
  return Object.fromEntries([...value].filter(([name]) => READ.test(name)));
}

async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    const value = await work();
    return `| ${JSON.stringify(value, shown) ?? value}`;
  } catch (error) {
    return `! ${(error as Error).message}`;
  }
}

test.each(sessionsOf('client'))('%s: is what the bank answers now', async (name) => {
  const ids = new CountedIds();
  const scope: Record<string, unknown> = { bank, scenarios, makeKey, ...signing };
  await expectSession('client', name, async (line) => {
    const [, given, code] = /^(?:(\w+) = )?(.*)$/.exec(line) ?? [];
    const text = await said(async () => {
      const work = new Function(...Object.keys(scope), `return (async () => (${code}))()`);
      const value = await work(...Object.values(scope));
      if (given === undefined) return value;
      scope[given] = value;
      return Object.keys(value);
    });
    return ids.counted(masked(text.replaceAll(bank.url, 'BANK'))).split('\n');
  });
});
