// Pages of the console that do something of their own with their form, beside what the control API can do.

import { isBankName, NAME_FORM, prefixOfBank } from '../../bank/banks/banks.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import { quote } from '../../protocol/shown-text.ts';
import { commandLine } from './action-view.ts';
import { CONSOLE, type Tool, type ToolDeps } from './console-page.ts';
import { sendTo } from './send-tool.ts';

/** Begins a bank, unless it has begun, and goes there (BANK-01). */
export const banksTool = ({ banks }: Pick<ToolDeps, 'banks'>): Tool => ({
  open: ({ baseUrl, filled = { name: '' } }) => {
    const [origin = ''] = String(baseUrl).split('/banks/');
    const example = `${origin}/banks/job-7`;
    return {
      filled,
      command: commandLine(['reset'], example),
      curl: `curl -X POST ${example}/_sandbox/reset`,
    };
  },
  async submit(form) {
    const name = form.get('name')?.trim() ?? '';
    if (!isBankName(name)) {
      const text = `${quote(name)} is not a bank name: ${NAME_FORM}`;
      throw new ApiError('BANK-01', 'FORMAT_ERROR', text, { path: 'name' });
    }
    await banks.transact(name, async () => undefined);
    return { goTo: prefixOfBank(name) + CONSOLE };
  },
});

/** Accounts and cards of a person. */
interface Held {
  readonly accounts: readonly { readonly row: { readonly id: string } }[];
  readonly cards: readonly { readonly row: { readonly id: string } }[];
}

/** Deletes a person's accounts and cards, with the signed operations that there are for it (SBX-04, SBX-05). */
export const takeAwayTool = (deps: ToolDeps): Tool => ({
  open({ holds, baseUrl }) {
    const { accounts, cards } = holds as Held;
    const paths = [
      ...accounts.map(({ row }) => `/v1/sandbox/accounts/${row.id}`),
      ...cards.map(({ row }) => `/v1/sandbox/card-accounts/${row.id}`),
    ];
    const command = (path: string) => commandLine(['call', 'DELETE', path], String(baseUrl));
    return { takeAway: paths.map((path) => ({ path, command: command(path) })) };
  },
  async submit(form, call) {
    let status = 204;
    for (const path of form.getAll('delete')) {
      const wish = { method: 'DELETE', path, headers: '', body: '', person: '' };
      ({ status } = await sendTo(call, wish, deps));
      if (status >= 400) throw new ApiError('ERR-01', 'CONFLICT', `${path} was not deleted.`);
    }
    return { result: { status, messages: [], files: [] } };
  },
});

/** Explains a pasted request, as `sandbank explain` does. */
export const explainTool = (): Tool => ({
  open: ({ filled = { capture: '', certificate: '', signed: '' } }) => ({ filled }),
  async submit(form) {
    const text = (name: string) => form.get(name)?.trim() || undefined;
    // Loaded with the first pasted request, so that a bank starts faster.
    const { explainRequest, UnreadableRequest } = await import(
      '../../insight/offline/explain-request.ts'
    );
    const given = defined({ certificate: text('certificate'), signed: text('signed') });
    const options = { ...given, surface: 'page' } as const;
    try {
      return { verdict: await explainRequest(form.get('capture') ?? '', options) };
    } catch (thrown) {
      if (!(thrown instanceof UnreadableRequest)) throw thrown;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', thrown.message, { path: 'capture' });
    }
  },
});
