// Test certificates while you wait (CTRL-02): what they hold, and what is wrong with the wrong ones.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { opensslFolder } from '../support/openssl.ts';
import { testBank } from '../support/test-bank.ts';
import { Tpp } from '../support/tpp.ts';

const bank = await testBank();
const { folder, openssl, file } = opensslFolder();

const PATH = '/_sandbox/certificates';
const ask = (body?: unknown): Promise<Answer> => bank.control('POST', PATH, body);

describe('a certificate', () => {
  let made: Answer['body'];
  let pem: string;
  beforeAll(async () => {
    const wanted = { organisationId: 'PSDNO-FSA-912345678', name: 'Blåbær & Co', validDays: 30 };
    const answer = await ask(wanted);
    expect(answer.status).toBe(201);
    made = answer.body;
    pem = file('tpp.pem', made.certificate);
  });

  test('CTRL-02: without a body it is of both roles for a year', async () => {
    const answer = await ask();
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual([
      'certificate',
      'certificateBase64',
      'chain',
      'keyId',
      'pkcs12',
      'pkcs12Password',
      'privateKey',
    ]);
    const { validTo } = new X509Certificate(answer.body.certificate);
    const days = (Date.parse(validTo) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const tpp = new Tpp(bank.url, answer.body);
    expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });

  test('CTRL-02: says who the TPP is and what its key is for', () => {
    const names = ['-nameopt', 'RFC2253,-esc_msb,utf8'];
    const text = openssl('x509', '-in', pem, '-noout', '-text', ...names);
    for (const part of [
      'Subject: CN=Blåbær & Co,organizationIdentifier=PSDNO-FSA-912345678,O=Blåbær & Co,C=NO',
      'Digital Signature, Non Repudiation',
      'CA:FALSE',
      'X509v3 Subject Key Identifier',
      'X509v3 Authority Key Identifier',
    ]) {
      expect(text).toContain(part);
    }
    expect(openssl('asn1parse', '-in', pem)).toMatch(
      /organizationIdentifier\n.*UTF8STRING\s*:PSDNO-FSA-912345678/,
    );
  });

  test('CTRL-02: states an eSeal, PSD2 roles and the authority (ETSI TS 119 495)', () => {
    const hex = /qcStatements[\s\S]*?\[HEX DUMP\]:([0-9A-F]+)/.exec(
      openssl('asn1parse', '-in', pem),
    )?.[1];
    const qc = file('qc.der', Buffer.from(hex ?? '', 'hex'));
    const statements = openssl('asn1parse', '-inform', 'DER', '-in', qc);
    for (const part of ['0.4.0.1862.1.6.2', '0.4.0.19495.2', 'PSP_AI', 'PSP_PI', 'NO-FSA']) {
      expect(statements).toContain(part);
    }
  });

  test('CTRL-02: its keyId is the serial in upper-case hexadecimal and the issuer by RFC 2253', () => {
    const serial = openssl('x509', '-in', pem, '-noout', '-serial').trim().replace('serial=', '');
    const issuer = openssl('x509', '-in', pem, '-noout', '-issuer', '-nameopt', 'RFC2253')
      .trim()
      .replace(/^issuer=/, '');
    expect(made.keyId).toBe(`SN=${serial},CA=${issuer}`);
    expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  test('CTRL-02: certificateBase64 is the DER in one line', () => {
    expect(made.certificateBase64).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const der = new X509Certificate(made.certificate).raw.toString('base64');
    expect(made.certificateBase64).toBe(der);
  });

  test('CTRL-02: its chain leads to a root that signed itself', () => {
    const [issuing, root, ...others] = made.chain;
    expect(others).toEqual([]);
    const between = file('issuing.pem', issuing);
    const anchor = file('root.pem', root);
    const verdict = openssl(
      'verify',
      '-x509_strict',
      '-CAfile',
      anchor,
      '-untrusted',
      between,
      pem,
    );
    expect(verdict).toContain('OK');
    expect(openssl('verify', '-CAfile', anchor, anchor)).toContain('OK');
  });

  test('CTRL-02: the PKCS#12 opens with its password and holds key, certificate and chain', () => {
    const p12 = file('tpp.p12', Buffer.from(made.pkcs12, 'base64'));
    const password = `pass:${made.pkcs12Password}`;
    const out = join(folder, 'opened.pem');
    openssl('pkcs12', '-in', p12, '-passin', password, '-nodes', '-out', out);
    const opened = readFileSync(out, 'utf8');
    expect(opened.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    // The key and its certificate say that they belong together.
    expect(opened.match(/friendlyName: sandbank/g)).toHaveLength(2);
    const id = new X509Certificate(made.certificate).fingerprint.replaceAll(':', ' ');
    expect(opened.match(new RegExp(`localKeyID: ${id}`, 'g'))).toHaveLength(2);
    const modulus = (...args: string[]) => openssl(...args, '-noout', '-modulus');
    const own = modulus('x509', '-in', pem);
    expect(modulus('rsa', '-in', out)).toBe(own);
    expect(modulus('rsa', '-in', file('key.pem', made.privateKey))).toBe(own);
    const wrong = () => openssl('pkcs12', '-in', p12, '-passin', 'pass:wrong', '-nodes');
    expect(wrong).toThrow();
  });

  test('CTRL-02: no two have the key or the serial in common', async () => {
    const two = [await ask(), await ask()];
    expect(new Set(two.map(({ body }) => body.privateKey)).size).toBe(2);
    expect(new Set(two.map(({ body }) => body.keyId)).size).toBe(2);
  });

  test('CTRL-02: it comes from any bank of the house, and is good at all of them', async () => {
    const elsewhere = await bank.tenant().control('POST', PATH);
    expect(elsewhere.status).toBe(201);
    const tpp = new Tpp(bank.url, elsewhere.body);
    expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });
});

test.each([
  ['an unknown role', { roles: ['PSP_XX'] }, '/roles/0'],
  ['no role', { roles: [] }, '/roles'],
  ['a role twice', { roles: ['PSP_AI', 'PSP_AI'] }, undefined],
  ['an organisation id of another form', { organisationId: '912345678' }, '/organisationId'],
  ['no name', { name: '' }, '/name'],
  ['a name of 65 characters', { name: 'x'.repeat(65) }, '/name'],
  ['half a day', { validDays: 0.5 }, '/validDays'],
  ['no day', { validDays: 0 }, '/validDays'],
  ['3,651 days', { validDays: 3651 }, '/validDays'],
  ['an organisation id with a zero byte', { organisationId: 'PSDNO-FSA-\0' }, '/organisationId'],
  ['the variant __proto__', { variant: '__proto__' }, '/variant'],
  ['an unknown member', { keySize: 4096 }, '/keySize'],
])('CTRL-02: %s is 400 FORMAT_ERROR', async (_, body, path) => {
  expectRefusal(await ask(body), { code: 'FORMAT_ERROR', ...(path && { path }) });
});

test.each([
  [{}, 'valid', /^$/, 204],
  [{ roles: ['PSP_AI'] }, 'valid', /^$/, 204],
  [{ roles: ['PSP_PI'] }, 'valid', /^$/, 204],
  [{ variant: 'wrong-role' }, 'valid', /no role for accounts or payments/, 204],
  [{ variant: 'no-psd2' }, 'valid', /no PSD2 roles/, 204],
  [{ variant: 'weak-key' }, 'valid', /1024 bits/, 204],
  [{ variant: 'expired' }, 'expired', /^$/, 204],
  [{ variant: 'revoked' }, 'revoked', /^$/, 204],
  [{ variant: 'unknown-ca' }, 'valid', /^$/, 409],
])(
  'TPP-06: of %j the list says %s, and %s; revoking it is %i',
  async (wish, status, says, code) => {
    const tenant = bank.tenant();
    expect((await tenant.control('POST', PATH, wish)).status).toBe(201);
    const { certificates } = (await tenant.control('GET', PATH)).body;
    expect(certificates).toMatchObject([{ status, issuedHere: code === 204 }]);
    expect(certificates[0].problem ?? '').toMatch(says);
    expect((await tenant.control('DELETE', `${PATH}/${certificates[0].id}`)).status).toBe(code);
  },
);
