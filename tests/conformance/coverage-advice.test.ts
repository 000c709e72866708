// Advice that a client without reproach must not get (CTRL-08), as CI and TPPs work, and what it must not
// show (WEB-06). The bank's wall clock can be put ahead: a link is left when a minute has gone by.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import { completeSca, consentOf, openBank, psuHeaders, type TestBank } from '../support/bank.ts';
import { OPENING } from '../support/conformance-rows.ts';
import { COVERAGE, coverageOf, coveredIn, named, type Report } from '../support/coverage.ts';
import type { Answer } from '../support/http.ts';
import { openScene, type Scene, SEPA, selfOf } from '../support/payment-scene.ts';

let house: TestBank;
let scene: Scene;
let ahead = 0;
/** The wall clock of a bank elsewhere is not ours to move. */
const testOfClock = process.env['SANDBANK_URL'] === undefined ? test : test.skip;

beforeAll(async () => {
  house = await openBank({ wallClock: () => Date.now() + ahead });
}, OPENING);
afterAll(() => house.close());

const adviceOf = async (of: TestBank) =>
  (await coverageOf(of)).advice.map(({ id, examples }) => [id, examples.length]);

/** As it is when all links of before are older than a minute. */
async function later<T>(look: () => Promise<T>): Promise<T> {
  ahead = 61_000;
  try {
    return await look();
  } finally {
    ahead = 0;
  }
}

describe('CTRL-08: the same request again is no fault once something has changed', () => {
  const again = async (times: number, step: () => Promise<unknown>): Promise<void> => {
    for (let i = 0; i < times; i++) await step();
  };

  testOfClock('a reset, a rule level', async () => {
    const bank = house.tenant();
    const tpp = bank.tpp.with(psuHeaders());
    await again(4, async () => {
      await bank.control('POST', '/_sandbox/reset');
      expect((await tpp.get('/v1/accounts')).status).toBe(401);
    });
    // Each reset has taken the link of the test before.
    expect(await later(() => adviceOf(bank))).toEqual([['sca-redirect-not-followed', 1]]);
    const other = house.tenant();
    await again(4, async () => {
      await other.control('PUT', '/_sandbox/rules', { preset: 'strict' });
      expect((await other.tpp.get('/v1/accounts')).status).toBe(400);
    });
    expect(await adviceOf(other)).toEqual([]);
  });

  test('the clock, and what fell due', async () => {
    scene = await openScene(house);
    const made = await scene.pay(SEPA, scene.sepa());
    await scene.approve(made);
    await again(6, async () => {
      await scene.advance('PT1S');
      await scene.get(made, '/status');
    });
    await again(6, async () => {
      await scene.advance('PT5M');
      await scene.psu.tpp.get('/v1/accounts');
    });
    expect(await adviceOf(scene.bank)).toEqual([]);
  });
});

describe('CTRL-08: a link that nobody needs was not left', () => {
  beforeEach(async () => {
    scene = await openScene(house);
  });

  testOfClock(
    'of a deleted payment, and of payments that are approved with their basket',
    async () => {
      const made: Answer[] = [];
      for (const amount of ['1.00', '2.00', '3.00']) {
        const instructedAmount = { amount, currency: 'EUR' };
        made.push(await scene.pay(SEPA, scene.sepa({ instructedAmount })));
      }
      const [first, ...grouped] = made as [Answer, ...Answer[]];
      await scene.psu.tpp.send('DELETE', selfOf(first));
      const paymentIds = grouped.map(({ body }) => body.paymentId);
      const basket = await scene.psu.tpp.post('/v1/signing-baskets', { paymentIds });
      await completeSca(scene.bank, basket, {});
      expect(await later(() => adviceOf(scene.bank))).toEqual([]);
    },
  );

  testOfClock('but one that somebody needed was, and stays counted', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const left = [['sca-redirect-not-followed', 1]];
    expect(await later(() => adviceOf(scene.bank))).toEqual(left);
    await scene.approve(made);
    expect(await adviceOf(scene.bank)).toEqual(left);
  });
});

test('CTRL-08: rules are passed where their case arose', async () => {
  const bank = house.tenant();
  const psu = await consentOf(bank);
  const { body } = await psu.tpp.get('/v1/accounts');
  const balances = `/v1/accounts/${body.accounts[0].resourceId}/balances`;
  const rules = async (): Promise<Report> => coverageOf(bank);
  await psu.tpp.get(balances);
  expect(coveredIn(await rules(), 'rules')).toEqual({ 'ACC-01': 1, 'ACC-02': 1, 'CONS-09': 1 });
  await psu.tpp.with({ 'PSU-IP-Address': '' }).get(balances);
  expect(coveredIn(await rules(), 'rules')).toMatchObject({ 'ACC-02': 2, 'ACC-06': 1 });
});

test('WEB-06: a national id in X-Request-ID is nowhere in it, and the link finds the request', async () => {
  const bank = house.tenant();
  const nationalId = '13039319955';
  const tpp = bank.tpp.with(psuHeaders());
  for (let i = 0; i < 2; i++) await tpp.get('/v1/accounts?odd=1', named(`req-${nationalId}`));
  const out: string[] = [];
  const output = { out: (text: string) => void out.push(text), err: () => undefined };
  await run(['coverage', '--url', bank.url], output);
  for (const format of ['json', 'html', 'junit']) {
    out.push((await bank.control('GET', `${COVERAGE}?format=${format}`)).text);
  }
  expect(out).toHaveLength(4);
  expect(out.join()).not.toContain(nationalId);
  const { advice } = await coverageOf(bank);
  const reused = advice.find(({ id }) => id === 'request-id-reused')?.examples ?? [];
  expect(reused).toEqual(['x2']);
  const found = await bank.control('GET', `/_sandbox/requests/${reused[0]}`);
  expect(found.body.requestId).toBe('req-*********55');
});

test('CTRL-08: the page names its bank', async () => {
  const bank = house.tenant('painters');
  const { text } = await bank.control('GET', `${COVERAGE}?format=html`);
  expect(text).toMatch(/<title>[^<]*\bpainters\b/);
  expect(text).toMatch(/<h1>[^<]*\bpainters\b/);
});
