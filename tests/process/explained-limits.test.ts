// Many refusals at once, and what a refused signature leaves behind: nothing. The bank is
// started here with a wall clock of the test's, whatever SANDBANK_URL says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { drafted } from '../support/conformance-changes.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';
import { type Credentials, Tpp, type TppRequest } from '../support/tpp.ts';

const NOW = Date.UTC(2026, 10, 3, 10, 5, 7, 400);
const folder = testFolder();
let wall = NOW;

const setWall = (at: number): Promise<void> => {
  wall = at;
  return bank.setWallClock({ at });
};

const bank = await openSandbank({ wallClock: { at: NOW }, data: folder });

async function newTpp(organisationId: string): Promise<Tpp> {
  const issued = await control(bank.url, 'POST', '/_sandbox/certificates', { organisationId });
  return new Tpp(bank.url, issued.body as Credentials);
}

const wrong = drafted((draft) => {
  draft.text = (plain) => plain.replaceAll(': ', ':');
});

const ask = (tpp: Tpp, change: TppRequest = wrong): Promise<Answer> =>
  tpp.get('/v1/sandbox/customers', {
    ...change,
    headers: { Date: new Date(wall).toUTCString(), ...change.headers },
  });

const EXPLAINED = /^You wrote no space after the colon in each line; write /;
const refused = (says: RegExp) => ({ code: 'BAD_REQUEST', path: 'Signature', says });

/** Different mistakes, each with words of its sentence. */
const MISTAKES: readonly (readonly [says: RegExp, sign: (text: string) => string])[] = [
  [/no space after the colon/, (text) => text.replaceAll(': ', ':')],
  [/CRLF/, (text) => text.replaceAll('\n', '\r\n')],
  [/a newline \(LF\)/, (text) => `${text}\n`],
  [/signed without date, but/, (text) => text.replace(/^date: .*\n/m, '')],
  [/in the order /, (text) => text.split('\n').reverse().join('\n')],
  [/in quotation marks/, (text) => `"${text}"`],
  [/in lower case/, (text) => text.toLowerCase()],
  [/the string in base64/, (text) => Buffer.from(text).toString('base64')],
];

test('SIG-15: 200 mistakes at once are all explained', async () => {
  const tpp = await newTpp('PSDNO-FSA-100000001');
  const all = Array.from({ length: 200 }, (_, at) => MISTAKES[at % MISTAKES.length]);
  await Promise.all(
    all.map(async (mistake) => {
      const [says, sign] = mistake ?? [/^$/, String];
      const change = drafted((draft) => {
        draft.text = sign;
      });
      expectRefusal(await ask(tpp, change), refused(says));
    }),
  );
});

test('SIG-15: a good request is served while others are explained', async () => {
  const tpp = await newTpp('PSDNO-FSA-100000003');
  const asked = Array.from({ length: 30 }, () => ask(tpp));
  const good = await ask(tpp, {});
  expect(good.status).toBe(200);
  for (const answer of await Promise.all(asked)) expectRefusal(answer, refused(EXPLAINED));
});

test('SIG-15: a refused signature begins no bank and stores nothing', async () => {
  await setWall(NOW + 60_000);
  const tpp = (await newTpp('PSDNO-FSA-100000005')).at(`${bank.url}/banks/nobody-began`);
  const headers = { Date: new Date(wall).toUTCString() };
  const body = { customerNumber: '01010750160' };
  const answer = await tpp.post('/v1/sandbox/customers', body, { ...wrong, headers });
  expectRefusal(answer, refused(EXPLAINED));
  expect(answer.headers['sandbank-verdict']).toMatch(
    /^\/banks\/nobody-began\/_sandbox\/requests\/x/,
  );
  await bank.close();
  const files = readdirSync(folder);
  expect(files.filter((file) => file.startsWith('nobody-began'))).toEqual([]);
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'latin1')).not.toMatch(/01010750160|100000005/);
  }
});
