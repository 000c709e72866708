// JSON pointers (RFC 6901) for `path`, and the names that sentences use for the same places.

import { clip, quote, visible } from '../protocol/shown-text.ts';

const MAX_SEGMENT = 80;
const MAX_POINTER = 400;

/** `['payments', 0, 'a/b']` → `/payments/0/a~1b`; the body itself is the empty text. */
export function pointerOf(segments: readonly (string | number)[]): string {
  const text = segments
    .map(
      (segment) =>
        `/${clip(String(segment), MAX_SEGMENT).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    )
    .join('');
  return clip(text, MAX_POINTER);
}

/** `/payments/0/a~1b` → `['payments', '0', 'a/b']` */
export function segmentsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `['payments', 0, 'creditorName']` → `payments[0].creditorName`; the body itself is "The body". */
export function nameOf(segments: readonly (string | number)[]): string {
  if (segments.length === 0) return 'The body';
  const name = segments
    .map((segment, i) => {
      if (/^[0-9]+$/.test(String(segment))) return `[${segment}]`;
      return (i === 0 ? '' : '.') + visible(String(segment), MAX_SEGMENT);
    })
    .join('');
  return clip(name, 160);
}

/** A value, for a sentence: `"abc"`, `12`, `null`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value, 60);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
