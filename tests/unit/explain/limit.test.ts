// So much explaining per second and no more: for one TPP, and for all of them together. What is answered then
// is in tests/process/explained-limits.test.ts.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import {
  createExplainLimit,
  type ExplainLimit,
  MOST_PER_TPP,
  MOST_WORK,
} from '../../../server/insight/explain/explain-limit.ts';
import type { Explainer } from '../../../server/insight/explain/explainer.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { ownCertificate, rsaPair } from './own-certificate.ts';
import { ABOUT, ownTpp, refusalOf, requestOf } from './support.ts';

/** How many in a row are allowed, of at most 1,000. */
function allowed(limit: ExplainLimit, tpp: string, now: number): number {
  let count = 0;
  while (count < 1000 && limit.allows(() => tpp, now)) count += 1;
  return count;
}

describe('SIG-15: the limit', () => {
  test('SIG-15: 20 of one TPP in a second, and 20 again in the next, even if the clock goes back', () => {
    const limit = createExplainLimit();
    expect(MOST_PER_TPP).toBe(20);
    expect(allowed(limit, 'A', NOW)).toBe(20);
    expect(allowed(limit, 'B', NOW)).toBe(20);
    expect(limit.allows(() => 'A', NOW + 999 - (NOW % 1000))).toBe(false);
    expect(allowed(limit, 'A', NOW + 1000 - (NOW % 1000))).toBe(20);
    expect(allowed(limit, 'A', NOW - 5000)).toBe(20);
  });

  test('SIG-15: when the work of a second is done nobody is asked for, until the next', () => {
    const limit = createExplainLimit();
    expect(limit.allows(() => 'A', NOW)).toBe(true);
    limit.spend(MOST_WORK - 201);
    expect(limit.allows(() => 'B', NOW)).toBe(true);
    const asked = () => {
      throw new Error('asked for');
    };
    expect(limit.allows(asked, NOW)).toBe(false);
    expect(limit.allows(() => 'C', NOW + 1000)).toBe(true);
  });

  test('SIG-15: each costs something, whatever comes of it: fresh names do not help', () => {
    const limit = createExplainLimit();
    let count = 0;
    while (limit.allows(() => `TPP ${count}`, NOW)) count += 1;
    expect(count).toBe(MOST_WORK / 200);
  });
});

const { publicKey, privateKey } = await rsaPair();
const one = await ownTpp();

describe('SIG-15: of an explainer', () => {
  const explain = (explainer: Explainer, request: SignedRequest, now = NOW) =>
    explainer.explain(request, refusalOf(request), { ...ABOUT, now });
  /** How many in a row are explained, of at most 100. */
  function count(explainer: Explainer, request: SignedRequest, now = NOW): number {
    let at = 0;
    while (at < 100 && explain(explainer, request, now) !== undefined) at += 1;
    return at;
  }
  /** A request of that TPP, signed with its key. */
  const requestBy = (at: number, change: Partial<Draft>) => {
    const { certificateBase64 } = ownCertificate({
      ...{ key: publicKey, subject: `CN=${at}`, serial: 'A1' },
    });
    const keyId = 'SN=A1,CA=CN=Own CA,O=Eget AS,C=NO';
    return requestOf(one, { certificate: certificateBase64, keyId, privateKey, ...change });
  };
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');

  test('SIG-15: 20 for each certificate holder, whichever check refuses', () => {
    const explainer = createExplainer();
    const signed = requestOf(one, { signed: crlf });
    expect(count(explainer, signed)).toBe(20);
    expect(explain(explainer, requestOf(one, { keyId: 'mine' }))).toBeUndefined();
    expect(explain(explainer, requestBy(1, { signed: crlf }))).toBeDefined();
    expect(count(explainer, signed, NOW + 1000)).toBe(20);
  });

  test('SIG-15: whoever sends no certificate that can be read is one with all who do not', () => {
    const explainer = createExplainer();
    const none = requestOf(one, { certificate: undefined });
    const broken = requestOf(one, { certificate: 'broken' });
    expect([refusalOf(none).rule, refusalOf(broken).rule]).toEqual(['SIG-01', 'SIG-02']);
    expect(count(explainer, none)).toBe(20);
    expect(explain(explainer, broken)).toBeUndefined();
    expect(explain(explainer, requestOf(one, { keyId: 'mine' }))).toBeDefined();
  });

  test('SIG-15: what is not explained anyway counts nothing', () => {
    const explainer = createExplainer();
    const request = requestOf(one, { keyId: 'mine' });
    const others = Object.assign(refusalOf(request), { rule: 'TPP-02' });
    for (let at = 0; at < 30; at += 1) {
      expect(explainer.explain(request, others, ABOUT)).toBeUndefined();
    }
    expect(explain(explainer, request)).toBeDefined();
  });

  /** What was tried for each of so many TPPs that were explained such a request one after another. */
  function triedFor(change: Partial<Draft>, explainer = createExplainer()): readonly number[] {
    const tried: number[] = [];
    while (tried.length < 400) {
      const explanation = explain(explainer, requestBy(tried.length, change));
      if (explanation === undefined) break;
      tried.push(explanation.tried);
    }
    return tried;
  }

  test('SIG-15: the keys that are tried count', () => {
    const explainer = createExplainer();
    for (let at = 0; at < 50; at += 1) {
      const { certificate } = ownCertificate({ key: publicKey, serial: `B${at + 10}` });
      explainer.know(ABOUT.bank, certificate);
    }
    const stranger = { signature: Buffer.alloc(256, 0x5b).toString('base64') };
    // Each as much as 50 strings, and 200 for the explanation itself.
    const most = Math.ceil(MOST_WORK / (50 * 50 + 200));
    expect(triedFor(stranger, explainer)).toHaveLength(most);
    expect(triedFor(stranger)).toHaveLength(MOST_WORK / 200);
  });

  test('SIG-15: so do the forms of a body, by their length', () => {
    const of = (body: string) => triedFor({ body, signed: crlf }).length;
    const long = of(`{"a":"${'x'.repeat(20_000)}"}`);
    expect(long).toBeLessThan(of('{}') / 3);
    expect(long).toBeGreaterThan(5);
  });

  test('SIG-15: many TPPs with requests that nothing explains are stopped by the work they make', () => {
    const explainer = createExplainer();
    const unknown = { body: '{}', signed: (text: string) => `${text}!` };
    const tried = triedFor(unknown, explainer);
    const total = tried.reduce((sum, each) => sum + each, 0);
    expect(tried.length).toBeGreaterThan(8);
    expect(tried.length).toBeLessThan(60);
    expect(total).toBeGreaterThan(MOST_WORK / 2);
    expect(total).toBeLessThan(MOST_WORK + 6000);
    expect(triedFor({ ...unknown, body: '' }, explainer)).toEqual([]);
  });
});
