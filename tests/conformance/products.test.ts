// Every payment product from creation to its end: what it takes, what it costs, how it settles.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type Body, balance, refOf, selfOf } from '../support/payment-scene.ts';
import {
  CROSS_BORDER,
  CROSS_BORDER_ALIAS,
  crossBorderFrom,
  DOMESTIC,
  domesticFrom,
  PRODUCT_CASES,
  STRAKS,
} from '../support/product-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

describe.each(PRODUCT_CASES)('$name', ({ path, body, later, prefix }) => {
  test('PAY-01, PAY-14, PAY-21: it is made, read and deleted', async () => {
    const sent = body(scene);
    const made = await scene.pay(path, sent);
    expect(made.body.transactionStatus).toBe('RCVD');
    expect(made.body).not.toHaveProperty('tppMessages');
    expect(Object.keys(made.body._links).sort()).toEqual([
      'scaRedirect',
      'self',
      'startAuthorisation',
      'status',
    ]);
    expect((await scene.get(made)).body).toMatchObject({ ...sent, transactionStatus: 'RCVD' });
    const list = await scene.get(made, '/authorisations');
    expect(list.body.authorisationIds).toHaveLength(1);
    expect((await scene.remove(made)).status).toBe(204);
    expect(await scene.statusOf(made)).toBe('CANC');
  });

  test('PAY-21: a member that the product does not have is refused with its path', async () => {
    const answer = await scene.post(path, body(scene, { colour: 'red' }));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: `${prefix}/colour` });
  });

  if (later === undefined) return;
  test('PAY-17: approved and waiting, an SCA cancels it', async () => {
    const made = await scene.pay(path, body(scene, later));
    await scene.approve(made);
    expect(await scene.statusOf(made)).toBe('ACTC');
    const asked = await scene.remove(made);
    expect(asked.status).toBe(202);
    const sca = await scene.post(asked.body._links.startAuthorisation.href);
    const { authorisationId } = sca.body;
    await scene.approve(sca);
    expect(await scene.statusOf(made)).toBe('CANC');
    const part = `/cancellation-authorisations/${authorisationId}`;
    expect((await scene.get(made, part)).body).toEqual({ scaStatus: 'finalised' });
    expect((await scene.advance('P7D')).filter(({ type }) => type === 'paymentDue')).toEqual([]);
    expect((await scene.balances(scene.nok))['closingBooked']).toBe('10000.00');
  });
});

describe('how it settles', () => {
  const course = async (path: string, body: Body) => {
    const made = await scene.pay(path, body);
    await scene.approve(made);
    const seen = [await scene.statusOf(made)];
    for (let step = 0; step < 3; step += 1) {
      await scene.advance('PT2S');
      seen.push(await scene.statusOf(made));
    }
    return { made, seen };
  };

  test.each([
    ['domestic', DOMESTIC, ['PDNG', 'ACSC', 'ACSC', 'ACSC']],
    ['straks', STRAKS, ['ACSC', 'ACSC', 'ACSC', 'ACSC']],
  ])('MOVE-01: %s', async (_, path, statuses) => {
    expect((await course(path, domesticFrom(scene))).seen).toEqual(statuses);
    expect(await scene.balances(scene.nok)).toEqual(balance('9900.00'));
  });

  test('MOVE-01: cross-border is booked before it arrives', async () => {
    const { seen } = await course(CROSS_BORDER, crossBorderFrom(scene));
    expect(seen).toEqual(['PDNG', 'ACSP', 'ACSC', 'ACSC']);
  });

  test.each([
    ['domestic', DOMESTIC, ['PDNG', 'ACCP', 'ACCP', 'ACCP']],
    ['straks', STRAKS, ['ACCP', 'ACCP', 'ACCP', 'ACCP']],
  ])('MOVE-02: %s without funds', async (_, path, statuses) => {
    const instructedAmount = { amount: '10000.01', currency: 'NOK' };
    const { made, seen } = await course(path, domesticFrom(scene, { instructedAmount }));
    expect(seen).toEqual(statuses);
    expect((await scene.get(made, '/status')).body.fundsAvailable).toBe(false);
    expect((await scene.balances(scene.nok))['expected']).toBe('10000.00');
  });
});

