// Runs tables of requests that differ from a valid one in one thing, on every route that they apply to.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectRefusal, type Refusal } from './conformance-refusal.ts';
import {
  type Change,
  openScene,
  ROUTE_NAMES,
  type RouteName,
  type Scene,
} from './conformance-scene.ts';

interface Row {
  readonly rule: string;
  /** The one thing, as the end of a title: `without a Date`. */
  readonly name: string;
  /** All routes unless told. */
  readonly on?: readonly RouteName[];
  readonly change: Change | ((scene: Scene) => Change | Promise<Change>);
}

export interface RefusedRow extends Row, Refusal {}

export interface AcceptedRow extends Row {
  /** Rules in Sandbank-Findings; none unless told. */
  readonly findings?: readonly string[];
}

/** Accepted without a finding, on all routes unless told. */
export const acceptedRows = (
  rows: readonly (readonly [string, string, Row['change'], (readonly RouteName[])?])[],
): readonly AcceptedRow[] =>
  rows.map(([rule, name, change, on]) => ({ rule, name, change, ...(on && { on }) }));

/** Routes whose valid request changes what `Scene.state` sees. */
const WRITES: readonly RouteName[] = ['pay', 'mock', 'initialize'];
/** The first that a row is for has all of it. */
const IN_FULL: readonly RouteName[] = ['pay', ...ROUTE_NAMES];

export const WITH_BODY: readonly RouteName[] = ['pay', 'consent', 'mock', 'initialize'];
export const OF_PSU: readonly RouteName[] = ['read', 'pay', 'consent'];

interface Table {
  readonly refused: readonly RefusedRow[];
  readonly accepted: readonly AcceptedRow[];
}

/** The refused rows leave no trace; each route's plain request would have left one. */
export function describeRows({ refused, accepted }: Table): void {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());

  describe.each(routesOf(refused))('refused on the route %s', (route) => {
    let before: string;
    beforeAll(async () => {
      before = await scene.state();
    });

    test.each(rowsOn(route, refused))('$rule: $name', async (row) => {
      expectRefusal(await scene.send(route, await changeOf(row, scene)), row);
    });

    test('none of them leaves a trace', async () => {
      expect(await scene.state()).toBe(before);
    });
  });

  // The last route starts the bank over, so each of these reads as if it were the first.
  describe.each(routesOf(accepted))('accepted on the route %s', (route) => {
    test.each(rowsOn(route, accepted))('$rule: $name', async (row) => {
      const answer = await scene.send(route, await changeOf(row, scene));
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: scene.routes[route].status,
        text: answer.text,
      });
      expect(answer.headers['sandbank-findings']).toBe(row.findings?.join(', '));
    });
  });

  test.each(WRITES)('the plain request on the route %s changes what is stored', async (route) => {
    const other = await openScene(scene.bank);
    const before = await other.state();
    expect((await other.send(route)).status).toBe(other.routes[route].status);
    expect(await other.state()).not.toBe(before);
  });
}

/** The routes that some row is for. */
function routesOf(rows: readonly Row[]): readonly RouteName[] {
  return ROUTE_NAMES.filter((route) => rows.some((row) => applies(row, route)));
}

/** Each row on one route; on the others, which take the same way, the first of each rule. */
function rowsOn<R extends Row>(route: RouteName, rows: readonly R[]): readonly R[] {
  const own = rows.filter((row) => applies(row, route));
  const first = (row: R) => own.find(({ rule }) => rule === row.rule) === row;
  const fullOn = (row: R) => IN_FULL.find((one) => applies(row, one));
  return own.filter((row) => first(row) || fullOn(row) === route);
}

function applies({ on }: Row, route: RouteName): boolean {
  return on === undefined || on.includes(route);
}

function changeOf({ change }: Row, scene: Scene): Change | Promise<Change> {
  return typeof change === 'function' ? change(scene) : change;
}
