// What reading a capture gives: the request with its bytes as they went over the wire, as far as the
// capture shows them, and what had to be assumed.

/** How the request was written down. */
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
  /** `partly`: the body that was sent is not, or not wholly, in the capture, so no digest can be judged. */
  readonly bodyKnown: 'wholly' | 'partly';
  /** What was assumed on reading; sentences for the person who made the capture. */
  readonly notes: readonly string[];
}

/** A request as a form of capture gives it, before its body is settled. */
export interface ReadRequest {
  readonly form: CaptureForm;
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  /** What stands where the body belongs. */
  readonly rest: Buffer;
  /** The body is in a file or cannot be told from the text: what says so, and what curl does to it. */
  readonly elsewhere?: BodyElsewhere;
  /** Whether this form would show a body if one had been sent. */
  readonly showsBody: boolean;
  /** Why some bytes of the body may stand here as others, so that a digest that differs says nothing. */
  readonly lossy?: string;
  readonly notes: readonly string[];
}

export interface BodyElsewhere {
  /** As it stands in the capture: `--data-binary @payment.json`. */
  readonly named: string;
  /** curl's -d takes line breaks out of what it reads from a file. */
  readonly stripsLineBreaks: boolean;
}

/** The input is no request in any form that is known; the message names the line and what was expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  /** Counted from 1; absent where no one line is to blame. */
  readonly line?: number;

  constructor(text: string, line?: number) {
    super(line === undefined ? text : `line ${line}: ${text}`);
    if (line !== undefined) this.line = line;
  }
}
