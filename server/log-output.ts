// Where the log of a process goes. Logging never waits: what the output does not take is held up to a bound, the lines
// beyond it are dropped and counted, and it is said when the output works again.
import { write, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemReason } from './kernel/system-reason.ts';

interface LogOutputOptions {
  /** By default standard output. Opening Node's stream makes a pipe one that never waits. */
  readonly fd?: number;
  /** Learns why the output fails, once until it works again. */
  readonly onFailed: (reason: string) => void;
  /** Learns how many lines were dropped, when the output works again. */
  readonly onRecovered: (dropped: number) => void;
}

/** Lines are written together, ten times a second: to write each one would cost more than the request. */
const WRITE_EVERY = 100;
const WRITE_FROM = 8_192;
/** Characters that are held for an output that takes nothing. */
const MOST_HELD = 1 << 20;
/** Milliseconds that the end of the process waits for the output, then for its last write, and between two looks. */
const LAST_WAIT = 500;
const LOOK_EVERY = 20;

const writeTo = promisify(write);
const NOTHING = Buffer.alloc(0);

export class LogOutput {
  readonly #options: LogOutputOptions;
  readonly #fd: number;
  readonly #timer: NodeJS.Timeout;
  /** Lines that wait for the write before theirs. */
  #held = '';
  /** What that write has still to do. */
  #rest: Buffer = NOTHING;
  #dropped = 0;
  #isWriting = false;
  #hasFailed = false;
  #isClosed = false;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    this.#fd = options.fd ?? process.stdout.fd;
    this.#timer = setInterval(() => this.flush(), WRITE_EVERY).unref();
    // Of a process that ends by an error, the last lines say which.
    process.once('exit', () => this.#writeLast());
  }

  /** One line, with its end. */
  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#size + line.length > MOST_HELD) {
      this.#dropped += 1;
      return;
    }
    this.#held += line;
    if (this.#held.length >= WRITE_FROM && !this.#hasFailed) this.flush();
  }

  flush(): void {
    if (!this.#isWriting && this.#size > 0) void this.#write();
  }

  /** Writes what is held, as far as the output takes it in time; `false` if a write does not come back. */
  async end(): Promise<boolean> {
    for (let waited = 0; this.#size > 0 && waited < LAST_WAIT; waited += LOOK_EVERY) {
      this.flush();
      await pause(LOOK_EVERY);
    }
    this.#close();
    // On a busy machine a write that the output refuses comes back later than the next look.
    for (let waited = 0; this.#isWriting && waited < LAST_WAIT; waited += LOOK_EVERY) {
      await pause(LOOK_EVERY);
    }
    return !this.#isWriting;
  }

  get #size(): number {
    return this.#held.length + this.#rest.length;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      do {
        if (this.#rest.length === 0) {
          this.#rest = Buffer.from(this.#held);
          this.#held = '';
        }
        const { bytesWritten } = await writeTo(this.#fd, this.#rest);
        this.#rest = this.#rest.subarray(bytesWritten);
        this.#recover();
      } while (this.#held.length >= WRITE_FROM);
    } catch (error) {
      this.#fail(error as NodeJS.ErrnoException);
    } finally {
      this.#isWriting = false;
    }
  }

  #recover(): void {
    this.#hasFailed = false;
    if (this.#dropped === 0 || this.#size >= MOST_HELD / 2) return;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#options.onRecovered(dropped);
  }

  #fail(error: NodeJS.ErrnoException): void {
    // A pipe that nobody reads is tried again later.
    if (error.code === 'EAGAIN') return;
    if (!this.#hasFailed) this.#options.onFailed(systemReason(error));
    this.#hasFailed = true;
    // Such a pipe never works again.
    if (error.code === 'EPIPE') this.#close();
  }

  #close(): void {
    clearInterval(this.#timer);
    this.#isClosed = true;
    this.#held = '';
    this.#rest = NOTHING;
  }

  #writeLast(): void {
    if (this.#isWriting || this.#hasFailed) return;
    try {
      writeSync(this.#fd, Buffer.concat([this.#rest, Buffer.from(this.#held)]));
    } catch {
      // There is nowhere to say it.
    }
  }
}
