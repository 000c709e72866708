// What settings and options mean, and what is wrong about them: what is written in tests/fixtures/settings/. A new line
// there begins with `$ `; `npm run examples` writes what it means.
import { test } from '@jest/globals';
import { readConfig } from '../../../server/composition/config.ts';
import { readBeginning, readOptions } from '../../../server/composition/read-options.ts';
import { expectSession } from '../../support/recorded-session.ts';

/** What JSON has no word for. */
const VALUES: Readonly<Record<string, unknown>> = {
  '<function>': () => undefined,
  '<date>': new Date(0),
  '<undefined>': undefined,
  '<infinity>': Number.POSITIVE_INFINITY,
  '<201 letters>': 'x'.repeat(201),
};

const meant = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null)
    return Object.hasOwn(VALUES, String(value)) ? VALUES[String(value)] : value;
  if (Array.isArray(value)) return value.map(meant);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, meant(one)]));
};

const said = (work: () => object): readonly string[] => {
  try {
    return [`| ${JSON.stringify(work())}`];
  } catch (error) {
    return [`! ${error}`];
  }
};

/** Without those that are as they are without any. */
function differing(config: object): object {
  const usual: Readonly<Record<string, unknown>> = { ...readConfig({}) };
  const rows = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  return Object.fromEntries(rows);
}

/** `NAME=value`, separated by `; `. */
const environmentOf = (line: string) =>
  Object.fromEntries(line.split('; ').map((one) => one.split(/=(.*)/s).slice(0, 2)));

test('SET-01: what a setting means is what the bank answers now', async () => {
  await expectSession('settings', 'environment.txt', async (line) =>
    said(() => (line === 'none' ? readConfig({}) : differing(readConfig(environmentOf(line))))),
  );
});

test('SET-01: what an option means is what the bank answers now', async () => {
  await expectSession('settings', 'options.txt', async (line) =>
    said(() => {
      const read = readOptions(meant(JSON.parse(line)) as object);
      return { ...read, beginning: readBeginning(read) };
    }),
  );
});
