// Finds the row that a path and method name. Paths are compared segment by segment, case-sensitively;
// parameters may come raw or percent-encoded.

import { percentDecoded } from '../kernel/percent-decoded.ts';
import { ApiError } from '../protocol/errors.ts';
import { clip } from '../protocol/shown-text.ts';

export interface Routable {
  readonly method: string;
  readonly path: string;
}

export interface Matched<Row> {
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled<Row> {
  readonly segments: readonly string[];
  readonly row: Row;
}

export interface RouterOptions {
  /** HEAD is answered wherever GET is; sending no body is the HTTP server's part. */
  readonly head?: boolean;
}

/** @returns a matcher; it throws ApiError 404 NOT_FOUND or 405 BAD_REQUEST */
export function createRouter<Row extends Routable>(
  rows: readonly Row[],
  { head = false }: RouterOptions = {},
): (method: string, path: string) => Matched<Row> {
  const compiled: readonly Compiled<Row>[] = rows.map((row) => ({
    segments: row.path.split('/'),
    row,
  }));
  return (method, path) => {
    const segments = path.split('/');
    const matches: Matched<Row>[] = [];
    for (const { segments: template, row } of compiled) {
      const params = isLike(template, segments) ? paramsOf(template, segments) : undefined;
      if (params !== undefined) matches.push({ row, params });
    }
    if (matches.length === 0) throw unknownPath(path);
    const wanted = head && method === 'HEAD' ? 'GET' : method;
    const match = matches.find(({ row }) => row.method === wanted);
    if (match === undefined) throw wrongMethod(method, allowedOf(matches, head));
    return match;
  };
}

const isParameter = (wanted: string): boolean => wanted.startsWith('{');

/** Whether the segments are the template's, parameters aside. Nearly every row ends here. */
function isLike(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((wanted, at) => wanted === segments[at] || isParameter(wanted));
}

/** `undefined` if one is empty or cannot be decoded. */
function paramsOf(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [at, wanted] of template.entries()) {
    if (!isParameter(wanted)) continue;
    const value = percentDecoded(segments[at] as string);
    if (value === undefined || value === '') return undefined;
    params[wanted.slice(1, -1)] = value;
  }
  return params;
}

function unknownPath(path: string): ApiError {
  return new ApiError('ERR-01', 'NOT_FOUND', `There is nothing at ${clip(path, 200)}.`);
}

function allowedOf(matches: readonly Matched<Routable>[], head: boolean): string {
  const methods = matches.map(({ row }) => row.method);
  const all = methods.flatMap((one) => (head && one === 'GET' ? [one, 'HEAD'] : [one]));
  return [...new Set(all)].join(', ');
}

export function wrongMethod(method: string, allowed: string): ApiError {
  const text = `${method} is not allowed here; allowed: ${allowed}.`;
  const details = { status: 405, headers: { Allow: allowed } };
  return new ApiError('ERR-01', 'BAD_REQUEST', text, details);
}
