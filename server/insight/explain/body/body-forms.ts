// The body in the other forms that a client may have hashed or signed: serialised again, with other line
// ends, in another encoding.
import { utf8Of } from '../../../kernel/utf8.ts';
import { windows1252Of } from '../char-sets.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  BYTE_FORMS,
  ENDS,
  FIRST_FORMS,
  OTHER_FORMS,
  type TextForm,
  USUAL_FORMS,
} from './body-texts.ts';
import { escaped, type JsonText, parsed, withWrittenNumbers } from './json-text.ts';

export interface BodyForm {
  readonly mistakes: readonly MistakeName[];
  /** Completes "the body …": `pretty-printed with 2 spaces`. */
  readonly words: string;
  readonly bytes: Buffer;
}

/** Limits on the forms made of one body, because explaining must stay cheap (SIG-15). */
export interface FormLimits {
  /** Bytes of the body; a longer body is not serialised again. */
  readonly body: number;
  /** Bytes of all forms together. */
  readonly forms: number;
}

/** For a Digest: enough for the usual forms of a bulk of some hundred payments. */
export const DIGEST_LIMITS: FormLimits = { body: 128 * 1024, forms: 1024 * 1024 };
/** For a signed string, because the search tries thousands of other strings as well. */
export const STRING_LIMITS: FormLimits = { body: 32 * 1024, forms: 512 * 1024 };

export interface FormsOfBody {
  readonly forms: readonly BodyForm[];
  /** Whether every form was made. If not, the body is too long. */
  readonly complete: boolean;
}

const WRITING = 8;

/** The work of making the forms, in kilobytes hashed: serialising takes longer than hashing. */
export function workOfForms(forms: readonly BodyForm[]): number {
  return (WRITING * forms.reduce((sum, { bytes }) => sum + bytes.length, 0)) / 1024;
}

/**
 * Every other form of the body, one or two mistakes away, the usual ones first. Forms with the same bytes
 * are all listed if they need the same number of mistakes.
 */
export function bodyForms(body: Buffer, limits: FormLimits = DIGEST_LIMITS): readonly BodyForm[] {
  return formsOfBody(body, limits).forms;
}

/** Like `bodyForms`, and whether the limits allowed all forms. */
export function formsOfBody(body: Buffer, limits: FormLimits = DIGEST_LIMITS): FormsOfBody {
  if (body.length > limits.body) return { forms: [], complete: false };
  const text = utf8Of(body.toString('latin1'));
  // Keyed by their bytes. The body itself has no form, because it needs no mistake.
  const known = new Map<string, BodyForm[]>();
  const forms: BodyForm[] = [];
  let size = 0;
  let complete = true;
  for (const form of text === undefined ? latin1Forms(body) : candidates(text)) {
    if (form.bytes.equals(body)) continue;
    size += form.bytes.length;
    if (size > limits.forms) {
      complete = false;
      break;
    }
    const bytes = form.bytes.toString('latin1');
    const rivals = known.get(bytes) ?? [];
    const key = form.mistakes.join();
    if (rivals.some(({ mistakes }) => mistakes.join() === key)) continue;
    known.set(bytes, [...rivals, form]);
    forms.push(form);
  }
  const isNearest = (form: BodyForm): boolean =>
    (known.get(form.bytes.toString('latin1')) ?? []).every(
      ({ mistakes }) => mistakes.length >= form.mistakes.length,
    );
  return { forms: forms.filter(isNearest), complete };
}

interface Single {
  readonly mistake: MistakeName;
  readonly words: string;
  readonly text: string;
}

