// What the console does with its forms, what the page of a scenario shows, and what the redirect catcher says is read next:
// for values with one thing done to them at each place in turn, as it is written in tests/fixtures/pages/.
import { test } from '@jest/globals';
import { agreements, customers } from '../../../server/bank/customers/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { refusedForm, runForm } from '../../../server/http/console/run-form.ts';
import { scenarioTool } from '../../../server/http/console/scenario-tool.ts';
import { catcherArea } from '../../../server/http/sca/redirect-catcher.ts';
import {
  MADE,
  scenarioPage,
  scenarioTables,
} from '../../../server/insight/scenarios/scenario-page.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { bankOf } from '../../support/banks-of-the-send-page.ts';
import { expectRecorded, shortened, shown, thrownText } from '../../support/recorded.ts';
import { answersTo, touchedTexts, touchedValues } from '../../support/touched.ts';

const FILES = {
  pkcs12: 'cDEy',
  certificate: 'PEM',
  privateKey: 'KEY',
  chain: ['A', 'B'],
  other: 'x',
};
const BODY = { ...FILES, draw: 'd1', at: '2031-03-05T10:00:00.123Z', number: 7, none: null };

/** Operations that answer alike, and one that is refused. */
function formsOf(more: { readonly answer?: object; readonly saving?: Error } = {}) {
  const asked: string[] = [];
  const row = (id: string, method: string, path: string, extra: object = {}) => ({
    ...{ id, method, path },
    outside: async ({ params, query, body }: Record<string, unknown>) => {
      asked.push(`${id} ${shown([params, query, body])}`);
      if (id === 'putSnapshot' && more.saving) throw more.saving;
      return { status: 201, body: more.answer ?? BODY };
    },
    ...extra,
  });
  const operations = [
    row('getX', 'GET', '/_sandbox/x'),
    row('addSeed', 'POST', '/_sandbox/seed', { body: { schema: 's' } }),
    row('completeSca', 'PUT', '/_sandbox/sca/{id}'),
    row('putSnapshot', 'PUT', '/_sandbox/snapshots/{name}'),
    row('reset', 'POST', '/_sandbox/reset', { body: { schema: 's', optional: true } }),
  ];
  const deps = { operations, validator: { body: () => undefined }, banks: {}, access: {} } as never;
  return { asked, deps };
}

const CALL = { bank: 'b', baseUrl: 'http://127.0.0.1:8080/banks/b' } as never;

async function ran(text: string, more: Parameters<typeof formsOf>[0] = {}, submits = false) {
  const { asked, deps } = formsOf(more);
  const form = new URLSearchParams(text);
  const submit = submits ? async () => ({ goTo: '/next' }) : undefined;
  const sent = { call: CALL, form, submit } as never;
  const done = await runForm(sent, deps).then((one) => shown(one), thrownText);
  const messages = ['name', '/by', '/now', '/x'].flatMap((path) =>
    ['FORMAT_ERROR', 'OTHER'].map((code) => ({ category: 'ERROR', code, path, text: 't' })),
  );
  const reply = { status: 400, body: { tppMessages: messages } } as never;
  return [...asked, done, `refused: ${shown(refusedForm(sent, reply, deps))}`];
}

test('WEB-03: a form of the console: is run, or kept, as it is now', async () => {
  const conflict = new ApiError('CTRL-04', 'CONFLICT', 'Too many.');
  const other = new ApiError('CTRL-04', 'FORMAT_ERROR', 'No name.');
  const forms = [
    'operation=addSeed&/a text=1&?preview text=true&undo=1&/l list=p',
    'operation=addSeed&/a text=1&?preview text=false&undo=1',
    'operation=completeSca&{id} text=link&/outcome text=cancel',
    'operation=reset&undo=',
    'operation=getX',
    'operation=none&/a text=1',
    ' raw=x&operation=addSeed',
    '/n number=x&operation=reset',
  ];
  const lines: string[] = [];
  for (const form of forms) {
    for (const submits of [false, true])
      lines.push(`# ${form} ${submits}`, ...(await ran(form, {}, submits)));
    for (const saving of [conflict, other, new Error('fault')])
      if (form.includes('undo'))
        lines.push(`# ${saving.message}`, ...(await ran(form, { saving })));
    const said: unknown[] = [];
    for (const one of touchedTexts(form)) said.push(await ran(one));
    lines.push(answersTo(form, said, (one) => one));
  }
  for (const answer of touchedValues(BODY))
    lines.push(
      ...(await ran(forms[0] as string, { answer })).slice(1, 2).map((one) => shortened(one, 20)),
    );
  expectRecorded('pages/run-forms.txt', lines);
});

const VERDICT = {
  failures: [{ sentence: 'A good client stops.', cites: 'A', text: 'It went on.', request: 'x1' }],
  advice: [{ sentence: 'A good client waits.', cites: 'B', text: 'It hurried.', request: 'x2' }],
  requests: [
    { id: 'x1', run: 1, request: 'GET /v1', status: 200, codes: [] },
    { id: 'x2', run: 1, request: 'GET /v1', status: 500, codes: ['A'] },
  ],
};
const MODEL = {
  scenario: {
    ...{ task: 'read', name: 'two words' },
    must: [
      { says: 'stops', cites: 'A' },
      { says: 'goes on', cites: 'A', needs: 'faults' },
    ],
    should: [
      { says: 'waits', cites: 'B' },
      { says: 'reads', cites: 'B' },
    ],
  },
  turn: {
    ...{
      name: 'n',
      task: 'read',
      person: 'p q',
      run: 1,
      runs: 2,
      payments: [],
      callback: 'https://x/?a=1',
    },
    connected: { tpp: 'PSDNO-1', psuId: 'i', sessionId: 's', psuCorporateId: 'c' },
  },
  baseUrl: 'https://b.example/banks/acme',
  result: { body: VERDICT },
};

