// `npm run collection -- FOLDER`: writes a Bruno collection with every operation of the bank and a script that
// signs. It is made from /openapi.json, and so from the operations table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';

const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers';

/** The journey of a new TPP, in this order; each answer gives the next request what it needs. */
const FIRST_STEPS = [
  { name: 'Ask for consent', method: 'post', path: '/v1/bank-offered-consents' },
  { name: 'Log in and approve', method: 'post', path: '/_sandbox/sca/{scaId}', body: login() },
  { name: 'Accounts', method: 'get', path: '/v1/accounts?withBalance=true' },
  { name: 'Pay', method: 'post', path: PAYMENTS, body: payment(), expects: 201 },
  { name: 'Approve the payment', method: 'post', path: '/_sandbox/sca/{scaId}', body: login() },
  {
    name: 'Let a minute pass',
    method: 'post',
    path: '/_sandbox/clock/advance',
    body: { by: 'PT1M' },
  },
  {
    name: 'The payment is settled',
    method: 'get',
    path: `${PAYMENTS}/{paymentId}/status`,
    asserts: 'res.body.transactionStatus: eq ACSC',
  },
];

const [folder] = argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run collection -- FOLDER');
  process.exit(2);
}
await ensureBuilt(PROGRAM);
const { createSandbank } = await import('../dist/server/sandbank.js');
const bank = await createSandbank();
const document = await (await fetch(`${bank.url}/openapi.json`)).json();
await bank.close();

write('bruno.json', JSON.stringify({ version: '1', name: 'Sandbank', type: 'collection' }));
write(
  'collection.bru',
  block('script:pre-request', script('before-request')),
  block('script:post-response', script('after-answer')),
  block('tests', script('tests')),
);
write(
  'environments/local.bru',
  block(
    'vars',
    `bank: http://127.0.0.1:8080\nnationalId: 13039319955\ntppId: PSDNO-FSA-987654321\ncontrolToken:`,
  ),
);
const tags = document.tags.map(({ name }) => name);
for (const [at, name] of ['First steps', ...tags].entries()) {
  write(`${name}/folder.bru`, block('meta', `name: ${name}\nseq: ${at + 1}`));
}
for (const [at, { name, ...step }] of FIRST_STEPS.entries()) {
  request(`First steps/${at + 1} ${name}`, name, at + 1, step);
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, ...operation })),
);
for (const [at, operation] of deletesLast(operations).entries()) {
  const {
    method,
    path,
    operationId,
    summary,
    tags: [tag],
    requestBody,
  } = operation;
  request(`${tag}/${operationId}`, `${summary} (${operationId})`, at + 1, {
    method,
    path: path + query(operation),
    body: requestBody && inThisBank(requestBody.content['application/json'].example ?? {}),
  });
}
console.log(`${FIRST_STEPS.length} first steps and ${operations.length} operations in ${folder}`);

function request(file, name, seq, { method, path, body, expects, asserts }) {
  const own = path.startsWith('/v1/card-accounts')
    ? path.replace('{accountId}', '{cardAccountId}')
    : path;
  const url = `{{bank}}${own.replaceAll('{', '{{').replaceAll('}', '}}')}`;
  const kind = body === undefined ? 'none' : 'json';
  const checks = [expects && `res.status: eq ${expects}`, asserts].filter(Boolean);
  write(
    `${file}.bru`,
    block('meta', `name: ${name}\ntype: http\nseq: ${seq}`),
    block(method, `url: ${url}\nbody: ${kind}\nauth: none`),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2))]),
    ...(checks.length === 0 ? [] : [block('assert', checks.join('\n'))]),
  );
}

/** What was created is read before it is deleted: of each payment product, and of the sandbox. */
function deletesLast(operations) {
  const group = ({ path }) =>
    path.startsWith('/v1/sandbox') ? '/v1/sandbox' : path.split('/{')[0];
  const groups = [...new Set(operations.map(group))];
  return groups.flatMap((name) => {
    const own = operations.filter((one) => group(one) === name);
    const deletes = own.filter(({ method }) => method === 'delete').reverse();
    return [...own.filter((one) => !deletes.includes(one)), ...deletes];
  });
}

/** An example, with the account and the payments of this bank, and a date that is soon. */
function inThisBank(example) {
  const own = {
    debtorAccount: { iban: '{{iban}}', currency: 'NOK' },
    startDate: '{{tomorrow}}',
    paymentIds: ['{{paymentId}}'],
  };
  const there = Object.entries(own).filter(([name]) => name in example);
  return { ...example, ...Object.fromEntries(there) };
}

/** The parameters that an operation cannot do without: each has a list of values. */
function query({ parameters }) {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const given = required.map(({ name, schema }) => {
    const { enum: values } = document.components.schemas[schema.$ref.split('/').at(-1)];
    return `${name}=${values[0]}`;
  });
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function login() {
  return { nationalId: '{{nationalId}}' };
}

function payment() {
  return {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { iban: '{{iban}}', currency: 'NOK' },
  };
}

function script(name) {
  return readFileSync(join(ROOT, 'scripts', 'kits', `${name}.js`), 'utf8').trim();
}

function block(name, text) {
  return `${name} {\n${text.replaceAll(/^(?=.)/gm, '  ')}\n}\n`;
}

function write(file, ...blocks) {
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, blocks.join('\n'));
}
