// The bank that is fuzzed: a person with payments in every product, a basket, an agreement, cards, faults, consents; the
// ids of all of that; and another bank of the process, whose data must show nowhere.
import { randomUUID } from 'node:crypto';
import { flowIdOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import type { Answer, Outgoing } from '../support/http.ts';
import { type Scene, SEPA, sceneAt } from '../support/payment-scene.ts';
import { PRODUCT_CASES, repeatable } from '../support/product-scene.ts';
import type { Tpp } from '../support/tpp.ts';
import type { Node, Row } from './rows.ts';

/** In every name of the other bank. */
export const MARK = 'Zyxmarkoer';
/** What every case begins from. */
const KEPT = 'fuzz-kept';

export interface World {
  readonly scene: Scene;
  readonly tpp: Tpp;
  /** By the name of the member in which the bank has said them. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly foreign: readonly string[];
  /** Bodies that the bank itself has written, as texts: by path. */
  readonly written: Readonly<Record<string, string>>;
  /** As it was before; with a write that was taken, also what no snapshot brings back. */
  restore(write?: Outgoing): Promise<void>;
  /** After a write: a saved snapshot is restored, and sometimes time passes. */
  settle(write: Outgoing): Promise<void>;
  /** What is not as it was. */
  changes(): Promise<readonly string[]>;
}

export async function openWorld(bank: TestBank, house: TestBank): Promise<World> {
  await bank.control('POST', '/_sandbox/reset', { repeatable: 'fuzz' });
  const scene = await sceneAt(bank);
  const seen = await filled(scene);
  const others = await marked(house.tenant());
  await bank.control('PUT', '/_sandbox/snapshots/golden');
  await bank.control('PUT', `/_sandbox/snapshots/${KEPT}`);
  // One X-Request-ID: what is asked for within a second and has no body is signed once.
  let tpp = scene.psu.tpp.with({ 'X-Request-ID': randomUUID() });
  const { tables } = (await bank.control('GET', '/_sandbox/snapshots/golden')).body;
  const seed = (await bank.control('GET', '/_sandbox/seed')).text;
  const snapshot = JSON.stringify({ tables });
  return {
    written: { '/_sandbox/snapshots/{name}': snapshot, '/_sandbox/reset': seed },
    scene,
    get tpp() {
      return tpp;
    },
    ids: idsIn(seen),
    foreign: [...idsIn(others).values()].flat().filter((id) => !id.includes(MARK)),
    async restore(write) {
      answered(await bank.control('POST', `/_sandbox/snapshots/${KEPT}/restore`), 200);
      if (!CONTROL.test(write?.url ?? '')) return;
      // A case may have deleted it.
      await bank.control('PUT', '/_sandbox/snapshots/golden');
      // A case may have revoked the certificate, which no snapshot brings back: all that is signed would be refused.
      const { status } = await tpp.get('/v1/accounts');
      if (status === 403) tpp = (await bank.newTpp()).with(tpp.defaults);
    },
    async settle({ method, url }) {
      // Those that are asked for are nobody's mistake.
      if (CONTROL.test(url)) await bank.control('DELETE', '/_sandbox/faults');
      const [, snapshot] = /(\/_sandbox\/snapshots\/[^/?]+)/.exec(url) ?? [];
      if (method === 'PUT' && snapshot) await bank.control('POST', `${snapshot}/restore`);
      if (url.length % 2 === 0)
        await bank.control('POST', '/_sandbox/clock/advance', { by: 'P40D' });
    },
    async changes() {
      const { body } = await bank.control('GET', `/_sandbox/snapshots/diff?from=${KEPT}`);
      const rows: Node[] = [...body.added, ...body.changed, ...body.removed];
      return rows.map(({ text }) => text);
    },
  };
}

/** Of the control API, or of the console, which uses it. */
const CONTROL = /\/(?:_sandbox|console)\b/;

async function filled(scene: Scene): Promise<readonly Node[]> {
  const { bank, psu } = scene;
  const seen: Node[] = [];
  const keep = ({ status, body, text }: Answer): Node => {
    if (status >= 300) throw new Error(`the world is not filled: ${status} ${text}`);
    seen.push(body);
    return body;
  };
  for (const { path, body, later } of PRODUCT_CASES) {
    const made = keep(await scene.pay(repeatable(path), body(scene, later)));
    keep(await psu.tpp.post(`${path}/${made.paymentId}/authorisations`));
  }
  const { paymentId } = keep(await scene.pay(repeatable(SEPA), scene.sepa()));
  keep(await psu.tpp.post('/v1/signing-baskets', { paymentIds: [paymentId] }));
  const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
  seen.push({ scaId: flowIdOf(asked), id: flowIdOf(asked) });
  const { agreementId } = keep(
    await bank.tpp.post('/v1/sandbox/agreements', { owner: PERSONS.thea, name: 'Testavtale AS' }),
  );
  const { iban } = scene.nok;
  const engagement = { customer: PERSONS.jonas, account: { iban }, roles: ['VIEW'] };
  const engaged = `/v1/sandbox/agreements/${agreementId}/engagements`;
  seen.push((await bank.tpp.post(engaged, engagement)).body);
  for (const path of ['/v1/accounts', '/v1/card-accounts']) {
    const { accounts, cardAccounts } = keep(await psu.tpp.get(path));
    for (const { resourceId } of (accounts ?? cardAccounts).slice(0, 4)) {
      keep(await psu.tpp.get(`${path}/${resourceId}/transactions?bookingStatus=both`));
    }
  }
  keep(await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true&includeAgreements=true'));
  const fault = { match: { method: 'PUT', path: '/v1/nothing' }, effect: { status: 503 } };
  keep(await bank.control('POST', '/_sandbox/faults', fault));
  for (const name of ['consents', 'requests', 'tpps', 'snapshots']) {
    keep(await bank.control('GET', `/_sandbox/${name}`));
  }
  return seen;
}

/** Names that only this bank has. */
async function marked(bank: TestBank): Promise<readonly Node[]> {
  const scene = await sceneAt(bank);
  const customerNumber = '01010750160';
  const customer = { customerNumber, customerType: 'PRIVATE', customerName: `${MARK} Hansen` };
  const account = { customerNumber, accountName: `${MARK} konto`, currency: 'NOK' };
  const made = [
    await bank.tpp.post('/v1/sandbox/customers', customer),
    await bank.tpp.post('/v1/sandbox/accounts', account),
    await scene.pay(SEPA, scene.sepa({ creditorName: MARK })),
  ];
  return [...made.map(({ body }) => body), { psuId: scene.psu.psuId, id: scene.nok.id }];
}

/** The ids in these answers, by the names of their members; a few of each. */
function idsIn(answers: readonly Node[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const visit = (value: Node, name: string): void => {
    if (typeof value === 'string' && /id$|^name$|rule|iban/i.test(name) && value.length < 200) {
      const list = found.get(name) ?? [];
      if (list.length < 12 && !list.includes(value)) found.set(name, [...list, value]);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value))
      visit(inner, Array.isArray(value) ? name : key);
  };
  for (const answer of answers) visit(answer, '');
  return found;
}

/** Members that have what a part of a path wants. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  accountId: ['resourceId', 'mockAccountId', 'mockCardAccountId'],
  transactionId: ['transactionId', 'cardTransactionId'],
  tppId: ['tppId', 'organisationId'],
  name: ['snapshotName'],
  rule: ['ruleId'],
};
const FIXED: Readonly<Record<string, readonly string[]>> = {
  name: ['golden'],
  rule: ['SIG-05'],
  id: ['SIG-05'],
  tppId: ['NO-FSA-987654321'],
  organisationId: ['PSDNO-FSA-123456789'],
};

/** What may stand in that part of a path. */
export function idsFor({ ids }: World, name: string): readonly string[] {
  const known = [name, ...(SAME[name] ?? [])].flatMap((one) => ids.get(one) ?? []);
  const all = [...(FIXED[name] ?? []), ...known];
  return all.length === 0 ? [...(ids.get('id') ?? []), 'x'] : all;
}

/** The row's body for this bank. */
export function bodyFor({ scene, ids, written }: World, { path, example }: Row): Node {
  const product = PRODUCT_CASES.find((row) => row.path === path);
  if (product !== undefined) return structuredClone(product.body(scene, product.later));
  const body = JSON.parse(written[path] ?? JSON.stringify(example));
  for (const name of ['customerNumber', 'nationalId', 'owner', 'customer']) {
    if (typeof body[name] === 'string') body[name] = PERSONS.jonas;
  }
  if (Array.isArray(body.paymentIds)) body.paymentIds = (ids.get('paymentId') ?? []).slice(0, 2);
  return body;
}
