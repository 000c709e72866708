// The form that sends a signed request: what it begins with, and what comes of it. When its choices change, it is filled in
// again: what the user has written stays where it fits.
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../bank/banks/operation.ts';
import { parseShallow } from '../../kernel/shallow-json.ts';
import { adaptedExample } from '../../openapi/adapted-example.ts';
import { examplesOf } from '../../openapi/answers.ts';
import { ApiError } from '../../protocol/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';
import type { Call } from '../call.ts';
import { runControl } from '../control/control.ts';
import { operationNamed } from './action-view.ts';
import { fixed, type Tool, type ToolDeps } from './console-page.ts';
import { type SendDeps, type SentRequest, type Wish, WRONG_WAYS } from './send.ts';

const FIELDS = [
  'operation',
  // The magic creditor that decides how a payment ends.
  'creditor',
  'method',
  'path',
  'person',
  'headers',
  'body',
  'certificate',
  'wrongly',
] as const;

type Field = (typeof FIELDS)[number];

type Filled = Readonly<Record<Field, string>>;

export const sendTool = (deps: ToolDeps): Tool => ({
  open: (model) => ({
    operations: [...new Set(deps.signed.map(({ tag }) => tag))].map((tag) => ({
      tag,
      rows: deps.signed.filter((row) => row.tag === tag),
    })),
    wrongWays: WRONG_WAYS,
    made: deps.made.list(),
    ...filledAgain(model as unknown as Template & Posted),
  }),
  async submit(form, call) {
    const wish = filledIn((name) => form.get(name));
    const edited = editedIn(Object.fromEntries(form));
    const isPending = edited !== undefined && hasNewChoice(edited);
    if (form.has('fill')) return { fills: true };
    // What would go out is not what was chosen.
    if (isPending) return { fills: true, isPending };
    await setBalance(form, call, deps);
    const sent = await sendTo(call, wish, deps);
    return { sent, wish, ...approvalOf(sent, wish) };
  },
});

/** Books what is wanted on the account that pays, before the payment. */
async function setBalance(form: URLSearchParams, call: Call, deps: ToolDeps): Promise<void> {
  const balance = form.get('balance')?.trim();
  const debtor = parsed(form.get('debtor') ?? '');
  if (!balance || !isJsonObject(debtor)) return;
  const raw = Buffer.from(JSON.stringify({ accounts: [{ ...debtor, balance }] }));
  const asked = { bank: call.bank, baseUrl: call.baseUrl, params: {}, query: {}, raw };
  await runControl(operationNamed(deps.operations, 'addSeed'), asked, deps);
}

/** Whether the path is below /v1 also once its dots (`/v1/../_sandbox/reset`, `%2e%2e`) are resolved. */
function isSigned(path: string): boolean {
  const base = 'http://bank';
  return URL.canParse(path, base) && new URL(path, base).href.startsWith(`${base}/v1/`);
}

/** Signs a request and sends it to the bank of this one. ApiError for what is no path of the signed API. */
export function sendTo(call: Call, wish: Wish, deps: ToolDeps): Promise<SentRequest> {
  if (!isSigned(wish.path)) {
    const why = 'Write a path of the signed API, such as /v1/accounts.';
    throw new ApiError('ERR-01', 'FORMAT_ERROR', why, { path: 'path' });
  }
  const { bank } = call;
  const row = operationNamed(deps.operations, 'completeSca');
  const address = ownAddress(call, deps.sending);
  const approve = async (id: string, nationalId: string) => {
    const raw = Buffer.from(JSON.stringify({ nationalId }));
    const asked = { bank, baseUrl: address, params: { id }, query: {}, raw };
    const { body } = await runControl(row, asked, deps);
    return String((body as { redirect: string }).redirect);
  };
  return deps.send(wish, { bank, approve, address });
}

/** The button that ends the SCA which the answer asks for, if it is known whose it is. */
function approvalOf({ flow, paymentId }: SentRequest, { person }: Wish) {
  if (flow === undefined || person === '') return {};
  return {
    approve: {
      operation: 'completeSca',
      label: 'console.sca.approve',
      page: paymentId === undefined ? 'sca' : `payments/${paymentId}`,
      fields: [fixed('{id}', flow), fixed('/nationalId', person)],
    },
  };
}

/** What the page knows of its own form, if it was sent. */
interface Posted {
  readonly filled?: Readonly<Record<string, string>>;
  /** Its choices are to be filled in. */
  readonly fills?: boolean;
}

/** What the form says next, and what it was filled in with before the user wrote in it. */
function filledAgain({ filled: posted, fills, ...page }: Template & Posted) {
  const template = filledFor(page);
  if (posted === undefined) return { filled: template, was: template };
  const edited = editedIn(posted);
  const filled = filledIn((name) => posted[name]);
  if (fills !== true) return { filled, was: edited?.was ?? template };
  const again = edited ? refilled(template, edited) : template;
  // For whom it is filled in now, also if that is not whose payment it names.
  return { filled: again, was: { ...template, person: again.person || template.person } };
}

/** Absent for a form that does not say what it was filled in with. */
function editedIn(posted: Readonly<Record<string, string>>): Edited | undefined {
  if (posted['was operation'] === undefined) return undefined;
  return { now: filledIn((name) => posted[name]), was: filledIn((name) => posted[`was ${name}`]) };
}

const filledIn = (field: (name: Field) => string | null | undefined): Filled =>
  Object.fromEntries(FIELDS.map((name) => [name, field(name) ?? ''])) as Filled;

