// The forms of the console, each filled in rightly and wrongly.
import { PERSONS } from './bank.ts';
import type { RecordedPages } from './recorded-pages.ts';
import type { World } from './world-of-pages.ts';

type Form = readonly [path: string, fields: Readonly<Record<string, string>>];

/** Rightly and wrongly filled in, in an order in which each finds something to do. */
const FORMS: readonly Form[] = [
  ['clock', { operation: 'putClock', '/frozen flag': 'true' }],
  ['clock', { operation: 'advanceClock', undo: '1', '/by text': 'PT61M' }],
  ['clock', { operation: 'advanceClock', undo: '1', '/by text': 'P5D' }],
  ['clock', { operation: 'advanceClock', '/by text': 'soon' }],
  ['clock', { operation: 'advanceClock', '/by text': '' }],
  ['clock', { operation: 'putClock', '/now text': 'soon' }],
  ['clock', { operation: 'putClock', '/now text': '2053-03-13T10:00:00Z' }],
  ['clock', { operation: 'putClock', '/now text': 'x', '/now/x text': 'y' }],
  ['clock', { operation: 'restoreSnapshot', '{name} text': 'undo' }],
  ['clock', { operation: 'none' }],
  ['clock', { operation: 'getClock' }],
  ['clock', {}],
  [
    'faults',
    {
      operation: 'createFault',
      '/times number': '1',
      '/effect/status number': '500',
      '/effect/code text': 'SYSTEM_ERROR',
    },
  ],
  [
    'faults',
    {
      operation: 'createFault',
      '/match/method text': '',
      '/match/path text': '/v1/accounts',
      '/effect/status number': '503',
      '/effect/delayMs number': '',
      '/times number': '2',
    },
  ],
  [
    'faults',
    {
      operation: 'createFault',
      '/match/method text': 'GET',
      '/match/path text': '/x',
      '/effect/status number': 'x',
      '/effect/code text': '',
      '/effect/delayMs number': '',
      '/times number': '1',
    },
  ],
  [
    'faults',
    {
      operation: 'createFault',
      '/match/method text': 'GET',
      '/match/path text': '/x',
      '/effect/status number': '99',
      '/effect/code text': '',
      '/effect/delayMs number': '',
      '/times number': '1',
    },
  ],
  [
    'faults',
    { operation: 'createFault', '/effect/reset flag': 'true', '/effect/x/__proto__/y text': 'z' },
  ],
  ['faults', { operation: 'deleteFault', '{id} text': 'f1' }],
  ['faults', { operation: 'deleteFault', '{id} text': 'none' }],
  ['faults', { operation: 'deleteFault' }],
  ['faults', { operation: 'deleteFaults' }],
  ['rules', { operation: 'putRule', '{id} text': 'SIG-02', '/level text': 'off' }],
  ['rules', { operation: 'putRule', '{id} text': 'SIG-02', '/level text': 'none' }],
  ['rules', { operation: 'putRule', '{id} text': 'X-1', '/level text': 'off' }],
  ['rules', { operation: 'putRules', '/preset text': 'lenient' }],
  ['snapshots', { operation: 'putSnapshot', '{name} text': 'golden-2' }],
  ['snapshots', { operation: 'putSnapshot', '{name} text': 'No name' }],
  ['snapshots', { operation: 'restoreSnapshot', undo: '1', '{name} text': 'none' }],
  [
    'snapshots',
    { operation: 'restoreSnapshot', '{name} text': 'golden', '?bank text': 'nobody-has-this' },
  ],
  ['snapshots', { operation: 'deleteSnapshot', '{name} text': 'golden-2' }],
  ['people', { operation: 'addSeed', '?preview text': 'true', undo: '1', ...newPerson() }],
  ['people', { operation: 'addSeed', undo: '1', ...newPerson() }],
  [
    'people',
    { operation: 'addSeed', undo: '1', ...newPerson(), '/accounts/0/balance text': 'much' },
  ],
  ['people', { operation: 'addSeed', undo: '1', '/accounts/1 json': '{' }],
  ['people', { operation: 'restoreSnapshot', '{name} text': 'undo' }],
  [
    'certificates',
    {
      operation: 'putTpp',
      '{organisationId} text': 'PSDNO-FSA-987654321',
      '/registered flag': 'false',
    },
  ],
  [
    'certificates',
    {
      operation: 'createCertificate',
      '/name text': 'X & Y',
      '/roles list': 'PSP_AI',
      '/validDays number': '2',
    },
  ],
  [
    'certificates',
    {
      operation: 'createCertificate',
      '/type text': 'QWAC',
      '/name text': 'W',
      '/variant text': 'expired',
    },
  ],
  [
    'certificates',
    {
      operation: 'createCertificate',
      '/type text': 'none',
      '/name text': '',
      '/organisationId text': 'x',
      '/roles list': 'PSP_PI',
      '/variant text': '',
      '/validDays number': '-1',
    },
  ],
  ['certificates', { operation: 'revokeCertificate', '{id} text': 'none' }],
  ['consents', { operation: 'revokeConsent', '{id} text': 'none' }],
  ['banks', { name: 'Job 7' }],
  ['banks', { name: '' }],
  ['banks', { name: ' days-of-pages ' }],
  ['explain', { capture: 'GET /v1/accounts HTTP/1.1\nHost: bank.example\n\n' }],
  ['explain', { capture: '<script>' }],
  [
    'explain',
    {
      capture: 'POST /v1/accounts HTTP/1.1\nHost: a\nDigest: x\n\n{}',
      certificate: 'x',
      signed: 'y',
    },
  ],
  ['scenarios/error-500-once', { operation: 'judgeScenario', '{name} text': 'error-500-once' }],
  [
    'scenarios/error-500-once',
    { operation: 'prepareScenario', '{name} text': 'error-500-once', '/connect flag': 'true' },
  ],
  ['scenarios/error-500-once', { operation: 'nextScenarioRun', '{name} text': 'error-500-once' }],
  ['scenarios/error-500-once', { operation: 'judgeScenario', '{name} text': 'error-500-once' }],
  ['scenarios', { operation: 'restoreSnapshot', '{name} text': 'before-scenario' }],
  ['seeds', { operation: 'reset', undo: '1', ' raw': 'customers:\n  - customerNumber: 1\n' }],
  ['seeds', { operation: 'reset', undo: '1', ' raw': 'customers: []\n' }],
  ['seeds', { operation: 'restoreSnapshot', '{name} text': 'undo' }],
  ['seeds', { operation: 'reset', undo: '1' }],
];

