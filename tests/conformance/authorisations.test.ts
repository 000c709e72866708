// The SCAs of a payment: starting, listing, failing, and what the PSU sees (PAY-16, SES-06).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { flowIdOf, hrefOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { askPayment } from '../support/control-bank.ts';
import { coverageOf, coveredIn } from '../support/coverage.ts';
import type { Answer } from '../support/http.ts';
import { KINDS, PERIODIC, refOf, SEPA, selfOf } from '../support/payment-scene.ts';
import {
  approve,
  cancel,
  identify,
  openPage,
  redirectOf,
  type ScaPage,
} from '../support/sca-browser.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const money = (amount: string) => ({ amount, currency: 'EUR' });
const cancelSca = (answer: Answer) => scene.approve(answer, { outcome: 'cancel' });

async function scaStatusOf(made: Answer, id: string): Promise<string> {
  return (await scene.get(made, `/authorisations/${id}`)).body.scaStatus;
}

test('CTRL-14: of a person’s links one that was cancelled has failed, one that was approved has not', async () => {
  const [failed, approved] = [
    await scene.pay(SEPA, scene.sepa()),
    await scene.pay(SEPA, scene.sepa({ requestedExecutionDate: '2026-06-30' })),
  ];
  await cancelSca(failed);
  await scene.approve(approved);
  const { scaLinks } = (await scene.bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`)).body;
  const statusOf = (made: Answer) =>
    scaLinks.find(({ id }: { id: string }) => id === flowIdOf(made)).status;
  expect([statusOf(failed), statusOf(approved)]).toEqual(['failed', 'approved']);
});

test('CTRL-14: of a person’s links and payments no more than 100 are there', async () => {
  for (let i = 0; i < 101; i++) await askPayment(scene.psu, scene.eur);
  const { scaLinks, payments } = (
    await scene.bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`)
  ).body;
  expect([scaLinks.length, payments.length]).toEqual([100, 100]);
});

describe.each(KINDS)('%s', (path, kind) => {
  test('PAY-16: starts another SCA, and lists it after the one of the create', async () => {
    const made = await scene.pay(path, scene[kind]());
    const [first] = (await scene.get(made, '/authorisations')).body.authorisationIds;
    const started = await scene.start(made);
    const { authorisationId } = started.body;
    const self = `${selfOf(made)}/authorisations/${authorisationId}`;
    expect(started.status).toBe(201);
    expect(started.body).toEqual({
      scaStatus: 'started',
      authorisationId,
      _links: {
        scaRedirect: { href: expect.stringContaining(`${scene.bank.url}/sca/`), verbs: ['GET'] },
        scaStatus: { href: self, verbs: ['GET'] },
      },
    });
    expect((await scene.get(made, '/authorisations')).body).toEqual({
      authorisationIds: [first, authorisationId],
    });
    expect((await scene.psu.tpp.get(self)).body).toEqual({ scaStatus: 'started' });
    expect(hrefOf(started)).not.toBe(hrefOf(made));
  });

  test('PAY-16: lists those of one moment in the order in which they were started', async () => {
    const made = await scene.pay(path, scene[kind]());
    const started: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      started.push((await scene.start(made)).body.authorisationId);
    }
    const { authorisationIds } = (await scene.get(made, '/authorisations')).body;
    expect(authorisationIds.slice(1)).toEqual(started);
  });

  test('PAY-16: scaStatus follows the PSU over the pages', async () => {
    const made = await scene.pay(path, scene[kind]());
    const [id] = (await scene.get(made, '/authorisations')).body.authorisationIds;
    expect(await scaStatusOf(made, id)).toBe('started');
    const page = await identify(await openPage(made), PERSONS.jonas);
    expect(await scaStatusOf(made, id)).toBe('psuIdentified');
    redirectOf(await approve(page));
    expect(await scaStatusOf(made, id)).toBe('finalised');
  });

  test('PAY-16: again after a failed SCA, and the second one approves', async () => {
    const made = await scene.pay(path, scene[kind]());
    const failed = redirectOf(await cancel(await openPage(made))).searchParams;
    expect(failed.get('code')).toBe('PAYMENT_FAILED');
    const [first] = (await scene.get(made, '/authorisations')).body.authorisationIds;
    expect(await scaStatusOf(made, first)).toBe('failed');
    expect(await scene.statusOf(made)).toBe('RCVD');
    const again = await scene.start(made);
    const back = await scene.approve(again);
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scaStatusOf(made, again.body.authorisationId)).toBe('finalised');
    expect(await scene.statusOf(made)).toBe(kind === 'sepa' ? 'PDNG' : 'ACTC');
  });

  test('PAY-16: after approval and after DELETE it is 409 and starts nothing', async () => {
    const approved = await scene.pay(path, scene[kind]());
    await scene.approve(approved);
    const deleted = await scene.pay(path, scene[kind]({ creditorName: 'X', ...other(kind) }));
    await scene.remove(deleted);
    for (const made of [approved, deleted]) {
      expectRefusal(await scene.start(made), { code: 'CONFLICT' });
      expect((await scene.get(made, '/authorisations')).body.authorisationIds).toHaveLength(1);
    }
  });
});

