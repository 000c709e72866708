// What one does in the console beside its buttons: other banks, people without accounts, what falls due.
import { describe, expect, test } from '@jest/globals';
import { consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { openPage, postForm, sendTemplate } from '../support/console-form.ts';
import { newPayment } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

describe('BANK-01: banks of the console', () => {
  test('BANK-01: a bank is made, and every page leads to the same page of every bank', async () => {
    const { url } = house.tenant();
    const [, name = ''] = new URL(url).pathname.split('/banks/');
    // Of many banks the first ones are in the navigation.
    const made = await postForm(`${url}/console`, 'banks', { name: '0-console' });
    expect([made.status, made.headers['location']]).toEqual([303, '/banks/0-console/console']);
    for (const path of ['console/clock', '_sandbox/coverage']) {
      const { text } = await openPage(url, path);
      expect(text).toContain(`href="/banks/0-console/${path}"`);
      expect(text).toContain(`href="/${path}"`);
      expect(text).toContain(`<span aria-current="true"><bdi>${name}</bdi></span>`);
    }
    const { text } = await openPage(new URL('/banks/0-console', url).href, 'console');
    expect(text.match(/<li>.*<bdi>0-console</g)).toHaveLength(1);
  });

  test('BANK-01: the documentation leads back to the bank that one came from', async () => {
    const { url } = house.tenant();
    const { origin, pathname } = new URL(url);
    const [, name = ''] = pathname.split('/banks/');
    const there = `/docs?bank=${name}`;
    expect((await openPage(`${url}/console`, 'clock')).text).toContain(`href="${there}"`);
    const { text } = await openPage(origin, there.slice(1));
    for (const path of ['console', '_sandbox/requests', '_sandbox/coverage']) {
      expect(text).toContain(`href="/banks/${name}/${path}"`);
    }
    expect(text).toContain(`href="/docs/signing?bank=${name}"`);
    // What the search form sends.
    expect(text).toContain(`<input type="hidden" name="bank" value="${name}">`);
    const usual = (await openPage(origin, 'docs?bank=../x')).text;
    expect(usual).toContain('href="/console"');
    expect(usual).toContain('href="/docs/signing"');
  });

  test('BANK-01: to make a bank that has begun leads there and changes nothing', async () => {
    const own = house.tenant();
    await own.control('PUT', '/_sandbox/clock', { now: '2027-01-02T03:04:05Z', frozen: true });
    const [, name = ''] = own.url.split('/banks/');
    expect((await postForm(`${house.url}/console`, 'banks', { name })).status).toBe(303);
    expect((await own.control('GET', '/_sandbox/clock')).body.now).toBe('2027-01-02T03:04:05.000Z');
  });

  test.each(['', 'Job 7', '../x', '-a', 'a'.repeat(64)])(
    'BANK-01: %j is no name, and the page says so',
    async (name) => {
      const { status, text } = await postForm(`${house.url}/console`, 'banks', { name });
      expect([status, text.includes('is not a bank name: use 1 to 63')]).toEqual([400, true]);
      expect(text).toContain('<p>Write a name of 1 to 63 characters');
      expect(text).toContain('<code>name</code>');
    },
  );
});

describe('SBX-04: people of the console', () => {
  const own = house.tenant();
  const console = `${own.url}/console`;

  test('SBX-04: one button leaves a person without accounts and cards, and a template gives one back', async () => {
    const { text } = await openPage(console, 'people');
    const [, id = ''] = /people\/([^"]+)"><bdi>Jonas/.exec(text) ?? [];
    const page = (await openPage(console, `people/${id}`)).text;
    const held = [...page.matchAll(/name="delete" value="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(held).toHaveLength(3);
    for (const path of held) expect(page).toContain(`npx sandbank call DELETE ${path} `);
    for (const path of held) {
      const { text } = await postForm(console, `people/${id}?lang=en`, { delete: path });
      expect(text).toContain('<h2 id="result">Done');
    }
    expect((await openPage(console, `people/${id}`)).text).toContain('No accounts and no cards.');
    const given = await sendTemplate(
      console,
      `operation=addSandboxAccount&person=${PERSONS.jonas}`,
    );
    expect([given.status, given.wish.body.includes(PERSONS.jonas)]).toEqual([201, true]);
  });

  test('CONS-08: an SCA of a person without accounts shares nothing, and every page says so', async () => {
    const other = house.tenant();
    const at = `${other.url}/console`;
    const nationalId = '19897810096';
    const tpp = other.tpp.with(psuHeaders());
    const asked = await tpp.post('/v1/bank-offered-consents');
    const fields = {
      operation: 'completeSca',
      '{id} text': flowIdOf(asked),
      '/nationalId text': nationalId,
    };
    const approved = await postForm(at, 'sca', fields);
    expect(approved.text).toContain('Ingen Iversen has no accounts in this bank');
    // An SCA that only says who somebody is shares nothing from anybody (USER-01).
    const known = { ...fields, '{id} text': flowIdOf(await tpp.get('/v1/user')) };
    const proved = (await postForm(at, 'sca?lang=en', known)).text;
    expect(proved).toContain('<h2 id="result">Approved as Ingen Iversen<');
    expect(proved).not.toContain('has no accounts in this bank');
    expect((await openPage(at, 'consents?lang=en')).text).toContain('no accounts');
    const choices = (await openPage(at, 'sca')).text;
    expect(choices).not.toContain('has no accounts in this bank');
    const psu = await consentOf(other, nationalId);
    const refused = await psu.tpp.get('/v1/accounts');
    expect([refused.status, refused.body.tppMessages[0].code]).toEqual([401, 'CONSENT_INVALID']);
    expect(refused.body.tppMessages[0].text).toMatch(/^This person has no accounts in this bank/);
    // The link of that refusal is for the same person.
    const waiting = (await openPage(at, 'sca')).text;
    expect(waiting).toContain('This person has no accounts in this bank');
    const clock = (await openPage(at, 'clock?lang=en')).text;
    expect(clock).toMatch(/An SCA link expires<\/span> <bdi class="note">Ingen Iversen</);
    // Who was a magic person is a customer now, and is one choice.
    const send = (await openPage(at, `send?person=${nationalId}`)).text;
    expect(send.match(new RegExp(`<option value="${nationalId}"`, 'g'))).toHaveLength(1);
    await tpp.post('/v1/bank-offered-consents');
    expect((await openPage(at, 'sca?lang=nb')).text).toContain(
      '>Ingen Iversen: Har ingen kontoer: det er ingenting å dele.</option>',
    );
  });

  test('SBX-04: nothing outside the signed API is deleted so', async () => {
    const { text } = await openPage(console, 'people');
    const [, id = ''] = /people\/([^"]+)"><bdi>/.exec(text) ?? [];
    const answer = await postForm(console, `people/${id}`, { delete: '/_sandbox/faults' });
    expect([answer.status, answer.text.includes('path of the signed API')]).toEqual([400, true]);
    const gone = await postForm(console, `people/${id}`, { delete: '/v1/sandbox/accounts/none' });
    expect([gone.status, gone.text.includes('was not deleted')]).toEqual([409, true]);
  });

  test('CONS-10: a consent names its person, and magic persons are listed with what happens', async () => {
    const other = house.tenant();
    await consentOf(other);
    expect((await openPage(`${other.url}/console`, 'consents')).text).toMatch(
      /<bdi>Jonas Bakkerud<\/bdi>/,
    );
    const { text } = await openPage(`${other.url}/console`, 'people?lang=nb');
    expect(text).toContain('Ingen Iversen');
    // Each leads to a request for that person, customer or not.
    const led = [...text.matchAll(/person=(\d{11})"/g)].map(([, number]) => number);
    expect(led).toEqual(expect.arrayContaining([PERSONS.jonas, PERSONS.mari, '19897810096']));
    const query = 'operation=getAccounts&person=19897810096';
    const sent = await sendTemplate(`${other.url}/console`, query);
    expect([sent.wish.person, sent.status]).toEqual(['19897810096', 401]);
    expect(sent.text).toContain('This person has no accounts in this bank');
    expect(text).toContain('Har ingen kontoer');
  });
});

describe('CLOCK-01: what falls due', () => {
  const own = house.tenant();
  const console = `${own.url}/console`;

  test('CLOCK-01: today and tomorrow in words of both languages, and what a move of the clock did', async () => {
    await own.control('PUT', '/_sandbox/clock', { now: '2026-06-10T12:00:00Z', frozen: true });
    const psu = await consentOf(own);
    const change = { requestedExecutionDate: '2026-06-11', creditorName: 'Tomorrow AS' };
    const made = await newPayment(psu, change);
    const { paymentId } = made.body;
    const nationalId = PERSONS.jonas;
    await own.control('POST', `/_sandbox/sca/${flowIdOf(made)}`, { nationalId });
    const english = (await openPage(console, 'clock?lang=en')).text;
    expect(english).toContain('Today, 10 June 2026');
    expect(english).toMatch(/Tomorrow, 11 June 2026<\/h3>.*04:00.*A payment is carried out/s);
    expect(english).toContain('Tomorrow AS');
    // The consent ends much later.
    expect(english.match(/<h3>[^<]*June 2026|<h3>\d/g)).toHaveLength(3);
    expect(english.match(/Tomorrow, /g)).toHaveLength(1);
    expect(english).toContain('<button>Let it run');
    const norwegian = (await openPage(console, '?lang=nb')).text;
    expect(norwegian).toContain('I morgen, 11. juni 2026');
    expect(norwegian).toContain('En økt tar slutt');
    expect(norwegian).not.toContain('sessionEnds');
    const payment = (await openPage(console, `payments/${paymentId}?lang=nb`)).text;
    expect(payment).toContain('En betaling utføres');
    expect(payment).toMatch(/href="\/docs\?bank=[\w-]+#MOVE-01"/);
    const moved = await postForm(console, 'clock', {
      operation: 'advanceClock',
      '/by text': 'P1D',
    });
    expect(moved.text).toContain('The date of a payment came');
    expect(moved.text).toContain('npx sandbank clock +P1D ');
  });

  test('CLOCK-01: ends of sessions and links never hide the payments of tomorrow, and the rest is counted', async () => {
    const busy = house.tenant();
    const at = `${busy.url}/console`;
    await busy.control('PUT', '/_sandbox/clock', { now: '2026-06-10T12:00:00Z', frozen: true });
    const quiet = (await openPage(at, '?lang=en')).text;
    expect(quiet).toMatch(/Tomorrow, 11 June 2026<\/h3>\s*<p class="empty">Nothing falls due\./);
    const psu = await consentOf(busy);
    for (const name of ['Odin', 'Frigg', 'Tor', 'Siv', 'Loke', 'Idunn']) {
      const change = { requestedExecutionDate: '2026-06-11', creditorName: `${name} AS` };
      const made = await newPayment(psu, change);
      const nationalId = PERSONS.jonas;
      await busy.control('POST', `/_sandbox/sca/${flowIdOf(made)}`, { nationalId });
      await busy.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    }
    await consentOf(busy, PERSONS.odd);
    const overview = (await openPage(at, '?lang=en')).text;
    expect(overview).toContain('6 SCA links expire');
    expect(overview).toMatch(/2 sessions end.*Jonas Bakkerud.*Tomorrow, 11 June 2026/s);
    // Of one time they come in any order.
    expect(overview.match(/ AS<\/bdi>/g)).toHaveLength(5);
    expect(overview).toMatch(/console\/clock#due">1 more</);
    const clock = (await openPage(at, 'clock?lang=en')).text;
    expect(clock.match(/ AS<\/bdi>/g)).toHaveLength(6);
    expect(clock).not.toContain(' more<');
  });
});

test('MOVE-01: lack of funds looks like the failure that it is, and PART is only for a bulk', async () => {
  const own = house.tenant();
  const psu = await consentOf(own);
  const paid = async (creditorName: string) => {
    const made = await newPayment(psu, { creditorName });
    await own.control('POST', `/_sandbox/sca/${flowIdOf(made)}`, { nationalId: PERSONS.jonas });
    return openPage(`${own.url}/console`, `payments/${made.body.paymentId}?lang=en`);
  };
  expect((await paid('Sandbox ACCP')).text).toContain('<span class="tag failed">ACCP</span>');
  const { text } = await openPage(`${own.url}/console`, 'payments?lang=en');
  expect(text).toMatch(/<span class="tag failed">ACCP<\/span> .*failed: the funds are missing/);
  const held = (await paid('Sandbox PDNG')).text;
  expect(held).toContain('>ACCP<');
  expect(held).not.toContain('>PART<');
});
