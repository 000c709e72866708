// Whoever copies an example out of the documents can send it: a bank that nobody has prepared takes it as it stands,
// but for the ids of what the bank itself has made.
import { expect, test } from '@jest/globals';
import {
  consentOf,
  createHeaders,
  flowIdOf,
  PERSONS,
  psuHeaders,
  type TestBank,
} from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents and bodies of every shape
type Node = any;

interface Example {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Media type of the body. */
  readonly type: string;
  readonly body: Node;
  /** What is said of the body. */
  readonly note: string;
}

/** Values of path parameters, and members of the body that are ids. */
interface Ids {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const house = await testBank();

async function examplesIn(document: string): Promise<readonly Example[]> {
  const { paths } = (await send({ method: 'GET', url: house.url + document })).body;
  return Object.entries<Node>(paths).flatMap(([path, item]) =>
    Object.entries<Node>(item).flatMap(([method, { operationId, requestBody }]) =>
      Object.entries<Node>(requestBody?.content ?? {})
        // An empty one is of a body that the bank ignores.
        .filter(([, { example }]) => Object.keys(example ?? {}).length > 0)
        .map(([type, { example: body }]) => ({
          ...{ id: operationId, method: method.toUpperCase(), path, type, body },
          note: requestBody.description ?? '',
        })),
    ),
  );
}

const examples = [
  ...(await examplesIn('/openapi.json')),
  ...(await examplesIn('/_sandbox/openapi.json')),
];

function exampleOf(id: string): Example {
  const found = examples.find((example) => example.id === id);
  if (found === undefined) throw new Error(`no document has an example for ${id}`);
  return found;
}

/** As Jonas' TPP, who owns the account that pays in every example. */
async function sent(bank: TestBank, id: string, ids: Ids = {}): Promise<Answer> {
  const { method, path, type, body: example } = exampleOf(id);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids.path?.[name] ?? `no ${name}`);
  const body = { ...example, ...ids.body };
  if (type !== 'application/json') {
    const headers = [['Content-Type', type]] as const;
    const form = new URLSearchParams(body).toString();
    return send({ method, url: bank.url + target, headers, body: form });
  }
  if (target.startsWith('/_sandbox/')) return bank.control(method, target, body);
  if (target.startsWith('/v1/sandbox/') || target.startsWith('/v1/tpps/'))
    return bank.tpp.send(method, target, { body });
  const { tpp } = await consentOf(bank);
  return tpp.send(method, target, { body, headers: createHeaders });
}

const madeBy = async (bank: TestBank, id: string): Promise<Node> =>
  answered(await sent(bank, id), 201).body;

const inPath = (path: Readonly<Record<string, string>>): Ids => ({ path });

const mockAccount = async (bank: TestBank): Promise<Ids> => {
  const { mockAccountId } = await madeBy(bank, 'addSandboxAccount');
  return inPath({ mockAccountId, id: mockAccountId });
};

const mockCardAccount = async (bank: TestBank): Promise<Ids> => {
  const { mockCardAccountId } = await madeBy(bank, 'addSandboxCardAccount');
  return inPath({ mockCardAccountId });
};

const scenario = inPath({ name: 'account-joins-and-leaves' });

/** What an example needs to be there, and the ids of it. */
const NEEDS: Readonly<Record<string, (bank: TestBank) => Ids | Promise<Ids>>> = {
  addSandboxTransactions: mockAccount,
  putSandboxAccountBalances: mockAccount,
  putAccountPermissions: mockAccount,
  addSandboxCardTransactions: mockCardAccount,
  putSandboxCardAccountBalances: mockCardAccount,
  async addSandboxEngagement({ tpp }) {
    const { agreements } = (await tpp.get('/v1/sandbox/agreements')).body;
    const havbris = agreements.find(({ name }: Node) => name === 'Havbris Sjømat AS');
    return inPath({ agreementId: havbris.agreementId });
  },
  async createSigningBasket(bank) {
    const { paymentId } = await madeBy(bank, 'createNorwegianDomesticCreditTransfer');
    return { body: { paymentIds: [paymentId] } };
  },
  async completeSca({ tpp }) {
    return inPath({ id: flowIdOf(await tpp.with(psuHeaders()).post('/v1/bank-offered-consents')) });
  },
  async compareSigned({ tpp, control }) {
    await tpp.with({ ...psuHeaders(), Signature: undefined }).get('/v1/accounts');
    const { requests } = (await control('GET', '/_sandbox/requests')).body;
    return inPath({ id: requests[0].id });
  },
  prepareScenario: () => scenario,
  async judgeScenario(bank) {
    expect((await sent(bank, 'prepareScenario', scenario)).status).toBeLessThan(300);
    return scenario;
  },
  putRule: () => inPath({ id: 'SIG-05' }),
  putSnapshot: () => inPath({ name: 'mine' }),
  putTpp: () => inPath({ organisationId: 'PSDNO-FSA-123456789' }),
  putTppContactInformation: () => inPath({ tppId: 'NO-FSA-987654321' }),
};

test('the documents have examples of both interfaces', () => {
  expect(examples.length).toBeGreaterThan(30);
  expect(Object.keys(NEEDS).map(exampleOf)).toHaveLength(Object.keys(NEEDS).length);
});

test('a body whose account is of a person says of whom', () => {
  const paying = examples.filter(({ body }) => body.debtorAccount !== undefined);
  expect(paying).toHaveLength(7);
  for (const { note, body } of paying) {
    expect({ body, note }).toEqual({ body, note: expect.stringContaining(PERSONS.jonas) });
  }
  expect(exampleOf('addSandboxEngagement').note).toContain(PERSONS.thea);
});

test.each(examples)('a new bank takes the example of $id', async ({ id }) => {
  const bank = house.tenant();
  const { status, text } = await sent(bank, id, await NEEDS[id]?.(bank));
  expect(status < 300 ? 'taken' : `${status} ${text}`).toBe('taken');
});

test.each(examples.filter(({ body }) => body.debtorAccount !== undefined))(
  'a bank that lives in 2090 takes the example of $id',
  async ({ id }) => {
    const bank = house.tenant();
    await bank.control('PUT', '/_sandbox/clock', {
      now: '2090-03-01T10:00:00+01:00',
      frozen: true,
    });
    await madeBy(bank, id);
  },
);
