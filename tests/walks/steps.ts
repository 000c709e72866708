// The steps of a walk: what is asked of the bank, what the model says that it must answer, and what is then known.
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { PERSONS } from '../support/bank.ts';
import type { Answer } from '../support/http.ts';
import { periodicFrom, type Scene, sepaFrom } from '../support/payment-scene.ts';
import { PRODUCT_CASES, type ProductCase, repeatable } from '../support/product-scene.ts';
import { allIn, holdOf, idleFaults, type Leave, type Row, rowsIn } from './model.ts';
import { ACTORS, actorOf, expectedRead, type Made, type Walker } from './walker.ts';

/** What a step did. */
export interface Done {
  readonly leave: Leave;
  /** What the answers should not have been. */
  readonly wrong: readonly string[];
}

/** `isAlone`: nothing else happens to the bank at the same time, so that the model knows the answer. */
export type Step = (walk: Walker, isAlone: boolean) => Promise<Done>;

const IDLE: Leave = { isIdle: true };
const done = (leave: Leave = {}, ...wrong: readonly string[]): Done => ({ leave, wrong });

/** The answer must be one of these; a refusal has changed nothing. */
function judged(answer: Answer, expected: readonly number[], isAlone: boolean): Done {
  const { status, text } = answer;
  const isRight = isAlone ? expected.includes(status) : status < 500;
  // With a new link, of 401, there is a flow.
  const leave = status >= 400 && status !== 401 && isAlone ? IDLE : {};
  return isRight ? done(leave) : done(leave, `${status} instead of ${expected}: ${text}`);
}

const nthOf = <T>(list: readonly T[], nth: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (nth % list.length)];

interface Order {
  readonly actor: number;
  readonly product: ProductCase;
  readonly minor: number;
  readonly days: number;
  readonly toOwn: boolean;
  readonly from: number;
}

function bodyOf(walk: Walker, { actor, product, minor, days, toOwn, from }: Order): Row {
  const owner = actorOf(actor).isCompany ? PERSONS.mari : PERSONS.jonas;
  const customers = rowsIn(walk.rows, 'customers');
  const accounts = allIn(walk.rows, 'accounts');
  const own = accounts.filter((row) => customers.get(row.customerId).number === owner);
  const inNok = own.filter(({ currency }) => currency === 'NOK');
  const nok = nthOf(inNok, from);
  const eur = own.find(({ currency }) => currency === 'EUR') ?? nok;
  const scene = {
    nok,
    eur,
    sepa: (change = {}) => ({ ...sepaFrom(eur), ...change }),
    periodic: (change = {}) => ({ ...periodicFrom(nok), ...change }),
  } as unknown as Scene;
  const { path, body, later } = product;
  const date = new Date(walk.model.now + days * 86_400_000).toISOString().slice(0, 10);
  const isPeriodic = path.includes('periodic');
  const currency = path.includes('sepa') ? 'EUR' : path.includes('cross') ? 'JPY' : 'NOK';
  const amount = currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2);
  const other = own.find(({ iban }) => iban !== nok?.iban && iban !== eur?.iban) ?? eur;
  return body(scene, {
    instructedAmount: { amount, currency },
    ...(isPeriodic ? { startDate: date, frequency: 'Daily' } : {}),
    ...(!isPeriodic && later !== undefined && days > 0 ? { requestedExecutionDate: date } : {}),
    ...(toOwn && currency === 'NOK' && other !== nok
      ? { creditorAccount: { iban: other.iban, currency: other.currency } }
      : {}),
  });
}

const ordered = (walk: Walker, order: Order): Promise<Answer> =>
  walk.tppOf(order.actor).post(repeatable(order.product.path), bodyOf(walk, order));

function remember({ model, pathOf }: Walker, { actor, product }: Order, { body }: Answer): void {
  const self = pathOf(body._links.self.href);
  model.made = [...model.made, { id: body.paymentId, self, actor, isSingle: product.single }];
}

const pay =
  (order: Order): Step =>
  async (walk, isAlone) => {
    const answer = await ordered(walk, order);
    if (answer.status === 201) remember(walk, order, answer);
    // From an account to another currency, and from one that was closed meanwhile: 400.
    const refused = order.toOwn || !isAlone ? [400] : [];
    return judged(answer, [201, ...refused], isAlone);
  };

