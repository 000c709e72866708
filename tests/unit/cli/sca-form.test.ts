// The demo's person at the SCA page: which forms are sent, and what is said of a page that is none.
import { expect, test } from '@jest/globals';
import { walkSca } from '../../../cli/demo/sca-form.ts';
import { Tour } from '../../../cli/demo/tour.ts';
import { answeringBanks, BANK } from '../../support/answering-bank.ts';

const answeringBank = answeringBanks();

const page = (step: string, ...fields: readonly string[]) =>
  `<form method="get" action="/other"><form class="a" method="post" action="next"><input name="token" value="t1"><button name="do" value="${step}">${fields.join('')}`;
const input = (name: string, value: string) =>
  `<input type="checkbox" name="${name}" value="${value}">`;

/** What is asked and shown, where the bank answers each request of the kind so, one after the other. */
async function walked(answers: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const bank = answeringBank();
  for (const [key, [first = '', ...others]] of Object.entries(answers)) {
    await bank.run(`on '${key}' ${first}`);
    for (const other of others) await bank.run(`next '${key}' ${other}`);
  }
  const shown: string[] = [];
  const tour = new Tour({ out: (line) => void shown.push(line.trim()), err: () => {} });
  const end = await walkSca(tour, `${BANK}/sca/f`, '13039319955').then(String, String);
  return [...bank.asked(), ...shown, end];
}

const posted = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('> POST')).map((line) => line.split(' ')[3]);

test('each page gets what it asks for, and every account is shared', async () => {
  const lines = await walked({
    'GET /sca/f': [`200 '${page('identify', input('nationalId', ''))}'`],
    'GET /sca/g': [
      `200 '${page('context', input('choice', 'x'))}'`,
      `200 '${page('approve', input('account', 'a'), input('account', 'b'), '<p name="account" value="c">')}'`,
    ],
    'POST /next': [
      "303 '' 'Location: http://bank.test/sca/g'",
      "303 '' 'Location: http://bank.test/sca/g'",
      "302 '' 'Location: https://tpp.example/?a=1'",
    ],
  });
  expect(posted(lines)).toEqual([
    'token=t1&do=identify&nationalId=13039319955',
    'token=t1&do=context&choice=PRIVATE',
    'token=t1&do=approve&account=a&account=b',
  ]);
  expect(lines.at(-1)).toBe('https://tpp.example/?a=1');
});

test('a redirect ends it at 302 alone, and only with an address', async () => {
  const body = `'${page('approve')}'`;
  const ended = async (...answer: readonly string[]) =>
    (await walked({ 'GET /sca/f': answer })).at(-1);
  expect(await ended("302 '' 'Location: https://tpp.example/'")).toBe('https://tpp.example/');
  const none = 'Error: the page has no action where one was looked for';
  expect(await ended("302 ''")).toBe(none);
  expect(await ended("303 ''")).toBe(none);
  expect(await ended("301 '' 'Location: https://tpp.example/'")).toBe(none);
  expect(await ended('200 \'<form method="post">\'')).toBe(none);
  expect(await ended('200 \'<form method="post" action="next"><input name="t" value="x">\'')).toBe(
    'Error: the page has no value where one was looked for',
  );
  const endless = await walked({ 'GET /sca/f': [`200 ${body}`], 'POST /next': [`200 ${body}`] });
  expect([posted(endless).length, endless.at(-1)]).toEqual([8, 'Error: the SCA page did not end']);
});
