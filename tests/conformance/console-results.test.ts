// What the console says after a form, and what its forms begin with.
import { describe, expect, test } from '@jest/globals';
import { consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { commandsIn, openPage, postForm } from '../support/console-form.ts';
import { accountOf, newPayment } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

describe('SCA-08: the headline after a link was ended', () => {
  const own = house.tenant();
  const ended = async (fields: Readonly<Record<string, string>>, context = 'PRIVATE') => {
    const tpp = own.tpp.with({ ...psuHeaders(), 'PSU-Context': context });
    const flow = flowIdOf(await tpp.post('/v1/bank-offered-consents'));
    const form = { operation: 'completeSca', '{id} text': flow, ...fields };
    const { text } = await postForm(`${own.url}/console`, 'sca?lang=en', form);
    expect(text).not.toContain('so nothing was shared');
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

  test('SCA-08: a link that waits can be cancelled, expire or fail in the bank by a button', async () => {
    const flow = flowIdOf(await own.tpp.with(psuHeaders()).post('/v1/bank-offered-consents'));
    const commands = commandsIn((await openPage(`${own.url}/console`, 'sca')).text);
    const ends = new RegExp(`^npx sandbank approve ${flow} --outcome (\\w+)`);
    const outcomes = commands.flatMap((command) => ends.exec(command)?.[1] ?? []);
    expect(outcomes).toEqual(['cancel', 'expire', 'error']);
  });

  test('WEB-01: without scripts the result has an address, which can be loaded once the link is forgotten', async () => {
    const at = `${own.url}/console`;
    const flow = flowIdOf(await own.tpp.with(psuHeaders()).post('/v1/bank-offered-consents'));
    const form = { operation: 'completeSca', '{id} text': flow, unscripted: '1' };
    const done = await postForm(at, 'sca', { ...form, '/nationalId text': PERSONS.jonas });
    expect(done.status).toBe(303);
    const shown = () => openPage(at, `sca${done.headers['location']}&lang=en`);
    expect((await shown()).text).toContain('<h2 id="result">Approved as Jonas Bakkerud<');
    await own.control('POST', '/_sandbox/reset');
    const after = await shown();
    expect([after.status, after.text.includes('<h2 id="result">')]).toEqual([200, true]);
    // Where there is no page, no form has a result.
    expect((await postForm(at, 'nothing', form)).status).toBe(404);
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
    /The funds are missing: 10,568,178.00 NOK is needed, [\d,.]+ NOK is available now/,
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
  const { text: done } = await postForm(at, 'certificates', made);
  const [, pem = ''] = /download="tpp\.pem" href="data:[^,]*base64,([^"]*)"/.exec(done) ?? [];
  expect(String(Buffer.from(pem, 'base64'))).toMatch(/^-----BEGIN CERTIFICATE-----/);
  const plain = { operation: 'createCertificate', '/name text': 'Plain AS' };
  await postForm(at, 'certificates', { ...plain, '/variant text': 'no-psd2' });
  const { text } = await openPage(at, 'send?lang=en');
  expect(text).toContain('<option value="getAccounts" selected>');
  expect(text).toMatch(/>Roles AS · PSP_PI · PSDNO-FSA-\d+ \(\w{6}\)</);
  expect(text).toContain('>Plain AS · – · ');
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
  expect(faults).toMatch(/<option value="">any<.*value="PUT">PUT<.*value="DELETE">DELETE</s);
});

test('CTRL-03: another bank is suggested whose snapshot to take, and never the bank itself', async () => {
  const own = house.tenant();
  const suggested = async (url: string) => {
    const { text } = await openPage(`${url}/console`, 'snapshots');
    expect(text.match(/value="golden"[^>]* required>/g)).toHaveLength(2);
    return /name="\?bank text" value="([^"]*)"[^>]* required>/.exec(text)?.[1];
  };
  expect(await suggested(own.url)).toBe('default');
  expect(await suggested(new URL(house.url).origin)).toBe('job-7');
});

test('WEB-01: an account names who is on the other side, and leads to newer and older transactions', async () => {
  const own = house.tenant();
  const [customerNumber, currency] = ['15479801026', 'NOK'];
  const generate = [{ what: 'groceries', count: 80 }];
  await own.control('POST', '/_sandbox/seed', {
    customers: [{ customerNumber, customerName: 'Kari Nordmann' }],
    accounts: [{ customerNumber, accountName: 'Konto', currency, generate }],
  });
  const { mockAccountId } = await accountOf(own, customerNumber);
  const page = async (offset: number) => {
    const path = `accounts/${mockAccountId}?lang=en&offset=${offset}`;
    return (await openPage(`${own.url}/console`, path)).text;
  };
  const oldest = await page(60);
  expect(oldest.match(/<td data-label="Text">[^<]+</g)).toHaveLength(20);
  expect([oldest.match(/"\?offset=\d+"/g), (await page(20)).match(/"\?offset=\d+"/g)]).toEqual([
    ['"?offset=10"'],
    ['"?offset=0"', '"?offset=70"'],
  ]);
});

describe('SCEN-02: a scenario by hand', () => {
  const at = `${house.tenant().url}/console`;
  const form = (operation: string, more: object = {}) =>
    postForm(at, 'scenarios/error-500-once?lang=en', {
      ...{ operation, '{name} text': 'error-500-once', ...more },
    });

  test('SCEN-02: each is listed once, with its task', async () => {
    const { text } = await openPage(at, 'scenarios');
    const names = [...text.matchAll(/<li><a href="[^"]*\/scenarios\/([\w-]+)"/g)].map(
      ([, one]) => one,
    );
    expect(names).toContain('error-500-once');
    expect(new Set(names).size).toBe(names.length);
  });

  test('SCEN-02: a client that has sent nothing fails, and has met nothing', async () => {
    await form('prepareScenario');
    const { text } = await form('judgeScenario');
    expect(text).toContain('<span class="tag failed">must</span> A good client does its task');
    expect(text).not.toContain('<span class="chip">✓</span>');
  });

  test('SCEN-02: a client that asks for access itself may be any TPP', async () => {
    const made = async (fields: object) =>
      commandsIn((await form('prepareScenario', fields)).text).find((one) =>
        one.includes('certs new'),
      );
    expect(await made({})).toMatch(/--out \.\/tpp --organisation-id PSDNO-FSA-\d+ --url \S+$/);
    expect(await made({ '/connect flag': 'true' })).toMatch(/--out \.\/tpp --url \S+$/);
  });
});
