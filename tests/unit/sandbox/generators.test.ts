// What seeds can generate (CTRL-11): the schema lists what fixtures/bank/generators.json has.
import { expect, test } from '@jest/globals';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { createValidator } from '../../../server/validation/schemas.ts';

const { generators, merchants } = readFixtures();

test('CTRL-11: the schema and the fixture list the same generators', () => {
  const { properties } = createValidator().schema('seed/generator.json') as {
    readonly properties: { readonly what: { readonly enum: readonly string[] } };
  };
  expect(properties.what.enum).toEqual(Object.keys(generators));
});

test.each(Object.entries(generators))(
  'CTRL-11: %s happens monthly or some days a week, with somebody',
  (_, { kind, monthly, perWeek, amount, merchants: list = '', name }) => {
    expect([monthly, perWeek].filter((when) => when !== undefined)).toHaveLength(1);
    expect(amount?.length).toBeGreaterThan(0);
    expect(kind === 'card' ? merchants[list]?.length : name?.length).toBeGreaterThan(0);
  },
);