/** What of the account is not spoken for. */
function available(walk: Walker, payment: Row): bigint {
  const row = rowsIn(walk.rows, 'balances').get(payment.debtorAccountId);
  return BigInt(row.booked) + BigInt(row.held) + BigInt(row.creditLine);
}

/** A session, unless the SCA was cancelled, or the bank refused what was approved, as it may if much happens at once. */
function begins(walk: Walker, { actor }: { readonly actor: number }, ended: Answer): void {
  const isApproved = ended.status === 200 && /[?&]psu-id=/.test(ended.body.redirect);
  if (isApproved) walk.knownOf(actor).endsAt = walk.model.now + 3_600_000;
}

type AboutOne = (made: Made, walk: Walker, isAlone: boolean) => Promise<Done>;

/** Of those that are known of, the last but `nth`. */
const about =
  (list: 'made' | 'baskets', nth: number, work: AboutOne): Step =>
  async (walk, isAlone) => {
    const made = nthOf(walk.model[list], nth);
    return made === undefined ? done() : work(made, walk, isAlone);
  };

/** Of those, a payment that the bank still has. */
const aboutPayment = (
  nth: number,
  work: (before: Row, ...rest: Parameters<AboutOne>) => Promise<Done>,
) =>
  about('made', nth, async (made, walk, isAlone) => {
    const before = rowsIn(walk.rows, 'payments').get(made.id);
    return before === undefined ? done() : work(before, made, walk, isAlone);
  });

/** An SCA, if there may be one, for what may have been ended meanwhile. */
const decide =
  (part: string, outcome: string, answers = [201, 409]): AboutOne =>
  async (made, walk, isAlone) => {
    const asked = await walk.tppOf(made.actor).post(`${made.self}/${part}`);
    if (asked.status !== 201 || !answers.includes(201)) return judged(asked, answers, isAlone);
    const ended = await walk.finish(asked, outcome, made.actor);
    begins(walk, made, ended);
    return judged(ended, [200, 409], isAlone);
  };

const approve = (nth: number, outcome: 'approve' | 'cancel'): Step =>
  aboutPayment(nth, async (before, made, walk, isAlone) => {
    const isOpen = before.status === 'RCVD' && before.basketId === undefined;
    const free = available(walk, before);
    const answers = isAlone ? [isOpen ? 201 : 409] : [201, 409];
    const decided = await decide('authorisations', outcome, answers)(made, walk, isAlone);
    if (outcome === 'cancel' || !isAlone || !made.isSingle || !isOpen) return decided;
    const after = await walk.read();
    const { status } = rowsIn(after, 'payments').get(made.id);
    const needed = BigInt(before.debit) + BigInt(before.fee);
    const held = -holdOf(after, made.id);
    // It is rejected only when it is to be settled (MOVE-02).
    const wanted = status === 'PDNG' && free >= needed ? needed : 0n;
    if (held === wanted) return decided;
    return done({}, ...decided.wrong, `${status} holds ${held} of ${needed}; there is ${free}`);
  });

const remove = (nth: number): Step =>
  aboutPayment(nth, async (before, made, walk, isAlone) => {
    const answer = await walk.tppOf(made.actor).send('DELETE', made.self);
    const waits = ['ACTC', 'ACWC'].includes(before.status);
    // One in a basket is approved or deleted with that.
    const expected =
      before.status === 'RCVD' ? [204, ...(before.basketId ? [409] : [])] : [waits ? 202 : 409];
    return judged(answer, expected, isAlone);
  });

const cancel = (nth: number, outcome: 'approve' | 'cancel'): Step =>
  aboutPayment(nth, (_, ...rest) => decide('cancellation-authorisations', outcome)(...rest));

const basket =
  (actor: number, count: number): Step =>
  async (walk, isAlone) => {
    const open = walk.model.made.filter((made) => {
      const row = rowsIn(walk.rows, 'payments').get(made.id);
      return made.actor === actor && made.isSingle && row?.status === 'RCVD' && !row.basketId;
    });
    const paymentIds = open.slice(-count).map(({ id }) => id);
    if (paymentIds.length === 0) return done();
    const answer = await walk.tppOf(actor).post('/v1/signing-baskets', { paymentIds });
    if (answer.status === 201) {
      const self = walk.pathOf(answer.body._links.self.href);
      const made = { id: answer.body.basketId, self, actor, isSingle: false };
      walk.model.baskets = [...walk.model.baskets, made];
    }
    return judged(answer, [201], isAlone);
  };

