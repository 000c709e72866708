// A refused signature, over HTTP: the text says what is wrong and what would be right, the rest of the
// refusal is as it was, and the whole verdict has an address.
import { sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { TestBank } from '../support/bank.ts';
import { drafted, setHeader, signature } from '../support/conformance-changes.ts';
import { expectError, expectRefusal } from '../support/conformance-refusal.ts';
import { type Answer, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';
import { type Draft, digestOf, type Tpp, type TppRequest } from '../support/tpp.ts';

const bank = await testBank();
const tpp = await bank.newTpp({ organisationId: 'PSDNO-FSA-111111111' });
const neighbour = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456785', name: 'Nabo AS' });

interface Row {
  readonly name: string;
  readonly change: TppRequest;
  readonly mistakes: readonly string[];
  readonly says: RegExp;
  /** BAD_REQUEST at Signature unless told. */
  readonly code?: string;
  readonly path?: string;
}

const BODY = { creditorName: 'Blåbær / sønn AS', b: [1, 2] };

// Each mistake is tried in tests/unit/explain; these are of each check that is explained.
const ROWS: readonly Row[] = [
  {
    name: 'CRLF and a newline at the end',
    change: drafted((draft) => {
      draft.text = (plain) => `${plain.replaceAll('\n', '\r\n')}\r\n`;
    }),
    mistakes: ['crlf', 'trailing-newline'],
    says: /CRLF.*nothing follows the last value\.$/,
  },
  {
    name: 'another string',
    change: drafted((draft) => {
      draft.text = (plain) => `${plain}!`;
    }),
    mistakes: [],
    says: /signed another string or hash than the bank's; the bank does not know which\. Next: 1\. .*\. The bank's is, with ⏎ for each LF: "date: .*⏎.*/,
  },
  {
    name: 'SHA-512',
    change: drafted((draft) => {
      draft.signer = (bytes, key) => sign('RSA-SHA512', bytes, key);
    }),
    mistakes: ['hash-sha512'],
    says: /^You signed a hash of SHA-512, as its DigestInfo says; rsa-sha256 hashes with SHA-256\.$/,
  },
  {
    name: 'the digest of the body pretty-printed',
    change: drafted((draft) => {
      setHeader(draft, 'Digest', digestOf(JSON.stringify(BODY, null, 2)));
    }),
    mistakes: ['body-pretty-printed'],
    says: /^The Digest is that of the body pretty-printed with 2 spaces, which is not what the bank received/,
    path: 'Digest',
  },
  {
    name: 'the digest as SHA256=',
    change: drafted((draft) => {
      setHeader(draft, 'Digest', digestOf(JSON.stringify(BODY)).replace('SHA-256', 'SHA256'));
    }),
    mistakes: ['digest-algorithm-name'],
    says: /names its algorithm "SHA256="; write SHA-256=<base64>\.$/,
    path: 'Digest',
    code: 'FORMAT_ERROR',
  },
];

const ask = (tpp: Tpp, change: TppRequest): Promise<Answer> =>
  tpp.post('/v1/sandbox/customers', BODY, change);

const tppAt = ({ url }: TestBank): Tpp => tpp.at(url);

/** The verdict that the answer names. */
async function verdictOf(answer: Answer, { url, control }: TestBank) {
  const address = String(answer.headers['sandbank-verdict']);
  const [, prefix, path = ''] = /^(.*)(\/_sandbox\/requests\/x[A-Za-z0-9_-]+)$/.exec(address) ?? [];
  expect(prefix).toBe(new URL(url).pathname.replace(/\/$/, ''));
  const verdict = await control('GET', path);
  expect(verdict.status).toBe(200);
  return verdict.body;
}

test.each(ROWS.map((row) => [row.name, row] as const))(
  'SIG-15: a request signed with %s is told so',
  async (_, { change, mistakes, says, code = 'BAD_REQUEST', path = 'Signature' }) => {
    const answer = await ask(tppAt(bank), change);
    expectRefusal(answer, { code, path, says });
    expect(expectError(answer)).toHaveLength(1);
    const { explanation } = await verdictOf(answer, bank);
    expect(explanation.mistakes).toEqual(mistakes);
    expect(explanation.sentence).toBe(answer.body.tppMessages[0].text);
  },
);

test('SIG-15: with several mistakes, below /banks too, it is told the first; the verdict knows the others', async () => {
  const asked = bank.tenant();
  const answer = await ask(
    tppAt(asked),
    drafted((draft) => {
      draft.keyId = draft.keyId.replace('SN=', 'SN=0x');
      setHeader(draft, 'Digest', digestOf(`${JSON.stringify(BODY)}\n`));
      draft.text = (plain) => plain.replaceAll(': ', ':');
    }),
  );
  expectRefusal(answer, { code: 'BAD_REQUEST', path: 'Signature', says: /prefix 0x/ });
  const { explanation } = await verdictOf(answer, asked);
  expect(explanation.mistakes).toEqual(['serial-prefix']);
  expect(explanation.next).toEqual([
    { rule: 'SIG-12', text: expect.stringContaining('the body with a newline after it') },
    { rule: 'SIG-10', text: expect.stringContaining('no space after the colon') },
  ]);
});

/** A request that the bank has answered: the id in its log, and the headers that were sent. */
async function answered(own: TestBank) {
  const sent = tppAt(own).signed('POST', '/v1/sandbox/customers', { body: BODY });
  await send(sent);
  const sentAs = (name: string) => sent.headers?.find(([each]) => each === name)?.[1] ?? '';
  const { body } = await own.control('GET', `/_sandbox/requests/${sentAs('X-Request-ID')}`);
  return { id: String(body.id), sentAs };
}

test.each<
  [what: string, path: string, says: string, change: (of: (name: string) => string) => TppRequest]
>([
  [
    'its signature',
    'Signature',
    'The signature is that of your earlier request ID, but .*x-request-id differs?; sign each request anew',
    (of) => signature(() => of('Signature')),
  ],
  [
    'its Digest',
    'Digest',
    'The Digest is that of the body of your earlier request ID: either it was not made anew, or',
    (of) =>
      drafted((draft) => {
        draft.body = '{"creditorName":"Another"}';
        setHeader(draft, 'Digest', of('Digest'));
      }),
  ],
  [
    'its X-Request-ID in the string',
    'Signature',
    'The string that was signed has x-request-id as in your earlier request ID, and this one came with another',
    (of) =>
      drafted((draft) => {
        // In the same second the whole string would be that one's, and so would the signature.
        setHeader(draft, 'TPP-Redirect-URI', 'https://tpp.example/another');
        draft.text = (plain) => plain.replace(/(?<=x-request-id: ).*/, of('X-Request-ID'));
      }),
  ],
])(
  'SIG-15: whoever takes from a request before %s is told so, with the id of that one',
  async (_, path, text, change) => {
    const own = bank.tenant();
    const { id, sentAs } = await answered(own);
    expect(id).toMatch(/^x\d+$/);
    const answer = await ask(tppAt(own), change(sentAs));
    const says = new RegExp(`^${text.replace('ID', id)}`);
    expectRefusal(answer, { code: 'BAD_REQUEST', path, says });
    expect((await verdictOf(answer, own)).explanation.mistakes).toEqual(['earlier-request']);
    // Of another bank's log nothing is told.
    const elsewhere = bank.tenant();
    expect((await ask(tppAt(elsewhere), change(sentAs))).text).not.toContain('earlier request');
  },
);

test('SIG-15: the page of a refusal compares a string that is pasted into its form', async () => {
  let signed = '';
  const answer = await ask(
    tppAt(bank),
    drafted((draft) => {
      draft.text = (plain) => {
        signed = plain.replace(/(?<=x-request-id: ).*/, 'mymy');
        return signed;
      };
    }),
  );
  const url = new URL(String(answer.headers['sandbank-verdict']), bank.url).href;
  const page = (method: string, body?: string) =>
    send({ method, url, headers: [['Accept', 'text/html']], ...(body && { body }) });
  const form = await page('GET');
  expect(form.text).toContain('<textarea id="signed" name="signed"');
  expect(form.headers['content-security-policy']).toContain("form-action 'self'");
  const compared = await page('POST', String(new URLSearchParams({ signed })));
  expect(compared.status).toBe(200);
  expect(compared.text).toContain('The signature is over this string.');
  expect(compared.text).toContain('<del>mymy');
  expect((await page('POST', 'signed=%3Cb%3E')).text).toContain('you have &#34;&lt;b&gt;&#34;');
});

test('SIG-15: a refusal that is about something else is not touched', async () => {
  const answer = await bank.tpp.get('/v1/accounts');
  expectRefusal(answer, { code: 'HTTP_HEADER_REQUIRED', path: 'TPP-Redirect-URI' });
  expect((await verdictOf(answer, bank)).explanation).toBeUndefined();
});

test('SIG-15: it is told from a key that nobody has, but nothing of whose it is, at that bank only', async () => {
  const own = bank.tenant();
  const borrowed = drafted((draft: Draft) => {
    draft.signer = (bytes) => sign('RSA-SHA256', bytes, neighbour.credentials.privateKey);
  });
  const asked = () => tppAt(own).get('/v1/sandbox/customers', borrowed);
  expectRefusal(await asked(), {
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /not made with the private key of the certificate you sent/,
  });
  expect((await neighbour.at(own.url).get('/v1/sandbox/customers')).status).toBe(200);
  const serial = /SN=([^,]*)/.exec(neighbour.credentials.keyId)?.[1] ?? '';
  const refused = await asked();
  expectRefusal(refused, {
    code: 'BAD_REQUEST',
    path: 'Signature',
    says: /made with the key of another certificate than the one you sent/,
  });
  for (const text of [refused.text, JSON.stringify(await verdictOf(refused, own))]) {
    expect(text).not.toContain(serial);
    expect(text).not.toContain('Nabo AS');
  }
  const elsewhere = bank.tenant();
  expectRefusal(await tppAt(elsewhere).get('/v1/sandbox/customers', borrowed), {
    code: 'BAD_REQUEST',
    says: /not made with the private key/,
  });
});