const other = (kind: 'sepa' | 'periodic') => ({
  instructedAmount: { amount: '3.00', currency: kind === 'sepa' ? 'EUR' : 'NOK' },
});

test.each([
  ['PAY-16', 'authorisations'],
  ['PAY-17', 'cancellation-authorisations'],
])('%s, CTRL-08: it refuses an id that is none of the %s', async (rule, list) => {
  const made = await scene.pay(SEPA, scene.sepa());
  await scene.get(made, `/${list}/${randomUUID()}`);
  const rules = coveredIn(await coverageOf(scene.bank), 'rules');
  expect(Object.keys(rules).filter((id) => /PAY-1[67]/.test(id))).toEqual([rule]);
});

describe('PAY-16: failing', () => {
  test('MOVE-01: the third failed SCA is RJCT; then nothing can be started or deleted', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    await cancelSca(made);
    const wrong = await scene.approve(await scene.start(made), { outcome: 'wrong-id' });
    expect(wrong.get('code')).toBe('PSU_CREDENTIALS_INVALID');
    expect(await scene.statusOf(made)).toBe('RCVD');
    await cancelSca(await scene.start(made));
    expect(await scene.statusOf(made)).toBe('RJCT');
    expectRefusal(await scene.start(made), { code: 'CONFLICT', says: /RJCT/ });
    expectRefusal(await scene.remove(made), { code: 'CONFLICT', says: /RJCT/ });
    const details = await scene.get(made);
    expect(Object.keys(details.body._links).sort()).toEqual(['self', 'status']);
  });

  test.each(['runs out', 'expires headless', 'ends in an error'])(
    'MOVE-01: a link that %s does not count',
    async (how) => {
      const made = await scene.pay(SEPA, scene.sepa());
      await cancelSca(made);
      await cancelSca(await scene.start(made));
      for (let times = 0; times < 3; times += 1) {
        const link = await scene.start(made);
        if (how === 'runs out') {
          await scene.advance('PT15M1S');
          const back = redirectOf(await openPage(link)).searchParams;
          expect(back.get('code')).toBe('SCA_EXPIRED');
        } else {
          const outcome = how === 'ends in an error' ? 'error' : 'expire';
          await scene.approve(link, { outcome });
        }
      }
      expect(await scene.statusOf(made)).toBe('RCVD');
      await cancelSca(await scene.start(made));
      expect(await scene.statusOf(made)).toBe('RJCT');
    },
  );

  test('MOVE-01: a link left over after RJCT approves nothing', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const left = await scene.start(made);
    for (let times = 0; times < 3; times += 1) {
      await cancelSca(times === 0 ? made : await scene.start(made));
    }
    expect((await scene.approve(left)).get('code')).toBe('PAYMENT_FAILED');
    expect(await scene.statusOf(made)).toBe('RJCT');
  });
});

