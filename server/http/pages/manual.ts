// The manual in the browser: the Markdown files of docs/, which the package carries, as pages with a
// navigation. They are read when somebody first asks for one.
import { readdirSync, readFileSync } from 'node:fs';
import { Marked, Renderer, type Tokens } from 'marked';
import { memoize } from '../../kernel/memoize.ts';

/** A page of the manual. */
export interface ManualPage {
  /** Below `/docs/`: `signing`, `sandbox/clock`. */
  readonly path: string;
  /** Below `docs/`: `signing.md`, `sandbox/README.md`. */
  readonly file: string;
  readonly title: string;
  /** What the file holds. */
  readonly markdown: string;
  readonly html: string;
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
}

const FOLDERS = ['', 'quickstart/', 'sandbox/'];

/** @param root the project's folder, which holds `README.md` and `docs/` */
export function createManual(root: URL): Manual {
  const pages = memoize(() =>
    FOLDERS.flatMap((folder) => {
      const place = new URL(`docs/${folder}`, root);
      const files = readdirSync(place).filter((name) => name.endsWith('.md'));
      return files.map((file) => pageOf(folder, file, readFileSync(new URL(file, place), 'utf8')));
    }),
  );
  return {
    readme: () => readFileSync(new URL('README.md', root), 'utf8'),
    pages,
    find: (path) => pages().find((page) => page.path === path),
  };
}

function pageOf(folder: string, file: string, markdown: string): ManualPage {
  const name = file.replace(/\.md$/, '');
  const path = name === 'README' ? folder.replace(/\/$/, '') : folder + name;
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link') token['href'] = addressOf(String(token['href']), folder);
    },
  });
  // Not `use`, which copies the own members of an object, and so none of a class.
  marked.setOptions({ renderer: new PageRenderer() });
  const sections: ManualSection[] = [];
  for (const { type, raw } of marked.lexer(markdown)) {
    if (isComment(raw)) continue;
    const text = plain(raw);
    const last = sections.pop();
    if (type === 'heading') {
      if (last !== undefined) sections.push(last);
      sections.push({ anchor: anchorOf(text), title: text, text: '' });
    } else if (last !== undefined) sections.push({ ...last, text: `${last.text} ${text}` });
  }
  const html = marked.parse(markdown, { async: false });
  const title = sections[0]?.title ?? name;
  return { path, file: folder + file, title, markdown, html, sections };
}

/** Headings that can be linked to, and tables and code that can be scrolled by keyboard. */
class PageRenderer extends Renderer {
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

  /** A heading without words is none. */
  override tablecell(cell: Tokens.TableCell): string {
    return super.tablecell({ ...cell, header: cell.header && cell.text !== '' });
  }

  /** The manual has no markup of its own: `<name>` stands for a name. A comment is for those who edit the file. */
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

/** Where a link between two files leads in the browser. What lies outside docs/ has no page. */
function addressOf(href: string, folder: string): string {
  const file = /^([^#:]+)\.md(#.*)?$/.exec(href);
  if (file === null) return href;
  const { pathname } = new URL(`${file[1]}`, `http://docs/docs/${folder}`);
  return pathname.replace(/README$/, '') + (file[2] ?? '');
}
