// The commands that the inspector prints, pasted into a shell against the bank that printed them (CTRL-05).
import { execFile } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { consentOf } from '../support/bank.ts';
import { askPayment } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';
import type { TppRequest } from '../support/tpp.ts';

const bank = (await testBank()).tenant();
const folder = testFolder();

/** Not blocking: the bank lives in this process. */
function shell(name: string, script: string, env: Readonly<Record<string, string>> = {}) {
  return new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    execFile(name, ['-c', script], options, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${error.message}\n${err}`));
    });
  });
}

const id = (requestId: string, headers = {}): TppRequest => ({
  headers: { 'X-Request-ID': requestId, ...headers },
});

async function printed(requestId: string) {
  const { body } = await bank.control('GET', `/_sandbox/requests/${requestId}`);
  return body;
}

const statusIn = (output: string) => Number(/^HTTP\/1\.1 (\d{3})/m.exec(output)?.[1]);

describe.each(['sh', 'bash'])('CTRL-05: curl in %s', (name) => {
  test('CTRL-05: a payment with a body, a header in UTF-8 and gzip is made a second time', async () => {
    const psu = await consentOf(bank);
    const { body: list } = await psu.tpp.get('/v1/accounts');
    const [account] = list.accounts;
    const tpp = psu.tpp.with({
      ...id('pay').headers,
      'PSU-Name': Buffer.from('Kåre').toString('latin1'),
      'Accept-Encoding': 'gzip',
    });
    const creditorName = "Blåbær's 100% & Søn \\o/";
    const made = await askPayment({ tpp }, account, { creditorName });
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('paymentId')]);
    const { number, curl, request } = await printed('pay');
    const output = await shell(name, curl);
    expect(statusIn(output)).toBe(201);
    const again = await printed('pay');
    expect([again.number, again.request.body]).toEqual([number + 1, request.body]);
    expect(JSON.parse(request.body)).toMatchObject({ creditorName });
    expect(again.request.headers).toContainEqual(['PSU-Name', 'Kåre']);
  });

  test('CTRL-05: a national id is filled in, and the digest of the body still fits', async () => {
    const customer = {
      customerNumber: '01010750160',
      customerType: 'PRIVATE',
      customerName: 'Nora Test',
    };
    await bank.tpp.post('/v1/sandbox/customers', customer, id('person'));
    const { curl } = await printed('person');
    expect(curl).not.toContain(customer.customerNumber);
    await expect(shell(name, curl)).rejects.toThrow(/PSU_IDENTITY/);
    const output = await shell(name, curl, { PSU_IDENTITY: customer.customerNumber });
    // The person is there already.
    expect(statusIn(output)).toBe(409);
  });
});

test('CTRL-05: the command of the package signs it anew and sends it', async () => {
  await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true', {
    ...id('anew'),
    after: (list) => list.filter(([name]) => name !== 'Signature'),
  });
  const { resign, status } = await printed('anew');
  expect(status).toBe(400);
  const cli = JSON.stringify(new URL('../../cli/sandbank.js', import.meta.url).pathname);
  const npx = `npx() { shift; HOME="$PWD" node ${cli} "$@"; }\n`;
  expect(await shell('sh', npx + resign)).toMatch(/^HTTP 200 OK/);
});