const endBasket = (nth: number, how: 'approve' | 'cancel' | 'delete'): Step =>
  about('baskets', nth, async (made, walk, isAlone) => {
    if (how !== 'delete') return decide('authorisations', how)(made, walk, isAlone);
    const answer = await walk.tppOf(made.actor).send('DELETE', made.self);
    return judged(answer, [204, 409], isAlone);
  });

/** What the walker does itself, which throws unless it is answered as it must be. */
const simply =
  (act: (walk: Walker) => Promise<void>, leave: Leave = {}): Step =>
  async (walk) => {
    await act(walk);
    return done(leave);
  };

const read =
  (actor: number, isAbsent: boolean): Step =>
  async (walk, isAlone) => {
    const known = walk.knownOf(actor);
    const expected = expectedRead(walk.model.now, known, isAbsent);
    const answer = await walk.tppOf(actor, isAbsent).get(`${known.account}/balances`);
    if (answer.status === 200 && isAbsent) known.reads = [...known.reads, walk.model.now];
    const isIdle = isAlone && answer.status !== 401;
    return { ...judged(answer, [expected], isAlone), leave: { isIdle } };
  };

/** Somebody else asks for what an actor made, and wants it gone. */
const spy = (nth: number, by: number, isBasket: boolean): Step =>
  about(isBasket ? 'baskets' : 'made', nth, async (made, walk, isAlone) => {
    if (made.actor === by) return done();
    const tpp = walk.tppOf(by);
    const answers = await Promise.all([
      ...['', '/status', '/authorisations'].map((part) => tpp.get(made.self + part)),
      tpp.send('DELETE', made.self),
    ]);
    const seen = answers.filter(({ status }) => ![401, 403, 404].includes(status));
    const wrong = seen.map(({ status, text }) => `shown to another: ${status} ${text}`);
    const isIdle = isAlone && answers.every(({ status }) => status !== 401);
    return done({ isIdle }, ...wrong);
  });

const revoke =
  (actor: number): Step =>
  async (walk, isAlone) => {
    const known = walk.knownOf(actor);
    const context = actorOf(actor).isCompany ? 'CORPORATE' : 'PRIVATE';
    const { body } = await walk.bank.control('GET', '/_sandbox/consents');
    const isOwn = (one: Row) => one.psuId === known.psu.psuId && one.context === context;
    const { id } = body.consents.find(isOwn) ?? {};
    const answer = await walk.bank.control('DELETE', `/_sandbox/consents/${id}`);
    known.isRevoked = true;
    return judged(answer, [204], isAlone);
  };

/** What tests do to accounts through the signed sandbox operations. */
const mock =
  (what: (typeof MOCKED)[number], nth: number, minor: number): Step =>
  async (walk, isAlone) => {
    const tpp = walk.tppOf(0).with({ 'PSU-ID': undefined });
    const accounts = allIn(walk.rows, 'accounts');
    const { id, currency, name } = nthOf(accounts, nth) as Row;
    // Those of the beginning stay, so that the model knows them.
    if (what === 'close' && (accounts.length <= 3 || !name.startsWith('Mer'))) return done();
    const path = `/v1/sandbox/accounts/${id}`;
    const amount = { amount: (minor / 100).toFixed(2), currency };
    const enter = () =>
      tpp.post(`${path}/transactions`, { transactionAmount: amount, pending: what === 'pending' });
    const answer = await {
      line: enter,
      pending: enter,
      set() {
        const balances = [{ balanceType: 'closingBooked', balanceAmount: amount }];
        return tpp.send('PUT', `${path}/balances`, { body: { balances } });
      },
      forget: () => tpp.send('DELETE', `${path}/transactions`),
      close: () => tpp.send('DELETE', path),
      open() {
        const wanted = { customerNumber: PERSONS.jonas, accountName: 'Mer', currency: 'NOK' };
        const balance = { ...amount, currency: 'NOK' };
        return tpp.post('/v1/sandbox/accounts', { ...wanted, balance });
      },
    }[what]();
    const setsBalances = !['line', 'pending'].includes(what);
    return { ...judged(answer, [200, 201, 204], isAlone), leave: { setsBalances } };
  };

const restore =
  (name: string): Step =>
  async (walk) =>
    done({ isOther: true }, ...(await walk.restore(name)));

