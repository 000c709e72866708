// KID, the Norwegian payment reference (PAY-05), against the starting set's creditors who want one.
import { describe, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Body } from '../support/payment-scene.ts';
import {
  BULK,
  bulkFrom,
  domesticEntry,
  PRODUCT_CASES,
  repeatable,
} from '../support/product-scene.ts';
import { eachScene } from '../support/test-bank.ts';

/** Accounts of the starting set. */
const REQUIRED = { creditorAccount: { bban: '99997058115', currency: 'NOK' } };
const OPTIONAL = { creditorAccount: { bban: '99998948548', currency: 'NOK' } };
const ARRAY = 'remittanceInformationStructuredArray';
const SINGLE = 'remittanceInformationStructured';

const kid = (reference: string, referenceType: string | null = 'SCOR'): Body => ({
  remittanceInformationUnstructured: undefined,
  [ARRAY]: [{ reference, ...(referenceType === null ? {} : { referenceType }) }],
});

const scene = await eachScene();

const domestic = PRODUCT_CASES.filter((row) => row.domestic);

describe.each(domestic)('PAY-05: $name', ({ path, body, prefix }) => {
  const send = (change: Body) => scene.post(repeatable(path), body(scene, change));

  test('PAY-05: to a creditor who wants one, without: KID_MISSING', async () => {
    const missing = { code: 'KID_MISSING', path: `${prefix}/${ARRAY}` };
    expectRefusal(await send(REQUIRED), missing);
    expectRefusal(await send({ ...REQUIRED, ...kid('1234567897', 'OTHR') }), missing);
    expectRefusal(await send({ ...REQUIRED, ...kid('1234567897', null) }), missing);
  });

  test('PAY-05: with a wrong check digit: KID_INVALID', async () => {
    const invalid = { code: 'KID_INVALID', path: `${prefix}/${ARRAY}/0/reference` };
    expectRefusal(await send({ ...REQUIRED, ...kid('1234567890') }), invalid);
    expectRefusal(await send({ ...OPTIONAL, ...kid('1234567890') }), invalid);
  });

  test('PAY-05: right, it is taken and told', async () => {
    const sent = body(scene, { ...REQUIRED, ...kid('1234567897') });
    const made = await scene.pay(path, sent);
    expect(made.body).not.toHaveProperty('tppMessages');
  });

  test('PAY-05: optional is optional, and other creditors take any reference', async () => {
    expect((await send(OPTIONAL)).status).toBe(201);
    expect((await send(kid('Faktura æøå 12345678901234567890123'))).status).toBe(201);
  });
});

describe('PAY-05: what a KID is', () => {
  const [{ path, body } = { path: '', body: () => ({}) }] = PRODUCT_CASES;
  const send = (reference: string) =>
    scene.post(path, body(scene, { ...REQUIRED, ...kid(reference) }));

  test('PAY-05: at most 25 characters, by modulus 10 or 11', async () => {
    expect((await send('6-')).status).toBe(201);
    expect((await send('1234567890123456789012340')).status).toBe(201);
    expectRefusal(await send('12345678901234567890123459'), { code: 'KID_INVALID' });
  });

  test('PAY-05: the deprecated single member counts too, with its own path', async () => {
    const single = (reference: string) => ({
      ...REQUIRED,
      remittanceInformationUnstructured: undefined,
      [SINGLE]: { reference, referenceType: 'SCOR' },
    });
    const wrong = await scene.post(path, body(scene, single('20')));
    expectRefusal(wrong, { code: 'KID_INVALID', path: `/${SINGLE}/reference` });
    const made = await scene.pay(path, body(scene, single('26')));
    expect(made.body.tppMessages).toEqual([
      expect.objectContaining({ category: 'WARNING', path: `/${SINGLE}` }),
    ]);
  });
});

describe('PAY-05: structured and unstructured together', () => {
  const [{ path, body } = { path: '', body: () => ({}) }] = PRODUCT_CASES;

  test('PAY-05: accepted with a WARNING, and the structured one goes to the creditor', async () => {
    const both = { ...REQUIRED, ...kid('1234567897'), remittanceInformationUnstructured: 'Takk' };
    const made = await scene.pay(path, body(scene, both));
    expect(made.body.tppMessages).toEqual([
      {
        category: 'WARNING',
        code: 'FORMAT_ERROR',
        path: '/remittanceInformationUnstructured',
        text: expect.any(String),
      },
    ]);
    await scene.approve(made);
    await scene.advance('PT2S');
    const [line] = await scene.lines(scene.nok);
    expect(line?.[ARRAY]).toEqual([{ reference: '1234567897', referenceType: 'SCOR' }]);
    // ACC-04: the text is the bank's own, not the one that was sent.
    expect(line?.['remittanceInformationUnstructured']).toBe('Til: Huseier Hansen KID: 1234567897');
    expect((await scene.get(made)).body.remittanceInformationUnstructured).toBe('Takk');
  });
});

test('PAY-05: in a bulk every entry without its KID is named', async () => {
  const entries = [domesticEntry(REQUIRED), domesticEntry(), domesticEntry(REQUIRED)];
  const answer = await scene.post(BULK, bulkFrom(scene, entries));
  expectRefusal(answer, { code: 'KID_MISSING', path: `/payments/0/${ARRAY}` });
  expect(answer.body.tppMessages.map(({ path }: { path: string }) => path)).toEqual([
    `/payments/0/${ARRAY}`,
    `/payments/2/${ARRAY}`,
  ]);
});

test.each(['required', 'optional', 'none'])(
  'PAY-05: a mock account with kid %s',
  async (policy) => {
    const account = await scene.tpp.post('/v1/sandbox/accounts', {
      customerNumber: PERSONS.odd,
      accountName: 'Forening',
      currency: 'NOK',
      kid: policy,
    });
    const creditorAccount = { iban: account.body.iban, currency: 'NOK' };
    const [{ path, body } = { path: '', body: () => ({}) }] = PRODUCT_CASES;
    const without = await scene.post(path, body(scene, { creditorAccount }));
    expect(without.status).toBe(policy === 'required' ? 400 : 201);
    const wrong = await scene.post(path, body(scene, { creditorAccount, ...kid('20') }));
    expect(wrong.status).toBe(policy === 'none' ? 201 : 400);
  },
);
