// How much is explained in a second, and what a refused signature leaves behind: nothing. The bank is
// started here with a wall clock of the test's, whatever SANDBANK_URL says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
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
const PLAIN =
  /^The signature does not verify with the certificate's key over the signing string: one line `name: value` per listed header/;
const refused = (says: RegExp) => ({ code: 'BAD_REQUEST', path: 'Signature', says });

describe('SIG-15: 20 explanations in a second', () => {
  test('SIG-15: the 21st refusal of one TPP is the plain one, until the next second', async () => {
    const [one, other] = [await newTpp('PSDNO-FSA-100000001'), await newTpp('PSDNO-FSA-100000002')];
    for (let count = 0; count < 20; count += 1) {
      // All within one second of the clock.
      await setWall(NOW + count * 25);
      expectRefusal(await ask(one), refused(EXPLAINED));
    }
    const plain = await ask(one);
    expectRefusal(plain, refused(PLAIN));
    expect(plain.headers['sandbank-verdict']).toMatch(/^\/_sandbox\/requests\/x/);
    expectRefusal(
      await ask(one, { ...wrong, headers: { 'X-Request-ID': 'again' } }),
      refused(PLAIN),
    );
    // The rule is in the verdict, and nothing of an explanation.
    const verdict = await control(bank.url, 'GET', String(plain.headers['sandbank-verdict']));
    expect(verdict.body.rules).toEqual(['SIG-10']);
    expect(verdict.body.explanation).toBeUndefined();
    expect(verdict.body.unexplained).toContain('at most 20 refusals of one TPP in a second');

    // Another TPP has its own, and so has another bank none of its own.
    expectRefusal(await ask(other), refused(EXPLAINED));
    expectRefusal(await ask(one.at(`${bank.url}/banks/acme`)), refused(PLAIN));

    await setWall(NOW - (NOW % 1000) + 1000);
    expectRefusal(await ask(one), refused(EXPLAINED));
  });

  test('SIG-15: a good request is served beyond the limit as before it', async () => {
    await setWall(NOW + 10_000);
    const tpp = await newTpp('PSDNO-FSA-100000003');
    for (let count = 0; count < 21; count += 1) await ask(tpp);
    expectRefusal(await ask(tpp), refused(PLAIN));
    const good = await ask(tpp, {});
    expect(good.status).toBe(200);
    expectRefusal(await ask(tpp), refused(PLAIN));
  });
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
  expect(files).toContain('default.json');
  expect(files.filter((file) => file.startsWith('nobody-began'))).toEqual([]);
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'latin1')).not.toMatch(/01010750160|100000005/);
  }
});
