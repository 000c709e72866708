// A strict little reader of the HTML that the views write: lower-case tags, double-quoted attributes,
// everything closed. What a hostile value could break out of makes it throw.

export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parents: readonly string[];
}

const VOID = new Set(['meta', 'link', 'img', 'input']);
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<]*")?)*)\s*>/u;
const ATTRIBUTE = /([a-z-]+)(?:="([^"]*)")?/gu;

/** Every element in document order. Throws on a stray `<`, a wrong nesting or a repeated attribute. */
export function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const open: string[] = [];
  let rest = html.replace(/^<!doctype html>/u, '');
  for (let at = rest.indexOf('<'); at >= 0; at = rest.indexOf('<')) {
    rest = rest.slice(at);
    const match = TAG.exec(rest);
    if (match === null) throw new Error(`not a tag: ${rest.slice(0, 80)}`);
    const [whole, slash, tag = '', attributes = ''] = match;
    rest = rest.slice(whole.length);
    if (slash === '/') {
      const last = open.pop();
      if (last !== tag) throw new Error(`</${tag}> closes <${last}>`);
      continue;
    }
    elements.push({ tag, attributes: attributesOf(attributes), parents: [...open] });
    if (!VOID.has(tag)) open.push(tag);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  return elements;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (name in attributes) throw new Error(`attribute ${name} twice`);
    attributes[name] = value;
  }
  return attributes;
}

/** What is between the tags, with entities as they are and white space folded. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The trace that a missing value leaves in a page. Keys, certificates and ids are drawn anew for each
 * run and spell any three letters at times, so a word counts only where it stands alone. */
export const MISSING_VALUE = /(?<![\w+/=-])(?:undefined|NaN)(?![\w+/=-])|\[object /;
