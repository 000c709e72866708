// What the console's form for signed requests begins with, what it is filled in again with, and what comes of it.
import { isDeepStrictEqual } from 'node:util';
import { PERSONS } from './bank.ts';
import { formIn } from './console-form.ts';
import { pageLines } from './page-lines.ts';
import type { RecordedPages } from './recorded-pages.ts';

/** In an order in which there is something to act on. */
const SENT = [
  'getAccounts',
  'getUser',
  'createSepaCreditTransfer',
  'getSepaCreditTransfer',
  'createSigningBasket',
  // Of several the newest is meant.
  'createSepaCreditTransfer',
  'createSepaCreditTransfer',
  'createSigningBasket',
  'createPeriodicNorwegianDomesticCreditTransfer',
  'addSandboxCustomer',
  'addSandboxAccount',
];

/** Deletes what a person has, which the console asks of the signed API. */
async function takeAway(pages: RecordedPages): Promise<void> {
  const text = await pages.seen('/console/people');
  const [, id = ''] = /people\/([^"]+)"><bdi>Jonas/.exec(text) ?? [];
  const path = `/console/people/${id}`;
  const page = await pages.seen(path);
  const held = [...page.matchAll(/name="delete" value="([^"]+)"/g)].map(([, one = '']) => one);
  for (const one of [held[0] ?? '', '/_sandbox/faults', '/v1/sandbox/accounts/none'])
    await pages.post(path, { delete: one });
  await pages.post(path, {});
}

type Filled = Readonly<Record<string, string>>;

export async function sendEverything(pages: RecordedPages): Promise<void> {
  const first = (await pages.open('/console/send')).text;
  const from = first.indexOf('<select name="operation">');
  const choice = first.slice(from, first.indexOf('</select>', from));
  const offered = [...choice.matchAll(/<option value="([a-z]\w+)"/g)].map(([, id = '']) => id);
  for (const id of offered) await template(pages, id);
  for (const id of SENT) {
    const { text } = await pages.get(`/console/send?operation=${id}`);
    await pages.post('/console/send', formIn(text), { operation: id });
  }
  for (const id of offered.filter((one) => /(?:Sepa|Periodic|Basket|Account$).*/.test(one)))
    await template(pages, id);
  await fillAgain(pages);
  await sendWrongly(pages);
  await takeAway(pages);
}

async function template(pages: RecordedPages, id: string): Promise<void> {
  const { text } = await pages.get(`/console/send?operation=${id}`);
  const { method, path, person, headers, body } = formIn(text);
  const from = text.indexOf('<p class="missing">');
  const missing = from < 0 ? '' : pageLines(text.slice(from, text.indexOf('</p>', from))).join(' ');
  pages.note(`${id}: ${[method, path, person, headers, missing].join(' ').trim()} ${brief(body)}`);
}

const brief = (body = ''): string => (body === '' ? '' : JSON.stringify(JSON.parse(body)));

async function fillAgain(pages: RecordedPages): Promise<void> {
  const form = async (query: string) => formIn((await pages.get(`/console/send?${query}`)).text);
  const pay = await form('operation=createSepaCreditTransfer');
  const body = JSON.parse(pay['body'] ?? '');
  const bodyOf = (change: object) => JSON.stringify({ ...body, ...change });
  const { creditorName: _, ...unnamed } = body;
  const changes: readonly Readonly<Record<string, string>>[] = [
    {},
    { operation: 'getAccounts' },
    { operation: 'createNorwegianDomesticCreditTransfer' },
    { operation: 'none' },
    { creditor: 'Sandbox ACCP' },
    { creditor: 'Sandbox ACCP', body: bodyOf({ creditorName: 'By hand' }) },
    { person: PERSONS.odd },
    { person: '' },
    { person: '19897810096' },
    { headers: 'X-Own: 1' },
    { headers: `${pay['headers']}\r\nX-Own: 1\r\n\r\n`, operation: 'getAccounts' },
    { headers: '', operation: 'createNorwegianDomesticCreditTransfer' },
    { method: 'PUT', path: '/v1/own' },
    { method: 'PUT', path: '/v1/own', operation: 'getAccounts' },
    { body: bodyOf({ own: [1], instructedAmount: { amount: '7', currency: 'EUR', more: null } }) },
    { body: bodyOf({ own: 1 }), operation: 'createNorwegianDomesticCreditTransfer' },
    { body: JSON.stringify(unnamed), operation: 'createNorwegianDomesticCreditTransfer' },
    { body: JSON.stringify(unnamed), creditor: 'Sandbox RJCT' },
    { body: '{"half' },
    { body: '{"half', operation: 'createNorwegianDomesticCreditTransfer' },
    { body: '[1]' },
    { body: '' },
    { certificate: 'none', wrongly: 'crlf' },
    { balance: '17' },
  ];
  for (const change of changes)
    await refilled(pages, { ...pay, ...change, fill: '1' }, { change, body });
}

async function sendWrongly(pages: RecordedPages): Promise<void> {
  const form = async (query: string) => formIn((await pages.get(`/console/send?${query}`)).text);
  const send = (filled: Filled, change: Filled) =>
    pages.post('/console/send', { ...filled, ...change }, change);
  for (const wrongly of ['crlf', 'otherKey', 'oldDate', 'otherBody', 'otherRole', 'none']) {
    await send(await form('operation=getAccounts'), { wrongly });
  }
  const read = await form('operation=getAccounts&person=13039319955');
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { path: '/_sandbox/clock' },
    { path: '/v1/../_sandbox/reset' },
    { path: 'v1' },
    { headers: 'nonsense' },
    { headers: 'X-A: \u0001' },
    { headers: 'Signature: x\nPSU-ID: y' },
    { body: '{}' },
    { certificate: 'none' },
    { operation: 'getUser' },
    { balance: '1.5', debtor: '{' },
    { person: '18129215603' },
    { person: '03817010023' },
  ];
  for (const change of wrong) await send(read, change);
  const poor = await form('operation=createNorwegianDomesticCreditTransfer&balance=10');
  await send(poor, { balance: '10' });
  await send(poor, { balance: 'x' });
}

interface Change {
  readonly change: Filled;
  /** Before it. */
  readonly body: Readonly<Record<string, unknown>>;
}

async function refilled(
  pages: RecordedPages,
  fields: Filled,
  { change, body }: Change,
): Promise<void> {
  const { status, text } = await pages.send('/console/send', fields);
  const written = parsed(change['body']);
  const members = Object.entries(written).filter(
    ([name, value]) => !isDeepStrictEqual(value, body[name]),
  );
  const isBody = Object.keys(written).length > 0;
  const said = isBody ? { ...change, body: Object.fromEntries(members) } : change;
  pages.note(`# filled in again with ${JSON.stringify(said)}: ${status}`);
  for (const [name, value] of Object.entries(formIn(text)))
    if (value !== fields[name] && value !== '') pages.note(`${name}: ${oneLine(value)}`);
}

function parsed(body = ''): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
