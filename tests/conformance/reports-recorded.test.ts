// What the reports say of a bank that has seen payments, good and bad, is what is written in tests/fixtures/reports/:
// coverage (CTRL-08) in each format, and readiness (CTRL-12) on days of its own. `npm run examples` records it again.
import { test } from '@jest/globals';
import { everySandboxOperation } from '../support/answers.ts';
import { openScene, SEPA, START, selfOf } from '../support/payment-scene.ts';
import { PRODUCT_CASES, repeatable } from '../support/product-scene.ts';
import { expectRecorded } from '../support/recorded.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const scene = eachTest(() => openScene(house, { now: START }));

const VARYING =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|(?<="since":)\d+/g;

/** JSON with a line for each member of a list. */
function linesOf(text: string): readonly string[] {
  const plain = text.replaceAll(house.url, 'HOUSE').replaceAll(scene.bank.url, 'BANK');
  return plain.replaceAll(VARYING, '…').replaceAll('},{', '},\n{').split('\n');
}

async function seen(title: string, path: string): Promise<readonly string[]> {
  const { status, text } = await scene.bank.control('GET', path);
  return [`# ${title}: ${status}`, ...linesOf(text)];
}

/** Payments of each product, some refused; reads, an approval, a cancellation. */
async function live(): Promise<void> {
  const { tpp } = scene.psu;
  for (const { path, body } of PRODUCT_CASES) {
    const made = await scene.pay(repeatable(path), body(scene, {}));
    await scene.approve(made);
    await tpp.get(`${selfOf(made)}/status`);
    await scene.post(repeatable(path), { ...body(scene, {}), creditorName: '' });
  }
  const canceled = await scene.pay(repeatable(SEPA), scene.sepa());
  await scene.remove(canceled);
  await scene.post(repeatable(SEPA), scene.sepa({ creditorAddress: undefined }));
  await scene.post(repeatable(SEPA), { ...scene.sepa(), more: 1 });
  await scene.post('/v1/payments/unknown', {});
  await tpp.get('/v1/accounts?unknown=1');
  await tpp.get('/v1/accounts/none/balances');
}

test('CTRL-08: coverage: is what the bank says now', async () => {
  const path = '/_sandbox/coverage';
  const lines = [...(await seen('badge of a new bank', `${path}?format=svg`))];
  await live();
  await everySandboxOperation(
    async (method, at, body) =>
      (await scene.bank.tpp.send(method, at, body === undefined ? {} : { body })).body,
  );
  lines.push(...(await seen('all', path)), ...(await seen('badge', `${path}?format=svg`)));
  // The cases are what the JSON has.
  const junit = await seen('junit', `${path}?format=junit`);
  lines.push(
    ...junit.filter((line) => !/^<(?:\/?testcase|skipped|system-out>exercised)/.test(line)),
  );
  await scene.bank.control('DELETE', path);
  lines.push(...(await seen('badge after that', `${path}?format=svg`)));
  expectRecorded('reports/coverage.txt', lines);
});

test('CTRL-12: readiness: is what the bank says now', async () => {
  await live();
  const lines: string[] = [];
  for (const query of [
    ...['', '?at=2026-08-13', '?at=2026-11-15&profile=production', '?at=2020-01-01', '?at=none'],
  ])
    lines.push(...(await seen(query, `/_sandbox/readiness${query}`)));
  expectRecorded('reports/readiness.txt', lines);
});
