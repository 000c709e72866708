// What a request's body may be, and what the answer may be (HDR-06): JSON in UTF-8, both ways.

import { remember } from '../kernel/recent.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { checkSentOnce } from '../protocol/sent-once.ts';
import { visible } from '../protocol/shown-text.ts';
import { weighted } from './headers.ts';

/** Throws ApiError FORMAT_ERROR: 406 when Accept excludes JSON, 415 for another type or an encoding. */
export function checkContent(
  headers: RawHeaders,
  { hasBody, bodyIgnored }: { readonly hasBody: boolean; readonly bodyIgnored: boolean },
): void {
  checkAccept(headers);
  checkEncoding(headers);
  if (hasBody && !bodyIgnored) checkType(headers);
}

function checkAccept(headers: RawHeaders): void {
  const accept = headers.all('accept').join(',');
  if (takesJson(accept)) return;
  throw new ApiError(
    'HDR-06',
    'FORMAT_ERROR',
    `The bank answers in application/json, which Accept excludes: ${visible(accept, 100)}.`,
    { path: 'Accept', status: 406, expected: 'application/json', got: visible(accept, 200) },
  );
}

const takesJson = remember((accept): boolean => {
  const ranges = weighted(accept);
  if (ranges.length === 0) return true;
  // The most specific range that names JSON decides (RFC 9110, 12.5.1).
  const range = ['application/json', 'application/*', '*/*']
    .map((name) => ranges.filter((one) => one.name === name))
    .find((found) => found.length > 0);
  return range?.some(({ quality }) => quality > 0) === true;
});

function checkEncoding(headers: RawHeaders): void {
  checkSentOnce(headers, 'Content-Encoding');
  const encoding = headers.get('content-encoding');
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw unsupported(
    'Content-Encoding',
    `Request bodies must not be encoded (${visible(encoding, 60)}). Send the body without Content-Encoding.`,
  );
}

function checkType(headers: RawHeaders): void {
  checkSentOnce(headers, 'Content-Type');
  const type = headers.get('content-type');
  if (type === undefined) {
    throw unsupported(
      'Content-Type',
      'A request with a body needs Content-Type: application/json.',
    );
  }
  if (isJson(type)) return;
  throw unsupported(
    'Content-Type',
    `Request bodies are application/json in UTF-8, not ${visible(type, 100)}.`,
  );
}

const isJson = remember((type): boolean => {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return name === 'application/json' && (charset === undefined || UTF8.test(charset));
});

const UTF8 = /^charset="?utf-?8"?$/;

function unsupported(path: string, text: string): ApiError {
  return new ApiError('HDR-06', 'FORMAT_ERROR', text, { path, status: 415 });
}
