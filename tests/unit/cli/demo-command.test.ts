// `sandbank demo`: every exchange of a TPP's journey, in its order.
import { expect, jest, test } from '@jest/globals';
import { playJourney } from '../../../cli/demo/journey.ts';
import { Tour } from '../../../cli/demo/tour.ts';
import { createSandbank } from '../../../server/sandbank.ts';
import { printed, sandbank } from '../../support/commands.ts';
import { keyStock } from '../../support/key-stock.ts';

const SCA = ['GET 200', 'POST 303', 'POST 302'];

test('demo: from a certificate to settled payments and a refused signature, as expected', async () => {
  const said = await printed(sandbank('demo'));
  const [, ...chapters] = said.split(/\n\n(?=\d\. )/);
  const steps = chapters.map((chapter) =>
    [...chapter.matchAll(/^ {2}(\S+) .*? (\d{3}) {2}/gm)].map(
      ([, method, status]) => `${method} ${status}`,
    ),
  );
  expect(steps).toEqual([
    ['POST 201'],
    ['GET 401', 'POST 201', ...SCA, '→ 302'],
    ['GET 200', 'GET 200', 'GET 200'],
    ['POST 201', ...SCA, 'GET 200', 'POST 200', 'GET 200', 'GET 200'],
    ['GET 200', 'POST 201', ...SCA, 'GET 200', 'POST 200', 'GET 200'],
    ['GET 400'],
  ]);
  expect(said).toMatch(/ 200 {2}closingBooked \d+\.\d\d NOK, /);
  expect(said).toMatch(/\nEverything was as expected\.$/);
  expect(await printed(sandbank('demo', '--json'))).toBe('{"failures":0}');
});

test('demo: a payment that has not settled where it should have is not as expected', async () => {
  const slow = await createSandbank({ settlementDelay: 60_000, makeKey: keyStock() });
  const lines: string[] = [];
  const tour = new Tour({ out: (line) => void lines.push(line), err: () => {} });
  await playJourney(tour, slow.url).finally(slow.close);
  expect(tour.failures).toBe(1);
  expect(lines).toContain('  ✗ not as expected: transactionStatus ACSC');
});

test('demo: ends with 1 where the bank does not answer', async () => {
  const gone = new Error('the bank is gone');
  const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(gone);
  const said = await printed(sandbank('demo'), 1);
  expect(said).toMatch(/✗ not as expected: the bank is gone\n\n1 not as expected\.$/);
  asked.mockRejectedValueOnce(gone);
  expect(await printed(sandbank('demo', '--json'), 1)).toBe('{"failures":1}');
  asked.mockRestore();
});

/** The bank's answers to the demo, but for one that is changed. */
function changing(method: string, path: RegExp, change: (answer: Response) => Promise<Response>) {
  const real = globalThis.fetch;
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const answer = await real(address, init);
    const isIt = (init?.method ?? 'GET') === method && path.test(new URL(String(address)).pathname);
    return isIt ? change(answer) : answer;
  });
}

const textOf = (text: string, { status, headers }: Response) =>
  new Response(text, { status, headers });

test.each<[what: string, ...Parameters<typeof changing>, says: readonly RegExp[]]>([
  [
    'a control call that is refused',
    'POST',
    /clock.advance$/,
    async () => new Response('{"tppMessages":[]}', { status: 409 }),
    [/clock\/advance +409 {2}\n {2}✗ not as expected: \{"tppMessages":\[\]\}\n/],
  ],
  [
    'a list without a current account',
    'GET',
    /v1.accounts$/,
    async (answer) => textOf((await answer.text()).replaceAll('CACC', 'SVGS'), answer),
    [/✗ not as expected: a current account\n/],
  ],
  [
    "a way back that lacks the TPP's own query",
    'POST',
    /sca/,
    async ({ status, headers }) => {
      const back = headers.get('location')?.replace('state=demo', 'state=other') ?? '';
      return new Response(null, { status, headers: { location: back } });
    },
    [/✗ not as expected: the TPP's own query is still there\n/],
  ],
])('demo: not as expected is %s', async (_, method, path, change, says) => {
  const asked = changing(method, path, change);
  const said = await printed(sandbank('demo'), 1).finally(() => asked.mockRestore());
  for (const one of says) expect(said).toMatch(one);
  expect(said).toMatch(/[1-9] not as expected\.$/);
});
