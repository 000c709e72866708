import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { buildCertificate } from '../../../server/signing/build-certificate.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import { createIssuer } from '../../../server/signing/issue-certificate.ts';
import type { IssuerOptions } from '../../../server/signing/issuer.ts';
import { generateRsa, type KeyPair } from '../../../server/signing/key-pair.ts';
import { createKeyPool } from '../../../server/signing/key-pool.ts';
import {
  authorityFromJson,
  authorityToJson,
  buildAuthority,
} from '../../../server/signing/test-authority.ts';
import { nextPair } from '../../support/key-stock.ts';
import { draftOf, memoryIssuer, mint, verifyDraft } from './support.ts';

const real = memoryIssuer(Date.now());

const issued = await real.issue({ name: 'Blåbær & Sønner AS', organisationId: 'NO-FSA-123456789' });

test('SIG-07: its own key is RSA, and its authorities are elliptic', () => {
  const [own, issuing, root] = [issued.certificate, ...issued.chain].map(
    (pem) => new X509Certificate(pem),
  ) as [X509Certificate, X509Certificate, X509Certificate];
  const kinds = [own, issuing, root].map(({ publicKey }) => publicKey.asymmetricKeyType);
  expect(kinds).toEqual(['rsa', 'ec', 'ec']);
  for (const [subject, issuer] of [
    [own, issuing],
    [issuing, root],
    [root, root],
  ] as const) {
    expect(subject.checkIssued(issuer)).toBe(true);
    expect(subject.verify(issuer.publicKey)).toBe(true);
  }
  expect(own.checkIssued(root)).toBe(false);
  expect([own.ca, issuing.ca, root.ca]).toEqual([false, true, true]);
});

test('SIG-07: a serial number has 16 bytes, and is positive without a zero before it', () => {
  for (const pem of [issued.certificate, ...issued.chain])
    expect(new X509Certificate(pem).serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
});

test.each([
  ['expired', -366, -1],
  ['not-yet-valid', 1, 366],
] as const)('TPP-01: the variant %s is valid from day %i to day %i', async (variant, from, to) => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const x509 = new X509Certificate((await memoryIssuer(now).issue({ variant })).certificate);
  const dayOf = (text: string) => (Date.parse(text) - now) / 86_400_000;
  expect([x509.validFrom, x509.validTo].map(dayOf)).toEqual([from, to]);
});

test('TPP-03: the variant wrong-role states another role, from the authority that the id names', async () => {
  const { certificateBase64 } = await mint({ variant: 'wrong-role', organisationId: 'SE-FINA-1' });
  expect(parseCertificateHeader(certificateBase64).certificate.psd2).toEqual({
    roles: ['PSP_IC'],
    ncaId: 'SE-FINA',
    ncaName: 'Authority SE-FINA',
  });
  const usual = parseCertificateHeader((await mint({})).certificateBase64);
  const ncaName = 'The Financial Supervisory Authority of Norway';
  expect(usual.certificate.psd2).toMatchObject({ ncaId: 'NO-FSA', ncaName });
});

test.each([
  ...[
    'whatever',
    'PSDno-FSA-1',
    `NO-FSA-${'1'.repeat(41)}`,
    'xNO-FSA-1',
    'xPSDNO-FSA-1',
    'NO-FSA-',
  ],
  ...['NO-F-1', 'NO-FSAFSAFSA-1', 'N-FSA-1', 'NOR-FSA-1', 'NO-FSA-1 ', 'NO-FSA-ø', 'PSDNO-FSA', ''],
])('CTRL-02: the organisation id %s is refused', async (organisationId) => {
  await expect(memoryIssuer().issue({ organisationId })).rejects.toMatchObject({
    rule: 'CTRL-02',
    code: 'FORMAT_ERROR',
    status: 400,
    details: { path: '/organisationId' },
  });
});

const options = (change: Partial<IssuerOptions>): IssuerOptions => ({
  now: Date.now,
  randomBytes,
  load: async () => undefined,
  save: async () => undefined,
  poolSize: 0,
  ...change,
});

test('the authority: is saved once and is the same after a restart', async () => {
  const saved = real.saved() as JsonObject;
  const again = createIssuer(
    options({
      load: async () => JSON.parse(JSON.stringify(saved)),
      save: async () => {
        throw new Error('nothing to save');
      },
    }),
  );
  expect(again.authorities()).toEqual([]);
  await again.restore();
  await again.restore();
  expect(again.authorities()).toEqual(real.authorities());
  const next = await again.issue({});
  expect(next.chain).toEqual(issued.chain);
  const [issuing = ''] = issued.chain;
  const { publicKey } = new X509Certificate(issuing);
  expect(new X509Certificate(next.certificate).verify(publicKey)).toBe(true);
});

test('the authority: of an older data folder has RSA keys, and issues as before', async () => {
  const keys = { root: await nextPair(), issuing: await nextPair() };
  const parts = { keys, serials: { root: '41', issuing: '42' }, now: Date.now(), label: 'Old' };
  const saved = authorityToJson(await buildAuthority(parts));
  const next = await createIssuer(options({ load: async () => saved })).issue({});
  expect(new X509Certificate(next.certificate).verify(keys.issuing.publicKey)).toBe(true);
  const [issuing = '', trust = ''] = next.chain;
  expect(new X509Certificate(issuing).verify(keys.root.publicKey)).toBe(true);
  const certificate = Buffer.from(next.certificate + issuing).toString('base64');
  const draft = draftOf(next, { now: Date.now(), trust, certificate });
  expect(verifyDraft(draft).tpp.id).toBe('PSDNO-FSA-987654321');
});

