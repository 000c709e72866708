// Persons of fixtures/magic.json (MAGIC-01): their national id alone decides how SCA and consent go.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, askPayment, SEPA } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { ROOT } from '../support/source-tree.ts';
import { eachBank } from '../support/test-bank.ts';

interface Person {
  readonly nationalId: string;
  readonly name: string;
  readonly code?: string;
  readonly accounts?: number;
  readonly what: string;
}

const persons: readonly Person[] = JSON.parse(
  readFileSync(join(ROOT, 'fixtures/magic.json'), 'utf8'),
).nationalIds;
const enders = persons.filter(({ accounts }) => accounts === undefined);
const numberOf = (match: (person: Person) => boolean): string =>
  persons.find(match)?.nationalId ?? '';
const withCode = (code: string): string => numberOf((person) => person.code === code);
const holding = (count: number): string => numberOf(({ accounts }) => accounts === count);
const THIRTY = holding(30);

const bank = await eachBank();

const askConsent = (): Promise<Answer> =>
  bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');

describe('MAGIC-01: persons who end an SCA', () => {
  const rows = enders.map(({ nationalId, code = '' }) => [nationalId, code] as const);

  test.each(rows)('MAGIC-01: %s on the page redirects with %s', async (nationalId, code) => {
    const page = await identify(await openPage(await askConsent()), nationalId);
    const back = redirectOf(page).searchParams;
    const server = code === 'SYSTEM_ERROR';
    expect([back.get('code'), back.get('status'), back.get('system')]).toEqual(
      server ? [code, '500', 'sandbank'] : [code, '401', null],
    );
  });

  test.each(rows)('MAGIC-01: %s without a browser redirects with %s', async (nationalId, code) => {
    const back = await completeSca(bank, await askConsent(), { nationalId });
    expect(back.get('code')).toBe(code);
  });

  test('MAGIC-01: they are no customers', async () => {
    for (const [nationalId] of rows) {
      const tpp = bank.tpp.with({ ...psuHeaders(), 'X-PSU-IDENTITY': nationalId });
      expectRefusal(await tpp.get('/v1/accounts'), { code: 'PSU_CREDENTIALS_INVALID' });
    }
  });

  test('MAGIC-01: a person that the request has named cannot be one of them', async () => {
    const tpp = bank.tpp.with({ ...psuHeaders(), 'X-PSU-IDENTITY': PERSONS.jonas });
    const page = await openPage(await tpp.post('/v1/bank-offered-consents'));
    expect((await identify(page, withCode('SCA_INVALID'))).step).toBe('approve');
    const id = flowIdOf(await tpp.post('/v1/bank-offered-consents'));
    const wanted = { nationalId: withCode('SCA_INVALID') };
    const answer = await bank.control('POST', `/_sandbox/sca/${id}`, wanted);
    expectRefusal(answer, { code: 'BAD_REQUEST', path: '/nationalId' });
  });

  test('MAGIC-01: three of them reject a payment that was made without PSU-ID', async () => {
    const tpp = bank.tpp.with({ ...psuHeaders(), 'PSU-Context': 'PRIVATE' });
    const made = await askPayment({ tpp }, await accountOf(bank, PERSONS.jonas));
    const self = `${SEPA}/${made.body.paymentId}`;
    const nationalId = withCode('PAYMENT_FAILED');
    let asked = made;
    for (let times = 1; times <= 3; times += 1) {
      const back = await completeSca(bank, asked, { nationalId });
      expect(back.get('code')).toBe('PAYMENT_FAILED');
      const status = (await tpp.get(`${self}/status`)).body.transactionStatus;
      expect(status).toBe(times < 3 ? 'RCVD' : 'RJCT');
      if (times < 3) asked = await tpp.post(`${self}/authorisations`);
    }
  });
});

test.each([
  ['CONSENT_INVALID', 'nothing is consented', 'CONSENT_INVALID'],
  ['CONSENT_EXPIRED', 'the consent is 181 days old', 'valid'],
  ['CONSENT_UNKNOWN', 'the consent is revoked right afterwards', 'CONSENT_UNKNOWN'],
])('MAGIC-01: %s: %s; with the PSU present %s, each time', async (code, _, present) => {
  for (let times = 0; times < 2; times += 1) {
    const psu = await consentOf(bank, withCode(code));
    const seen = await psu.tpp.get('/v1/accounts');
    if (present === 'valid') expect(seen.body.accounts).toHaveLength(2);
    else expectRefusal(seen, { code: present });
    const alone = await psu.tpp.with({ 'PSU-IP-Address': undefined }).get('/v1/accounts');
    expectRefusal(alone, { code });
    expect('scaRedirect' in (alone.body._links ?? {})).toBe(code !== 'CONSENT_UNKNOWN');
  }
});

