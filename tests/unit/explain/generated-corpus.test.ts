// SIG-15: rows of the mistake table, in every kind of request, signed that way and explained. What
// people do by hand is in wrongly-signed.test.ts.
import { constants, createHash, privateEncrypt, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { mistakeTable } from '../../../server/insight/explain/explain-signature.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { renderDraft } from '../../../server/insight/explain/string/draft.ts';
import { signatureScene } from '../../../server/insight/explain/string/signature-scene.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { sample } from '../../support/corpus.ts';
import { createVerifier } from '../../support/verifier.ts';
import { type Credentials, type Draft, draftOf, headersOf, mint, NOW } from '../signing/support.ts';

const PSU = '6c875382-8963-4617-a931-738c9b8bae7f';
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Requests of every shape that a client signs. */
const SHAPES: Readonly<Record<string, Partial<Draft>>> = {
  'a read': { method: 'GET', target: '/v1/accounts?withBalance=true', body: '' },
  'a payment': {
    body: '{"instructedAmount":{"amount":"10.00","currency":"EUR"},"creditorName":"Blåbær / sønn AS"}',
    headers: { 'tpp-redirect-uri': 'https://TPP.example/cb/%C3%B8?state=a%20b&x=1#part' },
  },
  'a read of a bank, its target signed': {
    method: 'GET',
    target: '/banks/acme/v1/accounts/enc%21%21abc/transactions?bookingStatus=both',
    body: '',
    headers: { host: '127.0.0.1:8080', 'psu-corporate-id': PSU.replace('6c', '7d') },
    names: [
      '(request-target)',
      'date',
      'x-request-id',
      'psu-id',
      'psu-corporate-id',
      'tpp-redirect-uri',
    ],
  },
  'a redirect address in UTF-8': {
    method: 'GET',
    target: '/v1/user',
    body: '',
    headers: { 'tpp-redirect-uri': utf8('https://tpp.example/blåbær?q=ø'), 'psu-id': undefined },
  },
  'a pretty-printed body': { body: '{\n  "creditorName": "A",\n  "b": [1, 2]\n}\n' },
};

let credentials: Credentials;
let other: Credentials;
beforeAll(async () => {
  credentials = await mint({ roles: ['PSP_AI', 'PSP_PI'] });
  other = await mint({ name: 'Another' });
});

const verifier = createVerifier({ ownAuthorities: () => [] });

function requestOf(change: Partial<Draft>): SignedRequest {
  const draft = draftOf(credentials, change);
  const { method, target, body } = draft;
  return { method, target, headers: headersOf(draft), body: Buffer.from(body) };
}

/** The explanation of a request that must be refused for its signature. */
function explain(request: SignedRequest): Explanation {
  try {
    verifier.verify(request, NOW, 'none');
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    expect(refusal.rule).toBe('SIG-10');
    // A new one each time: what is told per second is bounded.
    const explanation = createExplainer().explain(request, refusal, { bank: 'default', now: NOW });
    if (explanation === undefined) throw new Error('not explained');
    return explanation;
  }
  throw new Error('accepted');
}

/** The right string of the request, and every wrong one of the table. */
function tableOf(shape: Partial<Draft>) {
  const request = requestOf(shape);
  const scene = signatureScene(request, diagnose(request, NOW), { known: [], now: NOW });
  if (scene === undefined) throw new Error('no scene');
  return { draft: scene.draft, rows: mistakeTable(scene, NOW) };
}

describe.each(Object.entries(SHAPES))('SIG-15: in %s', (name, shape) => {
  test('SIG-15: rows from all over the mistake table are named by what they are', () => {
    const { draft, rows } = tableOf(shape);
    const right = renderDraft(draft);
    const wrong: string[] = [];
    // One row of so many, in each shape others: each takes several milliseconds.
    const tried = sample(rows, 25, Object.keys(SHAPES).indexOf(name));
    for (const row of tried) {
      const text = renderDraft(row.apply(draft));
      if (text === right) continue;
      const { readings, sentence, signedString } = explain(
        requestOf({ ...shape, signed: () => text }),
      );
      const mistakes = [row.mistake, ...(row.more ?? [])].sort().join();
      const named = readings.some((reading) => [...reading.mistakes].sort().join() === mistakes);
      const told = signedString === text && sentence.length <= 512 && sentence.endsWith('.');
      if (!named || !told) wrong.push(`${mistakes}: ${sentence}`);
    }
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThan(20);
  });

  test('SIG-15: two mistakes that usually come together are both named', () => {
    const { draft, rows } = tableOf(shape);
    const usual = [
      'crlf',
      'trailing-newline',
      'no-space-after-colon',
      'names-in-capitals',
      'header-left-out',
      'hex-of-hash',
    ];
    const firsts = usual.map((name) => rows.find((row) => row.mistake === name && row.combines));
    const pairs = firsts.flatMap((a, at) => firsts.slice(at + 1).map((b) => [a, b] as const));
    for (const [a, b] of sample(pairs, 5, Object.keys(SHAPES).indexOf(name))) {
      if (a === undefined || b === undefined) throw new Error('a row is missing');
      const order = rows.indexOf(a) < rows.indexOf(b) ? [a, b] : [b, a];
      const text = renderDraft(order.reduce((wrong, row) => row.apply(wrong), draft));
      const { readings } = explain(requestOf({ ...shape, signed: () => text }));
      const named = readings.map(({ mistakes }) => [...mistakes].sort().join());
      expect(named).toContain([a.mistake, b.mistake].sort().join());
    }
  });
});

interface Way {
  readonly mistakes: readonly string[];
  readonly signature: (text: Buffer, key: string) => string;
}

const digest = (algorithm: string, text: Buffer) => createHash(algorithm).update(text).digest();
const good = (text: Buffer, key: string) => sign('RSA-SHA256', text, key);
const padded = (payload: Buffer, key: string) =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, payload);

