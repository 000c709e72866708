// A request as a capture shows it.

/** Texts have one character per byte. */
export interface CapturedRequest {
  /** The format of the capture: HTTP message, curl log, curl command, HAR, inspector record, values. */
  readonly form: string;
  readonly method: string;
  /** Path and query, or the whole address. */
  readonly target: string;
  /** name, value, name, value … as in Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Why this may not be the body that was sent. Then a Digest that differs proves nothing. */
  readonly doubt?: string | undefined;
  /** curl's -d removes line breaks from a file's content. */
  readonly stripsLineBreaks?: boolean;
}

/** The input is not a request in any known format; the message says where, and what was expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  constructor(text: string, line?: number) {
    super(line === undefined ? text : `line ${line}: ${text}`);
  }
}
