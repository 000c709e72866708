// Request bodies as JSON (HDR-06): UTF-8, and what `kernel/json-parser.ts` takes, at most 64 levels.
// A byte order mark is refused (RFC 8259 forbids sending one), with a sentence that says so.
import { defined } from '../kernel/defined.ts';
import { parseJson } from '../kernel/json-parser.ts';
import { placeOf, TextFaultError } from '../kernel/text-places.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Json } from '../protocol/json.ts';
import { pointerOf } from './json-pointer.ts';

const MAX_DEPTH = 64;

/** The value of the body. Throws ApiError HDR-06 FORMAT_ERROR with line and column (1-based, characters). */
export function parseJsonBody(bytes: Buffer): Json {
  const text = textBody(bytes);
  if (/^[ \t\r\n]*$/.test(text)) {
    const problem = 'The body is empty; this call needs one in JSON.';
    throw new ApiError('HDR-06', 'FORMAT_ERROR', problem, { path: '' });
  }
  try {
    if (text.startsWith('\uFEFF')) {
      const problem = 'it starts with a byte order mark (EF BB BF), which JSON must not have';
      throw new TextFaultError(0, problem);
    }
    return parseJson(text, { what: 'body', maxDepth: MAX_DEPTH });
  } catch (error) {
    throw error instanceof TextFaultError ? refusal(text, error) : error;
  }
}

/** Throws ApiError HDR-06 FORMAT_ERROR for bytes that are not UTF-8. */
export function textBody(bytes: Buffer): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw notUtf8(bytes);
  return text;
}

/** Where decoding leniently and encoding again first differs from what came, it was not UTF-8. */
function notUtf8(bytes: Buffer): ApiError {
  const lenient = Buffer.from(bytes.toString('utf8'));
  let at = 0;
  while (at < bytes.length && bytes[at] === lenient[at]) at += 1;
  // `stream` holds an unfinished character back, so that the text ends before it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const before = decoder.decode(bytes.subarray(0, at), { stream: true });
  return refusal(before, new TextFaultError(before.length, 'it is not UTF-8'));
}

function refusal(text: string, { at, message, path }: TextFaultError): ApiError {
  const { line, column } = placeOf(text, at);
  const problem = `The body cannot be read at line ${line}, column ${column}: ${message}.`;
  return new ApiError(
    'HDR-06',
    'FORMAT_ERROR',
    problem,
    defined({ path: path && pointerOf(path) }),
  );
}