describe('MAGIC-01: persons with unusual holdings', () => {
  test('MAGIC-01: thirty accounts', async () => {
    const page = await openPage(await askConsent());
    const shown = await identify(page, THIRTY);
    expect(shown.accounts).toHaveLength(30);
    redirectOf(await approve(shown));
    const psu = await consentOf(bank, THIRTY);
    const { accounts } = (await psu.tpp.get('/v1/accounts')).body;
    const ibans = accounts.map(({ iban }: { iban: string }) => iban);
    expect(new Set(ibans).size).toBe(30);
    const euro = accounts.filter(({ currency }: { currency: string }) => currency === 'EUR');
    expect(euro).toHaveLength(6);
    const kinds = accounts.map(
      ({ cashAccountType }: { cashAccountType: string }) => cashAccountType,
    );
    expect(kinds.filter((kind: string) => kind === 'SVGS')).toHaveLength(12);
  });

  test('MAGIC-01: no account', async () => {
    const page = await openPage(await askConsent());
    const shown = await identify(page, holding(0));
    expect([shown.answer.status, shown.accounts]).toEqual([200, []]);
    expect(shown.answer.text).toContain('so there is nothing to share');
    const back = redirectOf(await approve(shown)).searchParams;
    const tpp = bank.tpp.with({
      ...psuHeaders(back.get('tpp-session-id') ?? ''),
      'PSU-ID': back.get('psu-id') ?? '',
    });
    expectRefusal(await tpp.get('/v1/accounts'), {
      code: 'CONSENT_INVALID',
      says: /^This person has no accounts in this bank in this context: an SCA [^.]+\.$/,
    });
  });

  test('MAGIC-01: after a login they stand on the SCA page where they stood, with the same note', async () => {
    const shown = async () => {
      const { text } = (await openPage(await askConsent())).answer;
      const groups = text.split('<details class="mishaps">');
      return groups.map((group) =>
        [...group.matchAll(/name="nationalId" value="(\d+)".*?class="note">([^<]*)</g)].map(
          ([, number, note]) => `${number} ${note}`,
        ),
      );
    };
    const before = await shown();
    expect(before.map((group) => group.length)).toEqual([4, persons.length]);
    for (const { nationalId, accounts } of persons) {
      if (accounts !== undefined) await completeSca(bank, await askConsent(), { nationalId });
    }
    expect(await shown()).toEqual(before);
  });

  test('MAGIC-01: they come to bank here when first named, the same each time', async () => {
    const nationalId = THIRTY;
    const numbers = async () => {
      const { body } = await bank.tpp.get('/v1/sandbox/customers');
      return body.customers.map((one: { customerNumber: string }) => one.customerNumber);
    };
    const initialized = await bank.tpp.post('/v1/sandbox/initialize');
    expect(initialized.body).toEqual({ customers: 4, accounts: 8, cardAccounts: 2 });
    expect(await numbers()).not.toContain(nationalId);
    const before = await consentOf(bank, nationalId);
    const ibans = (await before.tpp.get('/v1/accounts')).body;
    expect(await numbers()).toContain(nationalId);
    await bank.tpp.post('/v1/sandbox/initialize');
    expect(await numbers()).not.toContain(nationalId);
    const after = await consentOf(bank, nationalId);
    expect(after.psuId).toBe(before.psuId);
    expect((await after.tpp.get('/v1/accounts')).body).toEqual(ibans);
  });
});

test('MAGIC-01: the documentation lists them as they are', () => {
  const rows = readFileSync(join(ROOT, 'docs/sandbox/test-users.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| `\d\d[89]\d{8}` \|/.test(line));
  const expected = persons.map(
    ({ nationalId, name, code, what }) =>
      `| \`${nationalId}\` | ${name} | ${code === undefined ? '' : code} | ${what} |`,
  );
  expect(rows).toEqual(expected);
});