test('SCEN-01: the page of a scenario: shows beside it what it shows now', () => {
  const open = (model: object) => {
    try {
      return scenarioTool().open(model as never);
    } catch (thrown) {
      return thrownText(thrown);
    }
  };
  const some = [
    ...[
      MODEL,
      { ...MODEL, turn: undefined },
      { ...MODEL, result: undefined },
      { ...MODEL, result: {} },
    ],
    { ...MODEL, baseUrl: 'http://127.0.0.1:8080' },
    { ...MODEL, turn: { ...MODEL.turn, connected: undefined } },
    { ...MODEL, result: { body: { ...VERDICT, failures: [] } } },
    { ...MODEL, result: { body: { ...VERDICT, failures: [{ sentence: 'Another one.' }] } } },
    { ...MODEL, scenario: { task: 'pay', name: 'n' } },
  ];
  expectRecorded('pages/scenario-tool.txt', [
    ...some.flatMap((model) => JSON.stringify(open(model), undefined, 1).split('\n')),
    answersTo('touched', touchedValues(MODEL), open),
  ]);
});

test('SCEN-01: the pages of scenarios: are printed as they are now', () => {
  const bare = { name: 'n', task: 'read', title: 't', happens: 'h', why: 'w', right: 'r' } as never;
  expectRecorded('pages/scenario-pages.txt', [
    ...scenarioTables().split('\n'),
    ...scenarioPage(bare).split('\n'),
    MADE,
    ...SCENARIOS.map((one) => answersTo(one.name, [one], scenarioPage)),
  ]);
});

const CATCH = '/_sandbox/redirects/catch';

test('CTRL-06: who comes back to the redirect catcher, and what is read next: is what it says now', async () => {
  const lines: string[] = [];
  const seen: string[] = [];
  const payment = { id: 'p1', product: 'payments/sepa-credit-transfers' };
  const purposes = [
    ...[{ kind: 'access' }, { kind: 'session' }, { kind: 'basket', basketId: 'b1' }],
    ...[
      { kind: 'payment', paymentId: 'p1' },
      { kind: 'cancellation', paymentId: 'p1' },
    ],
    { kind: 'payment', paymentId: 'gone' },
  ];
  const call = (more: object, headers: readonly string[] = ['Accept', 'text/html']) => ({
    ...{ method: 'GET', bank: 'b', baseUrl: 'http://h', origin: 'http://h', mount: '', prefix: '' },
    ...{
      target: `${CATCH}/a`,
      url: `${CATCH}/a?psu-id=i&tpp-session-id=s`,
      asked: () => undefined,
      query: '',
      scheme: 'http',
    },
    ...{ headers: new RawHeaders(['Host', 'localhost', ...headers]), ...more },
  });
  const pages = { caught: (model: object) => ({ html: shown(model), headers: {} }) };
  for (const purpose of purposes) {
    const bank = bankOf([
      [customers, { id: 'kari', name: 'Kari' }],
      [agreements, { id: 'agr', name: 'Firma AS' }],
      [payments, payment],
      [
        flows,
        {
          ...{ id: 'f', purpose, scaStatus: 'finalised', customerId: 'kari', agreementId: 'agr' },
          ...{ redirect: `http://h${CATCH}/a?psu-id=i&tpp-session-id=s`, number: 1, createdAt: 1 },
        },
      ],
    ]);
    const through = (name: string) => async (_: string, work: (tx: unknown) => unknown) => {
      seen.push(name);
      return work(bank);
    };
    const banks = Object.fromEntries(
      ['look', 'transact', 'transactIfBegun'].map((name) => [name, through(name)]),
    );
    const arrivals = { recorded: (name: string) => void seen.push(`arrived ${name}`) };
    const area = catcherArea({ banks, access: {}, pages, arrivals, bankName: 'Bank' } as never);
    const asked = async (one: object) => {
      const answer = async () => shown(await area.rows[0]?.handle(one as never));
      const said = await answer().catch(thrownText);
      lines.push(`${seen.splice(0).join(', ')}: ${said}`);
    };
    lines.push(`# ${shown(purpose)}`);
    await asked(call({}));
    if (purpose.kind !== 'access') continue;
    await asked(call({ method: 'HEAD' }));
    await asked(call({}, ['Accept', 'application/json']));
    await asked(call({}, ['Accept', 'text/html', 'Sec-Fetch-Site', 'none']));
    await asked(call({}, ['Host', 'other.example']));
    for (const size of [8192, 8193]) await asked(call({ target: 'x'.repeat(size) }, []));
    lines.push(
      shown({ ...area, rows: area.rows.map((row) => ({ ...row, handle: 0 })), present: 0 }),
    );
    const reply = { status: 400 };
    lines.push(shown(await area.present?.(call({}) as never, reply, undefined)));
  }
  expectRecorded('pages/caught.txt', lines);
});
