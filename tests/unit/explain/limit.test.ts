// So much explaining per second and no more: for one TPP, and for all of them together.
import { sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import {
  createExplainLimit,
  type ExplainLimit,
  MOST_PER_TPP,
  MOST_WORK,
} from '../../../server/insight/explain/explain-limit.ts';
import type { Explainer } from '../../../server/insight/explain/explainer.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { nextPair } from '../../support/key-stock.ts';
import { type Credentials, type Draft, NOW } from '../signing/support.ts';
import { ownCertificate } from './own-certificate.ts';
import { ABOUT, ownTpp, refusalOf, requestOf } from './support.ts';

/** How many in a row are allowed, of at most 1,000. */
function allowed(limit: ExplainLimit, tpp: string, now: number): number {
  let count = 0;
  while (count < 1000 && limit.allows(() => tpp, now)) count += 1;
  return count;
}

describe('SIG-15: of one TPP', () => {
  test('SIG-15: 20 in a second, and 20 again in the next', () => {
    const limit = createExplainLimit();
    expect(MOST_PER_TPP).toBe(20);
    expect(allowed(limit, 'A', NOW)).toBe(20);
    expect(limit.allows(() => 'A', NOW + 999 - (NOW % 1000))).toBe(false);
    expect(allowed(limit, 'A', NOW + 1000 - (NOW % 1000))).toBe(20);
  });

  test('SIG-15: another one has its own', () => {
    const limit = createExplainLimit();
    expect(allowed(limit, 'A', NOW)).toBe(20);
    expect(allowed(limit, 'B', NOW)).toBe(20);
    expect(limit.allows(() => 'A', NOW)).toBe(false);
  });

  test('SIG-15: a clock that goes back begins another second', () => {
    const limit = createExplainLimit();
    expect(allowed(limit, 'A', NOW)).toBe(20);
    expect(allowed(limit, 'A', NOW - 5000)).toBe(20);
  });
});

describe('SIG-15: of all together', () => {
  test('SIG-15: when the work of a second is done nobody is asked for, until the next', () => {
    const limit = createExplainLimit();
    expect(limit.allows(() => 'A', NOW)).toBe(true);
    limit.spend(MOST_WORK - 201);
    expect(limit.allows(() => 'B', NOW)).toBe(true);
    expect(
      limit.allows(() => {
        throw new Error('asked for');
      }, NOW),
    ).toBe(false);
    expect(limit.allows(() => 'C', NOW + 1000)).toBe(true);
  });

  test('SIG-15: each costs something, whatever comes of it: fresh names do not help', () => {
    const limit = createExplainLimit();
    let count = 0;
    while (limit.allows(() => `TPP ${count}`, NOW)) count += 1;
    expect(count).toBe(MOST_WORK / 200);
  });
});

const { publicKey, privateKey } = await nextPair();

describe('SIG-15: of an explainer', () => {
  let one: Credentials;
  beforeAll(async () => {
    one = await ownTpp();
  });

  const explains = (explainer: Explainer, request: SignedRequest, now = NOW) =>
    explainer.explain(request, refusalOf(request), { ...ABOUT, now }) !== undefined;

  /** How many in a row are explained, of at most 100. */
  function count(explainer: Explainer, request: SignedRequest, now = NOW): number {
    let at = 0;
    while (at < 100 && explains(explainer, request, now)) at += 1;
    return at;
  }

  const ofNobody = (at: number) =>
    ownCertificate({ key: publicKey, subject: `CN=${at}`, serial: 'A1' }).certificateBase64;

  test('SIG-15: 20 for each certificate holder, whichever check refuses', () => {
    const explainer = createExplainer();
    const signature = sign('RSA-SHA256', Buffer.from('x'), privateKey).toString('base64');
    const crlf = requestOf(one, { signed: (text) => text.replaceAll('\n', '\r\n') });
    const form = requestOf(one, { keyId: 'mine' });
    expect(count(explainer, crlf)).toBe(20);
    expect(explains(explainer, form)).toBe(false);
    const own = requestOf(one, {
      certificate: ofNobody(1),
      keyId: 'SN=A1,CA=CN=Own CA,O=Eget AS,C=NO',
      signature,
    });
    expect(refusalOf(own).rule).toBe('SIG-10');
    expect(explains(explainer, own)).toBe(true);
    expect(count(explainer, crlf, NOW + 1000)).toBe(20);
  });

  test('SIG-15: whoever sends no certificate that can be read is one with all who do not', () => {
    const explainer = createExplainer();
    const none = requestOf(one, { certificate: undefined });
    const broken = requestOf(one, { certificate: 'broken' });
    expect([refusalOf(none).rule, refusalOf(broken).rule]).toEqual(['SIG-01', 'SIG-02']);
    expect(count(explainer, none)).toBe(20);
    expect(explains(explainer, broken)).toBe(false);
    expect(explains(explainer, requestOf(one, { keyId: 'mine' }))).toBe(true);
  });

  test('SIG-15: what is not explained anyway counts nothing', () => {
    const explainer = createExplainer();
    const request = requestOf(one, { keyId: 'mine' });
    const refusal = refusalOf(request);
    const others = Object.assign(refusalOf(request), { rule: 'TPP-02' });
    for (let at = 0; at < 30; at += 1) {
      expect(explainer.explain(request, others, ABOUT)).toBeUndefined();
    }
    expect(explainer.explain(request, refusal, ABOUT)).toBeDefined();
  });

  /** How many TPPs, one after another, are explained such a request. */
  function explainedTo(explainer: Explainer, change: Partial<Draft>): number {
    for (let at = 0; at < 400; at += 1) {
      const request = requestOf(one, {
        certificate: ofNobody(at),
        keyId: 'SN=A1,CA=CN=Own CA,O=Eget AS,C=NO',
        ...change,
      });
      if (!explains(explainer, request)) return at;
    }
    return 400;
  }

  test('SIG-15: the keys that are tried count', () => {
    const explainer = createExplainer();
    for (let at = 0; at < 50; at += 1) {
      const { certificate } = ownCertificate({ key: publicKey, serial: `B${at + 10}` });
      explainer.know(ABOUT.bank, certificate);
    }
    const stranger = { signature: Buffer.alloc(256, 0x5b).toString('base64') };
    // Each as much as 50 strings, and 200 for the explanation itself.
    expect(explainedTo(explainer, stranger)).toBe(Math.ceil(MOST_WORK / (50 * 50 + 200)));
    expect(explainedTo(createExplainer(), stranger)).toBe(MOST_WORK / 200);
  });

  test('SIG-15: so do the forms of a body, by their length', () => {
    const own = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const signed = (text: string) => text.replaceAll('\n', '\r\n');
    const of = (body: string) => explainedTo(createExplainer(), { body, privateKey: own, signed });
    const long = of(`{"a":"${'x'.repeat(20_000)}"}`);
    expect(long).toBeLessThan(of('{}') / 3);
    expect(long).toBeGreaterThan(5);
  });

  test('SIG-15: many TPPs with requests that nothing explains are stopped by the work they make', () => {
    const explainer = createExplainer();
    const explain = (at: number, body: string) => {
      const certificate = ofNobody(at);
      const keyId = 'SN=A1,CA=CN=Own CA,O=Eget AS,C=NO';
      const request = requestOf(one, {
        certificate,
        keyId,
        body,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        signed: (text) => `${text}!`,
      });
      return explainer.explain(request, refusalOf(request), ABOUT);
    };
    const tried: number[] = [];
    for (let at = 0; at < 200; at += 1) {
      const explanation = explain(at, '{}');
      if (explanation === undefined) break;
      tried.push(explanation.tried);
    }
    const total = tried.reduce((sum, each) => sum + each, 0);
    expect(tried.length).toBeGreaterThan(8);
    expect(tried.length).toBeLessThan(60);
    expect(total).toBeGreaterThan(MOST_WORK / 2);
    expect(total).toBeLessThan(MOST_WORK + 6000);
    expect(explain(500, '')).toBeUndefined();
  });
});
