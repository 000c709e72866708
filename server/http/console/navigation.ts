// The navigation of the console: its pages, and the reports of the control API among them.

import { prefixOfBank } from '../../bank/banks/banks.ts';
import { REPORTS } from '../control/report-model.ts';
import { docsAddress } from '../pages/desk-frame.ts';
import type { Here, Menu } from '../pages/menu.ts';
import type { PageLanguage } from '../pages/page-language.ts';
import { CONSOLE, CONSOLE_GROUPS, consolePath } from './console-page.ts';
import { CONSOLE_PAGES } from './console-pages.ts';

/** More are on a page of their own. */
const MOST_BANKS = 20;

/** The menu of the console. */
export function consoleMenu(
  { mount, bank, banks = [], current }: Here,
  { text }: PageLanguage,
): Menu {
  const prefix = mount + prefixOfBank(bank);
  const groups = Object.entries(CONSOLE_GROUPS).map(([group, title]) => ({
    label: text(title),
    pages: [
      ...CONSOLE_PAGES.filter((page) => page.group === group).map(({ title, path }) => ({
        label: text(title),
        href: prefix + consolePath(path),
        current: path === current,
      })),
      ...Object.entries(group === 'traffic' ? REPORTS : {}).map(([name, label]) => ({
        label: text(label),
        href: `${prefix}/_sandbox/${name}`,
        current: name === current,
      })),
    ],
  }));
  const manual = { label: text('home.docs'), href: docsAddress({ mount, bank }), current: false };
  const isReport = Object.hasOwn(REPORTS, current ?? '');
  const place = isReport ? `/_sandbox/${current}` : consolePath(current ?? '');
  const others = [bank, ...banks.filter((name) => name !== bank)].slice(0, MOST_BANKS);
  return {
    banks: {
      label: text('console.banks.title'),
      current: bank,
      others: others.map((name) => ({
        label: name,
        href: mount + prefixOfBank(name) + place,
        current: name === bank,
      })),
      all: { label: text('console.banks.make'), href: `${prefix}${CONSOLE}/banks` },
    },
    label: text('console.navigation'),
    groups: [...groups, { label: text('home.docs'), pages: [manual] }],
  };
}
