// Date and validity against a wall clock that the test holds. The bank is started here, whatever
// SANDBANK_URL says.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { javaDate } from '../support/conformance-changes.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type OpenSandbank, openSandbank } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

const SECOND = 1000;
const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 3, 10, 5, 7, 900);

let bank: OpenSandbank;
let credentials: Credentials;

beforeAll(async () => {
  bank = await openSandbank({ wallClock: { at: NOW } });
  const issued = await control(bank.url, 'POST', '/_sandbox/certificates', { validDays: 10 });
  credentials = issued.body as Credentials;
});
afterAll(() => bank.close());

function send(date: string) {
  return new Tpp(bank.url, credentials).get('/v1/sandbox/customers', { headers: { Date: date } });
}
const at = (time: number) => new Date(time).toUTCString();

describe('SIG-11: 60 seconds, in whole seconds', () => {
  test.each([
    ['60 seconds behind', -60],
    ['on time', 0],
    ['60 seconds ahead', 60],
  ])('SIG-11: %s is accepted', async (_, seconds) => {
    const answer = await send(at(NOW + seconds * SECOND));
    expect(answer.status).toBe(200);
    expect(answer.headers['sandbank-findings']).toBeUndefined();
  });

  test.each([
    ['61 seconds behind', -61],
    ['61 seconds ahead', 61],
  ])('SIG-11: %s is refused', async (_, seconds) => {
    expectRefusal(await send(at(NOW + seconds * SECOND)), { code: 'BAD_REQUEST', path: 'Date' });
  });
});

describe('SIG-11: what Java prints', () => {
  test.each([
    ['in GMT', 0, 'Tue, 3 Nov 2026 10:05:07 GMT'],
    ['in Oslo', 1, 'Tue, 3 Nov 2026 11:05:07 +0100'],
  ])('SIG-11: a one-digit day %s is accepted, with a finding', async (_, offset, text) => {
    expect(javaDate(new Date(NOW), offset)).toBe(text);
    const answer = await send(text);
    expect(answer.status).toBe(200);
    expect(answer.headers['sandbank-findings']).toBe('SIG-11');
  });
});

describe("the bank's own clock", () => {
  test('SIG-11: does not count, however far it is moved', async () => {
    const moved = NOW + 1000 * DAY;
    const set = await control(bank.url, 'PUT', '/_sandbox/clock', {
      now: new Date(moved).toISOString(),
    });
    expect(set.status).toBe(200);
    expect((await send(at(NOW))).status).toBe(200);
    expectRefusal(await send(at(moved)), { code: 'BAD_REQUEST', path: 'Date' });
  });
});

describe('TPP-01: the wall clock', () => {
  test.each([
    ['in its last second', 10 * DAY, 200],
    ['a second later', 10 * DAY + SECOND, 403],
    ['before its first second', -2 * 3_600_000, 403],
  ])('TPP-01: a certificate %s', async (_, later, status) => {
    await bank.setWallClock({ at: NOW + later });
    const answer = await send(at(NOW + later));
    if (status === 200) expect(answer.status).toBe(200);
    else expectRefusal(answer, { status, code: 'FORBIDDEN', path: 'TPP-Signature-Certificate' });
  });
});

describe('CTRL-07: SIG-11 and a one-digit day', () => {
  test.each([
    ['error', 400, undefined],
    ['warn', 200, 'SIG-11'],
    ['off', 200, undefined],
  ])('CTRL-07: SIG-11 at %s', async (level, status, findings) => {
    await bank.setWallClock({ at: NOW });
    await control(bank.url, 'PUT', '/_sandbox/rules/SIG-11', { level });
    const answer = await send(javaDate(new Date(NOW), 0));
    expect([answer.status, answer.headers['sandbank-findings']]).toEqual([status, findings]);
    if (status === 200) return;
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'Date', says: /one digit.*level error/ });
  });
});
