// All that the inspector shows of one request, as it is written in tests/fixtures/pages/views.txt. `npm run examples`
// records it again.
import { test } from '@jest/globals';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import { createRequestView, flowView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { anyFind } from '../explain/support.ts';
import { mint } from '../signing/support.ts';
import { bodyOf, NOW, nothing, seenRequest } from './sample-request.ts';

const tpp = await mint({ name: 'TPP', organisationId: 'PSDNO-FSA-1' });
const DATE = new Date(NOW).toUTCString();
const CERTIFICATE = ['TPP-Signature-Certificate', tpp.certificateBase64];
const signature = (names: string, text = 'c2ln', keyId = 'SN=1,CA=CN=x') => [
  'Signature',
  `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${text}"`,
];
const HOST = ['Host', '127.0.0.1:8080', 'Date', DATE, 'X-Request-ID', 'r-1'];

const explained = (change: object) =>
  ({ rule: 'SIG-10', sentence: 'No.', readings: [], tried: 3, next: [], ...change }) as never;
const refused = (rule: string, details: object = {}) =>
  ({ rule, code: 'BAD_REQUEST', status: 400, text: `Not ${rule}.`, details }) as never;
const answer = (text: string, headers: Record<string, string> = {}) => ({
  ...{ status: 400, headers, body: bodyOf(text) },
});
const cut = (text: string | Buffer, length = 99) => ({ bytes: Buffer.from(text), length });
const messages = (...tppMessages: readonly object[]) => answer(JSON.stringify({ tppMessages }));
const long = (text: string) => text.repeat(3000);

const REQUESTS: readonly Partial<SeenRequest>[] = [
  {},
  { rawHeaders: [], secure: true, scaFlow: 'f1', target: '/banks/default/v1/accounts' },
  {
    rawHeaders: [...HOST, 'TPP-Session-ID', 's-13039319955', 'Cookie', 'c', 'Cookie', ''],
    scaFlow: 'f1',
  },
  { secure: true, scaFlow: 'f1', bank: 'b', target: '/banks/b/v1/x' },
  { rawHeaders: [...HOST, ...signature('date x-request-id')] },
  { rawHeaders: [...HOST, ...signature('date host', 'x'.repeat(48))], refusal: refused('SIG-08') },
  { rawHeaders: [...HOST, ...signature('', 'x'.repeat(49))], refusal: refused('SIG-11') },
  { rawHeaders: [...HOST, ...signature('(request-target) date x-request-id digest')] },
  { rawHeaders: [...HOST, 'Date', DATE, ...signature('date x-request-id')] },
  { rawHeaders: [...HOST, 'Signature', 'nothing of the kind'] },
  { rawHeaders: [...HOST, ...CERTIFICATE, ...signature('date x-request-id', 'c2ln', tpp.keyId)] },
  {
    rawHeaders: [...HOST, ...CERTIFICATE],
    refusal: refused('SIG-02', { got: tpp.certificateBase64, expected: 'é' }),
  },
  { rawHeaders: [...HOST, ...CERTIFICATE, 'PSU-ID', '13039319955'], refusal: refused('SIG-12') },
  {
    rawHeaders: [...HOST, ...CERTIFICATE, ...signature('date x-request-id')],
    refusal: refused('SIG-12'),
    explanation: explained({
      ...{ bankString: 'date: a\nx: 13039319955', signedString: 'date: b\r\nx: 13039319955' },
      ...{ next: [{ rule: 'SIG-11', text: 'Too old for 13039319955.' }], expectedKeyId: 'SN=2' },
      ...{ signature: { form: 'f', hash: 'h' }, readings: [anyFind().says(['crlf'], 'CRLF.')] },
    }),
  },
  {
    rawHeaders: [...HOST, ...signature('date')],
    refusal: refused('SIG-10'),
    explanation: explained({ bankString: long('date: a\n'), signedString: long('date: b\n') }),
  },
  {
    rawHeaders: [...HOST, ...signature('date')],
    explanation: explained({ signedString: 'date: b' }),
  },
  {
    body: bodyOf('{"a":"13039319955"}'),
    method: 'POST',
    answer: answer('{"b":"é"}', { 'Set-Cookie': 'x', A: '1' }),
  },
  { body: cut('cut off é'), answer: { ...answer(''), body: cut('{"n":13039') } },
  {
    body: cut(Buffer.from('cut off é').subarray(0, -1)),
    answer: { ...answer(''), body: cut('12345678901234567890123') },
  },
  {
    body: cut(Buffer.from('a😀').subarray(0, -1)),
    answer: { ...answer(''), body: cut(Buffer.from('a😀').subarray(0, -3)) },
  },
  {
    body: bodyOf(Buffer.from([0x61, 0xff, 0x62])),
    answer: { ...answer(''), body: cut(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x31])) },
  },
  { body: cut('', 5), answer: { ...answer('x'), body: nothing } },
  {
    answer: messages(
      { category: 'ERROR', code: 'A', path: '/13039319955', text: '13039319955' },
      { code: 'B', text: 't' },
    ),
  },
  {
    answer: answer('{"tppMessages":'),
    refusal: refused('CONS-01', { got: long('x'), expected: 'a\nb' }),
  },
  {
    requestId: 'r-13039319955',
    qwac: { id: 'q', name: 'Q' },
    bankTime: NOW,
    tpp: { id: 't', name: 'T' },
  },
];

