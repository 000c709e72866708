// What the test kit asks a bank for, and what it makes of the answers, is what is written in tests/fixtures/tables/kit.txt.
// `npm run examples` records it again.
import { test } from '@jest/globals';
import { testControl } from '../../../client/test-control.ts';
import { createTestTpp } from '../../../client/test-tpp.ts';
import { createRequestSender, flowIn, psuIn, scaRedirect, sendFor } from '../../../client/tpp.ts';
import { answeringBanks, BANK } from '../../support/answering-bank.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';
import { mint } from '../signing/support.ts';

const { certificate, privateKey, keyId } = await mint();
const answeringBank = answeringBanks();

const LINK = '{"_links":{"scaRedirect":{"href":"http://bank.test/sca/f/1?a=/b#/c"}}}';
const ANSWERS = [
  `on 'POST /_sandbox/certificates' 200 '${JSON.stringify({ certificate: 'C', privateKey: 'K', keyId: 'I' })}'`,
  `on 'POST /v1/bank-offered-consents' 201 '${LINK}'`,
  `on 'POST /_sandbox/sca/1' 200 '{"redirect":"https://t.example/?psu-id=i&tpp-session-id=s&context=PRIVATE"}'`,
  ...[
    "on 'GET /v1/x' 200 '[1]' 'A: b'",
    "on 'POST /v1/x' 201 'text'",
    "on 'PUT /v1/x' 204",
    "on 'DELETE /v1/x' 400 '{}'",
  ],
  ...[
    "on 'GET /_sandbox/requests/next' 200 '{\"number\":5}'",
    'on \'POST /_sandbox/faults\' 201 \'{"id":"f1"}\'',
  ],
  ...[
    'on \'PUT /_sandbox/clock\' 200 \'{"now":"n"}\'',
    'on \'POST /_sandbox/clock/advance\' 200 \'{"now":"m"}\'',
  ],
  ...[
    "on 'PUT /_sandbox/snapshots/test' 204",
    "on 'POST /_sandbox/snapshots/own/restore' 200 ''",
    "on 'POST /_sandbox/reset' 204",
  ],
];

test('the test kit: asks for the same as before', async () => {
  const bank = answeringBank();
  for (const line of ANSWERS) await bank.run(line);
  const lines: string[] = [];
  const say = async (name: string, work: () => unknown) => {
    const found = await Promise.resolve()
      .then(work)
      .then((value) => shown(value instanceof URLSearchParams ? `${value}` : value), thrownText);
    lines.push(`# ${name}`, ...bank.asked(), found);
  };
  const at = new Date(Date.UTC(2019, 0, 2));
  for (const token of [undefined, 'sesame']) {
    const control = testControl(BANK, token);
    await say('advance', () => control.clock.advance('P1D'));
    await say('set', () => control.clock.set('2019-01-01T00:00:00Z'));
    await say('frozen', () => control.clock.set(at, { frozen: true }));
    await say('running', () => control.clock.set(at, { frozen: false }));
    await say('next', () => control.nextRequest());
    await say('the one after', () => control.nextRequest({ status: '4xx', q: 'a b' }));
    await say('snapshot', () => control.snapshot());
    await say('restore', () => control.restore('own'));
    await say('fault', () => control.fault({ effect: { status: 503 } }));
    await say('reset', () => control.reset());
    await say('refused', () => control.control('DELETE', '/none', { a: 1 }));
  }
  const { control } = testControl(BANK, undefined);
  const send: typeof control = async (method, path, body) => {
    const answer = await control(method, path, body);
    return path === '/certificates' ? { certificate, privateKey, keyId } : answer;
  };
  const tpp = await createTestTpp(
    { url: BANK, send },
    { name: 'N', headers: { 'Accept-Language': 'nb' } },
  );
  lines.push(...bank.asked());
  const shownOf = ({ status, headers, body }: Awaited<ReturnType<typeof tpp.get>>) => [
    status,
    [...headers],
    body,
  ];
  const call = (name: string, work: () => ReturnType<typeof tpp.get>) =>
    say(name, () => work().then(shownOf));
  await call('get', () => tpp.get('/v1/x', { headers: { 'x-accept-fix': undefined, B: 'c' } }));
  await call('post', () => tpp.post('/v1/x', { a: 1 }));
  await call('put', () => tpp.put('/v1/x'));
  await call('delete', () => tpp.delete('/v1/x'));
  await call('no path', () => tpp.get('v1/x'));
  const jonas = await tpp.login('jonas', { context: 'PRIVATE' });
  lines.push(...bank.asked(), shown([jonas.psuId, jonas.sessionId]));
  await call('as jonas', () => jonas.get('/v1/x'));
  await call('as jonas, absent', () => jonas.absent.post('/v1/x', {}));
  const asked = await tpp.post('/v1/bank-offered-consents');
  lines.push(...bank.asked());
  await say('approve', () => tpp.approve(asked, { person: 'odd', outcome: 'approve' }));
  await say('approve as jonas', () => jonas.approve(asked));
  await say('approve by number', () =>
    jonas.absent.approve(asked, { person: '01010750160', accounts: ['a'] }),
  );
  await say('approve nothing', () =>
    tpp.approve({ status: 200, headers: new Headers(), body: { _links: {} } }),
  );
  await bank.run('on \'POST /_sandbox/sca/1\' 200 \'{"redirect":"https://t.example/?code=NO"}\'');
  await say('no login', () => tpp.login('kari'));
  const plain = createRequestSender(() => ({ A: 'b' }));
  const request = { method: 'GET', url: `${BANK}/v1/asks`, headers: { C: 'd' } };
  const renewals: readonly (Record<string, string> | undefined)[] = [{ D: 'e' }, undefined];
  for (const answer of [
    "200 '{}'",
    `200 '${LINK}'`,
    `401 '${LINK}'`,
    `399 '${LINK}'`,
    `401 '{"tppMessages":[{"path":"PSU-ID"}]}'`,
    "401 '{}'",
    "401 'x'",
  ]) {
    await bank.run(`on 'GET /v1/asks' ${answer}`);
    for (const psu of renewals) {
      for (const renewed of renewals) {
        const links: unknown[] = [];
        const renew = async (link: string | undefined) => {
          links.push(link);
          return renewed;
        };
        const sender = (one: Parameters<typeof plain>[0]) => {
          lines.push(`  sends ${shown(one.headers)}`);
          return plain(one);
        };
        await say(`${answer} ${shown(psu)}`, async () => {
          const { response, text } = await sendFor(sender, request, { psu, renew });
          return [response.status, text, links];
        });
      }
    }
  }
  for (const link of ['a', '/a/b', 'a/b?c/d', 'a/b#c/d', 'http://h/sca/x y', '', 'a/'])
    lines.push(`${link} ${saidBy(() => flowIn(link))}`);
  for (const query of [
    '',
    'psu-id=',
    'psu-id=i&psu-corporate-id=&context=c',
    'psu-corporate-id=c',
    'code=x',
  ])
    lines.push(`${query} ${saidBy(() => psuIn(`https://t.example/?${query}`))}`);
  for (const json of [
    undefined,
    null,
    1,
    {},
    { _links: null },
    { _links: { scaRedirect: { href: 1 } } },
  ])
    lines.push(saidBy(() => scaRedirect({ json })));
  expectRecorded('tables/kit.txt', lines);
});
