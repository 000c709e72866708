// What arrives at the redirect catcher: what is stored, listed and waited for, who is known to come back, and what its page
// shows, as it is written in tests/fixtures/tables/redirects.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { agreements, customers } from '../../../server/bank/customers/tables.ts';
import {
  catchRedirect,
  parametersOf,
  redirectView,
  returningPsu,
} from '../../../server/bank/redirects/catch-redirect.ts';
import { caughtPage } from '../../../server/bank/redirects/caught-page.ts';
import { redirectOperations } from '../../../server/bank/redirects/redirect-control.ts';
import { redirects } from '../../../server/bank/redirects/tables.ts';
import { afterCatchPath } from '../../../server/bank/sca/catch-address.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { Waiting } from '../../../server/kernel/waiting.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, shown, thrownText } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T10:00:00Z');
const ids = createIds((size) => new Uint8Array(size));
const bankOf = (tx = mapTx()) => ({ bank: 'acme', idScope: 'acme', tx, now: NOW, ids });
const CATCH = 'http://127.0.0.1:8080/banks/acme/_sandbox/redirects/catch';

const PARTS = [
  ...[
    '',
    '?',
    '?a',
    '?a=1&a=2&b=',
    '?code=SCA_EXPIRED&system=x',
    '?code=odd&psu-id=p',
    '?context=PRIVATE',
  ],
  ...[
    '?psu-id=p',
    '?psu-id=p&tpp-session-id=it%27s',
    '?psu-id=p&psu-corporate-id=c&tpp-session-id=s&state=z',
  ],
  ...[
    '?psu-id=',
    '?code=SYSTEM_ERROR&psu-id=p',
    '/deep?psu-id=p#part',
    '?psu-corporate-id=c',
    '?a=%zz&b=+c',
  ],
  ...['SCA_INVALID', 'PAYMENT_FAILED', 'PSU_CREDENTIALS_INVALID'].map((code) => `?code=${code}`),
];
const FRAME = { language: 'en', bankName: 'Sandbank', prefix: '/banks/acme' } as const;
const NEXT = new URL('http://127.0.0.1:8080/banks/acme/v1/accounts?x=1');

test('CTRL-06: the page of the catcher: shows what it shows now', () => {
  const lines: string[] = [];
  for (const part of PARTS) {
    const url = CATCH + part;
    lines.push(`> ${part}`, shown(parametersOf(url)), shown(afterCatchPath(url)));
    lines.push(shown(caughtPage(url, FRAME)));
    for (const company of [undefined, 'AS']) {
      const back = { person: 'Kari', purpose: { kind: 'access' }, next: NEXT } as const;
      const page = caughtPage(url, FRAME, company === undefined ? back : { ...back, company });
      if (page.step === 'back') lines.push(shown(page));
      else expect(page).toEqual(caughtPage(url, FRAME));
    }
  }
  lines.push(shown(afterCatchPath('http://127.0.0.1:8080/other')));
  expectRecorded('tables/caught-pages.txt', lines);
});

const flow = (id: string, more: object = {}) => ({
  ...{
    id,
    redirect: `${CATCH}?psu-id=p`,
    scaStatus: 'finalised',
    customerId: 'kari',
    createdAt: NOW,
  },
  ...{ purpose: { kind: 'session' }, ...more },
});

test('CTRL-06: who comes back is known of an SCA of this bank that was approved, and of no other', async () => {
  const { tx } = bankOf();
  tx.put(customers, { id: 'kari', name: 'Kari', number: '1' } as never);
  tx.put(agreements, { id: 'bakery', name: 'Bakeri' } as never);
  const others = [
    ...[
      {},
      { agreementId: 'bakery' },
      { agreementId: 'gone' },
      { scaStatus: 'failed' },
      { customerId: 'gone' },
    ],
    ...[{ customerId: undefined }, { purpose: { kind: 'payment', paymentId: 'p' } }],
  ];
  const lines: string[] = [];
  for (const [nth, more] of others.entries()) {
    tx.put(flows, flow(`f${nth}`, more) as never);
    lines.push(`${shown(more)} ${shown(await returningPsu({ tx }, { scaFlow: `f${nth}` }))}`);
  }
  expect(lines.splice(0)).toEqual([
    '{} {person: "Kari", purpose: {kind: "session"}}',
    '{agreementId: "bakery"} {person: "Kari", purpose: {kind: "session"}, company: "Bakeri"}',
    '{agreementId: "gone"} {person: "Kari", purpose: {kind: "session"}}',
    '{scaStatus: "failed"} undefined',
    '{customerId: "gone"} undefined',
    '{customerId: undefined} undefined',
    '{purpose: {kind: "payment", paymentId: "p"}} {person: "Kari", purpose: {kind: "payment", paymentId: "p"}}',
  ]);
  expect(await returningPsu({ tx }, {})).toBeUndefined();
  expect(await returningPsu({ tx }, { scaFlow: 'none' })).toBeUndefined();
});