const REDIRECTS = [
  ...[
    undefined,
    'https://tpp.example/',
    'https://tpp.example/?',
    'https://tpp.example/?state=a&psu-id=i&b',
  ],
  ...[
    'https://tpp.example/?a=1=2&status=500&code=c&message=m&system=s#part',
    'x?a?b=c&context=PRIVATE#a#b',
  ],
  ...[
    'https://t/?psu-corporate-id=c&tpp-session-id=s&x-psu-id=1&psu-id-x=2&codes=3',
    'https://t/#a?b=c',
  ],
];

const HIDDEN: readonly (readonly [string, string])[] = [
  [tpp.certificateBase64.slice(0, 24), 'CERTIFICATE'],
  [tpp.certificateBase64.slice(-8), 'END'],
];

/** Without what is made anew for each run: the certificate, its serial and its key. */
function steady(text: string): string {
  const named = [[tpp.certificateBase64, 'WHOLE'] as const, ...HIDDEN].reduce(
    (so, [own, name]) => so.replaceAll(own, name),
    text,
  );
  const [, serial = ''] = /^SN=([\dA-F]+)/.exec(tpp.keyId) ?? [];
  const lines = named
    .replaceAll(serial, 'SERIAL')
    .replaceAll(serial.toLowerCase(), 'serial')
    .replace(/(?<=END \()\d+/g, 'N');
  return lines.length < 6000 ? lines : `${lines.slice(0, 6000)} … ${lines.length}`;
}

test('CTRL-05: the view of one request: is what the bank answers now', async () => {
  const lines: string[] = [];
  const flowOf = async (id: string) => ({ id, purpose: 'access' });
  for (const [at, change] of REQUESTS.entries()) {
    const request = seenRequest(change);
    const view = createRequestView(at % 4 === 3 ? 'https://bank.example/at' : undefined);
    for (const signed of [undefined, 'date: a\r\nx: b']) {
      if (signed !== undefined && at % 3 !== 1) continue;
      const { verdict, ...shown } = await view(request, { flowOf, ...(signed && { signed }) });
      const steps = (verdict as readonly { outcome: string }[]).filter(
        ({ outcome }) => outcome === 'refused',
      );
      lines.push(`# ${at} ${signed ?? ''}`.trim().replace(/\s+/g, ' '));
      lines.push(
        ...Object.entries({ ...shown, steps }).map(([name, one]) =>
          steady(`${name}: ${JSON.stringify(one)}`),
        ),
      );
    }
  }
  for (const redirect of REDIRECTS) {
    const flow = { purpose: { kind: 'access' }, scaStatus: 's', createdAt: NOW, redirect };
    const bank = { tx: { get: async () => flow } } as never;
    lines.push(`${redirect} → ${JSON.stringify(await flowView(bank, 'f', createMask([])))}`);
  }
  const none = { tx: { get: async () => undefined } } as never;
  lines.push(JSON.stringify(await flowView(none, 'f', createMask([]))));
  expectRecorded('pages/views.txt', lines);
});
