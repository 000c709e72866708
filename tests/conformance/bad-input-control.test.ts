// The control API and the forms of the SCA page under bad input: refused in the interface's form, no 5xx.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { processBank } from '../support/conformance-process.ts';
import { expectError, expectRefusal } from '../support/conformance-refusal.ts';
import { type Answer, type HeaderList, send } from '../support/http.ts';

const { bank, origin } = await processBank();

const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

function ask(method: string, path: string, body?: string | Buffer, headers: HeaderList = []) {
  const sent = body === undefined ? {} : { body };
  return send({ method, url: bank.url + path, headers, ...sent });
}

/** What is stored, as far as the control API shows it. */
async function settings(): Promise<string> {
  const clock = await ask('GET', '/_sandbox/clock');
  const policy = await ask('GET', '/_sandbox/sca-policy');
  const faults = await ask('GET', '/_sandbox/faults');
  return `${clock.body.frozen} ${policy.text} ${faults.text}`;
}

const deep = `{"a":`.repeat(100_000);
const FLOW = '/_sandbox/sca/nothing';

describe('HDR-06: bodies of the control API', () => {
  const targets = [
    ['POST', '/_sandbox/certificates'],
    ['PUT', '/_sandbox/clock'],
    ['POST', '/_sandbox/clock/advance'],
    ['PUT', '/_sandbox/sca-policy'],
    ['POST', '/_sandbox/faults'],
    ['POST', FLOW],
  ] as const;
  const bodies = [
    ['no JSON', 'nothing'],
    ['JSON cut short', '{"by":'],
    ['a text', '"PT1H"'],
    ['null', 'null'],
    ['an array', '[]'],
    ['an unknown member', '{"unknown":1}'],
    ['__proto__', '{"__proto__":{"frozen":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"frozen":true}}}'],
    ['a member twice', '{"frozen":true,"frozen":false}'],
    ['a lone surrogate', '{"now":"\\ud800"}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['great depth', deep],
    ['wrong types', '{"by":1,"now":{},"frozen":"yes","mode":[],"nationalId":true,"roles":0}'],
  ] as const;
  const rows = targets.flatMap(([method, path]) =>
    bodies.map(([name, body]) => ({ name: `${method} ${path} with ${name}`, method, path, body })),
  );

  let before: string;
  beforeAll(async () => {
    before = await settings();
  });
  afterAll(async () => expect(await settings()).toBe(before));

  test.each(rows)('HDR-06: $name', async ({ method, path, body }) => {
    expectRefusal(await ask(method, path, body), { code: 'FORMAT_ERROR' });
  });

  test.each(targets)('HDR-06: %s %s with a body over 1 MiB is 413', async (method, path) => {
    const answer = await ask(method, path, Buffer.alloc(1024 * 1024 + 1, ' '));
    expectRefusal(answer, { status: 413, code: 'BAD_REQUEST' });
  });
});

describe('ERR-01: addresses', () => {
  test.each([
    ['GET', '/_sandbox'],
    ['GET', '/_sandbox//clock'],
    ['GET', '/_sandbox/../_sandbox/clock'],
    ['GET', '/_sandbox/%63lock'],
    ['POST', '/_sandbox/sca/%ff'],
    ['GET', '/_sandbox/constructor'],
  ])('ERR-01: %s %s is 404', async (method, path) => {
    expectRefusal(await ask(method, path), { code: 'NOT_FOUND' });
  });

  test.each(['%', '%ff', '%c3%28', '%e0%a4%a'])(
    'BANK-01: a bank %s cannot be read',
    async (name) => {
      for (const path of ['/v1/accounts', '/_sandbox/clock', '/sca/x']) {
        const answer = await send({ method: 'GET', url: `${origin}/banks/${name}${path}` });
        expectRefusal(answer, { code: 'BAD_REQUEST' });
      }
    },
  );
});

describe('SCA-05: forms of the page', () => {
  let link: string;
  beforeAll(async () => {
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    link = `/sca/${flowIdOf(asked)}`;
  });

  /** A page, or a refusal in JSON; never a redirect to the TPP. */
  function expectPage(answer: Answer): void {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['location']).toBeUndefined();
    if (String(answer.headers['content-type']).startsWith('application/json')) expectError(answer);
    else {
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toBeDefined();
      expect(answer.text).not.toMatch(/node_modules|\bat \S+ \(|<script>alert/);
    }
  }

  const token = `token=${'0'.repeat(32)}`;
  test.each([
    ['nothing', ''],
    ['no token', `do=approve&nationalId=${PERSONS.jonas}`],
    ['a wrong token', `${token}&do=approve`],
    ['a token twice', `${token}&${token}&do=cancel`],
    ['a member __proto__', `__proto__=1&__proto__[token]=1&${token}`],
    ['JSON', '{"do":"cancel"}'],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x3d, 0xff])],
    ['percent signs', 'token=%&do=%zz&%=%'],
    ['zero bytes', 'token=\0&do=\0cancel'],
    ['markup', 'token=<script>alert(1)</script>&nationalId=<script>alert(1)</script>'],
    ['1001 accounts', `${'account=1&'.repeat(1001)}${token}`],
    ['70 kB', `${token}&nationalId=${'1'.repeat(70_000)}`],
  ])('SCA-05: %s is refused, and the link lives', async (_, form) => {
    expectPage(await ask('POST', link, form, FORM));
    expect((await ask('GET', link)).status).toBe(200);
  });

  test('SCA-05: a form over 64 kB is 413', async () => {
    const answer = await ask('POST', link, `token=${'0'.repeat(70_000)}`, FORM);
    expectRefusal(answer, { status: 413, code: 'BAD_REQUEST' });
  });

  test.each([
    '/sca/nothing',
    '/sca/%00',
    '/sca/%2e%2e%2fdefault',
    `/sca/${'x'.repeat(5000)}`,
    '/sca/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ])('SCA-05: %s is 404, to look at and to post to', async (path) => {
    for (const answer of [await ask('GET', path), await ask('POST', path, token, FORM)]) {
      expect(answer.status).toBe(404);
      expectPage(answer);
    }
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'SCA-05: %s of a link is refused, and the link lives',
    async (method) => {
      const answer = await ask(method, link);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['location']).toBeUndefined();
      expect((await ask('GET', link)).status).toBe(200);
    },
  );
});
