// Every operation of the control API called once with success, and what it answered.

import { pathOf, type Recorded } from './answers.ts';
import { flowIdOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { type Answer, send } from './http.ts';
import { type Scene, START, sceneAt } from './payment-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Body = any;

type Call = (method: string, target: string, body?: unknown) => Promise<Body>;

const SEED = {
  repeatable: 'my test',
  clock: { now: START, frozen: true },
  customers: [{ customerNumber: '15479801026', customerName: 'Kari Nordmann' }],
};

const ADDED = {
  customers: SEED.customers,
  accounts: [
    {
      ...{ customerNumber: '15479801026', accountName: 'Brukskonto', currency: 'NOK' },
      ...{ balance: 12500, generate: [{ what: 'groceries', count: 100 }] },
    },
  ],
};

/** @param bank a tenant that has not begun */
export async function recordControlAnswers(bank: TestBank): Promise<readonly Recorded[]> {
  const seen: Recorded[] = [];
  const keep = (method: string, target: string, request: unknown, answer: Answer): Body => {
    if (answer.status >= 300)
      throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
    seen.push({ method, path: pathOf(target), request, answer });
    return answer.body;
  };
  const call: Call = async (method, target, body) =>
    keep(method, target, body, await bank.control(method, target, body));
  await clock(call);
  await certificates(call);
  const scene = await sceneAt(bank);
  await consent(call, scene);
  await requests(call, scene, async (target, form) => {
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const body = new URLSearchParams(form).toString();
    const answer = await send({ method: 'POST', url: bank.url + target, headers, body });
    keep('POST', target, form, answer);
  });
  await payments(call, scene);
  await faults(call);
  await rules(call);
  await snapshots(call);
  await tpps(call, scene);
  await scenarios(call, scene);
  await call('GET', '/_sandbox/metrics');
  await call('GET', '/_sandbox/seed');
  await call('POST', '/_sandbox/seed', ADDED);
  await call('POST', '/_sandbox/reset', SEED);
  return seen;
}

async function clock(call: Call): Promise<void> {
  await call('PUT', '/_sandbox/clock', { now: START, frozen: true });
  await call('GET', '/_sandbox/clock');
}

async function certificates(call: Call): Promise<void> {
  await call('POST', '/_sandbox/certificates', {
    name: 'Test TPP AS',
    roles: ['PSP_AI', 'PSP_PI'],
  });
  const { certificates } = await call('GET', '/_sandbox/certificates');
  await call('DELETE', `/_sandbox/certificates/${certificates[0].id}`);
  await call('GET', '/_sandbox/certificates/bank');
  await call('GET', '/_sandbox/certificates/ca');
  await call('GET', '/_sandbox/certificates/crl');
}

async function consent(call: Call, { bank }: Scene): Promise<void> {
  await call('PUT', '/_sandbox/sca-policy', { mode: 'page', demand: 'rules' });
  await call('GET', '/_sandbox/sca-policy');
  const catcher = `${bank.url}/_sandbox/redirects/catch?state=42`;
  const asking = bank.tpp.with({ ...psuHeaders(), 'TPP-Redirect-URI': catcher });
  const asked = await asking.post('/v1/bank-offered-consents');
  const flow = `/_sandbox/sca/${flowIdOf(asked)}`;
  const { redirect } = await call('POST', flow, { nationalId: PERSONS.odd });
  await send({ method: 'GET', url: redirect });
  await call('GET', `/_sandbox/people/${PERSONS.odd}`);
  await call('GET', '/_sandbox/redirects?state=42');
  await call('GET', '/_sandbox/redirects/next?after=0');
  await call('DELETE', '/_sandbox/redirects');
}

async function requests(
  call: Call,
  { psu, bank }: Scene,
  sendForm: (target: string, form: Record<string, string>) => Promise<void>,
): Promise<void> {
  await psu.tpp.get('/v1/accounts');
  await bank.tpp.with({ ...psuHeaders(), Signature: undefined }).get('/v1/accounts');
  const { requests: seen } = await call('GET', '/_sandbox/requests?status=4xx');
  const [{ id }] = seen.length > 0 ? seen : [{ id: 'x1' }];
  await call('GET', '/_sandbox/figures');
  await call('GET', '/_sandbox/requests/next?after=0');
  await call('GET', `/_sandbox/requests/${id}`);
  await sendForm(`/_sandbox/requests/${id}`, { signed: 'date: Wed, 10 Jun 2026 08:00:00 GMT' });
  await call('GET', '/_sandbox/coverage');
  await call('DELETE', '/_sandbox/coverage');
}

async function payments(call: Call, scene: Scene): Promise<void> {
  const made = await scene.pay('/v1/payments/sepa-credit-transfers', {
    ...scene.sepa(),
    requestedExecutionDate: '2026-06-12',
  });
  await scene.approve(made);
  await call('GET', '/_sandbox/readiness?at=2026-11-22');
  await call('POST', '/_sandbox/clock/advance', { by: 'P3D' });
  await call('GET', '/_sandbox/events');
  await call('GET', '/_sandbox/events/next?after=0');
  await call('DELETE', '/_sandbox/requests');
}

async function faults(call: Call): Promise<void> {
  const { id } = await call('POST', '/_sandbox/faults', {
    match: { method: 'GET', path: '/v1/accounts' },
    effect: { status: 503 },
    times: 2,
  });
  await call('GET', '/_sandbox/faults');
  await call('GET', `/_sandbox/faults/${id}`);
  await call('DELETE', `/_sandbox/faults/${id}`);
  await call('DELETE', '/_sandbox/faults');
}

async function rules(call: Call): Promise<void> {
  await call('PUT', '/_sandbox/rules', { preset: 'lenient', levels: { 'SIG-05': 'error' } });
  await call('GET', '/_sandbox/rules?tolerated=true');
  await call('GET', '/_sandbox/rules/SIG-05');
  await call('PUT', '/_sandbox/rules/SIG-05', { level: 'warn' });
}

async function snapshots(call: Call): Promise<void> {
  await call('PUT', '/_sandbox/snapshots/golden');
  await call('GET', '/_sandbox/snapshots');
  const { tables } = await call('GET', '/_sandbox/snapshots/golden');
  await call('PUT', '/_sandbox/snapshots/imported', { tables });
  await call('PUT', '/_sandbox/snapshots/imported', { tables });
  await call('PUT', '/_sandbox/clock', { now: '2026-07-01T10:00:00+02:00', frozen: true });
  await call('GET', '/_sandbox/snapshots/diff?from=golden');
  await call('POST', '/_sandbox/snapshots/golden/restore');
  await call('DELETE', '/_sandbox/snapshots/golden');
}

async function scenarios(call: Call, { bank }: Scene): Promise<void> {
  const path = '/_sandbox/scenarios/account-joins-and-leaves';
  const turn = await call('POST', path, { tpp: 'PSDNO-FSA-987654321' });
  const psu = bank.tpp.with({ 'PSU-ID': turn.connected.psuId });
  await psu.get('/v1/accounts');
  await call('GET', '/_sandbox/scenarios');
  await call('GET', path);
  await call('POST', `${path}/runs`);
  await call('POST', `${path}/judge`, {
    stored: [{ transactionId: '2026-06-09-1', bookingStatus: 'booked' }],
  });
}

async function tpps(call: Call, { nok }: Scene): Promise<void> {
  await call('PUT', '/_sandbox/tpps/PSDNO-FSA-123456789', { registered: false });
  await call('GET', '/_sandbox/tpps');
  await call('PUT', `/_sandbox/accounts/${nok.id}/permissions`, { payments: false });
  const { consents } = await call('GET', '/_sandbox/consents');
  await call('DELETE', `/_sandbox/consents/${consents[0].id}`);
}
