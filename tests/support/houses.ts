// Sandbanks with other settings, and what of their pages is asked of each.
import type { HeaderList } from './http.ts';
import type { RecordedPages } from './recorded-pages.ts';
import type { SandbankSettings } from './sandbanks.ts';

const WALL = { at: Date.UTC(2053, 2, 4, 9, 5, 7) };

const SEED = {
  repeatable: 'houses',
  customers: [{ customerNumber: '15479801026', customerName: 'Kari' }],
  accounts: [{ customerNumber: '15479801026', accountName: 'En', currency: 'NOK', balance: 7 }],
};

export interface House {
  readonly settings: SandbankSettings;
  readonly headers?: HeaderList;
}

/** The first one has no settings but its content, which all have. */
export const HOUSES: Readonly<Record<string, House>> = {
  'without settings': { settings: {} },
  'in production, with TLS': {
    settings: {
      ...{ profile: 'production', settlementDelay: 60_000, banksInMemory: 7 },
      ...{ httpsPort: 0, mtls: 'require' },
    },
  },
  'with a token': {
    settings: { control: { token: 'sesame' }, signResponses: true },
    headers: [['Authorization', 'Bearer sesame']],
  },
  'behind a proxy': {
    settings: {
      publicUrl: 'https://bank.example/psd2',
      control: { allowedHosts: ['Bank.example', 'b2.example'] },
    },
    headers: [['Host', 'bank.example']],
  },
  'without a request log, with a clock of its own': {
    settings: {
      ...{ inspector: false, httpsPort: 0, mtls: 'request', repeatable: 'x' },
      clock: { now: '2031-01-02T03:04:05Z', frozen: true },
    },
  },
};

export const settingsOf = ({ settings }: House): SandbankSettings => ({
  seed: SEED,
  wallClock: WALL,
  ...settings,
});

/** Those that say something of the settings, or of the address. */
const PAGES = [
  ...['/', '/?lang=nb', '/console', '/console/clock', '/console/certificates', '/console/send'],
  ...['/console/send?operation=createSepaCreditTransfer', '/console/banks', '/console/explain'],
  ...['/console/people', '/console/settings', '/console/nothing', '/nothing', '/sca/nothing'],
  ...['/redirects/x', '/_sandbox/requests', '/_sandbox/requests/nothing', '/_sandbox/faults'],
  ...['/_sandbox/nothing', '/banks/job-7/console', '/banks/No%20Bank/console', '/banks/job-7'],
  ...['/banks/job-7/nothing', '/console/?done=none', '/_sandbox', '/v1/user', '/health'],
];
/** Of their content a few lines are enough. */
const LONG = [
  ...['/console/rules', '/console/scenarios', '/_sandbox/readiness', '/docs', '/docs/signing'],
  ...['/docs/search?q=clock', '/docs/sandbox/clock?bank=job-7'],
  ...['/docs/nothing', '/llms.txt'],
];

/** Forms, with what each answers. */
const FORMS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/_sandbox/sign-in', {}],
  ['/_sandbox/sign-in', { token: 'wrong', next: '/console/clock' }],
  ...[
    ...[
      '/console',
      '/console/clock?a=b',
      '/console?x',
      '/consoles',
      '/_sandbox/faults',
      '/v1/user',
    ],
    ...[
      '/banks/job-7/console',
      '/banks/Job/console',
      '//evil/console',
      'https://evil/',
      '/psd2/console',
    ],
    ...['/console/a b', '/console/\\evil', '/psd2', '/_sandbox', '/banks/job-7/_sandbox/requests'],
  ].map((next) => ['/_sandbox/sign-in', { token: ' sesame ', next }] as const),
  ['/banks/job-7/_sandbox/sign-in', { token: 'sesame', next: 'x' }],
  ['/console/banks', { name: 'job-8' }],
  ['/console/clock', { operation: 'advanceClock', '/by text': 'PT1H' }],
  ['/console/clock', { operation: 'advanceClock', '/by text': 'x' }],
  ['/console/faults', { operation: 'deleteFaults' }],
  ['/console/nothing', { operation: 'deleteFaults' }],
  ['/console/rules', { operation: 'putRules', '/preset text': 'lenient' }],
  ['/_sandbox/requests/nothing', { signed: 'x' }],
  ['/console/snapshots', { operation: 'putSnapshot', '{name} text': 'one' }],
];

export async function visit(pages: RecordedPages): Promise<void> {
  for (const path of PAGES) await pages.whole(path);
  for (const path of LONG) await pages.whole(path, [], 3);
  const asked = [['Accept', 'application/json']] as const;
  for (const path of ['/_sandbox/faults', '/nothing', '/console', '/sca/nothing'])
    await pages.whole(path, asked);
  for (const [path, fields] of FORMS) {
    const { status, headers, text } = await pages.send(path, fields);
    const { location = '', 'set-cookie': cookie = '' } = headers;
    const title = /<title>([^<]*)/.exec(text)?.[1] ?? text.slice(0, 300);
    pages.note(`# ${path} ${JSON.stringify(fields)}: ${status} ${location} ${cookie} ${title}`);
  }
}

/** What is left of it for one who has no token, or comes by another name. */
export async function visitAsStranger(pages: RecordedPages): Promise<void> {
  const paths = ['/', '/console/clock', '/_sandbox/faults', '/_sandbox/requests?limit=1', '/docs'];
  for (const path of [...paths, '/banks/job-7/console', '/_sandbox/nothing', '/sca/nothing'])
    await pages.whole(path, [], 20);
}
