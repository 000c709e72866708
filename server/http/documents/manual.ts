// The manual in the browser: the Markdown files of docs/, which the package carries, as pages with a
// navigation, and as text for tools that read (llmstxt.org). They are read when somebody first asks for one.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { lexer, Marked, Renderer, type Tokens } from 'marked';
import { memoize } from '../../kernel/memoize.ts';
import { docsAddress, type PagePlace } from '../pages/desk-frame.ts';
import type { Menu } from '../pages/menu.ts';

/** A page of the manual. */
export interface ManualPage {
  /** Below `/docs/`: `signing`, `sandbox/clock`. */
  readonly path: string;
  /** Below `docs/`: `signing.md`, `sandbox/README.md`. */
  readonly file: string;
  readonly title: string;
  /** What the file holds. */
  readonly markdown: string;
  readonly sections: readonly ManualSection[];
}

/** What follows one heading, as plain text: what the search looks through. */
export interface ManualSection {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface Manual {
  /** The project's README.md. */
  readonly readme: () => string;
  readonly pages: () => readonly ManualPage[];
  readonly find: (path: string) => ManualPage | undefined;
  /** As HTML, with links and commands for the reader's own bank. */
  readonly render: (page: ManualPage, reader: Reader) => string;
}

interface Reader extends PagePlace {
  /** Absolute address of the process. */
  readonly origin: string;
}

/** As the manual writes it. */
const USUAL_ADDRESS = 'http://127.0.0.1:8080';

const FOLDERS = ['', 'quickstart/', 'sandbox/', 'scenarios/'];

/** @param root the project's folder, which holds `README.md` and `docs/` */
export function createManual(root: URL): Manual {
  const readme = () => readFileSync(new URL('README.md', root), 'utf8');
  const pages = memoize(() => {
    const all = FOLDERS.flatMap((folder) => {
      const place = new URL(`docs/${folder}`, root);
      const files = readdirSync(place).filter((name) => name.endsWith('.md'));
      return files.map((file) => pageOf(folder, file, readFileSync(new URL(file, place), 'utf8')));
    });
    return inReadingOrder(all, readme());
  });
  return {
    readme,
    pages,
    find: (path) => pages().find((page) => page.path === path),
    render({ file, markdown }, reader) {
      const marked = new Marked();
      // Not `use`, which copies the own members of an object, and so none of a class.
      marked.setOptions({ renderer: new PageRenderer(file, reader) });
      return marked.parse(markdown.replaceAll(USUAL_ADDRESS, reader.origin), { async: false });
    },
  };
}

/** As README.md lists them, then as the page of the sandbox APIs does; what neither names follows. */
function inReadingOrder(pages: readonly ManualPage[], readme: string): readonly ManualPage[] {
  const sandbox = pages.find(({ path }) => path === 'sandbox')?.markdown ?? '';
  const lists: readonly (readonly [markdown: string, base: string])[] = [
    [readme, ''],
    [sandbox, 'docs/sandbox/'],
  ];
  const named = lists.flatMap(([markdown, base]) => {
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    return [...rows.join('').matchAll(/\]\(([\w./-]+\.md)/g)].map(([, link]) => base + link);
  });
  const placeOf = ({ file }: ManualPage): number => {
    const at = named.indexOf(`docs/${file}`);
    return at < 0 ? named.length : at;
  };
  return pages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function pageOf(folder: string, file: string, markdown: string): ManualPage {
  const name = basename(file, '.md');
  const path = name === 'README' ? folder.replace(/\/$/, '') : folder + name;
  const sections: ManualSection[] = [];
  for (const { type, raw } of lexer(markdown)) {
    if (isComment(raw)) continue;
    const text = plain(raw);
    const last = sections.pop();
    if (type === 'heading') {
      if (last !== undefined) sections.push(last);
      sections.push({ anchor: anchorOf(text), title: text, text: '' });
    } else if (last !== undefined) sections.push({ ...last, text: `${last.text} ${text}` });
  }
  const title = sections[0]?.title ?? name;
  return { path, file: folder + file, title, markdown, sections };
}

/** Headings that can be linked to, and tables and code that can be scrolled by keyboard. */
class PageRenderer extends Renderer {
  readonly #file: string;
  readonly #reader: Reader;

  constructor(file: string, reader: Reader) {
    super();
    this.#file = file;
    this.#reader = reader;
  }

  override image(image: Tokens.Image): string {
    return super.image({ ...image, href: addressOf(image.href, this.#file, this.#reader) });
  }

  override link(link: Tokens.Link): string {
    return super.link({ ...link, href: addressOf(link.href, this.#file, this.#reader) });
  }

  override heading(heading: Tokens.Heading): string {
    const { depth, tokens, raw } = heading;
    const text = this.parser.parseInline(tokens);
    return `<h${depth} id="${anchorOf(plain(raw))}">${text}</h${depth}>\n`;
  }

  /** On a phone each cell says its column. */
  override table(table: Tokens.Table): string {
    const labels = table.header.map(({ text }) => plain(text).replaceAll('"', '&quot;'));
    const labelled = super
      .table(table)
      .split('<tr>')
      .map((row) => {
        const left = [...labels];
        return row.replace(/<td/g, () => `<td data-label="${left.shift()}"`);
      });
    return `<div class="scroll" tabindex="0">${labelled.join('<tr>')}</div>\n`;
  }

  /** A heading without words is left out. */
  override tablecell(cell: Tokens.TableCell): string {
    return super.tablecell({ ...cell, header: cell.header && cell.text !== '' });
  }

  /** The manual has no markup of its own: `<name>` is a placeholder for a name. A comment is for those who edit the file. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    if (isComment(text)) return '';
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }

  override code(code: Tokens.Code): string {
    return super.code(code).replace('<pre>', '<pre tabindex="0">');
  }
}

const isComment = (markdown: string): boolean => markdown.startsWith('<!--');

/** What is left of Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^()]*\)/g, '')
    .replace(/[`*#|[\]]+|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** As it is usual for Markdown: `What it costs` is `what-it-costs`. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Where a link of a file leads in the browser. What lies outside docs/ has no page. */
function addressOf(href: string, file: string, reader: Reader): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const { pathname, search, hash } = new URL(href, `http://docs/docs/${file}`);
  if (pathname.endsWith('.md')) {
    const page = pathname.replace(/^\/docs/, '').replace(/(?:README)?\.md$/, '');
    return docsAddress(reader, page + hash);
  }
  const isOfBank = /^\/(?:console|_sandbox)(?:\/(?!openapi)|$)/.test(pathname);
  return (isOfBank ? reader.prefix : reader.mount) + pathname + search + hash;
}

/** The file of a page; `undefined` if there is none at that path. */
export const markdownAt = (manual: Manual, path: string): string | undefined =>
  manual.pages().find(({ file }) => path === `/docs/${file}`)?.markdown;

export function indexOf(manual: Manual): string {
  return `# Sandbank

> A PSD2 bank simulator: third-party providers (TPPs) test their clients against it, on a laptop or in CI.

## API

- [OpenAPI document](/openapi.json): every operation of the API
- [OpenAPI document of the control API](/_sandbox/openapi.json): what tests can do with the bank

## Documentation

- [Everything in one file](/llms-full.txt)
${manual.pages().map(entry).join('\n')}
`;
}

/** With the headings of the page, so that a reader knows which page to open. */
function entry({ file, title, sections }: ManualPage): string {
  const headings = sections.slice(1).map((section) => section.title);
  const about = headings.length === 0 ? '' : `: ${headings.join(', ')}`;
  return `- [${title}](/docs/${file})${about}`;
}

/** Each file after a line with its path, which the links in the others lead to. */
export function everything(manual: Manual): string {
  const files = manual.pages().map(({ file, markdown }) => ({ file: `docs/${file}`, markdown }));
  return [{ file: 'README.md', markdown: manual.readme() }, ...files]
    .map(({ file, markdown }) => `<!-- ${file} -->\n\n${markdown}`)
    .join('\n');
}

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
  // The table of all scenarios leads to them.
  const elsewhere = [...quickstarts, ...control, ...within('scenarios/')];
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
          { href: docsAddress(place), label: 'Start and reference', current: current === '' },
          ofBank('/console', 'Console'),
          ofBank('/_sandbox/requests', 'Requests'),
          ofBank('/_sandbox/coverage', 'Coverage'),
        ],
      },
      { label: 'Quickstarts', pages: quickstarts },
      {
        label: 'Guides',
        pages: entries.filter((one) => !elsewhere.includes(one)),
      },
      { label: 'Test with it', pages: control },
    ],
  };
}
