// The result of reading a capture: the request with its bytes as sent, as far as the capture shows them,
// and the assumptions that the reader made.

/** The format of the capture. */
export type CaptureForm =
  | 'HTTP message'
  | 'curl log'
  | 'curl trace'
  | 'curl command'
  | 'HAR'
  | 'inspector record'
  | 'values';

export interface CapturedRequest {
  readonly form: CaptureForm;
  readonly method: string;
  /** Path and query as sent; one character per byte. */
  readonly target: string;
  /** name, value, name, value …; values are bytes as latin1 text, as in Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** `partly`: the capture lacks all or part of the body, so no digest can be judged. */
  readonly bodyKnown: 'wholly' | 'partly';
  /** Assumptions, as sentences for the person who made the capture. */
  readonly notes: readonly string[];
}

/** A request as a capture format gives it, before the body is decided. */
export interface ReadRequest {
  readonly form: CaptureForm;
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  /** The text in the place of the body. */
  readonly rest: Buffer;
  /**
   * Set if the body is in a file or not clear from the text: the option that says so, and what curl does to
   * it.
   */
  readonly elsewhere?: BodyElsewhere;
  /** Whether this format would show a body. */
  readonly showsBody: boolean;
  /**
   * Why some bytes of the body may differ from the sent ones, so that a different digest proves nothing.
   */
  readonly lossy?: string;
  readonly notes: readonly string[];
}

export interface BodyElsewhere {
  /** As written in the capture: `--data-binary @payment.json`. */
  readonly named: string;
  /** curl's -d removes line breaks from a file's content. */
  readonly stripsLineBreaks: boolean;
}

/** The input is not a request in any known format; the message names the line and what was expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  /** Counted from 1; absent if no single line is wrong. */
  readonly line?: number;

  constructor(text: string, line?: number) {
    super(line === undefined ? text : `line ${line}: ${text}`);
    if (line !== undefined) this.line = line;
  }
}
