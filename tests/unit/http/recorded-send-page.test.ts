// What the console's page for signed requests is filled in with, for banks that have and lack what its paths name, and for
// what its own address says, as it is written in tests/fixtures/pages/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { parseMagic } from '../../../server/bank/payments/magic.ts';
import { operationsOf } from '../../../server/composition/rooms.ts';
import { sendPage } from '../../../server/http/console/send-page.ts';
import { sendTool } from '../../../server/http/console/send-tool.ts';
import { BANKS, bankOf } from '../../support/banks-of-the-send-page.ts';
import { expectRecorded } from '../../support/recorded.ts';

const signed = operationsOf({} as never);
const magic = parseMagic({
  statuses: [{ creditorName: 'Sandbox ACCP', status: 'ACCP' }],
  errors: [{ creditorName: 'Sandbox FORBIDDEN', code: 'FORBIDDEN', status: 403 }],
} as never);
const magicPersons = [
  { nationalId: '03817010023', name: 'Avbrutt', note: '' },
  { nationalId: '15479801026', name: 'Kari', note: '' },
];

const tool = sendTool({ signed, made: { list: () => ['made'] } } as never);

type Model = Readonly<Record<string, unknown>>;

const modelOf = async (rows: (typeof BANKS)[string], query: object): Promise<Model> => {
  const call = { bank: bankOf(rows), params: {}, query, signed, magic, magicPersons };
  return (await sendPage.read?.(call as never)) as Model;
};

/** One of each form of path: other products have the same. */
const OPERATIONS = [
  ...['getUser', 'getAccounts', 'getAccount', 'getTransaction', 'getCardAccount', 'none'],
  ...['createSepaCreditTransfer', 'getSepaCreditTransfer', 'getSepaCreditTransferAuthorisation'],
  ...['getSepaCreditTransferCancellationAuthorisation', 'createSigningBasket'],
  ...['deleteNorwegianDomesticCreditTransfer'],
];
const others = signed
  .filter(({ path, id }) => /sandbox|basket|tpp/.test(path) && !OPERATIONS.includes(id))
  .map(({ id }) => id);

/** What is filled in, without what every page has. */
function briefly(model: Model): { readonly own: string; readonly ofBank: string } {
  const { template, people, creditors, inThisBank, debtor, ...rest } = model;
  const { id } = (template ?? {}) as { id?: string };
  const all = (people as readonly object[]).map((one) => Object.values(one).join(' ')).join(', ');
  const choice = creditors === undefined ? '' : ' with creditors';
  const ofBank = [inThisBank, debtor].map((one) => JSON.stringify(one)).join(' ');
  return { own: `${id}${choice}: ${JSON.stringify(rest)}`, ofBank: `  ${ofBank} of ${all}` };
}

test('SIG-01: the page that sends a request: is filled in with what each bank has', async () => {
  const lines: string[] = [];
  for (const [name, rows] of Object.entries(BANKS)) {
    lines.push(`# ${name}`);
    let before = '';
    for (const operation of [...OPERATIONS, ...others]) {
      const { own, ofBank } = briefly(await modelOf(rows, { operation }));
      lines.push(...(ofBank === before ? [own] : [own, ofBank]));
      before = ofBank;
    }
  }
  expectRecorded('pages/send-page.txt', lines);
});

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { operation: '' },
  { person: '18417701045' },
  { person: '02019000084' },
  { person: '01019000083' },
  { person: '03817010023' },
  { person: '99999999999' },
  { person: '' },
  { creditor: '', certificate: '', balance: '' },
  { creditor: 'Sandbox ACCP', certificate: 'c-1', balance: '7.50' },
].flatMap((query) => [query, { operation: 'createSepaCreditTransfer', ...query }]);

