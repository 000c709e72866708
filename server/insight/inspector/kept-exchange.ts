// An exchange as it is kept: in few objects, since thousands of small ones that live on are what recording
// costs most, in the collector of garbage. It reads as the exchange that it was made from.
import type { Exchange, KeptBody } from './exchange.ts';

/** No header holds one: what stands between names and values that are kept as one text. */
const BETWEEN = '\0';
/** Larger bodies have memory of their own, and are kept as they are. */
const SMALL = 4096;

/** Bytes as text, one character each. A small buffer would keep the pool that it is cut from. */
class SmallBody implements KeptBody {
  readonly length: number;
  readonly #text: string;

  constructor({ bytes, length }: KeptBody) {
    this.length = length;
    this.#text = bytes.toString('latin1');
  }

  get bytes(): Buffer {
    return Buffer.from(this.#text, 'latin1');
  }
}

const keptBody = (body: KeptBody): KeptBody =>
  body.bytes.length <= SMALL ? new SmallBody(body) : body;

export class KeptExchange implements Exchange {
  readonly number: number;
  readonly id: string;
  readonly at: number;
  readonly bank: string;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly body: KeptBody;
  readonly entered: Exchange['entered'];
  readonly findings: Exchange['findings'];
  readonly answer: Exchange['answer'];
  readonly codes: Exchange['codes'];
  readonly took: Exchange['took'];
  declare readonly requestId?: string;
  declare readonly operation?: string;
  declare readonly tpp?: NonNullable<Exchange['tpp']>;
  declare readonly refusal?: NonNullable<Exchange['refusal']>;
  declare readonly explanation?: NonNullable<Exchange['explanation']>;
  declare readonly scaFlow?: string;
  declare readonly warnings?: NonNullable<Exchange['warnings']>;
  declare readonly brokenOff?: true;
  readonly #headers: string;

  constructor(exchange: Exchange) {
    const { answer } = exchange;
    this.number = exchange.number;
    this.id = exchange.id;
    this.at = exchange.at;
    this.bank = exchange.bank;
    this.method = exchange.method;
    this.target = exchange.target;
    this.path = exchange.path;
    this.body = keptBody(exchange.body);
    this.entered = exchange.entered;
    this.findings = exchange.findings;
    this.answer = { ...answer, body: keptBody(answer.body) };
    this.codes = exchange.codes;
    this.took = exchange.took;
    this.#headers = exchange.rawHeaders.join(BETWEEN);
    if (exchange.requestId !== undefined) this.requestId = exchange.requestId;
    if (exchange.operation !== undefined) this.operation = exchange.operation;
    if (exchange.tpp !== undefined) this.tpp = exchange.tpp;
    if (exchange.refusal !== undefined) this.refusal = exchange.refusal;
    if (exchange.explanation !== undefined) this.explanation = exchange.explanation;
    if (exchange.scaFlow !== undefined) this.scaFlow = exchange.scaFlow;
    if (exchange.warnings !== undefined) this.warnings = exchange.warnings;
    if (exchange.brokenOff !== undefined) this.brokenOff = exchange.brokenOff;
  }

  get rawHeaders(): readonly string[] {
    return this.#headers === '' ? [] : this.#headers.split(BETWEEN);
  }
}
