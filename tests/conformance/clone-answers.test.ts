// A clone of a bank with something of everything (CTRL-04): every read of the API answers as on the golden bank, and
// so do consents and clock.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { answered } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { openScene, type Scene, SEPA } from '../support/payment-scene.ts';
import { PRODUCT_CASES, repeatable } from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

/** Values for the parameters of a path: of its own product, else of any. */
type Values = Readonly<Record<string, string>>;

/** Makes a payment of each product and the rest that a read can ask for. */
async function prepare(scene: Scene): Promise<(path: string) => Values> {
  const payments = new Map<string, Values>();
  for (const product of PRODUCT_CASES) {
    const made = await scene.pay(repeatable(product.path), product.body(scene));
    await scene.start(made);
    await scene.start(made, 'cancellation-authorisations');
    const { authorisationIds } = (await scene.get(made, '/authorisations')).body;
    payments.set(product.path, {
      paymentId: made.body.paymentId,
      authorisationId: authorisationIds[0],
    });
  }
  await scene.approve(await scene.pay(repeatable(SEPA), scene.sepa()));
  await scene.advance('PT1M');
  const basketed = await scene.pay(repeatable(SEPA), scene.sepa());
  const { paymentId } = basketed.body;
  const basket = await scene.post('/v1/signing-baskets', { paymentIds: [paymentId] });
  const list = await scene.psu.tpp.get(
    '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true',
  );
  const customer = answered(list, 200).body.customers.find(
    ({ cardAccounts = [] }: { cardAccounts?: unknown[] }) => cardAccounts.length > 0,
  );
  const agreements = await scene.psu.tpp.get('/v1/sandbox/agreements');
  const cards = await scene.psu.tpp.get('/v1/card-accounts');
  const common = {
    basketId: answered(basket, 201).body.basketId,
    customerId: customer.customerId,
    mockAccountId: customer.accounts[0].mockAccountId,
    mockCardAccountId: customer.cardAccounts[0].mockCardAccountId,
    agreementId: agreements.body.agreements[0].agreementId,
    transactionId: 'none',
    authorisationId: 'none',
  };
  return (path) => ({
    ...common,
    accountId: path.includes('/card-accounts')
      ? cards.body.cardAccounts[0].resourceId
      : scene.nok.resourceId,
    ...payments.get(path.replace(/\/\{paymentId\}.*$/, '')),
  });
}

test('CTRL-04: every read that /openapi.json lists has the same answer on the clone, to the byte', async () => {
  const scene = await openScene(house);
  const { bank, psu } = scene;
  const valuesOf = await prepare(scene);
  answered(await bank.control('PUT', '/_sandbox/snapshots/golden'), 201);
  const clone = house.tenant();
  const name = bank.url.slice(bank.url.lastIndexOf('/') + 1);
  const restore = `/_sandbox/snapshots/golden/restore?bank=${name}`;
  answered(await clone.control('POST', restore), 200);

  const { paths } = (await send({ method: 'GET', url: `${new URL(bank.url).origin}/openapi.json` }))
    .body;
  const reads = Object.keys(paths)
    .filter((path) => 'get' in paths[path])
    .map((path) => path.replace(/^(?!.*sandbox).*\/transactions$/, '$&?bookingStatus=both'))
    .concat('/_sandbox/consents', '/_sandbox/clock');
  const textOf = ({ status, text }: Answer, url: string) =>
    `${status} ${text.replaceAll(url, 'BANK')}`;
  const statuses: number[] = [];
  for (const path of reads) {
    const values = valuesOf(path);
    const filled = path.replace(/\{(\w+)\}/g, (_, parameter) =>
      encodeURIComponent(values[parameter] ?? ''),
    );
    const headers = { 'X-Request-ID': randomUUID() };
    const golden = await psu.tpp.get(filled, { headers });
    const cloned = await psu.tpp.at(clone.url).get(filled, { headers });
    expect(`${path} ${textOf(cloned, clone.url)}`).toBe(`${path} ${textOf(golden, bank.url)}`);
    statuses.push(golden.status);
  }
  expect(reads.length).toBeGreaterThan(60);
  // The others are of things that the scene lacks.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
});
