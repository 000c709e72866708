// The navigation of the console: its pages, and the reports of the control API among them.

import { CONSOLE_GROUPS } from '../../insight/console/console-page.ts';
import { CONSOLE_PAGES } from '../../insight/console/console-pages.ts';

export const CONSOLE = '/console';

/** Reports of the control API, below `/_sandbox/`. */
const REPORTS: { readonly [G in (typeof CONSOLE_GROUPS)[number]]?: readonly string[] } = {
  traffic: ['requests', 'coverage', 'readiness'],
};

/** Below the bank. */
export const consolePath = (path: string): string => (path === '' ? CONSOLE : `${CONSOLE}/${path}`);

/** @param current first part of a page's path, or the name of a report */
export const navigationOf = (prefix: string, current: string) =>
  CONSOLE_GROUPS.map((group) => ({
    group,
    pages: [
      ...CONSOLE_PAGES.filter((page) => page.group === group).map(({ name, path }) => ({
        name,
        href: prefix + consolePath(path),
        current: path === current,
      })),
      ...(REPORTS[group] ?? []).map((name) => ({
        name,
        href: `${prefix}/_sandbox/${name}`,
        current: name === current,
      })),
    ],
  }));
