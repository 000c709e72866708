// What must hold of every answer, whatever was sent.
import { createValidator } from '../../server/validation/schemas.ts';
import type { Answer } from '../support/http.ts';
import type { Case } from './cases.ts';
import { MARKUP } from './hostile.ts';
import { MARK } from './world.ts';

const validator = createValidator();

/** A stack trace, a file of ours, or the insides of a library. */
const INSIDES = /\bat (?:\S+ )?\(?(?:file|node):|node_modules|\.[jt]s:\d|TypeError|RangeError/;
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/u;

/** @param idOf the id of a schema by its title. What is wrong, in words; nothing if all is well. */
export function wrongIn(
  sent: Case,
  answer: Answer,
  idOf: ReadonlyMap<string, string>,
): readonly string[] {
  const { row, outgoing } = sent;
  const { status, headers, text } = answer;
  const type = String(headers['content-type'] ?? '');
  const found: string[] = [];
  if (status >= 500 && headers['sandbank-fault'] === undefined) found.push(`status ${status}`);
  if (status < 200) found.push(`status ${status}`);
  if (text.includes(MARK)) found.push("another bank's data");
  if (type.includes('html')) {
    if (text.includes(MARKUP)) found.push('markup of the request in a page');
    if (!/^<!doctype html>/i.test(text) && outgoing.method !== 'HEAD')
      found.push('a page without its beginning');
  } else if (status >= 400 && outgoing.method !== 'HEAD') {
    found.push(...refusalFaults(answer));
  }
  if (status >= 400 && INSIDES.test(text)) found.push('insides in a refusal');
  if (sent.isRow && row.answers !== undefined && outgoing.method === row.method) {
    found.push(...documentFaults(sent, answer, idOf));
  }
  return found;
}

function refusalFaults({ headers, body }: Answer): readonly string[] {
  if (headers['content-type'] !== 'application/json;charset=utf-8')
    return ['a refusal not in JSON'];
  const wrong = validator
    .violations('responses/error.json', body)
    .map(({ message }) => message.text);
  if (wrong.length > 0) return wrong.map((one) => `no form of a refusal: ${one}`);
  const messages: { text?: string; path?: string; category: string }[] = body.tppMessages;
  return messages.flatMap(({ text = '', path = '', category }) => [
    ...(text === '' || text.length > 512 ? ['a text that is empty or too long'] : []),
    ...(category === 'ERROR' ? [] : ['a refusal that is no error']),
    ...(UNSEEN.test(text) ? ['invisible characters in a text'] : []),
    ...(UNSEEN.test(path) ? ['invisible characters in a path'] : []),
    ...(path.length > 512 ? ['a path that is too long'] : []),
  ]);
}

function documentFaults(
  { row: { answers = {} } }: Case,
  { status, body, text, headers }: Answer,
  idOf: ReadonlyMap<string, string>,
): readonly string[] {
  if (headers['sandbank-fault'] !== undefined) return [];
  if (!Object.hasOwn(answers, String(status))) {
    return status >= 400 ? [] : [`status ${status} is not in the document`];
  }
  const title = answers[status];
  if (title === undefined || status >= 400) return [];
  if (!String(headers['content-type']).includes('json')) return [];
  const id = idOf.get(title) ?? `no schema ${title}`;
  const wrong = validator.violations(id, body ?? text);
  return wrong.map(({ message }) => `the answer is no ${title}: ${message.text}`);
}