test('SIG-01: the page that sends a request: is filled in with what its address says', async () => {
  const lines: string[] = [];
  const rows = BANKS['only people'] ?? [];
  for (const query of QUERIES) {
    const model = await modelOf(rows, query);
    const { operations, ...opened } = tool.open(model) as Model;
    const { filled, was, ...rest } = opened as { filled: Model; was: Model };
    const { own, ofBank } = briefly(model);
    lines.push(`# ${JSON.stringify(query)}`, own, ofBank, JSON.stringify(rest));
    lines.push(JSON.stringify(filled), filled === was ? 'as it was' : JSON.stringify(was));
    if (lines.length < 8)
      for (const { tag, rows: all } of operations as readonly { tag: string; rows: Model[] }[])
        lines.push(`${tag}: ${all.map(({ id }) => id).join(' ')}`);
  }
  for (const operation of signed.filter(({ path }) => !path.includes('{')).map(({ id }) => id)) {
    const { filled } = tool.open(await modelOf(rows, { operation })) as { filled: Model };
    lines.push(JSON.stringify({ ...filled, body: oneLine(filled['body']) }));
  }
  expectRecorded('pages/send-query.txt', lines);
});

const oneLine = (text: unknown): string => String(text).replace(/\n */g, ' ');

type Sent = Readonly<Record<string, string>>;

/** What a form was filled in with, and what the user has made of it. */
const WAS: Sent = {
  ...{ operation: 'createSepaCreditTransfer', method: 'POST', person: '15479801026' },
  ...{ path: '/v1/payments/sepa-credit-transfers', headers: 'a: 1\r\nb: 2', creditor: '' },
  ...{ body: '{"creditorName":"X","own":{"a":1,"b":[1]}}', certificate: '', wrongly: '' },
};
const EDITS: readonly Sent[] = [
  {},
  { person: '18417701045' },
  { person: '' },
  { creditor: 'Sandbox ACCP' },
  { operation: 'getSepaCreditTransfer' },
  { operation: 'addSandboxCustomer' },
  { method: 'PUT', path: '/v1/mine' },
  { headers: 'b: 2\n\n c: 3 ' },
  { headers: 'x-accept-fix: amount-as-string' },
  { body: '{"creditorName":"Mine","own":{"a":2}}' },
  { body: '{"creditorName":["Mine"],"instructedAmount":7}' },
  { body: '[1]' },
  { body: 'no JSON' },
  { body: '' },
  { certificate: 'c-1', wrongly: 'crlf' },
];
const NEXT: readonly Sent[] = [
  {},
  { operation: 'createNorwegianDomesticCreditTransfer' },
  { creditor: 'Sandbox ACCP' },
  { person: '18417701045' },
];

test('SIG-01: the page that sends a request: keeps what the user has written where it fits', async () => {
  const lines: string[] = [];
  const rows = BANKS['a payment that can be approved'] ?? [];
  for (const edit of EDITS) {
    for (const next of NEXT) {
      const now = { ...WAS, ...edit, ...next };
      const was = Object.entries(WAS).map(([name, value]) => [`was ${name}`, value]);
      const posted = { ...now, ...Object.fromEntries(was) };
      const model = await modelOf(rows, now);
      const open = (more: object) =>
        tool.open({ ...model, ...more }) as { filled: Sent; was: Sent };
      const again = open({ filled: posted, fills: true });
      const same = open({ filled: posted });
      const bare = open({ filled: now, fills: true });
      lines.push(`# ${JSON.stringify(edit)} then ${JSON.stringify(next)}`);
      lines.push(differences(WAS, again.filled), differences(again.filled, again.was));
      if (JSON.stringify(same.filled) !== JSON.stringify(now))
        lines.push(differences(now, same.filled));
      lines.push(differences(again.was, same.was), differences(again.was, bare.filled));
      lines.push(differences(bare.filled, bare.was));
    }
  }
  expectRecorded('pages/send-again.txt', lines);
});

function differences(before: Sent, now: Sent): string {
  const names = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
  const said = names.map((name) => `${name}: ${oneLine(now[name]).slice(0, 200)}`);
  return said.join(' · ') || 'the same';
}
