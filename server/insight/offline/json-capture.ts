// Requests as JSON: a HAR file, one of its entries or requests, a request record of the inspector, and
// plain {method, target, headers, body}.
import { utf8Of } from '../../kernel/utf8.ts';
import { type HeaderPair, headerPairs } from '../../protocol/headers.ts';
import { noBody, type ReadRequest, UnreadableRequest } from './captured-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Header names and values in the shapes that programs use; the last is Node's `rawHeaders`. */
export type HeaderValues =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  | readonly { readonly name: string; readonly value: string }[]
  | readonly string[];

/** @throws UnreadableRequest */
export function readJsonCapture(text: string): readonly ReadRequest[] {
  const requests = readRecording(parsed(text));
  if (requests.length > 0) return requests.map(({ request }) => request);
  throw new UnreadableRequest(
    'expected a HAR file or entry, {"request": {"method", "url", "headers"}}, an entry of the request log, or {"method", "target", "headers", "body"}',
  );
}

function parsed(text: string): unknown {
  // Arrays in arrays take JSON.parse seconds.
  if (/(?:\[\s*){64}/.test(text)) throw new UnreadableRequest('expected JSON that is less deep');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableRequest(`expected JSON: ${(error as Error).message}`);
  }
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

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A request from a program, which has its whole body. Throws UnreadableRequest. */
export const readValues = (values: object): ReadRequest => ({
  ...readFields({ ...values }),
  form: 'values',
  doubt: undefined,
});

/** What the inspector writes in place of a national id or a secret (WEB-06). */
const MASKED = /\*{9}\d\d|\(removed\)/;
const HIDDEN = 'The record hides a national id or a secret';
const PARTIAL = 'The record holds only a part of the body';

function readFields(fields: Fields): ReadRequest {
  const { method, url, target, bodyLength } = fields;
  const address = url ?? target;
  if (typeof method !== 'string' || typeof address !== 'string') {
    throw new UnreadableRequest('expected a method and a url (or target), as text');
  }
  // Browsers list HTTP/2's pseudo headers too.
  const headers = headersIn(fields['headers']).filter(([name]) => !name.startsWith(':'));
  const rawHeaders = headers.flatMap(([name, value]) => [name, wireText(value)]);
  const body = bodyIn(fields);
  const isRecord = bodyLength !== undefined;
  const isMasked = isRecord && MASKED.test(`${headers} ${body}`);
  const isCut = isRecord && Number(bodyLength) > (body?.length ?? 0);
  return {
    form: isRecord ? 'inspector record' : url === undefined ? 'values' : 'HAR',
    method,
    address: wireText(address),
    rawHeaders,
    rest: body ?? Buffer.alloc(0),
    doubt: isMasked ? HIDDEN : isCut ? PARTIAL : body ? undefined : noBody(rawHeaders),
    notes: isMasked ? [`${HIDDEN}; what holds it cannot be verified.`] : [],
  };
}

/**
 * Text of a program as sent. Bytes as latin1 (Node's `rawHeaders`) stay unchanged; other text becomes its
 * UTF-8 bytes.
 */
const wireText = (text: string): string =>
  utf8Of(text) === undefined ? Buffer.from(text).toString('latin1') : text;

/** Names and values, whatever shape they have. Throws UnreadableRequest. */
export function headersIn(headers: unknown): readonly HeaderPair[] {
  const pairs = isFields(headers) ? Object.entries(headers).flatMap(valuesOf) : [headers].flat();
  const isFlat = pairs.length > 1 && pairs.every((each) => typeof each === 'string');
  return isFlat ? headerPairs(pairs) : pairs.map(readPair);
}

/** A header of several values has an array. */
const valuesOf = ([name, value]: readonly [string, unknown]) =>
  value === undefined ? [] : [value].flat().map((each) => [name, each]);

function readPair(pair: unknown): HeaderPair {
  const [name, value] = isFields(pair) ? [pair['name'], pair['value']] : [pair].flat();
  if (typeof name === 'string' && typeof value === 'string') return [name, value];
  throw new UnreadableRequest('expected headers as {"Name": "value"} or [{"name", "value"}]');
}

/** A HAR's postData.text, or a body as text or bytes; `undefined` if the capture may leave one out. */
function bodyIn({ postData, body, bodySize, bodyLength }: Fields): Buffer | undefined {
  const holder = postData ?? body;
  if (holder instanceof Uint8Array) return Buffer.from(holder);
  const { text, encoding } = isFields(holder) ? holder : { text: holder };
  if (typeof text === 'string') {
    return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  }
  return bodySize === 0 || bodyLength === 0 ? Buffer.alloc(0) : undefined;
}
