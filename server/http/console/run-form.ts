// What happens with a form of the console: the page's own tool takes it, or it runs the operation of the control API that
// it names. The page shows the result, also if that is a refusal.
import { LRUCache } from 'lru-cache';
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../call.ts';
import { type Asked, type ControlDeps, runControl } from '../control/control.ts';
import { messagesOf } from '../pages/problem.ts';
import { operationNamed, type SentFields, sameOf, UNDO, UNDO_SNAPSHOT } from './action-view.ts';
import {
  type Action,
  type FieldKind,
  type FilledForm,
  fixed,
  type Submit,
  type Used,
} from './console-page.ts';
import { fieldNamed, filledForm } from './filled-form.ts';

/** The result of a form. */
export interface Done {
  readonly result?: ActionResult;
  /** What the page's own tool has made of its form. */
  readonly tool?: Used;
}

interface ActionResult {
  readonly status: number;
  /** The operation that was done, and what its form and its answer say. */
  readonly did?: { readonly operation: string; readonly values: Readonly<Record<string, string>> };
  readonly curl?: string;
  readonly command?: string;
  readonly body?: Reply['body'];
  /** The SCA link that was ended. */
  readonly endedLink?: string;
  /** Id of a certificate that the console can send requests with from now on. */
  readonly certificate?: string;
  /** The button that takes it back. */
  readonly undo?: Action;
  /** After a preview: the button that does it. */
  readonly confirm?: Action;
  /** What was sent, if it was refused or only a preview: its form stays as it was filled in. */
  readonly sent?: SentFields;
  /** Parts of the answer as files. */
  readonly files: readonly { readonly name: string; readonly href: string }[];
  readonly messages: ReturnType<typeof saidIn>;
}

/** A form that was sent to a page. */
export interface SentForm {
  readonly call: Call;
  readonly form: URLSearchParams;
  /** Absent if the page has no form but its buttons. */
  readonly submit: Submit | undefined;
}

/** Throws ApiError. */
export async function runForm({ call, form, submit }: SentForm, deps: ControlDeps): Promise<Done> {
  const row = operationOf(form, deps);
  if (row === undefined && submit !== undefined) {
    return { tool: { filled: Object.fromEntries(form), ...(await submit(form, call)) } };
  }
  if (row === undefined) {
    throw new ApiError('ERR-01', 'BAD_REQUEST', 'The form names no operation of the control API.');
  }
  const filled = filledForm(withoutOperation(form));
  const { params, query, body, raw } = filled;
  const sent = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)));
  const { bank, baseUrl } = call;
  const asked = { bank, baseUrl, query: {}, raw: Buffer.alloc(0) };
  const isPreview = query['preview'] === 'true';
  const undo = form.has(UNDO_FIELD) && !isPreview && (await saveForUndo(asked, deps));
  const reply = await runControl(row, { ...asked, params, query, raw: sent }, deps);
  const result: ActionResult = {
    status: reply.status,
    did: { operation: row.id, values: { ...textsIn(body), ...textsIn(reply.body), ...params } },
    ...sameOf(row, filled, { baseUrl, needsToken: deps.access.token !== undefined }),
    messages: [],
    files: filesOf(reply.body),
    ...(undo ? { undo: UNDO } : {}),
    ...(isPreview ? { sent: [...form], confirm: confirmed(row, form, reply.body) } : {}),
    ...defined({
      endedLink: row.id === 'completeSca' ? params['id'] : undefined,
      body: reply.body,
    }),
  };
  return { result };
}

/** A form that was refused: it stays as it was filled in. */
export function refusedForm(
  { call: { baseUrl }, form, submit }: SentForm,
  reply: Reply,
  deps: ControlDeps,
): Done {
  const refused = { status: reply.status, messages: saidIn(reply), files: [] };
  const row = operationOf(form, deps);
  if (row === undefined && submit !== undefined) {
    return { tool: { filled: Object.fromEntries(form) }, result: refused };
  }
  const filled = filledOrEmpty(withoutOperation(form));
  const frame = { baseUrl, needsToken: deps.access.token !== undefined };
  const { body } = reply;
  return {
    result: {
      ...refused,
      sent: [...form],
      ...(row && { ...sameOf(row, filled, frame), ...defined({ body }) }),
    },
  };
}

