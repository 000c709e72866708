// The rules at the control API (CTRL-07): listed, read, set one by one and by preset, per bank, durable,
// and gone when the bank begins again.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { ruleIds } from '../support/source-tree.ts';
import { eachTest, testBank } from '../support/test-bank.ts';
import { TOLERANT_RULES } from '../support/tolerated-forms.ts';

interface RuleSeen {
  readonly id: string;
  readonly level?: string;
}

const PATH = '/_sandbox/rules';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const list = (of = bank) => of.control('GET', `${PATH}?tolerated=true`);
const levelsIn = ({ body }: Answer): Record<string, string | undefined> =>
  Object.fromEntries(body.rules.map(({ id, level }: RuleSeen) => [id, level]));
const STRICT = Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'warn']));

describe('whose they are', () => {
  test('CTRL-07: another bank keeps its own', async () => {
    const other = house.tenant();
    await bank.control('PUT', PATH, { preset: 'lenient' });
    expect(levelsIn(await list(other))).toEqual(STRICT);
    const odd = await other.tpp.get('/v1/sandbox/customers?colour=blue');
    expect(odd.headers['sandbank-findings']).toBe('ERR-01');
    const quiet = await bank.tpp.get('/v1/sandbox/customers?colour=blue');
    expect([quiet.status, quiet.headers['sandbank-findings']]).toEqual([200, undefined]);
  });

  test.each([
    ['initialize', () => bank.tpp.post('/v1/sandbox/initialize')],
    ['reset', () => bank.control('POST', '/_sandbox/reset')],
  ])('CTRL-07: %s makes them strict again', async (_, start) => {
    await bank.control('PUT', PATH, { preset: 'lenient', levels: { 'SIG-05': 'error' } });
    expect((await start()).status).toBe(200);
    const after = await list();
    expect([after.body.preset, levelsIn(after)]).toEqual(['strict', STRICT]);
  });
});

describe('reading', () => {
  test('CTRL-07: the list has every rule, in the order of docs/rules.md', async () => {
    const answer = await bank.control('GET', PATH);
    expect(answer.status).toBe(200);
    expect(await schemaErrors('control/rule-level-views.json', answer.body)).toEqual([]);
    expect(answer.body.rules.map(({ id }: RuleSeen) => id)).toEqual(ruleIds());
    expect(answer.body.preset).toBe('strict');
  });

  test('CTRL-07: tolerated=true leaves the others out, tolerated=false does not', async () => {
    const { body } = await list();
    expect(new Set(body.rules.map(({ id }: RuleSeen) => id))).toEqual(new Set(TOLERANT_RULES));
    const all = await bank.control('GET', `${PATH}?tolerated=false`);
    expect(all.body.rules).toHaveLength(ruleIds().length);
  });

  test('CTRL-07: one rule, with tolerated forms and without', async () => {
    const tolerant = await bank.control('GET', `${PATH}/SIG-05`);
    expect(tolerant.status).toBe(200);
    expect(tolerant.body).toEqual({
      id: 'SIG-05',
      sentence: expect.stringContaining('keyId'),
      source: ['S', 'L'],
      state: 'built',
      level: 'warn',
      forms: expect.stringContaining('lower case'),
    });
    const plain = await bank.control('GET', `${PATH}/SIG-10`);
    expect(Object.keys(plain.body)).toEqual(['id', 'sentence', 'source', 'state']);
  });

  test.each(['SIG-99', 'sig-05', 'toString', '__proto__', '%00'])(
    'CTRL-07: the rule %s is not there',
    async (id) => {
      const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
      expectRefusal(await bank.control('GET', `${PATH}/${id}`), unknown);
      expectRefusal(await bank.control('PUT', `${PATH}/${id}`, { level: 'off' }), unknown);
    },
  );
});

