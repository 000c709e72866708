// CTRL-14: after every move of the clock the API, the control API, the console and the command line say the same of
// each SCA link, session, consent, limit and payment.
import { expect, test } from '@jest/globals';
import { absent, accountPath } from '../support/account-reads.ts';
import { flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { printed, sandbank } from '../support/commands.ts';
import { openPage } from '../support/console-form.ts';
import { answered } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { openScene, type Scene, SEPA } from '../support/payment-scene.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

/** Each begins where the one before ended: durations, and moments that set the clock, back too. */
const WALK: readonly string[] = [
  'PT0S',
  // A link lives 15 minutes, to the last moment; a session an hour, without it.
  ...['PT14M59S', 'PT1S', 'PT0.001S', 'PT44M59.998S', 'PT0.001S'],
  // Four reads in 24 hours.
  ...['PT1S', 'PT1H', 'PT1H', 'PT21H', 'PT1H', 'PT12H', 'P1D', 'PT1M'],
  // Back, so that what has ended lies ahead again.
  ...['2026-06-10T08:10:00.000Z', 'PT30M', '2026-06-11T07:30:00.000Z', 'PT45M'],
  ...['P30D', 'P90D', 'P58D', 'P1D', 'PT23H', 'PT1H', 'PT1S', 'P5D', 'P360D'],
];

interface World {
  readonly scene: Scene;
  readonly payment: Answer;
  readonly balances: string;
}

async function openWorld(): Promise<World> {
  const scene = await openScene(house);
  const body = scene.sepa({ requestedExecutionDate: '2026-06-12' });
  const payment = await scene.pay(SEPA, body);
  await scene.approve(payment);
  return { scene, payment, balances: `${await accountPath(scene.psu)}/balances` };
}

async function move({ bank }: Scene, step: string): Promise<void> {
  const isDuration = step.startsWith('P');
  const moved = isDuration
    ? await bank.control('POST', '/_sandbox/clock/advance', { by: step })
    : await bank.control('PUT', '/_sandbox/clock', { now: step, frozen: true });
  answered(moved, 200);
}

const codeOf = ({ status, body }: Answer): string =>
  status < 300 ? 'ok' : String(body.tppMessages[0].code);

/** What a TPP or a browser meets, the link last: opening one that ran out uses it. */
async function met({ scene, payment, balances }: World, link: string) {
  const { psu, bank } = scene;
  const session = codeOf(await psu.tpp.get('/v1/user'));
  const consent = codeOf(await absent(psu).get('/v1/accounts'));
  const read = codeOf(await absent(psu).get(balances));
  const status = await scene.statusOf(payment);
  const page = await send({ method: 'GET', url: `${bank.url}/sca/${link}` });
  const location = String(page.headers['location'] ?? '');
  return { session, consent, read, status, link: linkMet(page, location) };
}

function linkMet({ status }: Answer, location: string): string {
  if (status === 200) return 'waiting';
  if (status === 404) return 'gone';
  return location.includes('SCA_EXPIRED') ? 'expired' : 'failed';
}

// biome-ignore lint/suspicious/noExplicitAny: as the control API answers
type Person = any;

/** The same, as it follows from what the bank says of the person. */
function expectedOf(person: Person, { scene, payment }: World, link: string, account: string) {
  const session = person.sessions.find((one: Person) => one.sessionId === scene.psu.sessionId);
  const [consent] = person.consents;
  const limit = person.limits.find(
    (one: Person) => one.what === 'balances' && one.account === account,
  );
  const paid = person.payments.find((one: Person) => one.paymentId === payment.body.paymentId);
  const isExpired = consent.status === 'expired';
  return {
    session: session?.status === 'living' ? 'ok' : 'SCA_EXPIRED',
    consent: isExpired ? 'CONSENT_EXPIRED' : 'ok',
    read: isExpired
      ? 'CONSENT_EXPIRED'
      : limit !== undefined && limit.used >= limit.most
        ? 'ACCESS_EXCEEDED'
        : 'ok',
    status: paid.status,
    link: person.scaLinks.find(({ id }: Person) => id === link)?.status ?? 'gone',
  };
}

async function personIn({ bank }: Scene): Promise<Person> {
  const { body } = answered(await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`), 200);
  expect(await schemaErrors('control/person.json', body)).toEqual([]);
  return body;
}

/** An SCA link for the person, made now. */
async function newLink({ psu }: Scene): Promise<string> {
  const other = psu.tpp.with({ 'TPP-Session-ID': psuHeaders()['TPP-Session-ID'] });
  return flowIdOf(await other.get('/v1/accounts'));
}

const tagOf = (html: string): string =>
  / <span class="tag[^"]*">([^<]+)<\/span><\/h2>/.exec(html)?.[1] ?? '';

/** What the console's own pages say, and the command line. */
async function shown({ scene: { bank }, payment }: World, link: string, customerId: string) {
  const page = async (path: string) =>
    (await openPage(`${bank.url}/console`, `${path}?lang=en`)).text;
  const [person, consents, sca, paid, overview] = await Promise.all([
    page(`people/${customerId}`),
    page('consents'),
    page('sca'),
    page(`payments/${payment.body.paymentId}`),
    page(''),
  ]);
  const said = await printed(sandbank('users', PERSONS.jonas, '--url', bank.url));
  const stated = (what: string) => new RegExp(`^${what} +(\\S+)`, 'm').exec(said)?.[1];
  const listed = JSON.parse(await printed(sandbank('consents', '--json', '--url', bank.url)));
  const sessionTag = />SCA done, session begins<\/strong> <span class="tag">([^<]+)</.exec(person);
  const givenTag = />consent given<\/strong> <span class="tag">([^<]+)</.exec(person);
  return {
    consent: tagOf(consents),
    ofPerson: person.includes('>consent expired<') ? 'expired' : givenTag?.[1],
    session: sessionTag?.[1],
    command: [listed.consents[0].status, stated('consent'), stated('session')],
    paid: stated('payment'),
    isWaiting: sca.includes(link),
    waiting: [...sca.matchAll(/<article/g)].length,
    counted: Number(/SCA links<\/a><\/dt><dd class="digits">(\d+)</.exec(overview)?.[1]),
    status: / <span class="tag[^"]*">([A-Z]{4})</.exec(paid)?.[1],
  };
}

test('CTRL-14: API, control API, console and command line agree after every move of the clock', async () => {
  const world = await openWorld();
  const { scene } = world;
  const { body } = await scene.psu.tpp.get(world.balances.replace('/balances', ''));
  const seen = new Set<string>();
  let link = await newLink(scene);
  for (const [at, step] of WALK.entries()) {
    await move(scene, step);
    const person = await personIn(scene);
    const expected = expectedOf(person, world, link, body.account.iban);
    const waiting = person.scaLinks.filter(({ status }: Person) => status === 'waiting').length;
    const console = await shown(world, link, person.customerId);
    const where = `step ${at}, ${step}`;
    const consent = person.consents[0].status;
    expect([where, console]).toEqual([
      where,
      {
        ...{ consent, ofPerson: consent, session: person.sessions[0].status },
        command: [consent, consent, person.sessions[0].status],
        ...{ paid: expected.status, isWaiting: expected.link === 'waiting' },
        ...{ waiting, counted: waiting, status: expected.status },
      },
    ]);
    expect([where, await met(world, link)]).toEqual([where, expected]);
    for (const [what, status] of Object.entries(expected)) seen.add(`${what} ${status}`);
    if (expected.link !== 'waiting') link = await newLink(scene);
  }
  // The walk has met each state, or it shows little.
  for (const [what, ...states] of [
    ['session', 'ok', 'SCA_EXPIRED'],
    ['consent', 'ok', 'CONSENT_EXPIRED'],
    ['read', 'ok', 'ACCESS_EXCEEDED', 'CONSENT_EXPIRED'],
    ['link', 'waiting', 'expired', 'gone'],
    ['status', 'ACTC', 'ACSC'],
  ] as const) {
    for (const state of states) expect(seen).toContain(`${what} ${state}`);
  }
});
