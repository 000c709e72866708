// The navigation beside a page: of the console, or of the documentation.
import type { PageLanguage } from './page-language.ts';

export interface Menu {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** The way to other banks. */
  readonly banks?: {
    readonly label: string;
    readonly current: string;
    readonly others: MenuGroup['pages'];
    readonly all: { readonly label: string; readonly href: string };
  };
}

interface MenuGroup {
  readonly label: string;
  readonly pages: readonly {
    readonly label: string;
    readonly href: string;
    readonly current: boolean;
  }[];
}

/** A page with the menu beside it. */
export interface Here {
  readonly mount: string;
  readonly bank: string;
  /** Names of the banks that there are. */
  readonly banks?: readonly string[];
  /** First part of its path, or the name of a report; `undefined` for a page that is not in the menu. */
  readonly current: string | undefined;
}

/** What makes the menu of the console, which knows its pages. */
export type MenuOf = (here: Here, say: PageLanguage) => Menu;