/** A request that meets a fault: refused, late, or its answer cut. */
const faulty =
  (effect: object, order: Order): Step =>
  async (walk, isAlone) => {
    const fault = { match: { method: 'POST', path: '/v1/*' }, effect, times: 1 };
    await walk.bank.control('POST', '/_sandbox/faults', fault);
    const answer = await ordered(walk, order).catch(() => undefined);
    await walk.bank.control('DELETE', '/_sandbox/faults');
    const isRefusal = Object.hasOwn(effect, 'status');
    if (answer?.status === 201 && answer.body?._links) remember(walk, order, answer);
    const isRight = !isRefusal || answer?.status === 503;
    return done(isRefusal && isAlone ? IDLE : {}, ...(isRight ? [] : ['no fault']));
  };

const restart: Step = async (walk) => {
  await walk.house.restart?.();
  return done({}, ...idleFaults(walk.rows, await walk.read()));
};

const ofActor = fc.nat(ACTORS.length - 1);
const nth = fc.nat(5);
const minor = fc.integer({ min: 1, max: 90_000 });
const ending = fc.constantFrom('approve', 'approve', 'approve', 'cancel' as const);
const order: fc.Arbitrary<Order> = fc.record({
  actor: ofActor,
  product: fc.constantFrom(...PRODUCT_CASES),
  minor,
  days: fc.constantFrom(0, 0, 0, 1, 3, 9),
  toOwn: fc.boolean(),
  from: fc.nat(2),
});
const snapshot = fc.constantFrom('a', 'b');
const PERIODS = ['PT1S', 'PT5S', 'PT20M', 'PT61M', 'P1D', 'P3D', 'P40D'] as const;
const EFFECTS = [{ status: 503 }, { delayMs: 1 }, { truncate: 10 }] as const;
const MOCKED = ['line', 'line', 'pending', 'set', 'forget', 'open', 'close'] as const;

/** A step with its name, for the table and for who reads what failed; it looks at what it has left. */
interface Named extends fc.AsyncCommand<(name: string) => void, Walker> {
  readonly step: Step;
}

function named<A extends unknown[]>(
  weight: number,
  name: string,
  make: (...args: A) => Step,
  ...args: { [I in keyof A]: fc.Arbitrary<A[I]> }
) {
  const arbitrary = fc.tuple<A>(...args).map((drawn) => {
    const step = make(...drawn);
    const shown = () => `${name}${JSON.stringify(drawn)}`;
    const run: Named['run'] = async (took, walk) => {
      took(name);
      const { leave, wrong } = await step(walk, true);
      expect([...wrong, ...(await walk.look(leave))]).toEqual([]);
    };
    return { step, check: () => true, run, toString: shown, toJSON: shown };
  });
  return { weight, arbitrary };
}

/** Several at once: what they come to is judged, not what each is answered. */
const burst =
  (all: readonly Named[]): Step =>
  async (walk) => {
    const results = await Promise.all(all.map(({ step }) => step(walk, false)));
    return done({}, ...results.flatMap(({ wrong }) => wrong));
  };

const together = [
  named(12, 'pay', pay, order),
  named(14, 'approve', approve, nth, ending),
  named(4, 'delete', remove, nth),
  named(3, 'basket', basket, ofActor, fc.integer({ min: 1, max: 3 })),
  named(3, 'end basket', endBasket, nth, fc.constantFrom('approve', 'cancel', 'delete' as const)),
];
export const steps: fc.Arbitrary<Named> = fc.oneof(
  ...together,
  named(3, 'burst', burst, fc.array(fc.oneof(...together), { minLength: 2, maxLength: 6 })),
  named(3, 'cancel', cancel, nth, ending),
  named(8, 'advance', (by) => simply((walk) => walk.advance(by)), fc.constantFrom(...PERIODS)),
  named(5, 'read', read, ofActor, fc.boolean()),
  named(4, 'spy', spy, nth, ofActor, fc.boolean()),
  named(5, 'consent', (actor) => simply((walk) => walk.consent(actor)), ofActor),
  named(1, 'revoke', revoke, ofActor),
  named(5, 'mock', mock, fc.constantFrom(...MOCKED), fc.nat(4), minor),
  named(1, 'save', (name) => simply((walk) => walk.save(name), IDLE), snapshot),
  named(1, 'restore', restore, snapshot),
  named(2, 'fault', faulty, fc.constantFrom<object>(...EFFECTS), order),
  named(1, 'restart', () => restart),
  named(1, 'reset', () => simply((walk) => walk.reset(), { isOther: true })),
);
