// A small strict reader of XML, enough for reports: throws where a text is not well-formed.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text and that of its children, entities resolved. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const OPEN = /<([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.-]*="[^"<]*")*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z][\w.-]*)="([^"]*)"/g;
/** Everything that XML 1.0 knows as a character. */
const CHARS = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

/** The root element of a document in UTF-8. */
export function parseXml(source: string): Element {
  const prolog = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(source)?.[0];
  if (prolog === undefined) throw new Error('no XML declaration');
  if (!CHARS.test(source)) throw new Error('a character that XML cannot hold');
  const { element, end } = elementAt(source, prolog.length);
  if (source.slice(end).trim() !== '') throw new Error(`something follows the root at ${end}`);
  return element;
}

function elementAt(source: string, at: number): { element: Element; end: number } {
  OPEN.lastIndex = at;
  const opened = OPEN.exec(source);
  if (opened === null) throw new Error(`no element at ${at}: ${source.slice(at, at + 60)}`);
  const [tag, name = '', list = '', closed] = opened;
  const attributes = Object.create(null) as Record<string, string>;
  for (const [, key = '', value = ''] of list.matchAll(ATTRIBUTE)) {
    if (key in attributes) throw new Error(`${key} twice at ${at}`);
    attributes[key] = resolved(value);
  }
  let end = at + tag.length;
  if (closed === '/') return { element: { name, attributes, children: [], text: '' }, end };
  const children: Element[] = [];
  let text = '';
  for (;;) {
    const next = source.indexOf('<', end);
    if (next < 0) throw new Error(`${name} of ${at} is not closed`);
    text += resolved(source.slice(end, next));
    if (source.startsWith(`</${name}>`, next)) {
      return { element: { name, attributes, children, text }, end: next + name.length + 3 };
    }
    const child = elementAt(source, next);
    children.push(child.element);
    text += child.element.text;
    end = child.end;
  }
}

function resolved(text: string): string {
  return text.replaceAll(/&([^;]*);?/g, (whole, entity: string) => {
    const char = whole.endsWith(';') ? ENTITIES[entity] : undefined;
    if (char === undefined) throw new Error(`${whole} is no entity`);
    return char;
  });
}
