// Requests as JSON: a HAR file, one of its entries or requests, a request record of the inspector, and
// plain {method, target, headers, body}.
import { defined } from '../../kernel/defined.ts';
import { type CaptureForm, type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { theSigned } from './several-requests.ts';
import { splitAddress, wireText, withHost } from './wire-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Header names and values in the shapes that programs use; the last is Node's `rawHeaders`. */
export type HeaderValues =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  | readonly { readonly name: string; readonly value: string }[]
  | readonly string[];

/** @throws UnreadableRequest */
export function readJsonCapture(text: string): ReadRequest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UnreadableRequest(
      `expected JSON, as it begins with a brace: ${(error as Error).message}`,
    );
  }
  const found = requestsIn(json);
  if (found.length === 0) {
    throw new UnreadableRequest(
      'expected a HAR file or entry, {"request": {"method", "url", "headers"}}, an entry of the request log, or {"method", "target", "headers", "body"}',
    );
  }
  return theSigned(found.map(readOne));
}

function requestsIn(json: unknown): readonly Fields[] {
  if (Array.isArray(json)) return json.flatMap(requestsIn);
  if (!isFields(json)) return [];
  const { log, requests, request } = json;
  if (isFields(log)) return listIn(log['entries']);
  if (Array.isArray(requests)) return listIn(requests);
  if (isFields(request)) return [{ ...json, ...request }];
  return 'headers' in json ? [json] : [];
}

const listIn = (list: unknown): readonly Fields[] =>
  Array.isArray(list) ? list.flatMap(requestsIn) : [];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws UnreadableRequest */
export function readValues(values: object): ReadRequest {
  return { ...readOne({ ...values }), form: 'values', showsBody: true };
}

function readOne(fields: Fields): ReadRequest {
  const { method, url, target, headers } = fields;
  const address = url ?? target;
  if (typeof method !== 'string' || typeof address !== 'string') {
    throw new UnreadableRequest(
      'expected the request to have a method and a url (or target), as text',
    );
  }
  const { rest, isShown } = bodyIn(fields);
  const { target: path, host } = splitAddress(wireText(address));
  // Browsers list HTTP/2's pseudo headers too.
  const listed = readHeaderValues(headers).filter(([name]) => !name.startsWith(':'));
  const form = formOf(fields);
  const isMasked =
    form === 'inspector record' && MASKED.test(JSON.stringify([headers, fields['body']]));
  const isCut = typeof fields['bodyLength'] === 'number' && fields['bodyLength'] > rest.length;
  const lossy = isMasked
    ? HIDDEN
    : isCut
      ? 'The record holds the beginning of the body'
      : undefined;
  return {
    form,
    method,
    target: path,
    rawHeaders: withHost(
      listed.flatMap(([name, value]) => [name, wireText(value)]),
      host,
    ),
    rest,
    showsBody: isShown,
    ...defined({ lossy }),
    notes: [
      ...oddNotes(listed),
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

function oddNotes(listed: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return listed
    .filter(([, value]) => /[^\0-\x7f]/.test(value))
    .map(([name]) => `${name} holds characters outside ASCII; they were taken as UTF-8.`);
}

/** @throws UnreadableRequest */
export function readHeaderValues(headers: unknown): (readonly [name: string, value: string])[] {
  if (isFlat(headers)) {
    return headers.flatMap((name, i) => (i % 2 === 0 ? [readPair([name, headers[i + 1]])] : []));
  }
  if (Array.isArray(headers)) return headers.map(readPair);
  if (!isFields(headers)) throw noHeaders(headers);
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => readPair([name, each])),
  );
}

const isFlat = (headers: unknown): headers is readonly string[] =>
  Array.isArray(headers) && headers.length > 0 && headers.every((each) => typeof each === 'string');

function readPair(pair: unknown): readonly [name: string, value: string] {
  const [name, value] = isFields(pair)
    ? [pair['name'], pair['value']]
    : Array.isArray(pair)
      ? pair
      : [];
  if (typeof name !== 'string' || typeof value !== 'string') throw noHeaders(pair);
  return [name, value];
}

function noHeaders(found: unknown): UnreadableRequest {
  const what = JSON.stringify(found)?.slice(0, 60) ?? 'nothing';
  return new UnreadableRequest(
    `expected headers as {"Name": "value"} or [{"name", "value"}]; found ${what}`,
  );
}

interface JsonBody {
  readonly rest: Buffer;
  /** If no body is given: whether there was none. */
  readonly isShown: boolean;
}

/** A HAR's postData.text, or a body as text, as {text}, or as {base64}. */
function bodyIn(fields: Fields): JsonBody {
  const { postData, bodySize, body, bodyLength } = fields;
  const holder = postData ?? body;
  if (typeof holder === 'string' || holder instanceof Uint8Array) {
    return { rest: Buffer.from(holder), isShown: true };
  }
  if (!isFields(holder))
    return { rest: Buffer.alloc(0), isShown: bodySize === 0 || bodyLength === 0 };
  const { text, base64, encoding } = holder;
  if (typeof base64 === 'string') return { rest: Buffer.from(base64, 'base64'), isShown: true };
  if (typeof text !== 'string') return { rest: Buffer.alloc(0), isShown: false };
  const isBase64 = encoding === 'base64' || holder['_encoding'] === 'base64';
  return { rest: Buffer.from(text, isBase64 ? 'base64' : 'utf8'), isShown: true };
}
