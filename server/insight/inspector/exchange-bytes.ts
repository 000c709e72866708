// What an exchange weighs in memory, near enough to bound a log by (CTRL-05). Counted from lengths alone,
// so that recording costs next to nothing.
import type { Exchange } from './exchange.ts';

/** The objects themselves, and members whose size hardly varies. */
const EXCHANGE = 1_000;
/** A text besides its characters, and an object that holds one. */
const TEXT = 32;
const FINDING = 100;

/** Bytes. Buffers are counted in full, texts as one byte a character. */
export function bytesOf(exchange: Exchange): number {
  const { answer, body, target, rawHeaders, findings, refusal, explanation } = exchange;
  let bytes = EXCHANGE + body.bytes.length + answer.body.bytes.length + 2 * target.length;
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

function lengthOf(text: string | undefined): number {
  return text === undefined ? 0 : text.length;
}
