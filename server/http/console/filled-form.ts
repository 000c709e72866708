// From the fields of a form to a request of the control API. The name of a field says where its text goes and what
// it becomes: `/effect/status number`, `{id} text`, `?bank text`. Empty fields are left out.

import { parseShallow } from '../../kernel/shallow-json.ts';
import { ApiError } from '../../protocol/errors.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import type { Action, ActionField, FilledForm } from './console-page.ts';

/** The name that a field has in the form. */
export const fieldName = ({ at, kind = 'text' }: ActionField): string => `${at} ${kind}`;

/** What the name of a field says. */
export function fieldNamed(name: string) {
  const [at = '', kind = 'text'] = name.split(' ');
  return { at, kind };
}

/** The form before anyone has filled it in. */
export function presetForm({ fields = [] }: Action): FilledForm {
  const form = new URLSearchParams();
  for (const field of fields)
    for (const text of presets(field)) form.append(fieldName(field), text);
  return filledForm(form);
}

function presets({ kind, value, options = [] }: ActionField): readonly string[] {
  if (kind === 'list') return value?.split(' ') ?? [];
  const [first = ''] = options;
  return [value ?? (typeof first === 'string' ? first : first.value)];
}

/** ApiError FORMAT_ERROR for text that is no number or no JSON, as its field needs. */
export function filledForm(form: URLSearchParams): FilledForm {
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  const body: Record<string, Json> = {};
  let raw: string | undefined;
  for (const name of new Set(form.keys())) {
    const { at, kind } = fieldNamed(name);
    const texts = form.getAll(name).filter((text) => text !== '');
    const [text] = texts;
    if (text === undefined) continue;
    if (kind === 'raw') raw = text;
    else if (at.startsWith('/')) place(body, at, jsonValue(kind, texts, at));
    else if (at.startsWith('{')) params[at.slice(1, -1)] = text;
    else if (at.startsWith('?')) query[at.slice(1)] = text;
  }
  const filled = { params, query };
  if (raw !== undefined) return { ...filled, raw };
  return Object.keys(body).length === 0 ? filled : { ...filled, body };
}

/** As deep as a body may be (HDR-06). */
const MOST_LEVELS = 64;

function place(body: Record<string, Json>, pointer: string, value: Json): void {
  const names = pointer.slice(1).split('/', MOST_LEVELS + 1);
  if (names.length > MOST_LEVELS)
    throw misplaced(
      `A member must not be deeper than ${MOST_LEVELS} levels.`,
      pointer.slice(0, 80),
    );
  // It would be a member of every object of this process.
  if (names.includes('__proto__'))
    throw misplaced('A member must not be named __proto__.', pointer);
  let inner: Record<string, Json> = body;
  for (const [at, name] of names.entries()) {
    const next = names[at + 1];
    if (next === undefined) {
      inner[name] = value;
      return;
    }
    if (!Object.hasOwn(inner, name)) inner[name] = isPlace(next) ? [] : {};
    const within = inner[name];
    if (!isJsonObject(within) && !(Array.isArray(within) && isPlace(next))) {
      throw misplaced('Another field gives this no members.', pointer);
    }
    inner = within as Record<string, Json>;
  }
}

/** Whether it is a place in a list. Forms have short lists. */
const isPlace = (name: string): boolean => /^[0-9]$/.test(name);

const misplaced = (text: string, path: string) =>
  new ApiError('ERR-01', 'FORMAT_ERROR', text, { path });

function jsonValue(kind: string, texts: readonly string[], path: string): Json {
  const [text = ''] = texts;
  switch (kind) {
    case 'number':
      if (/\S/.test(text) && Number.isFinite(Number(text))) return Number(text);
      throw new ApiError('ERR-01', 'FORMAT_ERROR', 'This must be a number.', { path });
    case 'flag':
      return text === 'true';
    case 'list':
      return [...texts];
    case 'json':
      return jsonOf(text, path);
    default:
      return text;
  }
}

function jsonOf(text: string, path: string): Json {
  try {
    return parseShallow(text) as Json;
  } catch {
    throw new ApiError('ERR-01', 'FORMAT_ERROR', 'This must be JSON.', { path });
  }
}