describe('PAY-21: bodies', () => {
  test.each([
    ['straks', STRAKS, { ultimateDebtor: 'Ola' }, '/ultimateDebtor'],
    ['straks', STRAKS, { requestedExecutionDate: '2026-06-12' }, '/requestedExecutionDate'],
    ['domestic', DOMESTIC, { serviceLevel: 'URGP' }, '/serviceLevel'],
    ['cross-border', CROSS_BORDER, { serviceLevel: 'SEPA' }, '/serviceLevel'],
    ['cross-border', CROSS_BORDER, { creditorAgent: undefined }, '/creditorAgent'],
    ['cross-border', CROSS_BORDER, { purposeCode: 'SALA' }, '/purposeCode'],
  ])('PAY-21: %s %s %j', async (_, path, change, pointer) => {
    const base = path === CROSS_BORDER ? crossBorderFrom(scene) : domesticFrom(scene);
    const answer = await scene.post(path, { ...base, ...change });
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: pointer });
  });

  test('PAY-21: cross-border takes URGP, regulatory reporting and both account numbers', async () => {
    const sent = crossBorderFrom(scene, {
      serviceLevel: 'URGP',
      regulatoryReporting: { code: '14', text: 'Kjøp av varer' },
      debtorAccount: { iban: scene.nok.iban, bban: scene.nok.bban, currency: 'NOK' },
      endToEndIdentification: 'E2E-7',
    });
    const made = await scene.pay(CROSS_BORDER, sent);
    expect((await scene.get(made)).body).toMatchObject(sent);
  });

  test('PAY-18: made by its alias, it is one payment under both names', async () => {
    const made = await scene.pay(CROSS_BORDER_ALIAS, crossBorderFrom(scene));
    const other = selfOf(made).replace(CROSS_BORDER, CROSS_BORDER_ALIAS);
    expect(selfOf(made).startsWith(`${CROSS_BORDER}/`)).toBe(true);
    expect((await scene.psu.tpp.get(other)).body.paymentId).toBe(made.body.paymentId);
  });
});

describe('PAY-04: cross-border creditors without IBAN', () => {
  const ABROAD = { creditorAgent: 'CHASUS33' };
  const to = (bban: string, change: Body = ABROAD): Body =>
    crossBorderFrom(scene, { creditorAccount: { bban, currency: 'USD' }, ...change });

  test.each([
    '000123456789',
    'AB12cd34EF',
    // A Norwegian number with a wrong check digit.
    '86011117948',
  ])('PAY-04: bban %s outside Norway can be paid', async (bban) => {
    const made = await scene.pay(CROSS_BORDER, to(bban));
    const { body } = await scene.get(made);
    expect(body.creditorAccount).toEqual({ bban, currency: 'USD' });
    await scene.approve(made);
    await scene.advance('PT10M');
    expect(await scene.statusOf(made)).toBe('ACSC');
    const [line] = (await scene.lines(scene.nok)).filter((one) => one.creditorName);
    expect(line?.['creditorAccount']).toEqual({ bban, currency: 'USD' });
  });

  test.each([
    ['longer than 30 characters', 'x'.repeat(31), ABROAD],
    ['with a hyphen', '12-34', ABROAD],
    ['in Norway with a wrong check digit', '86011117948', { creditorAgent: 'DNBANOKK' }],
  ])('PAY-04: a bban %s is FORMAT_ERROR', async (_, bban, change) => {
    const answer = await scene.post(CROSS_BORDER, to(bban, change));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/creditorAccount/bban' });
  });

  test('PAY-04: a bban is not enough where the payment is no cross-border one', async () => {
    const creditorAccount = { bban: '000123456789', currency: 'NOK' };
    const answer = await scene.post(DOMESTIC, domesticFrom(scene, { creditorAccount, ...ABROAD }));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/creditorAccount/bban' });
  });

  test('PAY-04: iban and bban of a creditor abroad must agree', async () => {
    const iban = 'GB29NWBK60161331926819';
    const account = (bban: string) => ({ creditorAccount: { iban, bban, currency: 'GBP' } });
    await scene.pay(CROSS_BORDER, crossBorderFrom(scene, account('NWBK60161331926819')));
    const other = crossBorderFrom(scene, account('NWBK60161331926818'));
    const answer = await scene.post(CROSS_BORDER, other);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/creditorAccount/bban' });
  });

  test('PAY-11: a bban abroad is never an account of this bank; one in Norway is', async () => {
    const own = await scene.newAccount({ currency: 'NOK' });
    const creditorAccount = { bban: own.bban, currency: 'NOK' };
    const instructedAmount = { amount: '10.00', currency: 'NOK' };
    const change = { creditorAccount, instructedAmount };
    const abroad = await scene.pay(CROSS_BORDER, crossBorderFrom(scene, { ...change, ...ABROAD }));
    expect(abroad.body.transactionStatus).toBe('RCVD');
    const inNorway = { ...change, creditorAgent: 'DNBANOKK' };
    // Between own accounts in a session: exempt (SES-06).
    const here = await scene.pay(CROSS_BORDER, crossBorderFrom(scene, inNorway));
    expect(here.body.transactionStatus).toBe('PDNG');
    await scene.approve(abroad);
    await scene.advance('PT10M');
    expect((await scene.balances(own))['closingBooked']).toBe('10.00');
  });

  test('PAY-08: the same bban at another bank is another creditor', async () => {
    await scene.pay(CROSS_BORDER, to('000123456789'));
    const again = await scene.post(CROSS_BORDER, to('000123456789'));
    expectRefusal(again, { status: 409, code: 'CONFLICT', path: 'allowLogicalDuplicate' });
    await scene.pay(CROSS_BORDER, to('000123456789', { creditorAgent: 'BOFAUS3N' }));
  });
});

