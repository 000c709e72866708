// The documentation for tools that read: `/llms.txt` lists its pages (llmstxt.org), `/llms-full.txt` is all of it, and
// each page of the manual is also at the address of its file, `/docs/signing.md`.
import type { Manual, ManualPage } from './manual.ts';

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
