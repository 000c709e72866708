// What the page of coverage shows besides the answer: of a long section, what is missing in groups, the largest first. Pure.
import { getOrSet } from '../../kernel/get-or-set.ts';

interface Item {
  readonly id: string;
  readonly count: number;
  readonly title?: string;
  readonly path?: string;
}

/** As much of the answer as this reads (`control/coverage.json`). */
export interface CoverageAnswer {
  readonly sections: readonly { readonly name: string; readonly items: readonly Item[] }[];
}

/** A section with fewer is shown whole. */
const LONG = 30;

export function coverageModel({ sections }: CoverageAnswer) {
  return {
    sections: sections.map((section) => {
      const missing = section.items.filter(({ count }) => count === 0);
      const seen = section.items.filter(({ count }) => count > 0);
      return { ...section, missing, seen, groups: groupsOf(section.items) };
    }),
  };
}

function groupsOf(items: readonly Item[]) {
  if (items.length < LONG) return [];
  const groups = new Map<string, Item[]>();
  for (const item of items) getOrSet(groups, groupOf(item), () => []).push(item);
  return [...groups]
    .map(([name, all]) => ({
      name,
      total: all.length,
      items: all.filter(({ count }) => count === 0),
    }))
    .filter((group) => group.items.length > 0)
    .sort((a, b) => b.items.length - a.items.length);
}

/** Of an operation what its path is about, or which product, of a rule its family. */
function groupOf({ id, path }: Item): string {
  if (path === undefined) return id.split('-')[0] as string;
  return path.replace('/v1/payments/', '/v1/').split('/')[2] as string;
}
