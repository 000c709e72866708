// XML with foreign text in it. The text is safe in HTML too.
import { shownLines } from './shown-text.ts';

export type Attributes = Readonly<Record<string, string | number>>;

export function element(
  name: string,
  attributes: Attributes,
  children?: readonly string[],
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlText(String(value))}"`,
  );
  const start = `${name}${written.join('')}`;
  return children === undefined
    ? `<${start}/>`
    : [`<${start}>`, ...children, `</${name}>`].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 cannot hold become the replacement character. */
export function xmlText(text: string): string {
  const possible = text.replaceAll(
    /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
    '\uFFFD',
  );
  return shownLines(possible).replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);
}
