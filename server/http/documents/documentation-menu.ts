// The navigation beside the pages of the documentation.
import type { Menu } from '../console/navigation.ts';
import { docsAddress, type PagePlace } from '../pages/desk-frame.ts';
import type { Manual } from './manual.ts';

/** @param current what follows `/docs/` in the address of the page */
export function documentationMenu(
  manual: Manual,
  { place, current }: { readonly place: PagePlace; readonly current: string },
): Menu {
  const entries = manual.pages().map(({ path, title }) => ({
    path,
    href: docsAddress(place, `/${path}`),
    label: title,
    current: path === current,
  }));
  const within = (folder: string) => entries.filter(({ path }) => path.startsWith(folder));
  const [quickstarts, control] = [within('quickstart/'), within('sandbox')];
  const ofBank = (path: string, label: string) => ({
    href: place.prefix + path,
    label,
    current: false,
  });
  return {
    label: 'Documentation',
    groups: [
      {
        label: 'Sandbank',
        pages: [
          { href: docsAddress(place), label: 'API reference', current: current === '' },
          ofBank('/console', 'Console'),
          ofBank('/_sandbox/requests', 'Requests'),
          ofBank('/_sandbox/coverage', 'Coverage'),
        ],
      },
      { label: 'Quickstarts', pages: quickstarts },
      {
        label: 'Guides',
        pages: entries.filter((one) => !quickstarts.includes(one) && !control.includes(one)),
      },
      { label: 'Test with it', pages: control },
    ],
  };
}
