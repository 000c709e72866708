// `sandbank demo`: every exchange of a TPP's journey, in its order.
import { expect, test } from '@jest/globals';
import { printed, sandbank } from '../../support/commands.ts';

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
  expect(said).toMatch(/\nEverything was as expected\.$/);
  expect(await printed(sandbank('demo', '--json'))).toBe('{"failures":0}');
});
