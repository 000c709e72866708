// What a page shows of a button: its form, and the request and the command that do the same.

import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import { defined } from '../../kernel/defined.ts';
import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';
import { shellQuoted, shellWord } from '../../protocol/shown-text.ts';
import { type Action, type ActionField, type FilledForm, fixed } from './console-page.ts';
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

/** Fields of a form that was sent. */
export type SentFields = readonly (readonly [name: string, text: string])[];

/** What was refused stands in its form, to be corrected. */
function refilled({ operation, fields = [] }: Action, refused: SentFields) {
  const textOf = (name: string) => {
    const texts = refused.filter(([sent]) => sent === name).map(([, text]) => text);
    return texts.length === 0 ? undefined : texts.join(' ');
  };
  const isOwn = fields.every((field) => {
    const text = textOf(fieldName(field));
    return text !== undefined && (field.label !== undefined || text === field.value);
  });
  if (textOf('operation') !== operation || !isOwn) return fields;
  return fields.map((field) => ({ ...field, ...defined({ value: textOf(fieldName(field)) }) }));
}

/**
 * A button for `views/partials/action.ejs`.
 * @param refused what was sent, if the bank has refused it
 */
export function actionView(action: Action, frame: ActionFrame, refused: SentFields = []) {
  const row = operationNamed(frame.operations, action.operation);
  const same = sameOf(row, presetForm(action), frame);
  return {
    ...action,
    fields: refilled(action, refused).map(fieldView),
    ...(action.undo === true ? savedFirst(same, frame) : same),
  };
}

/** The snapshot that {@link Action.undo} saves, and the button that goes back to it. */
export const UNDO_SNAPSHOT = 'undo';

export const UNDO: Action = {
  operation: 'restoreSnapshot',
  label: 'console.undo',
  fields: [fixed('{name}', UNDO_SNAPSHOT)],
};

interface Same {
  readonly curl: string;
  readonly command?: string;
}

/** The same after a snapshot. */
function savedFirst(same: Same, frame: ActionFrame): Same {
  const form = { params: { name: UNDO_SNAPSHOT }, query: {} };
  const saving = sameOf(operationNamed(frame.operations, 'putSnapshot'), form, frame);
  const both = (first: string | undefined, second: string | undefined) =>
    first === undefined || second === undefined ? undefined : `${first}\n${second}`;
  return {
    curl: `${saving.curl}\n${same.curl}`,
    ...defined({ command: both(saving.command, same.command) }),
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
): Same {
  const command = commandOf(row.id, form, frame.baseUrl);
  return { curl: curlOf(row, form, frame), ...defined({ command }) };
}

/** Linux starts no command with a longer one. */
const LONGEST_ARGUMENT = 100_000;

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
    `curl -X ${row.method} ${shellQuoted(address)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $SANDBANK_CONTROL_TOKEN"'] : []),
    ...(sent === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          sent.length > LONGEST_ARGUMENT ? '--data-binary @FILE' : `-d ${shellQuoted(sent)}`,
        ]),
  ].join(' \\\n  ');
}

/** Arguments after `npx sandbank`; `undefined` if the command line cannot do it. */
type Arguments = (form: {
  readonly params: FilledForm['params'];
  readonly query: FilledForm['query'];
  /** Members of the body. */
  readonly sent: JsonObject;
  readonly isDocument: boolean;
}) => readonly (string | undefined)[] | undefined;

const BY_OPERATION: Readonly<Record<string, Arguments>> = {
  advanceClock: ({ sent: { by, to = by && `+${by}` } }) =>
    to === undefined ? undefined : ['clock', text(to)],
  // Without either, the command line shows the clock.
  putClock: ({ sent: { now, frozen } }) =>
    now === undefined && frozen === undefined
      ? undefined
      : [
          'clock',
          text(now),
          ...(frozen === undefined ? [] : [frozen === true ? '--freeze' : '--run']),
        ],
  // The command line begins a bank with a seed at its start only.
  reset: ({ isDocument }) => (isDocument ? undefined : ['reset']),
  completeSca: ({ params, sent: { nationalId, outcome } }) => [
    ...['approve', params['id']],
    ...option('--as', nationalId),
    ...option('--outcome', outcome),
  ],
  revokeConsent: ({ params }) => ['consents', 'revoke', params['id']],
  // The command line draws anew.
  addSeed: ({ query, sent }) =>
    query['draw'] === undefined
      ? ['seed', 'add', JSON.stringify(sent), ...(query['preview'] === 'true' ? ['--preview'] : [])]
      : undefined,
  revokeCertificate: ({ params }) => ['certs', 'revoke', params['id']],
  putSnapshot: ({ params }) => ['snapshot', 'save', params['name']],
  restoreSnapshot: ({ params, query }) => [
    ...['snapshot', 'restore', params['name']],
    ...option('--from', query['bank']),
  ],
  deleteSnapshot: ({ params }) => ['snapshot', 'delete', params['name']],
  putRule: ({ params, sent: { level } }) => ['rules', 'set', params['id'], text(level)],
  putRules: ({ sent: { preset } }) => ['rules', 'preset', text(preset)],
  createCertificate: ({ sent: { type, name, organisationId, roles, variant, validDays } }) => [
    ...['certs', 'new', '--out', './tpp'],
    ...option('--type', type),
    ...option('--name', name),
    ...option('--organisation-id', organisationId),
    ...option('--roles', Array.isArray(roles) ? roles.join(',') : undefined),
    ...option('--variant', variant),
    ...option('--valid-days', validDays),
  ],
};

const text = (value: Json | undefined) => (value === undefined ? undefined : String(value));

const option = (name: string, value: Json | undefined) =>
  value === undefined ? [] : [name, String(value)];

/** What the command line takes to be meant, if nothing is said. */
const USUAL_ORIGIN = 'http://127.0.0.1:8080';

/** `undefined` for what the command line cannot do. */
function commandOf(
  operation: string,
  { params, query, body, raw }: FilledForm,
  baseUrl: string,
): string | undefined {
  const sent = isJsonObject(body) ? body : {};
  const named = BY_OPERATION[operation]?.({ params, query, sent, isDocument: raw !== undefined });
  return named && commandLine(named, baseUrl);
}

/** As one pastes it into a shell, for the bank at that address. */
export function commandLine(words: readonly (string | undefined)[], baseUrl: string): string {
  const [origin = '', bank] = baseUrl.split('/banks/');
  const all = [
    ...words.filter((word) => word !== undefined),
    ...option('--url', origin === USUAL_ORIGIN ? undefined : origin),
    ...option('--bank', bank),
  ];
  return ['npx sandbank', ...all.map(shellWord)].join(' ');
}