test('CTRL-06: of several SCAs that end with an address, a redirect is of the newest', async () => {
  const bank = bankOf();
  const sent = `${CATCH}?psu-id=p`;
  expect(await catchRedirect(bank, sent)).toEqual({ id: 'r1', number: 1, at: NOW, url: sent });
  for (const [nth, id] of ['old', 'new', 'middle'].entries())
    bank.tx.put(flows, flow(id, { createdAt: [1, 9, 5][nth] }) as never);
  expect(await catchRedirect(bank, sent)).toMatchObject({ id: 'r2', scaFlow: 'new' });
  expect(await catchRedirect(bank, `${sent}x`)).not.toHaveProperty('scaFlow');
  expect(await catchRedirect(bank, 'http://127.0.0.1:8080/other')).toMatchObject({ number: 4 });
});

test('WEB-05: a bank keeps a thousand redirects, and numbers go on', async () => {
  const bank = bankOf();
  for (let nth = 1; nth <= 1000; nth++) await catchRedirect(bank, CATCH);
  const all = () => bank.tx.all(redirects).map(({ number }) => number);
  expect([all().length, Math.min(...all())]).toEqual([1000, 1]);
  await catchRedirect(bank, CATCH);
  expect([all().length, Math.min(...all()), Math.max(...all())]).toEqual([1000, 2, 1001]);
});

interface Row {
  readonly id: string;
  readonly handle?: (call: object) => Promise<unknown>;
  readonly outside?: (call: object) => Promise<unknown>;
}

const QUERIES: readonly JsonObject[] = [
  ...[{}, { state: 'a' }, { state: 'none' }, { state: '' }, { scaFlow: 'f' }, { scaFlow: '' }],
  ...[
    { after: '0' },
    { after: '1' },
    { after: '2' },
    { after: '3' },
    { after: '9' },
    { after: '-1' },
  ],
  ...[
    { limit: '1' },
    { limit: '0' },
    { limit: '1000' },
    { limit: '1001' },
    { state: 'a', limit: '1', after: '1' },
  ],
];

test('CTRL-06: caught redirects: are listed, waited for and deleted as now', async () => {
  const bank = bankOf();
  bank.tx.put(flows, flow('f', { redirect: `${CATCH}?state=b` }) as never);
  for (const state of ['a', 'b', 'a']) await catchRedirect(bank, `${CATCH}?state=${state}`);
  const transactIfBegun = async (_: string, work: (opened: object) => unknown) => work(bank);
  const rows = redirectOperations({
    banks: { transactIfBegun } as never,
    arrivals: new Waiting(),
  }) as unknown as readonly Row[];
  const lines: string[] = [];
  for (const id of ['getRedirects', 'getNextRedirect', 'deleteRedirects', 'getRedirects']) {
    for (const query of id === 'deleteRedirects' ? [{}] : QUERIES) {
      const { handle, outside } = rows.find((row) => row.id === id) as Row;
      const call = {
        bank: outside === undefined ? bank : 'acme',
        query: { timeout: 'PT0S', ...query },
      };
      const said = await (handle ?? outside)?.(call).then(shown, thrownText);
      lines.push(`${id} ${shown(query)}: ${said}`);
    }
  }
  lines.push(shown(redirectView({ id: 'r7', number: 7, at: NOW, url: 'x:/?a=b', scaFlow: 'f' })));
  expectRecorded('tables/redirects.txt', lines);
});
