// What must hold of every answer, whatever was sent.
import { createValidator } from '../../server/validation/schemas.ts';
import { expectError, INSIDES } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { schemaIds } from '../support/schema-ids.ts';
import type { Sent } from './cases.ts';
import { MARKUP } from './hostile.ts';
import { MARK } from './world.ts';

const validator = createValidator();

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/u;

/** What is wrong, in words; nothing if all is well. */
export function wrongIn(sent: Sent, answer: Answer): readonly string[] {
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
    found.push(...documentFaults(sent, answer));
  }
  return found;
}

function refusalFaults(answer: Answer): readonly string[] {
  try {
    const shown = expectError(answer).flatMap(({ text, path = '' }) => [text, path]);
    return shown
      .filter((one) => UNSEEN.test(one) || one.length > 512)
      .map((one) => `shown as it came: ${JSON.stringify(one)}`);
  } catch (error) {
    return [`no form of a refusal: ${error}`];
  }
}

function documentFaults(
  { row: { answers = {} } }: Sent,
  { status, body, text, headers }: Answer,
): readonly string[] {
  if (headers['sandbank-fault'] !== undefined) return [];
  if (!Object.hasOwn(answers, String(status))) {
    return status >= 400 ? [] : [`status ${status} is not in the document`];
  }
  const title = answers[status];
  const isJson = String(headers['content-type']).includes('json');
  if (title === undefined || status >= 400 || !isJson) return [];
  const wrong = validator.violations(schemaIds.get(title) ?? title, body ?? text);
  return wrong.map(({ message }) => `the answer is no ${title}: ${message.text}`);
}