describe('PAY-11: what it costs', () => {
  // 1000 JPY at 0.068 are 68.00 NOK; the fee is 50 NOK and half a per cent of what is converted.
  test.each([
    ['JPY', '1000', '50.34', '-68.00'],
    ['NOK', '68.00', '50.00', '-68.00'],
    ['BHD', '1.234', '50.17', '-33.48'],
    ['ZWD', '100.00', '50.01', '-2.82'],
  ])('PAY-11: cross-border, %s %s from a NOK account', async (currency, amount, fee, debit) => {
    const instructedAmount = { amount, currency };
    const made = await scene.pay(CROSS_BORDER, crossBorderFrom(scene, { instructedAmount }));
    expect(made.body.transactionFees).toEqual({ amount: fee, currency: 'NOK' });
    expect(made.body.transactionFeeIndicator).toBe(true);
    await scene.approve(made);
    await scene.advance('PT2S');
    const lines = await scene.lines(scene.nok);
    expect(lines.map((line) => line.transactionAmount.amount)).toEqual([`-${fee}`, debit]);
  });

  test('PAY-11: the fee is in the currency of the account', async () => {
    const sent = crossBorderFrom(scene, { debtorAccount: refOf(scene.eur) });
    const made = await scene.pay(CROSS_BORDER, sent);
    // 50 NOK are 4.28 EUR; 5.82 EUR are converted.
    expect(made.body.transactionFees).toEqual({ amount: '4.31', currency: 'EUR' });
  });

  test.each(PRODUCT_CASES.filter((product) => product.domestic))(
    'PAY-11: $name goes to a Norwegian account',
    async ({ path, body, prefix }) => {
      const creditorAccount = { iban: 'DE89370400440532013000', currency: 'NOK' };
      const answer = await scene.post(path, body(scene, { creditorAccount }));
      expectRefusal(answer, { code: 'FORMAT_ERROR', path: `${prefix}/creditorAccount/iban` });
    },
  );

  test.each(PRODUCT_CASES.filter((product) => product.domestic))(
    'PAY-11: $name is in NOK, from a NOK account',
    async ({ path, body, prefix }) => {
      const amount = { instructedAmount: { amount: '1', currency: 'EUR' } };
      const inEur = await scene.post(path, body(scene, amount));
      expectRefusal(inEur, {
        code: 'FORMAT_ERROR',
        path: `${prefix}/instructedAmount/currency`,
      });
      const fromEur = await scene.post(path, body(scene, { debtorAccount: refOf(scene.eur) }));
      expectRefusal(fromEur, { code: 'FORMAT_ERROR', path: '/debtorAccount/currency' });
    },
  );
});

describe('PAY-03: minor units', () => {
  const paid = (amount: string, currency: string) =>
    scene.post(CROSS_BORDER, crossBorderFrom(scene, { instructedAmount: { amount, currency } }));

  test.each([
    ['JPY', '123456789012345678', '123456789012345678'],
    ['NOK', '1', '1.00'],
    ['NOK', '007.00', '7.00'],
    ['NOK', '9999999999999999.99', '9999999999999999.99'],
    ['BHD', '1.2', '1.200'],
    // Listed, but ISO 4217 does not know it (any more).
    ['ZWD', '1.5', '1.50'],
  ])('PAY-03: %s %s is answered as %s', async (currency, amount, answered) => {
    const made = await paid(amount, currency);
    expect({ status: made.status, text: made.text }).toEqual({ status: 201, text: made.text });
    expect((await scene.get(made)).body.instructedAmount).toEqual({ amount: answered, currency });
  });

  test.each([
    ['JPY', '123456789012345678', '1000'],
    ['BHD', '123456789012345.678', '100.00'],
  ])('PAY-03: %s %s moves to the last digit', async (currency, amount, creditLine) => {
    const from = await scene.newAccount({ currency, balance: amount });
    const to = await scene.newAccount({ currency });
    const sent = crossBorderFrom(scene, {
      instructedAmount: { amount, currency },
      debtorAccount: refOf(from),
      creditorAccount: refOf(to),
    });
    // Between own accounts in a session: exempt (SES-06). The fee is more than there is left.
    const made = await scene.pay(CROSS_BORDER, sent);
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACCP');
    const line = await scene.newAccount({ currency, balance: amount, creditLine });
    await scene.pay(CROSS_BORDER, { ...sent, debtorAccount: refOf(line) });
    await scene.advance('PT2S');
    expect((await scene.balances(to))['closingBooked']).toBe(amount);
  });
});
