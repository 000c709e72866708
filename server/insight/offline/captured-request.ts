// What the readers of captures give: a request with its bytes as sent, as far as the capture shows them, and
// the assumptions that were made.
import { RawHeaders } from '../../protocol/headers.ts';

/** The format of the capture. */
export type CaptureForm =
  | 'HTTP message'
  | 'curl log'
  | 'curl trace'
  | 'curl command'
  | 'HAR'
  | 'inspector record'
  | 'values';

/** A request as a reader finds it, before it is decided what its body was. */
export interface ReadRequest {
  readonly form: CaptureForm;
  readonly method: string;
  /** Path and query as sent, or the whole address; one character per byte. */
  readonly address: string;
  /** name, value, name, value …; values are bytes as latin1 text, as in Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  /** What is in the place of the body. */
  readonly rest: Buffer;
  /** Why these may not be the bytes that were sent. Then a Digest that differs proves nothing. */
  readonly doubt?: string | undefined;
  /** curl's -d removes line breaks from a file's content. */
  readonly stripsLineBreaks?: boolean;
  /** Assumptions, as sentences for the person who made the capture. */
  readonly notes: readonly string[];
}

export interface CapturedRequest
  extends Pick<ReadRequest, 'form' | 'method' | 'rawHeaders' | 'notes'> {
  /** Path and query as sent; one character per byte. */
  readonly target: string;
  readonly body: Buffer;
  /** `partly`: the capture lacks all or part of the body, so no digest can be judged. */
  readonly bodyKnown: 'wholly' | 'partly';
}

/** The doubt of a capture that may leave a body out. Without a Digest there was probably none. */
export const noBody = (rawHeaders: readonly string[]): string | undefined =>
  new RawHeaders(rawHeaders).has('digest') ? 'The capture shows no body' : undefined;

/** The input is not a request in any known format; the message says where, and what was expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  /** Counted from 1; `undefined` if no single line is wrong. */
  readonly line: number | undefined;

  constructor(text: string, line?: number) {
    super(line === undefined ? text : `line ${line}: ${text}`);
    this.line = line;
  }
}
