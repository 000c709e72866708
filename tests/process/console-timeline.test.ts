// WEB-03, CTRL-14: a person's page in the console: the timeline, its jumps of the clock, and how they are taken back.
import { expect, test } from '@jest/globals';
import { absent, accountPath } from '../support/account-reads.ts';
import { consentOf, PERSONS, type TestBank } from '../support/bank.ts';
import { openPage, postForm } from '../support/console-form.ts';
import { answered } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const NOW = '2026-06-10T08:00:00.000Z';

async function frozen(): Promise<TestBank> {
  const bank = house.tenant();
  answered(await bank.control('PUT', '/_sandbox/clock', { now: NOW, frozen: true }), 200);
  return bank;
}

async function pathOf(bank: TestBank, number: string): Promise<string> {
  const { body } = answered(await bank.control('GET', `/_sandbox/people/${number}`), 200);
  return `people/${body.customerId}?lang=en`;
}

const clockOf = async (bank: TestBank) => (await bank.control('GET', '/_sandbox/clock')).body.now;

/** The moments of the timeline: when, what, and its tag. */
function momentsIn(html: string): readonly (readonly string[])[] {
  const found = html.matchAll(
    /<time class="digits note" datetime="([^"]+)">[^<]*<\/time> <strong>([^<]+)<\/strong>(?: <span class="tag">([^<]+)<)?/g,
  );
  return [...found].map(([, at = '', what = '', tag]) =>
    tag === undefined ? [at, what] : [at, what, tag],
  );
}

/** Where the buttons of the timeline lead. */
const jumpsIn = (html: string): readonly string[] =>
  [...html.matchAll(/name="\/to text" value="([^"]+)"/g)].map(([, to = '']) => to);

test('CTRL-14: SCA, session, consent and reads, the soonest end first, each with a jump to either side', async () => {
  const bank = await frozen();
  const psu = await consentOf(bank);
  const path = await pathOf(bank, PERSONS.jonas);
  answered(await absent(psu).get(`${await accountPath(psu)}/balances`), 200);
  const { text } = await openPage(`${bank.url}/console`, path);
  expect(momentsIn(text)).toEqual([
    ['2026-06-10T09:00:00.000Z', 'session ends'],
    ['2026-06-11T08:00:00.000Z', 'a read without the user counts no more'],
    ['2026-12-07T08:00:00.000Z', 'consent expires'],
    [NOW, 'consent given', 'valid'],
    [NOW, 'SCA done, session begins', 'living'],
    [NOW, 'SCA link', 'approved'],
  ]);
  expect(text).toContain('1 of 4 reads used');
  expect(text).toContain('0 of 180 days');
  expect(jumpsIn(text)).toEqual([
    ...['2026-06-10T08:59:00.000Z', '2026-06-10T09:01:00.000Z'],
    ...['2026-06-11T07:59:00.000Z', '2026-06-11T08:01:00.000Z'],
    ...['2026-12-07T07:59:00.000Z', '2026-12-07T08:01:00.000Z'],
  ]);
});

test('CONS-07, CTRL-14: the clock lists the end of a consent that lies ahead, with whose it is', async () => {
  const bank = await frozen();
  const psu = await consentOf(bank);
  const page = `${bank.url}/console`;
  const ends = async () => {
    const { text } = await openPage(page, 'clock?lang=en');
    return /datetime="([^"]+)">[^<]*<\/time> <span>A consent expires[^<]*<\/span> <bdi class="note">([^<]+)</
      .exec(text)
      ?.slice(1);
  };
  expect(await ends()).toEqual(['2026-12-07T08:00:00.001Z', 'Jonas Bakkerud']);
  // That a read counts no more is what the bank keeps for itself.
  answered(await absent(psu).get(`${await accountPath(psu)}/balances`), 200);
  const { text } = await openPage(page, 'clock?lang=en');
  expect(text.match(/<li><time/g)).toHaveLength(2);
  answered(await bank.control('POST', '/_sandbox/clock/advance', { by: 'P180D' }), 200);
  expect(await ends()).toEqual(['2026-12-07T08:00:00.001Z', 'Jonas Bakkerud']);
  answered(await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' }), 200);
  expect(await ends()).toBeUndefined();
});

test('CTRL-04, CTRL-14: a jump over the end of the consent, and back by Undo', async () => {
  const bank = await frozen();
  const psu = await consentOf(bank);
  const path = await pathOf(bank, PERSONS.jonas);
  const page = `${bank.url}/console`;
  const jump = (to: string) =>
    postForm(page, path, { operation: 'advanceClock', '/to text': to, undo: '1' });
  const read = async () => (await absent(psu).get('/v1/accounts')).status;
  const before = await jump('2026-12-07T07:59:00.000Z');
  expect(momentsIn(before.text)[0]).toEqual(['2026-12-07T08:00:00.000Z', 'consent expires']);
  expect(before.text).toContain('179 of 180 days');
  expect([await read(), await clockOf(bank)]).toEqual([200, '2026-12-07T07:59:00.000Z']);
  const after = await jump('2026-12-07T08:01:00.000Z');
  expect(momentsIn(after.text)[0]).toEqual(['2026-12-07T08:00:00.000Z', 'consent expired']);
  expect(await read()).toBe(401);
  const undo = { operation: 'restoreSnapshot', '{name} text': 'undo' };
  expect(after.text).toContain('value="restoreSnapshot"');
  answered(await postForm(page, path, undo), 200);
  // To before the last jump, not further.
  expect([await read(), await clockOf(bank)]).toEqual([200, '2026-12-07T07:59:00.000Z']);
});

test('WEB-05: with as many snapshots as a bank may have, a jump works and has no way back', async () => {
  const bank = await frozen();
  for (let nth = 0; nth < 100; nth += 1) {
    answered(await bank.control('PUT', `/_sandbox/snapshots/s${nth}`), 201);
  }
  const to = '2026-06-10T09:00:00.000Z';
  const form = { operation: 'advanceClock', '/to text': to, undo: '1' };
  const { status, text } = await postForm(`${bank.url}/console`, 'clock', form);
  expect([status, await clockOf(bank)]).toEqual([200, to]);
  expect(text).not.toContain('value="restoreSnapshot"');
});

test('WEB-03: a jump shows the two commands that do the same', async () => {
  const bank = await frozen();
  await consentOf(bank);
  const { text } = await openPage(`${bank.url}/console`, await pathOf(bank, PERSONS.jonas));
  const name = bank.url.slice(bank.url.lastIndexOf('/') + 1);
  const [origin] = bank.url.split('/banks/');
  const where = `--url ${origin} --bank ${name}`;
  expect(text).toContain(
    `npx sandbank snapshot save undo ${where}\nnpx sandbank clock 2026-06-10T08:59:00.000Z ${where}<`,
  );
});

test('CTRL-14: a link that waits for the person says when it expires', async () => {
  const bank = await frozen();
  const psu = await consentOf(bank);
  answered(await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT61M' }), 200);
  answered(await psu.tpp.get('/v1/accounts'), 401);
  const { text } = await openPage(`${bank.url}/console`, await pathOf(bank, PERSONS.jonas));
  const [soonest, ...others] = momentsIn(text);
  expect(soonest).toEqual(['2026-06-10T09:16:00.001Z', 'SCA link expires']);
  expect(others).toContainEqual(['2026-06-10T09:01:00.000Z', 'SCA link', 'waits']);
});

test('CTRL-14: unknown people are 404', async () => {
  const answer = await house.control('GET', '/_sandbox/people/none');
  expect([answer.status, answer.body.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
});