/** Ways to sign the right string wrongly, or to write the right signature down wrongly. */
const WAYS: readonly Way[] = [
  ...['SHA1', 'SHA224', 'SHA384', 'SHA512', 'MD5'].map((name) => ({
    mistakes: [`hash-${name.toLowerCase()}`],
    signature: (text: Buffer, key: string) => sign(`RSA-${name}`, text, key).toString('base64'),
  })),
  ...['sha256', 'sha384', 'sha512'].map((name) => ({
    mistakes: ['pss'],
    signature: (text: Buffer, key: string) =>
      sign(name, text, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }).toString(
        'base64',
      ),
  })),
  {
    mistakes: ['no-digest-info'],
    signature: (text, key) => padded(digest('sha256', text), key).toString('base64'),
  },
  {
    mistakes: ['no-digest-info', 'hex-of-hash'],
    signature: (text, key) =>
      padded(Buffer.from(digest('sha256', text).toString('hex')), key).toString('base64'),
  },
  {
    mistakes: ['digest-info-without-null'],
    signature: (text, key) =>
      padded(
        Buffer.concat([
          Buffer.from('302f300b06096086480165030402010420', 'hex'),
          digest('sha256', text),
        ]),
        key,
      ).toString('base64'),
  },
  {
    mistakes: ['no-padding'],
    signature: (text, key) =>
      privateEncrypt(
        { key, padding: constants.RSA_NO_PADDING },
        Buffer.concat([Buffer.alloc(256 - 32), digest('sha256', text)]),
      ).toString('base64'),
  },
  {
    mistakes: ['byte-order'],
    signature: (text, key) => good(text, key).reverse().toString('base64'),
  },
  { mistakes: ['signature-hex'], signature: (text, key) => good(text, key).toString('hex') },
  {
    mistakes: ['signature-hex'],
    signature: (text, key) => good(text, key).toString('hex').toUpperCase(),
  },
  {
    mistakes: ['signature-base64-twice'],
    signature: (text, key) => Buffer.from(good(text, key).toString('base64')).toString('base64'),
  },
  {
    mistakes: ['signature-without-padding'],
    signature: (text, key) => good(text, key).toString('base64').replace(/=+$/, ''),
  },
  {
    mistakes: ['signature-percent-encoded'],
    signature: (text, key) => encodeURIComponent(good(text, key).toString('base64')),
  },
  {
    mistakes: ['signature-white-space'],
    signature: (text, key) => good(text, key).toString('base64').replace(/.{64}/g, '$& '),
  },
  {
    mistakes: ['signature-quoted'],
    signature: (text, key) => `\\"${good(text, key).toString('base64')}\\"`,
  },
  {
    mistakes: ['signature-pem'],
    signature: (text, key) =>
      `-----BEGIN SIGNATURE----- ${good(text, key).toString('base64')} -----END SIGNATURE-----`,
  },
  {
    mistakes: ['signature-hex'],
    signature: (text, key) =>
      Buffer.from(`SHA2-256(stdin)= ${good(text, key).toString('hex')}\n`).toString('base64'),
  },
  {
    mistakes: ['signature-as-text'],
    signature: (text, key) => Buffer.from(good(text, key).toString('latin1')).toString('base64'),
  },
  {
    mistakes: ['signature-quoted'],
    signature: (text, key) => `b'${good(text, key).toString('base64')}'`,
  },
  {
    mistakes: ['signature-cut'],
    signature: (text, key) => good(text, key).subarray(0, 200).toString('base64'),
  },
  {
    mistakes: ['signature-cut'],
    signature: (text, key) => good(text, key).toString('base64').slice(0, 255),
  },
];

