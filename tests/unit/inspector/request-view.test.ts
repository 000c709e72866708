// CTRL-05 and WEB-06: what the inspector shows of an request, and what it never shows.
import { execFileSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { requestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import type { IssuedCertificate } from '../../../server/signing/issuer.ts';
import { mint } from '../signing/support.ts';
import { bodyOf, NOW, nothing, seenRequest } from './sample-request.ts';

const ID = '13039319955';
const DATE = new Date(NOW).toUTCString();
const flowOf = async (id: string) => ({ id, purpose: 'access' });

// biome-ignore lint/suspicious/noExplicitAny: tests look into every corner of a view
type View = any;
const look = (request: SeenRequest, publicUrl?: string): Promise<View> =>
  requestView(request, { flowOf, ...(publicUrl === undefined ? {} : { publicUrl }) });
const entry = (request: SeenRequest): View => entryView(request);

let issued: IssuedCertificate;
beforeAll(async () => {
  issued = await mint({ organisationId: 'PSDNO-FSA-987654321', name: 'TPP' });
});

interface Signed {
  readonly names?: string;
  readonly keyId?: string;
  readonly extra?: readonly string[];
  readonly text?: string;
}

function headersOf({ names = 'date x-request-id', keyId, extra = [], text }: Signed = {}) {
  const signed = text ?? `date: ${DATE}\nx-request-id: r-1`;
  const signature = sign('RSA-SHA256', Buffer.from(signed, 'latin1'), issued.privateKey);
  return [
    ...['Host', '127.0.0.1:8080', 'Date', DATE, 'X-Request-ID', 'r-1', ...extra],
    ...['TPP-Signature-Certificate', issued.certificateBase64],
    'Signature',
    `keyId="${keyId ?? issued.keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature.toString('base64')}"`,
  ];
}

describe('CTRL-05: an entry of the list', () => {
  test('CTRL-05: has what section 13 names, and no more', () => {
    const request = seenRequest({
      requestId: 'r-1',
      operation: 'getAccounts',
      tpp: { id: 'PSDNO-FSA-987654321', name: 'TPP' },
      findings: [{ rule: 'SIG-05', text: 'lower case' }],
      codes: ['BAD_REQUEST'],
      refusal: { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text: 'no', details: {} },
      explanation: {
        rule: 'SIG-10',
        sentence: 'You did two things.',
        readings: [
          { mistakes: ['crlf', 'id-case'], sentence: 'This.' },
          { mistakes: ['crlf'], sentence: 'Or that.' },
        ],
        tried: 3,
        next: [],
      },
      scaFlow: 'f-1',
      took: { total: 1.23456, explaining: 0.5 },
    });
    const { verdict, ...rest } = entry(request);
    expect(JSON.parse(JSON.stringify(rest))).toEqual({
      requestId: 'r-1',
      id: 'x1',
      number: 1,
      at: '2026-11-03T09:05:07.000Z',
      method: 'GET',
      target: '/v1/accounts',
      operation: 'getAccounts',
      tpp: { id: 'PSDNO-FSA-987654321', name: 'TPP' },
      status: 400,
      codes: ['BAD_REQUEST'],
      rules: ['SIG-10', 'SIG-05'],
      findings: [{ rule: 'SIG-05', text: 'lower case' }],
      explanation: {
        sentence: 'You did two things.',
        mistakes: ['crlf', 'id-case'],
        readings: [
          { mistakes: ['crlf', 'id-case'], sentence: 'This.' },
          { mistakes: ['crlf'], sentence: 'Or that.' },
        ],
      },
      scaFlow: 'f-1',
      took: { total: 1.235, explaining: 0.5 },
    });
    expect(verdict).toHaveLength(21);
  });

  test('CTRL-05: the rule of a 401 counts, that of a success does not', () => {
    const answer = (status: number) => ({ status, headers: {}, body: nothing, rule: 'CONS-01' });
    expect(entry(seenRequest({ answer: answer(401) })).rules).toEqual(['CONS-01']);
    expect(entry(seenRequest({ answer: answer(200) })).rules).toEqual([]);
  });

  test.each([
    ['as it was sent', (signature: string) => signature],
    ['inside a header', (signature: string) => `keyId="a",signature="${signature}"`],
    ['inside a header that never ends', (signature: string) => `signature="${signature}`],
  ])('WEB-06: holds no signature, %s', (_, got) => {
    const signature = 'aB3/'.repeat(86);
    const refusal = {
      rule: 'SIG-10',
      code: 'BAD_REQUEST',
      status: 400,
      text: 'no',
      details: { expected: 'x'.repeat(2000), got: got(signature) },
    };
    const text = JSON.stringify(entry(seenRequest({ refusal })));
    expect(text).not.toContain('aB3/aB3/');
    expect(text.length).toBeLessThan(3000);
  });
});

describe('CTRL-05: the signature taken apart', () => {
  test('CTRL-05: header, certificate, strings and command of one that verifies', async () => {
    const { signature } = await look(seenRequest({ rawHeaders: headersOf() }));
    expect(signature.header).toMatchObject({
      keyId: issued.keyId,
      algorithm: 'rsa-sha256',
      headers: 'date x-request-id',
      signature: expect.stringMatching(/^[\w+/]{24}… \(344 characters\)$/),
    });
    expect(signature.certificate).toMatchObject({
      serial: /SN=(\w+)/.exec(issued.keyId)?.[1],
      issuer: /CA=(.*)/.exec(issued.keyId)?.[1],
      subject: expect.stringContaining('PSDNO-FSA-987654321'),
      notBefore: expect.stringMatching(/^2026-11-0/),
      notAfter: expect.stringMatching(/^2027-11-0/),
      keyType: 'rsa',
      keyBits: 2048,
      organisationId: 'PSDNO-FSA-987654321',
      roles: ['PSP_AI', 'PSP_PI'],
    });
    expect(signature.expectedKeyId).toBe(issued.keyId);
    expect(signature.bankString).toEqual([
      { text: `date: ${DATE}`, end: 'LF' },
      { text: 'x-request-id: r-1', end: '' },
    ]);
    expect(signature.expectedHeaders).toBe('date x-request-id');
    expect(signature.openssl).toContain('openssl dgst -sha256 -sign tpp.key');
    expect([signature.signedString, signature.diff]).toEqual([undefined, undefined]);
  });

  test('CTRL-05: what the explanation found goes before what is read here', async () => {
    const explanation: Explanation = {
      rule: 'SIG-10',
      sentence: 'CRLF.',
      readings: [{ mistakes: ['crlf'], sentence: 'CRLF.' }],
      bankString: 'date: a\nx-request-id: Kåre',
      signedString: 'date: a\r\nx-request-id: Kåre',
      signature: { form: 'RSASSA-PKCS1-v1_5 with SHA-256', hash: 'ab' },
      expectedKeyId: 'SN=1,CA=CN=x',
      tried: 7,
      next: [{ rule: 'SIG-11', text: 'Too old.' }],
    };
    const view = await look(seenRequest({ rawHeaders: headersOf(), explanation }));
    expect(view.explanation).toMatchObject({
      tried: 7,
      next: [{ rule: 'SIG-11', text: 'Too old.' }],
    });
    expect(view.signature).toMatchObject({
      expectedKeyId: 'SN=1,CA=CN=x',
      form: 'RSASSA-PKCS1-v1_5 with SHA-256',
      hash: 'ab',
      signedString: [
        { text: 'date: a\\r', end: 'LF' },
        { text: 'x-request-id: Kåre', end: '' },
      ],
      diff: [
        { op: 'same', text: 'date: a' },
        { op: 'removed', text: '\\r' },
        { op: 'same', text: '', end: 'LF' },
        { op: 'same', text: 'x-request-id: Kåre' },
      ],
    });
    expect(view.signature.diffClipped).toBeUndefined();
  });

  test('CTRL-05: of long strings it says that only a part is compared', async () => {
    const long = 'date: '.padEnd(5000, 'x');
    const explanation: Explanation = {
      rule: 'SIG-10',
      sentence: 'x',
      readings: [],
      bankString: long,
      signedString: `${long}\n`,
      tried: 1,
      next: [],
    };
    const view = await look(seenRequest({ rawHeaders: headersOf(), explanation }));
    expect(view.signature.diffClipped).toBe(true);
  });

  test.each([
    ['a list that may not be', { names: 'date host' }],
    ['a list that leaves one out', { names: 'date' }],
  ])('CTRL-05: of %s, the string is that of all that must be signed', async (_, change) => {
    const { signature } = await look(seenRequest({ rawHeaders: headersOf(change) }));
    expect(signature.expectedHeaders).toBe('date x-request-id');
  });

  test.each([
    [[], undefined],
    [
      ['SIG-11'],
      'The Date in it is the one that came, refused as well: put the right one in first.',
    ],
    [['SIG-10', 'SIG-12'], 'The Digest in it is the one that came'],
    [['SIG-11', 'SIG-12'], 'The Date and the Digest in it are those that came'],
  ] as const)(
    'CTRL-05: where %j refuse, the string to sign is said to hold it',
    async (rules, note) => {
      const [rule, ...others] = rules;
      const refusal = rule && { rule, code: 'BAD_REQUEST', status: 400, text: 'No.', details: {} };
      const next = others.map((one) => ({ rule: one, text: 'No.' }));
      const explanation = { rule: rule ?? 'SIG-10', sentence: 'No.', readings: [], tried: 0, next };
      const { signature } = await look(
        seenRequest({ rawHeaders: headersOf(), explanation, ...(refusal && { refusal }) }),
      );
      if (note === undefined) expect(signature.opensslNote).toBeUndefined();
      else expect(signature.opensslNote).toContain(note);
    },
  );

  test('CTRL-05: what cannot be read is absent', async () => {
    const lone = (name: string, value: string) =>
      look(seenRequest({ rawHeaders: ['Host', 'h', name, value] }));
    expect((await look(seenRequest())).signature).toBeUndefined();
    expect((await lone('Signature', 'nonsense')).signature).toBeUndefined();
    expect((await lone('TPP-Signature-Certificate', 'AAAA')).signature).toBeUndefined();
    const unsigned = await lone('TPP-Signature-Certificate', issued.certificateBase64);
    expect(unsigned.signature.header).toBeUndefined();
    expect(unsigned.signature.bankString).toBeUndefined();
    expect(unsigned.signature.expectedKeyId).toBe(issued.keyId);
    const twice = headersOf({ extra: ['Date', DATE] });
    expect((await look(seenRequest({ rawHeaders: twice }))).signature.bankString).toBeUndefined();
  });
});

describe('CTRL-05: request and answer', () => {
  test('CTRL-05: headers as they came, bytes as text', async () => {
    const view = await look(
      seenRequest({
        rawHeaders: [
          'Host',
          'h',
          'PSU-Name',
          'K\xc3\xa5re',
          'psu-name',
          'K\xe5re',
          'TPP-Session-ID',
          's-1',
        ],
        body: bodyOf('{"a":"blåbær"}'),
        answer: { status: 400, headers: { 'X-Request-ID': 'r' }, body: bodyOf('{"b":1}') },
      }),
    );
    expect(view.request).toEqual({
      headers: [
        ['Host', 'h'],
        ['PSU-Name', 'Kåre'],
        ['psu-name', 'Kåre'],
        ['TPP-Session-ID', 's-1'],
      ],
      body: '{"a":"blåbær"}',
      bodyLength: 16,
    });
    expect(view.answer).toEqual({
      status: 400,
      headers: [['X-Request-ID', 'r']],
      body: '{"b":1}',
      bodyLength: 7,
      messages: [],
    });
    expect(view.tppSessionId).toBe('s-1');
  });

  test('CTRL-05: of a body that was cut, half a character and half a number are left out', async () => {
    const cut = (bytes: Buffer) => look(seenRequest({ body: { bytes, length: 1_000_000 } }));
    expect((await cut(Buffer.from('aå').subarray(0, 2))).request.body).toBe('a');
    expect((await cut(Buffer.from(`n:${ID.slice(0, 10)}`))).request.body).toBe('n:…');
    expect((await cut(Buffer.from('a'))).request.bodyLength).toBe(1_000_000);
  });

  test('CTRL-05: a body that is not UTF-8 is shown all the same', async () => {
    const view = await look(seenRequest({ body: bodyOf(Buffer.from([0x61, 0xff])) }));
    expect(view.request.body).toBe('aÿ');
  });

  test('CTRL-05: commands go to the address that the request went to', async () => {
    const request = seenRequest({ target: '/banks/a/v1/x', bank: 'a' });
    expect((await look(request)).curl).toContain('http://127.0.0.1:8080/banks/a/v1/x');
    const behind = await look(request, 'https://bank.example/psd2');
    expect(behind.curl).toContain('https://bank.example/psd2/banks/a/v1/x');
    expect(behind.resign).toContain('https://bank.example/psd2/banks/a/v1/x');
  });

  test('CTRL-05: the SCA flow with the link to its page', async () => {
    const link = async (bank: string, target: string) =>
      (await look(seenRequest({ bank, target, scaFlow: 'f-1' }))).scaFlow;
    expect(await link('default', '/v1/x')).toEqual({
      id: 'f-1',
      purpose: 'access',
      link: '/sca/f-1',
    });
    expect((await link('a', '/banks/a/v1/x')).link).toBe('/banks/a/sca/f-1');
  });
});

describe('WEB-06: what never leaves', () => {
  const key = execFileSync('openssl', ['genrsa', '2048'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const inner = key.split('\n').slice(1, -2);
  const SECRETS = [ID, 'Bearer-Value-1', 'cookie-value-1', 'hunter22', ...inner];

  /** The same things wherever something can be put. */
  async function poisoned(): Promise<SeenRequest> {
    const redirect = `https://user:hunter22@t.example/?n=${ID}&m=%22${ID}%22&password=hunter22`;
    const text = `said ${ID}, Bearer-Value-1 and hunter22=${key}`.replace(
      'hunter22',
      'pwd=hunter22',
    );
    const details = { expected: text, got: issued.certificateBase64, path: ID };
    return seenRequest({
      requestId: ID,
      target: `/v1/accounts/${ID}?x=%22${ID}&token=hunter22`,
      path: `/v1/accounts/${ID}`,
      rawHeaders: headersOf({
        names: 'date x-request-id tpp-redirect-uri',
        extra: [
          ...['TPP-Redirect-URI', redirect, 'X-PSU-IDENTITY', ID, 'TPP-Session-ID', ID],
          ...[
            'Authorization',
            'Bearer-Value-1',
            'Cookie',
            'cookie-value-1',
            'X-Key',
            key.replaceAll('\n', ' '),
          ],
        ],
      }),
      tpp: { id: `PNONO-${ID}`, name: `Person ${ID}` },
      body: bodyOf(JSON.stringify({ customerNumber: ID, password: 'hunter22', key })),
      findings: [{ rule: 'ERR-01', text }],
      refusal: { rule: 'SIG-02', code: 'FORMAT_ERROR', status: 400, text, details },
      explanation: {
        rule: 'SIG-10',
        sentence: text,
        readings: [{ mistakes: ['crlf'], sentence: text }],
        bankString: `tpp-redirect-uri: ${redirect}`,
        signedString: `tpp-redirect-uri: ${redirect}\n${ID}`,
        expectedKeyId: `SN=1,CA=serialNumber=${ID}`,
        tried: 1,
        next: [{ rule: 'SIG-11', text }],
      },
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
    const text = JSON.stringify(await view(await poisoned()));
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).toContain('*********55');
  });

  test('WEB-06: certificates whole, but for the command that sends one', async () => {
    const { curl, ...rest } = await look(await poisoned());
    const middle = issued.certificateBase64.slice(400, 500);
    expect(JSON.stringify(rest)).not.toContain(middle);
    expect(curl).toContain(middle);
    expect(JSON.stringify(entryView(await poisoned()))).not.toContain(middle);
  });
});
