// The navigation of the console: its pages, and the reports of the control API among them.

import { CONSOLE_GROUPS } from '../../insight/console/console-page.ts';
import { CONSOLE_PAGES } from '../../insight/console/console-pages.ts';
import type { PageLanguage } from '../pages/page-language.ts';

export const CONSOLE = '/console';

/** Reports of the control API, below `/_sandbox/`. */
const REPORTS: { readonly [G in (typeof CONSOLE_GROUPS)[number]]?: readonly string[] } = {
  traffic: ['requests', 'coverage', 'readiness'],
};

/** Below the bank. */
export const consolePath = (path: string): string => (path === '' ? CONSOLE : `${CONSOLE}/${path}`);

/** The navigation beside a page. */
export interface Menu {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
}

export interface MenuGroup {
  readonly label: string;
  readonly pages: readonly {
    readonly label: string;
    readonly href: string;
    readonly current: boolean;
  }[];
}

/**
 * The menu of the console.
 * @param current first part of a page's path, or the name of a report
 */
export function consoleMenu(prefix: string, current: string, { text }: PageLanguage): Menu {
  const label = (name: string) => text(`console.${name}.title`);
  const groups = CONSOLE_GROUPS.map((group) => ({
    label: text(`console.group.${group}`),
    pages: [
      ...CONSOLE_PAGES.filter((page) => page.group === group).map(({ name, path }) => ({
        label: label(name),
        href: prefix + consolePath(path),
        current: path === current,
      })),
      ...(REPORTS[group] ?? []).map((name) => ({
        label: label(name),
        href: `${prefix}/_sandbox/${name}`,
        current: name === current,
      })),
    ],
  }));
  const manual = { label: text('home.docs'), href: '/docs', current: false };
  return {
    label: text('console.navigation'),
    groups: [...groups, { label: text('home.docs'), pages: [manual] }],
  };
}
