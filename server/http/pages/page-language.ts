// Words, dates, amounts and account numbers of a page in one language. A text that is missing throws, so
// that no page can come out with a hole in it. Pure: what to format is always an argument.
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';
import { isPlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../protocol/psu-headers.ts';

export type Texts = Readonly<Record<string, string>>;

/** The texts of values, such as a status, by their kind. */
export type Words = Readonly<Record<string, Texts>>;

export type PageLanguage = ReturnType<typeof pageLanguage>;

type Values = Readonly<Record<string, string | number>>;

const LOCALES = { en: 'en-GB', nb: 'nb-NO' } as const;

/** What `views/texts` holds in one language, and its formats. */
export function pageLanguage(language: Language, texts: Texts, words: Words) {
  const locale = LOCALES[language];
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const distances = new Intl.RelativeTimeFormat(locale);
  const text = (key: string, values?: Values): string => {
    if (!Object.hasOwn(texts, key)) throw new Error(`no text "${key}" in language ${language}`);
    return filledIn(texts[key] ?? '', key, values);
  };
  const findWord = (kind: string, value: string, values?: Values): string | undefined => {
    const own = words[kind] ?? {};
    return Object.hasOwn(own, value) ? filledIn(own[value] ?? '', value, values) : undefined;
  };
  return {
    /** The text of that key, with every `{name}` filled in. */
    text,
    /** The text of a value: `word('status', 'ACSC')`. */
    word(kind: string, value: string, values?: Values): string {
      const found = findWord(kind, value, values);
      if (found === undefined) throw new Error(`no text "${kind}: ${value}" in ${language}`);
      return found;
    },
    /** `2026-11-03` as `3 November 2026`. What is no ISO date comes back as it is. */
    date: (isoDate: string): string =>
      isPlainDate(isoDate) ? dates.format(Date.parse(isoDate)) : isoDate,
    /** ISO moments in UTC: `2026-11-03 09:30`, and with seconds. */
    minute: (isoTime: string): string => isoTime.slice(0, 16).replace('T', ' '),
    second: (isoTime: string): string => isoTime.slice(0, 19).replace('T', ' '),
    /** A distance in time in its largest unit: `in 179 days`, `2 hours ago`. */
    distance: (millis: number): string => {
      const [unit, length] = UNITS.find(([, most]) => Math.abs(millis) >= most) ?? SHORTEST;
      return distances.format(Math.trunc(millis / length), unit);
    },
    /** Decimal text, perhaps with a currency after it: `12345.60 NOK` as `12 345,60 NOK`. */
    amount: (decimal: string): string => formatDecimal(decimal, locale),
    /** Text with its amounts, such as `-12345.60 NOK`, in the form of the page. */
    amounts: (line: string): string =>
      line.replace(
        /([+]?)(-?\d{1,18}(?:\.\d{1,4})? [A-Z]{3})\b/g,
        (_, plus: string, amount: string) => plus + formatDecimal(amount, locale),
      ),
    /** What an operation did; of one that has no words, that it is done. */
    did: ({ operation, values }: { readonly operation: string; readonly values: Values }): string =>
      findWord('did', operation, values) ?? text('console.done'),
    /** The interface's frequency in words; one that has none comes back as it is. */
    frequency: (frequency: string): string => findWord('frequency', frequency) ?? frequency,
    /** What there is to read, or to click: `id` stands for who or what has no name. */
    name: (name: string | undefined, id: string): string => name?.trim() || id,
    account: formatAccount,
    /** Nine digits in groups of three. */
    organisation: (number: string): string => number.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3'),
  };
}

/** One pass: a value that looks like `{tpp}` itself is never filled in again. */
const filledIn = (text: string, key: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`text "${key}" needs {${name}}`);
    return String(values[name]);
  });

const SHORTEST = ['second', SECOND] as const;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

function formatDecimal(decimal: string, locale: string): string {
  const match = /^([-−]?)(\d+(?:\s+\d+)*)(?:\.(\d+))?(?:\s+([A-Z]{3}))?$/u.exec(decimal.trim());
  if (match === null) return decimal;
  const [, sign, whole = '', fraction = '', currency] = match;
  // BigInt for the whole part and the fraction as text: no digit is lost on the way through Intl.
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole.replace(/\s/gu, '')));
  const point = locale === LOCALES.nb ? ',' : '.';
  const number = `${sign && '−'}${grouped}${fraction && point + fraction}`;
  return currency === undefined ? number : `${number} ${currency}`;
}

/** Account numbers in their usual groups: `1234 56 78901`, `NO93 8601 1117 947`. */
function formatAccount(number: string): string {
  if (/^\d{11}$/.test(number)) {
    return `${number.slice(0, 4)} ${number.slice(4, 6)} ${number.slice(6)}`;
  }
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number)) return number.replace(/(.{4})(?=.)/g, '$1 ');
  return number;
}
