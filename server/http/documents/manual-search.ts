// The search of the manual: which sections answer a question. A word in the title of a page counts more than one in a
// heading, and that more than one in the text.
import MiniSearch, { type SearchResult } from 'minisearch';
import { memoize } from '../../kernel/memoize.ts';
import type { ManualPage, ManualSection } from './manual.ts';

interface Found {
  readonly page: ManualPage;
  readonly section: ManualSection;
  /** The text around the rarest of the words. */
  readonly extract: string;
}

const MOST_FOUND = 50;
const MOST_WORDS = 8;
const AROUND = 100;
/** Times that the words count if they stand side by side. */
const SIDE_BY_SIDE = 4;

/** What the specification says, and what is about one case, comes after what one does. */
const REFERENCE = /^(?:(?:interface|rules|assumptions|mistakes|performance)$|scenarios\b)/;

/** They are everywhere, and say nothing. */
const SMALL =
  /^(?:a|an|and|are|be|by|can|do|does|for|from|get|give|how|i|in|is|it|make|my|of|on|or|see|that|the|this|to|was|what|when|why|with)$/;

/** Words for what the manual calls otherwise, of a question in small letters. */
const ALSO: readonly (readonly [words: RegExp, also: string])[] = [
  [/\binsufficient funds\b|\b(?:no|not enough) money\b|\boverdrawn\b/, 'lack of funds'],
  [/\bpaging\b/, 'pagination'],
  [/\binsomnia\b/, 'bruno collection'],
  [/\bdecoupled\b/, 'app approval'],
  [/\b(?:multiple|many|more)(?= (?:tpps|developers|teams)\b)/, 'several'],
  [/\bmulti[- ]?tenan\w+/, 'second bank'],
  [/\bdiffer\w* (?:from|to|between) (?:the |a )?(?:real|production|live)\b/, 'simulated'],
  [/\btime travel\b|\bchange the time\b/, 'clock'],
  [/\bback ?ground\b/, 'absent'],
  [/\blost (?=answer|reply|response)/, 'loseReply '],
];

interface Indexed {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Its words in their order, without the small ones. */
  readonly phrase: string;
  readonly page: ManualPage;
  readonly section: ManualSection;
}

/**
 * Finds sections by all words of a question, or else by most of them; what answers it comes first. A word is also found
 * in other forms of it, and where it begins another.
 */
export function createManualSearch(
  pages: () => readonly ManualPage[],
): (question: string) => readonly Found[] {
  const open = memoize(() => indexOf(pages()));
  return (question) => {
    const { index, sections } = open();
    const terms = termsOf(withSynonyms(question));
    const all = index.search(terms.join(' '), { combineWith: 'AND' });
    const found = all.length > 0 ? all : mostOf(index.search(terms.join(' ')), terms);
    const score = ({ id, score: own }: SearchResult): number =>
      own * (sections[id]?.phrase.includes(` ${terms.join(' ')}`) ? SIDE_BY_SIDE : 1);
    const best = found.toSorted((a, b) => score(b) - score(a));
    return best.slice(0, MOST_FOUND).map((result) => {
      const { page, section } = sections[result.id] as Indexed;
      return { page, section, extract: around(section.text, result.terms) };
    });
  };
}

function indexOf(pages: readonly ManualPage[]) {
  const sections = pages
    .flatMap((page) => page.sections.map((section) => ({ page, section })))
    .map(
      ({ page, section }, id): Indexed => ({
        id,
        page,
        section,
        title: page.title,
        heading: section.title,
        text: section.text,
        phrase: ` ${termsIn(`${page.title} ${section.title} ${section.text}`).join(' ')} `,
      }),
    );
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'heading', 'text'],
    processTerm: (word) => stemOf(word.toLowerCase()),
    searchOptions: {
      boost: { title: 4, heading: 3 },
      prefix: (term) => term.length > 3,
      boostDocument: (id) => (REFERENCE.test(sections[id as number]?.page.path ?? '') ? 1 / 10 : 1),
    },
  });
  index.addAll(sections);
  return { index, sections };
}

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Without the usual endings: `consents`, `expired`, `signing`. */
const stemOf = (word: string): string => word.replace(/(?<=.{4})(?:s|ed|ing)$/, '');

const withSynonyms = (question: string): string =>
  ALSO.reduce(
    (words, [pattern, also]) => words.replace(pattern, also),
    question.slice(0, 500).toLowerCase(),
  );

const termsIn = (text: string): readonly string[] =>
  wordsIn(text)
    .filter((word) => !SMALL.test(word))
    .map(stemOf);

function termsOf(question: string): readonly string[] {
  const telling = termsIn(question);
  return [...new Set(telling.length > 0 ? telling : wordsIn(question))].slice(0, MOST_WORDS);
}

/** At least two of the words, and more than half of them. */
const mostOf = (found: readonly SearchResult[], terms: readonly string[]) =>
  found.filter(({ queryTerms }) => queryTerms.length >= 2 && queryTerms.length > terms.length / 2);

/** @param terms what was found; the longest is likely the rarest */
function around(text: string, terms: readonly string[]): string {
  const [longest = ''] = terms.toSorted((a, b) => b.length - a.length);
  const at = Math.max(0, text.toLowerCase().indexOf(longest));
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
