import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkContent } from '../../../server/validation/content.ts';
import { refusalOf, verdictOf } from './bodies.ts';

const BODY = { hasBody: true, bodyIgnored: false };
const NO_BODY = { hasBody: false, bodyIgnored: false };
const IGNORED = { hasBody: true, bodyIgnored: true };

const accepting = (accept: string) => new RawHeaders(['Accept', accept]);
const typed = (type: string) => new RawHeaders(['Content-Type', type]);

const verdict = (headers: RawHeaders, facts: typeof BODY) =>
  verdictOf(() => checkContent(headers, facts));

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
  'APPLICATION/JSON',
])('HDR-06: content: Content-Type %s', (type) => {
  expect(() => checkContent(typed(type), BODY)).not.toThrow();
});

test.each([
  'text/plain',
  'application/xml',
  'application/json; charset=iso-8859-1',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'json',
])('HDR-06: content: Content-Type %s on a body is 415', (type) => {
  expect(verdict(typed(type), BODY)).toBe('415 FORMAT_ERROR HDR-06 Content-Type');
});

test.each(['', undefined])('HDR-06: a body without Content-Type (%j) is 415', (type) => {
  const headers = type === undefined ? new RawHeaders([]) : typed(type);
  expect(refusalOf(() => checkContent(headers, BODY)).status).toBe(415);
});

test('HDR-06: no body, or one that is ignored, may have any type', () => {
  expect(() => checkContent(typed('text/plain'), NO_BODY)).not.toThrow();
  expect(() => checkContent(typed('text/plain'), IGNORED)).not.toThrow();
  expect(() => checkContent(new RawHeaders([]), IGNORED)).not.toThrow();
});

test('HDR-05: content: Content-Type twice is refused', () => {
  const headers = new RawHeaders(['Content-Type', 'application/json', 'Content-Type', 'x']);
  expect(verdict(headers, BODY)).toBe('400 FORMAT_ERROR HDR-05 Content-Type');
});

test.each(['gzip', 'br', 'identity, gzip'])(
  'HDR-06: content: Content-Encoding %s is 415',
  (encoding) => {
    const headers = new RawHeaders(['Content-Encoding', encoding]);
    for (const facts of [BODY, IGNORED, NO_BODY]) {
      expect(verdict(headers, facts)).toBe('415 FORMAT_ERROR HDR-06 Content-Encoding');
    }
  },
);

test.each([
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/json;charset=utf-8;q=0.1',
  'text/html, */*;q=0.1',
  'text/html;q=1, APPLICATION/JSON;q=0.001',
  'application/json, */*;q=0',
])('HDR-06: content: Accept "%s" takes JSON', (accept) => {
  expect(() => checkContent(accepting(accept), NO_BODY)).not.toThrow();
});

test.each([
  'text/html',
  'application/xml, text/*',
  'application/json;q=0',
  'application/json;q=0, */*',
  'application/*;q=0.0, */*;q=0.5',
  'application/hal+json',
  'json',
])('HDR-06: content: Accept "%s" excludes JSON: 406', (accept) => {
  expect(verdict(accepting(accept), NO_BODY)).toBe('406 FORMAT_ERROR HDR-06 Accept');
});

test('HDR-06: several Accept headers are one list', () => {
  const headers = new RawHeaders(['Accept', 'text/html', 'Accept', 'application/json']);
  expect(() => checkContent(headers, NO_BODY)).not.toThrow();
});
