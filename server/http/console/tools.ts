// Pages of the console that do something of their own with their form, beside what the control API can do.
import type { Request } from 'express';
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { Operation } from '../../bank/banks/operation.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { bankOf, prefixOf } from '../addresses.ts';
import { type ControlDeps, runControl } from '../control/control.ts';
import { schemeOf } from '../host.ts';
import { adaptedExample } from '../openapi/adapted-example.ts';
import { examplesOf } from '../openapi/answers.ts';
import { operationNamed } from './action-view.ts';
import { createSender, type SendDeps } from './send.ts';

/** Gives members of its page's model. */
export interface Tool {
  /** Before the form is sent. */
  open(query: Readonly<Record<string, string>>, model: Readonly<Record<string, unknown>>): object;
  /** What the form comes to. Throws ApiError. */
  submit(form: URLSearchParams, request: Request): Promise<object>;
}

export interface ToolDeps extends Pick<ControlDeps, 'banks' | 'validator'> {
  readonly operations: readonly ControlOperation[];
  /** Rows of the signed API. */
  readonly signed: readonly Operation[];
  readonly sending: SendDeps;
  /** How the server was started, by environment variable; `undefined` if not set. No secrets. */
  readonly settings: Readonly<Record<string, string | undefined>>;
}

/** By the name of the page. */
export const createTools = (deps: ToolDeps): Readonly<Record<string, Tool>> => ({
  send: sendTool(deps),
  explain: EXPLAIN,
  settings: { open: () => ({ settings: deps.settings }), submit: async () => ({}) },
});

/** Explains a pasted request, as `sandbank explain` does. */
const EXPLAIN: Tool = {
  open: () => ({ filled: { capture: '', certificate: '', signed: '' } }),
  async submit(form) {
    const text = (name: string) => form.get(name)?.trim() || undefined;
    // Loaded with the first pasted request, so that a bank starts faster.
    const { explainRequest, UnreadableRequest } = await import(
      '../../insight/offline/explain-request.ts'
    );
    const options = defined({ certificate: text('certificate'), signed: text('signed') });
    try {
      return { verdict: await explainRequest(form.get('capture') ?? '', options) };
    } catch (thrown) {
      if (!(thrown instanceof UnreadableRequest)) throw thrown;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', thrown.message, { path: 'capture' });
    }
  },
};

function sendTool(deps: ToolDeps): Tool {
  const send = createSender(deps.sending);
  const { signed } = deps;
  return {
    open({ operation }, model) {
      const row = signed.find(({ id }) => id === operation) ?? signed[0];
      return {
        operations: signed,
        ...defined({ template: row, filled: row && filledFor(row, model) }),
      };
    },
    async submit(form, request) {
      const text = (name: string) => form.get(name) ?? '';
      const path = text('path');
      if (!path.startsWith('/v1/')) {
        const why = 'Write a path of the signed API, such as /v1/accounts.';
        throw new ApiError('ERR-01', 'FORMAT_ERROR', why, { path: 'path' });
      }
      const wish = {
        ...{ path, method: text('method') },
        ...{ headers: text('headers'), body: text('body'), person: text('person') },
      };
      const bank = bankOf(request);
      const row = operationNamed(deps.operations, 'completeSca');
      const address = ownAddress(request, deps.sending);
      const approve = async (id: string, nationalId: string) => {
        const raw = Buffer.from(JSON.stringify({ nationalId }));
        const asked = { bank, baseUrl: address, query: {}, raw };
        const { body } = await runControl({ row, params: { id } }, asked, deps);
        return String((body as { redirect: string }).redirect);
      };
      return { sent: await send(wish, { bank, approve, address }) };
    },
  };
}

/** What the form begins with. */
const filledFor = (
  { id, method, path, headers }: Operation,
  { payer, inThisBank = {} }: { readonly payer?: string; readonly inThisBank?: JsonObject },
) => {
  const example = examplesOf(id).request;
  const request = example === undefined ? undefined : adaptedExample(example, inThisBank);
  return {
    method,
    path,
    person: payer ?? '',
    headers: headers === 'create' ? 'x-accept-fix: amount-as-string' : '',
    body: request === undefined ? '' : JSON.stringify(request, null, 2),
  };
};

/** Where this process answers, also behind a proxy: the socket that the request came by, or the plain one beside it. */
function ownAddress(request: Request, { plainPort }: SendDeps): string {
  const { localAddress = '127.0.0.1', localFamily } = request.socket;
  const localPort = schemeOf(request.socket) === 'https' ? plainPort() : request.socket.localPort;
  const host = localFamily === 'IPv6' ? `[${localAddress}]` : localAddress;
  return `http://${host}:${localPort}${prefixOf(request)}`;
}