/** Members that are text; of moments what a person reads. */
const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(value ?? {})
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, text]) => [name, text.replace(/^(\d{4}-\d\d-\d\d)T([\d:]{8}).*Z$/, '$1 $2')]),
  );

/** What was asked for, without the preview. */
const confirmed = (
  { id }: ControlOperation,
  form: URLSearchParams,
  shown: Reply['body'],
): Action => ({
  operation: id,
  label: 'console.seed.addThese',
  undo: true,
  fields: [
    ...[...withoutOperation(form)]
      .map(([name, text]) => ({ ...fieldNamed(name), text }))
      .filter(({ at }) => at !== '?preview')
      .map(({ at, kind, text }) => fixed(at, text, kind as FieldKind)),
    fixed('?draw', textsIn(shown)['draw'] ?? ''),
  ],
});

/** Of a form whose operation can be taken back ({@link Action.undo}). */
const UNDO_FIELD = 'undo';

/** False if the bank has as many snapshots as it may: then there is no way back. */
async function saveForUndo(asked: Omit<Asked, 'params'>, deps: ControlDeps): Promise<boolean> {
  const saving = operationNamed(deps.operations, 'putSnapshot');
  try {
    await runControl(saving, { ...asked, params: { name: UNDO_SNAPSHOT } }, deps);
    return true;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'CONFLICT') return false;
    throw thrown;
  }
}

const operationOf = (form: URLSearchParams, { operations }: ControlDeps) =>
  operations.find(({ id, method }) => id === form.get('operation') && method !== 'GET');

function withoutOperation(form: URLSearchParams): URLSearchParams {
  const fields = new URLSearchParams(form);
  for (const own of ['operation', UNDO_FIELD]) fields.delete(own);
  return fields;
}

function filledOrEmpty(form: URLSearchParams): FilledForm {
  try {
    return filledForm(form);
  } catch {
    return { params: {}, query: {} };
  }
}

/** What the forms themselves can say of a field, in the language of the page; keys of texts. */
const PLAINLY: Readonly<Record<string, string>> = {
  name: 'console.banks.wrongName',
  '/by': 'console.clock.wrongDuration',
  '/now': 'console.clock.wrongMoment',
};

const saidIn = (reply: Reply) =>
  messagesOf(reply).map((message) => {
    const { code, path = '' } = message;
    const plain = code === 'FORMAT_ERROR' ? PLAINLY[path] : undefined;
    return { ...message, ...defined({ plain }) };
  });

/** Members of an answer that one saves as a file, by name: those of a new certificate. */
const FILES: Readonly<Record<string, string>> = {
  pkcs12: 'tpp.p12',
  certificate: 'tpp.pem',
  privateKey: 'tpp.key',
  chain: 'chain.pem',
};

function filesOf(body: Reply['body']): ActionResult['files'] {
  return Object.entries(body ?? {}).flatMap(([member, value]) => {
    const name = FILES[member];
    if (name === undefined || (typeof value !== 'string' && !Array.isArray(value))) return [];
    const text = Array.isArray(value) ? value.join('') : String(value);
    const base64 = member === 'pkcs12' ? text : Buffer.from(text).toString('base64');
    return [{ name, href: `data:application/octet-stream;base64,${base64}` }];
  });
}

const MOST_BYTES = 16 * 1024 * 1024;

export function createResultStore<T extends object>(uuid: () => string) {
  const results = new LRUCache<string, T>({
    maxSize: MOST_BYTES,
    sizeCalculation: (result) => JSON.stringify(result).length,
  });
  return {
    /** Its id on that page; `undefined` for what is too large. */
    store(page: string, result: T): string | undefined {
      const id = uuid();
      results.set(`${page} ${id}`, result);
      return results.has(`${page} ${id}`) ? id : undefined;
    },
    find: (page: string, id: unknown): T | undefined => results.get(`${page} ${id}`),
  };
}
