// "Send a signed request" has a template for every operation, and each is answered as it stands.
import { describe, expect, test } from '@jest/globals';
import { formIn, openPage, postForm, sendTemplate } from '../support/console-form.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

/** What others need comes first, and what takes it away last. A basket takes payments. */
const ORDER = [
  /^(?:create(?!Signing)|add)/,
  /^(?!.*SigningBasket|delete|initialize)/,
  /^createSigning/,
  /^get/,
];
const rank = (id: string): number => {
  const at = ORDER.findIndex((names) => names.test(id));
  if (at >= 0) return at;
  const last = [
    ...['startSigningBasketAuthorisation', 'deleteSigningBasket', ''],
    ...['deleteSandboxCustomer', 'initializeSandbox'],
  ];
  return ORDER.length + (last.includes(id) ? last.indexOf(id) : last.indexOf(''));
};

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
}

describe('SIG-01: templates of signed requests', () => {
  const own = house.tenant();
  const console = `${own.url}/console`;

  test('SIG-01: there is one for every operation of the interface, and the bank takes each', async () => {
    const document = (await openPage(house.url, 'openapi.json')).body as Document;
    const operations = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId }) => operationId ?? []);
    expect(operations.length).toBeGreaterThan(100);
    const { text } = await openPage(console, 'send');
    const [choice = ''] = /<select name="operation">.*?<\/select>/s.exec(text) ?? [];
    const offered = [...choice.matchAll(/<option value="([a-z]\w+)"/g)].map(([, id]) => id);
    expect(offered.toSorted()).toEqual(operations.toSorted());
    const stumbles: unknown[] = [];
    for (const id of operations.toSorted((a, b) => rank(a) - rank(b))) {
      const { wish, status, hint, text } = await sendTemplate(console, `operation=${id}`);
      // No payment of the templates is approved, so there is nothing to cancel with an SCA.
      const isWithout = /^(?:start|get).*CancellationAuthorisation$/.test(id);
      const isFine = isWithout ? status === 409 || hint : status < 300 && !hint;
      // Where there is no status, the page says why.
      if (!isFine) stumbles.push({ id, status, hint, path: wish.path, page: text });
    }
    expect(stumbles).toEqual([]);
  });

  test('SIG-01: what the bank does not have yet is said, with the way to make it', async () => {
    const fresh = `${house.tenant().url}/console`;
    const { text } = await openPage(fresh, 'send?operation=getSepaCreditTransfer');
    expect(text).toContain('This bank has no paymentId for it yet.');
    expect(text).toContain('href="?operation=createSepaCreditTransfer"');
  });

  test.each(['getAccount', 'getCardAccount'])(
    'SIG-01: in a bank without people %s has no accountId',
    async (operation) => {
      const bank = house.tenant();
      await bank.control('POST', '/_sandbox/reset', { customers: [] });
      const { text } = await openPage(`${bank.url}/console`, `send?operation=${operation}`);
      expect(text).toContain('This bank has no accountId for it yet.');
    },
  );

  test('MOVE-01: the payments lead to one for which there is no money: it is sent, and approved', async () => {
    const bank = house.tenant();
    const at = `${bank.url}/console`;
    const { text } = await openPage(at, 'payments?lang=en');
    const [, query = ''] = /send\?([^"]+)">Make a payment for which/.exec(text) ?? [];
    const page = await openPage(at, `send?${query.replaceAll('&amp;', '&')}`);
    const [, balance = ''] = /name="balance" value="([^"]*)"/.exec(page.text) ?? [];
    const sent = await postForm(at, 'send', { ...formIn(page.text), balance });
    const [, flow] = /name="\{id\} text" value="([^"]+)"/.exec(sent.text) ?? [];
    const [, person] = /name="\/nationalId text" value="([^"]+)"/.exec(sent.text) ?? [];
    const [, path = ''] = /action="[^"]*\/console\/(payments\/[^"]+)"/.exec(sent.text) ?? [];
    const approving = {
      operation: 'completeSca',
      '{id} text': `${flow}`,
      '/nationalId text': `${person}`,
    };
    expect((await postForm(at, path, approving)).status).toBe(200);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1M' });
    const shown = await openPage(at, `${path}?lang=en`);
    expect(shown.text).toContain('ACCP</span> failed: the funds are missing');
  });

  test('TPP-05: one choice sends a request with a certificate without the role', async () => {
    const at = `${house.tenant().url}/console`;
    for (const operation of ['getAccounts', 'createSepaCreditTransfer']) {
      const sent = await sendTemplate(at, `operation=${operation}`, { wrongly: 'otherRole' });
      expect(sent.status).toBe(403);
      expect(sent.text).toContain('PSP_IC');
    }
  });

  test('MAGIC-01: a payment fails for lack of funds with one send and one approval', async () => {
    const at = `${house.tenant().url}/console`;
    const query = 'operation=createSepaCreditTransfer&creditor=Sandbox+ACCP';
    const sent = await sendTemplate(at, query);
    expect(sent.status).toBe(201);
    const [, page = ''] = /action="[^"]*\/console\/(payments\/[^"]+)"/.exec(sent.text) ?? [];
    const field = (name: string) =>
      new RegExp(`name="\\${name} text" value="([^"]+)"`).exec(sent.text)?.[1] ?? '';
    const shown = await postForm(at, page, {
      operation: 'completeSca',
      '{id} text': field('{id}'),
      '/nationalId text': field('/nationalId'),
    });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('ACCP</span> failed: the funds are missing');
  });
});