test('PAY-16: each stays listed with its outcome after its link is forgotten', async () => {
  const made = await scene.pay(PERIODIC, scene.periodic({ startDate: '2026-07-01' }));
  await cancelSca(await scene.start(made));
  await scene.start(made);
  await scene.approve(made);
  await cancelSca(await scene.start(made, 'cancellation-authorisations'));
  const listed = async () => {
    const all: (readonly [id: string, scaStatus: string])[] = [];
    for (const kind of ['/authorisations', '/cancellation-authorisations']) {
      for (const id of (await scene.get(made, kind)).body.authorisationIds) {
        all.push([id, (await scene.get(made, `${kind}/${id}`)).body.scaStatus]);
      }
    }
    return all;
  };
  const ids = (await listed()).map(([id]) => id);
  await scene.advance('P8D');
  const outcomes = ['finalised', 'failed', 'failed', 'failed'];
  expect(await listed()).toEqual(outcomes.map((outcome, at) => [ids[at], outcome]));
  expect((await openPage(made)).answer.status).toBe(410);
});

describe('SES-06: dynamic linking', () => {
  test('SES-06: inside a valid session each payment needs its own approval', async () => {
    const first = await scene.pay(SEPA, scene.sepa());
    await scene.approve(first);
    const second = await scene.pay(SEPA, scene.sepa({ instructedAmount: money('1.00') }));
    expect(second.body.transactionStatus).toBe('RCVD');
    expect(second.body._links.scaRedirect).toBeDefined();
    await scene.advance('PT2S');
    expect(await scene.statusOf(first)).toBe('ACSC');
    expect(await scene.statusOf(second)).toBe('RCVD');
  });

  test('SES-06: the page shows amount, creditor, accounts, message, date, fee and rate; so does its end', async () => {
    const changed = { debtorAccount: refOf(scene.nok), requestedExecutionDate: '2026-06-13' };
    const made = await scene.pay(SEPA, scene.sepa(changed));
    const page = await identify(await openPage(`${hrefOf(made)}?lang=en`), PERSONS.jonas);
    const shownOn = ({ answer }: ScaPage) => answer.text.replaceAll(/\s|&nbsp;/g, '');
    const payment = ['100.50', 'EUR', 'AnnaSchmidt', 'DE89370400440532013000', scene.nok.iban];
    for (const shown of [...payment, 'Rechnung7', '15June2026', '5.87NOK', '1EUR=11.684000NOK']) {
      expect(shownOn(page)).toContain(shown);
    }
    // 100.50 EUR at 11.684, and the fee.
    expect(shownOn(page)).toMatch(/Leavesyouraccount,feeincluded<\/dt><dd>1,180\.11NOK/);
    expect(page.answer.text).toContain('?lang=nb"');
    await approve(page);
    const stop = await scene.start(made, 'cancellation-authorisations');
    const stopping = await identify(await openPage(`${hrefOf(stop)}?lang=en`), PERSONS.jonas);
    for (const shown of ['Stop', '100.50', 'EUR', '15June2026']) {
      expect(shownOn(stopping)).toContain(shown);
    }
  });

  test('SES-06: the page of a periodic payment shows its creditor, reference, frequency and dates', async () => {
    const change = {
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      remittanceInformationStructured: { reference: 'Leie 7' },
      endDate: '2026-12-31',
    };
    const made = await scene.pay(PERIODIC, scene.periodic(change));
    const page = await identify(await openPage(`${hrefOf(made)}?lang=en`), PERSONS.jonas);
    const dates = ['11 June 2026', '31 December 2026'];
    for (const shown of ['>8601 11 17947<', 'Leie 7', 'Every month', ...dates]) {
      expect(page.answer.text).toContain(shown);
    }
  });

  test('SES-06: another person cannot approve it', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const wanted = { nationalId: PERSONS.odd };
    const answer = await scene.bank.control('POST', `/_sandbox/sca/${flowIdOf(made)}`, wanted);
    expectRefusal(answer, { code: 'BAD_REQUEST', path: '/nationalId' });
    expect(await scene.statusOf(made)).toBe('RCVD');
  });
});
