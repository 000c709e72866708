import { expect, test } from '@jest/globals';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { checkRole, identityOf } from '../../../server/signing/tpp-identity.ts';
import { expectRefused } from './refused.ts';
import { certificateOf } from './vector-file.ts';

const base = readCertificate(certificateOf('openssl: body, five headers'));
const { psd2: _, ...unstated } = base;

test.each([
  ['organizationIdentifier', 'CN=x,2.5.4.97=PSDNO-FSA-1,O=Firma', 'PSDNO-FSA-1', 'Firma'],
  ['else the subject', 'CN=x,O=Firma\\, AS,C=NO', 'CN=x,O=Firma\\, AS,C=NO', 'Firma, AS'],
  ['the common name without an organisation', 'CN=x,C=NO', 'CN=x,C=NO', 'x'],
  ['the id without either', 'C=NO', 'C=NO', 'C=NO'],
])('TPP-04: who a certificate is: %s', (_title, subject, id, name) => {
  expect(identityOf({ ...unstated, subject: parseName(subject) })).toEqual({ id, name });
});

test('TPP-04: who a certificate is: without a subject it is the certificate itself', () => {
  const { id, name } = identityOf({ ...unstated, subject: [] });
  expect(id).toMatch(/^SHA-256 [0-9A-F:]{95}$/);
  expect(name).toBe(id);
});

test('TPP-03: a statement without any role opens nothing', () => {
  const certificate = { ...base, psd2: { roles: [], ncaName: 'x', ncaId: 'y' } };
  expectRefused(
    () => checkRole(certificate, 'either', () => undefined),
    'TPP-03 FORBIDDEN TPP-Signature-Certificate',
    'no role',
  );
});
