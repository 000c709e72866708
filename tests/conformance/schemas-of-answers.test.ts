// What the bank answers, against what it says that it answers, and against the standard that the interface
// is based on: NextGenPSD2 1.3.
import { describe, expect, test } from '@jest/globals';
import { recordAnswers } from '../support/answers.ts';
import { berlinGroupErrors } from '../support/berlin-group.ts';
import { send } from '../support/http.ts';
import { PERIODIC, SEPA } from '../support/payment-scene.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { schemaIds } from '../support/schema-ids.ts';
import { testBank } from '../support/test-bank.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas and answers of every shape
type Node = any;

/** `GET /v1/accounts/{accountId}`; a literal path goes before none, as no two of them overlap. */
const patternOf = (key: string): RegExp => new RegExp(`^${key.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const bank = await testBank();
const url = new URL('/openapi.json', bank.url).href;
const { paths } = (await send({ method: 'GET', url })).body;
const operations = new Map<string, Node>(
  Object.entries(paths as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item as Node).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  ),
);
const recorded = await recordAnswers(bank, Object.keys(paths));
const patterns = [...operations.keys()].map((key) => [key, patternOf(key)] as const);
const answers = recorded.map((one) => {
  const name = `${one.method} ${one.path}`;
  return { ...one, operation: patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? name };
});

describe('the answers of every operation', () => {
  test('each was called, with a status that the document has', () => {
    const called = new Set(answers.map(({ operation }) => operation));
    // What waits for no date cannot be asked to be cancelled.
    const instant = /straks\/\{paymentId\}\/cancellation-authorisations/;
    const missing = [...operations.keys()].filter((key) => !called.has(key) && !instant.test(key));
    expect(missing).toEqual([]);
    const odd = answers.filter(
      ({ operation, answer }) =>
        operations.get(operation)?.responses[String(answer.status)] === undefined,
    );
    expect(odd.map(({ operation, answer }) => `${operation} ${answer.status}`)).toEqual([]);
  });

  test('each answer fits its schema', async () => {
    const problems: string[] = [];
    for (const { operation, answer } of answers) {
      const { content } = operations.get(operation).responses[String(answer.status)];
      if (content === undefined) {
        const loud = answer.text !== '' && answer.status === 204;
        if (loud) problems.push(`${operation}: a body where there should be none`);
        continue;
      }
      const name = content['application/json'].schema.$ref.split('/').at(-1);
      const errors = await schemaErrors(schemaIds.get(name) ?? `no schema ${name}`, answer.body);
      problems.push(...errors.map(({ text }) => `${operation} ${answer.status}: ${text}`));
    }
    expect([...new Set(problems)]).toEqual([]);
  });
});

describe('NextGenPSD2 1.3.11', () => {
  const one = `${SEPA}/{paymentId}`;
  const account = '/v1/accounts/{accountId}';
  const card = '/v1/card-accounts/{accountId}';
  test.each<[operation: string, schema: string, member?: string]>([
    ['GET /v1/accounts', 'accountList'],
    [`GET ${account}`, 'accountDetails', 'account'],
    [`GET ${account}/balances`, 'readAccountBalanceResponse-200'],
    [`GET ${account}/transactions`, 'accountsTransactionsResponse-200'],
    [`GET ${account}/transactions/{transactionId}`, 'transactionDetails', 'transactionsDetails'],
    [`POST ${SEPA}`, 'paymentInitationRequestResponse-201'],
    [`POST ${PERIODIC}`, 'paymentInitationRequestResponse-201'],
    [`GET ${one}/status`, 'paymentInitiationStatusResponse-200_json'],
    [`POST ${one}/authorisations`, 'startScaprocessResponse'],
    [`GET ${one}/authorisations`, 'authorisations'],
    [`GET ${one}/authorisations/{authorisationId}`, 'scaStatusResponse'],
    [`POST ${one}/cancellation-authorisations`, 'startScaprocessResponse'],
    [`GET ${one}/cancellation-authorisations`, 'authorisations'],
    [`DELETE ${one}`, 'paymentInitiationCancelResponse-202'],
    ['GET /v1/card-accounts', 'cardAccountList'],
    ['POST /v1/signing-baskets', 'signingBasketResponse-201'],
    ['GET /v1/signing-baskets/{basketId}', 'signingBasketResponse-200'],
    [`GET ${card}`, 'cardAccountDetails', 'cardAccount'],
    [`GET ${card}/balances`, 'readCardAccountBalanceResponse-200'],
    [`GET ${card}/transactions`, 'cardAccountsTransactionsResponse-200'],
  ])('%s answers a %s', (operation, name, member = '') => {
    const found = answers.filter(
      ({ operation: its, answer }) => its === operation && answer.status !== 204,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { answer } of found) {
      const value = member === '' ? answer.body : answer.body[member];
      expect(value).toBeDefined();
      expect(berlinGroupErrors(name, value)).toEqual([]);
    }
  });
});
