// ORD-01: the table of checks and what drives it. That every row refuses by itself and stands before the
// next one is shown in signing/order.test.ts and, over HTTP, in conformance/order.test.ts.
import vm from 'node:vm';
import { expect, test } from '@jest/globals';
import { CHECK_NAMES, CHECKS } from '../../server/checks/checks.ts';
import { ApiError } from '../../server/protocol/errors.ts';
import { RULES } from '../../server/protocol/rules.ts';
import { checksOver, collectRefusals, passAll, without } from '../../server/protocol/run-checks.ts';

test('ORD-01: the table: is in the contract’s order', () => {
  expect(CHECK_NAMES.join(' → ')).toBe(
    'size → path and method → client certificate → certificate → signature syntax → keyId → date → digest → ' +
      'algorithm → signed headers → signature → validity → trust → role → revocation → ' +
      'organisations → fault → registration → ' +
      'required headers → header formats → context → content → query → body → operation',
  );
});

test('ORD-01: gives every check what it needs, from a check before it or from the start', () => {
  const known = new Set<string>([
    'request',
    'readBody',
    'reportFinding',
    'fault',
    'bank',
    'exercises',
    'isAbout',
  ]);
  for (const { name, needs, gives } of CHECKS) {
    expect([name, needs.filter((need) => !known.has(need))]).toEqual([name, []]);
    for (const found of gives) known.add(found);
  }
  expect([...known].at(-1)).toBe('reply');
});

test('ORD-01: names rules of the catalogue only, and each check once', () => {
  const ids = new Set<string>(RULES.map(({ id }) => id));
  expect(CHECKS.flatMap(({ rules }) => rules).filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(CHECK_NAMES).size).toBe(CHECKS.length);
});

interface Facts {
  readonly start: string;
  readonly fail?: readonly string[];
  readonly a?: string;
  readonly b?: string;
}

const check = checksOver<Facts, { readonly run: string[] }>();
const refuse = (name: string, { fail = [] }: Partial<Facts>, run: string[]) => {
  run.push(name);
  if (fail.includes(name)) throw new ApiError('ORD-01', 'BAD_REQUEST', `${name} refuses`);
};
const ROWS = [
  check({
    name: 'first',
    rules: [],
    needs: ['start', 'fail'],
    gives: ['a'],
    async run(facts, { run }) {
      refuse('first', facts, run);
      return { a: 'found' };
    },
  }),
  check({
    name: 'second',
    rules: [],
    needs: ['a', 'fail'],
    gives: ['b'],
    run(facts, { run }) {
      refuse('second', facts, run);
      return { b: `${facts.a} too` };
    },
  }),
  check({
    name: 'third',
    rules: [],
    needs: ['b', 'fail'],
    gives: [],
    run: (facts, { run }) => refuse('third', facts, run),
  }),
] as const;
const LATER = without(ROWS, 'first');
const tools = () => ({ run: [] as string[] });

test('ORD-01: the bank stops at the first refusal', async () => {
  const begun: string[] = [];
  const facts: Facts = { start: '', fail: ['second', 'third'] };
  const passing = passAll(ROWS, { facts, tools: tools() }, (name) => begun.push(name));
  await expect(passing).rejects.toThrow('second refuses');
  expect(begun).toEqual(['first', 'second']);
  expect(facts.a).toBe('found');
});

test('ORD-01: the explainer goes on with what it has, or with something instead', () => {
  const facts: Facts = { start: '', a: 'known', fail: ['second', 'third'] };
  const used = tools();
  expect(collectRefusals(LATER, { facts, tools: used })).toHaveLength(1);
  expect(used.run).toEqual(['second']);
  const refused = collectRefusals(LATER, { facts, tools: used, instead: () => ({ b: 'guess' }) });
  expect(refused.map((one) => one.check)).toEqual(['second', 'third']);
});

test('ORD-01: what is known already is not looked up again', () => {
  const used = tools();
  const facts: Facts = { start: '', a: '', b: 'known', fail: [] };
  expect(collectRefusals(LATER, { facts, tools: used })).toEqual([]);
  expect(used.run).toEqual(['third']);
});

test('ORD-01: the bank waits for a promise of another realm too', async () => {
  const refused = new ApiError('ORD-01', 'BAD_REQUEST', 'refused elsewhere');
  const elsewhere = vm.runInNewContext('refusal => Promise.reject(refusal)');
  const later = check({
    name: 'later',
    rules: [],
    needs: [],
    gives: [],
    run: () => elsewhere(refused),
  });
  const passing = passAll([later], { facts: { start: '' }, tools: tools() }, () => undefined);
  await expect(passing).rejects.toThrow('refused elsewhere');
});

test('ORD-01: the drivers: a fault is no refusal', () => {
  const broken = check({
    name: 'broken',
    rules: [],
    needs: ['start'],
    gives: [],
    run() {
      throw new TypeError('a fault');
    },
  });
  const facts: Facts = { start: '' };
  expect(() => collectRefusals([broken], { facts, tools: tools() })).toThrow(TypeError);
});
