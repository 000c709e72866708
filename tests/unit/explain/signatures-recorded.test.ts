// SIG-10 explained, for many texts in place of a signature and for many things that a key signs or encrypts: how each text
// is read, and what is said of it, is recorded.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { signatureReadings } from '../../../server/insight/explain/signature/written-bytes.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';
import {
  base64,
  hex,
  line,
  MADE,
  neighbour,
  signature,
  tpp,
  WRITTEN,
} from './recorded-signatures.ts';
import { besides, shortHash, shownReadings } from './recorded-texts.ts';
import { ABOUT, refusalOf, requestOf, tell } from './support.ts';

const explainer = createExplainer();
explainer.know('default', ownCertificate({ serial: '17', key: neighbour.publicKey }).certificate);

function saidOf(sent: string): string {
  // In quotation marks, it would end there.
  const request = requestOf(tpp, { signature: sent.replaceAll('"', "'") });
  const told = tell(explainer, request, refusalOf(request), ABOUT);
  const { rule, sentence = '', readings = [], signature: form, tried } = told ?? {};
  const shown = form === undefined ? '' : ` (${form.form} ${form.hash?.slice(0, 8) ?? ''})`;
  const said = readings.length === 1 ? sentence : `${sentence} | ${shownReadings(readings)}`;
  const names = readings.map(({ mistakes }) => mistakes.join(' + ')).join(' or ');
  return `${rule} ${tried}${shown} ${names}: ${said}`;
}

/** The mistakes of each way to read it, and its bytes. */
function readOf(sent: string): readonly string[] {
  return signatureReadings(sent).map(({ parts, bytes, text: inside }) => {
    const names = parts.flatMap(({ mistakes }) => mistakes).join(' + ');
    return `${bytes.length} ${shortHash([hex(bytes), inside])} ${names}`.trim();
  });
}

describe('SIG-15: what is said of many signatures is recorded', () => {
  test('SIG-15: of how they are written', () => {
    const all = WRITTEN.flatMap((sent) => [
      `${JSON.stringify(sent.slice(0, 28))} ${sent.length}: ${shortHash(besides(sent).map(readOf))}`,
      ...readOf(sent).map((one) => `  ${one}`),
    ]);
    expectRecorded('explain/signatures-written.txt', all);
  });

  test('SIG-15: of what they are instead', () => {
    const all = [...new Set(WRITTEN)].flatMap((sent) => [
      `${JSON.stringify(sent.slice(0, 28))} ${sent.length}`,
      `  ${sent === line ? 'right' : saidOf(sent)}`,
    ]);
    expectRecorded('explain/signatures-instead.txt', all);
  });

  test('SIG-15: of what the key made', () => {
    expect(MADE['sha256']).toEqual(signature);
    const all = Object.entries(MADE).map(([title, made]) =>
      made.equals(signature) ? `${title}: right` : `${title}: ${saidOf(base64(made))}`,
    );
    expectRecorded('explain/signatures-made.txt', all);
  });
});
