// A page as lines of text that a person can review: what it says, where it leads, what its forms hold.
import { plain } from './console-form.ts';

/** Each begins a line of its own. */
const BLOCKS =
  /^(?:h\d|p|ul|ol|li|dl|dt|section|article|nav|form|summary|details|pre|tr|thead|svg|figure|figcaption|div|title|fieldset|label|optgroup)$/;
/** Said also when it has no attributes. */
const NAMED = /^(?:h\d|form|button|summary|textarea)$/;
/** Of looks, or of every element of its kind. */
const LOOKS =
  /^(?:spellcheck|tabindex|rows|type|scope|data-label|aria-hidden|aria-labelledby|aria-label|preserveAspectRatio|viewBox|role|lang|for|step|width|height|method|id|inputmode)$/;
const LOOKS_OF_CLASS =
  /(?<![\w-])(?:digits|note|card|scroll|right|wide-cell|report|unseen|actions|act|lines|facts|plain|field|whole|long|short|medium|touch|wrap|button|tags|lead)(?![\w-]) ?/g;
/** What every form has. */
const OF_EVERY_FORM = /<input type="hidden" name="unscripted" value="1">/g;

const TOKEN = /<(\/?)([a-z][a-z\d]*)([^>]*)>|([^<]+)/g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:="([^"]*)")?/g;

type Attributes = readonly (readonly [name: string, value: string | undefined])[];

const attributesIn = (text: string): Attributes =>
  [...text.matchAll(ATTRIBUTE)].map(([, name = '', value]) => [
    name,
    value === undefined ? undefined : plain(value),
  ]);

/** The attributes that say something: `.tag.failed href=/docs`. */
function said(attributes: Attributes): string {
  return attributes
    .map(([name, value]) => {
      if (LOOKS.test(name)) return '';
      if (value === undefined) return ` ${name}`;
      if (name !== 'class') return ` ${name}=${value}`;
      const left = value.replace(LOOKS_OF_CLASS, '').trim();
      return left === '' ? '' : `.${left.replaceAll(' ', '.')}`;
    })
    .join('');
}

/** Of a page, or of a part of one. */
export function pageLines(html: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let chosen = '';
  const end = () => {
    const words = (line + chosen).replace(/\s+/g, ' ').trim();
    if (words !== '') lines.push(words);
    line = '';
    chosen = '';
  };
  for (const [, slash, tag = '', text, words] of html.replace(OF_EVERY_FORM, '').matchAll(TOKEN)) {
    if (words !== undefined) line += plain(words);
    else if (BLOCKS.test(tag)) {
      end();
      if (slash === '') line = opened(tag, attributesIn(text ?? ''));
    } else if (slash === '') {
      const attributes = attributesIn(text ?? '');
      if (tag === 'option') chosen += chosenOf(attributes);
      line += inside(tag, attributes);
    }
  }
  end();
  return lines;
}

function opened(tag: string, attributes: Attributes): string {
  const own = said(attributes);
  return own === '' && !NAMED.test(tag) ? '' : `${tag}${own}: `;
}

const textOf = (attributes: Attributes) => attributes.find(([name]) => name === 'value')?.[1];

/** At the end of its line, so that the choices are the same line as before. */
const chosenOf = (attributes: Attributes): string =>
  attributes.some(([name]) => name === 'selected') ? ` * ${textOf(attributes) ?? 'this'}` : '';

/** A part of a line. */
function inside(tag: string, attributes: Attributes): string {
  if (tag === 'td' || tag === 'th') return ' | ';
  const own = said(attributes);
  if (tag === 'option') return ` / (${textOf(attributes)}) `;
  if (tag === 'input') return ` [${own.replace(' name=', '').replace(' value=', ' = ')}]`;
  if (own === '') return tag === 'button' ? ' [button] ' : ' ';
  return ` <${/^(?:a|span)$/.test(tag) ? '' : tag}${own.replace(/^ /, tag === 'a' ? '' : ' ')}> `;
}

const HIDDEN = /<(textarea|pre|code|script)\b[^>]*>[^<]*/g;
const LINE =
  /<\/?(?:h\d|p|ul|ol|li|dt|dd|section|form|label|summary|td|th|option|button|legend|time|a)\b[^>]*>/g;

/** What a person reads, without what they may have written. */
export const wordsIn = (html: string): readonly string[] =>
  html
    .replace(HIDDEN, ' ')
    .replace(LINE, '\n')
    .replace(/<[^>]*>/g, ' ')
    .split('\n')
    .map((line) => plain(line).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
