// What the console says after a form, and what its forms begin with.
import { describe, expect, test } from '@jest/globals';
import { consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { openPage, postForm } from '../support/console-form.ts';
import { newPayment } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

describe('SCA-08: the headline after a link was ended', () => {
  const own = house.tenant();
  const ended = async (fields: Readonly<Record<string, string>>, context = 'PRIVATE') => {
    const tpp = own.tpp.with({ ...psuHeaders(), 'PSU-Context': context });
    const flow = flowIdOf(await tpp.post('/v1/bank-offered-consents'));
    const form = { operation: 'completeSca', '{id} text': flow, ...fields };
    const { text } = await postForm(`${own.url}/console`, 'sca?lang=en', form);
    return /<h2 id="result">([^<]*)</.exec(text)?.[1];
  };

  test.each([
    [{ '/nationalId text': PERSONS.jonas }, 'PRIVATE', 'Approved as Jonas Bakkerud'],
    [
      { '/nationalId text': PERSONS.odd },
      'CORPORATE',
      'Approved as Odd Arne Fjellstad, for Nordlys Snekkerverksted AS',
    ],
    [{ '/outcome text': 'cancel' }, 'PRIVATE', 'Cancelled: nothing was approved'],
    [{ '/outcome text': 'error' }, 'PRIVATE', 'The SCA failed in the bank: nothing was approved'],
    [
      { '/nationalId text': '03817010023' },
      'PRIVATE',
      'Not approved: The PSU cancelled, or cannot act in the context that was asked for.',
    ],
  ] as const)('SCA-08: %j in the context %s: %s', async (fields, context, words) => {
    expect(await ended(fields, context)).toBe(words);
  });
});

test('MOVE-02: a payment that failed for lack of funds says what it needs and what there is', async () => {
  const own = house.tenant();
  const psu = await consentOf(own);
  const instructedAmount = { currency: 'EUR', amount: '900000.00' };
  const made = await newPayment(psu, { instructedAmount });
  await own.control('POST', `/_sandbox/sca/${flowIdOf(made)}`, { nationalId: PERSONS.jonas });
  await own.control('POST', '/_sandbox/clock/advance', { by: 'P3D' });
  const page = `payments/${made.body.paymentId}?lang=en`;
  const { text } = await openPage(`${own.url}/console`, page);
  expect(text).toMatch(
    /The funds are missing: [\d,.]+ NOK is needed, [\d,.]+ NOK is available now/,
  );
  // One that a magic name has made fail has all that it needs.
  const again = await consentOf(own);
  const magic = await newPayment(again, { creditorName: 'Sandbox ACCP' });
  await own.control('POST', `/_sandbox/sca/${flowIdOf(magic)}`, { nationalId: PERSONS.jonas });
  const failed = await openPage(`${own.url}/console`, `payments/${magic.body.paymentId}?lang=en`);
  expect(failed.text).toContain('<span class="tag failed">ACCP</span>');
  expect(failed.text).not.toContain('The funds are missing:');
});

test('SCA-02: people are called what the SCA page calls them, and companies are named as such', async () => {
  const { text } = await openPage(`${house.tenant().url}/console`, 'people?lang=en');
  const card = (name: string) =>
    new RegExp(`<bdi>${name}</bdi>.*?</article>`, 's').exec(text)?.[0] ?? '';
  expect(card('Jonas Bakkerud')).toContain('<span class="tag">Private</span>');
  expect(card('Mari Sandvik Lunde')).toContain('<span class="tag">Corporate</span>');
  const odd = card('Odd Arne Fjellstad');
  expect(odd).toContain('<span class="tag">Private or corporate</span>');
  // After his own accounts, which are not the company's.
  expect(odd).toMatch(/<\/table>.*May act for <bdi>Nordlys Snekkerverksted AS<\/bdi>/s);
});

test('SIG-01: a request begins with the accounts, and a certificate that was made says its roles', async () => {
  const at = `${house.tenant().url}/console`;
  const made = {
    operation: 'createCertificate',
    '/name text': 'Roles AS',
    '/roles list': 'PSP_PI',
  };
  const form = (await openPage(at, 'certificates')).text;
  const ticked = [...form.matchAll(/name="\/roles list" value="(\w+)" checked>/g)];
  expect(ticked.map(([, role]) => role)).toEqual(['PSP_AI', 'PSP_PI']);
  await postForm(at, 'certificates', made);
  const { text } = await openPage(at, 'send?lang=en');
  expect(text).toContain('<option value="getAccounts" selected>');
  expect(text).toMatch(/>Roles AS · PSP_PI · PSDNO-FSA-\d+ \(\w{6}\)</);
});

test('CLOCK-01: a duration that is refused stays in its field, and in no other', async () => {
  const at = `${house.tenant().url}/console`;
  const refused = { operation: 'advanceClock', '/by text': '90 days' };
  const { status, text } = await postForm(at, 'clock', refused);
  expect(status).toBe(400);
  expect(text.match(/value="90 days"/g)).toHaveLength(1);
  // Also what is no number, which its own command could not say.
  const fault = { ...FAULT, '/effect/status number': '5oo' };
  const again = await postForm(at, 'faults', fault);
  expect([again.status, again.text.includes('value="5oo"')]).toEqual([400, true]);
});

const FAULT = {
  operation: 'createFault',
  '/match/method text': 'GET',
  '/match/path text': '/v1/accounts',
  '/effect/code text': '',
  '/effect/delayMs number': '',
  '/times number': '1',
};

test('CONS-08: a consent names its TPP, and the empty choice of a method says what it means', async () => {
  const own = house.tenant();
  await consentOf(own);
  const consents = await openPage(`${own.url}/console`, 'consents?lang=en');
  expect(consents.text).toMatch(/→ <bdi>[^<]*[a-z][^<]*<\/bdi> <code class="note">PSDNO-FSA-/);
  const faults = (await openPage(`${own.url}/console`, 'faults?lang=en')).text;
  expect(faults).toContain('<option value="">any</option>');
});

test('CTRL-03: another bank is suggested whose snapshot to take, and never the bank itself', async () => {
  const own = house.tenant();
  const suggested = async (url: string) => {
    const { text } = await openPage(`${url}/console`, 'snapshots');
    return /name="\?bank text" value="([^"]*)"/.exec(text)?.[1];
  };
  expect(await suggested(own.url)).toBe('default');
  expect(await suggested(new URL(house.url).origin)).toBe('job-7');
});
