import { describe, expect, test } from '@jest/globals';
import { openSandbank } from '../support/sandbanks.ts';
import { crosstalk } from './crosstalk.ts';
import { Owners } from './own-data.ts';

test('BANK-01: clients on banks of their own see nothing of one another', async () => {
  const sandbank = await openSandbank();
  const { counts, faults } = await crosstalk({
    // The same bank at two addresses, as if there were replicas.
    urls: [sandbank.url, sandbank.url.replace('127.0.0.1', 'localhost')],
    workers: 8,
    seed: 5,
    isOver: (done) => done === 40,
  });
  await sandbank.close();
  expect(faults).toEqual([]);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

describe('the cross-talk notices', () => {
  const answer = (text: string) => ({
    status: 200,
    headers: {},
    text,
    bytes: Buffer.from(text),
    body: undefined,
  });
  const [shared, own] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-0000-0000-000000000000`);
  const owners = new Owners(answer(`{"customerId":"${shared}"}`));

  test.each<[string, string, readonly string[]]>([
    ['ids that every bank has', `{"id":"${shared}"}`, []],
    ['an id of another bank', `{"paymentId":"${own}"}`, [`${own} of north`]],
    ['a name of another bank', '{"creditorName":"mark-1 7"}', ['mark-1']],
    ['an address of another bank', '"http://127.0.0.1/banks/north/sca/x"', ['north']],
    ['its own name and address', '"mark-2 7" http://127.0.0.1/banks/south/v1', []],
  ])('%s', (_, text, foreign) => {
    expect(owners.foreignIn(answer(`{"paymentId":"${own}"}`), 'north', 'mark-1')).toEqual([]);
    expect(owners.foreignIn(answer(text), 'south', 'mark-2')).toEqual(foreign);
  });
});
