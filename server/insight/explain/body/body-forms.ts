// The body in the other forms that a client may have hashed or signed, the likeliest first.
import { gunzipSync, inflateSync } from 'node:zlib';
import { memoize } from '../../../kernel/memoize.ts';
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { windows1252Of } from '../char-sets.ts';
import { combinations } from '../combinations.ts';
import type { MistakeName } from '../mistake-names.ts';
import { BODY_STEPS, type BodyStep, type BodyText } from './body-steps.ts';
import { parsed } from './json-text.ts';

export interface BodyForm {
  readonly mistakes: readonly MistakeName[];
  /** Completes "the body …": `pretty-printed with 2 spaces`. */
  readonly words: string;
  readonly bytes: Buffer;
  readonly cost: number;
}

/** Limits on the forms made of one body, because explaining must stay cheap (SIG-15). */
export interface FormLimits {
  /** Bytes of the body; a longer body is not serialised again. */
  readonly body: number;
  /** Bytes of all forms together. */
  readonly forms: number;
  /** What the steps of one form cost together. */
  readonly cost: number;
}

/** For a Digest: enough for the usual forms of a bulk of some hundred payments. */
export const DIGEST_LIMITS: FormLimits = { body: 128 * 1024, forms: 1536 * 1024, cost: 5 };
/** For a signed string, because the search tries thousands of other strings as well. */
export const STRING_LIMITS: FormLimits = { body: 32 * 1024, forms: 512 * 1024, cost: 4 };

export interface FormsOfBody {
  readonly forms: readonly BodyForm[];
  /** Whether every form was made. If not, the body is too long. */
  readonly complete: boolean;
}

/**
 * Every other form of the body. Forms with the same bytes are all listed if they need the same number of
 * mistakes.
 */
export function formsOfBody(body: Buffer, limits: FormLimits = DIGEST_LIMITS): FormsOfBody {
  if (body.length > limits.body) return { forms: [], complete: false };
  const text = decodeUtf8(body);
  // Keyed by their bytes. The body itself has no form, because it needs no mistake.
  const known = new Map<string, BodyForm[]>();
  let size = 0;
  let complete = true;
  for (const form of text === undefined ? ofOtherBytes(body) : formsOfText(text, limits.cost)) {
    if (form.bytes.equals(body)) continue;
    size += form.bytes.length;
    if (size > limits.forms) {
      complete = false;
      break;
    }
    const bytes = form.bytes.toString('latin1');
    const rivals = known.get(bytes) ?? [];
    const [first = form] = rivals;
    // What is much rarer is no explanation if something usual gives the same bytes.
    const isNew =
      form.cost <= first.cost + 1 &&
      !rivals.some(({ mistakes }) => mistakes.join() === form.mistakes.join());
    if (form.mistakes.length < first.mistakes.length) known.set(bytes, [form]);
    else if (isNew && form.mistakes.length === first.mistakes.length) {
      known.set(bytes, [...rivals, form]);
    }
  }
  return { forms: [...known.values()].flat(), complete };
}

function* formsOfText(text: string, mostCost: number): Generator<BodyForm> {
  const body: BodyText = { text, value: parsed(text) };
  const begun = memoize((step: BodyStep) => changed(body, step));
  for (const some of combinations(BODY_STEPS, mostCost)) {
    const [first, ...rest] = inOrder(some);
    const bytes = finished(begun(first as BodyStep), rest);
    if (bytes === undefined) continue;
    yield {
      mistakes: [...new Set([first as BodyStep, ...rest].map(({ mistake }) => mistake))],
      words: [first as BodyStep, ...rest].map(({ words }) => words).join(' and '),
      bytes,
      cost: some.reduce((sum, { cost }) => sum + cost, 0),
    };
  }
}

const PLACES: ReadonlyMap<BodyStep, number> = new Map(BODY_STEPS.map((step, at) => [step, at]));
const placeOf = (step: BodyStep): number => PLACES.get(step) ?? 0;

const inOrder = (steps: readonly BodyStep[]): readonly BodyStep[] =>
  steps.length === 1 ? steps : [...steps].sort((a, b) => placeOf(a) - placeOf(b));

/** `undefined` if the step cannot be done or changes nothing: then fewer steps do the same. */
function changed(body: BodyText, { change }: BodyStep): BodyText | Buffer | undefined {
  const next = change(body);
  const isSame = next !== undefined && !Buffer.isBuffer(next) && next.text === body.text;
  return isSame ? undefined : next;
}

function finished(
  begun: BodyText | Buffer | undefined,
  steps: readonly BodyStep[],
): Buffer | undefined {
  let now = begun;
  for (const step of steps) {
    if (now === undefined || Buffer.isBuffer(now)) return undefined;
    now = changed(now, step);
  }
  return now === undefined || Buffer.isBuffer(now) ? now : Buffer.from(now.text);
}

/** A client may have hashed a body before its encoding was lost, or before it was compressed. */
function ofOtherBytes(body: Buffer): readonly BodyForm[] {
  const bytes = body.toString('latin1');
  const form = (mistake: MistakeName, words: string, text: string | Buffer): BodyForm => ({
    mistakes: [mistake],
    words,
    bytes: Buffer.from(text as string),
    cost: 2,
  });
  const plain = uncompressed(body);
  return [
    ...(plain === undefined ? [] : [form('body-compressed', 'before it was compressed', plain)]),
    form('body-latin1', 'in UTF-8', bytes),
    form('body-latin1', 'in UTF-8, as what it says in Windows-1252', windows1252Of(bytes)),
  ];
}

function uncompressed(body: Buffer): Buffer | undefined {
  const read = { '1f8b': gunzipSync, '789c': inflateSync }[body.toString('hex', 0, 2)];
  try {
    return read?.(body, { maxOutputLength: DIGEST_LIMITS.body });
  } catch {
    return undefined;
  }
}