function newPerson() {
  const number = '21899406521';
  return {
    '/customers/0/customerName text': 'Kari Nordmann',
    '/customers/0/customerNumber text': number,
    '/accounts/0/customerNumber text': number,
    '/accounts/0/accountName text': 'Brukskonto',
    '/accounts/0/currency text': 'NOK',
    '/accounts/0/balance text': '10000.00',
    '/accounts/0/generate/0/what text': 'groceries',
    '/accounts/0/generate/0/count number': '2',
  };
}

export async function actOnEverything(pages: RecordedPages, world: World): Promise<void> {
  // The session that it renews ends at a time of its own.
  await world.scene.advance('PT1M');
  await endLinks(pages);
  await ofOneAccount(pages, world);
  for (const path of new Set(FORMS.map(([one]) => one))) await pages.seen(`/console/${path}`);
  for (const [path, fields] of FORMS) await pages.post(`/console/${path}`, fields);
}

/** Each link that waits, in another way. */
async function endLinks(pages: RecordedPages): Promise<void> {
  const { text } = await pages.open('/console/sca');
  const ids = [...text.matchAll(/name="\{id\} text" value="([^"]+)"/g)].map(([, id = '']) => id);
  const links = [...new Set(ids)];
  const ways = [
    { '/nationalId text': PERSONS.jonas },
    { '/outcome text': 'cancel' },
    { '/outcome text': 'expire' },
    { '/outcome text': 'error' },
    { '/nationalId text': '19897810096' },
    { '/nationalId text': '1' },
    { '/nationalId text': '03817010023' },
  ];
  for (const [nth, way] of ways.entries()) {
    const fields = {
      operation: 'completeSca',
      '{id} text': links[nth % links.length] ?? '',
      ...way,
    };
    await pages.post('/console/sca', fields);
  }
  await pages.post('/console/sca', { operation: 'completeSca', '{id} text': 'none' });
}

async function ofOneAccount(pages: RecordedPages, { pages: own }: World): Promise<void> {
  const account = own.findLast((one) => one.includes('/accounts/')) ?? '';
  await pages.seen(account);
  const fields = {
    '/accounts/0/accountId text': account.split('/').at(-1) ?? '',
    '/accounts/0/customerNumber text': PERSONS.jonas,
    '/accounts/0/currency text': 'NOK',
  };
  const named = { ...fields, '/accounts/0/accountName text': 'Drift' };
  const seed = { operation: 'addSeed', undo: '1' };
  await pages.post(account, { ...seed, ...named, '/accounts/0/balance text': '1.5' });
  await pages.post(account, { ...seed, ...named, '/accounts/0/balance text': 'x' });
  await pages.post(account, { ...seed, ...fields, '/accounts/0/accountName text': 'Ny' });
}
