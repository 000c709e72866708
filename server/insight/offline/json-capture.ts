// Requests as JSON: a HAR file, one of its entries or requests, a request record of the inspector, and
// plain {method, target, headers, body}.
import { parseShallow } from '../../kernel/shallow-json.ts';
import { utf8Of } from '../../kernel/utf8.ts';
import { type HeaderPair, headerPairs } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { type CapturedRequest, UnreadableRequest } from './http-message.ts';

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
function bodyIn({ postData, body = postData }: Fields): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const { text, encoding } = isFields(body) ? body : { text: body };
  const isBase64 = encoding === 'base64';
  return Buffer.from(typeof text === 'string' ? text : '', isBase64 ? 'base64' : 'utf8');
}