interface Template {
  readonly template: Operation;
  readonly path: string;
  readonly person?: string;
  readonly inThisBank: JsonObject;
  /** Absent if the operation makes no payment. */
  readonly creditors?: object;
  readonly creditor?: string;
  /** One that was made in the console. */
  readonly certificate?: string;
}

/** What the form begins with. */
function filledFor(page: Template): Filled {
  const { template, path, person = '', inThisBank, creditors, creditor = '' } = page;
  const { id, method, headers, query = {} } = template;
  const example = examplesOf(id).request;
  const body = example === undefined ? undefined : adaptedExample(example, inThisBank);
  const asked = new URLSearchParams({
    ...('bookingStatus' in query ? { bookingStatus: 'both' } : {}),
    // So that one can press the button twice.
    ...('allowLogicalDuplicate' in query ? { allowLogicalDuplicate: 'true' } : {}),
  });
  return {
    operation: id,
    creditor: creditors === undefined ? '' : creditor,
    method,
    path: asked.size === 0 ? path : `${path}?${asked}`,
    person: headers === 'sandbox' ? '' : person,
    headers: headers === 'create' ? 'x-accept-fix: amount-as-string' : '',
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    certificate: page.certificate ?? '',
    wrongly: '',
  };
}

/** Where this process answers, also behind a proxy: the socket that the request came by, or the plain one beside it. */
function ownAddress({ scheme, localAddress, bankPath }: Call, { plainPort }: SendDeps): string {
  const port = scheme === 'https' ? plainPort() : localAddress.port;
  return `http://${localAddress.host}:${port}${bankPath}`;
}

/** What the form says now, and what it was filled in with before the user wrote in it. */
interface Edited {
  readonly now: Filled;
  readonly was: Filled;
}

/** Without a person the request can go out as it is. */
const hasNewChoice = ({ now, was }: Edited): boolean =>
  now.operation !== was.operation ||
  now.creditor !== was.creditor ||
  (now.person !== '' && now.person !== was.person);

/** The template with the user's edits. A path and a method belong to their operation. */
function refilled(template: Filled, { now, was }: Edited): Filled {
  const isSame = template.operation === was.operation;
  const isChosen = now.person !== was.person;
  const isFree = isSame || now.person === '' || template.person === '';
  const own = (name: 'method' | 'path') =>
    isSame && now[name] !== was[name] ? now[name] : template[name];
  return {
    ...template,
    method: own('method'),
    path: own('path'),
    // The template is for the chosen person, or for the one whose payment it names, who may be asked to be another.
    person: isChosen && isFree ? now.person : template.person,
    headers: mergedLines(template.headers, { now: now.headers, was: was.headers }),
    body: bodyOf(template, { now, was }),
    certificate: now.certificate,
    wrongly: now.wrongly,
  };
}

interface NowAndWas<T> {
  readonly now: T;
  readonly was: T;
}

function mergedLines(template: string, { now, was }: NowAndWas<string>): string {
  const lines = (text: string) => new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));
  const [wanted, written, before] = [lines(template), lines(now), lines(was)];
  const left = [...wanted].filter((line) => written.has(line) || !before.has(line));
  const own = [...written].filter((line) => !before.has(line) && !wanted.has(line));
  return [...left, ...own].join('\n');
}

function bodyOf(template: Filled, { now, was }: Edited): string {
  const isSame = template.operation === was.operation;
  const [wanted, written, before] = [template, now, was].map(({ body }) => parsed(body));
  // What is no JSON yet cannot be merged.
  if (written === undefined || before === undefined || wanted === undefined) {
    return isSame && unified(now.body) !== unified(was.body) ? now.body : template.body;
  }
  const isNewEnding = template.creditor !== was.creditor;
  const merged = mergedJson(wanted, { now: written, was: before }, { isSame, isNewEnding });
  return JSON.stringify(merged, null, 2);
}

/** Browsers send the lines of a form with CRLF. */
const unified = (text: string): string => text.replaceAll('\r\n', '\n');

function parsed(body: string): Json | undefined {
  try {
    return parseShallow(body) as Json;
  } catch {
    return undefined;
  }
}

interface How {
  /** The operation is the same, so members fit that its template does not have. */
  readonly isSame: boolean;
  /** The choice of the ending wins over a creditor that was written by hand. */
  readonly isNewEnding: boolean;
}

function mergedJson(template: Json, { now, was }: NowAndWas<Json>, how: How): Json {
  if (isDeepStrictEqual(now, was)) return template;
  if (Array.isArray(now)) return how.isNewEnding ? template : now;
  if (!isJsonObject(now) || !isJsonObject(was) || !isJsonObject(template)) return now;
  const names = new Set([...Object.keys(template), ...(how.isSame ? Object.keys(now) : [])]);
  const members = [...names].flatMap((name): [string, Json][] => {
    const [wanted, written, before] = [template[name], now[name], was[name]];
    const isEnding = how.isNewEnding && name === 'creditorName';
    if (isEnding || before === undefined) {
      const value = isEnding || written === undefined ? wanted : written;
      return value === undefined ? [] : [[name, value]];
    }
    // Taken out by the user, or not wanted any more.
    if (written === undefined || wanted === undefined) return [];
    return [[name, mergedJson(wanted, { now: written, was: before }, how)]];
  });
  return Object.fromEntries(members);
}
