// Certificates that a bank has seen: each bank its own, each certificate once, and not too many.
import { expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { ABOUT, ownTpp, refusalOf, requestOf, tell } from './support.ts';

const tpp = await ownTpp();
const { publicKey } = await rsaPair();
const numbered = (number: number) => `ABC${number}`;
const certificates = Array.from(
  { length: 52 },
  (_, at) => ownCertificate({ key: publicKey, serial: numbered(at) }).certificate,
);

function seen() {
  const explainer = createExplainer();
  const know = (bank: string, ...numbers: readonly number[]) => {
    for (const at of numbers) explainer.know(bank, certificates[at] as (typeof certificates)[0]);
  };
  /** Whether a keyId is understood as that certificate's. */
  const knows = (bank: string, number: number) => {
    const keyId = tpp.keyId.replace(/SN=[^,]*/, `SN=${numbered(number)}`);
    const request = requestOf(tpp, { keyId });
    const told = tell(explainer, request, refusalOf(request), { ...ABOUT, bank });
    return told?.readings[0]?.mistakes[0] === 'serial-of-another-certificate';
  };
  return { know, knows };
}

test('SIG-15: a bank knows what it was told, and nothing of another bank', () => {
  const { know, knows } = seen();
  know('default', 0, 1, 0);
  expect([0, 1, 2].map((number) => knows('default', number))).toEqual([true, true, false]);
  expect(knows('acme', 0)).toBe(false);
});

test('SIG-15: 50 at most, those that were seen last', () => {
  const { know, knows } = seen();
  know('default', ...certificates.keys(), 2);
  expect([0, 1, 2, 3, 51].map((number) => knows('default', number))).toEqual([
    ...[false, false, true, true, true],
  ]);
});

test('SIG-15: 100 banks at most, those that were used last; asking after a bank makes none', () => {
  const { know, knows } = seen();
  for (const bank of ['first', 'second']) know(bank, 0);
  for (let bank = 0; bank < 99; bank += 1) {
    know(`bank-${bank}`, 0);
    if (bank === 50) knows('first', 0);
  }
  expect(['first', 'second', 'bank-98'].map((bank) => knows(bank, 0))).toEqual([true, false, true]);
  for (let bank = 0; bank < 200; bank += 1) knows(`unknown-${bank}`, 0);
  expect(knows('first', 0)).toBe(true);
});
