// What a page shows of a button: its form, and the request and the command that do the same.

import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import { defined } from '../../kernel/defined.ts';
import { commandOf, quoted } from './command-of.ts';
import type { Action, ActionField, FilledForm } from './console-page.ts';
import { fieldName, presetForm } from './filled-form.ts';

export interface ActionFrame {
  readonly operations: readonly ControlOperation[];
  /** Absolute address of the bank. */
  readonly baseUrl: string;
  /** The control API asks for a token. */
  readonly needsToken: boolean;
}

/** The row of the control API. Throws Error for a name that no row has, which is a mistake in a page. */
export function operationNamed(operations: readonly ControlOperation[], id: string) {
  const row = operations.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the control API has no operation ${id}`);
  return row;
}

/** A button for `views/partials/action.ejs`. */
export function actionView(action: Action, frame: ActionFrame) {
  const row = operationNamed(frame.operations, action.operation);
  return {
    ...action,
    fields: (action.fields ?? []).map(fieldView),
    ...sameOf(row, presetForm(action), frame),
  };
}

function fieldView(field: ActionField) {
  const { options, value } = field;
  const ticked = new Set(field.kind === 'list' ? value?.split(' ') : [value]);
  const choices = options?.map((option) => {
    const { value: chosen, label } =
      typeof option === 'string' ? { value: option, label: option } : option;
    return { value: chosen, label: label || '–', isChosen: ticked.has(chosen) };
  });
  return { ...field, name: fieldName(field), ...defined({ choices }) };
}

/** The form as a request and, where there is one, as a command. */
export function sameOf(
  row: ControlOperation,
  form: FilledForm,
  frame: Omit<ActionFrame, 'operations'>,
) {
  const command = commandOf(row.id, form, frame.baseUrl);
  return { curl: curlOf(row, form, frame), ...defined({ command }) };
}

/** The request as a command for a shell. */
function curlOf(
  row: ControlOperation,
  { params, query, body, raw }: FilledForm,
  { baseUrl, needsToken }: Omit<ActionFrame, 'operations'>,
): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name.toUpperCase()),
  );
  const search = new URLSearchParams(query);
  const address = `${baseUrl}${path}${search.size === 0 ? '' : `?${search}`}`;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return [
    `curl -X ${row.method} ${quoted(address)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $SANDBANK_CONTROL_TOKEN"'] : []),
    ...(sent === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(sent)}`]),
  ].join(' \\\n  ');
}
