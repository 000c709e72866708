// The search of the manual: which sections answer a question. A word in the title of a page weighs more than one in a
// heading, that more than one in the text, a rare word more than a usual one, and words side by side more than apart.
import { memoize } from '../../kernel/memoize.ts';
import type { ManualPage, ManualSection } from './manual.ts';

export interface Found {
  readonly page: ManualPage;
  readonly section: ManualSection;
  /** The text around the rarest of the words. */
  readonly extract: string;
}

const MOST_FOUND = 50;
const MOST_WORDS = 8;
const AROUND = 100;
const TITLE = 4;
const HEADING = 3;
const SIDE_BY_SIDE = 2;
/** In a section of so many words, one that occurs once has half the weight that it has in a short section. */
const LONG = 250;

/** What the specification says comes after what one does. */
const REFERENCE = /^(?:interface|rules|assumptions)$/;
const REFERENCE_COUNTS = 1 / 3;

/** They are everywhere, and say nothing. */
const SMALL =
  /^(?:a|an|and|are|be|by|can|do|does|for|from|get|give|how|i|in|is|it|make|my|of|on|or|see|that|the|this|to|was|what|when|why|with)$/;

/** A section and its words. */
interface Indexed {
  readonly page: ManualPage;
  readonly section: ManualSection;
  readonly title: readonly string[];
  readonly heading: readonly string[];
  /** With those of the heading. */
  readonly text: readonly string[];
}

interface Word {
  /** Without its ending: it finds other forms of the word, and `CONSENT_EXPIRED`. */
  readonly stem: string;
  /** The less often it occurs, the more; 0 if it does not. */
  readonly weight: number;
}

/**
 * Finds sections of the pages in which every word of a question occurs; what answers it comes first. A word that occurs
 * nowhere is left out if two others are left.
 */
export function createManualSearch(
  pages: () => readonly ManualPage[],
): (question: string) => readonly Found[] {
  const indexed = memoize(() => pages().flatMap(indexedSections));
  return (question) => {
    const all = indexed();
    const asked = stemsOf(question).map((stem) => ({ stem, weight: weightOf(stem, all) }));
    const words = asked.filter(({ weight }) => weight > 0);
    const [rarest] = words.toSorted((a, b) => b.weight - a.weight);
    if (rarest === undefined || words.length < Math.min(2, asked.length)) return [];
    const isAnswered = memoize((page: ManualPage) => {
      const own = all.filter((one) => one.page === page);
      return words.every(({ stem }) => own.some(({ text }) => has(text, stem)));
    });
    return all
      .filter(({ page }) => isAnswered(page))
      .map((one) => ({ ...one, score: scoreOf(one, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_FOUND)
      .map(({ page, section }) => ({ page, section, extract: around(section.text, rarest.stem) }));
  };
}

const indexedSections = (page: ManualPage): readonly Indexed[] =>
  page.sections.map((section) => ({
    page,
    section,
    title: wordsIn(page.title),
    heading: wordsIn(section.title),
    text: wordsIn(`${section.title} ${section.text}`),
  }));

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function stemsOf(question: string): readonly string[] {
  const all = wordsIn(question);
  const telling = all.filter((word) => !SMALL.test(word));
  const stems = (telling.length > 0 ? telling : all).map((word) =>
    word.replace(/(?<=.{4})(?:s|ed|ing)$/, ''),
  );
  return [...new Set(stems)].slice(0, MOST_WORDS);
}

/** A short one, such as `no`, begins too many others. */
const fits = (word: string | undefined, stem: string): boolean =>
  stem.length < 4 ? word === stem : word?.startsWith(stem) === true;

const has = (words: readonly string[], stem: string): boolean =>
  words.some((word) => fits(word, stem));

function weightOf(stem: string, all: readonly Indexed[]): number {
  const found = all.filter(({ text }) => has(text, stem)).length;
  return found === 0 ? 0 : Math.log(1 + all.length / found);
}

function scoreOf({ page, title, heading, text }: Indexed, words: readonly Word[]): number {
  const bonus = words.length > 1 && areSideBySide(text, words) ? SIDE_BY_SIDE : 0;
  let [score, found] = [0, 0];
  for (const { stem, weight } of words) {
    const often = text.filter((word) => fits(word, stem)).length;
    if (often > 0) found += 1;
    const inText = often / (often + 1 + text.length / LONG);
    const inHeading = has(heading, stem) ? HEADING : 0;
    score += weight * (bonus + inText + inHeading + (has(title, stem) ? TITLE : 0));
  }
  // One that has all of the words answers more of the question.
  score *= (found / words.length) ** 2;
  return REFERENCE.test(page.path) ? score * REFERENCE_COUNTS : score;
}

/** In their order, with a small word between them at most. */
const areSideBySide = (text: readonly string[], words: readonly Word[]): boolean =>
  text.some((_, start) => {
    let at = start;
    return words.every(({ stem }, index) => {
      if (index > 0 && SMALL.test(text[at] ?? '')) at += 1;
      return fits(text[at++], stem);
    });
  });

function around(text: string, stem: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(stem));
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