describe('one rule', () => {
  test.each(['error', 'off', 'warn'])('CTRL-07: is set to %s', async (level) => {
    const answer = await bank.control('PUT', `${PATH}/SIG-05`, { level });
    expect([answer.status, answer.body.id, answer.body.level]).toEqual([200, 'SIG-05', level]);
    expect(await schemaErrors('control/rule-level-view.json', answer.body)).toEqual([]);
    expect(levelsIn(await list())).toEqual({ ...STRICT, 'SIG-05': level });
  });

  test('CTRL-07: the preset and the levels of the others stay when one rule is set', async () => {
    await bank.control('PUT', PATH, { preset: 'lenient' });
    await bank.control('PUT', `${PATH}/SIG-05`, { level: 'error' });
    await bank.control('PUT', `${PATH}/SIG-03`, { level: 'warn' });
    const seen = await list();
    const off = Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'off']));
    expect(seen.body.preset).toBe('lenient');
    expect(levelsIn(seen)).toEqual({ ...off, 'SIG-05': 'error', 'SIG-03': 'warn' });
  });

  test('CTRL-07: a rule that tolerates nothing has no level', async () => {
    const answer = await bank.control('PUT', `${PATH}/SIG-10`, { level: 'off' });
    expectRefusal(answer, { code: 'BAD_REQUEST', says: /has no level/ });
  });

  test.each([
    ['no body', undefined, ''],
    ['no level', {}, '/level'],
    ['an unknown level', { level: 'info' }, '/level'],
    ['a member too many', { level: 'off', preset: 'lenient' }, '/preset'],
  ])('CTRL-07: %s is refused', async (_, body, path) => {
    const answer = await bank.control('PUT', `${PATH}/SIG-05`, body);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path });
    expect(levelsIn(await list())).toEqual(STRICT);
  });
});

describe('a preset', () => {
  const put = (body: unknown) => bank.control('PUT', PATH, body);

  test('CTRL-07: sets every level, and forgets what was set one by one', async () => {
    await bank.control('PUT', `${PATH}/SIG-05`, { level: 'error' });
    const answer = await put({ preset: 'lenient' });
    expect(answer.status).toBe(200);
    expect(await schemaErrors('control/rule-level-views.json', answer.body)).toEqual([]);
    expect(answer.body.preset).toBe('lenient');
    expect(new Set(Object.values(levelsIn(answer)))).toEqual(new Set(['off']));
    expect(answer.text).toBe((await list()).text);
  });

  test('CTRL-07: levels of single rules go on top', async () => {
    const answer = await put({ preset: 'as-observed', levels: { 'SIG-05': 'error' } });
    expect(levelsIn(answer)).toMatchObject({ 'SIG-05': 'error', 'SIG-03': 'off' });
    const again = await put({ preset: 'as-observed' });
    expect(levelsIn(again)).toMatchObject({ 'SIG-05': 'off' });
  });

  test.each([
    ['no preset', { levels: {} }, 'FORMAT_ERROR', '/preset'],
    ['an unknown preset', { preset: 'sloppy' }, 'FORMAT_ERROR', '/preset'],
    ['levels that are none', { preset: 'lenient', levels: [] }, 'FORMAT_ERROR', '/levels'],
    [
      'an unknown level',
      { preset: 'lenient', levels: { 'SIG-05': 'on' } },
      'FORMAT_ERROR',
      '/levels/SIG-05',
    ],
    [
      'an unknown rule',
      { preset: 'lenient', levels: { 'SIG/99': 'off' } },
      'RESOURCE_UNKNOWN',
      '/levels/SIG~199',
    ],
    [
      'a rule that tolerates nothing',
      { preset: 'lenient', levels: { 'SIG-05': 'off', 'SIG-10': 'off' } },
      'BAD_REQUEST',
      '/levels/SIG-10',
    ],
  ])('CTRL-07: %s is refused and changes nothing', async (_, body, code, path) => {
    expectRefusal(await put(body), { code, path });
    const after = await list();
    expect([after.body.preset, levelsIn(after)]).toEqual(['strict', STRICT]);
  });
});