/** The most usual forms first, two mistakes at once last. Some may equal the body. */
function* candidates(text: string): Generator<BodyForm> {
  const body: JsonText = { text, value: parsed(text) };
  const singles: Single[] = [];
  function* ofSingles(some: Iterable<Single>): Generator<BodyForm> {
    for (const single of some) {
      const { mistake, text: other } = single;
      if (singles.some((one) => one.mistake === mistake && one.text === other)) continue;
      singles.push(single);
      yield bodyForm([mistake], single.words, other);
      // Python's json escapes non-ASCII characters by default, so this is as usual as the form itself.
      if (mistake === 'body-spaced') yield* withEscapes(single);
    }
  }
  // The limits cut the forms of a long body, so the likelier printer of its numbers comes first.
  const tables = { body, written: withWrittenNumbers(body) };
  yield* ofSingles(singlesOf(FIRST_FORMS, tables));
  for (const [words, form] of ENDS) yield bodyForm(['body-trailing-newline'], words, form(text));
  yield* ofSingles(singlesOf(USUAL_FORMS, tables));
  yield* ofSingles(numbersReprinted([...FIRST_FORMS, ...USUAL_FORMS], tables));
  yield* ofSingles(singlesOf(OTHER_FORMS, tables));
  yield* ofSingles(numbersReprinted(OTHER_FORMS, tables));
  for (const [mistake, words, form] of BYTE_FORMS) {
    yield { mistakes: [mistake], words, bytes: form(text) };
  }
  for (const single of singles) {
    const { mistake, words, text: other } = single;
    for (const [more, form] of ENDS.slice(0, 2)) {
      yield bodyForm([mistake, 'body-trailing-newline'], `${words} and ${more}`, form(other));
    }
    const crlf = other.replace(/\r?\n/g, '\r\n');
    yield bodyForm([mistake, 'body-crlf'], `${words} and with CRLF line ends`, crlf);
    if (mistake !== 'body-spaced') yield* withEscapes(single);
  }
}

interface Texts {
  readonly body: JsonText;
  /** The text with its numbers as written; `undefined` if JavaScript prints the same. */
  readonly written: JsonText | undefined;
}

/** Forms with the numbers as written; as JavaScript prints them only if that is likelier. */
function* singlesOf(forms: readonly TextForm[], { body, written }: Texts): Generator<Single> {
  for (const [at, form] of forms.entries()) {
    const single = singleOf(form, written ?? body);
    if (single !== undefined) yield single;
    if (at === 0 || single === undefined) yield* numbersReprinted([form], { body, written });
  }
}

/** Forms with the numbers as JavaScript prints them; none if the body has them so. */
function* numbersReprinted(
  forms: readonly TextForm[],
  { body, written }: Texts,
): Generator<Single> {
  if (written === undefined) return;
  for (const form of forms) {
    const single = singleOf(form, body);
    if (single === undefined || single.text === singleOf(form, written)?.text) continue;
    const isTold = single.words.includes('JavaScript');
    const more = isTold ? '' : ', its numbers as JavaScript prints them';
    yield { ...single, words: `${single.words}${more}` };
  }
}

const BOM = '\ufeff';

/** `undefined` if the form changes nothing except the byte order mark. */
function singleOf([mistake, words, form]: TextForm, body: JsonText): Single | undefined {
  const other = form(body);
  if (other === undefined || other === body.text || BOM + other === body.text) return undefined;
  const lost = body.text.startsWith(BOM) && !other.startsWith(BOM);
  return { mistake, words: lost ? `${words}, without its byte order mark` : words, text: other };
}

function* withEscapes({ mistake, words, text }: Single): Generator<BodyForm> {
  const other = escaped(text);
  if (other === text) return;
  yield bodyForm([mistake, 'body-json-escaped'], `${words} and with \\u escapes`, other);
}

const bodyForm = (mistakes: readonly MistakeName[], words: string, text: string): BodyForm => ({
  mistakes: [...new Set(mistakes)],
  words,
  bytes: Buffer.from(text),
});

/** A client may have hashed a body that is not UTF-8 before its encoding was lost. */
function latin1Forms(body: Buffer): readonly BodyForm[] {
  const bytes = body.toString('latin1');
  const forms: readonly (readonly [words: string, text: string])[] = [
    ['in UTF-8', bytes],
    ['in UTF-8, as what it says in Windows-1252', windows1252Of(bytes)],
  ];
  return forms.map(([words, text]) => bodyForm(['body-latin1'], words, text));
}
