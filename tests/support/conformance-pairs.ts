// Pairs of broken rules for the order of checks: each rule's breaker once, and every pair made of them.
import type { Refusal } from './conformance-refusal.ts';
import type { Change, RouteName, Scene } from './conformance-scene.ts';

/** The order of checks of the contract's section 1; "signature" is SIG-07, SIG-08, SIG-10 in this order. */
export const STAGES = [
  'size',
  'path and method',
  'certificate',
  'Signature syntax',
  'keyId',
  'Date',
  'Digest',
  'algorithm',
  'signed headers',
  'signature',
  'trust and role',
  'required headers',
  'header formats',
  'query',
  'body',
  'PSU, session, consent',
  'business',
] as const;

export type Stage = (typeof STAGES)[number];

/** Breaks one rule, whatever else is broken. */
export interface Breaker {
  readonly stage: Stage;
  readonly name: string;
  readonly on: readonly RouteName[];
  /** What it takes hold of: two that hold the same thing cannot both break it. */
  readonly touches: string;
  readonly refusal: Refusal;
  readonly change?: Change;
  /** Signs with a certificate of this variant. */
  readonly variant?: string;
}

/** A breaker as it is written down: on every route, and holding something of its own, unless told. */
export type BreakerRow = Omit<Breaker, 'on' | 'refusal' | 'touches'> & {
  readonly on?: readonly RouteName[];
  readonly touches?: string;
} & Refusal;

export const ORDER_ROUTES = ['read', 'pay', 'mock'] as const satisfies readonly RouteName[];

export function breakerOf(row: BreakerRow): Breaker {
  const { stage, name, on = ORDER_ROUTES, touches = name, change, variant, ...refusal } = row;
  return {
    stage,
    name,
    on,
    touches,
    refusal,
    ...(change === undefined ? {} : { change }),
    ...(variant === undefined ? {} : { variant }),
  };
}

export interface Pair {
  readonly earlier: Breaker;
  readonly later: Breaker;
}

/** `full`: every pair of neighbouring stages, and one of all others. `short`: one of all neighbours, and first with last. */
export function pairsOf(breakers: readonly Breaker[], extent: 'full' | 'short'): readonly Pair[] {
  const present = STAGES.map((stage) => breakers.filter((one) => one.stage === stage)).filter(
    (group) => group.length > 0,
  );
  return present.flatMap((group, at) =>
    present.slice(at + 1).flatMap((others, between) => {
      const pairs = group.flatMap((earlier) =>
        others.filter((later) => !collide(earlier, later)).map((later) => ({ earlier, later })),
      );
      const ends = at === 0 && between === present.length - 2;
      if (extent === 'short') return between === 0 || ends ? pairs.slice(0, 1) : [];
      return between === 0 ? pairs : pairs.slice(0, 1);
    }),
  );
}

/** `body` collides with `body/date`, `body/date` not with `body/name`. */
function collide(a: Breaker, b: Breaker): boolean {
  return `${a.touches}/`.startsWith(`${b.touches}/`) || `${b.touches}/`.startsWith(`${a.touches}/`);
}

/** One request with all of them broken. A later stage's change comes first, so that signing still covers it. */
export async function broken(breakers: readonly Breaker[], issuer: Scene): Promise<Change> {
  const order = breakers.toSorted((a, b) => STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage));
  const variant = breakers.find((one) => one.variant !== undefined)?.variant;
  return {
    ...(variant === undefined ? {} : { as: await issuer.certificate({ variant }) }),
    before: (draft) => {
      for (const { change } of order) change?.before?.(draft);
    },
    after: (headers) => {
      let list = headers;
      for (const { change } of order) list = (change?.after?.(list) ?? list) as typeof headers;
      return list;
    },
  };
}
