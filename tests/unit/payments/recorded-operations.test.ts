// What each operation on payments and signing baskets answers, by whom and in whichever state they are, and what an SCA does
// with them, with the rows that it leaves otherwise, as it is written in tests/fixtures/tables/payments.txt. `npm run
// examples` records it again.
import { test } from '@jest/globals';
import { basketsRoom } from '../../../server/bank/baskets/room.ts';
import { paymentsRoom } from '../../../server/bank/payments/room.ts';
import type { IdentifiedFlow, Purpose } from '../../../server/bank/sca/purpose.ts';
import { eachAnswerOnce, expectRecordedPart, shortened } from '../../support/recorded.ts';
import { answersToCalls, type Handled, HEADERS } from '../accounts/answered-call.ts';
import { changed, inBank, NOW, refusedWith } from '../seeds/filled.ts';
import { TPP } from '../seeds/seed-scene.ts';
import { BASKETS, depsOf, MODEL, PAYMENTS, rowsOfPayments } from './payment-rows.ts';

const deps = depsOf('sandbox');

/** Of domestic payments and regular ones, of which production differs in what it reads. */
const OPERATIONS = new Map(
  (['sandbox', 'production'] as const).flatMap((profile) =>
    [...paymentsRoom.operations(depsOf(profile)), ...basketsRoom.operations()]
      .filter(({ id }) => !id.startsWith('create'))
      .filter(({ path }) => /^\/v1\/(?:(?:periodic-)?payments\/norwegian-dom|signing)/.test(path))
      .filter(({ id }) => profile === 'sandbox' || /^getNorwegian.*(?:er|Status)$/.test(id))
      .map((row) => [`${row.id} in ${profile}`, row as unknown as Handled] as const),
  ),
);

const SCAS = ['a0', 'a1', 'a2', 'none'];
const HEADED = [...HEADERS, { language: 'nb' }];
/** Kari's, who sees all that is hers; the others see what they should not. */
const [OWNER, OTHERS, NORWEGIAN] = [2, [0, 4, 18], HEADED.length - 1];

/** Whether it says something that the others do not say already. */
function isAsked(title: string, nth: number): boolean {
  if (nth === OWNER || title === 'RCVD' || title === 'two') return true;
  if (OTHERS.includes(nth)) return /^of |body|another|company/.test(title);
  return nth === NORWEGIAN && /^(?:ACCP|RJCT|PDNG)$/.test(title);
}

function callsOf({ path }: Handled) {
  const [, kind = 'paymentId'] = /\{(\w+)\}/.exec(path) ?? [];
  const all = kind === 'basketId' ? BASKETS : { ...PAYMENTS, 'with SCAs': MODEL };
  const isRegular = path.includes('periodic');
  const ids = Object.entries({ ...all, none: 'none' }).filter(
    ([title]) => kind === 'basketId' || title === 'RCVD' || /^weekly/.test(title) === isRegular,
  );
  return HEADED.flatMap((headers, nth) =>
    ids
      .filter(([title]) => isAsked(title, nth))
      .flatMap(([title, id]) =>
        (title === 'with SCAs' ? SCAS : ['none']).map((authorisationId) => {
          const params = { [kind]: id, authorisationId };
          const named = `headers ${nth} ${title} ${authorisationId}`;
          return [named, { headers, params, now: NOW }] as const;
        }),
      ),
  );
}

test.each([...OPERATIONS.keys()])('PAY-18: %s: answers what it answers now', async (title) => {
  const operation = OPERATIONS.get(title) as Handled;
  const lines = await answersToCalls(operation, await rowsOfPayments(), callsOf(operation));
  expectRecordedPart('tables/payments.txt', title, lines);
});

