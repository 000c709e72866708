// The filters of the inspector in one line, as people write them: `status:4xx op:getAccounts -person:"Kari Nordmann" crlf`.

/** One condition of the line. */
export interface Term {
  /** The filter's name; absent: the value is text to look for. */
  readonly name?: string;
  readonly value: string;
  /** It must not match. */
  readonly isNot?: boolean;
}

/** An address such as `https://…` is text, and so is everything in quotes. */
const TERM =
  /(?<not>-)?(?<name>[A-Za-z]+):(?!\/\/)(?:"(?<named>[^"]*)"?|(?<plain>[^\s"]*))|"(?<quoted>[^"]*)"?|(?<text>[^\s"]+)/g;

/** @param line of any text; its terms must all hold */
export function termsOf(line: string): readonly Term[] {
  return [...line.matchAll(TERM)].map(({ groups = {} }) => {
    const { not, name, named, plain, quoted, text = '' } = groups;
    if (name === undefined) return { value: quoted ?? text };
    return { name, value: named ?? plain ?? '', isNot: not !== undefined };
  });
}

/** The line that has these terms. */
export const lineOf = (terms: readonly Term[]): string =>
  terms
    .map(({ name, value, isNot }) => {
      // Else a text would be read as a filter, and a filter of `//…` as an address.
      const isOther = name === undefined ? /^-?[A-Za-z]+:/ : /^\/\//;
      const word =
        isOther.test(value) || /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
      return `${isNot === true ? '-' : ''}${name === undefined ? '' : `${name}:`}${word}`;
    })
    .join(' ');
