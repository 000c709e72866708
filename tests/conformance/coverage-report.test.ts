// Coverage as it is told (CTRL-08): its advice, its formats, and what is asked for wrongly.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { COVERAGE, coverageOf, named, type Section, sectionOf } from '../support/coverage.ts';
import { type Answer, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';

let bank: TestBank;

const house = await testBank();
beforeEach(() => {
  bank = house.tenant();
});

describe('CTRL-08: advice', () => {
  const adviceOf = async () => (await coverageOf(bank)).advice.map(({ id }) => id);

  test('names what was seen, with the requests', async () => {
    const tpp = bank.tpp.with(psuHeaders());
    await tpp.post('/v1/consents', undefined, named('twice'));
    await tpp.get('/v1/user?verbose=1', named('twice'));
    const { advice } = await coverageOf(bank);
    expect(advice.map(({ id, examples }) => [id, examples])).toEqual([
      ['request-id-reused', ['twice']],
      ['deprecated-operation', ['twice']],
      ['tolerated-err-01', ['twice']],
    ]);
  });

  test('a Date near the limit, and a loopback address for the PSU', async () => {
    const headers = {
      ...psuHeaders(),
      Date: new Date(Date.now() - 50_000).toUTCString(),
      'PSU-IP-Address': '127.0.0.1',
    };
    await bank.tpp.get('/v1/accounts', { headers });
    expect(await adviceOf()).toEqual(['psu-ip-address-of-a-machine', 'date-near-limit']);
  });
});

describe('CTRL-08: formats', () => {
  const ask = (query: string, accept = '*/*'): Promise<Answer> =>
    send({ method: 'GET', url: bank.url + COVERAGE + query, headers: [['Accept', accept]] });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('JSON unless a browser asks; a format asked for by name is sent to anyone', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const type = ({ headers }: Answer) => headers['content-type'];
    for (const [query, accept, expected] of [
      ['', '*/*', 'application/json;charset=utf-8'],
      ['', browser, 'text/html; charset=utf-8'],
      ['?format=json', browser, 'application/json;charset=utf-8'],
      ['?format=html', '*/*', 'text/html;charset=utf-8'],
      ['?format=junit', browser, 'text/xml;charset=utf-8'],
      ['?missing=false', '*/*', 'application/json;charset=utf-8'],
    ] as const) {
      const answer = await ask(query, accept);
      expect([query, answer.status, type(answer)]).toEqual([query, 200, expected]);
    }
    expect((await ask('?format=json')).body).toEqual((await ask('')).body);
  });

  test('missing=true lists what is not covered and keeps the figures', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const whole = await coverageOf(bank);
    const { body: missing } = await ask('?missing=true');
    expect(missing.percent).toBe(whole.percent);
    for (const section of missing.sections as Section[]) {
      const { covered, total, items } = sectionOf(whole, section.name);
      expect(section).toMatchObject({ covered, total });
      expect(section.items).toEqual(items.filter(({ count }) => count === 0));
    }
  });

  test('the page has the figures, escapes what it shows, and links the requests', async () => {
    const hostile = `"><script>x</script>/`;
    for (let i = 0; i < 2; i++) {
      await bank.tpp.with(psuHeaders()).get('/v1/accounts', named(hostile));
    }
    const { text, headers } = await ask('?format=html');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(text).not.toContain('<script');
    const id = encodeURIComponent(hostile).replaceAll("'", '&#39;');
    expect(text).toContain(`href="requests/${id}"`);
    const { percent } = await coverageOf(bank);
    expect(text).toContain(`${percent} %`);
  });

  test.each([
    ['?format=xml', 'format'],
    ['?format=', 'format'],
    ['?format=JSON', 'format'],
    ['?missing=yes', 'missing'],
    ['?missing', 'missing'],
    ['?section=rules', 'section'],
    ['?format=json&toString=1', 'toString'],
  ])('%s is 400 FORMAT_ERROR', async (query, path) => {
    expectRefusal(await ask(query), { code: 'FORMAT_ERROR', path });
  });

  test('DELETE takes no parameters, and empties nothing when it refuses', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const refused = await bank.control('DELETE', `${COVERAGE}?bank=x`);
    expectRefusal(refused, { code: 'FORMAT_ERROR', path: 'bank' });
    expect((await coverageOf(bank)).requests).toBe(1);
  });
});
