// About how much memory a stored request takes, to limit the request log (CTRL-05). It only adds lengths,
// so recording stays cheap.
import { LONGEST_BODY, type SeenRequest } from './seen-request.ts';

/** The objects themselves, and members with a nearly constant size. */
const REQUEST = 1_000;
/** A text without its characters, and an object that holds one. */
const TEXT = 32;
const FINDING = 100;

/** Bytes. Buffers are counted in full, texts as one byte per character. */
export function sizeOf(request: SeenRequest): number {
  const { answer, body, target, rawHeaders, findings, refusal, explanation } = request;
  let bytes = REQUEST + body.bytes.length + 2 * target.length;
  bytes += Math.min(answer.body.length, LONGEST_BODY);
  for (const text of rawHeaders) bytes += TEXT + text.length;
  for (const name in answer.headers) bytes += TEXT + name.length + lengthOf(answer.headers[name]);
  for (const { text } of findings) bytes += FINDING + text.length;
  if (refusal !== undefined) {
    const { text, details } = refusal;
    bytes += text.length + lengthOf(details.expected) + lengthOf(details.got);
    for (const message of details.more ?? []) bytes += FINDING + message.text.length;
  }
  if (explanation !== undefined) {
    const { sentence, readings, next, bankString, signedString } = explanation;
    bytes += sentence.length + lengthOf(bankString) + lengthOf(signedString);
    for (const reading of readings) bytes += FINDING + reading.sentence.length;
    for (const { text } of next) bytes += FINDING + text.length;
  }
  return bytes;
}

const lengthOf = (text = ''): number => text.length;
