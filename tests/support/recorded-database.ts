// A PostgreSQL that is not there, which notes what it is asked, in order, and fails where it is told to.
import type { Socket } from 'node:net';
import { statementOf, Tables } from './simulated-statements.ts';
import { type Answer, type Backend, Wire } from './simulated-wire.ts';

/** The connection breaks before or after what was asked is done, or a SQLSTATE is the answer; 57P… ends the connection. */
export type Failure = 'before' | 'after' | `${number}${string}`;

interface Session {
  /** What is there again if the transaction is not committed. */
  before: Tables | undefined;
}

const broken = (): Error => Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' });

export class RecordedDatabase implements Backend {
  readonly lines: string[] = [];
  /** Statements, in the order in which they were first asked. */
  readonly texts: string[] = [];
  fault: () => Failure | undefined = () => undefined;
  #tables = new Tables();
  readonly #sessions = new Map<Wire, Session>();
  /** µs */
  #now = 1_795_000_000_000_996;

  readonly newSocket = (): Socket => new Wire(this).asSocket;

  arrives(wire: Wire): void {
    setImmediate(() => wire.emit('connect'));
  }

  begins(wire: Wire, cancels: number | undefined): void {
    if (cancels !== undefined) {
      this.lines.push('cancel');
      wire.destroy();
      return;
    }
    this.#sessions.set(wire, { before: undefined });
    setImmediate(() => wire.welcome(this.#sessions.size));
  }

  asks(wire: Wire, given: string, values: readonly (string | null)[]): void {
    const text = given.replace(/\s+/g, ' ').trim();
    if (!this.texts.includes(text)) this.texts.push(text);
    const failure = this.fault();
    const asked = `${this.texts.indexOf(text) + 1} ${values.map((one) => one ?? 'null').join(' | ')}`;
    this.lines.push(failure === undefined ? asked.trim() : `${asked.trim()}: ${failure}`);
    const answer =
      failure === undefined || failure === 'after' ? this.#run(wire, text, values) : [];
    setImmediate(() => {
      if (wire.destroyed) return;
      if (failure === undefined) wire.answer(answer);
      else if (failure === 'before' || failure === 'after') wire.destroy(broken());
      else wire.refuse(failure, 'the database says why', failure.startsWith('57P'));
    });
  }

  /** What it is now; the result puts it back to that. */
  kept(): () => void {
    const before = this.#tables.copy();
    return () => {
      this.#tables = before.copy();
    };
  }

  leaves(wire: Wire): void {
    this.#endTransaction(wire);
    this.#sessions.delete(wire);
  }

  #endTransaction(wire: Wire): void {
    const session = this.#sessions.get(wire);
    if (session?.before !== undefined) this.#tables = session.before;
    if (session !== undefined) session.before = undefined;
  }

  #run(wire: Wire, text: string, values: readonly (string | null)[]): readonly Answer[] {
    const session = this.#sessions.get(wire);
    if (text.startsWith('BEGIN') && session !== undefined) session.before = this.#tables.copy();
    if (text === 'COMMIT' && session !== undefined) session.before = undefined;
    if (text === 'ROLLBACK') this.#endTransaction(wire);
    this.#now += 1_000;
    return statementOf(text)?.run(this.#tables, { text, values, now: this.#now }) ?? [];
  }
}
