// CTRL-05 and WEB-06: what the inspector shows of a request, and what it never shows. What it shows of
// requests as they come over HTTP is in tests/conformance/inspector.test.ts.
import { sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { PERSONS } from '../../../client/test-tpp.ts';
import { CHECK_NAMES } from '../../../server/checks/checks.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { entryView, rememberingEntryView } from '../../../server/insight/inspector/entry-view.ts';
import { createRequestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { nextPair } from '../../support/key-stock.ts';
import { anyFind } from '../explain/support.ts';
import { mint } from '../signing/support.ts';
import { bodyOf, NOW, nothing, seenRequest } from './sample-request.ts';

const ID = '13039319955';
const DATE = new Date(NOW).toUTCString();
const flowOf = async (id: string) => ({ id, purpose: 'access' });

// biome-ignore lint/suspicious/noExplicitAny: tests look into every corner of a view
type View = any;
const look = (request: SeenRequest, publicUrl?: string): Promise<View> =>
  createRequestView(publicUrl)(request, { flowOf });
const entry = (request: SeenRequest): View => entryView(request);

const issued = await mint({ organisationId: 'PSDNO-FSA-987654321', name: 'TPP' });

function headersOf(names = 'date x-request-id', extra: readonly string[] = []) {
  const text = `date: ${DATE}\nx-request-id: r-1`;
  const signature = sign('RSA-SHA256', Buffer.from(text), issued.privateKey).toString('base64');
  return [
    ...['Host', '127.0.0.1:8080', 'Date', DATE, 'X-Request-ID', 'r-1', ...extra],
    ...['TPP-Signature-Certificate', issued.certificateBase64],
    'Signature',
    `keyId="${issued.keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`,
  ];
}

const refusalOf = (rule: string, text = 'no', details = {}) =>
  ({ rule, code: 'BAD_REQUEST', status: 400, text, details }) as const;
const explained = (change: Partial<Explanation> = {}): Explanation => ({
  ...{ rule: 'SIG-10', sentence: 'No.', readings: [], tried: 3, next: [] },
  ...change,
});

test('CTRL-05: many who ask for the same request get what was made for the first, with its flow as it is by then', async () => {
  const view = createRequestView();
  let state = 'open';
  const around = { flowOf: async (id: string) => ({ id, state }) };
  const request = seenRequest({ scaFlow: 'f1' });
  const first: View = await view(request, around);
  state = 'done';
  const again: View = await view(request, around);
  expect(again.request).toBe(first.request);
  expect([first.scaFlow.state, again.scaFlow.state]).toEqual(['open', 'done']);
  expect((await view(seenRequest({ scaFlow: 'f1' }), around))['request']).not.toBe(first.request);
});

test('CTRL-05: has what section 13 names, and no more', () => {
  const tpp = { id: 'PSDNO-FSA-987654321', name: 'TPP' };
  const findings = [{ rule: 'SIG-05', text: 'lower case' }];
  const readings = [
    anyFind().says(['crlf', 'id-case'], 'This.'),
    anyFind().says(['crlf'], 'Or that.'),
  ] as const;
  const sentence = 'You did two things.';
  const { verdict, ...rest } = entry(
    seenRequest({
      ...{ requestId: 'r-1', operation: 'getAccounts', tpp, findings, codes: ['BAD_REQUEST'] },
      ...{ refusal: refusalOf('SIG-10'), explanation: explained({ sentence, readings }) },
      ...{ scaFlow: 'f-1', took: { total: 1.23456, explaining: 0.5 } },
    }),
  );
  expect(JSON.parse(JSON.stringify(rest))).toEqual({
    ...{ requestId: 'r-1', id: 'x1', number: 1, at: '2026-11-03T09:05:07.000Z' },
    ...{ method: 'GET', target: '/v1/accounts', operation: 'getAccounts', tpp },
    ...{ status: 400, codes: ['BAD_REQUEST'], rules: ['SIG-10', 'SIG-05'], findings },
    explanation: { sentence, mistakes: ['crlf', 'id-case'], readings },
    ...{ scaFlow: 'f-1', took: { total: 1.235, explaining: 0.5 } },
  });
  expect(verdict).toHaveLength(CHECK_NAMES.length);
});

test('CTRL-05: the rule of a 401 counts, that of a success does not', () => {
  const answer = (status: number) => ({ status, headers: {}, body: nothing, rule: 'CONS-01' });
  expect(entry(seenRequest({ answer: answer(401) })).rules).toEqual(['CONS-01']);
  expect(entry(seenRequest({ answer: answer(200) })).rules).toEqual([]);
});

test('CTRL-05: sentences and names are text, what came in the request is bytes', () => {
  const sentence = 'Write keyId="…": send CA=CN=Łukasz CA,O=Банк, not Blåbær.';
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');
  const details = { expected: 'CA=CN=Łukasz CA', got: latin1('CA=CN=Šiška') };
  const view = entry(
    seenRequest({
      refusal: refusalOf('SIG-06', sentence, details),
      explanation: explained({ sentence }),
      tpp: { id: 'PSDNO-FSA-1', name: 'Šiška «Ã¥» AS' },
      target: latin1('/v1/Šiška'),
    }),
  );
  expect(view).toMatchObject({
    explanation: { sentence },
    tpp: { name: 'Šiška «Ã¥» AS' },
    target: '/v1/Šiška',
  });
  const step = view.verdict.find(({ outcome }: View) => outcome === 'refused');
  expect(step).toMatchObject({ text: sentence, expected: 'CA=CN=Łukasz CA', got: 'CA=CN=Šiška' });
});

test.each([
  ['as it was sent', (signature: string) => signature],
  ['inside a header', (signature: string) => `keyId="a",signature="${signature}"`],
  ['inside a header that never ends', (signature: string) => `signature="${signature}`],
])('WEB-06: an entry of the list: holds no signature, %s', (_, got) => {
  const details = { expected: 'x'.repeat(2000), got: got('aB3/'.repeat(86)) };
  const text = JSON.stringify(entry(seenRequest({ refusal: refusalOf('SIG-10', 'no', details) })));
  expect(text).not.toContain('aB3/aB3/');
  expect(text.length).toBeLessThan(3000);
});

test('WEB-06: an entry is masked once, when the list is first read', () => {
  const view = rememberingEntryView();
  const request = seenRequest({});
  expect(view(request)).toEqual(entryView(request));
  expect(view(request)).toBe(view(request));
});

test('CTRL-05: what the explanation found goes before what is read here', async () => {
  const next = [{ rule: 'SIG-11', text: 'Too old.' }] as const;
  const explanation = explained({
    bankString: 'date: a\nx-request-id: Kåre',
    signedString: 'date: a\r\nx-request-id: Kåre',
    signature: { form: 'RSASSA-PKCS1-v1_5 with SHA-256', hash: 'ab' },
    expectedKeyId: 'SN=1,CA=CN=x',
    next,
  });
  const view = await look(seenRequest({ rawHeaders: headersOf(), explanation }));
  expect(view.explanation).toMatchObject({ tried: 3, next });
  expect(view.signature).toMatchObject({
    ...{ expectedKeyId: 'SN=1,CA=CN=x', form: explanation.signature?.form, hash: 'ab' },
    signedString: [{ text: 'date: a\\r', end: 'LF' }, { text: 'x-request-id: Kåre' }],
  });
  const ops = view.signature.diff.map(({ op }: View) => op);
  expect(ops).toEqual(['same', 'removed', 'same', 'same']);
  expect(view.signature.diffClipped).toBeUndefined();
});

test('CTRL-05: of long strings it says that only a part is compared', async () => {
  const bankString = 'date: '.padEnd(5000, 'x');
  const explanation = explained({ bankString, signedString: `${bankString}\n` });
  const view = await look(seenRequest({ rawHeaders: headersOf(), explanation }));
  expect(view.signature.diffClipped).toBe(true);
});

test.each(['date host', 'date'])(
  'CTRL-05: if %s is listed, the string is that of all that must be signed',
  async (names) => {
    const { signature } = await look(seenRequest({ rawHeaders: headersOf(names) }));
    expect(signature.expectedHeaders).toBe('date x-request-id');
  },
);

test.each([
  [['SIG-10'], undefined],
  [
    ['SIG-11'],
    'The Date in it is the one of the request, refused as well: put the right one in first.',
  ],
  [['SIG-10', 'SIG-12'], 'The Digest in it is the one of the request'],
  [['SIG-11', 'SIG-12'], 'The Date and the Digest in it are those of the request'],
] as const)('CTRL-05: if %j refuse, the note on the string to sign is %s', async (...row) => {
  const [[rule, ...others], note] = row;
  const explanation = explained({ next: others.map((one) => ({ rule: one, text: 'No.' })) });
  const request = { rawHeaders: headersOf(), explanation, refusal: refusalOf(rule) };
  const { signature } = await look(seenRequest(request));
  if (note === undefined) expect(signature.opensslNote).toBeUndefined();
  else expect(signature.opensslNote).toContain(note);
});

test('CTRL-05: the signature taken apart: what cannot be read is absent', async () => {
  const lone = (name: string, value: string) =>
    look(seenRequest({ rawHeaders: ['Host', 'h', name, value] }));
  expect((await look(seenRequest())).signature).toBeUndefined();
  expect((await lone('Signature', 'nonsense')).signature).toBeUndefined();
  expect((await lone('TPP-Signature-Certificate', 'AAAA')).signature).toBeUndefined();
  const unsigned = await lone('TPP-Signature-Certificate', issued.certificateBase64);
  expect(unsigned.signature.header).toBeUndefined();
  expect(unsigned.signature.bankString).toBeUndefined();
  expect(unsigned.signature.expectedKeyId).toBe(issued.keyId);
  const twice = headersOf(undefined, ['Date', DATE]);
  expect((await look(seenRequest({ rawHeaders: twice }))).signature.bankString).toBeUndefined();
});

test('CTRL-05: a body that is not UTF-8 is shown as ISO-8859-1', async () => {
  const { request } = await look(seenRequest({ body: bodyOf(Buffer.from([0x61, 0xff])) }));
  expect(request).toMatchObject({ body: 'aÿ', bodyLength: 2 });
});

test('CTRL-05: of a body that was cut, half a character and half a number are left out', async () => {
  const cut = (bytes: Buffer) => look(seenRequest({ body: { bytes, length: 1_000_000 } }));
  expect((await cut(Buffer.from('aå').subarray(0, 2))).request.body).toBe('a');
  expect((await cut(Buffer.from(`n:${ID.slice(0, 10)}`))).request.body).toBe('n:…');
  expect((await cut(Buffer.from('a'))).request.bodyLength).toBe(1_000_000);
});

test('CTRL-05: commands go to the address that the request went to', async () => {
  const request = seenRequest({ target: '/banks/a/v1/x', bank: 'a', scaFlow: 'f-1' });
  const direct = await look(request);
  expect(direct.curl).toContain('http://127.0.0.1:8080/banks/a/v1/x');
  expect(direct.scaFlow).toEqual({ id: 'f-1', purpose: 'access', link: '/banks/a/sca/f-1' });
  const behind = await look(request, 'https://bank.example/psd2');
  expect(behind.curl).toContain('https://bank.example/psd2/banks/a/v1/x');
  expect(behind.resign).toContain('https://bank.example/psd2/banks/a/v1/x');
});

const key = (await nextPair()).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const inner = key.split('\n').slice(1, -2);
const SECRETS = [ID, 'Bearer-Value-1', 'cookie-value-1', 'hunter22', ...inner];

/** The same things wherever something can be put. */
function poisoned(): SeenRequest {
  const redirect = `https://user:hunter22@t.example/?n=${ID}&m=%22${ID}%22&password=hunter22`;
  const text = `said ${ID}, Bearer-Value-1 and pwd=hunter22=${key}`;
  const details = { expected: text, got: issued.certificateBase64, path: ID };
  const secretHeaders = [
    ...['TPP-Redirect-URI', redirect, 'X-PSU-IDENTITY', ID, 'TPP-Session-ID', ID],
    ...['Authorization', 'Bearer-Value-1', 'Cookie', 'cookie-value-1'],
    ...['X-Key', key.replaceAll('\n', ' ')],
  ];
  return seenRequest({
    requestId: ID,
    target: `/v1/accounts/${ID}?x=%22${ID}&token=hunter22`,
    path: `/v1/accounts/${ID}`,
    rawHeaders: headersOf('date x-request-id tpp-redirect-uri', secretHeaders),
    tpp: { id: `PNONO-${ID}`, name: `Person ${ID}` },
    qwac: { id: `PNONO-${ID}`, name: `Person ${ID}` },
    body: bodyOf(JSON.stringify({ customerNumber: ID, password: 'hunter22', key })),
    findings: [{ rule: 'ERR-01', text }],
    refusal: refusalOf('SIG-02', text, details),
    explanation: explained({
      sentence: text,
      readings: [anyFind().says(['crlf'], text)],
      bankString: `tpp-redirect-uri: ${redirect}`,
      signedString: `tpp-redirect-uri: ${redirect}\n${ID}`,
      expectedKeyId: `SN=1,CA=serialNumber=${ID}`,
      next: [{ rule: 'SIG-11', text }],
    }),
    answer: {
      status: 400,
      headers: { 'X-Request-ID': ID },
      body: bodyOf(JSON.stringify({ tppMessages: [{ code: 'X', text, path: ID }] })),
    },
  });
}

test.each([
  ['the list', async (request: SeenRequest) => entryView(request)],
  ['the single view', (request: SeenRequest) => look(request)],
])('WEB-06: in %s: ids, tokens, passwords, keys', async (_, view) => {
  const text = JSON.stringify(await view(poisoned()));
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(text).toContain('*********55');
});

test('WEB-06: of a secret header its name is shown, and whether it was empty', async () => {
  const { request } = await look(seenRequest({ rawHeaders: ['Cookie', 'a=b', 'X-Token', ''] }));
  expect(request.headers).toEqual([
    ['Cookie', '(removed)'],
    ['X-Token', ''],
  ]);
});

test('WEB-06: certificates whole, but for the command that sends one', async () => {
  const { curl, ...rest } = await look(poisoned());
  const middle = issued.certificateBase64.slice(400, 500);
  expect(JSON.stringify(rest)).not.toContain(middle);
  expect(curl).toContain(middle);
  expect(JSON.stringify(entryView(poisoned()))).not.toContain(middle);
});

test('CTRL-05: as a test, a request logs in those whom the kit knows by their first names', async () => {
  const logins = async (name: string) =>
    (await look(seenRequest({ person: { id: 'c-1', name } }))).test.match(/tpp\.login\((.*)\)/)[1];
  const names = Object.keys(PERSONS);
  const capital = (name: string) => name.replace(/^./, (first) => first.toUpperCase());
  expect(await Promise.all(names.map((name) => logins(`${capital(name)} Bakkerud`)))).toEqual(
    names.map((name) => `'${name}'`),
  );
  const { test: unknown } = await look(
    seenRequest({ person: { id: 'c-1', name: 'Ann-Kristin Ås' } }),
  );
  expect(unknown).toContain('const psu = await tpp.login(process.env.PSU_IDENTITY);');
});

test('CTRL-05: as a test, a request is sent with its query and its JSON; what the kit cannot send is waited for', async () => {
  const asked = seenRequest({
    ...{ method: 'POST', path: '/v1/x', target: '/banks/a/v1/x?y=1', body: bodyOf('{ "z": 2 }') },
  });
  expect((await look(asked)).test).toContain(`await tpp.post('/v1/x?y=1', {"z":2});`);
  const waits = 'await bank.nextRequest({ operation:';
  expect((await look({ ...asked, body: bodyOf('{') })).test).toContain(waits);
  expect((await look({ ...asked, refusal: refusalOf('SIG-10') })).test).toContain(waits);
});
