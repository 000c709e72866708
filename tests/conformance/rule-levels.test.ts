// What a bank does with tolerated forms (CTRL-07, FIND-01): every form at every level and under every
// preset, over HTTP.
import { afterEach, describe, expect, test } from '@jest/globals';
import { broken, isOn, ORDER_ROUTES } from '../support/breakers.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type RouteName, testScene } from '../support/conformance-scene.ts';
import type { Answer } from '../support/http.ts';
import { TOLERANT_RULES, TOLERATED_FORMS, type ToleratedForm } from '../support/tolerated-forms.ts';

const scene = await testScene();

const setLevel = async (rule: string, level: string) => {
  const answer = await scene.bank.control('PUT', `/_sandbox/rules/${rule}`, { level });
  expect(answer.status).toBe(200);
};
const setPreset = async (preset: string, levels?: Readonly<Record<string, string>>) => {
  const answer = await scene.bank.control('PUT', '/_sandbox/rules', {
    preset,
    ...(levels === undefined ? {} : { levels }),
  });
  expect(answer.status).toBe(200);
};
afterEach(() => setPreset('strict'));

const sendForm = async (form: ToleratedForm, route: RouteName): Promise<Answer> =>
  scene.send(route, await broken([form], scene));

const findingsOf = ({ headers }: Answer) => headers['sandbank-findings'];

/** Refused with the form's own refusal, which names the rule and its level. */
function expectLevelRefusal(answer: Answer, form: ToleratedForm): void {
  expectRefusal(answer, form);
  expect(answer.body.tppMessages).toHaveLength(1);
  expect(answer.body.tppMessages[0].text).toMatch(`rule ${form.rule} has the level error`);
  expect(findingsOf(answer)).toBeUndefined();
}

describe.each(ORDER_ROUTES)('on the route %s', (route) => {
  const forms = TOLERATED_FORMS.filter(isOn(route));

  test.each(forms)('CTRL-07: $rule at error refuses $name, and nothing is stored', async (form) => {
    await setLevel(form.rule, 'error');
    const before = await scene.state();
    expectLevelRefusal(await sendForm(form, route), form);
    expect(await scene.state()).toBe(before);
  });

  test.each(forms)('FIND-01: $rule at warn takes $name and tells it', async (form) => {
    await setLevel(form.rule, 'warn');
    const answer = await sendForm(form, route);
    expect([answer.status, findingsOf(answer)]).toEqual([scene.routes[route].status, form.rule]);
  });

  test.each(forms)('CTRL-07: $rule at off takes $name and says nothing', async (form) => {
    await setLevel(form.rule, 'off');
    const answer = await sendForm(form, route);
    expect([answer.status, findingsOf(answer)]).toEqual([scene.routes[route].status, undefined]);
  });

  test.each(forms)('CTRL-07: $name is no matter of the other rules’ levels', async (form) => {
    const others = TOLERANT_RULES.filter((rule) => rule !== form.rule);
    await setPreset('strict', Object.fromEntries(others.map((rule) => [rule, 'error'])));
    const answer = await sendForm(form, route);
    expect([answer.status, findingsOf(answer)]).toEqual([scene.routes[route].status, form.rule]);
  });
});

/** What each preset does; written out, so that a change of the table is a change here. */
const PRESETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  strict: Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'warn'])),
  lenient: Object.fromEntries(TOLERANT_RULES.map((rule) => [rule, 'off'])),
  'as-observed': {
    'SIG-02': 'error',
    'SIG-03': 'off',
    'SIG-05': 'off',
    'SIG-06': 'error',
    'SIG-08': 'off',
    'SIG-11': 'error',
    'TPP-03': 'error',
    'HDR-08': 'off',
    'ERR-01': 'off',
  },
};

