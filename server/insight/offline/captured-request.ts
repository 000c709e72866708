// A captured request: HTTP messages as text, raw or as curl -v prints them (CRLF and LF both end a line, bytes stay
// unchanged), and JSON: a HAR file, one of its entries or requests, a request record of the inspector, and plain
// {method, target, headers, body}.
import { parseShallow } from '../../kernel/shallow-json.ts';
import { quoteBytes, utf8Of } from '../../kernel/utf8.ts';
import { type HeaderPair, headerPairs } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';

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

export interface Line {
  /** Perhaps with a CR at its end. */
  readonly text: string;
  /** In the caller's input, from 1. */
  readonly number: number;
}

export const joinedLines = (lines: readonly Line[]): string =>
  lines.map(({ text }) => text).join('\n');

const EXPECTED =
  'expected a request line such as "GET /v1/accounts HTTP/1.1", a curl command, the output of curl -v, or JSON (HAR)';
const REQUEST_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,99})[ \t]+((?:\/|[a-z][a-z0-9+.-]{0,99}:\/\/)\S*)(?:[ \t]+HTTP\/\d(?:\.\d)?)?\s*$/i;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,999}):[ \t]*(.*?)\r?$/s;

/** A line that cannot be anything else than the start of a message. */
export const isRequestStart = (line: string): boolean =>
  REQUEST_LINE.test(line) && / HTTP\/\d/.test(line);

/** The requests in the output of curl -v: lines that start with "> ". */
export function readCurlLog(lines: readonly Line[]): readonly CapturedRequest[] {
  const sent = lines
    .filter(({ text }) => /^>(?: |\r?$)/.test(text))
    .map(({ text, number }) => ({ text: text.slice(2), number }));
  const starts = sent.flatMap(({ text }, at) => (isRequestStart(text) ? [at] : []));
  return starts.map((at, nth) => readMessage('curl log', sent.slice(at, starts[nth + 1])));
}

/** Reads one message; lines above it, such as comments of an .http file, are skipped. */
export function readMessage(form: string, lines: readonly Line[]): CapturedRequest {
  const start = lines.findIndex(({ text }) => REQUEST_LINE.test(text));
  const first = lines[start] ?? lines.find(({ text }) => text.trim() !== '');
  const [, method, target] = REQUEST_LINE.exec(first?.text ?? '') ?? [];
  if (method === undefined || target === undefined) {
    const found = first === undefined ? 'nothing' : quoteBytes(first.text);
    throw new UnreadableRequest(`${EXPECTED}; found ${found}`, first?.number);
  }
  const blank = lines.findIndex(({ text }, at) => at > start && /^\r?$/.test(text));
  const end = blank < 0 ? lines.length : blank;
  const rawHeaders = lines.slice(start + 1, end).flatMap(readField);
  const body = Buffer.from(joinedLines(lines.slice(end + 1)), 'latin1');
  return { form, method, target, rawHeaders, body };
}

function readField({ text, number }: Line): HeaderPair {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  const expected =
    'expected a header in one line, "Name: value", or the blank line that ends the headers';
  throw new UnreadableRequest(`${expected}; found ${quoteBytes(text)}`, number);
}

/** A request as values in a program. */
export interface RequestValues {
  readonly method: string;
  /** Path and query as sent, or the whole address. */
  readonly target: string;
  /** The last shape is Node's `rawHeaders`. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | readonly (readonly [name: string, value: string])[]
    | readonly { readonly name: string; readonly value: string }[]
    | readonly string[];
  /** A string is encoded as UTF-8. */
  readonly body?: string | Uint8Array;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** @throws UnreadableRequest */
export function readJsonCapture(text: string): readonly CapturedRequest[] {
  const json = attempt(SyntaxError, () => parseShallow(text));
  if (json instanceof SyntaxError) throw new UnreadableRequest(`expected JSON: ${json.message}`);
  const requests = readRecording(json);
  if (requests.length > 0) return requests.map(({ request }) => request);
  throw new UnreadableRequest(
    'expected a HAR file or entry, {"request": {"method", "url", "headers"}}, an entry of the request log, or {"method", "target", "headers", "body"}',
  );
}

/** Every request in a HAR file or in entries of the request log, beside the object that it is in. */
export function readRecording(json: unknown) {
  const { log = json } = fieldsOf(json);
  const { entries, requests } = fieldsOf(log);
  return [entries ?? requests ?? log].flat().flatMap((one) => {
    const outer = fieldsOf(one);
    const fields = { ...outer, ...fieldsOf(outer['request']) };
    return 'headers' in fields ? [{ fields, request: readFields(fields) }] : [];
  });
}

/** A request from a program, which has its whole body. Throws UnreadableRequest. */
export const readValues = (values: RequestValues): CapturedRequest => ({
  ...readFields({ ...values }),
  form: 'values',
  doubt: undefined,
});

/** What the inspector writes in place of a national id or a secret (WEB-06). */
const MASKED = /\*{9}\d\d|\(removed\)/;
const HIDDEN = 'The record hides a national id or a secret, and what holds it cannot be verified';

function readFields(fields: Fields): CapturedRequest {
  const { method, url, target, bodyLength } = fields;
  const address = url ?? target;
  if (typeof method !== 'string' || typeof address !== 'string') {
    throw new UnreadableRequest('expected a method and a url (or target), as text');
  }
  // Browsers list HTTP/2's pseudo headers too.
  const headers = headersIn(fields['headers']).filter(([name]) => !name.startsWith(':'));
  const body = bodyIn(fields);
  const isRecord = bodyLength !== undefined;
  const form = url === undefined ? 'values' : 'HAR';
  const cut = Number(bodyLength) > body.length ? 'The record lacks a part of the body' : undefined;
  return {
    form: isRecord ? 'inspector record' : form,
    method,
    target: wireText(address),
    rawHeaders: headers.flatMap(([name, value]) => [name, wireText(value)]),
    body,
    doubt: isRecord && MASKED.test(`${headers} ${body}`) ? HIDDEN : cut,
  };
}

/** Bytes as latin1 (Node's `rawHeaders`) stay unchanged; other text becomes its UTF-8 bytes. */
const wireText = (text: string): string =>
  utf8Of(text) === undefined ? Buffer.from(text).toString('latin1') : text;

/** Names and values, whatever shape they have. Throws UnreadableRequest. */
export function headersIn(headers: unknown): readonly HeaderPair[] {
  const flat = isFields(headers)
    ? Object.entries(headers).flatMap(([name, values]) =>
        // A header of several values has an array.
        values === undefined ? [] : [values].flat().flatMap((value) => [name, value]),
      )
    : [headers].flat(2).flatMap((one) => (isFields(one) ? [one['name'], one['value']] : [one]));
  const isText = flat.every((one) => typeof one === 'string');
  if (isText && flat.length % 2 === 0) return headerPairs(flat);
  throw new UnreadableRequest('expected headers as {"Name": "value"} or [{"name", "value"}]');
}

/** A HAR's postData.text, or a body as text or bytes. */
function bodyIn({ postData, body }: Fields): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const given = body ?? postData;
  const { text, encoding } = isFields(given) ? given : { text: given };
  if (typeof text !== 'string' && body !== undefined && body !== null) {
    throw new UnreadableRequest(
      'expected the body as text, as it was sent: JSON has lost its bytes',
    );
  }
  const isBase64 = encoding === 'base64';
  return Buffer.from(typeof text === 'string' ? text : '', isBase64 ? 'base64' : 'utf8');
}
