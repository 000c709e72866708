// Strings on which a regular expression may take more time than their length: what one of its repetitions
// matches, many times, behind what it matches before that, with an end that it does not match.
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** What a set of characters may match; of these, the first few that it does. */
const CHARACTERS = [...'a0A -/"\\\n%=:,._<>(){}[]+*?&;#@~é\t\r\'$^!|', '\u{1F600}'];
const MOST_OF_SET = 4;
const MOST_WORDS = 6;
/** An end that hardly any pattern has. */
const ENDS = ['', '\u0001', '\n\u0001'];

/** Begins, repeats and ends; `unit` stands there as often as the length needs. */
export interface Hostile {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

/** Of `length` characters, or a few more. */
export const hostileText = ({ before, unit, after }: Hostile, length: number): string =>
  before + unit.repeat(Math.ceil(length / unit.length)) + after;

export function hostileStrings({ source, flags }: RegExp): readonly Hostile[] {
  const isUnicode = /[uv]/.test(flags);
  const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(
    source,
    0,
    source.length,
    isUnicode,
  );
  const words = new Words(flags.replace(/[gy]/g, ''));
  const found: Hostile[] = words.ofSet('[^]').flatMap((unit) => hostile('', unit));
  const visit = (before: string, alternatives: readonly AST.Alternative[]) => {
    for (const { elements } of alternatives) {
      let start = before;
      for (const element of elements) {
        if ('alternatives' in element) visit(start, element.alternatives);
        if (element.type === 'Quantifier') {
          if ('alternatives' in element.element) visit(start, element.element.alternatives);
          for (const unit of words.of(element.element)) {
            if (unit !== '') found.push(...hostile(start, unit), ...hostile('', start + unit));
          }
        }
        start += words.of(element)[0] ?? '';
        // What begins a match, again and again, and never ends one.
        if (start !== '') found.push(...hostile('', start));
      }
    }
  };
  visit('', pattern.alternatives);
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

const hostile = (before: string, unit: string): readonly Hostile[] =>
  ENDS.map((after) => ({ before, unit, after }));

/** A few of the texts that a part of a pattern matches. */
class Words {
  readonly #flags: string;
  readonly #ofSets = new Map<string, readonly string[]>();

  constructor(flags: string) {
    this.#flags = flags;
  }

  of(element: AST.Element): readonly string[] {
    if (element.type === 'Character') return [String.fromCodePoint(element.value)];
    if (element.type === 'CharacterClass' || element.type === 'CharacterSet') {
      return this.ofSet(element.raw);
    }
    if (element.type === 'Quantifier') {
      const words = this.of(element.element);
      return element.min === 0 ? [''] : words.map((word) => word.repeat(element.min));
    }
    // What a look-behind wants stands in front of the match.
    const isBefore = element.type === 'Assertion' && element.kind === 'lookbehind';
    const isGroup = element.type === 'Group' || element.type === 'CapturingGroup';
    if (!isGroup && !(isBefore && !element.negate)) return [''];
    return element.alternatives.flatMap(({ elements }) => this.#inRow(elements)).slice(0, 20);
  }

  ofSet(raw: string): readonly string[] {
    const known = this.#ofSets.get(raw);
    if (known !== undefined) return known;
    const set = new RegExp(`^(?:${raw})$`, this.#flags);
    const fitting = CHARACTERS.filter((one) => set.test(one));
    const words = raw === '[^]' ? CHARACTERS : fitting.slice(0, MOST_OF_SET);
    this.#ofSets.set(raw, words);
    return words;
  }

  #inRow(elements: readonly AST.Element[]): readonly string[] {
    const all = elements.map((element) => this.of(element));
    const most = Math.min(MOST_WORDS, Math.max(1, ...all.map(({ length }) => length)));
    return Array.from({ length: most }, (_, at) =>
      all.map((words) => words[at % words.length] ?? '').join(''),
    );
  }
}