const iban = (number: string, currency = 'NOK') => ({ iban: number, currency });
const [MAIN, SECOND, OLAS, COMPANYS] = [
  ...['NO0699997649326', 'NO3299999351499', 'NO1499992324852', 'NO2699996025671'],
] as const;
const payment = (debtor: string, creditor: string, more: object = {}) => ({
  ...{ debtorAccount: iban(debtor), creditorAccount: iban(creditor), creditorName: 'Ola' },
  ...{ instructedAmount: { amount: '15.00', currency: 'NOK' }, ...more },
});
/** Between accounts of one holder, and not. */
const TO_PAY: Readonly<Record<string, object>> = {
  'to Ola': payment(MAIN, OLAS),
  'to her own': payment(MAIN, SECOND),
  'to her own, later': payment(MAIN, SECOND, { requestedExecutionDate: '2026-06-12' }),
  'as that which waits': payment(MAIN, OLAS, { requestedExecutionDate: '2026-06-13' }),
  'from Ola': payment(OLAS, MAIN),
  'from a blocked one': payment(SECOND, OLAS),
  'from the company': payment(COMPANYS, OLAS),
  'from the company to itself': payment(COMPANYS, 'NO4399991244332'),
  'by a name': payment(MAIN, OLAS, { creditorName: 'Sandbox RJCT' }),
  'in EUR': payment(MAIN, OLAS, { debtorAccount: iban(MAIN, 'EUR') }),
  'from nowhere': payment('NO9386011117947', OLAS),
};
const REGULAR: Readonly<Record<string, object>> = {
  weekly: payment(MAIN, OLAS, { startDate: '2026-06-13', frequency: 'Weekly' }),
  'weekly to her own': payment(MAIN, SECOND, { startDate: '2026-06-13', frequency: 'Weekly' }),
};
const together = (...titles: readonly string[]) => ({
  paymentIds: titles.map((title) => PAYMENTS[title] ?? title),
});
const TO_GROUP: Readonly<Record<string, object>> = {
  one: together('of today'),
  three: together('of today', 'to be rejected', 'failed twice'),
  "nobody's": together('of nobody', 'of nobody, with a PSU-ID'),
  "nobody's, in private": together('of nobody, in private'),
  "nobody's and hers": together('of nobody, in private', 'of today'),
  "hers and nobody's": together('of today', 'of nobody, in private'),
  "hers and nobody's, somewhere": together('of today', 'of nobody'),
  "another's": together('of another'),
  'of another TPP': together('of another TPP'),
  "a company's": together('of a company'),
  'of two companies': together('of a company', 'of another company'),
  'hers and a company': together('of today', 'of a company'),
  'half approved': together('of today', 'half approved'),
  'in a basket': together('alone in a basket'),
  'out of a basket': together('in a deleted basket'),
  approved: together('of today', 'ACTC'),
  regular: together('weekly, waits'),
  gone: together('of today', 'none'),
};

/** What is created, with the bodies. */
const CREATED: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  createNorwegianDomesticCreditTransfer: TO_PAY,
  createPeriodicNorwegianDomesticCreditTransfer: REGULAR,
  createSigningBasket: TO_GROUP,
};

test.each(Object.keys(CREATED))('PAY-01: %s: answers what it answers now', async (id) => {
  const all = [...paymentsRoom.operations(deps), ...basketsRoom.operations()];
  const operation = all.find((row) => row.id === id) as unknown as Handled;
  const calls = Object.entries(CREATED[id] ?? {}).flatMap(([title, body]) =>
    HEADED.flatMap((headers, nth) =>
      (nth === OWNER && !id.endsWith('Basket') ? ['', 'true'] : ['']).map((allowed) => {
        const query = allowed === '' ? {} : { allowLogicalDuplicate: allowed };
        const asked = { headers, params: {}, now: NOW, query, body };
        return [`${title}, headers ${nth} ${allowed}`.trim(), asked] as const;
      }),
    ),
  );
  const lines = await answersToCalls(operation, await rowsOfPayments(), calls);
  expectRecordedPart('tables/payments.txt', id, lines);
});

const KARI = { customerId: 'kari', context: 'PRIVATE' } as const;
const ACTORS = {
  kari: KARI,
  ola: { customerId: 'ola', context: 'PRIVATE' },
  'kari of the company': { ...KARI, context: 'CORPORATE', agreementId: 'bakery' },
  'ola of the company': { customerId: 'ola', context: 'CORPORATE', agreementId: 'bakery' },
} as const;

const PURPOSES: Readonly<Record<string, Purpose>> = {
  ...paymentsRoom.purposes(deps),
  ...basketsRoom.purposes(deps),
};
const STEPS = ['view', 'about', 'refusal', 'approve', 'failed'] as const;
const steps = Object.keys(PURPOSES).flatMap((kind) =>
  STEPS.filter((step) => PURPOSES[kind]?.[step] !== undefined).map((step) => [kind, step] as const),
);

test.each(steps)('SCA-01: an SCA of a %s, %s: does what it does now', async (kind, step) => {
  const rows = await rowsOfPayments();
  const said: [title: string, answer: string][] = [];
  const isOfBasket = kind === 'basket';
  const all = Object.entries({ ...(isOfBasket ? BASKETS : PAYMENTS), none: 'none' });
  for (const [title, id] of all) {
    for (const [name, actor] of Object.entries(ACTORS)) {
      // A look at it is the same for everybody.
      if (name !== 'kari' && /^(?:view|about|failed)$/.test(step)) continue;
      const flow = {
        ...{ id: 'own', tppId: TPP, ...actor },
        purpose: isOfBasket ? { kind, basketId: id } : { kind, paymentId: id },
      } as unknown as IdentifiedFlow;
      const answer = await inBank(
        async (bank) => {
          const events: unknown[] = [];
          const told = { ...bank, happened: (event: unknown) => void events.push(event) };
          const work = PURPOSES[kind]?.[step] as (...of: readonly unknown[]) => Promise<unknown>;
          const result = await work(told, flow, {}).catch(refusedWith);
          const left = changed(rows, await bank.tx.snapshot()).map((row) => shortened(row, 200));
          return [shortened(result, 300), ...left, ...events.map((one) => shortened(one))].join(
            '\n',
          );
        },
        { rows },
      );
      said.push([`${title}, ${name}`, answer.replaceAll(id, 'ID')]);
    }
  }
  expectRecordedPart('tables/payments.txt', `${kind} ${step}`, eachAnswerOnce(said));
});
