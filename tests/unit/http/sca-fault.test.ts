// SCA-04 for faults of the bank's own: whatever throws while a page of a flow is answered, the PSU goes
// back to the TPP with SYSTEM_ERROR, the flow has ended, and nothing else has changed.

import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createBanks } from '../../../server/bank/banks/banks.ts';
import { settings } from '../../../server/bank/banks/tables.ts';
import { type CustomerRow, customers } from '../../../server/bank/customers/tables.ts';
import type { ScaDeps } from '../../../server/bank/sca/purpose.ts';
import { type FlowRow, flows } from '../../../server/bank/sca/tables.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { scaPages } from '../../../server/http/sca/sca.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import { listeningDoor } from '../../support/door.ts';
import { send } from '../../support/http.ts';
import { approve, identify, openPage, redirectOf } from '../../support/sca-browser.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const person = { type: 'PRIVATE', name: 'Kari', createdAt: 0 } as const;
const KARI: CustomerRow = { id: 'kari', number: '13039319955', ...person };

const FLOW: FlowRow = {
  id: 'flow',
  tppId: 'tpp',
  tppName: 'TPP',
  tppSessionId: 'session',
  tppRedirectUri: 'https://tpp.example/cb?state=1',
  purpose: { kind: 'session' },
  authorisationId: 'authorisation',
  scaStatus: 'started',
  unknownTries: 0,
  formToken: 'token',
  appApproval: false,
  createdAt: 0,
  number: 1,
};

const FAULT = 'the vault is on fire';

const sca: ScaDeps = {
  purposes: {
    session: {
      view: async () => ({ kind: 'session' }),
      async approve(bank) {
        bank.tx.put(settings, { id: 'redirects', value: { last: 1 } });
        throw new Error(FAULT);
      },
      failed: async () => undefined,
    },
  },
  afterSca: async () => undefined,
  holdings: async () => ({ accounts: 0, cards: 0 }),
  magic: { ending: () => undefined, mishaps: () => [], admit: async () => undefined },
};

const DEPS = {
  sca,
  pages: createPages(ROOT_URL, consoleMenu),
  bankName: 'Sandbank',
  ids: createIds(randomBytes),
};

let server: Awaited<ReturnType<typeof listeningDoor>>;
let url: string;
let logged: { readonly err?: unknown; readonly id?: unknown }[];
let banks: ReturnType<typeof createBanks>;

beforeEach(async () => {
  logged = [];
  const log = { ...SILENT, error: (fields: object) => void logged.push(fields) };
  banks = createBanks({
    store: openMemoryStore({ tables: ALL_TABLES }),
    wallClock: () => 60_000,
    ids: DEPS.ids,
    log,
    startingRows: () => ({ key: 'none', rows: new Map() }),
    dueHandlers: {},
  });
  const area = scaPages({ ...DEPS, banks, log });
  server = await listeningDoor([area], { log });
  url = `${server.url}/sca/flow`;
});
afterEach(() => {
  banks.stop();
  server.close();
});

const begin = (change: Partial<FlowRow> = {}) =>
  banks.transact('default', async ({ tx }) => {
    tx.put(customers, KARI);
    tx.put(flows, { ...FLOW, ...change });
  });

const stored = () =>
  banks.transactIfBegun('default', async ({ tx }) => ({
    flow: await tx.get(flows, 'flow'),
    half: await tx.get(settings, 'redirects'),
  }));

test('SCA-04: a fault in an approval redirects with 500, SYSTEM_ERROR and system', async () => {
  await begin();
  const back = redirectOf(await approve(await identify(await openPage(url), KARI.number)));
  expect(Object.fromEntries(back.searchParams)).toEqual({
    state: '1',
    system: 'sandbank',
    status: '500',
    code: 'SYSTEM_ERROR',
    message: expect.stringContaining(String(logged[0]?.id)),
  });
  expect(back.href).not.toContain('vault');
  expect(logged).toEqual([{ err: new Error(FAULT), id: expect.any(String) }]);
  expect(await stored()).toMatchObject({ flow: { scaStatus: 'failed' }, half: undefined });
  expect((await openPage(url)).answer.status).toBe(410);
});

test('SCA-04, SCA-09: in the app it ends there, and the waiting page redirects', async () => {
  await begin({ appApproval: true, fixedCustomerId: KARI.id });
  expect((await openPage(url)).answer.headers['refresh']).toBe('5');
  const done = await approve(await openPage(`${url}/app`));
  expect(done.answer.text).toContain('<h1>Not approved</h1>');
  expect(redirectOf(await openPage(url)).searchParams.get('code')).toBe('SYSTEM_ERROR');
  expect(await stored()).toMatchObject({ flow: { appApproval: false }, half: undefined });
});

test('ERR-01: where there is no flow to end, a fault is an error answer', async () => {
  const failing = { ...banks, transactIfBegun: () => Promise.reject(new Error(FAULT)) };
  const broken = await listeningDoor([scaPages({ ...DEPS, banks: failing, log: SILENT })]);
  const answer = await send({ method: 'GET', url: `${broken.url}/sca/flow` });
  broken.close();
  expect([answer.status, answer.body.tppMessages[0].code]).toEqual([500, 'SYSTEM_ERROR']);
});
