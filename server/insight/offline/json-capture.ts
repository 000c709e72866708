// Requests as JSON: a HAR file, one of its entries or requests, a request record of the inspector, and
// plain {method, target, headers, body}.
import { defined } from '../../kernel/defined.ts';
import { utf8Of } from '../../kernel/utf8.ts';
import { type HeaderPair, headerPairs } from '../../protocol/headers.ts';
import {
  type CaptureForm,
  noBody,
  type ReadRequest,
  UnreadableRequest,
} from './captured-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Header names and values in the shapes that programs use; the last is Node's `rawHeaders`. */
export type HeaderValues =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  | readonly { readonly name: string; readonly value: string }[]
  | readonly string[];

/** @throws UnreadableRequest */
export function readJsonCapture(text: string): readonly ReadRequest[] {
  const requests = requestsIn(parsed(text)).map(readOne);
  if (requests.length > 0) return requests;
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
    const why = (error as Error).message;
    throw new UnreadableRequest(`expected JSON, as it begins with a brace: ${why}`);
  }
}

/** Every request in a HAR file or in entries of the request log, beside the object that it is in. */
export const readRecording = (json: unknown) =>
  requestsIn(json).map((fields) => ({ fields, request: readOne(fields) }));

function requestsIn(json: unknown): readonly Fields[] {
  const { log = json } = fieldsOf(json);
  const { entries, requests } = fieldsOf(log);
  return [entries ?? requests ?? log].flat().flatMap((one): readonly Fields[] => {
    const fields = fieldsOf(one);
    const { request } = fields;
    if (isFields(request)) return [{ ...fields, ...request }];
    return 'headers' in fields ? [fields] : [];
  });
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A request from a program, which has its whole body. Throws UnreadableRequest. */
export function readValues(values: object): ReadRequest {
  const { doubt: _, ...read } = readOne({ ...values });
  return { ...read, form: 'values' };
}

function readOne(fields: Fields): ReadRequest {
  const { method, url, target } = fields;
  const address = url ?? target;
  if (typeof method !== 'string' || typeof address !== 'string') {
    const absent = typeof method === 'string' ? 'url (or target)' : 'method';
    throw new UnreadableRequest(`expected the request to have a ${absent}, as text`);
  }
  // Browsers list HTTP/2's pseudo headers too.
  const headers = headersIn(fields['headers']).filter(([name]) => !name.startsWith(':'));
  const rawHeaders = headers.flatMap(([name, value]) => [name, wireText(value)]);
  // The … of a shortened certificate was never sent.
  const odd = headers.filter(
    ([name, value]) => /[^\0-\x7f]/.test(value) && !/-certificate$/i.test(name),
  );
  const body = bodyIn(fields);
  const isMasked = formOf(fields) === 'inspector record' && MASKED.test(`${headers} ${body}`);
  const isCut = Number(fields['bodyLength']) > (body?.length ?? 0);
  const doubt = isMasked
    ? HIDDEN
    : isCut
      ? 'The record holds the beginning of the body'
      : undefined;
  return {
    form: formOf(fields),
    method,
    address: wireText(address),
    rawHeaders,
    rest: body ?? Buffer.alloc(0),
    ...defined({ doubt: doubt ?? (body === undefined ? noBody(rawHeaders) : undefined) }),
    notes: [
      ...odd.map(([name]) => `${name} holds characters outside ASCII; they were taken as UTF-8.`),
      ...(isMasked ? [`${HIDDEN}; what holds it cannot be verified.`] : []),
    ],
  };
}

function formOf(fields: Fields): CaptureForm {
  if ('bodyLength' in fields) return 'inspector record';
  return typeof fields['url'] === 'string' ? 'HAR' : 'values';
}

/** What the inspector writes in place of a national id or a secret (WEB-06). */
const MASKED = /\*{9}\d\d|\(removed\)/;
const HIDDEN = 'The record hides a national id or a secret';

/**
 * Text of a program as sent. Bytes as latin1 (Node's `rawHeaders`) stay unchanged; other text becomes its
 * UTF-8 bytes.
 */
const wireText = (text: string): string =>
  utf8Of(text) === undefined ? Buffer.from(text).toString('latin1') : text;

/** Names and values, whatever shape they have. Throws UnreadableRequest. */
export function headersIn(headers: unknown): readonly HeaderPair[] {
  if (isFields(headers)) {
    return Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each) => readPair([name, each])),
    );
  }
  const pairs = Array.isArray(headers) ? headers : [headers];
  const isFlat = pairs.length > 1 && pairs.every((each) => typeof each === 'string');
  return isFlat ? headerPairs(pairs) : pairs.map(readPair);
}

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