describe.each(Object.entries(PRESETS))('the preset %s', (preset, levels) => {
  test('CTRL-07: says so of every rule with tolerated forms', async () => {
    await setPreset(preset);
    const { body } = await scene.bank.control('GET', '/_sandbox/rules?tolerated=true');
    const rows = body.rules.map((row: { id: string; level: string }) => [row.id, row.level]);
    expect(body.preset).toBe(preset);
    expect(Object.fromEntries(rows)).toEqual(levels);
  });

  test.each(TOLERATED_FORMS)('CTRL-07: $rule, $name', async (form) => {
    await setPreset(preset);
    const answer = await sendForm(form, 'read');
    const level = levels[form.rule];
    if (level === 'error') expectLevelRefusal(answer, form);
    else expect([answer.status, findingsOf(answer)]).toEqual([200, told(level, form)]);
  });

  test('SIG-10: a wrong signature is refused, whatever the levels', async () => {
    await setPreset(preset);
    const before = await scene.state();
    const spoilt = {
      before: (draft: { text?: (text: string) => string }) => {
        draft.text = (text) => `${text}\n`;
      },
    };
    const refusal = { code: 'BAD_REQUEST', path: 'Signature' };
    for (const route of ORDER_ROUTES) expectRefusal(await scene.send(route, spoilt), refusal);
    expect(await scene.state()).toBe(before);
  });

  test('CTRL-07: a plain request passes without a finding', async () => {
    await setPreset(preset);
    for (const route of ORDER_ROUTES) {
      const answer = await scene.send(route);
      expect([answer.status, findingsOf(answer)]).toEqual([scene.routes[route].status, undefined]);
    }
  });
});

const told = (level: string | undefined, form: ToleratedForm) =>
  level === 'warn' ? form.rule : undefined;

describe('several at once', () => {
  const of = (...names: readonly string[]) =>
    names.map((name) => {
      const form = TOLERATED_FORMS.find((row) => row.name === name);
      if (form === undefined) throw new Error(`no form ${name}`);
      return form;
    });
  const three = of('a serial in lower case', 'an unknown fix', 'an unknown query parameter');

  test('FIND-01: each is told once, in the order of checks', async () => {
    const answer = await scene.send('read', await broken(three, scene));
    expect([answer.status, findingsOf(answer)]).toEqual([200, 'SIG-05, HDR-08, ERR-01']);
  });

  test('FIND-01: two forms of one rule are one entry', async () => {
    const both = of('a serial in lower case', 'a serial with leading zeros');
    const answer = await scene.send('read', await broken(both, scene));
    expect([answer.status, findingsOf(answer)]).toEqual([200, 'SIG-05']);
  });

  test('FIND-01: what is off is left out of the header', async () => {
    await setLevel('HDR-08', 'off');
    const answer = await scene.send('read', await broken(three, scene));
    expect([answer.status, findingsOf(answer)]).toEqual([200, 'SIG-05, ERR-01']);
  });

  test('FIND-01: a refusal tells what was taken before it', async () => {
    await setLevel('HDR-08', 'error');
    const answer = await scene.send('read', await broken(three, scene));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'x-accept-fix' });
    expect(findingsOf(answer)).toBe('SIG-05');
  });
});

describe('what the inspector says', () => {
  const inspected = async ({ headers }: Answer) => {
    const seen = await scene.bank.control('GET', `/_sandbox/requests/${headers['x-request-id']}`);
    expect(seen.status).toBe(200);
    return seen.body;
  };
  const checkOf = ({ stage }: ToleratedForm) =>
    stage === 'trust and role' ? 'role' : stage.toLowerCase().replace('keyid', 'keyId');

  test.each(TOLERATED_FORMS)(
    'CTRL-07: $name is refused by the check that found it',
    async (form) => {
      await setLevel(form.rule, 'error');
      const { verdict, rules } = await inspected(await sendForm(form, 'read'));
      const outcomes = verdict.map((row: { outcome: string }) => row.outcome).join();
      expect(outcomes).toMatch(/^passed,(?:(?:passed|skipped),)*refused(?:,not reached)+$/);
      const refused = verdict.filter((row: { outcome: string }) => row.outcome === 'refused');
      expect(refused).toMatchObject([{ check: checkOf(form), rule: form.rule }]);
      expect(rules).toEqual([form.rule]);
    },
  );

  test.each(TOLERATED_FORMS)(
    'FIND-01: $name at warn is a finding with its sentence',
    async (form) => {
      const { findings, verdict } = await inspected(await sendForm(form, 'read'));
      expect(findings).toMatchObject([
        { rule: form.rule, text: expect.stringMatching(form.says ?? /^$/) },
      ]);
      expect(verdict.some((row: { outcome: string }) => row.outcome === 'refused')).toBe(false);
    },
  );
});