test('the authority: with a key of another kind signs nothing', () => {
  const { privateKey, publicKey }: KeyPair = generateKeyPairSync('ed25519');
  const { name } = authorityFromJson(real.saved() as JsonObject).issuing;
  const issuer = { name, privateKey, publicKey };
  const plan = { kind: 'seal', subject: name, publicKey, issuer, serial: '41' } as const;
  expect(() => buildCertificate({ ...plan, notBefore: 0, notAfter: 1 })).toThrow('elliptic');
});

test('the authority: is made anew when it has expired', async () => {
  const saved = real.saved() as JsonObject;
  const kept: JsonObject[] = [];
  const later = createIssuer(
    options({
      now: () => Date.now() + 21 * 365 * 24 * 3_600_000,
      load: async () => saved,
      // As every store: what is kept is what another process has put there since.
      save: async (json, instead) => {
        if (instead !== saved) return saved;
        kept.push(json);
        return undefined;
      },
    }),
  );
  const next = await later.issue({});
  expect(kept).toHaveLength(1);
  expect(next.chain).not.toEqual(issued.chain);
  expect(later.authorities()).toEqual(next.chain);
});

test.each([
  ['not what was written', { issuing: 1 }],
  ['no certificate', { issuing: '', root: '', name: {}, privateKey: 'KEY' }],
])('the authority: that is %s is said so', async (_, json) => {
  const { privateKey } = issued;
  const value = { ...json, ...('privateKey' in json ? { privateKey } : {}) } as JsonObject;
  const broken = createIssuer(options({ load: async () => value }));
  await expect(broken.restore()).rejects.toThrow();
  expect(broken.authorities()).toEqual([]);
});

test('the authority: that could not be saved is tried again', async () => {
  let attempts = 0;
  const flaky = createIssuer(
    options({
      save: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('disk full');
      },
    }),
  );
  await expect(flaky.issue({})).rejects.toThrow('disk full');
  expect(flaky.authorities()).toEqual([]);
  await expect(flaky.issue({})).resolves.toHaveProperty('keyId');
  expect(flaky.authorities()).toHaveLength(2);
});

test('the authority: that another process saved first is used, and its seal', async () => {
  let saved: JsonObject | undefined;
  const first = (json: JsonObject, instead: JsonObject | undefined) => {
    if (JSON.stringify(saved) !== JSON.stringify(instead)) return Promise.resolve(saved);
    saved = json;
    return Promise.resolve(undefined);
  };
  const shared = () => {
    // Both have looked before either has saved.
    const seen = saved;
    return createIssuer(options({ load: async () => seen, save: first, makeKey: nextPair }));
  };
  const [one, two] = [shared(), shared()];
  await one.prepare();
  await two.prepare();
  expect(two.authorities()).toEqual(one.authorities());
  const [three, four] = [shared(), shared()];
  const [own, theirs] = [await three.seal(), await four.seal()];
  expect(theirs.keyId).toBe(own.keyId);
});

test('the authority: start makes it in the background, and its failure stays quiet', async () => {
  const made = createIssuer({ ...options({}), poolSize: 1 });
  made.start();
  expect(made.authorities()).toEqual([]);
  while (made.authorities().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  made.stop();
  let asked = false;
  const failing = createIssuer(
    options({
      load: async () => {
        asked = true;
        throw new Error('unreadable');
      },
    }),
  );
  failing.start();
  while (!asked) await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(failing.issue({})).rejects.toThrow('unreadable');
});

const counting = () => {
  let made = 0;
  const pair = generateRsa(512);
  return {
    make: () => {
      made += 1;
      return pair;
    },
    made: () => made,
  };
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('the key pool: keeps its size, and makes up for what was taken', async () => {
  const { make, made } = counting();
  const pool = createKeyPool(2, make);
  await Promise.all([pool.fill(), pool.fill()]);
  expect(made()).toBe(2);
  await pool.take();
  while (made() < 3) await settle();
  await settle();
  expect(made()).toBe(3);
});

test('the key pool: stopped, it still gives but makes nothing ahead', async () => {
  const { make, made } = counting();
  const pool = createKeyPool(2, make);
  pool.stop();
  await pool.fill();
  expect(made()).toBe(0);
  await pool.take();
  await pool.fill();
  expect(made()).toBe(1);
});

test('the key pool: a failure ahead is heard where a pair is needed', async () => {
  const { make } = counting();
  let fails = false;
  let failures = 0;
  const pool = createKeyPool(1, async () => {
    if (!fails) return make();
    failures += 1;
    throw new Error('no entropy');
  });
  await pool.fill();
  fails = true;
  await expect(pool.take()).resolves.toBeDefined();
  while (failures < 1) await settle();
  await expect(pool.take()).rejects.toThrow('no entropy');
});