describe('SIG-15: the right string, signed or written down wrongly', () => {
  const textOf = (shape: Partial<Draft>) =>
    Buffer.from(renderDraft(tableOf(shape).draft), 'latin1');

  test.each(WAYS.map((way) => [way.mistakes.join(' + '), way] as const))(
    'SIG-15: %s',
    (_name, way) => {
      for (const shape of Object.values(SHAPES)) {
        const signature = way.signature(textOf(shape), credentials.privateKey);
        const { readings, sentence } = explain(requestOf({ ...shape, signature }));
        expect(readings.map(({ mistakes }) => mistakes)).toEqual([way.mistakes]);
        expect(sentence).toMatch(/^[A-Z].*\.$/s);
        expect(sentence).not.toContain('Besides');
      }
    },
  );

  test('SIG-15: hash and string can both be wrong', () => {
    const shape = SHAPES['a payment'] as Partial<Draft>;
    const text = Buffer.concat([textOf(shape), Buffer.from('\n')]);
    const signature = sign('RSA-SHA512', text, credentials.privateKey).toString('base64');
    const { readings, sentence } = explain(requestOf({ ...shape, signature }));
    expect(readings.map(({ mistakes }) => mistakes)).toEqual([['hash-sha512', 'trailing-newline']]);
    expect(sentence).toMatch(/SHA-512.*newline/s);
  });

  test('SIG-15: the key of a certificate that the bank knows is told, of one that it does not know is not', () => {
    const shape = SHAPES['a read'] as Partial<Draft>;
    const request = requestOf({ ...shape, privateKey: other.privateKey });
    expect(explain(request).readings).toEqual([]);
    expect(explain(request).sentence).toMatch(
      /not made with the private key of the certificate you sent/,
    );

    const explainer = createExplainer();
    const known = diagnose(requestOf({ ...shape, certificate: other.certificateBase64 }), NOW).sent;
    if (known === undefined) throw new Error('no certificate');
    explainer.know('default', known.certificate);
    const refusal = new ApiError('SIG-10', 'BAD_REQUEST', 'It does not verify.');
    const told = explainer.explain(request, refusal, { bank: 'default', now: NOW });
    expect(told?.readings.map(({ mistakes }) => mistakes)).toEqual([['another-key']]);
    expect(told?.sentence).toMatch(/made with the key of another certificate/);
    expect(told?.sentence).not.toContain(known.certificate.serial);
    const elsewhere = explainer.explain(request, refusal, { bank: 'acme', now: NOW });
    expect(elsewhere?.readings).toEqual([]);
  });
});
