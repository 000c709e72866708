// One end of a connection to a database that is not there: what PostgreSQL's protocol says, over no network.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { messageReader } from './postgres-proxy.ts';

export type Answer = Readonly<Record<string, string | number | null>>;

/** What is at the other end. */
export interface Backend {
  /** It is to be connected. */
  arrives(wire: Wire): void;
  /** Its first message: a user comes, or somebody wants the statement of that process to be cancelled. */
  begins(wire: Wire, cancels: number | undefined): void;
  asks(wire: Wire, text: string, values: readonly (string | null)[]): void;
  leaves(wire: Wire): void;
}

export class Wire extends Duplex {
  readonly #backend: Backend;
  readonly #read = messageReader((message, isFirst) => this.#message(message, isFirst));
  #text = '';
  #values: readonly (string | null)[] = [];

  constructor(backend: Backend) {
    super();
    this.#backend = backend;
  }

  /** What the store takes for a socket. */
  get asSocket(): Socket {
    return this as unknown as Socket;
  }

  connect(): this {
    this.#backend.arrives(this);
    return this;
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#read(chunk);
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend.leaves(this);
    done(error);
  }

  #message(message: Buffer, isFirst: boolean): void {
    if (isFirst) {
      const isCancel = message.readInt32BE(4) === 80_877_102;
      return void this.#backend.begins(this, isCancel ? message.readInt32BE(8) : undefined);
    }
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') this.destroy();
    // An unnamed statement, in one message or in several up to the one that asks for the answers.
    if (type === 'P') this.#text = message.toString('utf8', 6, message.indexOf(0, 6));
    if (type === 'B') this.#values = valuesIn(message);
    if (type === 'Q') this.#backend.asks(this, message.toString('utf8', 5, message.length - 1), []);
    if (type === 'S') this.#backend.asks(this, this.#text, this.#values);
  }

  welcome(id: number): void {
    this.#say(message('R', int32(0)), message('K', int32(id), int32(0)), READY);
  }

  answer(rows: readonly Answer[]): void {
    const names = Object.keys(rows[0] ?? {});
    const columns = names.map((name) => {
      const type = typeof rows[0]?.[name] === 'number' ? INTEGER : TEXT;
      return [text(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)];
    });
    const described = message('T', int16(names.length), ...columns.flat());
    const lines = rows.map((row) =>
      message('D', int16(names.length), ...names.flatMap((name) => field(row[name] ?? null))),
    );
    this.#say(...(rows.length > 0 ? [described] : []), ...lines, DONE, READY);
  }

  /** @param isLast the database ends the connection too */
  refuse(code: string, why: string, isLast: boolean): void {
    const severity = isLast ? 'FATAL' : 'ERROR';
    this.#say(
      message('E', text(`S${severity}\0C${code}\0M${why}\0\0`)),
      ...(isLast ? [] : [READY]),
    );
    if (isLast) setImmediate(() => this.destroy());
  }

  #say(...messages: readonly Buffer[]): void {
    if (!this.destroyed) this.push(Buffer.concat(messages));
  }
}

const INTEGER = 23;
const TEXT = 25;

const text = (value: string): Buffer => Buffer.from(value);
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
const int16 = (value: number): Buffer => int32(value).subarray(2);
const field = (value: string | number | null): readonly Buffer[] =>
  value === null ? [int32(-1)] : [int32(Buffer.byteLength(`${value}`)), text(`${value}`)];

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([text(type), int32(body.length + 4), body]);
}

const READY = message('Z', text('I'));
const DONE = message('C', text('DONE\0'));

/** Of Bind: after two names and the formats. */
function valuesIn(bind: Buffer): readonly (string | null)[] {
  let at = bind.indexOf(0, bind.indexOf(0, 5) + 1) + 1;
  at += 2 + 2 * bind.readInt16BE(at);
  const values: (string | null)[] = [];
  const count = bind.readInt16BE(at);
  at += 2;
  while (values.length < count) {
    const length = bind.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : bind.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return values;
}
