// The table of addresses: finds the row that a method and a path name. Paths are compared segment by segment,
// case-sensitively; parameters may come raw or percent-encoded.

import { percentDecoded } from '../kernel/percent-decoded.ts';
import { remember } from '../kernel/recent.ts';
import { ApiError } from '../protocol/errors.ts';
import { clip } from '../protocol/shown-text.ts';
import { nearestAddress } from './nearest-address.ts';

interface Routable {
  /** `*` for all. */
  readonly method: string;
  readonly path: string;
}

export interface Matched<Row> {
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
}

/** A segment of the paths: what can follow it, and the rows that end there. */
interface Node<Row> {
  readonly literals: Map<string, Node<Row>>;
  parameter?: Node<Row>;
  readonly rows: Row[];
  /** Rows that end in `*` there. */
  readonly open: Row[];
}

interface TableOptions {
  /** HEAD is answered wherever GET is; sending no body is the HTTP server's part. */
  readonly head?: boolean;
}

/** @returns a finder; it throws ApiError 404 NOT_FOUND or 405 BAD_REQUEST */
export function createTable<Row extends Routable>(
  rows: readonly Row[],
  { head = false }: TableOptions = {},
): (method: string, path: string) => Matched<Row> {
  const root = newNode<Row>();
  for (const row of rows) add(root, row);
  const fitting = remember((path): readonly Matched<Row>[] => {
    const segments = path.split('/');
    const found: Row[] = [];
    collect(root, segments, 0, found);
    return found.flatMap((row) => {
      const params = paramsOf(row.path, segments);
      return params === undefined ? [] : [{ row, params }];
    });
  });
  return (method, path) => {
    const found = fitting(path);
    const wanted = head && method === 'HEAD' ? 'GET' : method;
    const match = found.find(({ row }) => row.method === wanted || row.method === '*');
    if (match !== undefined) return match;
    const allowed = found.map(({ row }) => row);
    throw allowed.length === 0
      ? unknownPath(path, rows)
      : wrongMethod(method, allowedOf(allowed, head));
  };
}

const newNode = <Row>(): Node<Row> => ({ literals: new Map(), rows: [], open: [] });

function add<Row extends Routable>(root: Node<Row>, row: Row): void {
  let node = root;
  for (const segment of row.path.split('/')) {
    if (segment === '*') return void node.open.push(row);
    let next = isParameter(segment) ? node.parameter : node.literals.get(segment);
    if (next === undefined) {
      next = newNode();
      if (isParameter(segment)) node.parameter = next;
      else node.literals.set(segment, next);
    }
    node = next;
  }
  node.rows.push(row);
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Every row whose path the segments fit, the most literal first. */
function collect<Row>(
  node: Node<Row>,
  segments: readonly string[],
  at: number,
  found: Row[],
): void {
  if (at === segments.length) {
    found.push(...node.rows);
  } else {
    const literal = node.literals.get(segments[at] as string);
    if (literal !== undefined) collect(literal, segments, at + 1, found);
    if (node.parameter !== undefined) collect(node.parameter, segments, at + 1, found);
  }
  found.push(...node.open);
}

/** `undefined` if one is empty or cannot be decoded. */
function paramsOf(path: string, segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  if (!path.includes('{')) return params;
  for (const [at, wanted] of path.split('/').entries()) {
    if (!isParameter(wanted)) continue;
    const value = percentDecoded(segments[at] as string);
    if (value === undefined || value === '') return undefined;
    params[wanted.slice(1, -1)] = value;
  }
  return params;
}

function unknownPath(path: string, rows: readonly Routable[]): ApiError {
  const text = `There is nothing at ${clip(path, 200)}.`;
  const addresses = rows.map((row) => row.path);
  const nearest = nearestAddress(addresses, path) ?? nearestAddress(addresses, `/v1${path}`, path);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return new ApiError('ERR-01', 'NOT_FOUND', text + advice);
}

function allowedOf(rows: readonly Routable[], head: boolean): string {
  const all = rows.flatMap(({ method }) =>
    head && method === 'GET' ? [method, 'HEAD'] : [method],
  );
  return [...new Set(all)].join(', ');
}

function wrongMethod(method: string, allowed: string): ApiError {
  const text = `${method} is not allowed here; allowed: ${allowed}.`;
  const details = { status: 405, headers: { Allow: allowed } };
  return new ApiError('ERR-01', 'BAD_REQUEST', text, details);
}
