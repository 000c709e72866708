// The inspector where it is switched off, or stopped while somebody waits (CTRL-05).
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { expect, test } from '@jest/globals';
import { consentOf } from '../support/bank.ts';
import { COVERAGE } from '../support/coverage.ts';
import { send } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';

const off = await testBank({ inspector: false });

const waitAt = (url: string, what: string): ClientRequest => {
  const waiting = request(`${url}/_sandbox/${what}/next?timeout=PT60S`, { agent: false });
  waiting.end();
  return waiting;
};

/** Until the request is at the bank: what it holds must be the bank's then. */
async function connected(waiting: ClientRequest): Promise<void> {
  const [socket] = await once(waiting, 'socket');
  if (socket.connecting) await once(socket, 'connect');
}

test('CTRL-05: CTRL-06: a bank that closes answers those who wait, and does not wait for them', async () => {
  const bank = await openSandbank();
  const lists = ['requests', 'requests', 'redirects', 'events'];
  const waits = lists.map((what) => waitAt(bank.url, what));
  await Promise.all(waits.map(connected));
  // An answer to a later request says that the earlier ones were read.
  await send({ method: 'GET', url: `${bank.url}/_sandbox/requests` });
  const answers = waits.map((waiting) => once(waiting, 'response'));
  await bank.close();
  for (const [response] of await Promise.all(answers)) {
    expect(response.statusCode).toBe(404);
    response.resume();
  }
});

test('CTRL-05, CTRL-08: nothing is kept or counted, and no refusal names a verdict', async () => {
  const refused = await send({ method: 'GET', url: `${off.url}/v1/accounts` });
  expect([refused.status, refused.headers['sandbank-verdict']]).toEqual([400, undefined]);
  await consentOf(off);
  const list = await off.control('GET', '/_sandbox/requests');
  expect(list.body).toEqual({ requests: [], last: 0, total: 0 });
  const { body } = await off.control('GET', COVERAGE);
  expect(body).toMatchObject({ requests: 0, covered: 0, advice: [] });
});
